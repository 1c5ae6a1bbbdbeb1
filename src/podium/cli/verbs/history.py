"""`podium history`: everything that ever happened in a tournament."""

from __future__ import annotations

import click

from podium.app.access import Role
from podium.app.history.answers import commit_row
from podium.app.history.history import HistoryLine
from podium.app.words.language import _
from podium.cli.frame import Console, on_database, table
from podium.cli.naming import tournament
from podium.core.errors import Forbidden


@click.command("history")
@click.argument("named", metavar="TOURNAMENT")
@on_database(acts=True)
def verb(here: Console, named: str) -> None:
    """Print what happened in TOURNAMENT, newest first, with the version each change made."""
    seen = tournament(here, named)
    if seen.role < Role.SCORER:
        raise Forbidden("see the history")
    told = here.podium.desk.history(seen)
    rows = [(line.commit.version, line.commit.at[:19], line.who, _what(line), _mark(line)) for line in told.lines]
    text = table(("version", "at", "by", "what", ""), rows, "version")
    here.answer({"version": told.version, "commits": [commit_row(line) for line in told.lines]}, text)


def _what(line: HistoryLine) -> str:
    reason = line.commit.reason
    return _("%(summary)s (reason: %(reason)s)", summary=line.summary, reason=reason) if reason else line.summary


def _mark(line: HistoryLine) -> str:
    return _("undone") if line.undone else _("dropped") if line.dropped else ""
