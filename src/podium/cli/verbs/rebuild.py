"""`podium rebuild`: the read model anew."""

from __future__ import annotations

import click

from podium.app.words import counts
from podium.app.words.language import _
from podium.cli.frame import Console, on_database
from podium.cli.progress import progress


@click.command("rebuild")
@on_database()
def verb(here: Console) -> None:
    """Write the tables for lists and outside SQL anew from the journal. Nothing else changes."""
    with progress(_("Rebuilding")):
        count = here.podium.journal.rebuild()
    here.answer(
        {"tournaments": count}, _("The tables are rebuilt from %(tournaments)s.", tournaments=counts.tournaments(count))
    )
