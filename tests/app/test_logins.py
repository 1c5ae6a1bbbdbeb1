"""Who comes in by name and password, how often they may try, and what each error answers over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import pytest

from podium.app.accounts import Registry, User
from podium.app.http_statuses import status_of
from podium.app.logins import LoginFailed, Logins, TooManyAttempts, is_same_token
from podium.core import errors
from podium.core.errors import (
    Forbidden,
    FormatError,
    Invalid,
    PodiumError,
    Refused,
    Stale,
    TooSlow,
    Unavailable,
    Unknown,
)


@dataclass
class OnePerson:
    """A registry that knows Anna and counts how often it was asked."""

    asked: int = 0

    def authenticate(self, name: str, password: str) -> User | None:
        self.asked += 1
        return User(1, "Anna") if (name, password) == ("Anna", "open sesame") else None


def limited_logins(**limits: int) -> tuple[Logins, OnePerson]:
    registry = OnePerson()
    return Logins(cast(Registry, registry), **limits), registry


def test_the_right_password_opens() -> None:
    logins, _ = limited_logins()
    assert logins.log_in("Anna", "open sesame", "10.0.0.1").name == "Anna"
    with pytest.raises(LoginFailed):
        logins.log_in("Anna", "wrong", "10.0.0.1")


def test_a_name_is_tried_so_often_and_then_not_even_looked_up() -> None:
    logins, registry = limited_logins(per_name=2)
    for address in ("10.0.0.1", "10.0.0.2"):
        with pytest.raises(LoginFailed):
            logins.log_in("Anna", "wrong", address)
    with pytest.raises(TooManyAttempts) as caught:
        logins.log_in("ANNA", "open sesame", "10.0.0.3")
    assert 1 <= cast(int, caught.value.facts["seconds"]) <= 60
    assert registry.asked == 2


def test_an_address_is_heard_so_often_whatever_names_it_tries() -> None:
    logins, _ = limited_logins(per_address=2)
    for name in ("Anna", "Ben"):
        with pytest.raises(LoginFailed):
            logins.log_in(name, "wrong", "10.0.0.1")
    with pytest.raises(TooManyAttempts):
        logins.log_in("Cid", "wrong", "10.0.0.1")
    assert logins.log_in("Anna", "open sesame", "10.0.0.2").name == "Anna"


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (Invalid("x"), 400),
        (FormatError(1, 1, "x"), 400),
        (LoginFailed("x"), 401),
        (Forbidden("x"), 403),
        (Unknown("x", 1), 404),
        (Refused("x"), 409),
        (Stale(1, 2), 409),
        (TooManyAttempts(3), 429),
        (Unavailable(), 503),
        (TooSlow("prizes-too-slow", 60), 504),
    ],
    ids=lambda value: type(value).__name__,
)
def test_each_error_has_its_status(error: PodiumError, status: int) -> None:
    assert status_of(error) == status


def test_no_error_is_forgotten() -> None:
    made: dict[str, tuple[Any, ...]] = {
        "Stale": (1, 2),
        "Unknown": ("x", 1),
        "FormatError": (1, 1, "x"),
        "Unavailable": (),
        "TooSlow": ("x", 60),
    }
    kinds = [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, PodiumError)]
    for kind in kinds:
        if kind is not PodiumError:
            assert 400 <= status_of(kind(*made.get(kind.__name__, ("x",)))) <= 504


@pytest.mark.parametrize(("given", "fits"), [("abc", True), ("abd", False), ("", False), ("äbc", False)])
def test_a_token_is_compared_whole(given: str, fits: bool) -> None:
    assert is_same_token(given, "abc") is fits


def test_the_right_password_opens_as_often_as_one_likes() -> None:
    logins, registry = limited_logins(per_name=2, per_address=2)
    for _ in range(10):
        assert logins.log_in("Anna", "open sesame", "10.0.0.1").name == "Anna"
    assert registry.asked == 10
