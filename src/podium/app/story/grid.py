"""The crosstable as it is coloured: what everybody had of each round, or of each other."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from podium.app.players.card import Colour
from podium.app.rounds.result_words import mark, outcome
from podium.app.standings.standings import StandingRow
from podium.app.standings.tally import is_counted, pairings_of, source, uncounted
from podium.core.ids import PlayerId
from podium.core.result import ByeType, Source, Worth
from podium.flow.state import Bye, Game, Match, Pairing, Round, Tournament

Kind = Literal["win", "draw", "loss", "unplayed", "open"]
_KINDS: Mapping[Source, Kind] = {Worth.WIN: "win", Worth.DRAW: "draw", Worth.LOSS: "loss"}


@dataclass(frozen=True, slots=True)
class Mark:
    """One game, match or bye of a player: its outcome as a sign and in words, against whom, with which colour.

    `others` are the places of the opponents in the table, `partner` that of the partner.
    """

    kind: Kind
    sign: str
    outcome: str
    others: tuple[int, ...] = ()
    partner: int | None = None
    colour: Colour | None = None


Cell = tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class GridRow:
    """One player with the place in the table, and a cell for each column."""

    place: int
    standing: StandingRow
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """The table. In a `square` the columns are the places of players, else the numbers of rounds."""

    square: bool
    columns: tuple[int, ...]
    rows: tuple[GridRow, ...]


def has_seats(state: Tournament, ranked: Sequence[StandingRow]) -> bool:
    """Whether these players had seats at a table, where each meets each: their table is a square."""
    return any(state.seats.get(row.section) for row in ranked)


def grid(
    state: Tournament,
    rounds: Sequence[Round],
    ranked: Sequence[StandingRow],
    chosen: Collection[PlayerId],
    *,
    square: bool,
) -> Grid:
    """The table of those `chosen` among all who are `ranked` in a section."""
    places = {row.player.id: place for place, row in enumerate(ranked, start=1)}
    rows = [(place, row) for place, row in enumerate(ranked, start=1) if row.player.id in chosen]
    if square:
        columns = tuple(place for place, _row in rows)
        met = _met(state, rounds, places)
        return Grid(
            True,
            columns,
            tuple(
                GridRow(place, row, tuple(met.get((row.player.id, other), ()) for other in columns))
                for place, row in rows
            ),
        )
    found, left_out = [pairings_of(here) for here in rounds], uncounted(state)
    return Grid(
        False,
        tuple(here.number for here in rounds),
        tuple(
            GridRow(place, row, tuple(_had(here, left_out, row.player.id, places) for here in found))
            for place, row in rows
        ),
    )


def _met(
    state: Tournament, rounds: Sequence[Round], places: Mapping[PlayerId, int]
) -> Mapping[tuple[PlayerId, int], Cell]:
    """What each player has against the one at each place, the first cycle first."""
    found: dict[tuple[PlayerId, int], Cell] = {}
    left_out = uncounted(state)
    for here in map(pairings_of, rounds):
        for player in here:
            for one in _had(here, left_out, player, places):
                for place in one.others:
                    found[player, place] = (*found.get((player, place), ()), one)
    return found


def _had(
    here: Mapping[PlayerId, tuple[Pairing, ...]],
    left_out: frozenset[PlayerId],
    player: PlayerId,
    places: Mapping[PlayerId, int],
) -> Cell:
    counted = (each for each in here.get(player, ()) if is_counted(each, left_out))
    return tuple(_mark(pairing, player, places) for pairing in counted)


def _mark(pairing: Pairing, player: PlayerId, places: Mapping[PlayerId, int]) -> Mark:
    came = source(pairing, player)
    kind: Kind = "open" if came is None else _KINDS.get(came, "unplayed")
    sign, said = ("", "") if came is None else (_sign(came), outcome(came))
    match pairing:
        case Bye():
            return Mark(kind, sign, said)
        case Match():
            against = _places(pairing.opponents(player), places)
            return Mark(kind, sign, said, against, places.get(pairing.partner(player)))
        case Game():
            colour: Colour = "white" if pairing.white == player else "black"
            return Mark(kind, sign, said, _places((pairing.opponent(player),), places), colour=colour)


def _sign(came: Source) -> str:
    return "–" if isinstance(came, ByeType) else mark(came)


def _places(players: Sequence[PlayerId], places: Mapping[PlayerId, int]) -> tuple[int, ...]:
    return tuple(places[each] for each in players if each in places)
