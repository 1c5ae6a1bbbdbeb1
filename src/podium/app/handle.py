"""What comes of an intent on the present state. Pure: the journal calls it inside its transaction.

A question of FIDE mode that has one step is answered with 1. Where only the second step may act, it is answered with
the number that the step before came with, which belongs to what was asked, of whom and of which event. That is no
secret, but nobody gives it by haste or by habit. It stays the same while the question does: results that come in
meanwhile do not put it anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from podium.app.access import Role, may_revert, permit
from podium.app.formats.stage_ends import cut_kept, with_finished
from podium.app.live.live_games import Games, check_games, check_way_back
from podium.app.ports import Commit, Head, Intent, Past
from podium.app.standings.ties import check_tie
from podium.core.dice import Dice
from podium.core.errors import Cautioned, Forbidden, Refused, Stale, Unknown
from podium.flow.commands import ForgetPlayer, OrderTie, RecordResult, Redo, Revert, Rewind, StartStage, said_by
from podium.flow.decide import decide
from podium.flow.events import CommitReverted, Event
from podium.flow.evolve import evolve, fold
from podium.flow.fide.gate import MOST_STEPS, guarded, guarded_reversal, guarded_travel
from podium.flow.players.forget import forgetting, forgotten, snapshots
from podium.flow.revert import reverted
from podium.flow.state import Tournament

_PLACES = 1_000_000
MOST_ACKNOWLEDGED = 10 * _PLACES - 1
"""The largest number that a question is answered with: its first figure is the step."""


@dataclass(frozen=True, slots=True)
class NewCommit:
    """The commit to write: its events, the version it follows, and the state it makes."""

    events: tuple[Event, ...]
    parent: int
    state: Tournament
    dropped: tuple[int, ...] = ()


def resolve(
    intent: Intent, head: Head, past: Callable[[], Past], games: Games, now: str, dice: Dice
) -> NewCommit | None:
    """The commit that `intent` leads to, None where nothing changes; raises what stands in the way.

    `past` and `games` are asked by the commands that are about them, and by no others.
    """
    if intent.acknowledged is None:
        return _resolve(intent, head, past, games, now, dice, MOST_STEPS)
    try:
        return _resolve(intent, head, past, games, now, dice, min(intent.acknowledged, 1))
    except Cautioned as question:
        if question.facts["steps"] == 1:
            raise
        assert head.state is not None  # it is in FIDE mode
        read = _steps_read(intent, head.state, question)
        if read != question.facts["steps"]:
            raise question.at_step(read + 1, _number(intent, head.state, question, read + 1)) from None
    return _resolve(intent, head, past, games, now, Dice(dice.seed), read)


def _steps_read(intent: Intent, state: Tournament, question: Cautioned) -> int:
    """How many steps of a question with several were put to the person who answers it, and read."""
    steps = int(str(question.facts["steps"]))
    return next(
        (step for step in range(1, steps + 1) if intent.acknowledged == _number(intent, state, question, step)), 0
    )


def _number(intent: Intent, state: Tournament, question: Cautioned, step: int) -> int:
    asked = (intent.stream, intent.actor.key, intent.command, question.facts["cautions"], len(state.rounds), step)
    digest = hashlib.sha256(repr(asked).encode()).digest()
    return step * _PLACES + int.from_bytes(digest[:8], "big") % _PLACES


def _resolve(
    intent: Intent, head: Head, past: Callable[[], Past], games: Games, now: str, dice: Dice, acknowledged: int
) -> NewCommit | None:
    """The same, where so many steps of what FIDE mode asks have been read."""
    command = intent.command
    if isinstance(command, StartStage) and head.state is not None:
        command = with_finished(head.state, command)
    permit(intent.role, intent.player, command, head.state)
    if intent.expected is not None and intent.expected != head.version:
        raise Stale(intent.expected, head.version)
    if head.state is not None and head.state.settings.live:
        check_games(intent, head.state, games)
    if isinstance(command, ForgetPlayer):
        assert head.state is not None
        return _forgotten(command, head, head.state, past())
    if isinstance(command, Revert | Rewind | Redo):
        assert head.state is not None
        if head.state.archived:
            raise Refused("tournament-archived", name=head.state.settings.name)
        outcome = _travel(intent, command, head, head.state, past(), acknowledged)
        check_way_back(head.state, outcome.state, games)
        if intent.role < Role.OWNER and outcome.state.prizes.allocated != head.state.prizes.allocated:
            raise Forbidden("AllocatePrizes")  # who won what is the owner's word, and not to be undone by others
        return outcome
    speaks = intent.player is not None and intent.role is Role.PLAYER
    events = decide(head.state, said_by(intent.player, command) if speaks else command, now, dice)
    if head.state is not None and (head.state.in_fide_mode or head.state.breaches):
        by_game = isinstance(command, RecordResult) and command.by_game and command.result is not None
        # A live game asks nobody: where it is played anew, its first result was cleared by somebody who was asked.
        events = guarded(head.state, command, events, MOST_STEPS if by_game else acknowledged)
    if head.state is not None and head.state.stages:
        events = cut_kept(head.state, command, events, intent.role)
    if not events:
        return None
    if isinstance(command, OrderTie):
        assert head.state is not None
        check_tie(head.state, command)
    state = fold(head.state, events)
    assert state is not None
    return NewCommit(events, head.version, state)


def _forgotten(command: ForgetPlayer, head: Head, state: Tournament, past: Past) -> NewCommit | None:
    """The commit that says a person was forgotten; the journal that writes it rewrites the events before it."""
    earlier = [event for events in past.events_by_version().values() for event in events]
    if command.player not in state.players and not any(snapshots(event, command.player) for event in earlier):
        raise Unknown("player", command.player)
    gone = forgetting(state, command.player)
    after = evolve(state, gone)
    if after == state and all(forgotten(event, gone) == event for event in earlier):
        return None
    return NewCommit((gone,), head.version, after)


def _travel(
    intent: Intent, command: Revert | Rewind | Redo, head: Head, state: Tournament, past: Past, acknowledged: int
) -> NewCommit:
    commits = {commit.version: commit for commit in past.commits()}
    if isinstance(command, Rewind):
        return _rewound(commits, head, command.to, past, acknowledged)
    line = ancestry(commits, head.version)
    done, undone = undoable_and_redoable(commits, line, past.reversals())

    def reversal(target: int, since: Sequence[Event] = (), *, again: bool = False) -> NewCommit:
        back = reverted(state, target, past.events(target), since, again=again)
        then = partial(past.state, commits[target].parent)
        events = guarded_reversal(state, command, back, since, then, acknowledged)
        return NewCommit(events, head.version, fold(state, events))

    if isinstance(command, Redo):
        if (forward := way_forward(commits, head.version)) is not None:
            if intent.role < Role.ARBITER:
                raise Forbidden("Rewind")
            return _rewound(commits, head, forward, past, acknowledged)
        if not undone:
            raise Refused("nothing-to-redo", value=head.version)
        if not may_revert(intent.role, intent.actor, commits[undone[-1]].actor):
            raise Forbidden("Redo")
        return reversal(undone[-1], again=True)
    if command.commit is not None and command.commit not in commits:
        raise Unknown("commit", command.commit)
    if command.commit is None and not done:
        raise Refused("nothing-to-undo", value=head.version)
    target = command.commit if command.commit is not None else done[-1]
    if forgets(commits[target]):
        raise Refused("forgotten-for-good", value=target)
    if target not in done:
        raise Refused("not-standing", value=target)
    if not may_revert(intent.role, intent.actor, commits[target].actor):
        raise Forbidden("Revert")
    later = done[done.index(target) + 1 :]
    events_by_version = past.events_by_version(target) if later else {}  # what stands after it is newer than it
    since = [event for version in later for event in events_by_version.get(version, ())]
    return reversal(target, since)


def refused_undos(state: Tournament, head: int, past: Past, role: Role, wanted: Collection[int]) -> frozenset[int]:
    """Those of the standing commits `wanted` that cannot be taken back as things stand: something depends on them."""
    commits = {commit.version: commit for commit in past.commits()}
    done, _ = undoable_and_redoable(commits, ancestry(commits, head), past.reversals())
    events = past.events_by_version(min(wanted, default=head) - 1)
    refused: set[int] = set()
    later: list[Event] = []
    for version in reversed(done):
        own = events.get(version, ())
        if version in wanted:
            then = partial(past.state, commits[version].parent)
            try:
                back = reverted(state, version, own, later)
                after = fold(state, guarded_reversal(state, Revert(version), back, later, then, MOST_STEPS))
            except Refused:
                refused.add(version)
            else:
                if role < Role.OWNER and after.prizes.allocated != state.prizes.allocated:
                    refused.add(version)
        later += own
    return frozenset(refused)


def _rewound(commits: Mapping[int, Commit], head: Head, to: int, past: Past, acknowledged: int) -> NewCommit:
    if to not in commits:
        raise Unknown("commit", to)
    if to == head.version:
        raise Refused("nothing-to-undo", value=to)
    state = past.state(to)
    assert state is not None
    assert head.state is not None
    events = guarded_travel(head.state, state, acknowledged)
    return NewCommit(events, to, fold(state, events), tuple(left_behind(commits, head.version, to)))


def ancestry(commits: Mapping[int, Commit], version: int) -> list[int]:
    """The commits that lead to `version`, oldest first, itself included."""
    line = []
    while version > 0:
        line.append(version)
        version = commits[version].parent
    return line[::-1]


def left_behind(commits: Mapping[int, Commit], version: int, to: int) -> list[int]:
    """What led to `version` and does not lead to `to`, oldest first: the commits that going there drops.

    That a person was forgotten is never among them: it holds wherever one goes.
    """
    kept = set(ancestry(commits, to))
    return [each for each in ancestry(commits, version) if each not in kept and not forgets(commits[each])]


def is_rewind(commit: Commit) -> bool:
    """Whether the commit moved the event to another version instead of adding to it."""
    return commit.parent != commit.version - 1


def forgets(commit: Commit) -> bool:
    """Whether the commit removed a person's data, which nothing brings back."""
    return commit.kind == ForgetPlayer.__name__


def went_back(commits: Mapping[int, Commit], version: int) -> bool:
    """Whether the commit moved the event back, so that there is a way forward again."""
    commit = commits[version]
    return is_rewind(commit) and commit.parent in ancestry(commits, version - 1)


def way_forward(commits: Mapping[int, Commit], version: int) -> int | None:
    """The version that redo leads to where the event was moved back, once for each time it was; else None."""
    while forgets(commits[version]) or (is_rewind(commits[version]) and not went_back(commits, version)):
        version = commits[version].parent  # a move forward leaves the event where its parent was
    return version - 1 if went_back(commits, version) else None


def undoable_and_redoable(
    commits: Mapping[int, Commit], line: Sequence[int], reversals: Mapping[int, CommitReverted]
) -> tuple[list[int], list[int]]:
    """The commits on `line` that can be undone, and the undoings that can be redone; the last is the next."""
    done: list[int] = []
    undone: list[int] = []
    for version in line:
        reversal = reversals.get(version)
        if version == 1 or is_rewind(commits[version]) or forgets(commits[version]):
            continue
        if reversal is None:
            done.append(version)
            undone.clear()
        elif reversal.again:
            undone.remove(reversal.version)
            done.append(version)
        else:
            done.remove(reversal.version)
            undone.append(version)
    return done, undone
