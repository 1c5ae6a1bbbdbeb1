"""A tournament with its settings, and the list of tournaments."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class DrawConfigShape(TypedDict):
    minMove: NotRequired[int]
    maxOffers: NotRequired[int]


class KnockoutSettings(TypedDict):
    """What a knockout has beside the other settings."""

    drawRuleMode: NotRequired[str]
    drawConfig: NotRequired[DrawConfigShape | None]
    requiresDecisiveResult: NotRequired[bool]
    tieBreakPolicy: NotRequired[str]
    timeControl: NotRequired[str]
    tieBreakTimeControl: NotRequired[str | None]
    seeding: NotRequired[str]
    thirdPlaceMatch: NotRequired[bool]


class TournamentShape(KnockoutSettings):
    id: str
    name: str
    format: str
    rounds: int | None
    place: str | None
    start: str | None
    start_date: str | None
    end: str | None
    sections: list[str]
    scoring: str | dict[str, float]
    tiebreaks: list[str]
    cycles: int
    edition: int
    unrated: int | None
    initial_colour: Literal["white", "black", "drawn"]
    lot: str | None
    acceleration: Literal["none", "baku"]
    numbering: Literal["rating", "list"]
    forbidden: list[list[str]]
    apart: list[str]
    status: Literal["draft", "published", "archived"]
    players: int
    rounds_paired: int
    freeGames: NotRequired[str]
    setting: NotRequired[str]
    setsToWin: NotRequired[int]
    avoidOpponents: NotRequired[bool]
    setDifference: NotRequired[bool]
    guaranteed: NotRequired[int | None]
    possible: NotRequired[int | None]


class TournamentAnswer(TournamentShape):
    version: int


class TournamentView(TournamentAnswer):
    role: str


class ReportImported(TournamentAnswer):
    filled_in: list[str]
    left_out: list[str]


class ListedTournament(TypedDict):
    id: str
    name: str
    format: str
    place: str | None
    start: str | None
    end: str | None
    rounds: int | None
    rounds_paired: int
    players: int
    status: Literal["draft", "published", "archived"]
    role: str
    created_at: str


class TournamentsAnswer(TypedDict):
    tournaments: list[ListedTournament]
