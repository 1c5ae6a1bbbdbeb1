"""`podium migrate`: bring a database up to date."""

from __future__ import annotations

import click

from podium.cli.frame import Console, on_database


@click.command("migrate")
@on_database(create=True)
def verb(here: Console) -> None:
    """Bring the tables of the database up to date, as every start of the server does."""
    where = here.podium.database.url.render_as_string(hide_password=True)
    here.answer({"database": where}, f"{where} is up to date.")
