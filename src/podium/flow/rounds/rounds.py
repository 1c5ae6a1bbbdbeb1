"""The life of a round: paired, published, edited, its results recorded, closed, reopened, unpaired."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from podium import doubles
from podium.core.errors import Invalid, Refused
from podium.core.result import Result
from podium.flow.commands import (
    ClickSets,
    CloseRound,
    HoldRound,
    PublishRound,
    RecordResult,
    RecordSets,
    ReopenRound,
    StartRound,
    UnpairRound,
)
from podium.flow.events import (
    Events,
    ResultRecorded,
    RoundPaired,
    RoundStartChanged,
    RoundUnpaired,
    SetsRecorded,
    StageChanged,
)
from podium.flow.lookups import find_pairing, find_round, open_round
from podium.flow.players.numbers import every_number
from podium.flow.readers import moment
from podium.flow.rounds.reporting import disputes
from podium.flow.state import Boards, Match, Pairing, Round, Seats, Side, Stage, Tournament


def sets_recorded(here: Round, pairing: Pairing, command: RecordSets | ClickSets) -> Events:
    """The sides of a match that change; refuses what is no match."""
    if pairing.is_bye:
        raise Refused("sets-on-free-game", value=pairing.id)
    if not isinstance(pairing, Match):
        raise Refused("game-without-sets", value=pairing.id)
    if isinstance(command, ClickSets):
        wanted: dict[Side, int | None] = {command.side: doubles.click(pairing.of(command.side), pairing.to_win)}
    else:
        wanted = {side: doubles.checked(value, pairing.to_win) for side, value in command.sets.items()}
    return tuple(
        SetsRecorded(here.number, pairing.id, side, pairing.of(side), wanted[side])
        for side in Side
        if side in wanted and wanted[side] != pairing.of(side)
    )


Maker = Callable[[int], RoundPaired]
"""Makes the round of that number."""


def round_paired(state: Tournament, round: int | None, make: Maker) -> Events:
    """The next round as `make` makes it, which `round` must be if it is named."""
    due = len(state.rounds) + 1
    number = round if round is not None else due
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
    return (replace(make(number), numbers=every_number(state)),)


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
        implied=here.implied,
        numbers=here.numbers,
        starts_at=here.starts_at,
    )


def stage_changed(state: Tournament, command: UnpairRound | PublishRound | CloseRound | ReopenRound) -> Events:
    """The round published, closed or reopened, or the last one gone."""
    here = find_round(state, command.round)
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
            return _published(state, here, command.starts_at)
        case CloseRound():
            if here.stage is Stage.CLOSED:
                raise Refused("round-closed", value=here.number)
            _not_edited(here)
            if (refusal := unfinished(here)) is not None:
                raise refusal
            if not command.confirm and (disputed := disputes(state, here)):
                boards = [each.board for each in disputed]
                raise Refused("round-disputed", value=here.number, boards=boards)
            return (*_shown(state, here.number - 1), StageChanged(here.number, here.stage, Stage.CLOSED))
        case ReopenRound():
            if here.stage is not Stage.CLOSED:
                raise Refused("round-open", value=here.number)
            return (StageChanged(here.number, Stage.CLOSED, Stage.PUBLISHED),)


def unfinished(here: Round) -> Refused | None:
    """Why a round cannot be closed yet, with what is wrong at which table; None if nothing is."""
    if here.games and not here.pending:
        return None
    waiting = [{"id": each.id, "problem": each.problem} for each in here.pending]
    tables = [{"board": each.board, "problem": each.problem} for each in here.pending]
    return Refused("round-not-complete", value=here.number, matches=waiting, tables=tables)


def _not_edited(here: Round) -> None:
    """Nothing, unless somebody is changing the round by hand: half a change is nothing to show or build upon."""
    if here.editing:
        raise Refused("round-being-edited", value=here.number)


def _published(state: Tournament, here: Round, starts_at: str | None) -> Events:
    """The round published with those before it; whoever says when its games start gives it that start."""
    start = None if starts_at is None else moment("startsAt", starts_at)
    if here.stage is Stage.DRAFT:
        published = StageChanged(here.number, Stage.DRAFT, Stage.PUBLISHED, start)
        return (*_shown(state, here.number - 1), published)
    moved = start is not None and start != here.starts_at
    return (*_shown(state, here.number), *([RoundStartChanged(here.number, here.starts_at, start)] if moved else ()))


def round_started(state: Tournament, command: StartRound | HoldRound, now: str) -> Events:
    """The start of a round, given by a person, who shows it with that; or taken back."""
    start = start_of_live_games(state, command, now)
    here = open_round(state, command.round)
    _not_edited(here)
    if here.stage is Stage.DRAFT and start is not None:
        return _published(state, here, start)
    return start_changed(state, here.number, start)


def start_of_live_games(state: Tournament, command: StartRound | HoldRound, now: str) -> str | None:
    """When the games of a round start, None: not yet; raises Refused where games are not played here."""
    if not state.settings.live:
        raise Refused("games-not-live", value=command.round)
    if isinstance(command, HoldRound):
        return None
    return now if command.starts_at is None else moment("startsAt", command.starts_at)


def start_changed(state: Tournament, round: int, start: str | None) -> Events:
    """Another start of a round, unless it is that already."""
    before = state.start_of(round)
    return (RoundStartChanged(round, before, start),) if before != start else ()


def _shown(state: Tournament, upto: int) -> Events:
    """Every draft up to a round published, so that the public never sees a round without those before it."""
    return tuple(
        StageChanged(each.number, Stage.DRAFT, Stage.PUBLISHED)
        for each in state.rounds[:upto]
        if each.stage is Stage.DRAFT
    )


def result_recorded(state: Tournament, command: RecordResult) -> Events:
    """The result of a game, if the stored one still is what the command says it replaces."""
    game = find_pairing(state, command.pairing)
    adjourned = game.adjourned and command.result is not None
    find = find_round if adjourned else open_round  # an adjourned game ends when it ends, whatever was closed meanwhile
    here = find(state, state.where[command.pairing])
    if game.is_bye:
        raise Refused("result-on-bye", value=command.pairing)
    if isinstance(game, Match):
        raise Refused("match-has-sets", value=command.pairing)
    if command.reason is not None and not command.by_game:
        raise Invalid("reason-not-kept", field="resultReason", value=command.reason.value)
    if command.replaces and game.result is not command.result and _score(game.result) is not _score(command.was):
        stored = game.result.value if game.result else None
        given = command.was.value if command.was else None
        raise Refused("result-differs", value=given, stored=stored)
    if game.result is command.result:
        return ()
    return (ResultRecorded(here.number, game.id, game.result, command.result),)


def _score(result: Result | None) -> Result | None:
    """The result by which it is known to somebody who does not care whether it is rated."""
    return result.score if result is not None else None
