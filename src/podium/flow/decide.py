"""What a command leads to: the events, or a refusal that names what stands in the way."""

from __future__ import annotations

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.result import ByeType
from podium.flow import commands
from podium.flow.event.options import NUMBERING
from podium.flow.event.tournament import continued, created, settings_changed, visibility_changed
from podium.flow.events import Event, Events, RatingResultRecorded
from podium.flow.evolve import evolve, fold
from podium.flow.fide.round_window import can_change
from podium.flow.formats.registry import format_of
from podium.flow.formats.stage_commands import decided_in_stages
from podium.flow.lookups import editable_round, find_game, find_pairing, find_player, find_round, open_round
from podium.flow.players.entries import entered, player_changed
from podium.flow.players.numbers import exchanged, renumbered
from podium.flow.prizes.prizegiving import prizes_allocated, prizes_published, prizes_set
from podium.flow.rounds.boards import added, bye_given, bye_recorded, rearranged, removed
from podium.flow.rounds.editing import EndsSessions, editing_changed, in_session, sessions_ended, written
from podium.flow.rounds.reporting import report_changed, report_decided, reports_dropped
from podium.flow.rounds.rounds import (
    positions_drawn,
    result_recorded,
    round_paired,
    round_started,
    sets_recorded,
    stage_changed,
    start_position_set,
)
from podium.flow.standings.ties import tie_ordered, tiebreaks_typed
from podium.flow.state import Stage, Tournament


def decide(state: Tournament | None, command: commands.Act, now: str, dice: Dice) -> Events:
    """The events that `command` leads to on `state`; none where it is true already; refuses otherwise."""
    if isinstance(command, commands.CreateTournament | commands.AdoptRecords):
        if state is not None:
            raise Refused("tournament-exists", value=command.id)
        return created(command, dice)
    if state is None or state.deleted:
        raise Unknown("tournament", state.id if state else None)
    hides = isinstance(command, commands.PublishTournament) and not command.published
    if state.archived and not (hides or isinstance(command, commands.ArchiveTournament | commands.DeleteTournament)):
        raise Refused("tournament-archived", name=state.settings.name)
    events = _decide_in_stages(state, command, now, dice)
    events = (*events, *positions_drawn(state, events, dice))
    if state.reports:
        events = (*reports_dropped(state, events), *events, *report_decided(state, command, events, now))
    return events


def _decide_in_stages(state: Tournament, command: commands.Act, now: str, dice: Dice) -> Events:
    """What a command leads to in the stage it is about, or in the whole event, with sessions ended that it ends."""
    if state.settings.stages:
        found = decided_in_stages(state, command, dice, lambda inside, act: _decide_in_stages(inside, act, now, dice))
        if found is not None:
            return found
    ended = sessions_ended(state, command) if isinstance(command, EndsSessions) else ()
    return (*ended, *_decide_by_format(fold(state, ended), command, now, dice))


def _decide_by_format(state: Tournament, command: commands.Act, now: str, dice: Dice) -> Events:
    events = format_of(state).decide(state, command, now, dice)
    if events is not None:
        return events
    _has_such_byes(state, command)
    return _decide_in_every_format(state, command, now, dice)


def _has_such_byes(state: Tournament, command: commands.Act) -> None:
    """Nothing, if the format has the byes that the command names; raises Invalid that names those it has."""
    engine, field = format_of(state).engine, "byeType"
    allowed = engine.given_byes
    named: tuple[ByeType, ...] = ()
    match command:
        case commands.RequestByes():
            field, named, allowed = "byes", tuple(command.byes.values()), engine.requested_byes
        case commands.GiveBye() | commands.RecordBye():
            named = (command.kind,)
        case commands.PairByHand():
            named = tuple(line.bye for line in command.pairings if line.black is None)
    for kind in named:
        if kind not in allowed:
            raise Invalid("bye-type-unknown", field=field, value=kind.value, allowed=[each.value for each in allowed])


def _decide_in_every_format(state: Tournament, command: commands.Act, now: str, dice: Dice) -> Events:
    match command:
        case commands.RecordResult():
            return result_recorded(state, command)
        case commands.CorrectResult():
            return _result_corrected(state, command, now, dice)
        case commands.CorrectForRating():
            return _rated_otherwise(state, command)
        case commands.RecordSets() | commands.ClickSets():
            match_ = find_pairing(state, command.pairing)
            return sets_recorded(open_round(state, state.where[match_.id]), match_, command)
        case (
            commands.ReportResult()
            | commands.ConfirmReport()
            | commands.ObjectToReport()
            | commands.WithdrawReport()
            | commands.CountSets()
        ):
            return report_changed(state, command, now, lambda act: _decide_in_stages(state, act, now, dice))
        case commands.RecordBye():
            here = editable_round(state, command.pairing)
            recorded = bye_recorded(state, here, find_pairing(state, command.pairing), command.kind)
            return in_session(state, here, recorded) if state.in_fide_mode else recorded
        case commands.ChangeSettings():
            return settings_changed(state, command, dice)
        case commands.ContinueAs():
            return continued(state, command, dice)
        case commands.LeaveFideMode():
            if not state.in_fide_mode:
                raise Refused("not-in-fide-mode", value=state.settings.name, left=state.fide_mode_exit)
            return ()  # beside what the gate of FIDE mode records
        case commands.PublishTournament() | commands.ArchiveTournament() | commands.DeleteTournament():
            return visibility_changed(state, command)
        case commands.AddPlayers() | commands.ImportPlayers():
            return entered(state, command, dice)
        case (
            commands.EditPlayer()
            | commands.RemovePlayer()
            | commands.WithdrawPlayer()
            | commands.RequestByes()
            | commands.SetLaterRatings()
        ):
            return player_changed(state, command)
        case commands.SettleAbsences():
            return _absences_settled(state, command, now, dice)
        case commands.RenumberPlayers():
            if NUMBERING not in format_of(state).options:
                raise Refused("numbers-of-format", value=state.settings.format)
            return renumbered(state)
        case commands.OrderTie():
            return tie_ordered(state, command)
        case commands.TypeTiebreaks():
            return tiebreaks_typed(state, command)
        case commands.ExchangeNumbers():
            if NUMBERING not in format_of(state).options:
                raise Refused("numbers-of-format", value=state.settings.format)
            return exchanged(state, find_player(state, command.player), find_player(state, command.other))
        case commands.PairRound():
            pair = format_of(state).pair
            return round_paired(state, command.round, lambda round: pair(state, command, round, now, dice))
        case commands.PairByHand():
            lines = command.pairings
            return round_paired(state, command.round, lambda round: written(state, round, lines, now, dice))
        case commands.PairTeams():
            raise Refused("teams-outside-doubles", value=state.settings.format)
        case commands.PairAllRounds():
            raise Refused("rounds-follow-results", value=state.settings.format)
        case commands.UnpairRound() | commands.PublishRound() | commands.CloseRound() | commands.ReopenRound():
            return stage_changed(state, command)
        case commands.StartRound() | commands.HoldRound():
            return round_started(state, command, now)
        case commands.SetStartPosition():
            return start_position_set(state, command, dice)
        case commands.EditRound():
            return editing_changed(state, command)
        case commands.AddPairing():
            here = open_round(state, command.round)
            return in_session(state, here, added(state, here, command.white, command.black, dice))
        case commands.GiveBye():
            by_the_rules = command.kind is ByeType.BYE and state.in_fide_mode  # compared with the engine, in a session
            here = (open_round if by_the_rules else find_round)(state, command.round)
            return in_session(state, here, bye_given(state, here, command.player, command.kind, dice))
        case commands.RearrangePairing():
            here = editable_round(state, command.pairing)
            return in_session(state, here, rearranged(state, here, command))
        case commands.RemovePairing():
            here = editable_round(state, command.pairing)
            return in_session(state, here, removed(here, find_pairing(state, command.pairing)))
        case commands.SetPrizes():
            return prizes_set(state, command, dice)
        case commands.AllocatePrizes():
            return prizes_allocated(state, command, now)
        case commands.PublishPrizes():
            return prizes_published(state, command)
        case commands.AnotherRound():
            raise Refused("no-joint-champions", value=0)
        case commands.SetGroups() | commands.StartStage():
            raise Refused("no-stages", value=state.settings.format)
        case commands.CreateTournament() | commands.AdoptRecords():
            raise Refused("tournament-exists", value=command.id)


def _result_corrected(state: Tournament, command: commands.CorrectResult, now: str, dice: Dice) -> Events:
    """Another result, and its round reopened if somebody closed it; none where the result is that already.

    The end of an adjourned game reopens nothing.
    """
    game = find_pairing(state, command.record.pairing)
    here = find_round(state, state.where[game.id])
    reopened: Events = ()
    if here.stage is Stage.CLOSED and not here.automatic and not game.adjourned:
        reopened = decide(state, commands.ReopenRound(here.number), now, dice)
    recorded = decide(fold(state, reopened), command.record, now, dice)
    return (*reopened, *recorded) if recorded else ()


def _rated_otherwise(state: Tournament, command: commands.CorrectForRating) -> Events:
    """Another result for the rating report alone, of a game whose round cannot change any more."""
    game = find_game(state, command.pairing)
    here = find_round(state, state.where[game.id])
    if not state.in_fide_mode or can_change(state, here.number, game.section):
        raise Refused("round-can-be-corrected", value=here.number)
    if game.result is None or not game.result.final:
        raise Refused("game-not-over", value=game.id, round=here.number, board=game.board)
    before = state.rating_results.get(game.id)
    after = None if command.result is game.result else command.result
    return () if before is after else (RatingResultRecorded(here.number, game.id, before, after),)


def _absences_settled(state: Tournament, command: commands.SettleAbsences, now: str, dice: Dice) -> Events:
    """What each of the players would be given one by one, as the format has it."""
    if command.round != len(state.rounds) + 1:
        raise Refused("round-not-next", value=command.round, next=len(state.rounds) + 1)
    events: list[Event] = []
    for id in command.players:
        player = find_player(state, id)
        if command.bye is None:
            one: commands.Act = commands.WithdrawPlayer(id)
        else:
            one = commands.RequestByes(id, {**player.byes, command.round: command.bye})
        for event in decide(state, one, now, dice):
            events.append(event)
            state = evolve(state, event)
    return tuple(events)
