"""Prizes over HTTP: the plan, a look at what a run decides, the run itself, and who may do what."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from podium.app.access import Role
from podium.bootstrap import application, opened
from podium.config import Config
from podium.prizes import Allocation, Contest
from tests.kit.http import Caller, Event, House
from tests.kit.loops import every

OPEN = {"id": "open", "name": "Open", "prizes": [{"id": "o1", "place": 1, "cash": 100}, {"id": "o2", "place": 2}]}
GIRLS = {"id": "girls", "name": "Girls", "gender": "F", "prizes": [{"id": "g1", "place": 1, "medal": True}]}


@pytest.fixture
def four(chief: Caller) -> Event:
    """Four players in one order, and prizes: Ann, Ben, Cid, Dan."""
    event = chief.event(start="2026-05-01")
    event.players("Ann", "Ben", "Cid", "Dan")
    event.by("PATCH", f"{event.url}/players/{event.ids['Dan']}", {"gender": "f"}).ok()
    event.pairs([("Ann", "Dan"), ("Ben", "Cid")])
    event.result("Ann", "1-0")
    event.result("Ben", "1/2-1/2")
    event("PUT", "/prizes", {"categories": [OPEN, GIRLS]}).ok()
    return event


def allocate(event: Event, **body: Any) -> Any:
    return event("POST", "/prizes/allocate", body)


def named(event: Event, winners: list[dict[str, str]]) -> dict[str, str]:
    names = {id: name for name, id in event.ids.items()}
    return {each["prize_id"]: names[each["player_id"]] for each in winners}


class TestThePlan:
    def test_comes_back_with_ids_and_can_be_sent_again(self, event: Event) -> None:
        given = {"name": "Open", "prizes": [{"place": 1, "cash": 99.5}]}
        set_ = event("PUT", "/prizes", {"categories": [given]}).ok()
        [category] = set_["categories"]
        assert category["id"]
        assert category["prizes"][0]["cash"] == 99.5
        assert category["prizes"][0]["category_id"] == category["id"]
        read = event("GET", "/prizes").ok()
        assert read["categories"] == set_["categories"]
        assert read["allocation"] is None
        again = event("PUT", "/prizes", {"categories": read["categories"]}).ok()
        assert again["version"] == set_["version"]
        named = event("PUT", "/prizes", {"categories": read["categories"], "currency": "CHF"}).ok()
        assert (named["currency"], event("GET", "/prizes").ok()["currency"]) == ("CHF", "CHF")

    @every(
        ("body", "code"),
        [
            pytest.param({}, "malformed", id="no categories"),
            pytest.param({"categories": [{**OPEN, "prizes": [{"cash": 1}]}]}, "malformed", id="no place"),
            pytest.param({"categories": [{**OPEN, "min_ratin": 3}]}, "malformed", id="a misspelt field"),
            pytest.param({"categories": [OPEN, OPEN]}, "category-id-twice", id="one id twice"),
            pytest.param(
                {"categories": [{**OPEN, "prizes": [{"place": 1, "cash": -1}]}]}, "amount-negative", id="below zero"
            ),
            pytest.param(
                {"categories": [{**OPEN, "prizes": [{"place": 1, "category_id": "x"}]}]},
                "prize-without-category",
                id="lost prize",
            ),
        ],
    )
    def test_that_is_wrong_is_not_half_saved(self, four: Event, body: Any, code: str) -> None:
        before = four("GET", "/prizes").ok()
        four("PUT", "/prizes", body).refused(400, code)
        assert four("GET", "/prizes").ok() == before


class TestARun:
    def test_answers_with_the_outputs_of_the_specification(self, four: Event) -> None:
        answer = allocate(four).ok()
        assert named(four, answer["winners"]) == {"o1": "Ann", "o2": "Ben", "g1": "Dan"}
        assert answer["conflicts"] == []
        assert (answer["unfilled"], answer["unfilled_prizes"]) == ([], [])
        figures = answer["metadata"]
        assert figures.pop("timestamp")
        assert figures == {"allocatedCount": 3, "conflictCount": 0, "unfilledCount": 0, "manualOverrideCount": 0}
        assert answer["log"][0] == f"[alloc] tId={four.id} allocating for tournament"
        assert answer["log"][-1] == "[alloc] done: allocated=3 conflicts=0 unfilled=0"
        kept = four("GET", "/prizes").ok()["allocation"]
        assert kept["winners"] == answer["winners"]

    def test_can_be_looked_at_without_a_trace(self, four: Event) -> None:
        version = four.version
        dry = allocate(four, dryRun=True).ok()
        assert named(four, dry["winners"])["o1"] == "Ann"
        assert dry["version"] == version == four.version
        assert four("GET", "/prizes").ok()["allocation"] is None

    def test_gives_by_override_first(self, four: Event) -> None:
        override = {"prize_id": "o1", "player_id": four.ids["Dan"]}
        answer = allocate(four, overrides=[override]).ok()
        assert named(four, answer["winners"]) == {"o1": "Dan", "o2": "Ann"}
        assert answer["unfilled"] == [{"prize_id": "g1", "reason": "all_won"}]
        assert answer["metadata"]["manualOverrideCount"] == 1

    @pytest.mark.parametrize("name", ["rules", "ruleConfig", "rule_config"])
    def test_takes_rules_by_any_of_their_names(self, four: Event, name: str) -> None:
        answer = allocate(four, **{name: {"multipleEligibilityMode": "allow-multiple"}}).ok()
        assert named(four, answer["winners"])["o2"] == "Ann"

    def test_takes_the_order_beside_the_rules(self, four: Event) -> None:
        assert "certificate" in allocate(four, order="optimal", dryRun=True).ok()
        assert "certificate" not in allocate(four, order="value-first", dryRun=True).ok()

    def test_shares_money_to_the_cent(self, four: Event) -> None:
        tie = {"id": "tie", "name": "Tie", "prizes": [{"place": 1, "cash": 0.01}, {"place": 2, "cash": 100}]}
        four("PUT", "/prizes", {"categories": [tie]}).ok()
        four.result("Ann", "1/2-1/2")
        answer = allocate(four, rules={"sharing": "equal"}).ok()
        [pool] = answer["shares"]
        assert [each["amount"] for each in pool["players"]] == [25.01, 25, 25, 25]
        assert pool["total"] == 100.01

    def test_waits_where_nothing_tells_two_players_apart(self, four: Event) -> None:
        four.by("PATCH", f"{four.url}/players/{four.ids['Ben']}", {"name": "Cid"}).ok()
        answer = allocate(four).ok()
        [conflict] = answer["conflicts"]
        assert conflict["prize_id"] == "o2"
        assert {conflict["player_id"], *conflict["conflicted_with"]} == {four.ids["Ben"], four.ids["Cid"]}
        assert "o2" not in answer["unfilled_prizes"]
        resolved = allocate(four, overrides=[{"prize_id": "o2", "player_id": four.ids["Ben"]}]).ok()
        assert resolved["conflicts"] == []

    @every(
        ("body", "code"),
        [
            pytest.param({"overrides": [{"prize_id": "zz", "player_id": "{Ann}"}]}, "override-invalid", id="no prize"),
            pytest.param({"overrides": [{"prize_id": "o1", "player_id": "zz"}]}, "override-invalid", id="no player"),
            pytest.param(
                {"overrides": [{"prize_id": "o1", "player_id": "{Ann}"}, {"prize_id": "o1", "player_id": "{Ben}"}]},
                "override-prize-twice",
                id="a prize twice",
            ),
            pytest.param(
                {"overrides": [{"prize_id": "o1", "player_id": "{Ann}"}, {"prize_id": "o2", "player_id": "{Ann}"}]},
                "override-player-twice",
                id="a player twice",
            ),
            pytest.param({"overrides": [{"prize_id": "o1"}]}, "malformed", id="a field missing"),
            pytest.param({"overrides": "o1"}, "malformed", id="no list"),
            pytest.param({"order": "backwards"}, "rule-malformed", id="no order"),
            pytest.param({"rules": {"useMagic": True}}, "rule-unknown", id="no rule"),
            pytest.param({"rules": {}, "ruleConfig": {}}, "rules-twice", id="rules twice"),
            pytest.param(
                {"order": "optimal", "rules": {"multipleEligibilityMode": "allow-multiple"}},
                "order-needs-first-win",
                id="rules that exclude each other",
            ),
        ],
    )
    def test_that_is_asked_wrongly_does_not_run(self, four: Event, body: dict[str, Any], code: str) -> None:
        for override in body["overrides"] if isinstance(body.get("overrides"), list) else []:
            for field, value in override.items():
                override[field] = four.ids.get(value.strip("{}"), value)
        version = four.version
        problem = allocate(four, **body).refused(400, code)
        if code.startswith("override"):
            assert problem["detail"].startswith("Invalid override")
        assert four.version == version

    def test_counts_ages_on_the_first_day_and_says_where_that_is_missing(self, four: Event) -> None:
        young = {"id": "u12", "name": "Under 12", "max_age": 11, "prizes": [{"id": "u1", "place": 1}]}
        four("PUT", "/prizes", {"categories": [young]}).ok()
        four.by("PATCH", f"{four.url}/players/{four.ids['Cid']}", {"birth": "2014-05-02"}).ok()
        four.by("PATCH", f"{four.url}/players/{four.ids['Ben']}", {"birth": "2014-05-01"}).ok()
        assert named(four, allocate(four, dryRun=True).ok()["winners"]) == {"u1": "Cid"}
        four("PATCH", "", {"start": None}).ok()
        allocate(four, dryRun=True).refused(400, "start-date-missing")

    def test_of_no_tournament_is_not_found(self, chief: Caller) -> None:
        problem = chief("POST", "/api/tournaments/zzzzzzzzzz/prizes/allocate", {}).refused(404, "unknown-tournament")
        assert problem["detail"] == "Tournament not found"

    def test_repeated_with_one_key_is_one_run(self, four: Event) -> None:
        first = four("POST", "/prizes/allocate", {}, Idempotency_Key="once").ok()
        four("POST", "/prizes/publish", {}).ok()
        assert four("POST", "/prizes/allocate", {}, Idempotency_Key="once").ok() == first
        four("POST", "/prizes/allocate", {"order": "optimal"}, Idempotency_Key="once").refused(
            409, "idempotency-key-reused"
        )

    def test_that_comes_too_late_is_refused(self, four: Event) -> None:
        old = four.version
        four.result("Ann", "0-1")
        four("POST", "/prizes/allocate", {}, If_Match=f'"{old}"').refused(409, "stale")
        assert four("GET", "/prizes").ok()["allocation"] is None

    def test_can_be_undone(self, four: Event) -> None:
        allocate(four).ok()
        four("POST", "/undo", {}).ok()
        assert four("GET", "/prizes").ok()["allocation"] is None


#                               owner arbiter scorer player stranger nobody
ROLES = {
    ("PUT", "/prizes", "plan"): (200, 200, 403, 403, 403, 401),
    ("POST", "/prizes/allocate", "dry"): (200, 200, 403, 403, 404, 401),
    ("POST", "/prizes/allocate", "real"): (200, 403, 403, 403, 404, 401),
    ("POST", "/prizes/publish", "publish"): (200, 403, 403, 403, 403, 401),
    ("GET", "/prizes", ""): (200, 200, 200, 200, 200, 200),
}
WHO = ("owner", "arbiter", "scorer", "player", "stranger", "nobody")
BODIES: dict[str, Any] = {"plan": {"categories": []}, "dry": {"dryRun": True}, "real": {}, "publish": {}}


@pytest.mark.parametrize(("method", "path", "what"), ROLES, ids=lambda part: part)
def test_roles(hall: House, four: Event, method: str, path: str, what: str) -> None:
    """First those who are refused, and nothing changes; then the least of those who are not."""
    four("POST", "/publish", {}).ok()
    allocate(four).ok()
    expected = dict(zip(WHO, ROLES[method, path, what], strict=True))
    refused = {who: status for who, status in expected.items() if status >= 400}
    before = four.version
    url, body = f"{four.url}{path}", BODIES.get(what)
    assert {who: somebody(hall, four, who)(method, url, body).status for who in refused} == refused
    assert four.version == before
    allowed = [who for who in reversed(WHO) if who not in refused]
    for who in allowed if method == "GET" else allowed[:1]:
        assert somebody(hall, four, who)(method, url, body).status == expected[who], who


def somebody(hall: House, four: Event, who: str) -> Caller:
    match who:
        case "owner":
            return four.by
        case "arbiter" | "scorer":
            return hall.role(four, who, Role[who.upper()])
        case "player":
            return hall.by_link(four, Role.PLAYER, "Ann")
        case "stranger":
            return hall.user("stranger")
        case _:
            return hall.anyone


def test_a_tournament_that_is_hidden_is_not_found(hall: House, four: Event) -> None:
    problem = hall.user("stranger")("POST", f"{four.url}/prizes/allocate", {}).refused(404, "unknown-tournament")
    assert problem["detail"] == "Tournament not found"


def test_the_public_sees_winners_once_they_are_published(hall: House, four: Event) -> None:
    four("POST", "/publish", {}).ok()
    allocate(four).ok()
    assert hall.anyone.get(f"{four.url}/prizes")["allocation"] is None
    four("POST", "/prizes/publish", {}).ok()
    seen = hall.anyone.get(f"{four.url}/prizes")
    assert seen["published"]
    assert len(seen["allocation"]["winners"]) == 3


class TestWhatIf:
    def ask(self, event: Event, method: str, path: str, body: Any) -> Any:
        version = event.version
        answer = event("POST", "/what-if", {"method": method, "path": f"{event.url}{path}", "body": body}).ok()
        assert event.version == version
        return answer

    def test_a_run_shows_which_prizes_change_hands(self, four: Event) -> None:
        told = self.ask(four, "POST", "/prizes/allocate", {})["prizes"]
        assert {each["prize_id"]: each["after"]["player_id"] for each in told} == {
            "o1": four.ids["Ann"],
            "o2": four.ids["Ben"],
            "g1": four.ids["Dan"],
        }
        allocate(four).ok()
        assert self.ask(four, "POST", "/prizes/allocate", {})["prizes"] == []
        wish = {"overrides": [{"prize_id": "o2", "player_id": four.ids["Cid"]}]}
        [change] = self.ask(four, "POST", "/prizes/allocate", wish)["prizes"]
        assert change["before"]["player_id"] == four.ids["Ben"]
        assert change["after"]["player_id"] == four.ids["Cid"]

    def test_another_plan_shows_what_comes_and_goes(self, four: Event) -> None:
        told = self.ask(four, "PUT", "/prizes", {"categories": [OPEN]})["prizes"]
        assert [(each["prize_id"], each["after"]) for each in told] == [("g1", None)]

    def test_a_corrected_result_shows_who_would_win_instead(self, four: Event) -> None:
        pairing = four.pairing("Ann")["id"]
        asked = {"method": "PUT", "path": f"/api/pairings/{pairing}/result", "body": {"result": "0-1"}}
        told = four("POST", "/what-if", asked).ok()["prizes"]
        hands = {each["prize_id"]: (each["before"]["player_id"], each["after"]["player_id"]) for each in told}
        assert hands["o1"] == (four.ids["Ann"], four.ids["Dan"])
        assert hands["g1"] == (four.ids["Dan"], None)

    def test_a_refusal_is_part_of_the_answer(self, four: Event) -> None:
        wish = {"overrides": [{"prize_id": "zz", "player_id": four.ids["Cid"]}]}
        assert self.ask(four, "POST", "/prizes/allocate", wish)["refused"]["code"] == "override-invalid"


def asleep(_contest: Contest, _timestamp: str) -> Allocation:
    """A run that never ends."""
    while True:
        time.sleep(1)


@pytest.fixture
def sleepy(tmp_path: Path) -> Iterator[Event]:
    """A tournament in a house whose runs never end, with a deadline of a moment."""
    with opened(Config(database=f"sqlite:///{tmp_path / 'podium.db'}")) as podium:
        prize_allocator = replace(podium.prize_allocator, deadline=0.1, small=0, run=asleep)
        with TestClient(application(replace(podium, prize_allocator=prize_allocator))) as client:
            event = House(podium, client).user("chief").event()
            event.players("Ann")
            event("PUT", "/prizes", {"categories": [OPEN]}).ok()
            yield event


@pytest.mark.parametrize("dry", [True, False])
def test_a_run_that_takes_too_long_is_given_up_and_leaves_nothing(sleepy: Event, dry: bool) -> None:
    version = sleepy.version
    problem = allocate(sleepy, dryRun=dry).refused(504, "prizes-too-slow")
    assert "Nothing was changed" in problem["detail"]
    assert sleepy.version == version
    assert sleepy("GET", "/prizes").ok()["allocation"] is None


def test_a_run_in_a_process_of_its_own_decides_the_same_and_refuses_the_same(tmp_path: Path) -> None:
    with opened(Config(database=f"sqlite:///{tmp_path / 'podium.db'}")) as podium:
        apart = replace(podium, prize_allocator=replace(podium.prize_allocator, small=0))
        client = TestClient(application(apart))
        event = House(podium, client).user("chief").event()
        event.players("Ann")
        event("PUT", "/prizes", {"categories": [OPEN]}).ok()
        assert named(event, allocate(event).ok()["winners"]) == {"o1": "Ann"}
        wrong = [{"prize_id": "zz", "player_id": event.ids["Ann"]}]
        allocate(event, overrides=wrong).refused(400, "override-invalid")


def test_there_are_not_more_prizes_than_an_event_has_use_for(event: Event) -> None:
    many = {"name": "Open", "prizes": [{"place": place} for place in range(1, 1_002)]}
    refused = event("PUT", "/prizes", {"categories": [many]}).refused(400, "count-out-of-range")
    assert (refused["field"], refused["value"], refused["most"]) == ("prizes", 1_001, 1_000)
    categories = [{"name": f"U{age}"} for age in range(101)]
    refused = event("PUT", "/prizes", {"categories": categories}).refused(400, "count-out-of-range")
    assert refused["most"] == 100
    many["prizes"] = [{"place": place} for place in range(1, 1_001)]
    event("PUT", "/prizes", {"categories": [many]}).ok()


class TestWhyAPlayerHasNoPrize:
    def test_every_prize_has_its_reason_and_who_would_win_it(self, four: Event) -> None:
        found = four("GET", f"/prizes/why?player={four.ids['Ann']}").ok()
        assert found["version"] == four.version
        assert [(each["prize_id"], each["eligible"], each["reason"]) for each in found["prizes"]] == [
            ("o1", True, "won"),
            ("o2", True, "already_won"),
            ("g1", False, "gender_mismatch"),
        ]
        assert found["prizes"][2]["won_by"] == four.ids["Dan"]
        assert found["prizes"][2]["sentence"] == "Girls, place 1 (medal): the category is for another gender."

    def test_one_prize_alone(self, four: Event) -> None:
        found = four("GET", f"/prizes/why?player={four.ids['Cid']}&prize=o1").ok()["prizes"]
        assert [(each["prize_id"], each["reason"], each["won_by"]) for each in found] == [
            ("o1", "better_placed", four.ids["Ann"])
        ]

    def test_strangers_prizes_and_players_that_are_not_there(self, hall: House, four: Event) -> None:
        url = f"{four.url}/prizes/why?player={four.ids['Ann']}"
        hall.anyone("GET", url).refused(404, "unknown-tournament")
        hall.role(four, "scorer", Role.SCORER)("GET", url).refused(403, "forbidden")
        hall.role(four, "arbiter", Role.ARBITER)("GET", url).ok()
        four("GET", f"/prizes/why?player={four.ids['Ann']}&prize=x").refused(404, "unknown-prize")
        four("GET", "/prizes/why?player=x").refused(404, "unknown-player")
        four("GET", "/prizes/why").refused(400, "malformed")

    def test_an_age_limit_without_a_start_names_the_category(self, chief: Caller) -> None:
        event = chief.event()
        event.players("Ann", "Ben")
        under = {"id": "c7f", "name": "Under 12", "max_age": 12, "prizes": [{"place": 1}]}
        event("PUT", "/prizes", {"categories": [under]}).ok()
        refused = event("GET", f"/prizes/why?player={event.ids['Ann']}").refused(400, "start-date-missing")
        assert "Under 12" in refused["detail"]
        assert "c7f" not in refused["detail"]
