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
    cells: dict[tuple[PlayerId, int], Cell] = {}
    numbers = [here.number for here in rounds]
    for here in rounds:
        for player in chosen:
            counted = (each for each in pairings_of(here).get(player, ()) if is_counted(each, uncounted(state)))
            for one in (_mark(each, player, places) for each in counted):
                for column in one.others if square else (here.number,):
                    cells[player, column] = (*cells.get((player, column), ()), one)
    rows = [row for row in ranked if row.player.id in chosen]
    shown = {column for _player, column in cells}  # a round of pairs is none of their players
    columns = tuple(places[row.player.id] for row in rows) if square else tuple(n for n in numbers if n in shown)
    return Grid(
        square,
        columns,
        tuple(
            GridRow(places[row.player.id], row, tuple(cells.get((row.player.id, each), ()) for each in columns))
            for row in rows
        ),
    )


def _mark(pairing: Pairing, player: PlayerId, places: Mapping[PlayerId, int]) -> Mark:
    came = source(pairing, player)
    kind: Kind = "open" if came is None else _KINDS.get(came, "unplayed")
    sign, said = "", ""
    if came is not None:
        sign, said = "–" if isinstance(came, ByeType) else mark(came), outcome(came)
    match pairing:
        case Bye():
            return Mark(kind, sign, said)
        case Match():
            against = _places(pairing.opponents(player), places)
            return Mark(kind, sign, said, against, places.get(pairing.partner(player)))
        case Game():
            colour: Colour = "white" if pairing.white == player else "black"
            return Mark(kind, sign, said, _places((pairing.opponent(player),), places), colour=colour)


def _places(players: Sequence[PlayerId], places: Mapping[PlayerId, int]) -> tuple[int, ...]:
    return tuple(places[each] for each in players if each in places)
