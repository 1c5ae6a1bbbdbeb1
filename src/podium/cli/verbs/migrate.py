"""`podium migrate`: bring a database up to date."""

from __future__ import annotations

import click

from podium.app.words.language import _
from podium.bootstrap import database_file
from podium.cli.frame import answer, configured, db_option, json_option, opened
from podium.cli.older import conversion_text, convert_older, report_row
from podium.cli.progress import progress

LAST_NUMBERED_BY_ENTRY = "0005"  # the last revision of a Podium whose lists had numbers of their own


@click.command("migrate")
@db_option
@json_option
def verb(db: str | None, as_json: bool) -> None:
    """Bring the tables of the database up to date, as every start of the server does.

    An older database is converted: a copy is kept beside it, and what was found is said.
    """
    config = configured(db)
    with progress(_("Converting")):
        converted = convert_older(config)
    with progress(_("Bringing up to date")), opened(config) as podium:
        before = podium.database.upgraded_from
        where = str(database_file(config.database) or podium.database.url.render_as_string(hide_password=True))
    told: dict[str, object] = {"database": where}
    lines = [_("%(database)s is up to date.", database=where)]
    if converted is not None:
        told |= {"copy": str(converted.copy), **report_row(converted.report)}
        lines.insert(0, conversion_text(converted))
    if before is not None and before <= LAST_NUMBERED_BY_ENTRY:
        told["changed"] = _(
            "Each player of its events now has one number everywhere, that by which rounds are paired; before, lists "
            "and report files each had their own. In a knockout, a win counts in the table before its round is over."
        )
        lines.append(str(told["changed"]))
    answer(told, "\n".join(lines), as_json=as_json)
