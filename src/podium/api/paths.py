"""What stands in the path and the query of a request."""

from __future__ import annotations

import re
from typing import Annotated

from litestar.params import PathParameter, QueryParameter

from podium.api.problems import malformed
from podium.app.words.language import _
from podium.core.errors import Unknown
from podium.core.ids import LONGEST_ID

LARGEST = 999_999_999
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)

Tournament = Annotated[str, PathParameter(description="A tournament.", min_length=1)]
Pairing = Annotated[str, PathParameter(description="A pairing.", min_length=1)]
Match = Annotated[str, PathParameter(description="A match or a tie-break game.", min_length=1)]
Player = Annotated[str, PathParameter(description="A player.", min_length=1)]
Round = Annotated[str, PathParameter(description="The number of a round.", min_length=1)]

WHOLE_NUMBER = {"oneOf": None, "type": "integer", "minimum": 0, "maximum": LARGEST}
"""What the document says of a number in the query; the framework would also take 1e3 for one."""
After = Annotated[
    str | None,
    QueryParameter(description="The round to look at; without it, the present.", schema_extra=WHOLE_NUMBER),
]


def numbered(kind: str, text: str) -> int:
    """The number in a path; raises Unknown for what is no number."""
    if not _NUMBER.fullmatch(text):
        raise Unknown(kind, text[:LONGEST_ID])
    return int(text)


def query_number(name: str, text: str | None) -> int | None:
    """The whole number in the query, None where there is none."""
    if text is None:
        return None
    if not _NUMBER.fullmatch(text):
        raise malformed(_("%(name)s must be a whole number.", name=name), field=name, value=text)
    return int(text)


def round_number(n: str) -> int:
    """The round in a path; raises Unknown for what is no number."""
    return numbered("round", n)
