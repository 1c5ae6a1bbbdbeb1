"""The machine on which `podium start` runs: who comes in without a password, by what, and nobody else."""

from __future__ import annotations

import signal
from dataclasses import replace

import pytest

from podium.app.accounts.logins import LAUNCH_LASTS, LaunchKey
from podium.bootstrap import Podium, application
from podium.config import EVERYWHERE
from podium.web.event import tournaments
from tests.kit.waiting import until
from tests.web.conftest import PASSWORD
from tests.web.visitor import SITE, Visitor

KEY = "key-of-the-launcher"


@pytest.fixture
def started(fresh: Podium) -> Podium:
    """A Podium as `podium start` opens it, which nobody has used yet."""
    return replace(fresh, config=replace(fresh.config, launch_key=KEY, host=EVERYWHERE))


def address() -> str:
    """What the launcher opens the browser on."""
    return f"/start/{LaunchKey(KEY).token()}"


def named(started: Podium) -> Visitor:
    """Ann, who has just given her name."""
    visitor, opened = Visitor(application(started)), address()
    visitor.get(opened)
    visitor.submit(opened, name="Ann")
    assert visitor.path == "/"
    return visitor


def test_the_first_start_asks_a_name_and_no_password(started: Podium) -> None:
    visitor, opened = Visitor(application(started)), address()
    page = visitor.get(opened)
    assert set(page.form(opened).fields) == {"csrf", "name"}
    page = visitor.submit(opened, name=" ")
    assert (visitor.status, "A name is needed" in page.errors["name"]) == (400, True)
    page = visitor.submit(opened, name="Ann")
    assert page.status_lines == ["Welcome, Ann. ×"]
    assert [(user.name, user.administrator) for user in started.registry.users()] == [("Ann", True)]


def test_an_address_works_once(started: Podium) -> None:
    named(started)
    app, opened = application(started), address()
    assert Visitor(app).get(opened).status_lines == ["Welcome, Ann. ×"]
    other = Visitor(app)
    assert "works once" in other.get(opened).problem
    assert other.status == 403
    again = Visitor(app)
    assert again.get(address()).status_lines == ["Welcome, Ann. ×"]
    again.get(opened)
    assert again.path == "/"  # whoever is signed in loses nothing by a spent one


@pytest.mark.parametrize(
    ("where", "site", "headers"),
    [
        ("192.168.1.9", "http://192.168.1.2:8000", {}),
        ("192.168.1.9", SITE, {}),
        ("127.0.0.1", "http://evil.example", {}),
        ("127.0.0.1", SITE, {"X-Forwarded-For": "127.0.0.1"}),
        ("127.0.0.1", SITE, {"Sec-Fetch-Dest": "image"}),
        ("127.0.0.1", SITE, {"Sec-Purpose": "prefetch"}),
    ],
    ids=["from elsewhere", "by another's name", "by a name that points here", "by a proxy", "as a picture", "ahead"],
)
@pytest.mark.parametrize("first", [True, False])
def test_a_good_address_lets_nobody_in_but_a_person_at_the_machine(
    started: Podium, where: str, site: str, headers: dict[str, str], first: bool
) -> None:
    if not first:
        named(started)
    opened = address()
    visitor = Visitor(application(started), where, site)
    visitor.client.headers.update(headers)
    visitor.get(opened)
    assert visitor.status == 403
    assert not visitor.page.posts
    assert started.registry.has_users() is not first


@pytest.mark.parametrize("token", ["x", "1-2-3", "-", "a-b", "99999999999-00-ff", "٣-ü"])
def test_what_the_launcher_did_not_make_is_worth_nothing(started: Podium, token: str) -> None:
    visitor = Visitor(application(started))
    visitor.get(f"/start/{token}")
    assert visitor.status == 403
    assert not LaunchKey(KEY).is_good(token)


def test_an_address_ends_by_itself_and_with_its_key() -> None:
    now = [0.0]
    key = LaunchKey(KEY, lambda: now[0])
    token = key.token()
    assert (key.is_good(token), LaunchKey("another", lambda: 0.0).is_good(token)) == (True, False)
    now[0] = LAUNCH_LASTS
    assert not key.spend(token)


def test_without_the_launcher_there_is_no_such_way(fresh: Podium) -> None:
    visitor = Visitor(application(fresh))
    visitor.get(address())
    assert (visitor.status, visitor.page.posts) == (403, [])


def test_another_user_of_the_machine_does_not_make_the_first_account(started: Podium) -> None:
    visitor = Visitor(application(started))
    visitor.get("/setup")
    assert visitor.status == 403
    assert "start Podium once more" in visitor.get("/login").text
    assert "start Podium once more" not in Visitor(application(started), "192.168.1.9").get("/login").text


def test_other_devices_sign_in_once_there_is_a_password(started: Podium) -> None:
    visitor = named(started)
    for said in ("", PASSWORD):
        assert started.registry.authenticate("Ann", said) is None
    assert "give yourself a password" in visitor.get("/").text
    assert "old" not in visitor.get("/account").form("/account/password").fields
    visitor.submit("/account/password", new=PASSWORD, again=PASSWORD)
    elsewhere = Visitor(application(started), "192.168.1.9")
    elsewhere.get("/login")
    assert elsewhere.submit("/login", name="Ann", password=PASSWORD).status_lines == ["Welcome, Ann. ×"]
    visitor.get(address())
    assert "give yourself a password" not in visitor.page.text
    assert "old" in visitor.get("/account").form("/account/password").fields


def test_the_first_page_has_the_address_of_the_hall_for_whoever_is_at_the_machine(
    started: Podium, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("podium.config._network_address", lambda: "192.168.1.5")
    visitor = named(started)
    [shown] = visitor.get("/").all("input", id="hall-address")
    assert shown.attributes["value"] == "http://192.168.1.5:8000"
    assert visitor.page.all("div", class_="qr")
    assert "/stop" not in Visitor(application(started)).get("/").posts
    monkeypatch.setattr("podium.config._network_address", lambda: None)
    page = visitor.get("/")
    assert "this machine is in no network" in page.text
    assert not page.all("div", class_="qr")


def test_the_server_is_stopped_from_the_machine_itself_alone(started: Podium, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[signal.Signals] = []
    monkeypatch.setattr(tournaments, "STOPS_AFTER", 0)
    monkeypatch.setattr(signal, "raise_signal", ended.append)
    visitor = named(started)
    form = visitor.get("/").form("/stop")
    visitor.client.headers["X-Forwarded-For"] = "127.0.0.1"
    visitor.send("/stop", form.fields)
    assert (visitor.path, ended) == ("/", [])
    del visitor.client.headers["X-Forwarded-For"]
    assert "You can close this window" in visitor.send("/stop", form.fields).text
    until(lambda: ended == [signal.SIGINT])
