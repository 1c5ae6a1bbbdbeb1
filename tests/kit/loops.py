"""Many values as one case: it goes on after a failure, and its message names every value that failed.

A parametrised case costs time to be collected, in each worker, and to be set up. Where there are dozens of values and
none of them needs a fixture of its own, `every` stands in place of `pytest.mark.parametrize`. What fixtures give is
the same for all values, so a test that fills a database or a folder is no such test.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, wraps
from inspect import signature
from typing import Any

import pytest

Test = Callable[..., None]
Name = Callable[[Any], object]

ALL_SEEDS = os.environ.get("PODIUM_SEEDS") == "all"  # as in `make long`


def every(
    names: str | Sequence[str],
    values: Iterable[object] | Callable[[], Iterable[object]],
    *,
    ids: Name | Iterable[str] | None = None,
) -> Callable[[Test], Test]:
    """A decorator that calls a test with each of the values, given under the names, and fails if any call does.

    Values that take long to be made are given as a function, which is called when the test runs.
    """
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)

    @cache
    def rows_of_all() -> list[tuple[Sequence[object], str]]:
        rows = [_row(value, len(arguments)) for value in (values if isinstance(values, Iterable) else values())]
        if ids is not None and not callable(ids):
            rows = [(row, name) for (row, _), name in zip(rows, ids, strict=True)]
        assert rows, f"no values for {names}: such a test would show nothing"
        return rows

    if isinstance(values, Iterable):  # as is a kind of names, which could be called as well
        rows_of_all()

    def over_all(test: Test) -> Test:
        @wraps(test)
        def calling(*args: object, **fixtures: object) -> None:
            failures, rows = [], rows_of_all()
            for row, name in rows:
                try:
                    test(*args, **fixtures, **dict(zip(arguments, row, strict=True)))
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001  # all are named below
                    failures.append((name or _named(row, ids if callable(ids) else None), error))
            if failures:
                raise AssertionError(_told(failures, len(rows))) from failures[0][1]

        kept = [each for name, each in signature(test).parameters.items() if name not in arguments]
        calling.__signature__ = signature(test).replace(parameters=kept)  # type: ignore[attr-defined]  # pytest reads it
        return calling

    return over_all


def seeds(few: Iterable[int], *, long: Iterable[int]) -> Callable[[Test], Test]:
    """As `every`, over the few seeds; `make long` takes those that are meant for it."""

    def over_all(test: Test) -> Test:
        marked: Test = pytest.mark.seeds(every("seed", long if ALL_SEEDS else few)(test))
        return marked

    return over_all


def examples(long: int) -> int:
    """How many examples a property is tried on: a fifth of those of `make long`."""
    return long if ALL_SEEDS else long // 5


def _row(value: object, count: int) -> tuple[Sequence[object], str]:
    """The arguments of one call, and its name where the value brings one."""
    if isinstance(value, type(pytest.param())):
        assert not value.marks, "a mark is of a whole test"
        return value.values, str(value.id or "")
    if count == 1:
        return (value,), ""
    assert isinstance(value, Sequence)
    return value, ""


def _named(row: Sequence[object], ids: Name | None) -> str:
    return ", ".join(str(ids(each)) if ids and ids(each) is not None else repr(each)[:200] for each in row)


def _told(failures: Sequence[tuple[str, BaseException]], count: int) -> str:
    return "\n".join((f"{len(failures)} of {count} failed:", *_lines(failures)))


def _lines(failures: Sequence[tuple[str, BaseException]]) -> Iterator[str]:
    for name, error in failures:
        at = traceback.extract_tb(error.__traceback__)[-1]
        yield f"- {name}: {type(error).__name__}: {error} (line {at.lineno} of {at.filename})"
