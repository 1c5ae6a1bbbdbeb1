"""A club season on the pages, by a browser without scripts."""

from __future__ import annotations

import re

import pytest

from podium.app.accounts.credentials import LANGUAGE_COOKIE
from podium.app.queries import standings
from podium.core.result import ByeType, Result
from podium.flow.commands import CloseRound, PairRound, PublishRound, RecordResult, RequestByes
from tests.web.conftest import Event, House
from tests.web.guide import enter

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve")


@pytest.fixture
def event(house: House) -> Event:
    """Five members after the first round of thirty."""
    event = house.event(*NAMES, format="keizer", rounds=30, profile="club")
    event.do(RequestByes(event.player("Eve"), {1: ByeType.EXCUSED}))
    event.do(PairRound())
    event.do(PublishRound(1))
    for game in event.state.rounds[0].boards:
        event.do(RecordResult(game.id, Result.WHITE_WINS))
    event.do(CloseRound(1))
    return event


@pytest.mark.parametrize("profile", ["club", "school"])
def test_a_club_evening_and_a_school_can_have_it(house: House, profile: str) -> None:
    visitor = house.visitor("owner")
    visitor.get("/new")
    visitor.submit("/new", name="Season", profile=profile)
    enter(visitor, "Ann\nBen\nCid")
    visitor.submit(visitor.path, format="keizer", rounds="30", go="create")
    page = visitor.get(f"{visitor.path.rstrip('/')}/settings")
    assert page.form(visitor.path).fields["keizerPreset"] == "classic"


def test_shares_are_few_at_first_and_all_can_be_set(house: House, event: Event) -> None:
    visitor = house.visitor("owner")
    page = visitor.get(f"{event.url}/settings")
    assert page.form(f"{event.url}/settings").fields["keizerPreset"] == "classic"
    visitor.submit(f"{event.url}/settings", keizerPreset="free-keizer", again="5", bye="0,5", top="60")
    rules = event.state.settings.keizer
    assert (rules.preset.value, rules.top, rules.again) == ("free-keizer", 60, 5)
    assert (str(rules.bye), rules.loss) == ("0.5", None)
    visitor.submit(f"{event.url}/settings", bye="a lot")
    assert visitor.status == 400
    assert "a lot" in visitor.page.text


def test_the_round_the_table_and_the_card_say_how_it_adds_up(house: House, event: Event) -> None:
    visitor = house.visitor("owner")
    assert "excused, 2.0" in visitor.get(f"{event.url}/rounds/1").text
    page = visitor.get(f"{event.url}/standings")
    assert "Score" in page.text
    assert "worth 6 + excused (1.998) = 7.998" in page.text
    card = visitor.get(f"{event.url}/players/{event.player('Eve')}").text
    assert "Why this score?" in card
    assert "Round 1: excused, 0.333 of the own worth 6 = 1.998." in card
    assert "Tie-breaks" not in card


def test_scores_are_written_alike_though_some_are_halves(house: House) -> None:
    event = house.event(*NAMES, format="keizer", rounds=30, profile="club")
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.DRAW, Result.DRAW)
    visitor = house.visitor().bring(LANGUAGE_COOKIE, "de")
    assert any(str(row.points).endswith(".5") for row in standings(event.state))
    cards = [f"{event.url}/players/{player}" for player in event.state.players]
    owner = house.visitor("owner").bring(LANGUAGE_COOKIE, "de")
    owner.get(f"{event.url}/rounds/1")
    assert "Freilos, 2,67" in owner.page.text  # what it brings, not its share of what the player is worth
    for url in (f"what-if?pairing={event.games(1)[0].id}&result=1-0", "story", f"players/{event.player('Ann')}"):
        said = owner.get(f"{event.url}/{url}").html
        assert re.search(r"\b(11|12),[05]\b", said), url
        assert not re.search(r"\d½", said), url
    for url in (event.url, f"{event.url}/standings", f"{event.url}/crosstable", *cards):
        said = " ".join(each.text for each in visitor.get(url).all("td"))
        assert re.search(r"\b\d+,\d", said), url
        assert not re.search(r"(?<![ws])½|\d\.\d", said), url  # but in the crosstable's draws


def test_absences_are_noted_on_the_page_of_a_player(house: House, event: Event) -> None:
    visitor = house.visitor("owner")
    page = visitor.get(f"{event.url}/players/{event.player('Ann')}/edit")
    assert {"club-duty", "excused", "absent"} <= {each.attributes.get("value") for each in page.all("option")}
    visitor.submit(f"{event.url}/players/{event.player('Ann')}/byes", **{"round-2": "club-duty"})
    assert event.state.players[event.player("Ann")].byes == {2: ByeType.CLUB_DUTY}
