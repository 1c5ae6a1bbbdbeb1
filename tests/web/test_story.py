"""The finale on pages: the podium on the overview, the story, the report, pictures as files, certificates."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from podium.app.pictures.svg import SHEET
from podium.app.prizes.contests import RunOptions
from podium.flow.commands import AddPlayers, EditPlayer, PairRound, PublishTournament, SetPrizes
from podium.flow.formats.registry import FORMAT_NAMES
from tests.kit.finished import NAMES, SETTINGS, pair, people, play, play_out
from tests.web.conftest import Event, House
from tests.web.test_access import faults
from tests.web.visitor import Page

PAGES = ("", "/story", "/story/print", "/standings")
HOSTILE = '<script>alert(1)</script> & "quoted", O\'Neill'


def finished(house: House, format: str = "swiss", names: tuple[str, ...] = NAMES, **settings: object) -> Event:
    event = house.event(format=format, published=False, **{**SETTINGS[format], **settings})
    event.do(AddPlayers(people(names)))
    event.do(PublishTournament())
    play_out(event)
    return event


def named(page: Page) -> list[str]:
    """Whose certificates there are."""
    return [
        each.attributes["aria-label"].removeprefix("Certificate of ")
        for each in page.all("section", class_="certificate")
    ]


@pytest.fixture(scope="module", params=FORMAT_NAMES)
def ended(request: pytest.FixtureRequest, house: House) -> Event:
    """A finished event of each format."""
    return finished(house, request.param)


@pytest.fixture(scope="module")
def swiss(house: House) -> Event:
    """A finished Swiss that nobody changes."""
    return finished(house, place="Town Hall", start="2026-10-02", end="2026-10-04", chief_arbiter="Ines Falk")


@pytest.mark.parametrize("path", PAGES)
def test_every_format_ends_on_sound_pages(house: House, ended: Event, path: str) -> None:
    visitor = house.visitor()
    page = visitor.get(ended.url + path)
    assert visitor.status == 200
    assert faults(page) == []


def test_the_overview_has_the_podium_as_soon_as_it_is_over(house: House, ended: Event) -> None:
    page = house.visitor().get(ended.url)
    [stand] = page.all("section", class_="podium")
    assert stand.attributes["aria-labelledby"] == "podium-1-title"
    [first] = page.all("li", class_="place-1")
    assert "Ann" in page.text
    assert first.attributes["class"].startswith("step")


def test_there_is_no_podium_before_the_end(house: House) -> None:
    event = house.event(*NAMES, format="swiss", rounds=2)
    visitor = house.visitor()
    assert "The story begins with the first results" in visitor.get(f"{event.url}/story").text
    event.do(PairRound())
    play(event, 1)
    for path in ("", "/story", "/story/print"):
        assert visitor.get(event.url + path).all("section", class_="podium") == []
    assert "the story so far" in visitor.get(f"{event.url}/story").text
    event.do(PairRound())
    play(event, 2)
    for path in ("", "/story", "/story/print"):
        assert len(visitor.get(event.url + path).all("section", class_="podium")) == 1


def test_the_story_is_in_the_navigation_once_something_is_paired(house: House) -> None:
    event = house.event(*NAMES, format="swiss", rounds=2)
    visitor = house.visitor()
    address = f"{event.url}/story"
    assert address not in [each.attributes.get("href") for each in visitor.get(event.url).all("a")]
    event.do(PairRound())
    play(event, 1, but=1)
    for path in ("", "/standings"):
        assert address in [each.attributes.get("href") for each in visitor.get(event.url + path).all("a")]


def test_each_picture_has_a_caption_a_table_and_a_file(house: House, swiss: Event) -> None:
    visitor = house.visitor()
    page = visitor.get(f"{swiss.url}/story")
    charts = [each for each in page.all("svg") if "chart" in each.attributes.get("class", "")]
    assert len(charts) == len(page.all("figure")) == len(page.all("figcaption")) == 5
    assert len(page.all("table")) == 5
    files = [each.attributes["href"] for each in page.all("a") if each.attributes["href"].endswith(".svg")]
    assert len(files) == 5
    for file in files:
        svg = visitor.get(file).html
        assert visitor.status == 200
        assert ElementTree.fromstring(svg).get("role") == "img"


def test_a_picture_is_served_as_svg_and_the_sheet_of_styles_as_css(house: House, swiss: Event) -> None:
    client = house.visitor().client
    assert client.get(f"{swiss.url}/pictures/race.svg").headers["content-type"].startswith("image/svg+xml")
    sheet = client.get("/pictures.css")
    assert sheet.headers["content-type"].startswith("text/css")
    assert sheet.text == SHEET


@pytest.mark.parametrize("path", ["/pictures/nothing.svg", "/pictures/race", "/story?section=Z"])
def test_what_is_not_there_is_not_found(house: House, swiss: Event, path: str) -> None:
    visitor = house.visitor()
    visitor.get(swiss.url + path)
    assert visitor.status == 404


@pytest.mark.parametrize("top", ["0", "61", "many"])
def test_a_number_that_no_picture_can_show_is_refused(house: House, swiss: Event, top: str) -> None:
    visitor = house.visitor()
    visitor.get(f"{swiss.url}/story?top={top}")
    assert visitor.status == 400


def test_a_player_is_followed_by_choice_and_by_the_own_link(house: House) -> None:
    event = finished(house, "round-robin")
    last = event.player("Hal")
    for visitor, path in ((house.visitor(), f"/story?player={last}&top=2"), (house.by_link(event, "Hal"), "/story")):
        html = visitor.get(event.url + path).html
        assert re.search(rf'class="line own" data-player="{last}"', html)
    assert (
        f"pictures/race.svg?player={last}&amp;top=2"
        in house.visitor().get(f"{event.url}/story?player={last}&top=2").html
    )


def test_sections_have_a_podium_each_and_a_story_each(house: House) -> None:
    event = house.event(format="swiss", rounds=1, sections=["Open", "Minor & Co"])
    event.add("Ann", "Ben", section="Open")
    event.add("Cid", "Dan", section="Minor & Co")
    event.do(PairRound())
    play(event, 1)
    visitor = house.visitor()
    overview = visitor.get(event.url).text
    assert "Podium, Open" in overview
    assert "Podium, Minor & Co" in overview
    story = visitor.get(f"{event.url}/story?section=Minor+%26+Co")
    assert "Cid" in story.text
    assert "Ann" not in story.text


def test_hostile_names_are_only_names(house: House) -> None:
    event = finished(house, names=(HOSTILE, *NAMES[1:]))
    for path in PAGES:
        page = house.visitor().get(event.url + path)
        assert not [each for each in page.all("script") if not each.attributes.get("src", "").startswith("/static/")]
        assert faults(page) == []
    sheets = house.visitor("owner").get(f"{event.url}/certificates/print?for=places&text=%3Cb%3Ebold%3C/b%3E")
    assert faults(sheets) == []
    assert "<b>bold</b>" not in sheets.html


def test_nothing_personal_is_in_the_story(house: House) -> None:
    event = finished(house)
    event.do(EditPlayer(event.player("Ann"), {"birth": "1999-12-31", "disability": "blind"}))
    for path in (*PAGES, "/pictures/crosstable.svg"):
        html = house.visitor().get(event.url + path).html
        assert "1999" not in html
        assert "blind" not in html


def test_the_report_has_podium_standings_figures_and_four_pictures(house: House) -> None:
    page = house.visitor().get(f"{finished(house, 'round-robin').url}/story/print")
    assert len([each for each in page.all("svg") if "chart" in each.attributes.get("class", "")]) == 4
    for words in ("First place", "Standings", "Longest unbeaten run", "White won", "Average rating"):
        assert words in page.text


def test_a_report_of_an_event_played_elsewhere_has_its_ranking(house: House) -> None:
    event = house.event("Ann", "Ben", format="swiss", rounds=5)
    for rank, name in enumerate(("Ann", "Ben"), start=1):
        event.do(EditPlayer(event.player(name), {"rank": rank}))
    page = house.visitor().get(f"{event.url}/story/print")
    assert faults(page) == []
    assert "First place" in page.text
    assert page.all("figure") == []


# --- certificates ---------------------------------------------------------------------------------


def test_certificates_of_the_places_carry_the_organisers_words(house: House, swiss: Event) -> None:
    owner = house.visitor("owner")
    [form] = [each for each in owner.get(f"{swiss.url}/certificates").forms if each.action.endswith("/print")]
    assert {name: form.fields[name] for name in ("place", "date", "arbiter")} == {
        "place": "Town Hall",
        "date": "4 Oct 2026",
        "arbiter": "Ines Falk",
    }
    words = "text=Well+played&place=Kiel&date=today&organiser=The+club"
    page = owner.get(f"{swiss.url}/certificates/print?for=places&{words}")
    assert named(page)[0] == "Ann"
    for words in ("First place", "Well played", "Kiel, today", "Chief arbiter", "Ines Falk", "The club", "Organiser"):
        assert words in page.text
    assert faults(page) == []


def test_certificates_of_prizes_follow_the_allocation(house: House) -> None:
    event = finished(house)
    prizes = (
        {"id": "best", "name": "Best under 1800", "max_rating": 1799, "prizes": [{"id": "p1", "place": 1, "cash": 10}]},
    )
    event.do(SetPrizes(prizes))
    house.podium.prize_allocator.finalise(event.owner, event.id, RunOptions())
    page = house.visitor("arbiter").get(f"{event.url}/certificates/print?for=prizes")
    assert "Best under 1800, place 1" in page.text
    assert named(page) == ["Fay"]


def test_one_certificate_can_be_printed_alone(house: House, swiss: Event) -> None:
    page = house.visitor("owner").get(f"{swiss.url}/certificates/print?for=players&player={swiss.player('Eve')}")
    assert named(page) == ["Eve"]


def test_there_are_no_certificates_of_another_kind(house: House, swiss: Event) -> None:
    visitor = house.visitor("owner")
    visitor.get(f"{swiss.url}/certificates/print?for=everything")
    assert visitor.status == 404


def test_before_the_end_there_are_no_certificates_for_places(house: House) -> None:
    event = house.event(*NAMES, format="swiss", rounds=2)
    owner = house.visitor("owner")
    assert "nobody to give a certificate to" in owner.get(f"{event.url}/certificates").text
    pair(event, 1)
    play(event, 1)
    page = owner.get(f"{event.url}/certificates")
    assert [each.attributes["value"] for each in page.all("option")][:1] == ["players"]
    assert "Nobody gets such a certificate yet" in owner.get(f"{event.url}/certificates/print?for=places").text
