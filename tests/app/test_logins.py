"""Who comes in by name and password, how often they may try, and what each error answers over HTTP."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from podium.app.accounts.accounts import Registry, User
from podium.app.accounts.logins import (
    AttemptLimit,
    CodeWrong,
    Device,
    LoginFailed,
    Logins,
    TooManyAttempts,
    is_same_token,
    network,
)
from podium.app.problems import retry_after, status_of
from podium.app.server.overload import BodyTooLarge, Busy, ForeignPage, TooManyRequests
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
from tests.kit.loops import every


@dataclass
class OnePerson:
    """A registry that knows Anna and counts how often it was asked."""

    asked: int = 0

    def authenticate(self, name: str, password: str) -> User | None:
        self.asked += 1
        return User(1, "Anna") if (name, password) == ("Anna", "open sesame") else None


@dataclass
class CountedAttempts:
    """Attempts that are never free again."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def count(self, limits: Sequence[AttemptLimit]) -> int:
        if any(self.counts[limit.kind, limit.whose] >= limit.most for limit in limits):
            return 7
        self.counts.update((limit.kind, limit.whose) for limit in limits)
        return 0

    def give_back(self, limits: Sequence[AttemptLimit]) -> None:
        self.counts.subtract((limit.kind, limit.whose) for limit in limits)


class OneDevice:
    """Knows the device on which Anna signed in, by its cookie."""

    def by_cookie(self, cookie: str) -> Device | None:
        return Device("d1", frozenset({"Anna"})) if cookie == "annas" else None

    def cookie(self, user: User, before: str) -> str:
        return f"{user.name.lower()}s"


def limited_logins(**limits: int) -> tuple[Logins, OnePerson]:
    registry = OnePerson()
    return Logins(cast(Registry, registry), CountedAttempts(), OneDevice(), **limits), registry


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
    assert caught.value.facts["seconds"] == 7
    assert registry.asked == 2


def test_an_address_is_heard_so_often_whatever_names_it_tries() -> None:
    logins, _ = limited_logins(per_address=2)
    for name in ("Anna", "Ben"):
        with pytest.raises(LoginFailed):
            logins.log_in(name, "wrong", "10.0.0.1")
    with pytest.raises(TooManyAttempts):
        logins.log_in("Cid", "wrong", "10.0.0.1")
    assert logins.log_in("Anna", "open sesame", "10.0.0.2").name == "Anna"


@every(
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
        (TooManyRequests("too-many-requests", 3), 429),
        (BodyTooLarge(3), 413),
        (ForeignPage("https://elsewhere.example"), 403),
        (Busy(3), 429),
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
        "Cautioned": ([{"code": "x"}], "L3", 1, 1),
        "Unknown": ("x", 1),
        "FormatError": (1, 1, "x"),
        "LimitExceeded": (1, 1, "x"),
        "WorkersAway": (),
        "Unavailable": (),
        "TooSlow": ("x", 60),
    }
    kinds = [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, PodiumError)]
    for kind in kinds:
        if kind is not PodiumError:
            assert 400 <= status_of(kind(*made.get(kind.__name__, ("x",)))) <= 504


@every(("given", "fits"), [("abc", True), ("abd", False), ("", False), ("äbc", False)])
def test_a_token_is_compared_whole(given: str, fits: bool) -> None:
    assert is_same_token(given, "abc") is fits


def test_the_right_password_opens_as_often_as_one_likes() -> None:
    logins, registry = limited_logins(per_name=2, per_address=2)
    for _ in range(10):
        assert logins.log_in("Anna", "open sesame", "10.0.0.1").name == "Anna"
    assert registry.asked == 10


def test_strangers_lock_nobody_out_of_a_device_that_is_known() -> None:
    logins, _ = limited_logins(per_name=2)
    for _ in range(2):
        with pytest.raises(LoginFailed):
            logins.log_in("Anna", "wrong", "10.0.0.9")
    with pytest.raises(TooManyAttempts):
        logins.log_in("Anna", "open sesame", "10.0.0.1")
    assert logins.log_in("Anna", "open sesame", "10.0.0.1", "annas").name == "Anna"
    with pytest.raises(TooManyAttempts):
        logins.log_in("Anna", "open sesame", "10.0.0.1", "forged")


def test_a_known_device_has_attempts_of_its_own_and_for_its_own_account_alone() -> None:
    logins, _ = limited_logins(per_name=2, per_address=3)
    for _ in range(2):
        with pytest.raises(LoginFailed):
            logins.log_in("Anna", "wrong", "10.0.0.1", "annas")
    with pytest.raises(TooManyAttempts):
        logins.log_in("Anna", "open sesame", "10.0.0.1", "annas")
    for _ in range(2):
        with pytest.raises(LoginFailed):
            logins.log_in("Ben", "wrong", "10.0.0.1", "annas")
    with pytest.raises(TooManyAttempts):
        logins.log_in("Ben", "wrong", "10.0.0.1", "annas")


def test_an_attempt_is_counted_before_the_password_is_looked_at() -> None:
    logins, registry = limited_logins(per_name=1)
    inside: list[type[BaseException]] = []

    def authenticate(name: str, password: str) -> User | None:
        with pytest.raises(TooManyAttempts) as caught:  # somebody else, while this one is being looked at
            logins.log_in("Anna", "guess", "10.0.0.2")
        inside.append(caught.type)
        return None

    registry.authenticate = authenticate  # type: ignore[method-assign]  # to look while it is under way
    with pytest.raises(LoginFailed):
        logins.log_in("Anna", "wrong", "10.0.0.1")
    assert inside == [TooManyAttempts]


def test_the_code_on_the_console_is_guessed_so_often_and_no_more() -> None:
    logins, _ = limited_logins(per_name=2)
    for address in ("10.0.0.1", "10.0.0.2"):
        with pytest.raises(CodeWrong):
            logins.prove("AAAA-AAAA", "ABCD-EFGH", address)
    with pytest.raises(TooManyAttempts):
        logins.prove("ABCD-EFGH", "ABCD-EFGH", "10.0.0.3")


@every(
    ("address", "counted"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_is_counted_as_one(address: str, counted: str) -> None:
    assert network(address) == counted


@every(
    ("error", "header"),
    [
        (TooManyAttempts(7), {"Retry-After": "7"}),
        (Busy(2), {"Retry-After": "2"}),
        (Unavailable(), {"Retry-After": "1"}),
        (LoginFailed("x"), {}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_whoever_is_to_wait_is_told_how_long(error: PodiumError, header: dict[str, str]) -> None:
    assert retry_after(error) == header
