"""How intents reach the database: together where they can, and no stream behind another."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial

import pytest

from podium.app.access import OPERATOR, Role
from podium.app.ports import Intent, Receipt
from podium.core.errors import Refused, Unavailable
from podium.core.ids import PairingId, TournamentId
from podium.core.result import Result
from podium.flow.commands import PairRound, RecordResult
from podium.storage.journal.writers import BATCH, WRITERS, Answer, AnyIntent, ManyWriters, OneWriter, Transact, Waiting
from tests.kit.events import director
from tests.kit.waiting import PATIENCE, until_ended

STATE = director().state
WRITERS_OF_BOTH_KINDS = pytest.mark.parametrize("writer", [partial(OneWriter, at_rest=lambda: None), ManyWriters])
Kind = Callable[[Transact], OneWriter | ManyWriters]


class Disk:
    """Writes what it is given, and keeps in mind what it was given together; `a` waits until it is let go."""

    def __init__(self) -> None:
        self.written: list[list[str]] = []
        self.begun = threading.Event()
        self.go = threading.Event()

    def __call__(self, intents: Sequence[AnyIntent], _wait: int = 0, /) -> Sequence[Answer]:
        self.written.append([named(each) for each in intents])
        if intents[0].stream == "a":
            self.begun.set()
            assert self.go.wait(PATIENCE)
        return [Receipt(TournamentId(each.stream), len(self.written), STATE, (), "now") for each in intents]


def intent(stream: str, number: int = 1) -> Intent:
    return Intent(TournamentId(stream), PairRound(number), OPERATOR, Role.OWNER)


def result(stream: str) -> Intent:
    return Intent(TournamentId(stream), RecordResult(PairingId("board"), Result.DRAW), OPERATOR, Role.OWNER)


def named(given: AnyIntent) -> str:
    assert isinstance(given.command, PairRound)
    return f"{given.stream}{given.command.round}"


@WRITERS_OF_BOTH_KINDS
def test_what_queues_up_is_written_together_and_in_order(writer: Kind) -> None:
    disk = Disk()
    writing = writer(disk)
    first = writing.put(intent("a"))
    assert disk.begun.wait(PATIENCE)
    later = [writing.put(intent("a", number)) for number in range(2, BATCH + 4)]
    disk.go.set()
    assert first.result(PATIENCE).version == 1
    assert {each.result(PATIENCE).version for each in later[:BATCH]} == {2}
    assert {each.result(PATIENCE).version for each in later[BATCH:]} == {3}
    assert [name for batch in disk.written for name in batch] == [f"a{number}" for number in range(1, BATCH + 4)]
    writing.close()


def test_a_busy_stream_keeps_no_other_waiting() -> None:
    disk = Disk()
    writing = ManyWriters(disk)
    busy = [writing.put(intent("a", number)) for number in range(1, 3 * WRITERS)]
    assert disk.begun.wait(PATIENCE)
    others = [writing.put(intent(stream)) for stream in ("b", "c", "b")]
    assert all(each.result(PATIENCE).stream != "a" for each in others)
    assert not any(each.done() for each in busy)
    disk.go.set()
    assert {each.result(PATIENCE).stream for each in busy} == {"a"}
    writing.close()


def test_results_of_many_tournaments_are_written_together_and_behind_nothing_else() -> None:
    written: list[list[str]] = []
    begun, go = {"a": threading.Event(), "slow": threading.Event()}, threading.Event()

    def disk(intents: Sequence[AnyIntent], _wait: int = 0, /) -> Sequence[Answer]:
        written.append([each.stream for each in intents])
        if intents[0].stream in begun:
            begun[intents[0].stream].set()
            assert go.wait(PATIENCE)
        return [Receipt(TournamentId(each.stream), 1, STATE, (), "now") for each in intents]

    writing = ManyWriters(disk)
    slow, first = writing.put(intent("slow")), writing.put(result("a"))
    assert all(each.wait(PATIENCE) for each in begun.values())
    later = [writing.put(result(stream)) for stream in ("b", "c", "d", "b")]
    assert writing.put(intent("e")).result(PATIENCE)
    assert not any(each.done() for each in later)
    go.set()
    assert all(each.result(PATIENCE) for each in (slow, first, *later))
    assert sorted(map(sorted, written)) == [["a"], ["b", "b", "c", "d"], ["e"], ["slow"]]
    writing.close()


@WRITERS_OF_BOTH_KINDS
def test_what_is_queued_is_written_before_the_end_and_nothing_after(writer: Kind) -> None:
    disk = Disk()
    writing = writer(disk)
    queued = [writing.put(intent("a"))]
    assert disk.begun.wait(PATIENCE)
    queued += [writing.put(intent("a", number)) for number in range(2, 2 * BATCH)]
    ending = threading.Thread(target=writing.close, daemon=True)
    ending.start()
    disk.go.set()
    until_ended(ending)
    assert all(each.done() and each.exception() is None for each in queued)
    assert isinstance(writing.put(intent("b")).exception(PATIENCE), Unavailable)


@WRITERS_OF_BOTH_KINDS
def test_a_refusal_is_one_intents_own_and_nobody_can_call_one_off(writer: Kind) -> None:
    def disk(intents: Sequence[AnyIntent], _wait: int = 0, /) -> Sequence[Answer]:
        return [
            Refused("round-exists") if each.stream == "b" else Receipt(TournamentId(each.stream), 1, STATE, (), "now")
            for each in intents
        ]

    writing = writer(disk)
    good, bad = writing.put(intent("a")), writing.put(intent("b"))
    assert not good.cancel()
    assert good.result(PATIENCE).version == 1
    assert isinstance(bad.exception(PATIENCE), Refused)
    assert writing.put(intent("a")).result(PATIENCE).version == 1
    writing.close()


@WRITERS_OF_BOTH_KINDS
def test_a_fault_reaches_those_who_wait_and_does_not_end_the_writing(writer: Kind) -> None:
    faults = [OSError("no space")]

    def disk(intents: Sequence[AnyIntent], _wait: int = 0, /) -> Sequence[Answer]:
        if faults:
            raise faults.pop()
        return [Receipt(TournamentId(each.stream), 1, STATE, (), "now") for each in intents]

    writing = writer(disk)
    assert isinstance(writing.put(intent("a")).exception(PATIENCE), OSError)
    assert writing.put(intent("a")).result(PATIENCE).version == 1
    writing.close()


def test_who_comes_while_it_closes_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def disk(intents: Sequence[AnyIntent], _wait: int = 0, /) -> Sequence[Answer]:
        return [Receipt(TournamentId(each.stream), 1, STATE, (), "now") for each in intents]

    writing = OneWriter(disk, lambda: None)
    ending = threading.Thread(target=writing.close, daemon=True)
    queue = writing._queue

    class Late:
        """A queue that is closed, if it can be, just before the first is put into it."""

        get, get_nowait, qsize = queue.get, queue.get_nowait, queue.qsize

        def put(self, item: Waiting | None) -> None:
            if item is not None:
                ending.start()
                ending.join(0.1)
            queue.put(item)

    monkeypatch.setattr(writing, "_queue", Late())
    assert writing.put(intent("a")).result(PATIENCE).version == 1
    until_ended(ending)
    assert isinstance(writing.put(intent("a")).exception(PATIENCE), Unavailable)
