"""Results entered a second time, as JSON."""

from __future__ import annotations

import msgspec

from podium.app.rounds.second_entry import SecondEntries, SecondEntry, compared
from podium.flow.state import Game, Round


class SecondEntryAnswer(msgspec.Struct):
    """What was entered the second time for a game; null for nothing."""

    id: str
    board: int
    result: str | None
    version: int


class SecondEntryRow(msgspec.Struct):
    """What was entered the second time for a game, when."""

    id: str
    board: int
    result: str
    at: str


class SecondEntriesAnswer(msgspec.Struct):
    """What was entered the second time in a round, with nothing of the first; `open` are the games without."""

    round: int
    entries: list[SecondEntryRow]
    open: list[str]
    version: int


class DifferenceRow(msgspec.Struct):
    """A game whose two entries differ; `first` is null where there is only the second."""

    id: str
    board: int
    first: str | None
    second: str


class ComparisonAnswer(msgspec.Struct):
    """How the two entries of a round compare: how many agree, which differ, and what lacks its second."""

    round: int
    agreeing: int
    differing: list[DifferenceRow]
    missing: list[str]
    version: int


def second_entry_answer(game: Game, entry: SecondEntry | None, version: int) -> SecondEntryAnswer:
    """The second entry of a game."""
    return SecondEntryAnswer(game.id, game.board, entry.result.value if entry else None, version)


def second_entries_answer(here: Round, entries: SecondEntries, version: int) -> SecondEntriesAnswer:
    """The second entries of a round, by board."""
    games = [each for each in here.in_order if isinstance(each, Game)]
    rows = [
        SecondEntryRow(game.id, game.board, entries[game.id].result.value, entries[game.id].at)
        for game in games
        if game.id in entries
    ]
    return SecondEntriesAnswer(here.number, rows, [game.id for game in games if game.id not in entries], version)


def comparison_answer(here: Round, entries: SecondEntries, version: int) -> ComparisonAnswer:
    """Where the two entries of a round differ."""
    found = compared(here, entries)
    rows = [
        DifferenceRow(game.id, game.board, game.result.value if game.result else None, entries[game.id].result.value)
        for game in (*found.differing, *found.once)
    ]
    missing = [game.id for game in found.missing]
    return ComparisonAnswer(here.number, len(found.agreeing), rows, list(missing), version)
