"""The background of certificates: uploaded, behind the text, replaced, removed."""

from __future__ import annotations

import pytest

from podium.flow.commands import ArchiveTournament, PairRound
from tests.kit.pictures import png
from tests.web.conftest import Event, House

SHEETS = "/certificates/print?for=players"


@pytest.fixture
def event(house: House) -> Event:
    event = house.event("Ann", "Ben")
    event.do(PairRound(1))
    return event


def upload(house: House, event: Event, content: bytes, who: str = "arbiter") -> int:
    visitor = house.visitor(who)
    visitor.get(f"{event.url}/certificates")
    visitor.upload(f"{event.url}/certificates/background", content)
    return visitor.status


def backgrounds(house: House, event: Event) -> list[str]:
    """The pictures behind the certificates."""
    sheets = house.visitor("arbiter").get(event.url + SHEETS)
    return [each.attributes["src"] for each in sheets.all("img", class_="background")]


def test_a_picture_stands_behind_every_certificate(house: House, event: Event) -> None:
    assert backgrounds(house, event) == []
    assert upload(house, event, png(297, 210)) == 200
    first, second = backgrounds(house, event)
    assert first == second
    arbiter = house.visitor("arbiter")
    arbiter.get(first)
    assert arbiter.answer is not None
    assert arbiter.answer.content == png(297, 210)
    assert arbiter.answer.headers["cache-control"].startswith("private")
    upload(house, event, png(210, 297))
    assert backgrounds(house, event) != [first, first]


def test_the_paper_lies_as_the_picture_does(house: House, event: Event) -> None:
    upload(house, event, png(297, 210))
    assert "landscape" in house.visitor("arbiter").get(event.url + SHEETS).text
    upload(house, event, png(210, 297))
    assert "upright" in house.visitor("arbiter").get(event.url + SHEETS).text


def test_removed_it_is_gone(house: House, event: Event) -> None:
    upload(house, event, png(297, 210))
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/certificates")
    arbiter.submit(f"{event.url}/certificates/background/remove")
    assert backgrounds(house, event) == []
    arbiter.get(f"{event.url}/certificates/background")
    assert arbiter.status == 404


def test_what_is_no_picture_is_refused_with_a_sentence(house: House, event: Event) -> None:
    visitor = house.visitor("arbiter")
    visitor.get(f"{event.url}/certificates")
    page = visitor.upload(f"{event.url}/certificates/background", b"<svg/>")
    assert visitor.status == 400
    assert "PNG, JPEG or WebP" in page.problem


def test_the_public_does_not_get_it(house: House, event: Event) -> None:
    upload(house, event, png(297, 210))
    visitor = house.visitor()
    visitor.get(f"{event.url}/certificates/background")
    assert visitor.status != 200


def test_in_the_archive_nothing_changes_it(house: House, event: Event) -> None:
    event.do(ArchiveTournament())
    page = house.visitor("arbiter").get(f"{event.url}/certificates")
    assert "Background" not in page.text
