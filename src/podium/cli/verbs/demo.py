"""`podium demo`: the server with a showcase event of every format."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import click

from podium.app.accounts.accounts import User
from podium.app.showcase.events import create_showcase
from podium.app.words.language import _
from podium.bootstrap import Podium
from podium.cli.frame import account, configured, json_option, opened, say
from podium.core.errors import Refused

NAME = "demo"
PASSWORD = "demo-podium"  # noqa: S105 - printed on purpose, for a server that listens on this machine only


@click.command("demo")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--db", metavar="URL", help="Keep the demo in this database. Without it, it is gone in the end.")
@json_option
def verb(port: int, db: str | None, as_json: bool) -> None:
    """Serve a showcase event of every format, on this machine only."""
    from podium.cli.server import at_console, listening, run, url_of  # a web server takes a while to load

    with tempfile.TemporaryDirectory(prefix="podium-demo-") as folder:
        config = at_console(configured(db or str(Path(folder) / "demo.db")), "127.0.0.1", port)
        with opened(config) as podium, listening(config) as door:
            ids = create_showcase(podium.desk, _director(podium).actor)
            url = url_of(config, door)
            if as_json:
                told = {"url": url, "name": NAME, "password": PASSWORD, "tournaments": ids}
                click.echo(json.dumps(told))
            else:
                click.echo(_("Podium is running at %(url)s", url=url))
            say(_("Log in as %(name)s with the password %(password)s. Ctrl+C ends it.", name=NAME, password=PASSWORD))
            run(podium, door)


def _director(podium: Podium) -> User:
    """The demo's owner: made now, or in an earlier demo on the same database."""
    try:
        return podium.registry.add_user(NAME, PASSWORD)
    except Refused:
        return account(podium, NAME)
