"""Results entered a second time, by somebody who does not see the first, and where the two differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from podium.app.access import Role
from podium.core.errors import Forbidden, Refused
from podium.core.ids import PairingId
from podium.core.result import Result
from podium.flow.commands import RecordResult
from podium.flow.lookups import find_game
from podium.flow.state import Game, Round, Stage

if TYPE_CHECKING:  # the desk knows the registry, which keeps these entries
    from podium.app.desk import Seen


@dataclass(frozen=True, slots=True)
class SecondEntry:
    """The result of a game as it was entered the second time, by whom and when."""

    result: Result
    actor: str
    at: str


SecondEntries = Mapping[PairingId, SecondEntry]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The games of a round by how their two entries compare.

    `differing` have two that differ, `once` only the second; `missing` lack the second though they have the first.
    """

    agreeing: tuple[Game, ...]
    differing: tuple[Game, ...]
    once: tuple[Game, ...]
    missing: tuple[Game, ...]


def permit_second_entry(seen: Seen, here: Round) -> None:
    """Nothing, if the user may enter the results of the round a second time and it has any to enter."""
    if seen.state.archived:
        raise Refused("tournament-archived", name=seen.state.settings.name)
    if seen.role < Role.SCORER or here.automatic:
        raise Forbidden(RecordResult.__name__)
    if here.stage is Stage.DRAFT:
        raise Refused("round-is-draft", value=here.number)


def game_and_round(seen: Seen, pairing: PairingId) -> tuple[Game, Round]:
    """A game that has a result to enter, and its round; refuses a bye."""
    game = find_game(seen.state, pairing)
    return game, seen.state.rounds[seen.state.where[game.id] - 1]


def compared(here: Round, entries: SecondEntries) -> Comparison:
    """How the results of a round compare with those entered the second time."""
    games = here.boards
    twice = [game for game in games if game.id in entries and game.result is not None]
    return Comparison(
        agreeing=tuple(game for game in twice if game.result is entries[game.id].result),
        differing=tuple(game for game in twice if game.result is not entries[game.id].result),
        once=tuple(game for game in games if game.id in entries and game.result is None),
        missing=tuple(game for game in games if game.id not in entries and game.result is not None),
    )


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

    __qualname__ = "second_entry_DifferenceRow"

    id: str
    board: int
    first: str | None
    second: str


class ComparisonAnswer(msgspec.Struct):
    """How the two entries of a round compare: how many agree, which differ, and what lacks its second."""

    __qualname__ = "second_entry_ComparisonAnswer"

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
    rows = [
        SecondEntryRow(game.id, game.board, entries[game.id].result.value, entries[game.id].at)
        for game in here.boards
        if game.id in entries
    ]
    return SecondEntriesAnswer(here.number, rows, [game.id for game in here.boards if game.id not in entries], version)


def comparison_answer(here: Round, entries: SecondEntries, version: int) -> ComparisonAnswer:
    """Where the two entries of a round differ."""
    found = compared(here, entries)
    rows = [
        DifferenceRow(game.id, game.board, game.result.value if game.result else None, entries[game.id].result.value)
        for game in (*found.differing, *found.once)
    ]
    return ComparisonAnswer(here.number, len(found.agreeing), rows, [game.id for game in found.missing], version)
