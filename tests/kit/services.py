"""The programs some tests need: a private PostgreSQL server, and the system's Chromium."""

import contextlib
import fcntl
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from sqlalchemy import create_engine, make_url, text
from sqlalchemy.engine import Engine
from sqlalchemy.pool import NullPool

from podium.storage import tables

# By marker: what a skipped test says, in one line.
HOW_TO_GET = {
    "postgres": "PostgreSQL NOT FOUND. Get it with: apt-get install postgresql"
    " (or set PODIUM_TEST_POSTGRES=postgresql+psycopg://user@host/database)",
    "browser": "Chromium NOT FOUND. Get it with: apt-get install chromium",
}

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# A list of ours takes the place of Playwright's, of which we keep what touches pages.
CHROMIUM_LACKS = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),  # the address bar loads two pages of its own into every window
    *("PaintHolding", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "ThirdPartyStoragePartitioning"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("LensOverlay", "MediaRouter", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"),
    "PreconnectToSearch",
)
CHROMIUM_FLAGS = (
    "--headless",
    "--no-sandbox",  # root, usual in containers, cannot use the sandbox
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",  # nothing but the pages under test is ever fetched
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(CHROMIUM_LACKS)}",
)

SERVER_SETTINGS = """
listen_addresses = '127.0.0.1'
unix_socket_directories = '{home}'
max_connections = 300
# The server never outlives its tests, so it need not survive a power cut.
fsync = off
synchronous_commit = off
full_page_writes = off
"""

MEMORY = Path("/dev/shm")
ROOM = 4 * 2**30  # bytes that must be free there; a container often has 64 MB

LEAVE = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)
# By their size: what is in them is for those of one event or another alone.
WRITTEN = (
    "SELECT quote_ident(relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
    " AND relname = ANY(:names) AND relkind = 'r' AND pg_relation_size(oid) > 0"
)
COUNT_ANEW = (
    "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false)"
    " FROM pg_sequences WHERE last_value IS NOT NULL"
)


def quick_folder() -> Path | None:
    """A folder in memory, where there is one with room; a commit on disk takes a hundred times as long.

    What a test writes need not survive a power cut: those about crashes kill processes.
    """
    has_room = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
    return MEMORY if has_room else None


def chromium() -> Path | None:
    """The system's Chromium, or None; no browser is ever downloaded."""
    found = (shutil.which(name) for name in CHROMIUM_NAMES)
    return next((Path(path) for path in found if path), None)


def postgres_programs() -> Path | None:
    """The folder with the newest `initdb` and `pg_ctl` of this machine, or None."""
    # Debian keeps the server's programs out of PATH, in one folder per version.
    folders = sorted(Path("/usr/lib/postgresql").glob("[0-9]*/bin"), key=lambda path: float(path.parent.name))
    if on_path := shutil.which("initdb"):
        folders.insert(0, Path(on_path).resolve().parent)
    complete = [path for path in folders if (path / "initdb").exists() and (path / "pg_ctl").exists()]
    return complete[-1] if complete else None


def missing(service: str) -> bool:
    """Whether this machine cannot run the tests marked `service`."""
    match service:
        case "browser":
            return chromium() is None
        case "postgres":
            return "PODIUM_TEST_POSTGRES" not in os.environ and postgres_programs() is None
        case _:
            raise ValueError(f"no such service: {service!r}")


@dataclass(frozen=True, slots=True)
class Cluster:
    """A PostgreSQL server of our own, shared by all workers of one test run.

    The first worker that asks for `url()` starts it; the process that called `prepare()` ends it.
    `home` lies directly in memory or in the temporary folder, for the server does not run as root and could not
    reach a folder inside root's own.
    """

    home: Path

    @classmethod
    def prepare(cls) -> "Cluster":
        """A cluster with a folder and no server yet."""
        return cls(Path(tempfile.mkdtemp(prefix="podium-pg-", dir=quick_folder())))

    def url(self) -> str:
        """The address of a running server's maintenance database."""
        if given := os.environ.get("PODIUM_TEST_POSTGRES"):
            return given
        address = self.home / "address"
        with (self.home / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not address.exists():
                address.write_text(f"postgresql+psycopg://podium@127.0.0.1:{self._start()}/postgres")
        return address.read_text()

    def end(self) -> None:
        """Stops the server, if one was started, and removes its folder."""
        if (self.home / "data" / "postmaster.pid").exists():
            self._run("pg_ctl", "stop", "--pgdata=data", "--mode=immediate", "--wait")
        shutil.rmtree(self.home)

    def _start(self) -> int:
        """The port of a server that now listens."""
        if user := _server_user():
            os.chown(self.home, user.pw_uid, user.pw_gid)
        self._run(
            *("initdb", "--pgdata=data", "--username=podium", "--auth=trust"),
            *("--encoding=UTF8", "--locale=C", "--no-sync"),
        )
        with (self.home / "data" / "postgresql.conf").open("a") as settings:
            settings.write(SERVER_SETTINGS.format(home=self.home))
        tries = 5  # another program may take the free port before the server does
        while True:
            port = free_port()
            try:
                self._run("pg_ctl", "start", "--pgdata=data", "--wait", f"--options=-p {port}")
            except RuntimeError:
                tries -= 1
                if not tries:
                    raise
            else:
                return port

    def _run(self, program: str, *arguments: str) -> None:
        folder = postgres_programs()
        if folder is None:
            raise RuntimeError(HOW_TO_GET["postgres"])
        user = _server_user()
        with (self.home / "log").open("a+") as log:  # not a pipe: the server would keep it open
            done = subprocess.run(
                [folder / program, *arguments],
                cwd=self.home,
                user=user.pw_uid if user else None,
                group=user.pw_gid if user else None,
                extra_groups=[] if user else None,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                timeout=120,
                check=False,
            )
            if done.returncode != 0:
                log.seek(0)
                raise RuntimeError(f"{program} failed:\n{log.read()}")


@contextlib.contextmanager
def temporary_database(server_url: str) -> Iterator[str]:
    """The address of a new database on that server, dropped at the end."""
    name = f"podium_test_{uuid4().hex}"
    url = make_url(server_url).set(database=name)
    with _administration(server_url) as engine:
        owned = ""
        if _is_superuser(engine):  # for whom row-level security does not hold: a server of Podium's is another's
            _execute(engine, f"CREATE ROLE {name} LOGIN CREATEROLE PASSWORD '{name}'")
            url, owned = url.set(username=name, password=name), f" OWNER {name}"
        try:
            _execute(engine, f"CREATE DATABASE {name}{owned}")
            yield url.render_as_string(hide_password=False)
        finally:
            _execute(engine, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            if owned:
                _execute(engine, f"DROP ROLE {name}")


def _is_superuser(engine: Engine) -> bool:
    with engine.connect() as connection:
        return bool(
            connection.scalar(text("SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"))
        )


def wipe(database_url: str) -> None:
    """Empties a PostgreSQL database, and ends whoever is still connected to it.

    Measured at a fifth of the time of a new database per test.
    """
    with _administration(database_url) as engine:
        _execute(engine, LEAVE, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")


def empty(database_url: str) -> None:
    """Empties Podium's tables in a PostgreSQL database, and ends whoever is still connected to it."""
    # Connected anew each time: a connection that lasts would be a server's to `restore`, which refuses then.
    with _administration(database_url) as engine, engine.connect() as connection:
        connection.execute(text(LEAVE))
        names = {"names": list(tables.metadata.tables)}
        if written := connection.scalars(text(WRITTEN), names).all():  # truncating all takes three times as long
            connection.execute(text(f"TRUNCATE {', '.join(written)}"))
        connection.execute(text(COUNT_ANEW))


@contextlib.contextmanager
def _administration(url: str) -> Iterator[Engine]:
    """An engine that commits each statement by itself, as CREATE DATABASE demands."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    try:
        yield engine
    finally:
        engine.dispose()


def _execute(engine: Engine, *statements: str) -> None:
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(text(statement))


def _server_user() -> pwd.struct_passwd | None:
    """The user to run the server as, or None where that is ourselves: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
