"""Nobody becomes somebody else without being asked: links in a browser that is signed in, and forms of other sites."""

from __future__ import annotations

import pytest

from podium.app.access import Role
from podium.app.accounts.logins import DEVICE_COOKIE, SESSION_COOKIE
from tests.web.conftest import PASSWORD, Event, House
from tests.web.visitor import SITE, Visitor


@pytest.fixture
def event(house: House) -> Event:
    return house.event("Ann", "Ben")


def link_of(house: House, event: Event, player: str | None) -> str:
    role = Role.PLAYER if player else Role.SCORER
    _, secret = house.podium.registry.add_link(event.id, role, event.player(player) if player else None, None)
    return f"/l/{secret}"


def who(visitor: Visitor, house: House) -> str:
    """The name of whoever the browser's session belongs to."""
    found = [each for each in visitor.client.cookies.jar if each.name == SESSION_COOKIE]
    own = max(found, key=lambda each: each.domain)  # what the server set counts before what the test brought
    session = house.podium.registry.by_session(own.value or "")
    assert session is not None
    return session.actor.name


def test_one_tap_is_enough_for_somebody_who_is_nobody_yet(house: House, event: Event) -> None:
    phone = house.visitor()
    phone.get(link_of(house, event, "Ann"))
    assert phone.path == f"{event.url}/players/{event.player('Ann')}"
    assert who(phone, house).startswith("player link")


def test_an_account_is_asked_before_a_link_takes_its_place(house: House, event: Event) -> None:
    browser, link = house.visitor("stranger"), link_of(house, event, "Ann")
    page = browser.get(link)
    assert (browser.path, who(browser, house)) == (link, "Stranger")
    assert "Continue as Ann?" in page.text
    assert "You are signed in as Stranger." in page.text
    before = browser.client.cookies[SESSION_COOKIE]
    browser.submit(link)
    assert browser.path == f"{event.url}/players/{event.player('Ann')}"
    assert who(browser, house).startswith("player link")
    assert house.podium.registry.by_session(before) is None


def test_a_player_is_asked_before_becoming_another(house: House, event: Event) -> None:
    phone = house.by_link(event, "Ann")
    page = phone.get(link_of(house, event, "Ben"))
    assert "You are signed in as Ann." in page.text
    assert "Continue as Ben?" in page.text
    phone.submit(page.posts[0])
    assert phone.path == f"{event.url}/players/{event.player('Ben')}"


def test_a_player_is_asked_before_becoming_scorer(house: House, event: Event) -> None:
    phone = house.by_link(event, "Ann")
    page = phone.get(link_of(house, event, None))
    assert "Continue as scorer?" in page.text
    assert [link.attributes["href"] for link in page.all("a") if "Stay signed in as Ann" in link.text] == [event.url]


def test_the_same_link_once_more_asks_nothing_and_opens_no_session(house: House, event: Event) -> None:
    phone, link = house.visitor(), link_of(house, event, "Ann")
    phone.get(link)
    before = phone.client.cookies[SESSION_COOKIE]
    phone.get(link)
    assert phone.path == f"{event.url}/players/{event.player('Ann')}"
    assert phone.client.cookies[SESSION_COOKIE] == before


@pytest.mark.parametrize(
    "header", [{"Sec-Fetch-Dest": "image"}, {"Sec-Fetch-Dest": "iframe"}, {"Sec-Purpose": "prefetch"}]
)
def test_a_link_that_nobody_opened_makes_no_session(house: House, event: Event, header: dict[str, str]) -> None:
    phone = house.visitor()
    phone.client.headers.update(header)
    page = phone.get(link_of(house, event, "Ann"))
    assert SESSION_COOKIE not in phone.client.cookies
    assert "Continue as Ann?" in page.text


def test_a_session_is_not_replaced_without_the_token_of_the_form(house: House, event: Event) -> None:
    browser, link = house.visitor("stranger"), link_of(house, event, "Ann")
    browser.send(link, {"csrf": "x"})
    assert (browser.status, who(browser, house)) == (403, "Stranger")


def test_a_link_that_has_ended_replaces_nothing(house: House) -> None:
    browser = house.visitor("stranger")
    browser.get("/account")
    browser.send("/l/nonsense", {"csrf": browser.page.form("/logout").fields["csrf"]})
    assert (browser.status, who(browser, house)) == (404, "Stranger")


FOREIGN = [
    {"Origin": "https://elsewhere.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:9999"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", "Origin": SITE},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_form_of_another_site_is_refused_even_with_the_right_token(house: House, headers: dict[str, str]) -> None:
    visitor = house.visitor()
    visitor.get("/login")
    visitor.client.headers.update(headers)
    page = visitor.submit("/login", name="Owner", password=PASSWORD)
    assert visitor.status == 403
    assert "A page of another site" in page.problem
    assert SESSION_COOKIE not in visitor.client.cookies


@pytest.mark.parametrize(
    "headers",
    [{}, {"Origin": SITE}, {"Sec-Fetch-Site": "same-origin", "Origin": SITE}, {"Sec-Fetch-Site": "none"}],
    ids=str,
)
def test_our_own_forms_are_heard(house: House, headers: dict[str, str]) -> None:
    visitor = house.visitor()
    visitor.get("/login")
    visitor.client.headers.update(headers)
    visitor.submit("/login", name="Owner", password=PASSWORD)
    assert who(visitor, house) == "Owner"


def test_the_api_takes_a_password_as_json_alone_and_from_no_other_site(house: House) -> None:
    browser = house.visitor().client
    body = f'{{"name": "Owner", "password": "{PASSWORD}"}}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        answer = browser.post("/api/session", content=body, headers={"Content-Type": kind})
        assert (answer.status_code, answer.json()["code"]) == (415, "not-json")
    foreign = {"Content-Type": "application/json", "Origin": "https://elsewhere.example"}
    answer = browser.post("/api/session", content=body, headers=foreign)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page")
    assert not browser.cookies
    assert browser.post("/api/session", content=body, headers={"Content-Type": "application/json"}).status_code == 200


def test_whoever_signed_in_on_a_device_is_not_locked_out_of_it_by_strangers(either: House) -> None:
    own = either.visitor()
    own.get("/login")
    own.submit("/login", name="Owner", password=PASSWORD)
    own.submit("/logout")
    assert DEVICE_COOKIE in own.client.cookies
    stranger = Visitor(either.app, address="10.0.0.9")
    stranger.get("/login")
    for _ in range(11):
        stranger.submit("/login", name="Owner", password="wrong password")
    assert stranger.status == 429
    assert stranger.answer is not None
    assert int(stranger.answer.headers["Retry-After"]) > 0
    elsewhere = Visitor(either.app, address="10.0.0.1")
    elsewhere.get("/login")
    elsewhere.submit("/login", name="Owner", password=PASSWORD)
    assert elsewhere.status == 429
    own.get("/login")
    own.submit("/login", name="Owner", password=PASSWORD)
    assert who(own, either) == "Owner"


def test_a_stranger_sends_small_bodies_and_staff_sends_lists(house: House) -> None:
    event = house.event("Ann")
    large = b"name\n" + b"\n".join(b"Player %d" % number for number in range(9000))
    stranger, owner = house.visitor(), house.visitor("owner")
    answer = stranger.client.post("/login", content=b"a=" + b"%41" * 30_000, headers={"Content-Type": FORM})
    assert answer.status_code == 413
    answer = stranger.client.post(f"/api/tournaments/{event.id}/players/import", content=large)
    assert answer.status_code in (401, 413)
    owner.get(f"{event.url}/players/import")
    owner.upload(f"{event.url}/players/import", large)
    assert owner.status == 200


FORM = "application/x-www-form-urlencoded"
