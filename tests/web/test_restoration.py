"""The archive of an event from its pages, and an event restored on the page of new ones."""

from __future__ import annotations

import pytest

from tests.web.conftest import Event, House
from tests.web.visitor import Visitor

LABEL = "Archive of the whole event (JSON)"


@pytest.fixture
def event(house: House) -> Event:
    return house.event("Ann", "Ben")


def taken(visitor: Visitor, event: Event) -> bytes:
    """The archive behind the link in the menu of files."""
    page = visitor.get(event.url)
    (address,) = [each.attributes["href"] for each in page.all("a") if LABEL in each.text]
    visitor.get(address)
    assert visitor.answer is not None
    return visitor.answer.content


def test_those_who_run_an_event_find_its_archive_among_the_files(house: House, event: Event) -> None:
    assert taken(house.visitor("owner"), event).startswith(b'{"format":"podium-event-archive"')
    assert LABEL in house.visitor("arbiter").get(f"{event.url}/players").text
    for visitor in (house.visitor("scorer"), house.visitor()):
        assert LABEL not in visitor.get(event.url).text


def test_an_archive_is_restored_as_a_copy_with_what_was_compared(house: House, event: Event) -> None:
    owner = house.visitor("owner")
    content = taken(owner, event)
    owner.get("/new")
    page = owner.upload("/new/archive", content, "archive")
    assert owner.status == 409
    assert "restore it as a copy" in page.text
    page = owner.upload("/new/archive", content, "archive", copy="yes")
    assert owner.status == 200
    assert "is restored" in page.text
    assert "Everything was read back and is equal to the archive." in page.text
    (address,) = [each.attributes["href"] for each in page.all("a") if each.text.strip() == "To the tournament"]
    assert address != event.url
    assert "Ann" in owner.get(f"{address}/players").text
    assert owner.get(f"{address}/history").text.count("owner") >= 1


def test_what_is_no_archive_is_said_at_the_field(house: House) -> None:
    owner = house.visitor("owner")
    owner.get("/new")
    page = owner.upload("/new/archive", b"012 Open\r\n", "archive")
    assert owner.status == 400
    assert "The file is not an archive of an event, as Podium writes it." in page.text
    assert "Or restore an archive" in page.text


def test_a_copy_of_an_event_that_left_fide_mode_has_left_it_too_and_the_page_says_so(house: House) -> None:
    event = house.event("Ann", "Ben", format="swiss", rules="fide", rounds=5)
    owner = house.visitor("owner")
    content = taken(owner, event)
    owner.get(f"{event.url}/settings")
    for _step in range(3):
        owner.submit(f"{event.url}/leave-fide-mode")
    assert event.state.fide_mode_exit == 0
    owner.get("/new")
    page = owner.upload("/new/archive", content, "archive", copy="yes")
    assert "The event left FIDE mode, and its copy is not in it either." in page.text
    (address,) = [each.attributes["href"] for each in page.all("a") if each.text.strip() == "To the tournament"]
    assert [each.text for each in owner.get(address).all("span", class_="mode")] != ["FIDE mode"]
