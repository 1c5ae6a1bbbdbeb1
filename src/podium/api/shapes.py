"""What clients get back, as the OpenAPI document describes it. Rows are made by `podium.app.views`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class Problem(TypedDict):
    type: str
    title: str
    status: int
    code: str
    detail: str
    value: Any


class PairingShape(TypedDict):
    id: str
    round: int
    board: int
    white_player_id: str
    black_player_id: str | None
    result: str | None
    is_bye: bool
    bye_type: Literal["bye", "unpaired", "half", "zero"] | None
    section: str | None


class PairingAnswer(PairingShape):
    version: int


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
    end: str | None
    sections: list[str]
    scoring: str | dict[str, float]
    tiebreaks: list[str]
    cycles: int
    status: Literal["draft", "published", "archived"]
    players: int
    rounds_paired: int


class TournamentAnswer(TournamentShape):
    version: int


class TournamentView(TournamentAnswer):
    role: str


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


class PlayerShape(TypedDict):
    id: str
    number: int
    name: str
    rating: int | None
    federation: str | None
    fide_id: str | None
    title: str | None
    gender: str | None
    birth: str | None
    club: str | None
    city: str | None
    state: str | None
    disability: str | None
    section: str | None
    withdrawn: bool
    byes: dict[str, str]


class PlayerAnswer(PlayerShape):
    version: int


class PlayersAnswer(TypedDict):
    players: list[PlayerShape]
    version: int


class RoundShape(TypedDict):
    round: int
    status: Literal["draft", "published", "playing", "closed"]
    pending: int
    pairings: list[PairingShape]
    unpaired: list[str]
    engine: str
    edition: str | None
    seed: str | None
    paired_at: str


class RoundAnswer(RoundShape):
    version: int


class RoundsAnswer(TypedDict):
    rounds: list[RoundShape]
    version: int


class StandingShape(TypedDict):
    rank: int
    player_id: str
    name: str
    section: str | None
    points: float
    details: str
    tiebreaks: dict[str, float]


class StandingsAnswer(TypedDict):
    standings: list[StandingShape]
    version: int


class CrossRowShape(TypedDict):
    number: int
    player_id: str
    name: str
    rank: int
    points: float
    cells: list[str]


class CrosstableShape(TypedDict):
    section: str | None
    kind: Literal["matrix", "rounds"]
    columns: list[str]
    rows: list[CrossRowShape]


class CrosstableAnswer(TypedDict):
    sections: list[CrosstableShape]
    version: int


class CardLineShape(TypedDict):
    round: int
    pairing_id: str | None
    board: int | None
    opponent_id: str | None
    opponent: str | None
    colour: Literal["white", "black"] | None
    result: str | None
    outcome: str
    points: float | None
    total: float


class CardAnswer(TypedDict):
    player_id: str
    name: str
    section: str | None
    rank: int
    points: float
    details: str
    rounds: list[CardLineShape]
    version: int


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


class ResultRow(TypedDict):
    player_id: str
    round: int
    points: float
    result: str | None


class ByeAnswer(TypedDict):
    points: float
    byeType: Literal["bye", "unpaired"]
    message: str
    result: ResultRow
    version: int


class VersionAnswer(TypedDict):
    version: int


class UndoAnswer(TypedDict):
    version: int
    commit: int | None
    dropped: list[int]


class CommitShape(TypedDict):
    version: int
    parent: int
    type: str
    summary: str
    actor: str
    at: str
    reason: str | None
    undoable: bool
    undone: bool
    dropped: bool


class HistoryAnswer(TypedDict):
    version: int
    commits: list[CommitShape]
    undo: int | None
    redo: bool


class StateAnswer(TypedDict):
    version: int
    tournament: TournamentShape
    players: list[PlayerShape]
    rounds: list[RoundShape]
    standings: list[StandingShape]


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


class WhatIfAnswer(TypedDict):
    version: int
    refused: Problem | None
    pairings: list[PairingChangeShape]
    standings: list[StandingChangeShape]
    prizes: list[Any]


class FindingShape(TypedDict):
    line: int
    column: int
    code: str
    detail: str
    value: str | None
    field: str | None


class PlannedRowShape(TypedDict):
    line: int
    action: Literal["add", "update", "skip", "problem"]
    player_id: str | None
    name: str | None
    reason: str | None
    changes: list[Any]


class ImportPlanShape(TypedDict):
    columns: dict[str, str]
    sheets: list[str]
    rows: list[PlannedRowShape]
    problems: list[FindingShape]
    warnings: list[FindingShape]
    add: int
    update: int
    skip: int
    problem: int


class ImportAnswer(ImportPlanShape):
    players: NotRequired[list[PlayerShape]]
    version: int


class SessionAnswer(TypedDict):
    name: str
    csrf: str


class TokenShape(TypedDict):
    id: int
    label: str
    created_at: str


class NewToken(TokenShape):
    token: str


class TokensAnswer(TypedDict):
    tokens: list[TokenShape]


class DoneAnswer(TypedDict):
    done: Literal[True]


class RolesAnswer(TypedDict):
    roles: dict[str, Literal["owner", "arbiter", "scorer"]]
    version: int


class LinkShape(TypedDict):
    id: int
    role: Literal["scorer", "player"]
    player_id: str | None
    created_at: str
    expires: str | None


class NewLink(LinkShape):
    url: str


class LinksAnswer(TypedDict):
    links: list[LinkShape]


class HealthAnswer(TypedDict):
    status: Literal["ok"]
