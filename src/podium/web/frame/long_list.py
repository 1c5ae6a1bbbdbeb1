"""A list that may be long: what an address asks of it, and the part of it that a page shows.

The first page has as many rows as fit several screens; scripts fetch the others as one scrolls, and without them there
are pages and a link to everything. The same fields mean the same for every list:

| field  | what it asks for                                                               |
| ------ | ------------------------------------------------------------------------------ |
| `q`    | rows with all these words                                                      |
| `sort` | a column; with a minus before it from the other end                            |
| `page` | which page, from 1                                                             |
| `rows` | how many rows from there on, where more than a page of them is on the screen   |
| `all`  | everything on one page                                                         |
| `find` | the page with this row, by the id of its player                                |
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from urllib.parse import urlencode

from podium.web.frame.forms import whole_number
from podium.web.frame.visit import Visit

Row = TypeVar("Row")
PAGE = 100
"""Rows of one page."""
OTHER_END = "-"


@dataclass(frozen=True, slots=True)
class Column:
    """A heading of a list, and what it stands for where it is short; `code` is what experts call it, in small.

    `sort` is what sorts by it, empty where nothing does; `falls` where the highest comes first then. `more` is seen on
    phones on a tap only.
    """

    label: str
    sort: str = ""
    kind: str = ""
    name: str = ""
    code: str = ""
    falls: bool = False
    more: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """What the address of a list asks for.

    `usual` is how it is sorted where the address does not say; `keep` are fields that the page has besides.
    """

    url: str
    usual: str
    q: str = ""
    sort: str = ""
    page: int = 1
    rows: int = PAGE
    everything: bool = False
    find: str = ""
    prints: bool = False
    keep: Mapping[str, str] = field(default_factory=dict)

    def address(self, **changes: str | int) -> str:
        """The same list with these fields otherwise; what is not said starts again: the page, the row to find."""
        fields = {**self.keep, "q": self.q, "sort": self.sort, **changes}
        said = {name: value for name, value in fields.items() if value and (name, value) != ("sort", self.usual)}
        return f"{self.url}?{urlencode(said)}" if said else self.url

    @property
    def turned(self) -> bool:
        """Whether it is sorted from the other end."""
        return self.sort.startswith(OTHER_END)

    @property
    def column(self) -> str:
        """What it is sorted by."""
        return self.sort.removeprefix(OTHER_END) or self.usual

    def direction(self, column: Column) -> str:
        """What `aria-sort` says of a column; empty where the list is sorted by another one."""
        if not column.sort or self.column != column.sort:
            return ""
        return "descending" if column.falls is not self.turned else "ascending"

    def sorted_by(self, column: Column) -> str:
        """The address of the list by that column, from the other end where it is sorted by it already."""
        turns = self.column == column.sort and not self.turned
        return self.address(sort=f"{OTHER_END}{column.sort}" if turns else column.sort)


@dataclass(frozen=True, slots=True)
class Span(Generic[Row]):
    """The rows that a page shows of a list, out of `total`; `first` is the first page of them, `last` the last."""

    rows: tuple[Row, ...]
    total: int
    first: int
    last: int
    pages: int
    wish: Wish

    @property
    def whole(self) -> bool:
        """Whether there is nothing else to show."""
        return len(self.rows) == self.total


def wish_of(visit: Visit, url: str, usual: str, *keep: str) -> Wish:
    """What the address of `visit` asks of the list at `url`; what makes no sense in it is as if it were not there."""
    query = visit.query
    return Wish(
        url=url,
        usual=usual,
        q=query.get("q", "").strip(),
        sort=query.get("sort", ""),
        page=max(1, whole_number(query.get("page", "")) or 1),
        rows=max(PAGE, whole_number(query.get("rows", "")) or PAGE),
        everything="all" in query,
        find=query.get("find", ""),
        prints="print" in query,
        keep={name: query[name] for name in keep if query.get(name)},
    )


Keys = Mapping[str, Callable[[Row], object]]


def ordered(rows: Sequence[Row], wish: Wish, keys: Keys[Row]) -> list[Row]:
    """The rows in the order that is wished; as they are where no key is that of the wish. Equals stay as they are."""
    key = keys.get(wish.column)
    if key is None:
        return list(rows)
    return sorted(rows, key=key, reverse=wish.turned)  # type: ignore[arg-type]  # each key gives values of one kind


def span_of(rows: Sequence[Row], wish: Wish, players: Callable[[Row], Collection[str]]) -> Span[Row]:
    """The part of `rows` to show; `players` are those by whom a row is found."""
    pages = max(1, -(-len(rows) // PAGE))
    if wish.everything:
        return Span(tuple(rows), len(rows), 1, pages, pages, wish)
    first = min(wish.page, pages)
    if wish.find:
        at = next((at for at, row in enumerate(rows) if wish.find in players(row)), None)
        first = first if at is None else at // PAGE + 1
    start = (first - 1) * PAGE
    shown = tuple(rows[start : start + wish.rows])
    return Span(shown, len(rows), first, min(pages, first - 1 + max(1, -(-len(shown) // PAGE))), pages, wish)
