"""How answers are made from what they say, and those that say a version or nothing else."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict

from podium.app.ports import Receipt

Answer = TypeVar("Answer", bound=Struct)


class Page(Struct, kw_only=True):
    """A list, or a page of one: `next` is where the next page begins, if there is more."""

    next: str | UnsetType = UNSET


class VersionAnswer(Struct):
    version: int


class DoneAnswer(Struct):
    done: Literal[True] = True


class HealthAnswer(Struct):
    status: Literal["ok"] = "ok"


def version_answer(receipt: Receipt) -> VersionAnswer:
    return VersionAnswer(receipt.version)


def copied(answer: type[Answer], source: object, /, **others: Any) -> Answer:
    """The answer with what `source` has by the names of its fields, and `others` in their place."""
    names = (name for name in answer.__struct_fields__ if name not in others)
    return answer(**{name: getattr(source, name) for name in names}, **others)


def versioned(kind: type[Answer], row: Struct, version: int, **more: Any) -> Answer:
    """The answer that is `row` with the fields that `kind` adds to it, the version among them."""
    return kind(**asdict(row), **more, version=version)
