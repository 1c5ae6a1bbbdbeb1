"""`podium history`: everything that ever happened in a tournament."""

from __future__ import annotations

import click

from podium.app.views.history import HistoryLine, history
from podium.cli.frame import Console, on_database, table
from podium.cli.naming import tournament


@click.command("history")
@click.argument("named", metavar="TOURNAMENT")
@on_database(acts=True)
def verb(here: Console, named: str) -> None:
    """Print what happened in TOURNAMENT, newest first, with the version each change made."""
    seen = tournament(here, named)
    told = history(here.podium.desk.chronicle(seen.state.id).entries)
    rows = [
        (line.commit.version, line.commit.at[:19], line.commit.actor, line.summary, _mark(line)) for line in told.lines
    ]
    commits = [
        {
            "version": line.commit.version,
            "parent": line.commit.parent,
            "type": line.commit.kind,
            "summary": line.summary,
            "actor": line.commit.actor,
            "at": line.commit.at,
            "undone": line.undone or line.dropped,
        }
        for line in told.lines
    ]
    text = table(("version", "at", "by", "what", ""), rows, "version")
    here.answer({"version": told.version, "commits": commits}, text)


def _mark(line: HistoryLine) -> str:
    return "undone" if line.undone else "dropped" if line.dropped else ""
