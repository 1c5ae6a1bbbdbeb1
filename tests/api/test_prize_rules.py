"""Rules kept with the event, the audit and decisions over HTTP (specification, Inputs 6, consistency, step 3.4)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.http import Caller, Event

OPEN = {"id": "open", "name": "Open", "prizes": [{"id": "o1", "place": 1, "trophy": True}, {"id": "o2", "place": 2}]}
RICH = {"id": "rich", "name": "Rich", "prizes": [{"id": "r1", "place": 1, "cash": 500}]}


@pytest.fixture
def event(chief: Caller) -> Event:
    """Three players ranked elsewhere, and two categories; the second has the better prize."""
    event = chief.event()
    body = {"players": [{"name": name, "rank": rank} for rank, name in enumerate(("Ann", "Ben", "Cid"), 1)]}
    for each in event("POST", "/players", body).ok(201)["players"]:
        event.ids[each["name"]] = each["id"]
    event("PUT", "/prizes", {"categories": [OPEN, RICH]}).ok()
    return event


def run(event: Event, **body: Any) -> Any:
    return event("POST", "/prizes/allocate", {"dryRun": True, **body}).ok()


def won(event: Event, **body: Any) -> dict[str, str]:
    names = {id: name for name, id in event.ids.items()}
    return {each["prize_id"]: names[each["player_id"]] for each in run(event, **body)["winners"]}


def test_the_rules_of_the_event_hold_and_those_of_a_request_win(event: Event) -> None:
    assert event("GET", "/prizes").ok()["rules"] is None
    assert won(event)["r1"] == "Cid"
    kept = event("PUT", "/prizes/rules", {"order": "value-first", "allowUnratedInRatingCategory": True}).ok()
    assert (kept["rules"]["order"], kept["rules"]["useCategoryRank"]) == ("value-first", False)
    assert won(event)["r1"] == "Ann"
    assert won(event, rules={"order": "brochure-first"})["r1"] == "Cid"
    assert run(event, order="brochure-first")["rules"] == {**kept["rules"], "order": "brochure-first"}


@pytest.mark.parametrize("name", ["rules", "ruleConfig", "rule_config"])
def test_they_can_come_with_the_plan_by_any_name_and_stay_without(event: Event, name: str) -> None:
    set_ = event("PUT", "/prizes", {"categories": [OPEN], name: {"sharing": "equal"}}).ok()
    assert set_["rules"]["sharing"] == "equal"
    assert event("PUT", "/prizes", {"categories": [OPEN, RICH]}).ok()["rules"]["sharing"] == "equal"
    event("POST", "/undo", {}).ok()
    event("POST", "/undo", {}).ok()
    assert event("GET", "/prizes").ok()["rules"] is None


def test_rules_that_there_are_not_or_that_do_not_go_together_are_refused(event: Event) -> None:
    event("PUT", "/prizes/rules", {"useCategoryRang": True}).refused(400, "rule-misspelt")
    event("PUT", "/prizes/rules", {"useCategoryRank": True, "order": "optimal"}).refused(400, "order-needs-final-rank")
    assert event("GET", "/prizes").ok()["rules"] is None


def test_the_audit_comes_in_the_log_and_as_rows_if_it_is_asked_for(event: Event) -> None:
    plain = run(event)
    assert "audit" not in plain
    assert not any("[alloc.consistency]" in line for line in plain["log"])
    for dry in (True, False):
        answer = run(event, audit=True, dryRun=dry)
        ids = event.ids
        assert (
            f"[alloc.consistency] category=rich prize=r1 winner={ids['Cid']} rank=3 bypassed={ids['Ann']} rank=1"
            in answer["log"]
        )
        assert answer["audit"][0] == {
            "category_id": "rich", "prize_id": "r1", "winner": ids["Cid"], "rank": 3, "bypassed": ids["Ann"],
            "bypassed_rank": 1,
        }  # fmt: skip
        assert answer["winners"] == plain["winners"]


def test_one_decision_resolves_all_prizes_that_wait_for_it(event: Event) -> None:
    event("PATCH", f"/players/{event.ids['Ben']}", {"name": "Ann", "rank": 1}).ok()
    answer = run(event)
    assert [sorted(each["players"]) for each in answer["undecided"]] == [sorted((event.ids["Ann"], event.ids["Ben"]))]
    assert answer["undecided"][0]["prizes"] == ["o1", "o2", "r1"]
    assert answer["conflicts"][0]["waits_with"] == ["o2", "r1"]
    decided = run(event, decisions=[{"players": [event.ids["Ben"]]}], dryRun=False)
    assert (decided["conflicts"], "undecided" in decided) == ([], False)
    assert [each["player_id"] for each in decided["winners"]] == [event.ids[name] for name in ("Ben", "Ann", "Cid")]
    assert decided["decisions"] == [{"players": [event.ids["Ben"]]}]
    refused = event("POST", "/prizes/allocate", {"decisions": [{"players": [event.ids["Cid"]]}]})
    refused.refused(400, "decision-not-tied")


@pytest.mark.parametrize(("word", "code"), [("Female", "f"), ("girls", "f"), ("Herren", "m")])
def test_the_gender_of_a_category_is_read_as_that_of_a_player(event: Event, word: str, code: str) -> None:
    set_ = event("PUT", "/prizes", {"categories": [{**OPEN, "gender": word}]}).ok()
    assert set_["categories"][0]["gender"] == code


def test_a_word_that_is_no_gender_is_refused_by_name(event: Event) -> None:
    problem = event("PUT", "/prizes", {"categories": [{**OPEN, "gender": "grils"}]}).refused(400, "gender-unknown")
    assert problem["value"] == "grils"


def test_what_no_player_has_is_named(event: Event) -> None:
    event("PUT", "/prizes", {"categories": [{**OPEN, "city": "Ledes"}]}).ok()
    assert run(event)["unmatched"] == [{"category_id": "open", "field": "city", "value": "Ledes"}]
