"""What every test may ask for: a clean database of either kind, and a browser.

A test that needs PostgreSQL or Chromium is skipped where there is none, and a line at the end of
the run says so. With PODIUM_REQUIRE_SERVICES=1, as in CI, such a skip is a failure.

Files of tests lie in memory where there is room and are gone afterwards; `--basetemp=folder` keeps those of tests that
failed.
"""

import gc
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from hypothesis import HealthCheck, settings

from podium.app.forecast import forecasts
from podium.storage.accounts import registry
from podium.storage.sql.database import Database
from tests.kit import quick_statements, quick_tables, services
from tests.kit.loops import ALL_SEEDS

# The same examples for everybody on every run, and no failure because a machine is slow.
# `pytest --hypothesis-profile=anew` looks for new ones, and `make long` at more.
settings.register_profile("anew", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "podium", settings.get_profile("anew"), derandomize=True, max_examples=100 if ALL_SEEDS else 30
)
settings.load_profile("podium")

# Every test that starts Podium would compile all of it again, and every worker all tests, were nothing kept.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

os.environ["PODIUM_LANGUAGE"] = "en"  # of commands that tests run, whatever the terminal speaks

CLUSTER = pytest.StashKey[services.Cluster]()
FILES = pytest.StashKey[Path]()

# Begun first, so that no worker is left with one of them while the others have nothing to do.
SLOWEST_FIRST = (
    "tests/journeys/test_readme.py",
    "tests/browser/test_restart.py",
    "tests/api/test_document.py::test_every_operation",
    "tests/browser/",
    "tests/journeys/",
    "tests/web/test_profiles.py::test_pages",
    "tests/api/test_privacy.py",
    "tests/races/test_killed_servers.py",
    "tests/trust/",
)

# A test is marked by what it asks for, so that no mark can be forgotten.
MARK_OF_FIXTURE = {
    "postgres_url": "postgres",
    "empty_postgres_url": "postgres",
    "playwright": "browser",
}


def pytest_configure(config: pytest.Config) -> None:
    # A shell makes what it starts in the background deaf to Ctrl-C, and so would be every program that a test starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    quick = services.quick_folder()
    if config.option.basetemp is None and quick is not None:  # a worker is given a folder inside that of us all
        config.stash[FILES] = Path(tempfile.mkdtemp(prefix="podium-tests-", dir=quick))
        config.option.basetemp = config.stash[FILES] / "files"
    home = getattr(config, "workerinput", {}).get("cluster")  # set below, in the process above us
    config.stash[CLUSTER] = services.Cluster(Path(home)) if home else services.Cluster.prepare()


@pytest.hookimpl(optionalhook=True)  # without xdist there is no such hook
def pytest_configure_node(node: object) -> None:
    config, workerinput = node.config, node.workerinput  # type: ignore[attr-defined]  # xdist has no types
    workerinput["cluster"] = str(config.stash[CLUSTER].home)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.stash[CLUSTER].end()
    if (files := config.stash.get(FILES, None)) is not None:
        shutil.rmtree(files, ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without the garbage collector, and keep what was collected out of its way: it stays to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)  # much is made for each test and little of it in circles
        gc.enable()


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for fixture in getattr(item, "fixturenames", ()):
            if mark := MARK_OF_FIXTURE.get(fixture):
                item.add_marker(mark)
    items.sort(key=lambda item: next((at for at, slow in enumerate(SLOWEST_FIRST) if slow in item.nodeid), 99))


@pytest.hookimpl(tryfirst=True)  # before any fixture is set up
def pytest_runtest_setup(item: pytest.Item) -> None:
    for service, how_to_get in services.HOW_TO_GET.items():
        if item.get_closest_marker(service) and services.missing(service):
            pytest.skip(how_to_get)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    required = os.environ.get("PODIUM_REQUIRE_SERVICES") == "1"
    needs_service = any(item.get_closest_marker(service) for service in services.HOW_TO_GET)
    if required and needs_service and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"Skipped although PODIUM_REQUIRE_SERVICES=1: {report.longreprtext}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """Fail a test that limits its own process: every browser and server that is started after it would be limited."""
    limits = resource.RLIMIT_AS, resource.RLIMIT_DATA, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU
    before = [resource.getrlimit(each) for each in limits]
    outcome = yield
    assert [resource.getrlimit(each) for each in limits] == before
    return outcome


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [report.longreprtext for report in terminalreporter.stats.get("skipped", [])]
    for how_to_get in services.HOW_TO_GET.values():
        if count := sum(how_to_get in reason for reason in skipped):
            terminalreporter.write_line(f"TESTS SKIPPED: {count}. {how_to_get}", red=True, bold=True)


@pytest.fixture(scope="session", autouse=True)
def nothing_is_slow_on_purpose() -> Iterator[None]:
    """Hash passwords as badly as possible, since nobody guesses those of a test; forecasts wait for no other test."""
    quick = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "PasswordHasher", quick)
        patch.setattr(forecasts, "LIMITS", replace(forecasts.LIMITS, gentle=False))
        yield


@pytest.fixture(scope="session", autouse=True)
def tables_are_made_once() -> Iterator[None]:
    """Make the tables of an empty database without Alembic, which takes ten times as long."""
    with quick_tables.made_once():
        yield


@pytest.fixture(scope="session", autouse=True)
def statements_are_compiled_once() -> Iterator[None]:
    """Compile a statement for one database, and have it for all others."""
    with quick_statements.compiled_once():
        yield


@pytest.fixture
def real_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every database made by the migrations themselves: for tests of them."""
    monkeypatch.setattr("alembic.command.upgrade", quick_tables.MIGRATE)


@pytest.fixture(scope="session")
def postgres_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """The address of this worker's own database; whatever earlier tests left is still in it."""
    with services.temporary_database(pytestconfig.stash[CLUSTER].url()) as url:
        yield url


@pytest.fixture
def empty_postgres_url(postgres_url: str) -> str:
    """The address of an empty PostgreSQL database."""
    services.wipe(postgres_url)
    return postgres_url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database: the test runs once on SQLite and once on PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'podium.db'}"
    url: str = request.getfixturevalue("empty_postgres_url")
    return url


@pytest.fixture(scope="session")
def ready_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database with Podium's tables and nothing in them, to be copied."""
    file = tmp_path_factory.mktemp("ready") / "podium.db"
    make_tables(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def ready_postgres_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """The address of this worker's own database with Podium's tables; whatever earlier tests left is still in them."""
    with services.temporary_database(pytestconfig.stash[CLUSTER].url()) as url:
        make_tables(url)
        yield url


@pytest.fixture
def ready_sqlite_url(ready_file: Path, tmp_path: Path) -> str:
    """The address of a SQLite database with Podium's tables and nothing in them; making them takes longer."""
    return f"sqlite:///{shutil.copy(ready_file, tmp_path / 'podium.db')}"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def spoilable_url(request: pytest.FixtureRequest) -> str:
    """As `ready_url`, for a test that changes the tables themselves: nobody else has them after it."""
    if request.param == "sqlite":
        copied: str = request.getfixturevalue("ready_sqlite_url")
        return copied
    url: str = request.getfixturevalue("empty_postgres_url")
    make_tables(url)
    return url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def ready_url(request: pytest.FixtureRequest) -> str:
    """The address of a database with Podium's tables and nothing in them: once SQLite and once PostgreSQL."""
    url: str = request.getfixturevalue(f"ready_{request.param}_url")
    if request.param == "postgres":
        services.empty(url)
    return url


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def kept_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """As `ready_url`, but of a whole module: for tests after which everything is as it was before them."""
    if request.param == "sqlite":
        file: Path = request.getfixturevalue("ready_file")
        yield f"sqlite:///{shutil.copy(file, tmp_path_factory.mktemp('kept') / 'podium.db')}"
        return
    with services.temporary_database(request.config.stash[CLUSTER].url()) as url:
        make_tables(url)
        yield url


def make_tables(url: str) -> None:
    database = Database(url)
    database.migrate()
    database.close()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    """How Playwright starts the browser: the system's Chromium, silent towards the network."""
    return {"executable_path": services.chromium(), "args": list(services.CHROMIUM_FLAGS)}
