"""`podium restore`: a backup brought back."""

from __future__ import annotations

from pathlib import Path

import click

from podium import bootstrap
from podium.app.words import counts
from podium.app.words.language import _
from podium.cli.frame import answer, configured, db_option, json_option
from podium.cli.progress import progress


@click.command("restore")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Give up what is in the database; the server must be stopped.")
@click.option("--trusted", is_flag=True, help="Take also what no command would have taken, as earlier versions did.")
@db_option
@json_option
def verb(file: Path, force: bool, trusted: bool, db: str | None, as_json: bool) -> None:
    """Bring the backup FILE back into an empty database, SQLite or PostgreSQL.

    Every event in it is replayed first, and every table is compared with the backup before the old
    one is gone: it is restored whole, or nothing has changed.
    """
    config = configured(db)
    where = bootstrap.database_address(config.database)
    with progress(_("Restoring")):
        digests = bootstrap.restore(file, config.database, replace=force, trusted=trusted)
    rows = {name: digest.rows for name, digest in digests.items()}
    done = _(
        "%(database)s is restored: %(tournaments)s.",
        database=where,
        tournaments=counts.tournaments(rows["tournaments"]),
    )
    answer({"database": where, "tables": rows}, done, as_json=as_json)
