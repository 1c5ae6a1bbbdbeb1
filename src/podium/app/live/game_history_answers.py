"""What happened to live games beside their moves."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from podium.app.live.game_history import GameHistoryLine


class GameCommitRow(Struct):
    """One act, flag, no-show or interruption; `version` is that of the game, `board` null where its pairing is gone."""

    game: str
    round: int | None
    board: int | None
    version: int
    type: str
    summary: str
    actor: str
    at: str
    reason: str | None


class GameHistoryAnswer(Struct):
    """What happened to the live games of a tournament beside moves and what players do, newest first."""

    version: int
    commits: list[GameCommitRow]


def game_history_answer(lines: Iterable[GameHistoryLine], version: int) -> GameHistoryAnswer:
    return GameHistoryAnswer(version, [_row(line) for line in lines])


def _row(line: GameHistoryLine) -> GameCommitRow:
    commit = line.commit
    return GameCommitRow(
        game=line.game,
        round=line.round,
        board=line.board,
        version=commit.version,
        type=commit.kind,
        summary=line.summary,
        actor=line.who,
        at=commit.at,
        reason=commit.reason,
    )
