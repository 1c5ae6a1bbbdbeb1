"""`podium backup`: the database as it is now, in a file."""

from __future__ import annotations

from pathlib import Path

import click

from podium import bootstrap
from podium.app.server.findings import finding_text
from podium.app.words import counts
from podium.app.words.language import _
from podium.cli.frame import answer, configured, db_option, json_option, say
from podium.cli.progress import progress
from podium.cli.verbs.doctor import finding_row


@click.command("backup")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace FILE if it is there already.")
@db_option
@json_option
@click.pass_context
def verb(ctx: click.Context, file: Path, force: bool, db: str | None, as_json: bool) -> None:
    """Write the whole database, as it is at this moment, into FILE: a SQLite database, whatever the server uses.

    The server may run and people may write meanwhile. Before the file gets its name it is opened and
    every event in it is replayed; what is wrong is printed, and the exit code is 1. Only you can read
    the file: hashes of passwords and tokens are in it.
    """
    config = configured(db)
    with progress(_("Backing up")):
        backup = bootstrap.back_up(config.database, file, replace=force)
    value = {
        "file": str(backup.file),
        "bytes": backup.size,
        "tournaments": backup.tournaments,
        "findings": [finding_row(each) for each in backup.findings],
        "leftovers": [str(each) for each in backup.leftovers],
    }
    for each in backup.leftovers:
        say(_("Removed %(file)s, which a backup left that was ended before it was done.", file=each))
    lines = [finding_text(each) for each in backup.findings]
    done = _(
        "%(file)s holds %(tournaments)s, opened and replayed.",
        file=backup.file,
        tournaments=counts.tournaments(backup.tournaments),
    )
    damaged = _("%(file)s is a copy of a damaged database.", file=backup.file)
    answer(value, "\n".join([*lines, damaged if lines else done]), as_json=as_json)
    ctx.exit(int(bool(lines)))
