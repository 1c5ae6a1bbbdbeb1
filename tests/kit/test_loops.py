"""The loops of the tests, tried out themselves."""

from __future__ import annotations

from inspect import signature
from pathlib import Path

import pytest

from tests.kit.loops import every


def test_every_value_that_fails_is_named_and_the_others_are_tried() -> None:
    tried = []

    @every("number", range(6))
    def odd(number: int) -> None:
        tried.append(number)
        assert number % 2, "even"

    with pytest.raises(AssertionError) as failed:
        odd()
    assert tried == list(range(6))
    lines = str(failed.value).splitlines()
    assert lines[0] == "3 of 6 failed:"
    assert [line.split(":")[0] for line in lines if line.startswith("- ")] == ["- 0", "- 2", "- 4"]


def test_loops_in_one_another_name_both_values() -> None:
    @every("role", ["owner", "public"])
    @every(("page", "status"), [("/a", 200), pytest.param("/b", 403, id="secret")])
    def seen(role: str, page: str, status: int) -> None:
        if (role, page) == ("public", "/b"):
            pytest.fail(f"status {status}")

    with pytest.raises(AssertionError, match=r"'public'[^$]*secret[^$]*status 403"):
        seen()


def test_fixtures_are_still_asked_for_by_name(tmp_path: Path) -> None:
    @every("number", [1, 2])
    def kept(tmp_path: Path, number: int) -> None:
        (tmp_path / str(number)).touch()

    assert list(signature(kept).parameters) == ["tmp_path"]
    kept(tmp_path=tmp_path)
    assert {each.name for each in tmp_path.iterdir()} == {"1", "2"}


def test_no_values_show_nothing() -> None:
    with pytest.raises(AssertionError, match="show nothing"):
        every("seed", [])
