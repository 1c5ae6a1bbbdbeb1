"""`podium config`: every setting, and where it comes from."""

from __future__ import annotations

import click
from click.core import ParameterSource

from podium import bootstrap
from podium.app.words.language import N_, _
from podium.cli.frame import answer, configured, db_option, json_option, table
from podium.cli.server import at_console
from podium.config import SECRETS, Source, settings

HIDDEN = "***"
_SOURCES = {
    Source.DEFAULT: N_("default"),
    Source.ENVIRONMENT: N_("environment: %(variable)s"),
    Source.FLAG: N_("command line"),
}
FLAGS = {"db": "database", "host": "host", "port": "port"}
"""The settings that options set."""


@click.command("config")
@click.option("--host", metavar="ADDRESS", help="As for `podium serve`.")
@click.option("--port", type=click.IntRange(0, 65535), help="As for `podium serve`.")
@db_option
@json_option
@click.pass_context
def verb(ctx: click.Context, host: str | None, port: int | None, db: str | None, as_json: bool) -> None:
    """Print every setting that a server started here would have, and where each comes from.

    Passwords, keys and codes are not printed.
    """
    config = at_console(configured(db), host, port)
    on_command_line = {
        field for option, field in FLAGS.items() if ctx.get_parameter_source(option) is ParameterSource.COMMANDLINE
    }
    rows = []
    for each in settings(config, on_command_line):
        shown = bootstrap.database_address(config.database) if each.name == "database" else each.value
        if each.name in SECRETS and each.value:
            shown = HIDDEN
        rows.append((each, shown))
    value = [
        {"name": each.name, "value": shown, "source": each.source.value, "variable": each.variable}
        for each, shown in rows
    ]
    lines = [(each.name, shown, _(_SOURCES[each.source], variable=each.variable)) for each, shown in rows]
    answer({"settings": value}, table(["name", "value", "comes from"], lines), as_json=as_json)
