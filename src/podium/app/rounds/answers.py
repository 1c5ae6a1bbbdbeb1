"""Rounds, their pairings, byes, and what speaks against a round that is edited by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, TypeVar

from msgspec import UNSET, Struct, UnsetType

from podium.app.event.progress import round_status
from podium.app.formats.doubles import score
from podium.app.live.start_positions import start_position_of
from podium.app.queries import contrast, warnings
from podium.app.rounds.hand_pairing import Warning
from podium.app.rounds.result_words import bye_message
from podium.app.rounds.round_words import left_out_sentence
from podium.app.rounds.statement_words import player_name
from podium.app.standings.tally import points
from podium.app.versions import Page, versioned
from podium.core.result import ByeType
from podium.flow.formats.played_stages import stage_of_round
from podium.flow.players.unpaired import byes_on_offer, dropped_out, left_out
from podium.flow.rounds.reporting import taken_back_until
from podium.flow.rounds.statements import Report, written_score
from podium.flow.state import Bye, Match, Pairing, Round, Tournament


class SetsRow(Struct):
    home: int | None
    away: int | None


class StatementRow(Struct):
    """What a player says the result was."""

    player_id: str
    name: str
    result: str
    at: str


class ReportRow(Struct):
    """What the players said of the result of their game, the earlier statement first.

    `reported`: one side spoke; `confirmed`: both said the same; `disputed`: they differ; `decided`: somebody who runs
    the event entered a result, at `decidedAt`. `takeBackUntil` is until when the last statement can be taken back.
    """

    status: Literal["reported", "confirmed", "disputed", "decided"]
    statements: list[StatementRow]
    takeBackUntil: str | None  # noqa: N815  # spelt as other JSON fields of an event
    decidedAt: str | None  # noqa: N815  # the same


class PairingRow(Struct):
    """A game, a match or a bye; a bye has its player as White, and a type only if one was recorded.

    A match of doubles has `home`, `away` and `sets`; White and Black are the first players of its teams. A game
    that was played and is not rated says so: `rated` is false. `report` is there where players spoke of the result,
    `rating_result` where the game is rated by another result than the one that counts, `table` in an event with a
    number of tables: null while the match waits for one, `stage` in one of stages.
    """

    id: str
    round: int
    board: int
    white_player_id: str
    black_player_id: str | None
    result: str | None
    is_bye: bool
    bye_type: Literal["bye", "unpaired", "half", "zero", "absent", "club-duty", "excused", "free"] | None
    section: str | None
    home: list[str] | UnsetType = UNSET
    away: list[str] | UnsetType = UNSET
    sets: SetsRow | UnsetType = UNSET
    rated: Literal[False] | UnsetType = UNSET
    report: ReportRow | UnsetType = UNSET
    rating_result: str | UnsetType = UNSET
    table: int | UnsetType | None = UNSET
    stage: int | UnsetType = UNSET


class PairingAnswer(PairingRow, kw_only=True):
    version: int


class WarningRow(Struct):
    kind: str
    players: list[str]
    detail: str


class EditedPairingAnswer(PairingAnswer, kw_only=True):
    """A pairing changed by hand, whether its round is now being edited, and all that speaks against the round; of a bye
    these are there in a session alone."""

    editing: bool | UnsetType = UNSET
    warnings: list[WarningRow] | UnsetType = UNSET


class RemovedPairingAnswer(Struct):
    """The version; and in a session of pairing by hand all that speaks against the round that lacks a pairing now."""

    version: int
    editing: bool | UnsetType = UNSET
    warnings: list[WarningRow] | UnsetType = UNSET


AnyPairing = TypeVar("AnyPairing", bound=PairingRow)


class FreeGameRow(Struct):
    id: str
    player_id: str
    had: int
    rank: int


class PassedOverRow(Struct):
    player_id: str
    instead: list[str]
    through: int


class WithoutRecordRow(Struct):
    """A player who has neither game nor bye in the round, and what can be given: `byeTypes`, by `POST .../byes`."""

    player_id: str
    name: str
    section: str | None
    withdrawn: bool
    byeTypes: list[str]  # noqa: N815  # the contract's spelling


class StartPositionRow(Struct):
    """A start position of Chess960: its number from 0 to 959, White's pieces from a1 to h1, and the whole as FEN.

    `seed` is what it was drawn from; null where people drew it.
    """

    number: int
    pieces: str
    fen: str
    seed: str | None


class RoundRow(Struct):
    """A round: its pairings by board, who was left out, how far it is, and how it was paired.

    `pending` games have no result; `adjourned` ones count as draws until they have another. `unpaired` are those who
    take part and have neither game nor bye; `without_record` tells of them by name, and after
    them of those who have withdrawn.

    `paired_at` is when it was paired, in a knockout when the first of its matches had its players; it is null where
    nobody noted it, in events from older databases and in brackets built before it was kept. `startsAt` is when its
    live games start; null: when their players are there. The pairings of doubles are its matches; free games stand
    beside them, so every pairing there has teams and sets. `start_position` is there in Chess960.
    """

    round: int
    status: Literal["draft", "published", "playing", "closed"]
    pending: int
    adjourned: int
    pairings: list[PairingRow]
    unpaired: list[str]
    without_record: list[WithoutRecordRow]
    engine: str
    edition: str | None
    seed: str | None
    paired_at: str | None
    startsAt: str | None  # noqa: N815  # the contract's spelling
    editing: bool
    free: list[str] | UnsetType = UNSET
    free_games: list[FreeGameRow] | UnsetType = UNSET
    passed_over: list[PassedOverRow] | UnsetType = UNSET
    rounds_left: int | UnsetType = UNSET
    start_position: StartPositionRow | UnsetType = UNSET


class RoundAnswer(RoundRow, kw_only=True):
    """A round; one that was just written by hand comes with all that speaks against it."""

    version: int
    warnings: list[WarningRow] | UnsetType = UNSET


class ClosedRoundAnswer(RoundAnswer, kw_only=True):
    """A round that was closed; `message` says whom it left without a record, null where nobody is."""

    message: str | None


class RoundsAnswer(Page):
    rounds: list[RoundRow]
    version: int


class ComparisonRow(Struct):
    """The round beside the engine's: what it would have that is not there, and the other way round."""

    __qualname__ = "rounds_ComparisonRow"

    same: bool
    engine: list[str]
    here: list[str]
    note: str | None


class EditAnswer(RoundRow, kw_only=True):
    """A round that is being edited, or was; `comparison` is null where no engine pairs the format."""

    warnings: list[WarningRow]
    comparison: ComparisonRow | None
    version: int


class ResultRow(Struct):
    player_id: str
    round: int
    points: float
    result: str | None


class ByeAnswer(Struct):
    points: float
    byeType: Literal["bye", "unpaired"]  # noqa: N815  # the contract's spelling
    message: str
    result: ResultRow
    version: int


def pairing_row(state: Tournament, pairing: Pairing) -> PairingRow:
    return _pairing(PairingRow, state, pairing)


def pairing_answer(state: Tournament, pairing: Pairing, version: int) -> PairingAnswer:
    return _pairing(PairingAnswer, state, pairing, version=version)


def _pairing(kind: type[AnyPairing], state: Tournament, pairing: Pairing, **more: Any) -> AnyPairing:
    """The row of a pairing, or an answer that adds `more` to it."""
    black, bye_type = None, None
    if pairing.is_bye:
        white, result = pairing.player, _bye_result(pairing)
        bye_type = None if pairing.kind is ByeType.UNSPECIFIED else pairing.kind.value
    elif pairing.is_match:
        white, black, result = pairing.home[0], pairing.away[0], _won(pairing)
    else:
        white, black = pairing.white, pairing.black
        result = pairing.result.score.value if pairing.result else None
    row = kind(
        id=pairing.id,
        round=state.where[pairing.id],
        board=pairing.board,
        white_player_id=white,
        black_player_id=black,
        result=result,
        is_bye=pairing.is_bye,
        bye_type=bye_type,
        section=pairing.section or None,
        **more,
    )
    if pairing.is_match:
        row.home, row.away = list(pairing.home), list(pairing.away)
        row.sets = SetsRow(pairing.sets.home, pairing.sets.away)
    elif pairing.result is not None and pairing.result is not pairing.result.score:
        row.rated = False
    if (report := state.reports.get(pairing.id)) is not None:
        row.report = _report(state, report)
    if (rated_by := state.rating_results.get(pairing.id)) is not None:
        row.rating_result = rated_by.value
    if state.settings.tables is not None:
        row.table = state.tables.get(pairing.id)
    if state.stages:
        row.stage = stage_of_round(state, row.round).begun.number
    return row


def _report(state: Tournament, report: Report) -> ReportRow:
    statements = [
        StatementRow(each.player, player_name(state, each.player), written_score(each.score), each.at)
        for each in report.statements
    ]
    until = None if report.decided else taken_back_until(report.statements[-1]).isoformat()
    return ReportRow(report.status.value, statements, until, report.decided)


def result_rows(state: Tournament, pairing: Pairing) -> list[ResultRow]:
    """What each player of a pairing scored; nothing while the game has no result."""
    if pairing.problem:
        return []
    if pairing.is_bye:
        result = _bye_result(pairing)
    else:
        result = _won(pairing) if pairing.is_match else pairing.result and pairing.result.value
    return [
        ResultRow(player, state.where[pairing.id], points(pairing, player, state.settings.scoring).number, result)
        for player in pairing.players
    ]


def bye_answer(state: Tournament, bye: Bye, version: int) -> ByeAnswer:
    """A bye whose kind has just been recorded."""
    scored = bye.points(state.settings.scoring)
    return ByeAnswer(
        points=scored.number,
        byeType=bye.kind.value,  # only these two are recorded
        message=bye_message(bye.kind, scored),
        result=result_rows(state, bye)[0],
        version=version,
    )


def started_round(state: Tournament, number: int) -> RoundRow:
    """A round that was started or held, which may be one of a bracket whose players are not known yet."""
    to_come = range(len(state.rounds) + 1, number + 1)
    coming = (Round(each, {}, automatic=True, starts_at=state.start_of(each)) for each in to_come)
    state = replace(state, rounds=(*state.rounds, *coming))
    return round_row(state, state.rounds[number - 1])


def round_row(state: Tournament, here: Round) -> RoundRow:
    drawn = here.draw is not None
    out, offered = left_out(state, here.number), [kind.value for kind in byes_on_offer(state, here)]
    row = RoundRow(
        round=here.number,
        status=round_status(here).value,
        pending=here.unsettled,
        adjourned=here.adjourned,
        pairings=[pairing_row(state, each) for each in (here.meetings if drawn else here.in_order)],
        unpaired=[player.id for player in out],
        without_record=[
            WithoutRecordRow(player.id, player.name, player.section or None, player.withdrawn, offered)
            for player in (*out, *dropped_out(state, here.number))
        ],
        engine=here.engine,
        edition=here.edition,
        seed=here.seed,
        paired_at=here.paired_at or None,
        startsAt=here.starts_at,
        editing=here.editing,
    )
    if here.draw is not None:
        byes = {each.player: each.id for each in here.byes}
        row.free = list(byes)
        row.free_games = [FreeGameRow(byes[each.player], each.player, each.had, each.rank) for each in here.draw.free]
        row.passed_over = [
            PassedOverRow(each.player, list(each.instead), each.through) for each in here.draw.passed_over
        ]
        row.rounds_left = here.draw.rounds_left
    if (start := start_position_of(state, here.number)) is not None:
        row.start_position = StartPositionRow(start.number, start.pieces, start.fen, start.seed)
    return row


def warning_rows(state: Tournament, here: Round) -> list[WarningRow]:
    """All that speaks against a round."""
    return [warning_row(one) for one in warnings(state, here)]


def warning_row(warning: Warning) -> WarningRow:
    return WarningRow(warning.kind, list(warning.players), warning.said)


def edited_pairing(state: Tournament, pairing: Pairing, version: int) -> EditedPairingAnswer:
    """A pairing that was just changed by hand."""
    here = state.rounds[state.where[pairing.id] - 1]
    if pairing.is_bye and not here.editing:
        return _pairing(EditedPairingAnswer, state, pairing, version=version)
    checked = warning_rows(state, here)
    return _pairing(EditedPairingAnswer, state, pairing, version=version, editing=here.editing, warnings=checked)


def closed_round_answer(state: Tournament, here: Round, version: int) -> ClosedRoundAnswer:
    """A round that has just been closed, and whom it left without a record."""
    message = left_out_sentence(state, here.number)
    return versioned(ClosedRoundAnswer, round_row(state, here), version, message=message)


def edit_answer(state: Tournament, here: Round, version: int) -> EditAnswer:
    """A round, what speaks against it, and how it differs from the engine's."""
    found = contrast(state, here)
    return versioned(
        EditAnswer,
        round_row(state, here),
        version,
        warnings=warning_rows(state, here),
        comparison=found and ComparisonRow(found.same, list(found.engine), list(found.here), found.note),
    )


def _won(match: Match) -> str | None:
    """The sets of a match that one team has won, as `3:1`."""
    return score(match) if match.played else None


def _bye_result(bye: Bye) -> str | None:
    return None if bye.kind is ByeType.UNSPECIFIED else bye.kind.row
