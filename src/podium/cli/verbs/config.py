"""`podium config` and `podium push-keys`: every setting and where it comes from, and a key for push messages."""

from __future__ import annotations

import click
from click.core import ParameterSource

from podium.app.words.language import N_, _
from podium.cli.frame import answer, configured, db_option, json_option, say, table
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
def config(ctx: click.Context, host: str | None, port: int | None, db: str | None, as_json: bool) -> None:
    """Print every setting that a server started here would have, and where each comes from.

    Passwords, keys and codes are not printed.
    """
    from podium.bootstrap import database_address
    from podium.cli.server import at_console  # a web server takes a while to load

    config = at_console(configured(db), host, port)
    on_command_line = {
        field for option, field in FLAGS.items() if ctx.get_parameter_source(option) is ParameterSource.COMMANDLINE
    }
    rows = []
    for each in settings(config, on_command_line):
        shown = database_address(config.database) if each.name == "database" else each.value
        if each.name in SECRETS and each.value:
            shown = HIDDEN
        rows.append((each, shown))
    value = [
        {"name": each.name, "value": shown, "source": each.source.value, "variable": each.variable}
        for each, shown in rows
    ]
    lines = [(each.name, shown, _(_SOURCES[each.source], variable=each.variable)) for each, shown in rows]
    answer({"settings": value}, table(["name", "value", "comes from"], lines), as_json=as_json)


@click.command("push-keys")
@json_option
def push_keys(as_json: bool) -> None:
    """Make a key by which a server tells followers that a round is out.

    What is printed belongs into the environment of `podium serve`, with PODIUM_PUSH_CONTACT, and is a secret. With
    another key nobody who followed before is told any more.
    """
    from podium.app.hall.push_messages import ServerKey, new_key

    key = new_key()
    public = ServerKey.parse(key, "").public
    answer({"PODIUM_PUSH_KEY": key, "public": public}, f"PODIUM_PUSH_KEY={key}", as_json=as_json)
    if not as_json:
        say(_("Set it, and PODIUM_PUSH_CONTACT=mailto:you@example.org, where podium serve is started."))
