"""The services of the tests, tried out themselves."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page
from sqlalchemy import create_engine, inspect, text

from tests.kit import services


@pytest.mark.parametrize("visit", [1, 2])
def test_every_test_begins_with_an_empty_database(database_url: str, visit: int) -> None:
    engine = create_engine(database_url)
    with engine.begin() as connection:
        assert inspect(connection).get_table_names() == []
        connection.execute(text(f"CREATE TABLE visit_{visit} (id INTEGER PRIMARY KEY)"))
    engine.dispose()


def test_a_forgotten_connection_does_not_block_the_next_test(empty_postgres_url: str) -> None:
    engine = create_engine(empty_postgres_url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE forgotten (id INTEGER PRIMARY KEY)"))
    with engine.connect() as holder:
        holder.execute(text("SELECT * FROM forgotten"))  # holds a lock on the table
        services.wipe(empty_postgres_url)
        holder.invalidate()
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == []
    engine.dispose()


def test_the_browser_opens_a_page_and_runs_its_script(page: Page) -> None:
    page.goto("data:text/html,<h1>Round 1</h1><script>document.title = 'on ' + 3 * 4</script>")
    assert page.title() == "on 12"
    assert page.get_by_role("heading").inner_text() == "Round 1"


@pytest.mark.parametrize(
    ("required", "exit_code", "verdict"), [("0", 0, "1 skipped"), ("1", 1, "1 error")], ids=["at home", "in CI"]
)
def test_a_missing_service_is_loud_at_home_and_fatal_in_ci(required: str, exit_code: int, verdict: str) -> None:
    program = (
        "import sys, pytest; from tests.kit import services; services.chromium = lambda: None;"
        "few = ['-p', 'no:cacheprovider', '-p', 'no:schemathesis'];"
        f"sys.exit(pytest.main([{__file__!r}, '-k', 'browser_opens', *few]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PODIUM_REQUIRE_SERVICES": required},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == exit_code, done.stdout
    assert verdict in done.stdout
    assert services.HOW_TO_GET["browser"] in done.stdout
