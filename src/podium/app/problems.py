"""What went wrong, as a problem document (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict, cast

import msgspec

from podium.app.server.http_statuses import status_of
from podium.app.words.errors import sentence, title
from podium.core.errors import PodiumError, Stale

LONGEST_VALUE = 200


class Problem(TypedDict):
    """An error: its code, a sentence, the value; and beside these whatever else is known of it."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    value: Any


def problem(error: PodiumError) -> Problem:
    """The document of a refusal by the rules."""
    return document(error, status_of(error), title(error), sentence(error))


def document(error: PodiumError, status: int, title: str, detail: str) -> Problem:
    """The document of any error, with its facts in a length that may be sent back."""
    facts = {name: _short(fact) for name, fact in error.facts.items()}
    if isinstance(error, Stale):
        facts |= {"value": error.facts["expected"], "version": error.facts["actual"]}
    found = {
        "value": None,
        **facts,
        "type": f"urn:podium:problem:{error.code}",
        "title": title,
        "status": status,
        "code": error.code,
        "detail": detail,
    }
    return cast(Problem, found)


def _short(fact: object) -> object:
    """A fact that may be sent back: whoever sends a megabyte does not get it back."""
    if isinstance(fact, str):
        return fact if len(fact) <= LONGEST_VALUE else fact[: LONGEST_VALUE - 1] + "…"
    if isinstance(fact, Mapping | list | tuple):
        text = msgspec.json.encode(fact, enc_hook=str).decode()
        keep = len(text) <= LONGEST_VALUE or not isinstance(fact, Mapping)
        return fact if keep else text[: LONGEST_VALUE - 1] + "…"
    return fact
