"""Coming and going: the first owner, passwords, sessions, links, and forms from elsewhere."""

from __future__ import annotations

import dataclasses
from datetime import datetime, timedelta

import pytest

from podium.api.application import Application
from podium.app.access import Role
from podium.app.accounts.credentials import TokenScope
from podium.app.accounts.logins import PER_NAME, SESSION_COOKIE
from podium.bootstrap import Podium, application
from tests.web.conftest import PASSWORD, House
from tests.web.visitor import SITE, Visitor


def test_a_fresh_podium_offers_to_create_the_first_owner(fresh: Podium) -> None:
    visitor = Visitor(application(fresh))
    visitor.get("/")
    assert visitor.path == "/setup"
    page = visitor.submit("/setup", name="Anna", password=PASSWORD, again=PASSWORD)
    assert visitor.path == "/"
    assert page.status_lines == ["Welcome, Anna. ×"]
    assert "No tournaments yet" in page.text
    assert [user.name for user in fresh.registry.users()] == ["Anna"]


def test_the_first_owner_is_created_once(fresh: Podium) -> None:
    one, other = Visitor(application(fresh)), Visitor(application(fresh))
    one.get("/setup")
    other.get("/setup")
    one.submit("/setup", name="Anna", password=PASSWORD, again=PASSWORD)
    page = other.submit("/setup", name="Eve", password=PASSWORD, again=PASSWORD)
    assert other.status == 403
    assert "Sign in instead" in page.problem
    other.get("/setup")
    assert other.status == 403
    assert [user.name for user in fresh.registry.users()] == ["Anna"]


@pytest.mark.parametrize(
    ("address", "site"),
    [("192.168.1.9", SITE), ("127.0.0.1", "http://evil.example")],
    ids=["from another machine", "under a name that points here"],
)
def test_nobody_else_can_create_the_first_owner(fresh: Podium, address: str, site: str) -> None:
    visitor = Visitor(application(fresh), address, site)
    visitor.get("/setup")
    assert visitor.status == 403
    assert visitor.get("/login").forms  # and is not led there either
    assert visitor.path == "/login"


def with_code(podium: Podium) -> Application:
    """The application of a server that has printed a code on its console."""
    return application(dataclasses.replace(podium, config=dataclasses.replace(podium.config, setup_code="K7QF-M2XD")))


def test_who_comes_from_elsewhere_is_led_to_the_first_account_and_proves_it_by_the_code(fresh: Podium) -> None:
    visitor = Visitor(with_code(fresh), "192.168.1.9", "http://192.168.1.2:8000")
    page = visitor.get("/")
    assert visitor.path == "/setup"
    assert "Code on the server’s console" in page.text
    page = visitor.submit("/setup", code="AAAA-AAAA", name="Anna", password=PASSWORD, again=PASSWORD)
    assert visitor.status == 403
    assert "not the code" in page.errors["code"]
    assert fresh.registry.users() == []
    page = visitor.submit("/setup", code=" k7qf m2xd ", name="Anna", password=PASSWORD, again=PASSWORD)
    assert (visitor.path, page.status_lines) == ("/", ["Welcome, Anna. ×"])
    assert [(user.name, user.administrator) for user in fresh.registry.users()] == [("Anna", True)]


def test_the_code_cannot_be_guessed_for_long(fresh: Podium) -> None:
    visitor = Visitor(with_code(fresh), "192.168.1.9")
    visitor.get("/setup")
    wrong = {"code": "AAAA-AAAA", "name": "Eve", "password": PASSWORD, "again": PASSWORD}
    for _ in range(PER_NAME):
        visitor.submit("/setup", **wrong)
        assert visitor.status == 403
    page = visitor.submit("/setup", **{**wrong, "code": "K7QF-M2XD"})
    assert visitor.status == 429
    assert "Too many attempts" in page.errors["code"]
    assert fresh.registry.users() == []


def test_on_the_machine_itself_no_code_is_asked_for(fresh: Podium) -> None:
    page = Visitor(with_code(fresh)).get("/setup")
    assert "code" not in page.form("/setup").fields


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"])
def test_what_a_proxy_passes_on_does_not_come_from_this_machine(fresh: Podium, header: str) -> None:
    visitor = Visitor(with_code(fresh))
    visitor.client.headers[header] = "127.0.0.1"
    assert "code" in visitor.get("/setup").form("/setup").fields


def test_the_code_is_worth_nothing_once_there_is_an_account(fresh: Podium) -> None:
    one, other = (Visitor(with_code(fresh), "192.168.1.9") for _ in range(2))
    for visitor in (one, other):
        visitor.get("/setup")
    answers = {"code": "K7QF-M2XD", "password": PASSWORD, "again": PASSWORD}
    one.submit("/setup", name="Anna", **answers)
    page = other.submit("/setup", name="Eve", **answers)
    assert other.status == 403
    assert "Sign in instead" in page.problem
    assert [user.name for user in fresh.registry.users()] == ["Anna"]


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"name": "Anna", "password": "short", "again": "short"}, "password", "The password has 5 characters"),
        ({"name": "Anna", "password": PASSWORD, "again": "other"}, "again", "The two passwords differ"),
        ({"name": " ", "password": PASSWORD, "again": PASSWORD}, "name", "A name is needed"),
    ],
)
def test_a_wrong_first_owner_is_told_what_is_wrong(
    fresh: Podium, fields: dict[str, str], field: str, said: str
) -> None:
    visitor = Visitor(application(fresh))
    visitor.get("/setup")
    page = visitor.submit("/setup", **fields)
    assert visitor.status == 400
    assert said in page.errors[field]
    assert fresh.registry.users() == []


def test_who_knows_the_password_comes_in_and_goes_out(house: House) -> None:
    visitor = house.visitor()
    visitor.get("/login?next=/account")
    visitor.submit("/login", name="Owner", password=PASSWORD)
    assert visitor.path == "/account"
    page = visitor.submit("/logout")
    assert "You are signed out." in page.status_lines[0]
    visitor.get("/account")
    assert visitor.path == "/login"


def test_a_session_that_was_ended_is_worth_nothing(house: House) -> None:
    visitor = house.visitor("owner")
    visitor.get("/")
    kept = visitor.client.cookies[SESSION_COOKIE]
    visitor.submit("/logout")
    again = Visitor(house.app).bring(SESSION_COOKIE, kept)
    again.get("/account")
    assert again.path == "/login"


def test_a_wrong_password_is_refused_without_saying_which_part_is_wrong(house: House) -> None:
    visitor = house.visitor()
    visitor.get("/login")
    known = visitor.submit("/login", name="Owner", password="wrong").errors
    assert visitor.status == 401
    assert known == visitor.submit("/login", name="Nobody at all", password="wrong").errors
    assert SESSION_COOKIE not in visitor.client.cookies


def test_guessing_is_slowed_down(fresh: Podium) -> None:
    fresh.registry.add_user("Anna", PASSWORD)
    visitor = Visitor(application(fresh))
    visitor.get("/login")
    for _ in range(PER_NAME):
        visitor.submit("/login", name="Anna", password="wrong")
        assert visitor.status == 401
    page = visitor.submit("/login", name="Anna", password=PASSWORD)
    assert visitor.status == 429
    assert "Too many attempts" in page.errors["password"]


@pytest.mark.parametrize("then", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"])
def test_signing_in_leads_nowhere_else(house: House, then: str) -> None:
    visitor = house.visitor()
    visitor.client.follow_redirects = False
    visitor.get("/login")
    visitor.submit("/login", name="Owner", password=PASSWORD, next=then)
    assert visitor.answer is not None
    assert visitor.answer.headers["location"] == "/"


@pytest.mark.parametrize("secure", [True, False])
def test_cookies_are_for_us_alone(fresh: Podium, secure: bool) -> None:
    config = dataclasses.replace(fresh.config, secure_cookies=secure)
    fresh.registry.add_user("Anna", PASSWORD)
    visitor = Visitor(application(dataclasses.replace(fresh, config=config)), site="https://127.0.0.1")
    visitor.client.follow_redirects = False
    visitor.get("/login")
    visitor.submit("/login", name="Anna", password=PASSWORD)
    assert visitor.answer is not None
    cookie = next(c for c in visitor.answer.headers.get_list("set-cookie") if c.startswith(SESSION_COOKIE))
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert ("Secure" in cookie) is secure


@pytest.mark.parametrize("csrf", ["", "made-up"])
def test_a_form_from_elsewhere_is_refused_and_changes_nothing(house: House, csrf: str) -> None:
    event = house.event("Ann", "Ben")
    owner = house.visitor("owner")
    before = event.version
    page = owner.send(f"{event.url}/archive", {"csrf": csrf})
    assert owner.status == 403
    assert "load the page again" in page.problem
    assert event.version == before


def test_the_token_of_another_session_does_not_help(house: House) -> None:
    event = house.event("Ann", "Ben")
    scorer = house.visitor("scorer")
    token = scorer.get(event.url).form("/logout").fields["csrf"]
    owner = house.visitor("owner")
    owner.send(f"{event.url}/archive", {"csrf": token})
    assert owner.status == 403
    assert not event.state.archived


def test_a_login_form_from_elsewhere_is_refused(house: House) -> None:
    visitor = house.visitor()
    visitor.send("/login", {"name": "Owner", "password": PASSWORD, "csrf": "x"})
    assert visitor.status == 403
    assert SESSION_COOKIE not in visitor.client.cookies


def test_a_link_makes_whoever_opens_it_scorer_of_that_tournament(house: House) -> None:
    event, other = house.event("Ann", "Ben", published=False), house.event("Ann", published=False)
    _, secret = house.podium.registry.add_link(event.id, Role.SCORER, None, None)
    visitor = house.visitor()
    visitor.get(f"/l/{secret}")
    assert (visitor.status, visitor.path) == (200, event.url)
    assert "Spring Open" in visitor.get("/").text
    visitor.get(other.url)
    assert visitor.status == 404


def test_a_link_that_has_ended_says_so(house: House) -> None:
    visitor = house.visitor()
    page = visitor.get("/l/nonsense")
    assert visitor.status == 404
    assert "Ask the organiser" in page.problem


def test_a_link_takes_nothing_from_somebody_with_a_role(house: House) -> None:
    event = house.event("Ann", "Ben")
    _, secret = house.podium.registry.add_link(event.id, Role.SCORER, None, None)
    owner = house.visitor("owner")
    owner.get(f"/l/{secret}")
    assert f"{event.url}/settings" in owner.page.html


def test_a_new_password_needs_the_old_one_and_ends_other_sessions(fresh: Podium) -> None:
    user = fresh.registry.add_user("Anna", PASSWORD)
    app = application(fresh)
    here = Visitor(app).bring(SESSION_COOKIE, fresh.registry.open_session(user))
    there = Visitor(app).bring(SESSION_COOKIE, fresh.registry.open_session(user))
    here.get("/account")
    page = here.submit("/account/password", old="wrong", new="another one", again="another one")
    assert here.status == 400
    assert "not your present password" in page.errors["old"]
    here.submit("/account/password", old=PASSWORD, new="short", again="short")
    assert "7" not in here.page.errors["new"]
    assert here.status == 400
    here.submit("/account/password", old=PASSWORD, new="another one", again="another one")
    assert here.path == "/login"
    there.get("/account")
    assert there.path == "/login"
    assert fresh.registry.authenticate("Anna", "another one") is not None


def test_a_token_is_shown_once_and_can_be_revoked(fresh: Podium) -> None:
    user = fresh.registry.add_user("Anna", PASSWORD)
    visitor = Visitor(application(fresh)).bring(SESSION_COOKIE, fresh.registry.open_session(user))
    visitor.get("/account")
    page = visitor.submit("/account/tokens", label="display", scope="everything")
    secret = next(each.attributes["value"] for each in page.all("input", id="token"))
    assert fresh.registry.by_token(secret) == user.actor
    assert secret not in visitor.get("/account").html
    [token] = fresh.registry.tokens(user)
    visitor.submit(f"/account/tokens/{token.id}/drop")
    assert fresh.registry.by_token(secret) is None


def test_a_token_reaches_no_further_and_lasts_no_longer_than_the_form_says(fresh: Podium) -> None:
    user = fresh.registry.add_user("Anna", PASSWORD)
    visitor = Visitor(application(fresh)).bring(SESSION_COOKIE, fresh.registry.open_session(user))
    visitor.get("/account")
    page = visitor.submit("/account/tokens", label="display", days="soon")
    assert (visitor.status, "1 to 366" in page.errors["days"]) == (400, True)
    page = visitor.submit("/account/tokens", label="display", days="3")
    [token] = fresh.registry.tokens(user)
    assert (token.scope, token.tournament) == (TokenScope.READ, None)  # the least is proposed
    lasts = datetime.fromisoformat(token.expires_at) - datetime.fromisoformat(token.created_at)
    assert lasts == timedelta(days=3)
    assert "read what you may see" in page.html
    visitor.submit("/account/password", old=PASSWORD, new="another one", again="another one")
    assert "1 token is worthless now." in visitor.page.html
    assert fresh.registry.tokens(user) == []
