"""The photo of a player: uploaded, on the card and the podium, removed, and private where the event is."""

from __future__ import annotations

import pytest

from podium.core.result import Result
from podium.flow.commands import CloseRound, PairRound, PublishRound, PublishTournament
from tests.kit.pictures import jpeg, png
from tests.web.conftest import Event, House
from tests.web.visitor import Page


@pytest.fixture
def event(house: House) -> Event:
    event = house.event("Ann", "Ben", format="swiss", rounds=1)
    event.do(PairRound(1))
    event.do(PublishRound(1))
    event.record(1, Result.WHITE_WINS)
    event.do(CloseRound(1))
    return event


def upload(house: House, event: Event, content: bytes, who: str = "arbiter") -> int:
    visitor = house.visitor(who)
    player = f"{event.url}/players/{event.player('Ann')}"
    visitor.get(f"{player}/edit" if who == "arbiter" else player)
    visitor.upload(f"{player}/photo", content)
    return visitor.status


def photos(page: Page) -> list[str]:
    return [each.attributes["src"] for each in page.all("img") if "/photo?v=" in (each.attributes.get("src") or "")]


def test_a_photo_takes_the_place_of_initials_at_once(house: House, event: Event) -> None:
    anybody = house.visitor()
    assert (photos(anybody.get(event.url)), "podium" in anybody.get(event.url).html) == ([], True)
    assert upload(house, event, png()) == 200
    [source] = photos(anybody.get(event.url))
    for page in ("/story", "/story/print", f"/players/{event.player('Ann')}"):
        assert photos(anybody.get(event.url + page)) == [source]
    anybody.get(source)
    assert anybody.answer is not None
    assert (anybody.answer.content, anybody.answer.headers["content-type"]) == (png(), "image/png")
    assert "max-age" in anybody.answer.headers["cache-control"]
    upload(house, event, jpeg())
    [other] = photos(anybody.get(event.url))
    assert other != source


def test_removed_it_is_gone(house: House, event: Event) -> None:
    upload(house, event, png())
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/players/{event.player('Ann')}/edit")
    arbiter.submit(f"{event.url}/players/{event.player('Ann')}/photo/remove")
    assert photos(house.visitor().get(event.url)) == []


def test_what_is_no_picture_is_refused(house: House, event: Event) -> None:
    assert upload(house, event, b"<svg onload=alert(1)>") == 400


def test_the_photos_of_a_private_event_are_private(house: House, event: Event) -> None:
    upload(house, event, png())
    [source] = photos(house.visitor().get(event.url))
    event.do(PublishTournament(published=False))
    anybody = house.visitor()
    anybody.get(source)
    assert anybody.status == 404
