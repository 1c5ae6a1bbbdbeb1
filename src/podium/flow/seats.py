"""Who sits where in a round robin: numbers drawn with the first round or found from games, and the vacant seat.

A table for an odd number of players is the table of the next even number with its last seat empty: whoever meets that
seat is free. A late entry can therefore take it at any time, and no game that was played or planned changes.
"""

from __future__ import annotations

from collections.abc import Iterable

from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.events import Seating
from podium.flow.state import Game, Seats, Tournament
from podium.roundrobin import berger, rounds_needed, seating

FEWEST = 2


def drawn(state: Tournament) -> Seats:
    """The seats of every section that has enough players for a table, in the order of the list; refuses none at all."""
    active = {
        section: tuple(player.id for player in state.in_section(section) if not player.withdrawn)
        for section in state.sections
    }
    seats = {section: here for section, here in active.items() if len(here) >= FEWEST}
    if not seats:
        raise Refused("too-few-players", value=max(map(len, active.values())), least=FEWEST)
    return seats


def berger_numbers(state: Tournament, section: str) -> dict[PlayerId, int]:
    """The numbers in the table of a section; whoever has no seat comes after all who have."""
    seated = state.seats[section]
    others = [player.id for player in state.in_section(section) if player.id not in seated]
    return {id: number for number, id in enumerate((*seated, *others), start=1)}


def found_from_games(state: Tournament, cycles: int) -> Seats:
    """The seats of every section whose games were not paired by a table, so that they are those of one.

    A seat has who takes part or was paired. Refuses two who met more often than there are cycles, games after the last
    round of a table, and the first round from which on no seats fit.
    """
    paired = {player for here in state.rounds for pairing in here.games.values() for player in pairing.players}
    seats = {}
    for section in state.sections:
        players = [each for each in state.in_section(section) if each.id in paired or not each.withdrawn]
        if len(players) >= FEWEST:
            seats[section] = _found(state, section, players, cycles)
    if not seats:
        raise Refused("too-few-players", value=len(state.players), least=FEWEST)
    return seats


def _found(state: Tournament, section: str, players: list[Player], cycles: int) -> tuple[PlayerId, ...]:
    rounds = [
        [
            (game.white, game.black)
            for game in here.in_order
            if isinstance(game, Game) and state.players[game.white].section == section
        ]
        for here in state.rounds
    ]
    _met_at_most(state, rounds, cycles)
    while rounds and not rounds[-1]:
        rounds.pop()  # the table of a smaller section ends before the others
    schedule = berger(len(players), cycles)
    most = len(schedule.rounds)
    if len(rounds) > most:
        raise Refused("games-after-table", value=len(rounds), most=most, players=len(players))
    ids = [player.id for player in players]
    if (found := seating(schedule, ids, rounds)) is not None:
        return found
    first = next(number for number in range(1, len(rounds) + 1) if seating(schedule, ids, rounds[:number]) is None)
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
    here = state.seats.get(section, ())
    return bool(here) and round > rounds_needed(len(here), state.settings.cycles)


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
