"""What a player has to do with the result of the own game: report it, answer the opponent, or take it back."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.desk import Seen
from podium.app.rounds.statement_words import player_name, score_words
from podium.app.server.steady_clock import milliseconds
from podium.app.words.language import N_, _
from podium.core.ids import PairingId, PlayerId
from podium.core.result import AS_OFFERED, Result, Worth
from podium.doubles import Sets, won_scores
from podium.flow.commands import ConfirmReport, ObjectToReport, ReportResult, WithdrawReport
from podium.flow.rounds.reporting import side_of, taken_back_until
from podium.flow.rounds.statements import (
    PlayerReports,
    Report,
    ReportStatus,
    Score,
    Statement,
    read_score,
    written_score,
)
from podium.flow.state import Game, Match, Round, Stage, Tournament
from podium.web.formats.protocol import MOST_BY_ONE_TAP
from podium.web.formats.registry import pages_of
from podium.web.frame.responses import perform_and_go
from podium.web.frame.visit import Visit


@dataclass(frozen=True, slots=True)
class ScoreChoice:
    """A score that a player can report: what is sent, what it means for the player, and how it is written."""

    value: str
    meaning: str
    text: str
    kind: str
    """`won`, `drawn` or `lost`."""


@dataclass(frozen=True, slots=True)
class StatementView:
    """Who said what, and when."""

    name: str
    score: str
    at: str
    own: bool


@dataclass(frozen=True, slots=True)
class OwnReport:
    """The own game of the player who looks, and what there is to do.

    `status` is `open` while nobody spoke, else that of the report; `answers` where the other side waits for an answer.
    `theirs` is what the other side says, to be confirmed; `choices` are what can be reported or objected.
    `left` are the seconds for which the player's last word can be taken back.
    """

    id: str
    player: str
    where: str
    title: str
    note: str
    status: str
    answers: bool
    statements: tuple[StatementView, ...]
    theirs: ScoreChoice | None
    choices: tuple[ScoreChoice, ...]
    left: int
    url: str
    api: str
    counts: bool

    @property
    def other(self) -> str:
        """Who of the other side spoke."""
        return next((each.name for each in self.statements if not each.own), "")


def own_reports(seen: Seen, url: str, now: int) -> tuple[OwnReport, ...]:
    """What waits for the word of the player who looks, then the game to play, then what the player said last.

    `now` is in milliseconds since the epoch.
    """
    state, player = seen.state, seen.player
    off = state.archived or state.settings.live or state.settings.player_reports is PlayerReports.OFF
    if player is None or off:
        return ()
    open_game = pages_of(state).open_game(seen)
    views = [
        _view(state, here, pairing, player, url, now)
        for here in reversed(state.rounds)
        if here.stage is Stage.PUBLISHED or here.automatic
        for pairing in reversed(here.every)
        if player in pairing.players and not pairing.is_bye
        if pairing.id in state.reports or pairing.id == open_game
    ]
    asked = [view for view in views if view.answers or view.status == ReportStatus.DISPUTED.value]
    to_play = [view for view in views if view.status == "open"]
    said = [view for view in views if view not in asked and view not in to_play]
    return (*asked, *to_play, *(said[:1] if not to_play else [view for view in said if _is_fresh(view)][:1]))


def report(visit: Visit) -> Response[str]:
    """The own game with the result that its player reports."""
    return _go(visit, ReportResult(_pairing(visit), _score(visit)))


def confirm(visit: Visit) -> Response[str]:
    """The own game with the result that the other side reported, if that is what the page showed."""
    return _go(visit, ConfirmReport(_pairing(visit), _score(visit)))


def object_to(visit: Visit) -> Response[str]:
    """The own game in dispute."""
    return _go(visit, ObjectToReport(_pairing(visit), _score(visit)))


def withdraw(visit: Visit) -> Response[str]:
    """The own game without what its player said last."""
    return _go(visit, WithdrawReport(_pairing(visit)))


def _go(visit: Visit, command: ReportResult | ConfirmReport | ObjectToReport | WithdrawReport) -> Response[str]:
    seen = visit.see()
    own = f"{visit.url}/players/{seen.player}" if seen.player else visit.url
    return perform_and_go(visit, seen, command, visit.back(own))


def _pairing(visit: Visit) -> PairingId:
    return PairingId(visit.path["pairing"])


def _score(visit: Visit) -> Score:
    return read_score("result", visit.form.text("result"))


def _is_fresh(view: OwnReport) -> bool:
    """Whether the player may still want to take back what was said, though another game waits."""
    return view.left > 0 or view.status == ReportStatus.REPORTED.value


def _view(state: Tournament, here: Round, pairing: Game | Match, player: PlayerId, url: str, now: int) -> OwnReport:
    report = state.reports.get(pairing.id)
    side = side_of(pairing, player)
    statements = report.statements if report is not None else ()
    theirs = next((each for each in statements if each.player not in side), None)
    mine = next((each for each in statements if each.player in side), None)
    status = report.status.value if report is not None else "open"
    settled = status in (ReportStatus.CONFIRMED.value, ReportStatus.DECIDED.value)
    agrees_with = theirs if theirs is not None and not settled else None
    speaks = not settled and (mine is None)
    where, meaning = pages_of(state, here.number).game_words(state, here, pairing)
    return OwnReport(
        id=pairing.id,
        player=player,
        where=where,
        title=_title(state, pairing, player),
        note=_("%(meaning)s Report the draw.", meaning=meaning) if meaning and status == "open" else "",
        status=status,
        answers=theirs is not None and mine is None and not settled,
        statements=tuple(
            StatementView(
                player_name(state, each.player), _text(pairing, player, each.score), each.at, each.player in side
            )
            for each in statements
        ),
        theirs=_choice(pairing, player, agrees_with.score) if agrees_with else None,
        choices=_choices(pairing, player, agrees_with) if speaks else (),
        left=_left(report, player, now),
        url=f"{url}/games/{pairing.id}/report",
        api=f"/api/pairings/{pairing.id}/report",
        counts=state.settings.player_reports is PlayerReports.AT_ONCE,
    )


def _title(state: Tournament, pairing: Game | Match, player: PlayerId) -> str:
    if pairing.is_match:
        names = [player_name(state, each) for each in (pairing.partner(player), *pairing.opponents(player))]
        text = N_("You and %(partner)s against %(first)s and %(second)s")
        return _(text, partner=names[0], first=names[1], second=names[2])
    if player == pairing.white:
        return _("You have White against %(name)s", name=player_name(state, pairing.black))
    return _("You have Black against %(name)s", name=player_name(state, pairing.white))


def _left(report: Report | None, player: PlayerId, now: int) -> int:
    if report is None or report.decided is not None or report.statements[-1].player != player:
        return 0
    return max(0, (milliseconds(taken_back_until(report.statements[-1])) - now) // 1000)


def _choices(pairing: Game | Match, player: PlayerId, without: Statement | None) -> tuple[ScoreChoice, ...]:
    """All that the player can say, the own win first, but for what the other side said."""
    if pairing.is_match:
        by_tap = pairing.to_win <= MOST_BY_ONE_TAP
        scores: list[Score] = [Sets(*each) for each in won_scores(pairing.to_win)] if by_tap else []
    else:
        scores = [each for each in AS_OFFERED if each.usual]
    offered = [_choice(pairing, player, each) for each in scores if without is None or each != without.score]
    return tuple(offered if player in pairing.sides[0] else reversed(offered))


def _choice(pairing: Game | Match, player: PlayerId, score: Score) -> ScoreChoice:
    kind = _kind(pairing, player, score)
    if pairing.is_match:
        meaning = _("We won") if kind == "won" else _("We lost")
    else:
        meaning = {"won": _("I won"), "drawn": _("Draw"), "lost": _("I lost")}[kind]
    return ScoreChoice(written_score(score), meaning, _text(pairing, player, score), kind)


def _text(pairing: Game | Match, player: PlayerId, score: Score) -> str:
    """The score as it is written down: of a game White first, of a match the player's own team first."""
    if isinstance(score, Sets) and player in pairing.sides[1]:
        score = Sets(score.away, score.home)
    return score_words(score)


def _kind(pairing: Game | Match, player: PlayerId, score: Score) -> str:
    if isinstance(score, Result):
        own = score.white if player == pairing.players[0] else score.black
        return {Worth.WIN: "won", Worth.DRAW: "drawn"}.get(own, "lost")
    home_won = (score.home or 0) > (score.away or 0)
    return "won" if home_won == (player in pairing.sides[0]) else "lost"
