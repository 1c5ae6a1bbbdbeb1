"""What a write would change."""

from __future__ import annotations

from msgspec import Struct

from podium.app.event.changes import Changes, PairingState, Place
from podium.app.prizes.answers import PrizeRow, prize_row
from podium.app.prizes.differences import PrizeState
from podium.app.problems import Problem
from podium.app.rounds.answers import PairingRow, pairing_row


class PairingChangeRow(Struct):
    """A pairing as it was and as it would be; null where there is none."""

    id: str
    before: PairingRow | None
    after: PairingRow | None


class PlaceRow(Struct):
    rank: int
    points: float


class StandingChangeRow(Struct):
    """Where a player stood and would stand; null for one who was not, or would not be, in the list."""

    player_id: str
    before: PlaceRow | None
    after: PlaceRow | None


class PrizeStateRow(Struct):
    prize: PrizeRow
    player_id: str | None


class PrizeChangeRow(Struct):
    """A prize as it was and as it would be; null where there is no such prize."""

    prize_id: str
    before: PrizeStateRow | None
    after: PrizeStateRow | None


class WhatIfAnswer(Struct):
    """What differs after the write, and the problem it would be answered with; nothing is written."""

    version: int
    refused: Problem | None
    pairings: list[PairingChangeRow]
    standings: list[StandingChangeRow]
    prizes: list[PrizeChangeRow]


def what_if_answer(changes: Changes, version: int, refused: Problem | None = None) -> WhatIfAnswer:
    return WhatIfAnswer(
        version=version,
        refused=refused,
        pairings=[PairingChangeRow(each.id, _pairing(each.before), _pairing(each.after)) for each in changes.pairings],
        standings=[
            StandingChangeRow(each.player, _place(each.before), _place(each.after)) for each in changes.standings
        ],
        prizes=[PrizeChangeRow(each.prize_id, _prize(each.before), _prize(each.after)) for each in changes.prizes],
    )


def _pairing(found: PairingState | None) -> PairingRow | None:
    return pairing_row(*found) if found else None


def _place(place: Place | None) -> PlaceRow | None:
    return PlaceRow(place.rank, place.points.number) if place else None


def _prize(state: PrizeState | None) -> PrizeStateRow | None:
    return PrizeStateRow(prize_row(state.prize), state.player) if state else None
