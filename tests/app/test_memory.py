"""What stays in memory: few values, those used last, and nothing of what was read before all was forgotten."""

from __future__ import annotations

from podium.app.memory import Recent, clear_all


def test_the_one_not_asked_for_longest_is_forgotten_first() -> None:
    recent: Recent[str, int] = Recent(2)
    recent.put("a", 1)
    recent.put("b", 2)
    assert recent.get("a") == 1
    recent.put("c", 3)
    assert [recent.get(each) for each in "abc"] == [1, None, 3]


def test_values_have_so_many_rows_together_but_one_may_have_more() -> None:
    recent: Recent[str, str] = Recent(10, len, most_rows=5)
    for key, value in (("a", "xxx"), ("b", "xx"), ("a", "xxxx"), ("c", "x")):
        recent.put(key, value)
    assert [recent.get(each) for each in "abc"] == ["xxxx", None, "x"]
    recent.put("d", "x" * 9)
    assert (len(recent), recent.get("d")) == (1, "x" * 9)


def test_what_was_read_before_all_was_forgotten_is_not_kept() -> None:
    recent: Recent[str, int] = Recent(2)
    read_at = recent.generation
    recent.clear()
    recent.put("a", 1, read_at)
    assert recent.get("a") is None
    recent.put("a", 1, recent.generation)
    assert recent.get("a") == 1


def test_only_what_may_name_people_is_forgotten_with_a_person() -> None:
    personal, other = Recent[str, int](2), Recent[str, int](2, personal=False)
    for each in (personal, other):
        each.put("a", 1)
    clear_all()
    assert (personal.get("a"), other.get("a")) == (None, 1)
