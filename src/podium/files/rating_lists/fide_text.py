"""FIDE's lists as text: columns of fixed width, whose heading says where each begins.

The heading changed over the years, and with it the columns; all of these are read:

    ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG
    ID number Name                              TitlFed  Mar11 GamesBorn  Flag
    ID Number      Name                     ... Fed Sex Tit  WTit OTit           FOA NOV26 Gms K  B-day Flag
    ID Number      Name                     ... Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk ...
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from podium.core.errors import LimitExceeded
from podium.core.ratings.rated_player import RatedPlayer
from podium.core.ratings.rating_kind import RatingKind
from podium.files.rating_lists.columns import MONTHS, Heading, RowReader, edition_of, of_fide

LONGEST_LINE = 1000  # bytes
# Longer words first: headings may stand side by side without a space ("TitlFed").
_WORDS = re.compile(
    "|".join((
        "ID[ _]NUMBER", "NAME", "COUNTRY", "FED", "SEX", "WTIT", "OTIT", "TITLE", "TITL", "TIT", "FOA",
        "SRTNG", "SGM", "SK", "RRTNG", "RGM", "RK", "BRTNG", "BGM", "BK", "RATING",
        rf"(?:{'|'.join(MONTHS)})\d\d", "GAMES?", "GMS", "B-DAY", "BIRTHDAY", "BORN", "FLAG", "K",
    )),
    re.IGNORECASE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the columns are, in the order of `Heading`; `single` where there is one rating, of any of the kinds.

    In lists before 2012, which have no column for the sex, figures begin a place before their heading here and there:
    these are `loose`.
    """

    spans: tuple[slice, ...]
    edition: str | None
    single: bool
    loose: bool


def columns_of(heading: str) -> Columns | None:
    """The columns under a heading; None where it is none of FIDE's."""
    words = [(found[0], found.start()) for found in _WORDS.finditer(heading)]
    if not words or words[0][0].upper().replace("_", " ") != "ID NUMBER" or heading[: words[0][1]].strip():
        return None
    ends = [start for _word, start in words[1:]] + [LONGEST_LINE]
    spans: dict[Heading, slice] = {}
    for (word, start), end in zip(words, ends, strict=True):
        if (known := of_fide(word)) is not None:
            spans.setdefault(known, slice(0 if known is Heading.ID else start, end))
    if not {Heading.ID, Heading.NAME, Heading.STANDARD} <= spans.keys():
        return None
    edition = next(filter(None, (edition_of(word) for word, _start in words)), None)
    nothing = slice(0, 0)
    return Columns(
        tuple(spans.get(each, nothing) for each in list(Heading)[: list(Heading).index(Heading.SURNAME)]),
        edition,
        single=Heading.RAPID not in spans,
        loose=Heading.SEX not in spans,
    )


def single_at(columns: Columns, kind: RatingKind) -> Columns:
    """The columns of a list with one rating, which is of that kind."""
    order = list(Heading)
    standard, own = order.index(Heading.STANDARD), order.index(Heading(kind.value))
    spans = list(columns.spans)
    spans[standard], spans[own] = spans[own], spans[standard]
    return replace(columns, spans=tuple(spans))


def players(lines: Iterable[bytes], columns: Columns, reader: RowReader, first: int) -> Iterator[RatedPlayer]:
    """The players of the lines below the heading; `first` is the number of the first of them."""
    spans = columns.spans
    for number, raw in enumerate(lines, start=first):
        if len(raw) > LONGEST_LINE:
            raise LimitExceeded(number, 0, "line-too-long", value=len(raw), most=LONGEST_LINE)
        try:
            line = raw.decode()
        except UnicodeDecodeError:
            line = raw.decode("latin-1")
        if line.isspace() or not line:
            continue
        cells = [_figures(line, span) if columns.loose else line[span].strip() for span in spans]
        player = reader.player(number, cells)
        if player is not None:
            yield player


def _figures(line: str, span: slice) -> str:
    """What stands in a column; figures that begin before it are its own, those that go on behind it are not."""
    start, end = (_start_of_figures(line, at) for at in (span.start, span.stop))
    return line[start:end].strip()


def _start_of_figures(line: str, at: int) -> int:
    while 0 < at < len(line) and line[at].isdigit() and line[at - 1].isdigit():
        at -= 1
    return at
