"""How a request ended, where there is nothing else to tell: a problem, a version, that it is done."""

from __future__ import annotations

from typing import Any, Literal, TypedDict


class Problem(TypedDict):
    type: str
    title: str
    status: int
    code: str
    detail: str
    value: Any


class VersionAnswer(TypedDict):
    version: int


class DoneAnswer(TypedDict):
    done: Literal[True]


class HealthAnswer(TypedDict):
    status: Literal["ok"]
