"""The bracket of a knockout and its matches."""

from __future__ import annotations

from typing import Any, Literal, TypedDict


class MatchShape(TypedDict):
    id: str
    tournamentId: str
    roundNumber: int
    boardNumber: int
    whiteEntryId: str | None
    blackEntryId: str | None
    status: Literal["PENDING", "RUNNING", "FINISHED", "CANCELED"]
    result: Literal["WHITE_WIN", "BLACK_WIN", "DRAW", "BYE", "DOUBLE_FORFEIT"] | None
    resultReason: str | None
    parentMatchId: str | None
    isTieBreak: bool
    tieBreakIndex: int | None
    tieBreakType: str | None
    timeControlOverride: str | None
    finishedAt: str | None
    tieBreakMatches: list[str]


class MatchAnswer(MatchShape):
    version: int


class MatchesAnswer(TypedDict):
    matches: list[MatchShape]
    version: int


class BracketMatch(MatchShape):
    thirdPlace: bool
    slots: list[dict[str, Any]] | None
    tieBreaks: list[MatchShape]


class BracketRound(TypedDict):
    round: int
    name: str
    begun: bool
    matches: list[BracketMatch]


class BracketAnswer(TypedDict):
    status: Literal["PENDING", "RUNNING", "FINISHED"]
    rounds: list[BracketRound]
    champions: list[str]
    version: int
