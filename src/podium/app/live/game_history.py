"""What happened to the live games of a tournament beside their moves: one line per commit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec import Struct

from podium.app.history.history import author
from podium.app.live.commit_words import game_summary
from podium.app.ports import Commit, GameCommit
from podium.app.words.language import _
from podium.core.ids import PairingId
from podium.flow.state import Tournament


@dataclass(frozen=True, slots=True)
class GameHistoryLine:
    """One commit of a game: which game it was, and what happened."""

    game: PairingId
    round: int | None
    board: int | None
    title: str
    summary: str
    commit: Commit

    @property
    def who(self) -> str:
        """Who did it, in words."""
        return author(self.commit.actor)


def game_history(state: Tournament, commits: Iterable[GameCommit]) -> list[GameHistoryLine]:
    """The lines of these commits, in their order; a game whose pairing is no more has no board."""
    return [_line(state, each) for each in commits]


def _line(state: Tournament, each: GameCommit) -> GameHistoryLine:
    number = state.where.get(each.game)
    pairing = state.pairing(each.game) if number is not None else None
    title = _("A game whose pairing was taken back")
    if pairing is not None:
        title = _("Round %(round)s, board %(board)s", round=number, board=pairing.board)
    return GameHistoryLine(
        each.game, number, pairing.board if pairing else None, title, game_summary(each.events), each.commit
    )


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
