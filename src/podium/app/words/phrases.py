"""Sentences with the facts filled in: quoted, shortened, listed as people would.

In a template {x} is quoted if it is text, {x:bare} never is; {x:or} and {x:and} join the items of a list, {x:some} the
first ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from podium.app.words.results import listed, plural

LONGEST_VALUE = 80
MOST_NAMES = 5

PROBLEMS: Mapping[str, str] = {
    "tie": "is a tie, both teams have the sets to win",
    "incomplete": "is incomplete, neither team has the sets to win",
    "partial": "is a partial entry, one team still shows ?",
    "missing": "has no result",
}


def filled(template: str, facts: Mapping[str, object]) -> str:
    """The sentence that a template says of these facts."""
    return template.format_map(_Facts({name: _Said(value) for name, value in facts.items()}))


class _Facts(dict[str, object]):
    """Facts to fill a sentence with; one that the error did not bring is three dots, never a failure."""

    def __missing__(self, name: str) -> object:
        return _Said("…")


class _Said:
    """A value on its way into a sentence."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __format__(self, how: str) -> str:
        value = self.value
        items = list(value) if isinstance(value, list | tuple) else [value]
        match how:
            case "bare":
                return _short(str(value))
            case "or":
                return listed([quoted(item) for item in items], "or") or "nothing"
            case "and":
                return listed([quoted(item) for item in items]) or "none"
            case "some":
                return listed(_first([_short(str(item)) for item in items])) or "none"
            case "open" if any(_problem(item) not in ("", "missing") for item in items):
                return listed([_kept_open(item) for item in items])
            case "boards":
                many = "s" * (len(items) != 1)
                return "" if value == "…" else f" (board{many} {listed(_first([str(item) for item in items]))})"
            case "open":
                return f"{plural(len(items), 'game')} without a result" if items else "nobody is paired"
            case "entry":
                return f"round {value} paired by hand" if isinstance(value, int) else _short(str(value))
            case "result":
                return "open" if value is None else _short(str(value))
            case _:
                return quoted(value)


def _first(items: list[str]) -> list[str]:
    """All items if they are few, else the first ones and how many others there are."""
    return items if len(items) <= MOST_NAMES else [*items[: MOST_NAMES - 1], f"{len(items) - MOST_NAMES + 1} others"]


def _problem(item: object) -> str:
    return str(item.get("problem", "")) if isinstance(item, Mapping) else ""


def _kept_open(item: object) -> str:
    """What is wrong with one match, as `table 3 is a tie ...`."""
    board = item.get("board", "…") if isinstance(item, Mapping) else "…"
    return f"table {board} {PROBLEMS.get(_problem(item), 'is open')}"


def quoted(value: object) -> str:
    """A value as it stands in a sentence: text in quotes, everything else bare."""
    match value:
        case None:
            return "nothing"
        case Enum():
            return quoted(value.value)
        case str():
            return f'"{_short(value)}"'
        case bool():
            return str(value).lower()
        case list() | tuple():
            return listed([quoted(item) for item in value]) or "nothing"
        case _:
            return _short(str(value))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"
