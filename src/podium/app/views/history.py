"""The history of a tournament: one line per commit, with what can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from podium.app.handle import ancestry, forgets, is_rewind, standing, way_forward, went_back
from podium.app.ports import Commit
from podium.app.views.rows import Row
from podium.app.views.summaries import summary
from podium.flow.events import CommitReverted, Event
from podium.flow.evolve import fold
from podium.flow.state import Tournament

Entry = tuple[Commit, Sequence[Event]]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One commit. `undoable`: the button works; `undone`: taken back since; `dropped`: a rewind went behind it."""

    commit: Commit
    summary: str
    undoable: bool = False
    undone: bool = False
    dropped: bool = False

    @property
    def who(self) -> str:
        """Who did it, in words: `ana` for the account `user:ana`, `link 3` for whoever came by link 3."""
        kind, colon, name = self.commit.actor.partition(":")
        return name if kind == "user" and colon else f"{kind} {name}".rstrip()


@dataclass(frozen=True, slots=True)
class History:
    """All commits, newest first; `undo` is the one that undo without a name takes back, `redo` whether it can."""

    version: int
    lines: tuple[HistoryLine, ...]
    undo: int | None = None
    redo: bool = False


def history(entries: Iterable[Entry]) -> History:
    """The history told from all commits with their events, oldest first."""
    told = list(entries)
    commits = {commit.version: commit for commit, _ in told}
    if not commits:
        return History(0, ())
    head = told[-1][0].version
    reversals = {
        commit.version: event for commit, events in told for event in events[:1] if isinstance(event, CommitReverted)
    }
    line = ancestry(commits, head)
    done, undone = standing(commits, line, reversals)
    roots = _roots(commits, reversals)
    gone = _undone(line, reversals, roots)
    kept, standing_now = set(line), set(done)
    summaries = _summaries(told, commits, reversals, roots)
    lines = tuple(
        HistoryLine(
            commit=commit,
            summary=summaries[commit.version],
            undoable=commit.version in standing_now,
            undone=commit.version in gone,
            dropped=commit.version not in kept and not forgets(commit),
        )
        for commit, _ in reversed(told)
    )
    return History(head, lines, done[-1] if done else None, bool(undone) or way_forward(commits, head) is not None)


def _roots(commits: Iterable[int], reversals: Mapping[int, CommitReverted]) -> dict[int, int]:
    """The commit that each one is about in the end: an undo, and the redo of it, are about the same."""
    roots: dict[int, int] = {}
    for version in commits:
        reversal = reversals.get(version)
        roots[version] = roots[reversal.version] if reversal else version
    return roots


def _undone(line: Sequence[int], reversals: Mapping[int, CommitReverted], roots: Mapping[int, int]) -> set[int]:
    """The commits on the line whose effect is taken back as things stand."""
    gone: set[int] = set()
    for version in line:
        reversal = reversals.get(version)
        if reversal and reversal.again:
            gone.discard(roots[version])
        elif reversal:
            gone.add(roots[version])
    return gone


def _summaries(
    told: Sequence[Entry],
    commits: Mapping[int, Commit],
    reversals: Mapping[int, CommitReverted],
    roots: Mapping[int, int],
) -> dict[int, str]:
    """The sentence of each commit, made on the state it was made on."""
    # A state is kept only where a rewind comes back to it: each has its own copy of a round.
    wanted = {commit.parent for commit, _ in told if is_rewind(commit)}
    states: dict[int, Tournament | None] = {}
    said: dict[int, str] = {}
    state: Tournament | None = None
    for commit, events in told:
        version = commit.version
        if is_rewind(commit):
            state = states[commit.parent]
            said[version] = _went(commits, commit)
        elif version in reversals:
            word = "Redid" if reversals[version].again else "Undid"
            said[version] = f"{word}: {said[roots[version]]}"
        else:
            said[version] = summary(state, events)
        state = fold(state, events)
        if version in wanted:
            states[version] = state
    return said


def _went(commits: Mapping[int, Commit], commit: Commit) -> str:
    kept = set(ancestry(commits, commit.parent))
    dropped = [version for version in ancestry(commits, commit.version - 1) if version not in kept]
    if went_back(commits, commit.version):
        return f"Went back to version {commit.parent} (dropped {_ranges(dropped)})"
    lost = [version for version in dropped if not is_rewind(commits[version])]
    if lost:
        return f"Went to version {commit.parent} (dropped {_ranges(lost)})"
    return f"Went forward to version {commit.parent}"


def _ranges(versions: Sequence[int]) -> str:
    """Versions in ascending order, written short: `5-9, 12`."""
    runs: list[tuple[int, int]] = []
    for version in versions:
        if runs and runs[-1][1] == version - 1:
            runs[-1] = (runs[-1][0], version)
        else:
            runs.append((version, version))
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def history_row(line: HistoryLine) -> Row:
    """One commit as the API writes it."""
    return {
        "version": line.commit.version,
        "parent": line.commit.parent,
        "type": line.commit.kind,
        "summary": line.summary,
        "actor": line.who,
        "at": line.commit.at,
        "reason": line.commit.reason,
        "undoable": line.undoable,
        "undone": line.undone,
        "dropped": line.dropped,
    }
