"""Accounts in the browser: the page of administrators, invitations, new passwords, and one's own sessions."""

from __future__ import annotations

import pytest

from podium.app.access import Role
from podium.bootstrap import Podium, application
from podium.core.ids import TournamentId
from tests.web.conftest import PASSWORD, House
from tests.web.visitor import Visitor


def fresh_address(visitor: Visitor) -> str:
    """The address that the page shows this once, without the site."""
    [shown] = visitor.page.all("input", id="link")
    return "/" + shown.attributes["value"].split("/", 3)[3]


def test_only_administrators_see_accounts(house: House) -> None:
    assert house.users["owner"].administrator  # the first account
    assert house.visitor("owner").get("/accounts").all("table")
    for who in ("arbiter", "stranger"):
        visitor = house.visitor(who)
        page = visitor.get("/accounts")
        assert visitor.status == 403
        assert "looked after by administrators" in page.problem
    public = house.visitor()
    public.get("/accounts")
    assert public.path == "/login"


@pytest.mark.parametrize(
    "path",
    ["invite", "invitations/1/drop", "1/reset", "1/change", "1/remove"],
    ids=lambda path: path.rpartition("/")[2],
)
def test_only_administrators_change_accounts(house: House, path: str) -> None:
    visitor = house.visitor("arbiter")
    token = visitor.get("/account").form("/account/password").fields["csrf"]
    visitor.send(f"/accounts/{path}", {"csrf": token})
    assert visitor.status == 403


def test_an_invitation_makes_an_account_that_is_signed_in(either: House) -> None:
    owner = either.visitor("owner")
    owner.get("/accounts")
    owner.submit("/accounts/invite", label="Dora", days="3")
    address = fresh_address(owner)
    guest = either.visitor()
    assert guest.get(address).form(address).fields["name"] == "Dora"
    page = guest.submit(address, name="Dora Day", password=PASSWORD, again="other")
    assert "differ" in page.errors["again"]
    page = guest.submit(address, name="Owner", password=PASSWORD, again=PASSWORD)
    assert (guest.status, "already" in page.errors["name"]) == (409, True)
    page = guest.submit(address, name="Dora Day", password=PASSWORD, again=PASSWORD)
    assert (guest.path, page.status_lines) == ("/", ["Welcome, Dora Day. ×"])
    late = either.visitor()
    assert "was used, or has ended" in late.get(address).problem
    assert late.status == 404
    assert "Dora Day" in owner.get("/accounts").text


def test_an_administrator_hides_and_removes_any_tournament(house: House) -> None:
    """Also one in which they are nobody."""
    event = house.event("Ann", name="Odd Open").url
    house.users["vera"] = house.podium.registry.add_user("vera", PASSWORD, administrator=True)
    vera, stranger = house.visitor("vera"), house.visitor("stranger")
    token = stranger.get("/account").form("/account/password").fields["csrf"]
    stranger.send(f"{event}/take-down", {"csrf": token})
    assert stranger.status == 403
    token = vera.get("/?all=yes").form(f"{event}/take-down").fields["csrf"]
    vera.send(f"{event}/take-down", {"csrf": token})
    house.visitor().get(event)
    assert "vera" in house.visitor("owner").get(f"{event}/history").text
    assert "Odd Open" in vera.get("/?all=yes").text
    vera.send(f"{event}/take-down", {"csrf": token, "remove": "yes"})
    assert "Odd Open" not in house.visitor("owner").get("/").text
    assert "removed the tournament" in vera.get("/audit").text


def test_an_invitation_can_be_revoked(house: House) -> None:
    owner = house.visitor("owner")
    owner.get("/accounts")
    owner.submit("/accounts/invite", label="Nobody")
    address = fresh_address(owner)
    owner.submit(next(each for each in owner.page.posts if each.startswith("/accounts/invitations/")))
    visitor = house.visitor()
    visitor.get(address)
    assert visitor.status == 404


def test_days_that_are_none_are_said_under_their_field(house: House) -> None:
    owner = house.visitor("owner")
    owner.get("/accounts")
    for days in ("soon", "1000"):
        assert days in owner.submit("/accounts/invite", days=days).errors["days"]
        assert owner.status == 400


def test_a_reset_link_sets_a_new_password(either: House) -> None:
    owner, arbiter = either.visitor("owner"), either.visitor("arbiter")
    owner.get("/accounts")
    owner.submit(f"/accounts/{either.users['arbiter'].id}/reset")
    address = fresh_address(owner)
    visitor = either.visitor()
    page = visitor.get(address)
    assert "For the account Arbiter." in page.text
    visitor.submit(address, password="another horse", again="another horse")
    assert "Welcome, Arbiter." in visitor.page.status_lines[0]
    arbiter.get("/account")
    assert arbiter.path == "/login"  # signed out
    assert either.podium.registry.authenticate("Arbiter", "another horse") is not None


def test_a_disabled_account_is_out_at_once_and_can_come_back(either: House) -> None:
    owner, scorer = either.visitor("owner"), either.visitor("scorer")
    here = f"/accounts/{either.users['scorer'].id}/change"
    owner.get("/accounts")
    forms = [form for form in owner.page.forms if form.action == here]
    [disable] = [form for form in forms if "disabled" in form.fields]
    page = owner.send(here, disable.fields)
    assert "signed out everywhere" in page.status_lines[0]
    scorer.get("/account")
    assert scorer.path == "/login"
    assert "disabled" in page.text
    owner.submit(here)
    assert either.podium.registry.authenticate("Scorer", PASSWORD) is not None


def test_an_administrator_makes_another_and_the_last_one_cannot_go(either: House) -> None:
    owner = either.visitor("owner")
    own = f"/accounts/{either.users['owner'].id}"
    page = owner.get("/accounts")
    assert f"{own}/change" not in page.posts  # nobody else could
    token = page.form("/accounts/invite").fields["csrf"]
    page = owner.send(f"{own}/change", {"csrf": token, "administrator": "no"})
    assert owner.status == 409
    assert "only administrator" in page.text
    there = f"/accounts/{either.users['arbiter'].id}/change"
    owner.get("/accounts")
    assert "looks after accounts now" in owner.submit(there).status_lines[0]
    assert either.visitor("arbiter").get("/accounts").all("table")


def test_a_removed_account_leaves_its_events_to_whoever_removes_it(either: House) -> None:
    stranger = either.users["stranger"]
    event = either.event("Ann")
    either.podium.registry.set_roles(event.id, {stranger.name: Role.OWNER})
    owner = either.visitor("owner")
    owner.get("/accounts")
    page = owner.submit(f"/accounts/{stranger.id}/remove")
    assert "1 tournament is yours now." in page.status_lines[0]
    assert either.podium.registry.roles(event.id) == {"Owner": Role.OWNER}
    assert "Stranger" not in [row.text for row in page.all("tr")]


def test_roles_are_seen_at_a_glance(either: House) -> None:
    event = either.event("Ann")
    page = either.visitor("owner").get("/accounts")
    [row] = [each for each in page.all("tr") if each.text.strip().startswith("Scorer")]
    assert "Spring Open scorer" in " ".join(row.text.split())
    assert TournamentId(event.id) in page.html


def test_one_sees_where_one_is_signed_in_and_ends_it(either: House) -> None:
    here, phone, third = (either.visitor("scorer") for _ in range(3))
    page = here.get("/account")
    assert "this one" in page.text
    ends = [each for each in page.posts if each.startswith("/account/sessions/") and each != "/account/sessions/end"]
    assert len(ends) == 2
    here.submit(ends[0])
    here.submit("/account/sessions/end")
    assert "1 browser is signed out." in here.page.status_lines[0]
    for other in (phone, third):
        other.get("/account")
        assert other.path == "/login"
    here.get("/account")
    assert here.path == "/account"


def test_the_first_account_is_led_on_to_an_event_and_to_accounts(fresh: Podium) -> None:

    visitor = Visitor(application(fresh))
    visitor.get("/")
    page = visitor.submit("/setup", name="Anna", password=PASSWORD, again=PASSWORD)
    [primary] = page.all("a", class_="primary")
    assert primary.attributes["href"] == "/new"
    assert page.all("a", href="/accounts")


def test_the_audit_of_everything_is_for_administrators(house: House) -> None:
    house.podium.registry.add_user("Newcomer", PASSWORD)
    page = house.visitor("owner").get("/audit")
    assert "made the account" in page.html
    for who in ("arbiter", "stranger"):
        visitor = house.visitor(who)
        visitor.get("/audit")
        assert visitor.status == 403
    public = house.visitor()
    public.get("/audit")
    assert public.path == "/login"


def test_the_audit_of_an_event_names_players_and_hides_the_end_of_addresses(house: House) -> None:
    event = house.event("Ann", "Ben")
    house.by_link(event, "Ann")
    owner = house.visitor("owner")
    page = owner.get(f"{event.url}/people")
    assert f"{event.url}/audit" in page.html
    page = owner.get(f"{event.url}/audit")
    assert "for Ann" in page.html
    assert "127.0.0.1" not in page.html
