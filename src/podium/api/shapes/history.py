"""What happened, and how the event stood."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from podium.api.shapes.bracket import MatchShape
from podium.api.shapes.players import PlayerShape
from podium.api.shapes.rounds import RoundShape
from podium.api.shapes.standings import StandingShape
from podium.api.shapes.tournaments import TournamentShape


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
