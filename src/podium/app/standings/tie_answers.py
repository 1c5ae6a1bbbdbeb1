"""Places that players share, what decided them, and the values of a tie-break that were typed in."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from podium.app.standings.ties import SharedPlace, shared_places
from podium.flow.state import Tournament
from podium.tiebreaks.catalogue import TYPED


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
