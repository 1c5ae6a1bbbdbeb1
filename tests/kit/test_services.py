"""The services of the tests, tried out themselves."""

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
