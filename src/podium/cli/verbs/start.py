"""`podium start`: the launcher of a machine of one's own. It serves from a folder of the user's, and opens the browser.

The browser is signed in by a token in the address that it opens (`LaunchKey`). A second start finds the server that
runs by a file in the folder, which is its owner's alone, and opens the browser on that.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
import socket
import sys
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Thread
from urllib.request import ProxyHandler, build_opener

import click

from podium.app.accounts.logins import LaunchKey
from podium.app.server.worker_process import limit_memory
from podium.app.words.language import _
from podium.cli.frame import configured, json_option, opened, say
from podium.cli.verbs.serve import MEGABYTE
from podium.config import EVERYWHERE, LOOPBACK, Config, data_folder
from podium.core.errors import Refused

DATABASE, RUNNING, LOCK = "podium.db", "running.json", "running.lock"
SOMEBODY_HAS_IT = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)  # as the systems say it of a lock
PATIENCE = 120.0  # seconds in which a server answers that is being started
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")


@dataclass(frozen=True, slots=True)
class Running:
    """A server that was started here: where it is, and the key to it."""

    url: str
    key: str

    def open(self, *, browser: bool, as_json: bool) -> None:
        """Open the browser on it, signed in; where there is no screen, say what to open."""
        say(_("Podium is running at %(url)s", url=self.url))
        address = f"{self.url}/start/{LaunchKey(self.key).token()}"
        # Without a screen a browser of letters would take the terminal.
        screen = sys.platform in ("win32", "darwin") or any(os.environ.get(each) for each in DISPLAYS)
        if as_json:
            click.echo(json.dumps({"url": self.url, "address": address}))
        elif not (browser and screen and webbrowser.open(address)):
            say(_("Open this address on this machine; it signs you in, once: %(address)s", address=address))


@click.command("start")
@click.option("--folder", metavar="FOLDER", help="Where the data are. Without it, in a folder of your own.")
@click.option("--only-here", is_flag=True, help="Let no other machine in, and no phone.")
@click.option("--browser/--no-browser", default=True, show_default=True, help="Open the browser, or print the address.")
@json_option
def verb(folder: str | None, only_here: bool, browser: bool, as_json: bool) -> None:
    """Serve from a folder of your own and open the browser, signed in: no password is needed on this machine.

    A second start opens the browser on the server that runs. PODIUM_PORT says where to listen; where somebody else
    does, a free port is taken. The button on the first page ends it, or Ctrl+C.
    """
    place = Path(folder).absolute() if folder else data_folder()
    with _alone(place) as first:
        if first:
            _serve(place, LOOPBACK[0] if only_here else EVERYWHERE, browser=browser, as_json=as_json)
        else:
            _found(place).open(browser=browser, as_json=as_json)


def _serve(place: Path, host: str, *, browser: bool, as_json: bool) -> None:
    """Serve until somebody ends it, and open the browser as soon as somebody answers."""
    from podium.cli.server import listening, run, url_of  # a web server takes a while to load

    noted = place / RUNNING
    noted.unlink(missing_ok=True)
    config = replace(configured(str(place / DATABASE)), host=host, launch_key=secrets.token_hex(32))

    def open_when_ready(running: Running) -> None:
        build_opener(ProxyHandler({})).open(f"{running.url}/health", timeout=PATIENCE).close()
        new = noted.with_suffix(".new")
        new.touch(0o600)
        new.write_text(json.dumps(asdict(running)), "utf-8")
        new.replace(noted)
        running.open(browser=browser, as_json=as_json)
        say(_("Your events are in %(folder)s.", folder=place))

    with opened(config) as podium, listening(_with_free_port(config)) as door:
        if config.memory:
            limit_memory(config.memory * MEGABYTE, "RLIMIT_DATA")
        running = Running(url_of(config, door), config.launch_key)
        Thread(target=open_when_ready, args=[running], name="launcher", daemon=True).start()
        try:
            run(podium, door)
        finally:
            noted.unlink(missing_ok=True)


def _with_free_port(config: Config) -> Config:
    """The settings with any port where somebody answers at theirs: some systems let two listen at one."""
    with socket.socket() as knocking:
        knocking.settimeout(1)
        taken = config.port != 0 and knocking.connect_ex((LOOPBACK[0], config.port)) == 0
    return replace(config, port=0) if taken else config


def _found(place: Path) -> Running:
    """The server that runs on a folder, once it answers; raises Refused where it never does."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            return Running(**json.loads((place / RUNNING).read_text("utf-8")))
        except (OSError, ValueError):  # it is not written yet
            time.sleep(0.1)
    raise Refused("start-unanswered", value=str(place))


@contextmanager
def _alone(place: Path) -> Iterator[bool]:
    """Whether nobody else serves from a folder while the block lasts; where the system cannot say, nobody does.

    The folder is made if need be. Raises Refused where nothing can be written there.
    """
    try:
        place.mkdir(0o700, parents=True, exist_ok=True)
        lock = (place / LOCK).open("a")
    except OSError as problem:
        raise Refused("folder-unwritable", value=str(place), reason=problem.strerror) from None
    with lock as file:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            alone = True
        except OSError as problem:
            alone = problem.errno not in SOMEBODY_HAS_IT
        yield alone
