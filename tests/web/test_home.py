"""Home: what is live, what comes next, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from podium.core.result import Result
from podium.flow.commands import PairRound, PublishRound
from tests.kit.finished import SETTINGS, play_out
from tests.web.conftest import Event, House, opened
from tests.web.visitor import Page

FOUR = ("Ann Arden", "Ben Bell", "Cid Cole", "Dan Dale")
NAME = "The Event Of Home"
SAID = {
    "en": ("Coming up", "tomorrow 18:00"),
    "de": ("Als Nächstes", "morgen 18:00"),
    "fr": ("À suivre", "demain 18:00"),
}


@pytest.fixture
def own_house(ready_sqlite_url: str) -> Iterator[House]:
    """A house whose events are those of one test: home has cards for the nearest alone."""
    with opened(ready_sqlite_url) as house:
        yield house


def card(page: Page) -> tuple[str, str]:
    """The moment by which the card of the event is coloured, and what the card says."""
    cards = [each for each in page.all("li", class_="sheet") if NAME in each.text]
    return (cards[0].attributes["class"].split()[-1], " ".join(cards[0].text.split())) if cards else ("", "")


def begun(house: House, **settings: Any) -> Event:
    event = house.event(*FOUR, name=NAME, format="swiss", rounds=3, **settings)
    event.do(PairRound())
    event.do(PublishRound(1))
    return event


def test_a_round_that_is_played_says_how_far_it_is(own_house: House) -> None:
    event = begun(own_house)
    event.record(1, Result.DRAW)
    page = own_house.visitor().get("/")
    assert card(page) == ("playing", f"{NAME} Round 1 of 3, 1 of 2 results Swiss · 4 players")
    assert "Live now" in [each.text for each in page.all("h2")]


def test_the_public_reads_nothing_that_is_held_back(own_house: House) -> None:
    event = begun(own_house, live=True, timeControl="10+0", publicDelay=15)
    event.record(1, Result.DRAW)
    assert "0 of 2 results" in card(own_house.visitor().get("/"))[1]
    assert "1 of 2 results" in card(own_house.visitor("owner").get("/"))[1]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_comes_next_says_when(own_house: House, language: str) -> None:
    tomorrow = datetime.now(UTC).date() + timedelta(days=1)
    own_house.event(*FOUR, name=NAME, rounds=1, time_zone="UTC", round_times=[f"{tomorrow} 18:00"])
    visitor = own_house.visitor()
    visitor.client.headers["accept-language"] = language
    page = visitor.get("/")
    heading, words = SAID[language]
    assert heading in [each.text for each in page.all("h2")]
    assert (card(page)[0], words in card(page)[1]) == ("soon", True)


@pytest.mark.parametrize("format", ["swiss", "knockout", "doubles"])
def test_what_is_over_says_who_has_won(own_house: House, format: str) -> None:
    event = own_house.event(*FOUR, name=NAME, format=format, **SETTINGS[format])
    play_out(event)
    here, said = card(own_house.visitor().get("/"))
    assert (here, f"{NAME} Won by Ann Arden" in said) == ("finale", True)


def test_what_has_a_card_is_not_listed_again_and_a_search_finds_it_in_the_list(own_house: House) -> None:
    event = begun(own_house)
    assert own_house.visitor().get("/").html.count(f'href="{event.url}"') == 1
    found = own_house.visitor().get("/?q=event+of+home")
    assert card(found) == ("", "")
    assert found.html.count(f'href="{event.url}"') == 1


def test_a_stranger_is_told_what_this_is_and_a_director_has_one_button(own_house: House) -> None:
    begun(own_house)
    assert "Podium runs tournaments" in own_house.visitor().get("/").text
    page = own_house.visitor("owner").get("/")
    assert "Podium runs tournaments" not in page.text
    assert "New tournament" in page.text
