"""`podium undo` and `podium redo`: take anything back, and bring it again."""

from __future__ import annotations

import click

from podium.app.words.language import _
from podium.cli.frame import Console, on_database
from podium.cli.naming import tournament
from podium.flow.commands import Command, Redo, Revert, Rewind


@click.command("undo")
@click.argument("named", metavar="TOURNAMENT")
@click.option("--commit", type=int, metavar="VERSION", help="Take back this change alone.")
@click.option("--to", type=int, metavar="VERSION", help="Move the whole event back to this version.")
@on_database(acts=True)
def undo(here: Console, named: str, commit: int | None, to: int | None) -> None:
    """Take back the newest change of TOURNAMENT, or the one that is named.

    `podium history` prints the versions.
    """
    if commit is not None and to is not None:
        raise click.UsageError(_("Name either --commit or --to."))
    _travel(here, named, Rewind(to) if to is not None else Revert(commit))


@click.command("redo")
@click.argument("named", metavar="TOURNAMENT")
@on_database(acts=True)
def redo(here: Console, named: str) -> None:
    """Bring back what was undone last in TOURNAMENT."""
    _travel(here, named, Redo())


def _travel(here: Console, named: str, command: Command) -> None:
    seen = tournament(here, named)
    # A rewind is made for the version that is seen; should somebody be faster, it is refused.
    expected = seen.version if isinstance(command, Rewind) else None
    receipt = here.perform(seen.state.id, command, expected=expected)
    told = here.podium.desk.history(seen)
    shown = {"version": receipt.version, "dropped": list(receipt.dropped), "summary": told.lines[0].summary}
    here.answer(shown, told.lines[0].summary)
