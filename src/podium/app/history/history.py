"""The history of a tournament: one line per commit, with what can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from podium.app.handle import ancestry, forgets, is_rewind, left_behind, undoable_and_redoable, way_forward, went_back
from podium.app.history.commit_words import summary
from podium.app.memory import Recent
from podium.app.ports import Commit, Journal, Past
from podium.app.words.language import N_, _, language
from podium.app.words.phrases import separated
from podium.core.ids import TournamentId
from podium.flow.events import BreachRecorded, CommitReverted, Event, FideModeLeft
from podium.flow.evolve import fold
from podium.flow.state import Tournament

Entry = tuple[Commit, Sequence[Event]]
_NOBODY_NAMED = {"anyone": N_("anyone"), "operator": N_("operator")}


ACTS_OF_AN_UNDO = (FideModeLeft, BreachRecorded)
"""What an undo in FIDE mode may come to, beside taking a change back."""

ELSEWHERE = "elsewhere"
"""The kind of an author who did something in another Podium, and has no account here by that: a name alone."""


def author(key: str) -> str:
    """Who did something, in words: `ana` for the account `user:ana`, `link 3` for somebody who came by link 3.

    The names in an archive were chosen by its author, so they are never taken for accounts of this server.
    """
    if key.startswith(f"{ELSEWHERE}:"):
        return _("%(name)s (from an archive)", name=name_elsewhere(key))
    return name_elsewhere(key)


def name_elsewhere(key: str) -> str:
    """Who did something, as an archive of the event calls them."""
    kind, colon, name = key.partition(":")
    if kind in ("user", ELSEWHERE) and colon:
        return name
    return _("link %(number)s", number=name) if kind == "link" else _(_NOBODY_NAMED.get(key, key))


def key_elsewhere(name: str) -> str:
    """The key of an author in another Podium, as `name_elsewhere` called them there."""
    return f"{ELSEWHERE}:{name}"


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
        """Who did it, in words."""
        return author(self.commit.actor)


@dataclass(frozen=True, slots=True)
class History:
    """All commits, newest first; `undo` is the one that undo without a name takes back, `redo` whether it can."""

    version: int
    lines: tuple[HistoryLine, ...]
    undo: int | None = None
    redo: bool = False


@dataclass(frozen=True, slots=True)
class Transcript:
    """A history put into words so far: each commit and its sentence, oldest first, and the state they led to.

    `reversals` are the commits that reverse another; `roots` the commit that each one is about in the end: an undo, and
    the redo of it, are about the same.
    """

    commits: dict[int, Commit] = field(default_factory=dict)
    sentences: Mapping[int, str] = field(default_factory=dict)
    reversals: Mapping[int, CommitReverted] = field(default_factory=dict)
    roots: Mapping[int, int] = field(default_factory=dict)
    state: Tournament | None = None

    @property
    def newest(self) -> Commit | None:
        """The last commit in it."""
        return self.commits[next(reversed(self.commits))] if self.commits else None


def history(entries: Iterable[Entry]) -> History:
    """The history of all commits with their events, oldest first."""
    return history_of(extended(Transcript(), entries))


def extended(
    transcript: Transcript, entries: Iterable[Entry], state_at: Callable[[int], Tournament | None] = lambda _: None
) -> Transcript:
    """The transcript with the commits that follow; each sentence is made on the state before it.

    `state_at` is asked for the state at a version that was in it before, where a rewind goes back to that.
    """
    new = list(entries)
    commits = {**transcript.commits, **{commit.version: commit for commit, _ in new}}
    sentences, reversals, roots = dict(transcript.sentences), dict(transcript.reversals), dict(transcript.roots)
    # A state is kept only where a rewind comes back to it: each has its own copy of a round.
    wanted = {commit.parent for commit, _ in new if is_rewind(commit)}
    states: dict[int, Tournament | None] = {
        version: transcript.state if commits[version] == transcript.newest else state_at(version)
        for version in wanted
        if version in transcript.commits
    }
    state = transcript.state
    for commit, events in new:
        version = commit.version
        roots[version] = version
        if is_rewind(commit):
            left = state is not None and state.in_fide_mode and any(isinstance(each, FideModeLeft) for each in events)
            state = states[commit.parent]
            went = _went(commits, commit)
            sentences[version] = "; ".join((went, _("FIDE mode left"))) if left else went
        elif isinstance(reversal := next(iter(events), None), CommitReverted):
            reversals[version] = reversal
            roots[version] = roots[reversal.version]
            text = N_("Redid: %(change)s") if reversal.again else N_("Undid: %(change)s")
            change = _(text, change=sentences[roots[version]])
            new_acts = [each for each in events if isinstance(each, ACTS_OF_AN_UNDO) and not reversal.again]
            sentences[version] = "; ".join((change, *(summary(state, (each,)) for each in new_acts)))
        else:
            sentences[version] = summary(state, events)
        state = fold(state, events)
        if version in wanted:
            states[version] = state
    return Transcript(commits, sentences, reversals, roots, state)


def history_of(transcript: Transcript) -> History:
    """The history of a transcript, newest first, with what can be undone as things stand."""
    if transcript.newest is None:
        return History(0, ())
    commits, head = transcript.commits, transcript.newest.version
    line = ancestry(commits, head)
    done, undone = undoable_and_redoable(commits, line, transcript.reversals)
    gone = _undone(line, transcript.reversals, transcript.roots)
    kept, standing_now = set(line), set(done)
    lines = tuple(
        HistoryLine(
            commit=commit,
            summary=transcript.sentences[version],
            undoable=version in standing_now,
            undone=version in gone,
            dropped=version not in kept and not forgets(commit),
        )
        for version, commit in reversed(commits.items())
    )
    return History(head, lines, done[-1] if done else None, bool(undone) or way_forward(commits, head) is not None)


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


def _went(commits: Mapping[int, Commit], commit: Commit) -> str:
    dropped = left_behind(commits, commit.version - 1, commit.parent)
    if went_back(commits, commit.version):
        return _(
            "Went back to version %(version)s (dropped %(dropped)s)", version=commit.parent, dropped=_ranges(dropped)
        )
    lost = [version for version in dropped if not is_rewind(commits[version])]
    if lost:
        return _("Went to version %(version)s (dropped %(dropped)s)", version=commit.parent, dropped=_ranges(lost))
    return _("Went forward to version %(version)s", version=commit.parent)


def _ranges(versions: Sequence[int]) -> str:
    """Versions in ascending order, written short: `5-9, 12`."""
    runs: list[tuple[int, int]] = []
    for version in versions:
        if runs and runs[-1][1] == version - 1:
            runs[-1] = (runs[-1][0], version)
        else:
            runs.append((version, version))
    return separated([str(first) if first == last else f"{first}-{last}" for first, last in runs])


KEPT = 16  # histories that stay in memory; one of 5,500 results takes about 6 MB


class Histories:
    """The history of each tournament, kept in memory and continued from there."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._kept: Recent[tuple[str, TournamentId], tuple[Transcript, History]] = Recent(KEPT)
        self.clear = self._kept.clear

    def history(self, stream: TournamentId) -> History:
        """All that ever happened in a tournament, newest first."""
        generation, kept = self._kept.generation, self._kept.get((language(), stream))
        with self._journal.past(stream) as past:
            transcript = _up_to_now(kept[0] if kept else Transcript(), past)
        if kept is not None and transcript is kept[0]:
            return kept[1]
        made = history_of(transcript)
        self._kept.put((language(), stream), (transcript, made), generation)
        return made

    def __len__(self) -> int:
        return len(self._kept)


def _up_to_now(kept: Transcript, past: Past) -> Transcript:
    """The transcript of all commits, from the one that was `kept` if the history still begins so."""
    last = kept.newest
    newer = past.commits(last.version - 1) if last else ()
    if last is None or tuple(newer[:1]) != (last,) or any(forgets(commit) for commit in newer[1:]):
        kept, newer = Transcript(), past.commits()
    elif len(newer) == 1:
        return kept
    else:
        newer = newer[1:]
    # Commits first: of a commit that was seen, all events are there.
    events = past.events_by_version(newer[0].version - 1 if newer else 0)
    return extended(kept, [(commit, events.get(commit.version, ())) for commit in newer], past.state)
