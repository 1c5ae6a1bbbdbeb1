"""The standings as a terminal shows them."""

from __future__ import annotations

from podium.app.standings.standings import StandingRow, name_with_mark, order_text
from podium.app.words.numbers import figure
from podium.cli.frame import table


def ranking_text(rows: list[StandingRow]) -> str:
    """The standings of one section in columns."""
    codes = list(rows[0].tiebreaks)
    header = ("rank", "name", "points", *codes, "details")
    lines = [
        (
            row.rank,
            name_with_mark(row.player),
            "" if row.entered else figure(row.points),
            *(figure(row.tiebreaks[code] or "") for code in codes),
            "; ".join(filter(None, (row.details, order_text(row.ordered_by)))),
        )
        for row in rows
    ]
    return table(header, lines, " ".join(("rank", "points", *codes)))
