"""`podium serve` and `podium demo`: the pages and the API, with the user's events or those of a showcase."""

from __future__ import annotations

import json
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import click

from podium.app.accounts.accounts import User
from podium.app.accounts.logins import new_setup_code
from podium.app.server.worker_process import limit_memory
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.bootstrap import Podium, database_file
from podium.cli.frame import account, configured, db_option, json_option, opened, say, warn_of_rights
from podium.cli.older import conversion_text, convert_older
from podium.config import Config
from podium.core.errors import Refused, Unavailable

LONGEST_PAUSE = 30.0  # seconds between two tries to reach a database
MEGABYTE = 1_000_000


@click.command("serve")
@click.option("--host", metavar="ADDRESS", help="Where to listen. PODIUM_HOST names it too. [default: 127.0.0.1]")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="0 takes a free one. PODIUM_PORT names it too. [default: 8000]"
)
@click.option("--workers", type=click.IntRange(1, 64), default=1, help="Processes; more than one needs PostgreSQL.")
@db_option
@json_option
def serve(host: str | None, port: int | None, workers: int, db: str | None, as_json: bool) -> None:
    """Serve the pages and the API until it is told to stop.

    An older database is converted first: a copy is kept beside it, and what was found is said.
    """
    from podium.cli.server import at_console, listening, run, run_workers, url_of  # a web server takes a while to load

    config = at_console(configured(db), host, port)
    if (converted := convert_older(config)) is not None:
        say(conversion_text(converted))
    _wait_for_database(config)
    with opened(config) as podium:
        warn_of_rights(podium)
        if not podium.registry.has_users():
            config = replace(config, setup_code=new_setup_code())
            podium = replace(podium, config=config)
        if workers > 1 and podium.database.is_sqlite:
            raise Refused("workers-need-postgresql", value=workers)
        with listening(config) as door:
            url = url_of(config, door)
            if as_json:
                click.echo(json.dumps({"url": url}))
            say(_("Podium is running at %(url)s", url=url))
            if config.setup_code:
                say(_("Nobody has an account yet: open that address in a browser to make the first."))
                say(_("From another machine it asks for this code: %(code)s", code=config.setup_code))
            if config.memory:
                limit_memory(config.memory * MEGABYTE, "RLIMIT_DATA")
            if workers > 1:
                run_workers(config, door, workers)
            else:
                run(podium, door)


def _wait_for_database(config: Config) -> None:
    """Return once a PostgreSQL can be opened: while a machine starts, it may take longer than we do."""
    pause = 1.0
    while database_file(config.database) is None:
        try:
            with opened(config):
                return
        except Unavailable as away:
            if away.code not in ("database-away", "database-busy"):
                raise
            say(sentence(away))
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


NAME = "demo"
PASSWORD = "demo-podium"  # noqa: S105 - printed on purpose, for a server that listens on this machine only


@click.command("demo")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--db", metavar="URL", help="Keep the demo in this database. Without it, it is gone in the end.")
@json_option
def demo(port: int, db: str | None, as_json: bool) -> None:
    """Serve a showcase event of every format, on this machine only."""
    from podium.app.showcase.events import create_showcase
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
