"""What happened, and how the event stood."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from podium.app.event.answers import TournamentRow, tournament_row
from podium.app.formats.knockout.answers import MatchRow, match_rows
from podium.app.formats.knockout.matches import Playing
from podium.app.formats.registry import views_of
from podium.app.history.history import History, HistoryLine
from podium.app.players.answers import PlayerRow, player_rows
from podium.app.ports import Receipt
from podium.app.queries import standings
from podium.app.rounds.answers import RoundRow, round_row
from podium.app.standings.answers import StandingRow, standing_row
from podium.app.versions import Page, copied
from podium.flow.events import CommitReverted
from podium.flow.state import Tournament


class CommitRow(Struct):
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


class HistoryAnswer(Page):
    """All commits, newest first; `undo` is the one that undo takes back, `redo` whether something can come back."""

    version: int
    commits: list[CommitRow]
    undo: int | None
    redo: bool


class StateAnswer(Struct):
    """The whole event; a knockout also has its matches, tie-break games as rows of their own."""

    version: int
    tournament: TournamentRow
    players: list[PlayerRow]
    rounds: list[RoundRow]
    standings: list[StandingRow]
    matches: list[MatchRow] | UnsetType = UNSET


class UndoAnswer(Struct):
    """The commit that was reversed, or those that a rewind dropped."""

    commit: int | None
    dropped: list[int]
    version: int


def commit_row(line: HistoryLine) -> CommitRow:
    return copied(
        CommitRow,
        line.commit,
        type=line.commit.kind,
        summary=line.summary,
        actor=line.who,
        undoable=line.undoable,
        undone=line.undone,
        dropped=line.dropped,
    )


def history_answer(history: History) -> HistoryAnswer:
    return copied(HistoryAnswer, history, commits=[commit_row(line) for line in history.lines], next=UNSET)


def state_answer(state: Tournament, version: int, playing: Playing = frozenset()) -> StateAnswer:
    """The whole event; `playing` are the live games under way."""
    matches = match_rows(state.knockout, state.id, playing) if views_of(state).traits.lists_matches else UNSET
    return StateAnswer(
        version=version,
        tournament=tournament_row(state),
        players=player_rows(state),
        rounds=[round_row(state, here) for here in state.rounds],
        standings=[standing_row(row) for row in standings(state)],
        matches=matches,
    )


def undo_answer(receipt: Receipt) -> UndoAnswer:
    reversed = next((event.version for event in receipt.events if isinstance(event, CommitReverted)), None)
    return UndoAnswer(commit=reversed, dropped=list(receipt.dropped), version=receipt.version)
