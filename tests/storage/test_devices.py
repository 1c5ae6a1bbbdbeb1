"""Devices are known by a cookie that nobody can forge, and forgotten with the password."""

from __future__ import annotations

import pytest

from podium.app.accounts.logins import MOST_ACCOUNTS
from podium.storage.accounts.logins import SqlDevices
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.sql.database import Database

PASSWORD = "correct horse"


@pytest.fixture
def registry(database: Database) -> SqlRegistry:
    return SqlRegistry(database)


@pytest.fixture
def devices(database: Database) -> SqlDevices:
    return SqlDevices(database)


def test_a_device_is_known_for_those_who_signed_in_on_it(registry: SqlRegistry, devices: SqlDevices) -> None:
    anna, ben = (registry.add_user(name, PASSWORD) for name in ("Anna", "Ben"))
    first = devices.cookie(anna, "")
    both = devices.cookie(ben, first)
    known, later = devices.by_cookie(first), devices.by_cookie(both)
    assert known is not None
    assert later is not None
    assert (known.names, later.names) == (frozenset({"Anna"}), frozenset({"Anna", "Ben"}))
    assert known.id == later.id


def test_a_new_password_forgets_the_device(registry: SqlRegistry, devices: SqlDevices) -> None:
    cookie = devices.cookie(registry.add_user("Anna", PASSWORD), "")
    registry.set_password("Anna", "another horse")
    assert devices.by_cookie(cookie) is None


def test_a_forged_cookie_is_no_device(registry: SqlRegistry, devices: SqlDevices) -> None:
    anna, ben = (registry.add_user(name, PASSWORD) for name in ("Anna", "Ben"))
    id, mark = devices.cookie(anna, "").split(".")
    forged = [
        "",
        "nonsense",
        id,
        f"{id}.{anna.id}-{'0' * 64}",
        f"{id}.{ben.id}-{mark.partition('-')[2]}",
        f"{'A' * 22}.{mark}",
        f"{id}.{mark}\n",
    ]
    assert [devices.by_cookie(cookie) for cookie in forged] == [None] * len(forged)


def test_a_device_remembers_few_accounts_the_last_ones(registry: SqlRegistry, devices: SqlDevices) -> None:
    cookie = ""
    for number in range(MOST_ACCOUNTS + 2):
        cookie = devices.cookie(registry.add_user(f"User {number}", PASSWORD), cookie)
    known = devices.by_cookie(cookie)
    assert known is not None
    assert known.names == {f"User {number}" for number in range(2, MOST_ACCOUNTS + 2)}
