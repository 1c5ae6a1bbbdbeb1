"""The memory of views is bounded, goes by identity, and computes nothing twice."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from podium.app.memory import MOST_ROWS, Memory
from tests.kit.waiting import PATIENCE


def test_a_value_is_found_by_the_same_parts_and_not_by_equal_ones() -> None:
    memory: Memory[str] = Memory(2)
    part, equal = [1], [1]
    assert memory.keep((part,), "kept") == "kept"
    assert memory.recall((part,)) == "kept"
    assert memory.recall((equal,)) is None


def test_what_was_not_asked_for_longest_is_forgotten_first() -> None:
    memory: Memory[int] = Memory(2)
    one, two, three = [1], [2], [3]
    memory.keep((one,), 1)
    memory.keep((two,), 2)
    memory.recall((one,))
    memory.keep((three,), 3)
    assert [memory.recall((part,)) for part in (one, two, three)] == [1, None, 3]
    assert len(memory) == 2


def test_what_many_ask_for_at_once_is_computed_once() -> None:
    memory: Memory[object] = Memory(2)
    part, begun, go_on = [1], Event(), Event()

    def compute() -> object:
        begun.set()
        assert go_on.wait(PATIENCE)
        return object()

    def no_second() -> object:
        raise AssertionError("computed twice")

    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(memory.remember, (part,), compute)
        assert begun.wait(PATIENCE)
        others = [pool.submit(memory.remember, (part,), no_second) for _ in range(3)]
        go_on.set()
        assert {id(each.result(PATIENCE)) for each in others} == {id(first.result(PATIENCE))}


def test_what_could_not_be_computed_is_computed_by_the_next() -> None:
    memory: Memory[int] = Memory(2)
    part, begun, go_on = [1], Event(), Event()

    def fail() -> int:
        begun.set()
        assert go_on.wait(PATIENCE)
        raise ValueError("no")

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(memory.remember, (part,), fail)
        assert begun.wait(PATIENCE)
        other = pool.submit(memory.remember, (part,), lambda: 7)
        go_on.set()
        with pytest.raises(ValueError, match="no"):
            first.result(PATIENCE)
        assert other.result(PATIENCE) == 7
    assert memory.recall((part,)) == 7


def test_what_was_cleared_while_it_was_computed_is_not_kept() -> None:
    memory: Memory[int] = Memory(2)
    part = [1]

    def compute() -> int:
        memory.clear()  # somebody is to be forgotten
        return 1

    assert memory.remember((part,), compute) == 1
    assert memory.recall((part,)) is None


def test_values_of_many_rows_leave_room_for_fewer() -> None:
    memory: Memory[range] = Memory(10, len)
    parts = [[number] for number in range(5)]
    for part in parts:
        memory.remember((part,), lambda: range(MOST_ROWS // 2))
    assert [memory.recall((part,)) is not None for part in parts] == [False, False, False, True, True]
    memory.keep((parts[0],), range(2 * MOST_ROWS))
    assert memory.recall((parts[0],)) is not None  # one is held, whatever its size
    memory.keep((parts[0],), range(1))
    for part in parts[1:]:
        memory.keep((part,), range(1))
    assert len(memory) == 5
