"""An archive played through again: the event and its games as they stand, every id they ever had, what came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import msgspec

from podium.app.archives.archives import Comparison
from podium.app.event.attachments import UploadedPicture, uploaded_picture
from podium.app.hall.screens import checked_message
from podium.app.history.answers import commit_row, state_answer
from podium.app.history.history import Entry, history
from podium.app.pgn.export import round_pgn
from podium.app.ports import Commit
from podium.core.errors import FormatError, Invalid, Refused
from podium.core.ids import PairingId, TournamentId, is_own_id
from podium.core.player import tidy
from podium.flow.commands import AdoptRecords, Command
from podium.flow.event_checks import check_event, check_moment, check_state
from podium.flow.evolve import fold
from podium.flow.readers import MOST_ROUNDS, whole_number
from podium.flow.state import Tournament
from podium.games.commands import GameCommand
from podium.games.due import due_of
from podium.games.evolve import fold as fold_game
from podium.games.state import LiveGame
from podium.storage.archives.archive_file import Archive, Outcome, read_file, write_file
from podium.storage.archives.archive_ids import event_of, with_id
from podium.storage.archives.event_tables import KEPT, EventRows, Row
from podium.storage.hall.screens import screen_of
from podium.storage.tables import attachments, check_ins, commit, event, messages, screens

PAIRING = ("id", "round", "board", "white_player_id", "black_player_id", "result", "bye_type", "home", "away", "sets")
MATCH = ("id", "roundNumber", "whiteEntryId", "blackEntryId", "status", "result", "resultReason")
STANDING = ("rank", "player_id", "name", "points", "tiebreaks")
LATEST = 2**53  # milliseconds since the epoch, as everybody can count them
SHORTEST_ID, LONGEST_FACT = 8, 80
KINDS = frozenset((*(each.__name__ for each in get_args(Command | GameCommand)), "ReportMatch"))
"""The commands that there are, and one that there was."""
COMMIT = ("version", "parent", "type", "actor", "at", "reason", "undoable", "undone", "dropped")


@dataclass(frozen=True, slots=True)
class Replayed:
    """What the journal of an archive leads to; `pairings` are the ids of all pairings that there ever were."""

    state: Tournament
    games: tuple[LiveGame, ...]
    pairings: frozenset[PairingId]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class ReadArchive:
    """An archive, what it leads to, and what of that the archive itself says otherwise."""

    archive: Archive
    replayed: Replayed
    compared: tuple[Comparison, ...]
    copied_from: TournamentId | None = None


def write_archive(archive: Archive) -> bytes:
    """The file of an event's rows, with what came of them."""
    return write_file(replace(archive, outcome=replay(archive).outcome))


def read_archive(content: bytes, copy: TournamentId | None = None) -> ReadArchive:
    """The archive in a file, replayed and compared with what it says of itself; raises FormatError.

    Anybody may have written anything into the file: what no command would have taken is refused. With `copy` it
    gets that id in place of its own, in all that names it.
    """
    archive = read_file(content)
    with _Place(archive.id, 0):
        check_moment("taken_at", archive.taken_at)
    if copy is None and not (is_own_id(archive.id) and len(archive.id) >= SHORTEST_ID):
        raise FormatError(0, 0, "archive-id", value=archive.id)
    _check_pictures(archive.rows)
    _check_plain(archive.rows)
    was = archive.id
    if copy is not None:
        with _Place(archive.id, len(archive.rows[commit.name])):
            archive = with_id(archive, copy)
    replayed = replay(archive, foreign=True)
    compared = tuple(
        Comparison(part, len(rows), _first_difference(rows, replayed.outcome.get(part, [])))
        for part, rows in archive.outcome.items()
    )
    return ReadArchive(archive, replayed, compared, None if copy is None else was)


# --- playing it through -----------------------------------------------------------------------


def replay(archive: Archive, *, foreign: bool = False) -> Replayed:
    """What the journal in an archive leads to; raises FormatError with the stream and version that lead nowhere.

    Of a `foreign` one, every value is held to what commands are held to.
    """
    bodies: dict[tuple[str, int], list[Row]] = {}
    for row in archive.rows[event.name]:
        bodies.setdefault((row["stream"], row["version"]), []).append(row)
    commits: dict[str, list[Row]] = {}
    for row in archive.rows[commit.name]:
        commits.setdefault(row["stream"], []).append(row)
    adopted = commits[archive.id][0]["kind"] == AdoptRecords.__name__
    happened: dict[tuple[str, int], tuple[Any, ...]] = {}
    for row in archive.rows[commit.name]:
        place = row["stream"], row["version"]
        with _Place(*place):
            happened[place] = tuple(map(event_of, bodies.get(place, [])))
            if foreign:
                _check_commit(row)
                for each in happened[place]:
                    check_event(each, adopted=adopted)
    entries: list[Entry] = [(_commit(row), happened[archive.id, row["version"]]) for row in commits[archive.id]]
    state, pairings = _event(archive.id, entries, foreign=foreign)
    games = tuple(_game(state, id, rows, happened) for id, rows in commits.items() if id != archive.id)
    if strange := [game.id for game in games if game.id not in pairings]:
        raise FormatError(0, 0, "archive-wrong", place=f"streams {strange[0]}", problem="no such pairing")
    with _Place(archive.id, entries[-1][0].version):
        return Replayed(state, games, pairings, _outcome(state, games, entries))


def _check_commit(row: Row) -> None:
    """Raise Invalid for a commit that is none of a command, or has an author or a time that nobody has."""
    if row["kind"] not in KINDS:
        raise Invalid("command-unknown", field="type", value=row["kind"])
    check_moment("at", row["at"])
    tidy("actor", row["actor"])
    tidy("reason", row["reason"])


def _event(id: TournamentId, entries: Sequence[Entry], *, foreign: bool) -> tuple[Tournament, frozenset[PairingId]]:
    """The event at its head, and the ids of all pairings that it had at any version."""
    wanted = {commit.parent for commit, _ in entries if commit.parent != commit.version - 1}
    states: dict[int, Tournament] = {}
    state: Tournament | None = None
    pairings: set[PairingId] = set()
    where: object = None
    for one, events in entries:
        with _Place(id, one.version):
            before = states[one.parent] if one.parent != one.version - 1 else state
            state = fold(before, events)
            if state is None or state.id != id:
                raise ValueError("another event")
            if foreign:
                check_state(state, before)
            if state.where is not where:
                where = state.where
                pairings.update(state.where)
            if one.version in wanted:
                states[one.version] = state
    assert state is not None  # there is a first commit
    if state.deleted:
        raise FormatError(0, 0, "archive-deleted")
    return state, frozenset(pairings)


def _game(
    state: Tournament, id: str, commits: Sequence[Row], happened: Mapping[tuple[str, int], tuple[Any, ...]]
) -> LiveGame:
    game: LiveGame | None = None
    for row in commits:
        with _Place(id, row["version"]):
            game = fold_game(game, happened[id, row["version"]])
            if game is None or (game.id, game.tournament) != (id, state.id):
                raise ValueError("another game")
    assert game is not None  # it has commits
    with _Place(id, len(commits)):
        if (due := due_of(game)) is not None and not 0 <= due.at < LATEST:
            raise ValueError("no time")
    return game


class _Place:
    """Whatever goes wrong inside is the fault of the commit that is named: nobody writes such a one."""

    def __init__(self, stream: str, version: int) -> None:
        self._facts = {"stream": stream, "version": version}

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> None:
        if isinstance(problem, Refused):
            facts = {name: _cut(value) for name, value in problem.facts.items()} | self._facts
            raise FormatError(0, 0, "archive-value", rule=problem.code, **facts) from problem
        if isinstance(problem, Exception) and not isinstance(problem, FormatError | MemoryError):
            said = str(problem) if isinstance(problem, msgspec.MsgspecError) else type(problem).__name__
            raise FormatError(0, 0, "archive-unplayable", **self._facts, problem=_cut(said)) from problem


def _cut(value: object) -> object:
    """A fact that is not longer than anybody wants to read, nor a number that JSON cannot say."""
    if isinstance(value, list | tuple):
        return [_cut(each) for each in value[:LONGEST_FACT]]
    short = isinstance(value, bool | None) or (isinstance(value, int) and abs(value) < LATEST)
    return value if short or len(str(value)) <= LONGEST_FACT else f"{str(value)[:LONGEST_FACT]}…"


def _commit(row: Row) -> Commit:
    return Commit(row["version"], row["parent"], row["kind"], f"user:{row['actor']}", row["at"], row["reason"])


# --- what came of it --------------------------------------------------------------------------


def _outcome(state: Tournament, games: Sequence[LiveGame], entries: Sequence[Entry]) -> Outcome:
    """What people would look at, in rows that stay the same from one Podium to the next."""
    whole = state_answer(state, entries[-1][0].version)
    pairings = [_named(row, PAIRING) for here in whole.rounds for row in here.pairings]
    matches = [] if whole.matches is msgspec.UNSET else [_named(row, MATCH) for row in whole.matches]
    return {
        "pairings": pairings,
        "matches": matches,
        "standings": [_named(row, STANDING) for row in whole.standings],
        "prizes": [{"prize_id": each.prize_id, "player_id": each.player_id} for each in state.prizes.winners],
        "games": _games(state, {game.id: game for game in games}),
        "history": [_named(commit_row(line), COMMIT) for line in history(entries).lines],
    }


def _games(state: Tournament, games: Mapping[PairingId, LiveGame]) -> list[dict[str, Any]]:
    rounds = ((here.number, round_pgn(state, here.number, games.get)) for here in state.rounds)
    return [{"round": number, "pgn": pgn} for number, pgn in rounds if pgn]


def _named(row: Any, names: Sequence[str]) -> dict[str, Any]:
    values = msgspec.to_builtins(row)
    return {name: values[name] for name in names if name in values}


def _first_difference(expected: Sequence[Any], found: Sequence[Any]) -> str | None:
    """The first row that is not what it was, in both forms; None where all are."""
    for number, (was, now) in enumerate(zip(expected, found, strict=False), start=1):
        if was != now:
            return f"{number}: {_short(was)} / {_short(now)}"
    return None if len(expected) == len(found) else f"{len(expected)} / {len(found)}"


def _short(value: object) -> str:
    return msgspec.json.encode(value).decode(errors="replace")[:200]


# --- what is not in the journal ---------------------------------------------------------------


def _check_pictures(rows: EventRows) -> None:
    """Refuse what is no picture, or another than it says: it is sent to browsers as it is."""
    for part in (each for each in KEPT if each.table is attachments):
        for number, row in enumerate(rows[part.name]):
            place = f"tables.{part.name}[{number}]"
            with _Row(place):
                picture = uploaded_picture(row["content"], part.name)
            said = (row["media_type"], row["width"], row["height"], row["content"], row["digest"])
            if picture != UploadedPicture(*said):
                raise FormatError(0, 0, "archive-wrong", place=place, problem="content")


def _check_plain(rows: EventRows) -> None:
    """Refuse what nobody could have put beside the journal, and no constraint of the database knows."""
    for part in KEPT:
        for number, row in enumerate(rows[part.name]):
            with _Row(f"tables.{part.name}[{number}]"):
                for column in ("at", "created_at", "deadline", "expires_at"):
                    if row.get(column) is not None:
                        check_moment(column, row[column])
                if part.table is messages:
                    checked_message(row["text"], None)
                elif part.table is check_ins:
                    whole_number(1, MOST_ROUNDS)("round", row["round"])
                elif part.table is screens:
                    screen_of(row["key"], row["name"], row["theme"], row["items"])


class _Row(_Place):
    """The same for a row of a plain table."""

    def __init__(self, place: str) -> None:
        self._place = place

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> None:
        if isinstance(problem, Exception) and not isinstance(problem, MemoryError):
            said = str(problem) if isinstance(problem, Refused) else type(problem).__name__
            raise FormatError(0, 0, "archive-wrong", place=self._place, problem=_cut(said)) from problem
