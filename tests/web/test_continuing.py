"""The page on which an event paired by hand goes on as a Swiss or a round robin; who has no record in a round."""

from __future__ import annotations

import pytest

from podium.core.result import ByeType, Result
from podium.flow.commands import CloseRound, HandPairing, PairByHand, PairRound, PublishRound, WithdrawPlayer
from podium.flow.state import Bye, Stage
from tests.web.conftest import Event, House
from tests.web.visitor import Visitor

FIVE = ("Ann", "Ben", "Cid", "Dan", "Eve")


def played(house: House) -> Event:
    """Round 1 of five players, paired by hand and played; Cid, Dan and Eve have nothing in it."""
    event = house.event(*FIVE, format="manual")
    event.do(PairByHand((HandPairing(event.player("Ann"), event.player("Ben")),)))
    event.do(PublishRound(1))
    event.record(1, Result.WHITE_WINS)
    return event


def at(house: House, event: Event, path: str, who: str = "arbiter") -> Visitor:
    visitor = house.visitor(who)
    visitor.get(event.url + path)
    return visitor


class TestGoingOn:
    def test_the_settings_lead_to_it_and_the_engine_pairs_afterwards(self, house: House) -> None:
        event = played(house)
        arbiter = at(house, event, "/settings")
        assert f"{event.url}/continue" in [each.attributes["href"] for each in arbiter.page.all("a", role="button")]
        page = arbiter.get(f"{event.url}/continue")
        assert "1 round was paired by hand" in page.text
        assert "A Swiss needs the number planned" in page.text
        assert "as many as the format needs" not in page.text
        page = arbiter.submit(f"{event.url}/continue", format="swiss", rounds="5", numbering="list")
        assert "Settings: format swiss (was manual)" in page.status_lines[0]
        assert (event.state.settings.format, event.state.settings.rounds) == ("swiss", 5)
        event.do(PairRound())
        assert len(event.state.rounds) == 2
        arbiter.get(f"{event.url}/settings")
        assert "Swiss or round robin" not in arbiter.page.text
        arbiter.get(f"{event.url}/continue")
        assert arbiter.path == f"{event.url}/settings"

    def test_what_is_missing_is_said_under_its_field(self, house: House) -> None:
        event = played(house)
        arbiter = at(house, event, "/continue")
        page = arbiter.submit(f"{event.url}/continue", format="swiss", rounds="")
        assert arbiter.status == 400
        assert "Say how many rounds" in page.errors["rounds"]
        page = arbiter.submit(f"{event.url}/continue", format="swiss", rounds="many")
        assert "rounds" in page.errors
        assert event.state.settings.format == "manual"

    def test_what_does_not_fit_is_said_under_the_format(self, house: House) -> None:
        event = played(house)
        event.do(PairByHand((HandPairing(event.player("Ben"), event.player("Ann")),)))
        event.do(PublishRound(2))
        arbiter = at(house, event, "/continue")
        page = arbiter.submit(f"{event.url}/continue", format="round-robin")
        assert arbiter.status == 409
        assert "met in rounds 1 and 2" in page.errors["format"]

    def test_a_format_with_an_engine_offers_none(self, house: House) -> None:
        event = house.event(*FIVE)
        event.do(PairRound())
        assert f"{event.url}/continue" not in at(house, event, "/settings").page.html


class TestWithoutARecord:
    def test_closing_says_who_they_are_and_offers_each_what_there_is(self, house: House) -> None:
        event = played(house)
        page = at(house, event, "/rounds/1").submit(f"{event.url}/rounds/1/close")
        assert event.state.rounds[0].stage is Stage.CLOSED
        assert "Round 1 closed. Cid, Dan and Eve have neither game nor bye in round 1" in page.status_lines[0]
        offers = [form for form in page.forms if form.action == f"{event.url}/rounds/1/byes"]
        assert [form.fields["player"] for form in offers] == [event.player(name) for name in FIVE[2:]]
        for form in offers:
            assert [button["value"] for button in form.buttons] == ["bye", "unpaired", "half", "zero", "absent"]

    @pytest.mark.parametrize("who", ["scorer", "public"])
    def test_they_stay_visible_to_everybody(self, house: House, who: str) -> None:
        event = played(house)
        assert "Not paired" not in at(house, event, "/rounds/1", "public").page.text
        event.do(CloseRound(1))
        page = at(house, event, "/rounds/1", who).page
        assert "Not paired 3 Cid" in page.text
        assert f"{event.url}/rounds/1/byes" not in page.posts

    def test_each_is_given_a_record_on_the_closed_round(self, house: House) -> None:
        event = played(house)
        event.do(CloseRound(1))
        arbiter = at(house, event, "/rounds/1")
        for name, kind in zip(FIVE[2:], ("unpaired", "half", "absent"), strict=True):
            arbiter.submit(f"{event.url}/rounds/1/byes", player=event.player(name), kind=kind)
        assert "Not paired" not in arbiter.page.text
        here = event.state.rounds[0]
        assert here.stage is Stage.CLOSED
        kinds = [each.kind for each in here.in_order if isinstance(each, Bye)]
        assert kinds == [ByeType.UNPAIRED, ByeType.HALF, ByeType.ABSENT]

    def test_who_has_withdrawn_can_be_unpaired_for_the_round_he_missed(self, house: House) -> None:
        event = played(house)
        for name in FIVE[2:]:
            event.do(WithdrawPlayer(event.player(name)))
        arbiter = at(house, event, "/rounds/1")
        assert "3 withdrawn players without game or bye" in arbiter.page.text
        page = arbiter.submit(f"{event.url}/rounds/1/byes", player=event.player("Eve"))
        assert "2 withdrawn players" in page.text
        bye = event.state.rounds[0].pairing_of(event.player("Eve"))
        assert isinstance(bye, Bye)
        assert bye.kind is ByeType.UNPAIRED
