"""Who sits where in a round robin: numbers drawn or found, the vacant seat, and games lost by leaving.

A table for an odd number of players is the table of the next even number with its last seat empty: a player who meets
that seat is free. A late entry can therefore take it at any time, and no game that was played or planned changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from podium.core.dice import Dice
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.result import Result
from podium.flow.event.setting_values import Settings, TableNumbers
from podium.flow.events import Event, Events, ResultRecorded, Seating
from podium.flow.evolve import fold
from podium.flow.players.numbers import OrderOfEquals, strongest_first
from podium.flow.rounds.kept_values import Seats
from podium.flow.state import Bye, Game, Stage, Tournament
from podium.roundrobin import MOST_CYCLES, Schedule, berger, seating, without_meetings


def forfeit(state: Tournament, white: PlayerId, black: PlayerId) -> Result | None:
    """The result of a game of which one player, or both, have left; None where both take part."""
    gone = state.players[white].withdrawn, state.players[black].withdrawn
    return {
        (True, True): Result.BOTH_FORFEIT,
        (True, False): Result.BLACK_WINS_BY_FORFEIT,
        (False, True): Result.WHITE_WINS_BY_FORFEIT,
    }.get(gone)


def with_forfeits(state: Tournament, changed: Events) -> Events:
    """The events of somebody leaving or coming back, with the forfeits in rounds that are paired and have not begun.

    A round has begun when a game of it was played: what is open there, the arbiter knows. A result that is not what
    leaving or staying had made of the game stays.
    """
    if not changed:
        return changed
    after = fold(state, changed)
    recorded: list[Event] = []
    for here in state.rounds:
        if here.stage is Stage.CLOSED or any(each.played for each in here.games.values()):
            continue
        for game in (each for each in here.games.values() if isinstance(each, Game)):
            old, new = (forfeit(each, game.white, game.black) for each in (state, after))
            if game.result is old and old is not new:
                recorded.append(ResultRecorded(here.number, game.id, old, new))
    return (*changed, *recorded)


FEWEST = 2


def drawn(state: Tournament, dice: Dice) -> Seats:
    """The seats of every section that has enough players for a table; refuses none at all.

    First the players whose numbers were set by hand, then the others as the settings say. Lots are the first thing
    drawn from the `dice`, section by section in the order of the list, so that the seed of round 1 gives them again.
    """
    active = {section: tuple(_numbered(state, section, dice)) for section in state.sections}
    seats = {section: here for section, here in active.items() if len(here) >= FEWEST}
    if not seats:
        raise Refused("too-few-players", value=max(map(len, active.values())), least=FEWEST)
    return seats


def numbers_decided(state: Tournament) -> bool:
    """Whether the numbers of tables to come are known and may be others than the places in the list."""
    settings = state.settings
    return settings.table_numbers is TableNumbers.RATING or (
        bool(settings.table_order) and settings.table_numbers is not TableNumbers.DRAWN
    )


def numbers_to_come(state: Tournament, section: str) -> dict[PlayerId, int]:
    """The numbers that a section would get if round 1 were paired now; players who do not take part come last."""
    seated = (*_numbered(state, section, Dice(0)),)  # nothing is drawn where numbers are decided
    others = [player.id for player in state.in_section(section) if player.withdrawn]
    return {id: number for number, id in enumerate((*seated, *others), start=1)}


def _numbered(state: Tournament, section: str, dice: Dice) -> Iterator[PlayerId]:
    """The players of a section who take part, from number 1."""
    here = [player for player in state.in_section(section) if not player.withdrawn]
    by_hand = [id for id in state.settings.table_order if any(player.id == id for player in here)]
    others = [player for player in here if player.id not in by_hand]
    match state.settings.table_numbers:
        case TableNumbers.RATING:
            others = strongest_first(others, OrderOfEquals.from_settings(state.settings))
        case TableNumbers.DRAWN:
            others = dice.shuffled(others)
    yield from by_hand
    yield from (player.id for player in others)


def schedule(state: Tournament, section: str) -> Schedule:
    """The table of a section whose seats are taken, without games that count from before."""
    seats = state.seats[section]
    table = _table(state.settings, len(seats))
    seat_of = {player: seat for seat, player in enumerate(seats, start=1)}
    met = frozenset(frozenset(seat_of[id] for id in pair) for pair in state.met if pair <= seat_of.keys())
    return _shortened(table, met) if met else table


def _table(settings: Settings, seats: int) -> Schedule:
    swapped = settings.swap_last_two and settings.cycles == MOST_CYCLES
    return _berger(seats, settings.cycles, swap_last_two=swapped)


_berger = lru_cache(maxsize=32)(berger)
_shortened = lru_cache(maxsize=32)(without_meetings)
"""A table, made once for as long as it is asked for often."""


def is_free_day(state: Tournament, bye: Bye) -> bool:
    """Whether a bye is the free day that an odd table gives in its round."""
    number, seats = state.where.get(bye.id, 0), state.seats.get(bye.section, ())
    if bye.kind is not state.settings.free_day.kind or bye.player not in seats:
        return False
    rounds = schedule(state, bye.section).rounds
    if number in state.players[bye.player].byes or not 1 <= number <= len(rounds):
        return False
    row, seat = rounds[number - 1], seats.index(bye.player) + 1
    # A late entry may sit on the seat that was vacant then: the table for the players before has the same rows.
    return row.free == seat or (seat, len(seats)) in row.boards or (len(seats), seat) in row.boards


def rounds_of_table(state: Tournament, section: str) -> int | None:
    """How many rounds a section will play: those of its table, or as the settings say if those are fewer."""
    if section not in state.seats:
        return state.settings.rounds
    rounds = len(schedule(state, section).rounds)
    return min(rounds, state.settings.rounds or rounds)


def berger_numbers(state: Tournament, section: str) -> dict[PlayerId, int]:
    """The numbers in the table of a section; players without a seat come after all who have one."""
    seated = state.seats[section]
    others = [player.id for player in state.in_section(section) if player.id not in seated]
    return {id: number for number, id in enumerate((*seated, *others), start=1)}


def found_from_games(state: Tournament, settings: Settings) -> Seats:
    """The seats of every section whose games were not paired by a table, so that they are those of one.

    A seat has who takes part or was paired. Refuses two who met more often than there are cycles, games after the last
    round of a table, and the first round from which on no seats fit.
    """
    paired = {player for here in state.rounds for pairing in here.games.values() for player in pairing.players}
    seats = {}
    for section in state.sections:
        players = [each for each in state.in_section(section) if each.id in paired or not each.withdrawn]
        if len(players) >= FEWEST:
            seats[section] = _table_order(state, section, players, settings)
    if not seats:
        raise Refused("too-few-players", value=len(state.players), least=FEWEST)
    return seats


def _table_order(state: Tournament, section: str, players: list[Player], settings: Settings) -> tuple[PlayerId, ...]:
    rounds = [
        [(game.white, game.black) for game in here.boards if state.players[game.white].section == section]
        for here in state.rounds
    ]
    _met_at_most(state, rounds, settings.cycles)
    while rounds and not rounds[-1]:
        rounds.pop()  # the table of a smaller section ends before the others
    table = _table(settings, len(players))
    most = len(table.rounds)
    if len(rounds) > most:
        raise Refused("games-after-table", value=len(rounds), most=most, players=len(players))
    ids = [player.id for player in players]
    if (found := seating(table, ids, rounds)) is not None:
        return found
    first = next(number for number in range(1, len(rounds) + 1) if seating(table, ids, rounds[:number]) is None)
    raise Refused("games-of-no-table", value=first, players=len(players), section=section)


def _met_at_most(state: Tournament, rounds: list[list[tuple[PlayerId, PlayerId]]], cycles: int) -> None:
    met: dict[frozenset[PlayerId], list[int]] = {}
    for number, games in enumerate(rounds, start=1):
        for game in games:
            times = met.setdefault(frozenset(game), [])
            times.append(number)
            if len(times) > cycles:
                names = [state.players[id].name for id in game]
                raise Refused("met-too-often", value=number, names=names, rounds=times, cycles=cycles)


def table_sizes(state: Tournament) -> list[int]:
    """How many sit at each table; before the seats are drawn, how many of each section take part."""
    return [len(seats) for seats in state.seats.values()] or [
        sum(not player.withdrawn for player in state.in_section(section)) for section in state.sections
    ]


def is_over(state: Tournament, section: str, round: int) -> bool:
    """Whether the table of `section` was played to its end before `round`."""
    return bool(state.seats.get(section)) and round > len(schedule(state, section).rounds)


def reseated(state: Tournament, leaving: Iterable[Player], coming: Iterable[Player]) -> Seating | None:
    """The change of seats when players who never played leave and others come; None where no seat changes.

    Refuses to empty a seat that the table counts on, and to seat a player where no seat is vacant.
    """
    if not state.seats:
        return None
    seats = dict(state.seats)
    for player in leaving:
        here = seats.get(player.section, ())
        if player.id in here:
            if len(here) % 2 or here[-1] != player.id:
                raise Refused("player-has-games", value=player.id, name=player.name, round=1)
            seats[player.section] = here[:-1]
    for player in coming:
        here = seats.get(player.section, ())
        if player.id in here:
            continue
        if len(here) % 2 == 0 or is_over(state, player.section, len(state.rounds) + 1):
            raise Refused("round-robin-started", value=player.name, section=player.section)
        seats[player.section] = (*here, player.id)
    return Seating(state.seats, seats) if seats != state.seats else None
