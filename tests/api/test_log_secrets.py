"""No secret is ever in the log: a journey with secrets that are easily recognised, at the most talkative setting."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx
import pytest
from sqlalchemy.exc import StatementError

from podium.app.access import OPERATOR, Role
from podium.app.desk import Desk
from podium.bootstrap import Podium, application, opened
from podium.cli import server
from podium.cli.server import start_log
from podium.config import LOG_LEVELS, Config, LogForm
from podium.core.errors import Unavailable
from podium.core.ids import TournamentId
from podium.flow.commands import CreateTournament
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.sql.database import Database
from tests.kit.server import serving
from tests.kit.waiting import PATIENCE

PASSWORD = "pass-s3cret-word"
WRONG = "wrong-s3cret-word"
QUERY = "query-s3cret-value"
GUESS = "guessed-s3cret-token"
METRICS = "metrics-s3cret-token"
SETUP = "SETU-S3CR"
TALKATIVE = ("sqlalchemy.engine", "sqlalchemy.pool", "asyncio", "httpx", "httpcore", "uvicorn")
"""Libraries that would tell a great deal, were they let."""


@pytest.fixture(autouse=True)
def every_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """None is left out because there are many."""
    monkeypatch.setattr(server, "LINES_A_SECOND", 1_000_000)
    monkeypatch.setattr(server, "WAITING", 1_000_000)


@dataclass(frozen=True, slots=True)
class Journey:
    """What was written, and what must not be in it."""

    log: str
    secrets: dict[str, str]


@contextmanager
def captured(form: LogForm) -> Iterator[io.StringIO]:
    """The log of this process while the block lasts, with everything in it that any library says."""
    stream, levels = io.StringIO(), {name: logging.getLogger(name).level for name in ("", "podium", *TALKATIVE)}
    handler = start_log(Config(log=form, log_level=LOG_LEVELS[0]), stream)
    for name in levels:
        logging.getLogger(name).setLevel(logging.DEBUG)
    try:
        yield stream
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
        logging.getLogger().removeHandler(handler)
        handler.close()


def travel(podium: Podium, url: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Sign in rightly and wrongly, use every kind of secret rightly and wrongly, and have it break in between."""
    registry, id = podium.registry, TournamentId("open")
    podium.desk.perform(OPERATOR, id, CreateTournament(id, {"name": "Open", "format": "manual"}))
    chief = registry.add_user("chief", PASSWORD)
    _, token = registry.add_token(chief, "test")
    _, link = registry.add_link(id, Role.SCORER, None, None)
    _, other = registry.add_link(id, Role.SCORER, None, None)
    secrets = {"password": PASSWORD, "wrong password": WRONG, "token": token, "link": link, "other link": other}
    secrets |= {"value of a query": QUERY, "guess": GUESS, "token of the metrics": METRICS, "code of set-up": SETUP}
    with httpx.Client(base_url=url, timeout=PATIENCE) as browser:
        browser.post("/api/session", json={"name": "chief", "password": WRONG})
        browser.post("/api/session", json={"name": PASSWORD, "password": "chief"})  # in the wrong field
        session = browser.post("/api/session", json={"name": "chief", "password": PASSWORD})
        assert session.status_code == 200
        secrets |= {f"cookie {name}": value for name, value in browser.cookies.items()}
        secrets["token of forms"] = session.json()["csrf"]
        writes = {"X-CSRF-Token": session.json()["csrf"]}
        browser.post("/api/tournaments", json={"name": "Second", "format": "manual"}, headers=writes)
        browser.post("/api/tournaments", json={"name": QUERY, "format": QUERY}, headers=writes)
        browser.get(f"/l/{link}")
        browser.get(f"/login?next={QUERY}")
        browser.post("/login", data={"name": "chief", "password": WRONG, "csrf": GUESS})
        browser.post("/setup", data={"name": "chief", "password": PASSWORD, "code": SETUP})
    with httpx.Client(base_url=url, timeout=PATIENCE) as phone:
        assert phone.get(f"/l/{other}").is_redirect
        secrets |= {f"cookie {name} of a link": value for name, value in phone.cookies.items()}
        phone.get(f"/l/{GUESS}")
        phone.get(f"/t/{GUESS}?key={QUERY}")
        phone.get(f"/{GUESS}/{QUERY}")
        phone.get(f"/invitation/{GUESS}")
        phone.get("/api/tournaments/open", headers={"Authorization": f"Bearer {GUESS}"})
        phone.get("/metrics", headers={"Authorization": f"Bearer {METRICS}"})
        bearer = {"Authorization": f"Bearer {token}"}
        assert phone.get("/api/tournaments/open", headers=bearer).status_code == 200
        with monkeypatch.context() as broken:
            said = " ".join(secrets.values())

            def fail(*_args: object, **_named: object) -> None:
                try:
                    raise StatementError(said, f"SELECT '{said}'", {"value": said}, ValueError(said))
                except StatementError as cause:
                    raise RuntimeError(said) from cause

            broken.setattr(Desk, "see", fail)
            broken.setattr(SqlRegistry, "authenticate", fail)
            broken.setattr(SqlRegistry, "by_session", fail)
            for answer in (
                phone.get(f"/t/open?key={QUERY}"),
                phone.get("/api/tournaments/open", headers=bearer),
                phone.get(f"/l/{link}", headers={"Cookie": f"podium_session={GUESS}"}),
                phone.post("/api/session", json={"name": "chief", "password": PASSWORD}),
            ):
                assert answer.status_code == 500
    return secrets


@pytest.fixture(params=[LogForm.JSON, LogForm.TEXT])
def journey(request: pytest.FixtureRequest, ready_sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Journey:
    with captured(request.param) as stream:
        config = Config(database=ready_sqlite_url, log_requests=True, metrics_token=METRICS, setup_code=SETUP)
        with opened(config) as podium, serving(application(podium)) as server:
            secrets = travel(podium, server.url, monkeypatch)
    return Journey(stream.getvalue(), secrets)


def test_no_secret_is_in_any_line(journey: Journey) -> None:
    assert len(journey.secrets) >= 13
    assert [name for name, secret in journey.secrets.items() if secret in journey.log] == []


def test_what_happened_is_there_all_the_same(journey: Journey) -> None:
    for words in ("fault", "sign-in", "refusal", "request", "/l/{secret}", "RuntimeError", "token-unknown"):
        assert words in journey.log, words


def test_a_line_says_who_came_by_what_and_in_which_event(
    ready_sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with captured(LogForm.JSON) as stream:
        config = Config(database=ready_sqlite_url, log_requests=True, metrics_token=METRICS, setup_code=SETUP)
        with opened(config) as podium, serving(application(podium)) as server:
            travel(podium, server.url, monkeypatch)
    rows = [json.loads(line) for line in stream.getvalue().splitlines()]
    requests = [row for row in rows if row["kind"] in ("request", "refusal", "sign-in")]
    assert {row["who"] for row in requests} >= {"account", "token", "nobody"}
    of_token = [row for row in requests if row["who"] == "token" and row["status"] == 200]
    assert [(row["route"], row["event"], row["method"]) for row in of_token] == [
        ("/api/tournaments/{id}", "open", "GET")
    ]
    assert all(len(row["request"]) == 16 and row["ms"] >= 0 and row["size"] >= 0 for row in requests)
    outcomes = [row["outcome"] for row in rows if row["kind"] == "sign-in"]
    assert {"signed-in", "refused", "link-opened"} <= set(outcomes)
    faults = [row for row in rows if row["kind"] == "fault"]
    assert all(row["fault"] == f"F-{row['request'][:8]}" for row in faults)
    assert {row["route"] for row in faults} >= {"/t/{id}", "/api/tournaments/{id}", "/l/{secret}", "/api/session"}


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://podium:data-s3cret-base@127.0.0.1:1/podium",
        "postgresql://podium:data-s3cret-base@127.0.0.1:1/podium?password=data-s3cret-base",
    ],
)
def test_the_password_of_a_database_that_is_away_is_not_in_it(address: str) -> None:
    with captured(LogForm.JSON) as stream:
        database = Database(address)
        with pytest.raises(Unavailable), database.read():
            pass
        database.close()
    assert "database-away" in stream.getvalue()
    assert "s3cret" not in stream.getvalue()
