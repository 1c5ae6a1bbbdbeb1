"""What others are told of a page when its address is shared."""

from __future__ import annotations

import pytest

from podium.core.result import Result
from podium.files.raster import read_raster
from podium.flow.commands import CloseRound, PairRound, PublishRound
from tests.kit.pictures import png
from tests.web.conftest import Event, House
from tests.web.visitor import SITE, Page


@pytest.fixture
def event(house: House) -> Event:
    return house.event("Ann", "Ben", name="Spring & “Open”", place="Hastings", start="2026-08-01", end="2026-08-09")


def told(page: Page) -> dict[str, str]:
    """What the head of the page says of it."""
    metas = {
        each.attributes.get("property") or each.attributes.get("name", ""): each.attributes.get("content", "")
        for each in page.all("meta")
    }
    return {name: value for name, value in metas.items() if name.startswith(("og:", "twitter:", "description"))}


def test_a_page_says_what_it_is_and_where(house: House, event: Event) -> None:
    page = house.visitor().get(f"{event.url}?me=x")
    said = told(page)
    assert said["og:title"] == "Spring & “Open”"
    assert said["og:description"] == "Hastings, 1 – 9 Aug 2026 · Round robin, 1 round, 2 players"
    assert said["description"] == said["og:description"]
    assert said["og:url"] == f"{SITE}{event.url}"
    assert said["og:image"] == f"{SITE}{event.url}/share.png?v={event.version}"
    assert (said["og:image:width"], said["og:image:height"]) == ("1200", "630")
    assert said["twitter:card"] == "summary_large_image"
    assert [each.attributes["href"] for each in page.all("link", rel="canonical")] == [f"{SITE}{event.url}"]


def test_other_pages_of_the_event_are_named(house: House, event: Event) -> None:
    said = told(house.visitor().get(f"{event.url}/standings?tab=all"))
    assert said["og:title"] == "Spring & “Open”: Standings"
    assert said["og:url"] == f"{SITE}{event.url}/standings"


def test_those_who_run_it_and_pages_outside_are_told_nothing(house: House, event: Event) -> None:
    assert told(house.visitor("arbiter").get(event.url)) == {}
    assert told(house.visitor().get("/")) == {}


def test_the_picture_is_for_everybody_and_changes_with_the_event(house: House, event: Event) -> None:
    visitor = house.visitor()

    def picture() -> bytes:
        visitor.get(f"{event.url}/share.png?v={event.version}")
        assert visitor.answer is not None
        assert visitor.answer.headers["content-type"] == "image/png"
        assert "max-age" in visitor.answer.headers["cache-control"]
        return visitor.answer.content

    before = picture()
    assert read_raster(before).width == 1200
    event.do(PairRound())
    assert picture() == before  # nobody but the director sees the draft
    event.do(PublishRound(1))
    playing = picture()
    event.record(1, Result.WHITE_WINS)
    event.do(CloseRound(1))
    over = picture()
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/settings")
    arbiter.upload(f"{event.url}/logo", png())
    assert len({before, playing, over, picture()}) == 4


def test_an_event_that_is_not_published_has_no_picture(house: House) -> None:
    hidden = house.event("Ann", "Ben", published=False)
    for who in ("public", "owner"):
        visitor = house.visitor(who)
        visitor.get(f"{hidden.url}/share.png")
        assert visitor.status == 404
