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


class SetsShape(TypedDict):
    home: int | None
    away: int | None


class PairingShape(TypedDict):
    id: str
    round: int
    board: int
    white_player_id: str
    black_player_id: str | None
    result: str | None
    is_bye: bool
    bye_type: Literal["bye", "unpaired", "half", "zero", "free"] | None
    section: str | None
    home: NotRequired[list[str]]
    away: NotRequired[list[str]]
    sets: NotRequired[SetsShape]


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
    date_of_birth: str | None
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


class FreeGameShape(TypedDict):
    id: str
    player_id: str
    had: int
    rank: int


class PassedOverShape(TypedDict):
    player_id: str
    instead: list[str]
    through: int


class RoundShape(TypedDict):
    """A round. `paired_at` is when it was paired, in a knockout when the first of its matches had its players; it is
    null where nobody noted it, in events from older databases and in brackets built before it was kept."""

    round: int
    status: Literal["draft", "published", "playing", "closed"]
    pending: int
    pairings: list[PairingShape]
    unpaired: list[str]
    engine: str
    edition: str | None
    seed: str | None
    paired_at: str | None
    free: NotRequired[list[str]]
    free_games: NotRequired[list[FreeGameShape]]
    passed_over: NotRequired[list[PassedOverShape]]
    rounds_left: NotRequired[int]
    editing: bool


class RoundAnswer(RoundShape):
    version: int


class WarningShape(TypedDict):
    kind: str
    players: list[str]
    detail: str


class ComparisonShape(TypedDict):
    same: bool
    engine: list[str]
    here: list[str]
    note: str | None


class EditAnswer(RoundShape):
    version: int
    warnings: list[WarningShape]
    comparison: ComparisonShape | None


class PassedShape(TypedDict):
    player_id: str
    criterion: str
    reason: str
    met_in: int | None


class PartShape(TypedDict):
    title: str
    sentences: list[str]


class WhyAnswer(TypedDict):
    version: int
    id: str
    round: int
    board: int
    who: str
    engine: str
    edition: str | None
    prescribed: bool | None
    score: str | None
    binding: list[str]
    rejected: list[PassedShape]
    parts: list[PartShape]


class ReportImported(TournamentAnswer):
    filled_in: list[str]
    left_out: list[str]


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
    tiebreaks: dict[str, float | None]
    decided_by: str | None


class StandingsAnswer(TypedDict):
    standings: list[StandingShape]
    refused: list[Problem]
    version: int


class ContributionShape(TypedDict):
    round: int
    opponent: str | None
    colour: Literal["w", "b"] | None
    outcome: str
    points: str
    category: str | None
    score: str | None
    adjusted: bool
    dummy: bool
    cappedBy: str | None
    contribution: str | None
    cutBy: str | None
    remark: str


class ExplanationShape(TypedDict):
    code: str
    name: str
    article: str | None
    edition: int
    value: str | None
    facts: dict[str, Any]
    rounds: list[ContributionShape]


class TieBreaksAnswer(TypedDict):
    player_id: str
    name: str
    tiebreaks: list[ExplanationShape]
    refused: list[Problem]
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


class TieBreakGameShape(TypedDict):
    """A tie-break game of a knockout, as its player sees it."""

    pairing_id: str
    index: int
    kind: str
    status: Literal["PENDING", "RUNNING", "FINISHED", "CANCELED"]
    colour: Literal["white", "black"]
    result: str | None
    outcome: str
    decided: str | None


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
    partner_id: NotRequired[str]
    partner: NotRequired[str]
    opponent_ids: NotRequired[list[str]]
    opponents: NotRequired[list[str]]
    partner_points: NotRequired[int]
    opponents_points: NotRequired[list[int]]
    buchholz: NotRequired[int | None]
    decided: NotRequired[str | None]
    third_place: NotRequired[bool]
    tie_breaks: NotRequired[list[TieBreakGameShape]]


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
    matches: NotRequired[list[MatchShape]]


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


class PrizeShape(TypedDict):
    id: str
    category_id: str
    place: int
    cash: float
    trophy: bool
    medal: bool
    active: bool
    main_category: bool


class CategoryShape(TypedDict):
    id: str
    name: str
    brochure_order: int
    active: bool
    min_age: int | None
    max_age: int | None
    gender: str | None
    min_rating: int | None
    max_rating: int | None
    allow_unrated: bool
    disability: str | None
    city: str | None
    state: str | None
    club: str | None
    section: str | None
    prizes: list[PrizeShape]


class AwardShape(TypedDict):
    prize_id: str
    player_id: str


class ConflictShape(TypedDict):
    prize_id: str
    player_id: str
    reason: str
    conflicted_with: list[str]


class UnfilledShape(TypedDict):
    prize_id: str
    reason: Literal["no_eligible_players", "all_won"]


class AllocationFigures(TypedDict):
    allocatedCount: int
    conflictCount: int
    unfilledCount: int
    manualOverrideCount: int
    timestamp: str


class AllocationShape(TypedDict):
    winners: list[AwardShape]
    conflicts: list[ConflictShape]
    unfilled: list[UnfilledShape]
    unfilled_prizes: list[str]
    metadata: AllocationFigures
    log: list[str]
    shares: NotRequired[list[Any]]
    certificate: NotRequired[Any]


class AllocationAnswer(AllocationShape):
    version: int


class PrizesAnswer(TypedDict):
    categories: list[CategoryShape]
    published: bool
    allocation: AllocationShape | None
    version: int


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
