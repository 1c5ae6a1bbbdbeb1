"""The life of a round: paired, published, edited, its results recorded, closed, reopened, unpaired;
and its start position in Chess960."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from podium import doubles
from podium.chess import START_POSITIONS
from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.result import Result
from podium.flow import commands, events
from podium.flow.evolve import fold
from podium.flow.lookups import find_pairing, find_round, open_round
from podium.flow.players.numbers import every_number
from podium.flow.readers import moment
from podium.flow.rounds.kept_values import Seats, StartPosition
from podium.flow.rounds.reporting import disputes
from podium.flow.state import Boards, Pairing, Round, Side, Stage, Tournament


def sets_recorded(here: Round, pairing: Pairing, command: commands.RecordSets | commands.ClickSets) -> events.Events:
    """The sides of a match that change; refuses what is no match."""
    if pairing.is_bye:
        raise Refused("sets-on-free-game", value=pairing.id)
    if not pairing.is_match:
        raise Refused("game-without-sets", value=pairing.id)
    if isinstance(command, commands.ClickSets):
        wanted: dict[Side, int | None] = {command.side: doubles.click(pairing.sets_of(command.side), pairing.to_win)}
    else:
        wanted = {side: doubles.checked(value, pairing.to_win) for side, value in command.sets.items()}
    return tuple(
        events.SetsRecorded(here.number, pairing.id, side, pairing.sets_of(side), wanted[side])
        for side in Side
        if side in wanted and wanted[side] != pairing.sets_of(side)
    )


Maker = Callable[[int], events.RoundPaired]
"""Makes the round of that number."""


def round_paired(state: Tournament, round: int | None, make: Maker) -> events.Events:
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


def paired(here: Round, seats: Seats | None = None) -> events.RoundPaired:
    """The event that brings a round about just as it stands."""
    return events.RoundPaired(
        round=here.number,
        boards=Boards.from_pairings(*here.in_order),
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


def stage_changed(
    state: Tournament,
    command: commands.UnpairRound | commands.PublishRound | commands.CloseRound | commands.ReopenRound,
) -> events.Events:
    """The round published, closed or reopened, or the last one gone."""
    here = find_round(state, command.round)
    match command:
        case commands.UnpairRound():
            if here.number != len(state.rounds):
                raise Refused("later-round-exists", value=here.number, later=len(state.rounds))
            if here.stage is Stage.CLOSED:
                raise Refused("round-closed", value=here.number)
            seats = state.seats if here.number == 1 and state.seats else None
            return (events.RoundUnpaired(paired(here, seats)),)
        case commands.PublishRound():
            _not_edited(here)
            return _published(state, here, command.starts_at)
        case commands.CloseRound():
            if here.stage is Stage.CLOSED:
                raise Refused("round-closed", value=here.number)
            _not_edited(here)
            if (refusal := unfinished(here)) is not None:
                raise refusal
            if not command.confirm and (disputed := disputes(state, here)):
                boards = [each.board for each in disputed]
                raise Refused("round-disputed", value=here.number, boards=boards)
            return (*_shown(state, here.number - 1), events.StageChanged(here.number, here.stage, Stage.CLOSED))
        case commands.ReopenRound():
            if here.stage is not Stage.CLOSED:
                raise Refused("round-open", value=here.number)
            return (events.StageChanged(here.number, Stage.CLOSED, Stage.PUBLISHED),)


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


def _published(state: Tournament, here: Round, starts_at: str | None) -> events.Events:
    """The round published with those before it; a command that says when its games start gives it that start."""
    start = None if starts_at is None else moment("startsAt", starts_at)
    if here.stage is Stage.DRAFT:
        published = events.StageChanged(here.number, Stage.DRAFT, Stage.PUBLISHED, start)
        return (*_shown(state, here.number - 1), published)
    moved = start is not None and start != here.starts_at
    return (
        *_shown(state, here.number),
        *([events.RoundStartChanged(here.number, here.starts_at, start)] if moved else ()),
    )


def round_started(state: Tournament, command: commands.StartRound | commands.HoldRound, now: str) -> events.Events:
    """The start of a round, given by a person, who shows it with that; or taken back."""
    start = start_of_live_games(state, command, now)
    here = open_round(state, command.round)
    _not_edited(here)
    if here.stage is Stage.DRAFT and start is not None:
        return _published(state, here, start)
    return start_changed(state, here.number, start)


def start_of_live_games(state: Tournament, command: commands.StartRound | commands.HoldRound, now: str) -> str | None:
    """When the games of a round start, None: not yet; raises Refused where games are not played here."""
    if not state.settings.live:
        raise Refused("games-not-live", value=command.round)
    if isinstance(command, commands.HoldRound):
        return None
    return now if command.starts_at is None else moment("startsAt", command.starts_at)


def start_changed(state: Tournament, round: int, start: str | None) -> events.Events:
    """Another start of a round, unless it is that already."""
    before = state.start_of(round)
    return (events.RoundStartChanged(round, before, start),) if before != start else ()


def _shown(state: Tournament, upto: int) -> events.Events:
    """Every draft up to a round published, so that the public never sees a round without those before it."""
    return tuple(
        events.StageChanged(each.number, Stage.DRAFT, Stage.PUBLISHED)
        for each in state.rounds[:upto]
        if each.stage is Stage.DRAFT
    )


def result_recorded(state: Tournament, command: commands.RecordResult) -> events.Events:
    """The result of a game, if the stored one still is what the command says it replaces."""
    game = find_pairing(state, command.pairing)
    adjourned = game.adjourned and command.result is not None
    find = find_round if adjourned else open_round  # an adjourned game ends when it ends, whatever was closed meanwhile
    here = find(state, state.where[command.pairing])
    if game.is_bye:
        raise Refused("result-on-bye", value=command.pairing)
    if game.is_match:
        raise Refused("match-has-sets", value=command.pairing)
    if command.reason is not None and not command.by_game:
        raise Invalid("reason-not-kept", field="resultReason", value=command.reason.value)
    if command.replaces and game.result is not command.result and _score(game.result) is not _score(command.was):
        stored = game.result.value if game.result else None
        given = command.was.value if command.was else None
        raise Refused("result-differs", value=given, stored=stored)
    if game.result is command.result:
        return ()
    return (events.ResultRecorded(here.number, game.id, game.result, command.result),)


def _score(result: Result | None) -> Result | None:
    """The result by which it is known to somebody who does not care whether it is rated."""
    return result.score if result is not None else None


def drawn_position(dice: Dice) -> StartPosition:
    """One of the 960, drawn from a seed that is kept with it: the same seed gives the same position."""
    seed = dice.token()
    return StartPosition(Dice(seed).below(len(START_POSITIONS)), seed)


def positions_drawn(before: Tournament, decided: events.Events, dice: Dice) -> events.Events:
    """The start positions of the rounds that `decided` brings; those of rounds that it takes away go with them."""
    after = fold(before, decided) if before.settings.chess960 else None
    if after is None:
        return ()
    rounds = len(after.rounds)
    gone = sorted(number for number in after.start_positions if number > rounds)
    new = (number for number in range(len(before.rounds) + 1, rounds + 1) if number not in after.start_positions)
    return (
        *(events.StartPositionChanged(number, after.start_positions[number], None) for number in gone),
        *(events.StartPositionChanged(number, None, drawn_position(dice)) for number in new),
    )


def start_position_set(state: Tournament, command: commands.SetStartPosition, dice: Dice) -> events.Events:
    """The start position of a round as it was drawn in the hall, or drawn anew by the program."""
    if not state.settings.chess960:
        raise Refused("not-chess960", value=command.round)
    here = open_round(state, command.round)
    if command.number is not None and command.number not in START_POSITIONS:
        raise Invalid("start-position-unknown", field="number", value=command.number, most=START_POSITIONS[-1])
    before = state.start_positions.get(here.number)
    after = drawn_position(dice) if command.number is None else StartPosition(command.number)
    if before is not None and command.number == before.number:
        return ()
    return (events.StartPositionChanged(here.number, before, after),)
