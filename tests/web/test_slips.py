"""Links for all players at once, as slips."""

from __future__ import annotations

import re

import pytest

from podium.app.access import Role
from podium.app.accounts.logins import SESSION_COOKIE
from podium.flow.commands import WithdrawPlayer
from tests.web.conftest import Event, House
from tests.web.test_access import faults
from tests.web.visitor import Page, Visitor

ADDRESS = re.compile(r"http://\S+(/l/\S+)")


@pytest.fixture
def event(house: House) -> Event:
    """Four players, of whom one has left, and one has a link already."""
    event = house.event("Ann", "Ben", "Cid", "Dan")
    event.do(WithdrawPlayer(event.player("Dan")))
    house.podium.registry.add_link(event.id, Role.PLAYER, event.player("Ben"), None)
    house.podium.registry.add_link(event.id, Role.SCORER, None, None)
    return event


def slips(page: Page) -> dict[str, str]:
    """The address on the slip of each player."""
    found = {}
    for each in page.all("section", class_="slip"):
        [address] = ADDRESS.findall(each.text)
        found[each.text.split("Spring Open")[1].split()[1]] = address
    return found


def asked(house: House, event: Event, who: str = "arbiter") -> Visitor:
    visitor = house.visitor(who)
    visitor.get(f"{event.url}/people/players")
    return visitor


def test_everybody_without_a_link_gets_one_on_a_slip(house: House, event: Event) -> None:
    arbiter = asked(house, event)
    assert "2 players have no link and will get one." in arbiter.page.text
    page = arbiter.submit(f"{event.url}/people/players")
    assert "2 links made" in page.text
    assert "this once only" in page.text
    assert faults(page) == []
    assert len(page.pictures) == 2
    assert not [each for each in page.elements if "style" in each.attributes or each.tag == "style"]
    made = slips(page)
    assert list(made) == ["Ann", "Cid"]  # Ben keeps his, Dan has left
    for name, address in made.items():
        phone = Visitor(house.app)
        page = phone.get(address)
        assert phone.path in (event.url, f"{event.url}/players/{event.player(name)}")
        assert f"{event.url}/players/{event.player(name)}" in page.html


def test_a_second_time_there_is_nothing_to_make(house: House, event: Event) -> None:
    arbiter = asked(house, event)
    fields = arbiter.page.form(f"{event.url}/people/players").fields
    arbiter.submit(f"{event.url}/people/players")
    before = house.podium.registry.links(event.id)
    page = arbiter.send(f"{event.url}/people/players", fields)  # the page of the slips, loaded again
    assert arbiter.status == 400
    assert slips(page) == {}
    assert "Every player has a link already" in page.text
    assert "Everybody has a link: tick whose is to be replaced." in page.text
    assert house.podium.registry.links(event.id) == before


def test_a_link_is_replaced_and_the_old_one_stops_working_once(house: House, event: Event) -> None:
    arbiter = asked(house, event)
    old = slips(arbiter.submit(f"{event.url}/people/players"))
    ann = Visitor(house.app)
    ann.get(old["Ann"])
    page = arbiter.get(f"{event.url}/people/players")
    assert "the old link then stops working at once" in page.text
    [box] = page.all("input", aria_label="Replace the link of Ann")
    fields = {**page.form(f"{event.url}/people/players").fields, "replace": box.attributes["value"]}
    page = arbiter.send(f"{event.url}/people/players", fields)
    assert "1 link made" in page.text
    assert "1 old link has stopped working." in page.text
    new = slips(page)
    assert list(new) == ["Ann"]
    assert "See your card" not in ann.get(event.url).text  # she is the public now
    late = Visitor(house.app)
    late.get(old["Ann"])
    assert late.status == 404
    page = arbiter.send(f"{event.url}/people/players", fields)  # loaded again: the printed slip must go on working
    assert slips(page) == {}
    again = Visitor(house.app)
    again.get(new["Ann"])
    assert "See your card" in again.get(event.url).text


def test_all_can_be_replaced_at_once(house: House, event: Event) -> None:
    arbiter = asked(house, event)
    arbiter.submit(f"{event.url}/people/players")
    page = arbiter.get(f"{event.url}/people/players")
    [box] = page.all("input", aria_label="Replace all 3 links")
    fields = {**page.form(f"{event.url}/people/players").fields, "replace": box.attributes["value"]}
    assert list(slips(arbiter.send(f"{event.url}/people/players", fields))) == ["Ann", "Ben", "Cid"]
    links = house.podium.registry.links(event.id)
    assert sorted(link.grant.role for link in links) == [Role.PLAYER] * 3 + [Role.SCORER]
    assert slips(arbiter.send(f"{event.url}/people/players", fields)) == {}  # loaded again: what is printed works on
    assert house.podium.registry.links(event.id) == links


def test_the_slips_are_kept_nowhere(house: House, event: Event) -> None:
    arbiter = asked(house, event)
    version = event.version
    made = slips(arbiter.submit(f"{event.url}/people/players"))
    assert arbiter.answer is not None
    assert arbiter.answer.headers["cache-control"] == "no-store"
    assert arbiter.answer.headers["referrer-policy"] == "same-origin"
    assert event.version == version  # links are no part of the history
    for page in ("/people", "/people/players", "/history"):
        html = arbiter.get(event.url + page).html
        assert not [address for address in made.values() if address in html]


def test_a_form_from_elsewhere_makes_no_links(house: House, event: Event) -> None:
    arbiter = asked(house, event)
    before = house.podium.registry.links(event.id)
    arbiter.send(f"{event.url}/people/players", {"csrf": "guessed"})
    assert arbiter.status == 403
    assert house.podium.registry.links(event.id) == before


@pytest.mark.parametrize("nonsense", ["x", "999999", "1 2 3", "-1"])
def test_a_link_that_is_none_of_theirs_is_not_ended(house: House, event: Event, nonsense: str) -> None:
    other = house.event("Zoe", name="Autumn")
    kept, _ = house.podium.registry.add_link(other.id, Role.PLAYER, other.player("Zoe"), None)
    arbiter = asked(house, event)
    fields = arbiter.page.form(f"{event.url}/people/players").fields
    before = {link.id for link in house.podium.registry.links(event.id)}
    arbiter.send(f"{event.url}/people/players", {**fields, "replace": f"{nonsense} {kept.id}"})
    assert arbiter.status == 200
    assert before <= {link.id for link in house.podium.registry.links(event.id)}
    assert house.podium.registry.links(other.id) == [kept]


def test_a_day_of_the_past_is_refused_under_its_field(house: House, event: Event) -> None:
    arbiter = asked(house, event)
    page = arbiter.submit(f"{event.url}/people/players", expires="2001-01-01")
    assert arbiter.status == 400
    assert "2001-01-01" in page.errors["expires"]
    assert len(house.podium.registry.links(event.id)) == 2


def test_an_address_that_phones_cannot_open_is_named(house: House, event: Event) -> None:
    assert "Phones cannot open this: it begins with http://127.0.0.1:8000" in asked(house, event).page.text
    session = house.podium.registry.open_session(house.users["arbiter"])
    arbiter = Visitor(house.app, site="http://club.example").bring(SESSION_COOKIE, session)
    page = arbiter.get(f"{event.url}/people/players")
    assert "2 players have no link" in page.text
    assert "Phones cannot open" not in page.text


@pytest.mark.parametrize("who", ["scorer", "stranger", "public"])
def test_only_those_who_give_links_make_them(house: House, event: Event, who: str) -> None:
    visitor = asked(house, event, who)
    assert visitor.status == 403
    token = visitor.get(event.url).form("/logout").fields["csrf"] if who != "public" else ""
    visitor.send(f"{event.url}/people/players", {"csrf": token})
    assert visitor.status == 403
    assert len(house.podium.registry.links(event.id)) == 2
