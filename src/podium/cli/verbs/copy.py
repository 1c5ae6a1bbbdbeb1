"""`podium copy`: from one database to another, of either kind."""

from __future__ import annotations

import click

from podium import bootstrap
from podium.app.words.language import _
from podium.cli.frame import answer, json_option, table
from podium.cli.progress import progress

SHOWN = 16  # digits of a digest that are enough to compare two by eye


@click.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@json_option
def verb(source: str, target: str, as_json: bool) -> None:
    """Copy everything in the database FROM into the empty database TO; each a SQLite file or a postgresql:// address.

    The tables of TO are made if they are missing. When all is there it is read back and compared, rows
    and digest of every table; a difference, or a table that Podium does not know, and nothing is copied.
    """
    with progress(_("Copying")):
        digests = bootstrap.copy_database(source, target)
    where = bootstrap.database_address(target)
    rows = [(name, digest.rows, digest.hex) for name, digest in digests.items()]
    value = {"database": where, "tables": [dict(zip(("name", "rows", "digest"), row, strict=True)) for row in rows]}
    listed = table(["table", "rows", "digest"], [(name, count, hex[:SHOWN]) for name, count, hex in rows], right="rows")
    done = _("%(database)s is equal to what was copied.", database=where)
    answer(value, f"{listed}\n{done}", as_json=as_json)
