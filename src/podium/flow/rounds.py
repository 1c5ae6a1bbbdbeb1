"""The life of a round: paired, published, edited, its results recorded, closed, reopened, unpaired."""

from __future__ import annotations

from podium.core.dice import Dice
from podium.core.errors import Refused
from podium.flow.commands import (
    CloseRound,
    CorrectResult,
    EditRound,
    PairByHand,
    PairRound,
    PairTeams,
    PublishRound,
    RecordResult,
    ReopenRound,
    UnpairRound,
)
from podium.flow.doubles import arranged_round
from podium.flow.events import EditingChanged, Events, ResultRecorded, RoundPaired, RoundUnpaired, StageChanged
from podium.flow.evolve import evolve
from podium.flow.lookups import found, open_round, round_of
from podium.flow.pairing import by_engine, by_hand, may_play
from podium.flow.seats import table_sizes
from podium.flow.state import Boards, Bye, Format, Match, Round, Seats, Stage, Tournament
from podium.roundrobin import rounds_needed

MOST_AT_ONCE = 5_000
"""The games that are paired in one step: everybody against everybody, as long as there are not more than a hundred."""


def round_paired(state: Tournament, command: PairRound | PairByHand | PairTeams, now: str, dice: Dice) -> Events:
    """The next round, by the engine of the format or by hand."""
    if isinstance(command, PairTeams) and state.settings.format is not Format.DOUBLES:
        raise Refused("teams-outside-doubles", value=state.settings.format.value)
    due = len(state.rounds) + 1
    number = command.round if command.round is not None else due
    if 1 <= number < due:
        raise Refused("round-exists", value=number)
    if number != due:
        raise Refused("round-not-next", value=number, next=due)
    for here in state.rounds:
        _not_edited(here)
    most = state.settings.rounds
    if most is not None and number > most:
        raise Refused("rounds-exhausted", value=number, most=most)
    if not any(not player.withdrawn for player in state.players.values()):
        raise Refused("too-few-players", value=0, least=1)
    if isinstance(command, PairTeams):
        for player in (player for match in command.matches for team in match for player in team):
            may_play(state, player)
        return (arranged_round(state, number, command, now, dice),)
    if isinstance(command, PairByHand):
        return (by_hand(state, number, command.pairings, now, dice),)
    if state.settings.format is Format.ROUND_ROBIN and number > 1 and not state.seats:
        raise Refused("paired-by-hand", value=number)
    return (by_engine(state, command, number, now, dice),)


def all_rounds_paired(state: Tournament, now: str, dice: Dice) -> Events:
    """Every round that the tables, or the settings, have left; in one commit, so that one undo takes all back."""
    if state.settings.format is not Format.ROUND_ROBIN:
        raise Refused("rounds-follow-results", value=state.settings.format.value)
    events: Events = ()
    last = len(state.rounds) + 1
    while len(state.rounds) < last:
        paired_now = round_paired(state, PairRound(), now, dice)
        for event in paired_now:
            state = evolve(state, event)
        events += paired_now
        last = _last_of_the_tables(state)
    return events


def _last_of_the_tables(state: Tournament) -> int:
    """The number of rounds of a round robin whose seats are drawn; refuses what would be too much in one step."""
    cycles = state.settings.cycles
    needed = [rounds_needed(len(seats), cycles) for seats in state.seats.values() if len(seats) > 1]
    last = min([max(needed), *([state.settings.rounds] if state.settings.rounds else [])])
    games = games_of_tables(state, last)
    if games > MOST_AT_ONCE:
        raise Refused("too-many-at-once", value=games, most=MOST_AT_ONCE)
    return last


def games_of_tables(state: Tournament, rounds: int) -> int:
    """The games of so many rounds of a round robin."""
    return rounds * sum(size // 2 for size in table_sizes(state))


def paired(here: Round, seats: Seats | None = None) -> RoundPaired:
    """The event that brings a round about just as it stands."""
    return RoundPaired(
        round=here.number,
        boards=Boards.of(*here.in_order),
        engine=here.engine,
        at=here.paired_at,
        edition=here.edition,
        seed=here.seed,
        seats=seats,
        stage=here.stage,
        draw=here.draw,
        editing=here.editing,
    )


def stage_changed(state: Tournament, command: UnpairRound | PublishRound | CloseRound | ReopenRound) -> Events:
    """The round published, closed or reopened, or the last one gone."""
    here = round_of(state, command.round)
    match command:
        case UnpairRound():
            if here.number != len(state.rounds):
                raise Refused("later-round-exists", value=here.number, later=len(state.rounds))
            if here.stage is Stage.CLOSED:
                raise Refused("round-closed", value=here.number)
            seats = state.seats if here.number == 1 and state.seats else None
            return (RoundUnpaired(paired(here, seats)),)
        case PublishRound():
            _not_edited(here)
            return _shown(state, here.number)
        case CloseRound():
            if here.stage is Stage.CLOSED:
                raise Refused("round-closed", value=here.number)
            _not_edited(here)
            if here.pending or not here.games:
                waiting = [{"id": each.id, "problem": each.problem} for each in here.pending]
                tables = [{"board": each.board, "problem": each.problem} for each in here.pending]
                raise Refused("round-not-complete", value=here.number, matches=waiting, tables=tables)
            return (*_shown(state, here.number - 1), StageChanged(here.number, here.stage, Stage.CLOSED))
        case ReopenRound():
            if here.stage is not Stage.CLOSED:
                raise Refused("round-open", value=here.number)
            return (StageChanged(here.number, Stage.CLOSED, Stage.PUBLISHED),)


def editing_changed(state: Tournament, command: EditRound) -> Events:
    """The round opened for changes by hand, or these ended."""
    here = open_round(state, command.round)
    if here.editing is command.open:
        return ()
    return (EditingChanged(here.number, here.editing, command.open),)


def _not_edited(here: Round) -> None:
    """Nothing, unless somebody is changing the round by hand: half a change is nothing to show or build upon."""
    if here.editing:
        raise Refused("round-being-edited", value=here.number)


def _shown(state: Tournament, upto: int) -> Events:
    """Every draft up to a round published, so that the public never sees a round without those before it."""
    return tuple(
        StageChanged(each.number, Stage.DRAFT, Stage.PUBLISHED)
        for each in state.rounds[:upto]
        if each.stage is Stage.DRAFT
    )


def result_recorded(state: Tournament, command: RecordResult) -> Events:
    """The result of a game, if it still is what whoever changes it believes it to be."""
    game = found(state, command.pairing)
    here = open_round(state, state.where[command.pairing])
    if isinstance(game, Bye):
        raise Refused("result-on-bye", value=command.pairing)
    if isinstance(game, Match):
        raise Refused("match-has-sets", value=command.pairing)
    if command.replaces and game.result not in (command.was, command.result):
        stored = game.result.value if game.result else None
        given = command.was.value if command.was else None
        raise Refused("result-differs", value=given, stored=stored)
    if game.result is command.result:
        return ()
    return (ResultRecorded(here.number, game.id, game.result, command.result),)


def result_corrected(state: Tournament, command: CorrectResult) -> Events:
    """Another result, and its round reopened if it was closed; none where the result is that already."""
    game = found(state, command.record.pairing)
    here = round_of(state, state.where[game.id])
    reopened = stage_changed(state, ReopenRound(here.number)) if here.stage is Stage.CLOSED else ()
    after = state
    for event in reopened:
        after = evolve(after, event)
    recorded = result_recorded(after, command.record)
    return (*reopened, *recorded) if recorded else ()
