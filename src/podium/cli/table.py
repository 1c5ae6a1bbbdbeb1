"""`podium table`: the standings of a tournament in the database."""

from __future__ import annotations

from itertools import groupby

import click

from podium.app.views.rows import standing_row
from podium.app.views.standings import StandingRow, standings
from podium.cli import frame
from podium.cli.frame import Console, on_database
from podium.cli.naming import tournament


@click.command("table")
@click.argument("named", metavar="TOURNAMENT")
@click.option("--after", type=int, metavar="ROUND", help="As they were after this round.")
@on_database(acts=True)
def verb(here: Console, named: str, after: int | None) -> None:
    """Print the standings of TOURNAMENT, and where every half point came from."""
    seen = tournament(here, named)
    rows = standings(seen.state, after)
    parts = [_section(section, list(level)) for section, level in groupby(rows, key=lambda row: row.section)]
    shown = {"standings": [standing_row(row) for row in rows], "version": seen.version}
    here.answer(shown, "\n\n".join(parts) or "There are no players yet.")


def _section(section: str, rows: list[StandingRow]) -> str:
    codes = list(rows[0].tiebreaks)
    header = ("rank", "name", "points", *codes, "details")
    lines = [
        (row.rank, row.player.name, row.points, *(row.tiebreaks[code] for code in codes), row.details) for row in rows
    ]
    text = frame.table(header, lines, " ".join(("rank", "points", *codes)))
    return f"{section}\n{text}" if section else text
