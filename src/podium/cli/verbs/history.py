"""`podium history`, `undo` and `redo`: everything that happened in a tournament, taken back and brought again."""

from __future__ import annotations

import click

from podium.app.desk import Seen
from podium.app.history.answers import commit_row
from podium.app.history.history import HistoryLine
from podium.app.words.language import _
from podium.cli.frame import Console, on_database, table
from podium.cli.naming import TOURNAMENT, on_tournament, tournament
from podium.flow.commands import Command, Redo, Revert, Rewind


@click.command("history")
@on_tournament
def history(here: Console, seen: Seen) -> None:
    """Print what happened in TOURNAMENT, newest first, with the version each change made."""
    told = here.podium.desk.history(seen)
    rows = [(line.commit.version, line.commit.at[:19], line.who, _what(line), _mark(line)) for line in told.lines]
    text = table(("version", "at", "by", "what", ""), rows, "version")
    here.answer({"version": told.version, "commits": [commit_row(line) for line in told.lines]}, text)


def _what(line: HistoryLine) -> str:
    reason = line.commit.reason
    return _("%(summary)s (reason: %(reason)s)", summary=line.summary, reason=reason) if reason else line.summary


def _mark(line: HistoryLine) -> str:
    return _("undone") if line.undone else _("dropped") if line.dropped else ""


@click.command("undo")
@TOURNAMENT
@click.option("--commit", type=int, metavar="VERSION", help="Take back this change alone.")
@click.option("--to", type=int, metavar="VERSION", help="Move the whole event back to this version.")
@on_database(acts=True)
def undo(here: Console, named: str, commit: int | None, to: int | None) -> None:
    """Take back the newest change of TOURNAMENT, or the one that is named.

    `podium history` prints the versions.
    """
    if commit is not None and to is not None:
        raise click.UsageError(_("Name either --commit or --to."))
    _travel(here, tournament(here, named), Rewind(to) if to is not None else Revert(commit))


@click.command("redo")
@on_tournament
def redo(here: Console, seen: Seen) -> None:
    """Bring back what was undone last in TOURNAMENT."""
    _travel(here, seen, Redo())


def _travel(here: Console, seen: Seen, command: Command) -> None:
    # A rewind is made for the version that is seen; should somebody be faster, it is refused.
    expected = seen.version if isinstance(command, Rewind) else None
    receipt = here.perform(seen.state.id, command, expected=expected)
    told = here.podium.desk.history(seen)
    shown = {"version": receipt.version, "dropped": list(receipt.dropped), "summary": told.lines[0].summary}
    here.answer(shown, told.lines[0].summary)
