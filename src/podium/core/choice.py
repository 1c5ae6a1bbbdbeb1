"""A value out of a few that are allowed, read from what a client gave."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeVar

from podium.core.errors import Invalid
from podium.core.result import Result

Kind = TypeVar("Kind", bound=Enum)


def one_of(kind: type[Kind]) -> Callable[[str, object], Kind]:
    """What reads a member of `kind` from a field and its value; raises Invalid that names the members."""

    def read(field: str, value: object) -> Kind:
        try:
            return kind(value)
        except ValueError:
            raise Invalid("choice-unknown", field=field, value=value, allowed=_values(kind)) from None

    return read


def truth(field: str, value: object) -> bool:
    """True or false, and nothing that merely looks like it; raises Invalid."""
    if not isinstance(value, bool):
        raise Invalid("choice-unknown", field=field, value=value, allowed=[True, False])
    return value


def result(field: str, text: str | None) -> Result | None:
    """The result written as `text`, None for none; raises Invalid."""
    if text is None:
        return None
    try:
        return Result(text)
    except ValueError:
        raise Invalid("result-unknown", field=field, value=text, allowed=_values(Result)) from None


def _values(kind: type[Enum]) -> list[object]:
    return [each.value for each in kind]
