"""Players whom the tie-breaks leave level: lots, an order by hand, and values that are computed elsewhere."""

from __future__ import annotations

from typing import Annotated

from podium.api.acts import act
from podium.api.bodies import Body
from podium.api.dependencies import Injected
from podium.api.documentation import read
from podium.app.desk import Seen
from podium.app.event.settings_schema import Whole, one_of
from podium.app.ports import Receipt
from podium.app.standings.ties import TiesAnswer, TypedValuesAnswer, ties_answer, typed_values_answer
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.flow.commands import Command, OrderTie, TypeTiebreaks
from podium.flow.state import TieOrderedBy

SHARED = "shared"
CHOICES = (*(each.value for each in TieOrderedBy), SHARED)


class TieBody(Body):
    """Players who share a place, and what becomes of it: `lot`, `hand` (in the order of the list) or `shared`."""

    players: list[str]
    by: Annotated[str, one_of(*CHOICES)]


class TypedValuesBody(Body):
    """Values by the ids of players, with at most four decimals; null takes one away, who is not named keeps theirs."""

    values: dict[str, Whole | float | str | None]


def _ties(receipt: Receipt) -> TiesAnswer:
    return ties_answer(receipt.state, receipt.version)


def _typed(receipt: Receipt) -> TypedValuesAnswer:
    return typed_values_answer(receipt.state, receipt.version)


@read("/tournaments/{id:str}/ties", summary="Places that players share, and what decided them")
def ties(seen: Injected[Seen]) -> TiesAnswer:
    return ties_answer(seen.state, seen.version)


@act(
    "PUT /tournaments/{id:str}/ties", "Order players who share a place by lots or by hand, or let them share it", _ties
)
def order_tie(data: TieBody) -> Command:
    if data.by not in CHOICES:
        raise Invalid("choice-unknown", field="by", value=data.by, allowed=CHOICES)
    by = None if data.by == SHARED else TieOrderedBy(data.by)
    return OrderTie(tuple(map(PlayerId, data.players)), by)


@read("/tournaments/{id:str}/typed-tiebreaks", summary="The values of a tie-break that were computed elsewhere")
def typed_values(seen: Injected[Seen]) -> TypedValuesAnswer:
    return typed_values_answer(seen.state, seen.version)


@act(
    "PUT /tournaments/{id:str}/typed-tiebreaks",
    "Type in the values of a tie-break that were computed elsewhere",
    _typed,
)
def type_values(data: TypedValuesBody) -> Command:
    return TypeTiebreaks({PlayerId(id): value for id, value in data.values.items()})


HANDLERS = (ties, order_tie, typed_values, type_values)
