"""The logo of an event: uploaded, shown, replaced, removed."""

from __future__ import annotations

import pytest

from podium.app.event.attachments import AttachmentKey, AttachmentKind
from podium.flow.commands import ArchiveTournament
from tests.kit.pictures import jpeg, png
from tests.web.conftest import Event, House


@pytest.fixture
def event(house: House) -> Event:
    return house.event("Ann", "Ben")


def upload(house: House, event: Event, content: bytes, who: str = "arbiter") -> int:
    visitor = house.visitor(who)
    visitor.get(f"{event.url}/settings")
    visitor.upload(f"{event.url}/logo", content)
    return visitor.status


def logo_of(house: House, event: Event) -> str | None:
    """Where the page of the event, as the public sees it, says that its picture is."""
    found = house.visitor().get(event.url).all("img", class_="event-picture")
    return found[0].attributes["src"] if found else None


def test_a_picture_stands_on_the_pages_of_the_event_and_in_the_list(house: House, event: Event) -> None:
    assert upload(house, event, png()) == 200
    source = logo_of(house, event)
    assert source is not None
    visitor = house.visitor()
    header = visitor.get(f"{event.url}/standings").all("img", class_="event-logo")
    assert [each.attributes["src"] for each in header] == [source]
    listed = visitor.get("/").all("img", class_="event-logo")
    assert source in [each.attributes["src"] for each in listed]


def test_it_is_served_as_what_it_is_and_may_be_kept_until_there_is_another(house: House, event: Event) -> None:
    upload(house, event, png())
    first = logo_of(house, event)
    assert first is not None
    visitor = house.visitor()
    visitor.get(first)
    assert visitor.answer is not None
    assert visitor.answer.content == png()
    headers = visitor.answer.headers
    assert headers["content-type"] == "image/png"
    assert headers["x-content-type-options"] == "nosniff"
    assert "immutable" in headers["cache-control"]
    upload(house, event, jpeg())
    assert logo_of(house, event) not in (None, first)


def test_removed_it_is_gone(house: House, event: Event) -> None:
    upload(house, event, png())
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/settings")
    arbiter.submit(f"{event.url}/logo/remove")
    assert logo_of(house, event) is None
    visitor = house.visitor()
    visitor.get(f"{event.url}/logo")
    assert visitor.status == 404


def test_what_is_no_picture_is_refused_with_a_sentence(house: House, event: Event) -> None:
    visitor = house.visitor("arbiter")
    visitor.get(f"{event.url}/settings")
    page = visitor.upload(f"{event.url}/logo", b"<svg/>")
    assert visitor.status == 400
    assert "PNG, JPEG or WebP" in page.problem
    assert logo_of(house, event) is None


def test_the_picture_of_an_event_that_is_not_published_is_not_served(house: House) -> None:
    event = house.event("Ann", "Ben", published=False)
    upload(house, event, png())
    visitor = house.visitor()
    visitor.get(f"{event.url}/logo")
    assert visitor.status == 404
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/logo")
    assert arbiter.status == 200


def test_in_the_archive_nothing_changes_it(house: House, event: Event) -> None:
    event.do(ArchiveTournament())
    assert upload(house, event, png()) == 409


def test_pictures_are_kept_in_both_databases(either: House) -> None:
    event = either.event("Ann", "Ben")
    upload(either, event, png())
    upload(either, event, jpeg())
    key = AttachmentKey(AttachmentKind.LOGO, event.id)
    kept = either.podium.attachments.picture(key)
    assert kept is not None
    assert kept.content == jpeg()
    assert either.podium.attachments.digests(AttachmentKind.LOGO, [event.id, "x"]) == {key: kept.digest}
    assert either.podium.attachments.digests(AttachmentKind.LOGO, []) == {}
    assert either.podium.attachments.digests(AttachmentKind.PHOTO, [event.id]) == {}
