"""The places that players share, and the order that lots or the director gave them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from podium.app.queries import standings
from podium.app.standings.standings import StandingRow
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.flow.commands import OrderTie
from podium.flow.event.options import TIEBREAKS
from podium.flow.formats.registry import format_of
from podium.flow.rounds.kept_values import TieOrder
from podium.flow.standings.ties import check_end, order_of
from podium.flow.state import Tournament
from podium.tiebreaks.catalogue import TYPED


@dataclass(frozen=True, slots=True)
class SharedPlace:
    """Players whom the tie-breaks leave level, from `rank` on; in their `order`, where they were given one."""

    section: str
    rank: int
    rows: tuple[StandingRow, ...]
    order: TieOrder | None

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The players, in their order."""
        return tuple(row.player.id for row in self.rows)

    @property
    def last(self) -> int:
        """The last of the ranks that they have between them."""
        return self.rank + len(self.rows) - 1


def shared_places(state: Tournament) -> tuple[SharedPlace, ...]:
    """Every place that players share by the tie-breaks alone, section by section, and stage by stage."""
    if state.stages:
        return tuple(each for part in state.parts for each in shared_places(part))
    if TIEBREAKS not in format_of(state).options or not state.rounds:
        return ()
    found = []
    for (section, rank), level in groupby(
        standings(replace(state, tie_orders=())), key=lambda row: (row.section, row.rank)
    ):
        rows = {row.player.id: row for row in level if not (row.annulled or row.entered)}
        if len(rows) > 1:
            order = order_of(state, len(state.rounds), rows)
            ids = order.players if order is not None else tuple(rows)
            found.append(SharedPlace(section, rank, tuple(rows[id] for id in ids), order))
    return tuple(found)


def reason_to_wait(state: Tournament) -> Refused | None:
    """Why no tie can be decided yet; None once all rounds are played."""
    try:
        check_end(state)
    except Refused as refusal:
        return refusal
    return None


def check_tie(state: Tournament, command: OrderTie) -> None:
    """Nothing, if the players share a place; raises Refused otherwise. What holds nowhere can be taken away."""
    if command.by is None or any(set(each.players) == set(command.players) for each in shared_places(state)):
        return
    names = [state.players[id].name for id in command.players]
    raise Refused("players-not-tied", value=len(names), players=names)


class TiedPlayer(Struct):
    player_id: str
    name: str


class TieRow(Struct):
    """Players whom the tie-breaks leave level on the ranks from `rank` to `last`, in their order.

    `ordered_by` is what gave them that: `lot`, with the `seed` it was drawn from, or `hand`; null: they share a place.
    """

    section: str | None
    rank: int
    last: int
    ordered_by: Literal["lot", "hand"] | None
    players: list[TiedPlayer]
    seed: str | UnsetType = UNSET


class TiesAnswer(Struct):
    version: int
    ties: list[TieRow]


class TypedValueRow(Struct):
    player_id: str
    name: str
    section: str | None
    value: float | None


class TypedValuesAnswer(Struct):
    """The values of the tie-break `code` that were computed elsewhere, of everybody by the order of entry."""

    version: int
    code: str
    values: list[TypedValueRow]


def ties_answer(state: Tournament, version: int) -> TiesAnswer:
    return TiesAnswer(version, [_tie(each) for each in shared_places(state)])


def _tie(place: SharedPlace) -> TieRow:
    return TieRow(
        section=place.section or None,
        rank=place.rank,
        last=place.last,
        ordered_by=place.order.by.value if place.order else None,
        players=[TiedPlayer(row.player.id, row.player.name) for row in place.rows],
        seed=place.order.seed if place.order and place.order.seed is not None else UNSET,
    )


def typed_values_answer(state: Tournament, version: int) -> TypedValuesAnswer:
    rows = [
        TypedValueRow(
            player.id,
            player.name,
            player.section or None,
            None if player.typed_tiebreak is None else float(player.typed_tiebreak),
        )
        for player in sorted(state.players.values(), key=lambda each: each.number)
    ]
    return TypedValuesAnswer(version, TYPED, rows)
