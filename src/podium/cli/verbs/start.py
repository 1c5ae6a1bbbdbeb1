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
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Thread
from urllib.request import ProxyHandler, build_opener

import click

from podium.app.accounts.logins import LaunchKey
from podium.app.server.worker_process import limit_memory
from podium.app.words.language import _
from podium.cli.frame import configured, json_option, opened, say, warn_of_rights
from podium.cli.older import conversion_text, convert_older
from podium.cli.verbs.serve import MEGABYTE
from podium.config import EVERYWHERE, LOOPBACK, Config, data_folder
from podium.core.errors import Refused

DATABASE, RUNNING, LOCK = "podium.db", "running.json", "running.lock"
OWNERS_ALONE = 0o700
SOMEBODY_HAS_IT = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)  # as the systems say it of a lock
PATIENCE = 120.0  # seconds in which a server answers that is being started
PAUSE = 0.1
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")


@dataclass(frozen=True, slots=True)
class Running:
    """A server that was started here: where it is, and the key to it."""

    url: str
    key: str

    @property
    def address(self) -> str:
        """An address that signs a browser in, once."""
        return f"{self.url}/start/{LaunchKey(self.key).token()}"

    def answers(self) -> bool:
        """Whether the server can be opened in a browser."""
        try:
            with build_opener(ProxyHandler({})).open(f"{self.url}/health", timeout=PAUSE * 50) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def note(self, folder: Path) -> None:
        """Write down for a second start where the server is; what cannot be written opens no second browser."""
        descriptor = os.open(folder / f"{RUNNING}.new", os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(self), file)
        (folder / f"{RUNNING}.new").replace(folder / RUNNING)


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
    place = _writable(Path(folder).absolute() if folder else data_folder())
    with _alone(place) as first:
        if first:
            _serve(place, LOOPBACK[0] if only_here else EVERYWHERE, browser=browser, as_json=as_json)
        else:
            _open(_found(place), browser=browser, as_json=as_json)


def _serve(place: Path, host: str, *, browser: bool, as_json: bool) -> None:
    """Serve until somebody ends it, and open the browser as soon as somebody answers."""
    from podium.cli.server import run, url_of  # a web server takes a while to load

    (place / RUNNING).unlink(missing_ok=True)
    config = replace(configured(str(place / DATABASE)), host=host, launch_key=secrets.token_hex(32))
    if (converted := convert_older(config)) is not None:
        say(conversion_text(converted))

    def open_when_ready(running: Running) -> None:
        if _waited_for(running):
            running.note(place)
            _open(running, browser=browser, as_json=as_json)
            say(_("Your events are in %(folder)s.", folder=place))

    with opened(config) as podium, _free_door(config) as door:
        warn_of_rights(podium)
        if config.memory:
            limit_memory(config.memory * MEGABYTE, "RLIMIT_DATA")
        running = Running(url_of(config, door), config.launch_key)
        Thread(target=open_when_ready, args=[running], name="launcher", daemon=True).start()
        try:
            run(podium, door)
        finally:
            (place / RUNNING).unlink(missing_ok=True)


@contextmanager
def _free_door(config: Config) -> Iterator[socket.socket]:
    """A socket at the port of the settings, or at any other where somebody listens there.

    Some systems let two listen at one port, if one of them does so for this machine alone: it is knocked at first.
    """
    from podium.cli.server import listening

    with socket.socket() as knocking:
        knocking.settimeout(1)
        taken = config.port != 0 and knocking.connect_ex((LOOPBACK[0], config.port)) == 0
    with ExitStack() as stack:
        try:
            door = stack.enter_context(listening(replace(config, port=0 if taken else config.port)))
        except Refused as problem:
            if problem.code != "address-taken" or not config.port:
                raise
            door = stack.enter_context(listening(replace(config, port=0)))
        yield door


def _open(running: Running, *, browser: bool, as_json: bool) -> None:
    """Open the browser on a server, signed in; where there is none, say what to open."""
    say(_("Podium is running at %(url)s", url=running.url))
    address = running.address
    if as_json:
        click.echo(json.dumps({"url": running.url, "address": address}))
    elif not (browser and _can_show() and webbrowser.open(address)):
        say(_("Open this address on this machine; it signs you in, once: %(address)s", address=address))


def _can_show() -> bool:
    """Whether there is a screen: a browser of letters would take the terminal."""
    return sys.platform in ("win32", "darwin") or any(os.environ.get(each) for each in DISPLAYS)


def _waited_for(running: Running) -> bool:
    """Whether a server that is being started came to answer."""
    until = time.monotonic() + PATIENCE
    while not (ready := running.answers()) and time.monotonic() < until:
        time.sleep(PAUSE)
    return ready


def _found(place: Path) -> Running:
    """The server that runs on a folder; raises Refused where it does not answer."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            running = Running(**json.loads((place / RUNNING).read_text("utf-8")))
        except (OSError, ValueError, TypeError):  # it is not written yet
            time.sleep(PAUSE)
            continue
        if running.answers():
            return running
        time.sleep(PAUSE)
    raise Refused("start-unanswered", value=str(place))


def _writable(place: Path) -> Path:
    """The folder, made if need be; raises Refused where nothing can be written there."""
    try:
        place.mkdir(OWNERS_ALONE, parents=True, exist_ok=True)
        with (place / LOCK).open("a"):
            return place
    except OSError as problem:
        raise Refused("folder-unwritable", value=str(place), reason=problem.strerror) from None


@contextmanager
def _alone(place: Path) -> Iterator[bool]:
    """Whether nobody else serves from that folder while the block lasts; where the system cannot say, nobody does."""
    with (place / LOCK).open("a") as file:
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
