"""The memory of views is bounded, and goes by identity."""

from podium.app.memory import Memory


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
