"""Lists in pages: how many rows, and after which one. Without either the whole list is answered, as far as it goes."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, get_type_hints

import msgspec
from litestar.params import QueryParameter

from podium.api.problems import malformed
from podium.app.words.language import _

MOST_ROWS = 500
Limit = Annotated[
    int | None,
    QueryParameter(description=f"How many rows at most, up to {MOST_ROWS}; without it all.", ge=1, le=MOST_ROWS),
]
Cursor = Annotated[
    str | None, QueryParameter(description="The rows after this one: the `next` of the page before.", min_length=1)
]


def paged(rows: str, key: str = "id", cursor: str = "after") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes a read whose answer is a `Page` with a list called `rows` one that takes `limit` and the `cursor`.

    Each row is known by its `key`. Where `after` is a round, the cursor is called `beyond`.
    """

    def decorate(handler: Callable[..., Any]) -> Callable[..., Any]:
        own = {"limit": Limit, cursor: Cursor}

        @wraps(handler)
        def read(**given: Any) -> Any:
            most, last = given.pop("limit"), given.pop(cursor)
            return _page(handler(**given), rows, key, most, (cursor, last))

        declared = signature(handler)
        added = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=own[name], default=None) for name in own]
        taken = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in declared.parameters.values()]
        whole = declared.replace(parameters=[*taken, *added])
        read.__signature__ = whole  # type: ignore[attr-defined]  # of inspect
        read.__annotations__ = {**get_type_hints(handler, include_extras=True), **own}
        return read

    return decorate


def _page(answer: Any, rows: str, key: str, most: int | None, cursor: tuple[str, str | None]) -> Any:
    if most is None and cursor[1] is None:
        return answer
    listed, (name, last) = getattr(answer, rows), cursor
    keys = [str(getattr(each, key)) for each in listed]
    if last is not None and last not in keys:
        raise malformed(_("Nothing in this list is %(value)s.", value=last), field=name, value=last)
    begin = keys.index(last) + 1 if last is not None else 0
    end = len(listed) if most is None else begin + most
    more = {"next": keys[end - 1]} if end < len(listed) else {}
    return msgspec.structs.replace(answer, **{rows: listed[begin:end]}, **more)
