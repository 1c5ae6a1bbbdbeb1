"""Answers that have a version, and those that have nothing else to say."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from podium.app.ports import Receipt

Answer = TypeVar("Answer", bound=Struct)


class VersionAnswer(Struct):
    version: int


class DoneAnswer(Struct):
    done: Literal[True] = True


class HealthAnswer(Struct):
    status: Literal["ok"] = "ok"


def version_answer(receipt: Receipt) -> VersionAnswer:
    return VersionAnswer(receipt.version)


def versioned(kind: type[Answer], row: Struct, version: int, **more: Any) -> Answer:
    """The answer that is `row` with the fields that `kind` adds to it, the version among them."""
    return kind(**asdict(row), **more, version=version)
