"""The services of the tests, tried out themselves."""

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


def test_a_missing_service_is_loud_at_home_and_fatal_in_ci() -> None:
    program = (
        "import os, pytest; from tests.kit import services; services.chromium = lambda: None\n"
        "few = ['-p', 'no:cacheprovider', '-p', 'no:schemathesis']\n"
        "for required in '01':\n"
        "    os.environ['PODIUM_REQUIRE_SERVICES'] = required\n"
        f"    print('exit code', int(pytest.main([{__file__!r}, '-k', 'browser_opens', *few])))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    at_home, in_ci, _ = done.stdout.split("exit code ")
    assert "1 skipped" in at_home, done.stdout
    assert in_ci.startswith("0"), done.stdout
    assert "1 error" in in_ci, done.stdout
    assert done.stdout.rstrip().endswith("exit code 1"), done.stdout
    for each in (at_home, in_ci):
        assert services.HOW_TO_GET["browser"] in each
