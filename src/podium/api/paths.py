"""What stands in the path and the query of a request."""

from __future__ import annotations

import re
from typing import Annotated

from litestar.params import PathParameter, QueryParameter

from podium.core.errors import Unknown

LONGEST_ID = 80
LARGEST = 999_999_999
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_ID = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]{1,80}")

Tournament = Annotated[str, PathParameter(description="A tournament.", min_length=1)]
Pairing = Annotated[str, PathParameter(description="A pairing.", min_length=1)]
Match = Annotated[str, PathParameter(description="A match or a tie-break game.", min_length=1)]
Player = Annotated[str, PathParameter(description="A player.", min_length=1)]
Round = Annotated[str, PathParameter(description="The number of a round.", min_length=1)]

After = Annotated[
    int | None,
    QueryParameter(description="The round to look at; without it, the present.", ge=0, le=LARGEST),
]


def identity(kind: str, text: str) -> str:
    """`text` as an id that can be looked up; raises Unknown for what no id looks like."""
    if not _ID.fullmatch(text):
        raise Unknown(kind, text[:LONGEST_ID])
    return text


def numbered(kind: str, text: str) -> int:
    """The number in a path; raises Unknown for what is no number."""
    if not _NUMBER.fullmatch(text):
        raise Unknown(kind, text[:LONGEST_ID])
    return int(text)


def round_number(n: str) -> int:
    """The round in a path; raises Unknown for what is no number."""
    return numbered("round", n)
