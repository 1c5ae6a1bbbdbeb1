"""What a PGN file brings to the boards of an event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from podium.app.pgn.importing import ImportedGame
from podium.app.pgn.matching import MatchedGame
from podium.app.words.errors import sentence
from podium.app.words.language import _


class PgnProblemRow(Struct):
    """Why a game was not taken; of one that cannot be read, the line and the move where that is."""

    code: str
    detail: str
    line: int | None
    move: str | None


class PgnGameRow(Struct):
    """A game of the file, counted from 1, and the board it belongs to, as `round.board`.

    `matchedBy` is by what, `plies` the half-moves, `records` whether they are written, `records_result` the result that
    a board without one gets. `remarks` are what is worth a look.
    """

    game: int
    line: int
    white: str
    black: str
    round: str
    result: str
    board: str | None
    pairing_id: str | None
    matchedBy: Literal["round", "fide-id", "name"] | None  # noqa: N815  # as the contract spells names
    plies: int
    records: bool
    records_result: str | None
    remarks: list[str]
    problem: PgnProblemRow | None


class PgnAnswer(Struct):
    """What a file brings, or with `preview` would bring: its games, and how many of each kind."""

    preview: bool
    games: list[PgnGameRow]
    matched: int
    records: int
    results: int
    problems: int
    version: int


def preview_answer(games: Iterable[MatchedGame], version: int) -> PgnAnswer:
    """What a file would bring."""
    return _answer([game_row(each) for each in games], version, preview=True)


def imported_answer(games: Iterable[ImportedGame], version: int) -> PgnAnswer:
    """What a file brought."""
    return _answer([_imported_row(each) for each in games], version, preview=False)


def _answer(rows: list[PgnGameRow], version: int, *, preview: bool) -> PgnAnswer:
    return PgnAnswer(
        preview=preview,
        games=rows,
        matched=sum(row.board is not None for row in rows),
        records=sum(row.records for row in rows),
        results=sum(row.records_result is not None for row in rows),
        problems=sum(row.problem is not None for row in rows),
        version=version,
    )


def game_row(game: MatchedGame) -> PgnGameRow:
    source, result = game.source, game.result.result if game.result else None
    return PgnGameRow(
        game=game.number,
        line=source.line,
        white=source.tag("White"),
        black=source.tag("Black"),
        round=source.tag("Round"),
        result=source.result,
        board=game.board.tag if game.board else None,
        pairing_id=game.board.game.id if game.board else None,
        matchedBy=game.basis.value if game.basis else None,
        plies=len(source.moves),
        records=game.record is not None,
        records_result=result.value if result else None,
        remarks=[sentence(each) for each in game.remarks],
        problem=_problem(game),
    )


def _imported_row(imported: ImportedGame) -> PgnGameRow:
    row = game_row(imported.game)
    row.records = imported.recorded
    if not imported.counted:
        row.records_result = None
    if imported.refusal is not None:
        row.problem = PgnProblemRow(imported.refusal.code, sentence(imported.refusal), None, None)
    return row


def _problem(game: MatchedGame) -> PgnProblemRow | None:
    if game.problem is None:
        return None
    detail, stop, found = sentence(game.problem), game.stop, game.source.problem
    if stop is None or found is None:
        return PgnProblemRow(game.problem.code, detail, None, None)
    said = _("Move %(move)s (line %(line)s): %(problem)s", move=stop, line=found.line, problem=detail)
    return PgnProblemRow(game.problem.code, said, found.line, stop)
