"""Players report the results of their own games: who may say what, and until when.

A player says how the own game ended, the other side confirms it or objects by saying what it was. `flow.statements`
tells what that amounts to. What an official enters always counts, and ends a dispute.

| state | own side | other side | who runs the event |
| --- | --- | --- | --- |
| no report, no result | reports | reports | enters a result |
| no report, a result | may repeat it, no more | the same | corrects it |
| reported | takes it back within a minute | confirms, or objects | decides |
| confirmed | the last to speak takes it back within a minute | the same | decides |
| disputed | agrees with the other side | the same; its objection is taken back within a minute | decides |
| decided | may repeat what was decided | the same | corrects it, or clears it: then all begins anew |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from podium import doubles
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.ids import PairingId, PlayerId
from podium.core.result import Result
from podium.doubles import Sets, Verdict, verdict
from podium.flow import commands
from podium.flow.events import BoardsChanged, BracketChanged, BracketRemoved, Events, ReportChanged, RoundUnpaired
from podium.flow.evolve import fold
from podium.flow.lookups import find_pairing
from podium.flow.rounds.statements import PlayerReports, Report, ReportStatus, Score, Statement, written_score
from podium.flow.state import Game, Match, Round, Side, Stage, Tournament

TAKEN_BACK_WITHIN = timedelta(minutes=1)
Record = Callable[[commands.RecordResult | commands.RecordSets | commands.ClickSets], Events]
"""What recording a result leads to in the format of the event."""
PlayersAct = (
    commands.ReportResult
    | commands.ConfirmReport
    | commands.ObjectToReport
    | commands.WithdrawReport
    | commands.CountSets
)
_UNSEAT = (BoardsChanged, BracketChanged, BracketRemoved, RoundUnpaired)
"""Events after which others may sit at a board, or nobody."""


def report_changed(state: Tournament, command: PlayersAct, now: str, record: Record) -> Events:
    """What comes of a player's word on the own game; nothing where it was said already."""
    here, pairing, player = _own(state, command)
    if isinstance(command, commands.CountSets):
        return _counted(state, here, pairing, command, now, record)
    report = state.reports.get(pairing.id)
    if isinstance(command, commands.WithdrawReport):
        after = _without_last(report, player, now)
        counts = after.counts(state.settings.player_reports) if after is not None else None
        recorded = record(_recording(pairing.id, counts)) if counts is not None else ()
        if counts is None and report is not None and report.statements[-1].score in _stored(here, pairing):
            recorded = record(_clearing(pairing))
        return (*recorded, ReportChanged(here.number, pairing.id, report, after, player))
    reason = command.reason if isinstance(command, commands.ReportResult) else None
    said = Statement.from_score(player, now, _answer(pairing, report, command, player), reason)
    return _said(state, here, pairing, said, record)


def report_decided(state: Tournament, command: commands.Act, events: Events, now: str) -> Events:
    """What becomes of the report of a game whose result an official entered, by `events`."""
    if (
        not isinstance(command, commands.RecordResult | commands.RecordSets | commands.ClickSets)
        or command.pairing not in state.reports
    ):
        return ()
    report, after = state.reports[command.pairing], fold(state, events)
    pairing = after.pairing(command.pairing)
    cleared = not pairing.entered
    agreed = report.status in (ReportStatus.CONFIRMED, ReportStatus.DECIDED) and not events
    if not cleared and (agreed or report.status is ReportStatus.DECIDED):
        return ()
    decided = None if cleared else replace(report, decided=now)
    return (ReportChanged(state.where[pairing.id], pairing.id, report, decided),)


def reports_dropped(state: Tournament, events: Events) -> Events:
    """The reports that mean nothing after `events`: their game is gone, or others sit there."""
    if not any(isinstance(event, _UNSEAT) for event in events):
        return ()
    after = fold(state, events)
    return tuple(
        ReportChanged(state.where[id], id, report, None)
        for id, report in state.reports.items()
        if id not in after.where or after.pairing(id).players != state.pairing(id).players
    )


def disputes(state: Tournament, here: Round) -> list[Game | Match]:
    """The games of a round whose players do not agree on the result, by board."""
    disputed = {id for id, report in state.reports.items() if report.status is ReportStatus.DISPUTED}
    return [each for each in here.every if each.id in disputed and not each.is_bye]


def side_of(pairing: Game | Match, player: PlayerId) -> tuple[PlayerId, ...]:
    """The players who speak as one with `player`: oneself, or the team."""
    return next(side for side in pairing.sides if player in side)


def taken_back_until(statement: Statement) -> datetime:
    """When it is too late to take a statement back."""
    return datetime.fromisoformat(statement.at) + TAKEN_BACK_WITHIN


def _own(state: Tournament, command: PlayersAct) -> tuple[Round, Game | Match, PlayerId]:
    """The round and the game that a player speaks of, and who it is; refuses what no player reports."""
    pairing = find_pairing(state, command.pairing)
    here = state.rounds[state.where[pairing.id] - 1]
    player = command.player
    if here.stage is Stage.DRAFT or player not in pairing.players or player is None:
        raise Unknown("pairing", command.pairing)
    if state.settings.live:
        raise Refused("report-of-live-game", value=pairing.id)
    if state.settings.player_reports is PlayerReports.OFF:
        raise Refused("reports-off", value=pairing.id)
    if here.stage is Stage.CLOSED and not here.automatic:
        raise Refused("round-closed", value=here.number)
    if pairing.is_bye:
        raise Refused("result-on-bye", value=pairing.id)
    return here, pairing, player


def _answer(
    pairing: Game | Match,
    report: Report | None,
    command: commands.ReportResult | commands.ConfirmReport | commands.ObjectToReport,
    player: PlayerId,
) -> Score:
    """What a player says the result was; raises where there is nothing to answer, or the answer is none."""
    if isinstance(command, commands.ReportResult):
        return command.score
    theirs = _statements(pairing, report, player)[1]
    if theirs is None:
        raise Refused("nothing-reported", value=pairing.id)
    same = command.score == theirs.score
    if isinstance(command, commands.ConfirmReport):
        if command.score is not None and not same:
            raise Refused("report-differs", value=written_score(command.score), stored=written_score(theirs.score))
        return theirs.score
    if same:
        raise Refused("objection-agrees", value=written_score(command.score))
    return command.score


def _said(state: Tournament, here: Round, pairing: Game | Match, said: Statement, record: Record) -> Events:
    """The game after a player said how it ended; what the format would not record is refused from the first."""
    _check_score(pairing, said.score)
    report = state.reports.get(pairing.id)
    after = _with_statement(here, pairing, report, said)
    if after is None:
        return ()
    counts = after.counts(state.settings.player_reports)
    if report is None:
        recorded = record(_recording(pairing.id, said))
    else:
        recorded = record(_recording(pairing.id, counts)) if counts is not None else ()
    changed = ReportChanged(here.number, pairing.id, report, after, said.player)
    return (*recorded, changed) if counts is not None else (changed,)


def _with_statement(here: Round, pairing: Game | Match, report: Report | None, said: Statement) -> Report | None:
    """The report with a statement more; None where it says nothing new; refuses what is not the player's to say."""
    value, stored = written_score(said.score), _stored(here, pairing)
    if report is None or report.decided is not None:
        if said.score in stored:
            return None
        if report is not None or stored:
            code = "result-recorded" if report is None else "report-decided"
            raise Refused(code, value=value, stored=written_score(min(stored, key=written_score)) if stored else None)
        return Report((said,))
    mine, theirs = _statements(pairing, report, said.player)
    if mine is not None and mine.score == said.score:
        return None
    if theirs is None:
        raise Refused("report-made", value=value, stored=written_score(report.statements[0].score))
    if mine is not None and theirs.score != said.score:
        code = "report-confirmed" if mine.score == theirs.score else "report-disputed"
        raise Refused(code, value=value, stored=written_score(theirs.score))
    return Report((theirs, said))


def _without_last(report: Report | None, player: PlayerId, now: str) -> Report | None:
    """The report without its last statement, if that is the player's own, and fresh; None where nothing is left."""
    mine = next((each for each in report.statements if each.player == player), None) if report is not None else None
    if report is None or mine is None:
        raise Refused("nothing-reported", value=player)
    said = written_score(mine.score)
    if report.decided is not None:
        raise Refused("report-decided", value=said, stored=None)
    if mine != report.statements[-1]:
        raise Refused("report-answered", value=said)
    if datetime.fromisoformat(now) > taken_back_until(mine):
        raise Refused("report-too-old", value=said, seconds=int(TAKEN_BACK_WITHIN.total_seconds()))
    return Report(report.statements[:-1]) if len(report.statements) > 1 else None


def _counted(
    state: Tournament, here: Round, pairing: Game | Match, command: commands.CountSets, now: str, record: Record
) -> Events:
    """A match after a player counted its sets; what wins it is a report, and before that nobody has said anything."""
    if not pairing.is_match:
        raise Refused("game-without-sets", value=pairing.id)
    player, report = command.player, state.reports.get(pairing.id)
    assert player is not None  # whose match it is
    sets = _sets_after(pairing, command.change)
    won = verdict(sets.home, sets.away, pairing.to_win) is Verdict.WON
    if won and isinstance(command.change, commands.RecordSets):
        return _said(state, here, pairing, Statement.from_score(player, now, sets), record)
    if state.settings.player_reports is PlayerReports.AGREED:
        raise Refused("sets-need-agreement", value=written_score(sets))
    if report is not None:
        _without_last(report, player, now)  # what is said is changed by who may take it back
        if len(report.statements) > 1:
            raise Refused("report-answered", value=written_score(sets))
    elif pairing.played and sets != pairing.sets:
        raise Refused("result-recorded", value=written_score(sets), stored=written_score(pairing.sets))
    after = Report((Statement.from_score(player, now, sets),)) if won else None
    changed = () if after == report else (ReportChanged(here.number, pairing.id, report, after, player),)
    return (*record(command.change), *changed)


def _sets_after(match: Match, change: commands.RecordSets | commands.ClickSets) -> Sets:
    if isinstance(change, commands.ClickSets):
        return replace(match.sets, **{change.side.value: doubles.click(match.sets_of(change.side), match.to_win)})
    return replace(match.sets, **{side.value: sets for side, sets in change.sets.items()})


def _statements(
    pairing: Game | Match, report: Report | None, player: PlayerId
) -> tuple[Statement | None, Statement | None]:
    """What the side of `player` said, and what the other did."""
    said = report.statements if report is not None else ()
    side = side_of(pairing, player)
    mine = next((each for each in said if each.player in side), None)
    return mine, next((each for each in said if each.player not in side), None)


def _check_score(pairing: Game | Match, score: Score) -> None:
    """Nothing, if the game can have ended so by the players' word; an arbiter enters what is unusual."""
    value = written_score(score)
    if isinstance(pairing, Game):
        if not isinstance(score, Result):
            raise Refused("game-without-sets", value=value)
        if not score.usual:
            raise Invalid("result-not-for-players", field="result", value=value)
    elif isinstance(score, Result):
        raise Refused("match-has-sets", value=value)
    elif (
        verdict(score.home, score.away, pairing.to_win) is not Verdict.WON
        or max(score.home or 0, score.away or 0) > pairing.to_win
    ):
        raise Invalid("score-wins-nothing", field="result", value=value, sets=pairing.to_win)


def _stored(here: Round, pairing: Game | Match) -> frozenset[Score]:
    """The results that are stored of a game; one that was drawn and played off has two, its own and what came of it."""
    if pairing.is_match:
        return frozenset({pairing.sets} if pairing.played else ())
    drawn = frozenset({Result.DRAW}) if pairing.id in here.tie_breaks else frozenset()
    return drawn | frozenset({pairing.result} if pairing.result is not None else ())


def _recording(pairing: PairingId, said: Statement) -> commands.RecordResult | commands.RecordSets:
    score = said.score
    if isinstance(score, Result):
        return commands.RecordResult(pairing, score, reason=said.reason, by_players=True)
    return commands.RecordSets(pairing, {Side.HOME: score.home, Side.AWAY: score.away})


def _clearing(pairing: Game | Match) -> commands.RecordResult | commands.RecordSets:
    if pairing.is_match:
        return commands.RecordSets(pairing.id, dict.fromkeys(Side))
    return commands.RecordResult(pairing.id, None, by_players=True)
