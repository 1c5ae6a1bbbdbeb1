"""The tabs of an event: few for everybody, and every page one click below its tab."""

from __future__ import annotations

import re

from podium.flow.commands import PairRound, PublishRound
from tests.kit.loops import every
from tests.web.conftest import House
from tests.web.visitor import Page

READ = ["Overview", "Players", "Rounds", "Standings", "Prizes"]
MANAGED = {"/settings", "/people", "/screens", "/history", "/print"}


def links(page: Page, look: str) -> dict[str, str]:
    """Label and address of each link of the navigation `look`."""
    part = re.search(rf'<nav class="{look}".*?</nav>', page.html, re.DOTALL)
    assert part is not None
    return {each.text.strip(): each.attributes["href"] for each in Page(part[0]).all("a")}


@every("who, more", [("public", []), ("scorer", ["Manage"]), ("owner", ["Manage"])])
def test_tabs_are_few_and_public_ones_for_everybody(house: House, who: str, more: list[str]) -> None:
    event = house.event("Ann", "Ben")
    visitor = house.visitor() if who == "public" else house.visitor(who)
    assert list(links(visitor.get(event.url), "sections")) == READ + more


def test_standings_lead_to_crosstable_and_story(house: House) -> None:
    event = house.event("Ann", "Ben", profile="rated")
    event.do(PairRound())
    event.do(PublishRound(1))
    for path in ("/standings", "/crosstable", "/story"):
        below = links(house.visitor().get(event.url + path), "subsections")
        assert list(below) == ["Standings", "Crosstable", "Story", "Forecast", "Rating report"]


def test_what_is_managed_is_one_click_away(house: House) -> None:
    event = house.event("Ann", "Ben")
    owner = house.visitor("owner")
    manage = links(owner.get(event.url), "sections")["Manage"]
    below = links(owner.get(manage), "subsections")
    assert {address.removeprefix(event.url) for address in below.values()} == MANAGED
    scorer = house.visitor("scorer")
    manage = links(scorer.get(event.url), "sections")["Manage"]
    assert list(links(scorer.get(manage), "subsections")) == ["History", "Print and files"]
