"""National ratings in a report file: records with the code of a federation, and what record 172 makes of them.

| columns | what |
| --- | --- |
| 1-3 | the federation |
| 5-8 | the start number |
| 49-52 | the rating |

There may be more in such a record (a name, a number of the federation): the line is then kept as it came.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from podium.files.trf.report import Entry, Report

METHODS = ("NRO", "FIDON", "NIDOF", "HBFN", "LBFN")
"""The methods of record 172 that look at national ratings."""


def counted(method: str, fide: int | None, national: int) -> int:
    """The rating that counts of somebody who has a national one.

    >>> counted("FIDON", None, 1900), counted("FIDON", 2000, 1900), counted("NIDOF", 2000, 1900)
    (1900, 2000, 1900)
    >>> counted("HBFN", 2000, 1900), counted("LBFN", 2000, 1900)
    (2000, 1900)
    """
    if method == "FIDON":
        return fide or national
    if method in ("HBFN", "LBFN"):
        return (max if method == "HBFN" else min)(fide or national, national)
    return national


def rating_of(line: str, federation: str) -> tuple[int, int] | None:
    """The start number and the rating that a line gives, if it is one of national ratings."""
    number, rating = line[4:8].strip(), line[48:52].strip()
    if not federation or line[:4] != f"{federation} " or not (number.isdecimal() and rating.isdecimal()):
        return None
    return (int(number), int(rating)) if int(rating) else None


def says_more(line: str) -> bool:
    """Whether a line of a national rating says something besides."""
    return bool(line[8:48].strip() or line[52:].strip())


def with_national_rating(entry: Entry, method: str, national: int) -> Entry:
    """The player by the rating that counts, beside FIDE's and the national one."""
    rating = counted(method, entry.rating, national)
    return replace(entry, rating=rating, fide_rating=entry.rating, national_rating=national)


def lines_of(report: Report) -> list[str]:
    """A record for each player with a national rating, but for players who have a line that was kept."""
    kept: Collection[str] = {line[:8] for line in report.others}
    heads: Mapping[str, int] = {
        f"{report.rank_federation} {entry.number:>4}": entry.national_rating
        for entry in report.entries
        if entry.national_rating is not None
    }
    return [f"{head:<48}{rating:>4}" for head, rating in heads.items() if head not in kept]
