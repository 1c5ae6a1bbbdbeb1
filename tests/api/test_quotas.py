"""What an account and an event may have at most: refused in words, with the number, until something is given up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from podium.app.accounts.accounts import Quotas
from podium.bootstrap import opened
from podium.config import Config, Limits, from_environment
from tests.kit.http import Caller, House


@pytest.fixture
def few(hall: House) -> House:
    """A house in which there may be two of each."""
    hall.user("first")  # an administrator, whose things are not counted
    hall.podium.registry.quotas = Quotas(events=2, tokens=2, links=2)
    return hall


def test_events_of_an_account(few: House, chief: Caller) -> None:
    first, second = chief.event("One"), chief.event("Two")
    made = {"name": "Three", "format": "manual"}
    refused = chief("POST", "/api/tournaments", made).refused(409, "too-many-events")
    assert (refused["value"], refused["most"]) == (2, 2)
    assert refused["detail"] == "You own 2 events, and 2 are allowed here: delete one, or ask an administrator."
    archive = few.client.get(f"{first.url}/archive", headers=chief.credentials).content
    chief.raw("POST", "/api/archives?copy=true", archive).refused(409, "too-many-events")
    second("DELETE", "", {}).ok()
    chief("POST", "/api/tournaments", made, Idempotency_Key="three").ok(201)
    chief("POST", "/api/tournaments", made, Idempotency_Key="three").ok(201)  # the same one again
    few.user("other").event("Of somebody else")


def test_an_administrator_is_not_counted(few: House) -> None:
    registry = few.podium.registry
    user = registry.add_user("boss", "a long password", administrator=True)
    secrets = [registry.add_token(user, "laptop")[1] for _each in range(3)]
    for secret in secrets:
        Caller(few.client, secret).event("Open")


def test_tokens_of_an_account(few: House, chief: Caller) -> None:
    made = chief("POST", "/api/tokens", {"label": "second"}).ok(201)
    refused = chief("POST", "/api/tokens", {"label": "third"}).refused(409, "too-many-tokens")
    assert refused["detail"].startswith("You have 2 tokens, and 2 are allowed here")
    chief("DELETE", f"/api/tokens/{made['id']}").ok()
    chief("POST", "/api/tokens", {"label": "third"}).ok(201)


def test_links_of_an_event(few: House, chief: Caller) -> None:
    event = chief.event()
    first = event("POST", "/links", {"role": "scorer"}).ok(201)
    event("POST", "/links", {"role": "scorer"}).ok(201)
    refused = event("POST", "/links", {"role": "scorer"}).refused(409, "too-many-links")
    assert refused["detail"].startswith("The event has 2 links, and 2 are allowed here")
    event("DELETE", f"/links/{first['id']}").ok()
    event("POST", "/links", {"role": "scorer"}).ok(201)


def test_the_server_says_how_many(ready_sqlite_url: str) -> None:
    limits = from_environment({"PODIUM_LIMIT_EVENTS_PER_ACCOUNT": "7"}).limits
    assert limits == replace(Limits(), events_per_account=7)
    with opened(Config(database=ready_sqlite_url, limits=limits)) as podium:
        assert podium.registry.quotas == Quotas(7, 100, 5_000)
