"""What a write would change."""

from __future__ import annotations

from typing import TypedDict

from podium.api.shapes.outcome import Problem
from podium.api.shapes.prizes import PrizeShape
from podium.api.shapes.rounds import PairingShape


class PairingChangeShape(TypedDict):
    id: str
    before: PairingShape | None
    after: PairingShape | None


class PlaceShape(TypedDict):
    rank: int
    points: float


class StandingChangeShape(TypedDict):
    player_id: str
    before: PlaceShape | None
    after: PlaceShape | None


class PrizeStateShape(TypedDict):
    prize: PrizeShape
    player_id: str | None


class PrizeChangeShape(TypedDict):
    prize_id: str
    before: PrizeStateShape | None
    after: PrizeStateShape | None


class WhatIfAnswer(TypedDict):
    version: int
    refused: Problem | None
    pairings: list[PairingChangeShape]
    standings: list[StandingChangeShape]
    prizes: list[PrizeChangeShape]
