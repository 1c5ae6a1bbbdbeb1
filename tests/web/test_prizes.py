"""The pages of prizes: set up, preview, conflicts, finalise, publish, print."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

import pytest

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.documents.document import Wish
from podium.app.documents.kinds import document
from podium.core.result import Result
from podium.flow.commands import ChangeSettings, CloseRound, EditPlayer, PairRound, PublishRound
from podium.prizes import Order
from tests.web.conftest import Event, House
from tests.web.visitor import Page, Visitor

LIST = "category;place;cash;trophy;gender;max_age\nOpen;1;100;yes;;\nOpen;2;50.50;;;\nGirls;1;20;;f;\n"


@pytest.fixture
def event(house: House) -> Event:
    """A round robin of three that Ann leads."""
    event = house.event("Ann", "Ben", "Cid", start="2026-08-01")
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.WHITE_WINS)
    return event


@pytest.fixture
def owner(house: House) -> Visitor:
    return house.visitor("owner")


def fill(visitor: Visitor, action: str, /, **fields: str | None) -> Page:
    """The page after sending the form to `action`; None leaves a field out, as a box that is not ticked."""
    filled = {**visitor.page.form(action).fields, **fields}
    return visitor.send(action, {name: value for name, value in filled.items() if value is not None})


def papers(event: Event, name: str) -> Any:
    """What stands in a document: its lists, or its receipts."""
    made = document(Seen(event.state, 1, Role.OWNER), name, Wish(), datetime(2026, 8, 1, tzinfo=UTC))
    return made.content.parts.get("tables") or made.content.parts["receipts"]


def imported(event: Event, owner: Visitor, text: str = LIST) -> None:
    owner.get(f"{event.url}/prizes/import")
    fill(owner, f"{event.url}/prizes/import", text=text)
    fill(owner, f"{event.url}/prizes/import/confirm")
    assert owner.status == 200


def finalised(event: Event, owner: Visitor, query: str = "") -> None:
    owner.get(f"{event.url}/prizes/run{query}")
    fill(owner, f"{event.url}/prizes/run", confirm="yes")
    assert owner.status == 200


def test_a_line_sets_plain_prizes_and_changes_them(event: Event, owner: Visitor, house: House) -> None:
    """Prizes in one line: a director types "50, 30, 20" and chooses a currency."""
    page = owner.get(f"{event.url}/prizes")
    assert {"line", "currency"} <= page.form(f"{event.url}/prizes").fields.keys()
    page = fill(owner, f"{event.url}/prizes", line="50, 30, 20", currency="EUR")
    plan = event.state.prizes.plan
    assert [(each.place, each.cash, each.main_category) for each in plan.prizes] == [
        (1, 5000, True), (2, 3000, True), (3, 2000, True),
    ]  # fmt: skip
    assert "3 prizes, €100 in cash" in page.text
    assert page.form(f"{event.url}/prizes").fields["line"] == "50, 30, 20"
    fill(owner, f"{event.url}/prizes", line="£60 / 30,50")
    changed = event.state.prizes.plan
    assert (changed.currency, [each.cash for each in changed.prizes]) == ("GBP", [6000, 3050])
    assert [each.id for each in changed.prizes] == [each.id for each in plan.prizes[:2]]
    assert "£30.50" in house.visitor("public").get(f"{event.url}/prizes").text
    fill(owner, f"{event.url}/prizes", line="")
    assert event.state.prizes.plan.prizes == ()


def test_a_line_that_cannot_be_read_is_kept_and_named(event: Event, owner: Visitor) -> None:
    owner.get(f"{event.url}/prizes")
    page = fill(owner, f"{event.url}/prizes", line="50, trophy")
    assert owner.status == 400
    assert "trophy” is not an amount" in page.text or '"trophy" is not an amount' in page.text
    assert page.form(f"{event.url}/prizes").fields["line"] == "50, trophy"


def test_prizes_that_are_not_plain_are_not_offered_as_a_line(event: Event, owner: Visitor) -> None:
    page = owner.get(f"{event.url}/prizes")
    form = page.form(f"{event.url}/prizes").fields
    imported(event, owner)
    page = owner.get(f"{event.url}/prizes")
    assert f"{event.url}/prizes" not in page.posts
    owner.send(f"{event.url}/prizes", {**form, "line": "50"})
    assert owner.status == 409
    assert len(event.state.prizes.plan.prizes) == 3


def test_after_the_last_round_the_one_step_is_shown(house: House, owner: Visitor) -> None:
    event = house.event("Ann", "Ben", start="2026-08-01", rounds=1)
    owner.get(f"{event.url}/prizes")
    page = fill(owner, f"{event.url}/prizes", line="50, 30")

    def step() -> list[str]:
        links = owner.get(f"{event.url}/prizes").all("a")
        return [each.text for each in links if each.attributes.get("class") == "primary"]

    assert step() == []
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.WHITE_WINS)
    event.do(CloseRound(1))
    assert step() == ["Decide the prizes"]
    page = owner.get(f"{event.url}/prizes/run")
    page = fill(owner, f"{event.url}/prizes/run")  # nothing to confirm
    assert f"{event.url}/prizes/publish" in page.posts


def test_a_list_is_looked_at_before_it_is_set(event: Event, owner: Visitor) -> None:
    page = owner.get(f"{event.url}/prizes/import")
    page = fill(owner, f"{event.url}/prizes/import", text=LIST)
    assert "Set 3 prizes" in page.text
    assert "50.50" in page.text
    assert not event.state.prizes.plan.categories
    page = fill(owner, f"{event.url}/prizes/import/confirm")
    assert "Prizes set: 3 prizes in 2 categories" in page.text
    assert [prize.cash for prize in event.state.prizes.plan.prizes] == [10000, 5050, 2000]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "nothing in the list"),
        ("name;rating\nAnn;1500\n", 'at least "category" and "place"'),
        ("category;place\nOpen;first\n", "is not a whole number"),
        ("category;place\nOpen;\n", "has no place"),
        ("category;place;trophy\nOpen;1;gold\n", "is neither yes nor no"),
    ],
)
def test_a_list_that_cannot_be_read_says_where(event: Event, owner: Visitor, text: str, said: str) -> None:
    page = owner.get(f"{event.url}/prizes/import")
    page = fill(owner, f"{event.url}/prizes/import", text=text)
    assert owner.status == 400
    assert said in page.text


def test_a_list_with_a_wrong_amount_cannot_be_confirmed(event: Event, owner: Visitor) -> None:
    page = owner.get(f"{event.url}/prizes/import")
    page = fill(owner, f"{event.url}/prizes/import", text="category;place;cash\nOpen;1;-5\n")
    assert "cannot be worth" in page.text
    assert "Set 1 prize" not in page.text


def test_a_category_is_added_changed_and_removed_by_form(event: Event, owner: Visitor) -> None:
    owner.get(f"{event.url}/prizes/category")
    fill(
        owner,
        f"{event.url}/prizes/category",
        name="Open",
        **{"place-0": "1", "cash-0": "99,50", "place-1": "2", "medal-1": "yes"},
    )
    [category] = event.state.prizes.plan.categories
    first, second = event.state.prizes.plan.prizes
    assert (first.cash, second.medal) == (9950, True)
    owner.get(f"{event.url}/prizes/category?id={category.id}")
    empty = {"place-1": "", "cash-1": "", "medal-1": None}
    fill(owner, f"{event.url}/prizes/category", name="Main", max_rating="1900", **empty)
    [category] = event.state.prizes.plan.categories
    assert (category.name, category.max_rating) == ("Main", 1900)
    assert [prize.id for prize in event.state.prizes.plan.prizes] == [first.id]
    owner.get(f"{event.url}/prizes/category?id={category.id}")
    fill(owner, f"{event.url}/prizes/category/remove")
    assert event.state.prizes.plan.prizes == ()


def test_what_is_wrong_with_a_category_is_said_and_kept_in_the_form(event: Event, owner: Visitor) -> None:
    page = owner.get(f"{event.url}/prizes/category")
    page = fill(owner, f"{event.url}/prizes/category", name="Open", **{"place-0": "1", "cash-0": "much"})
    assert owner.status == 400
    assert "is not an amount of money" in page.text
    assert page.form(f"{event.url}/prizes/category").fields["cash-0"] == "much"


def test_every_field_of_a_category_that_is_no_number_is_named(event: Event, owner: Visitor) -> None:
    owner.get(f"{event.url}/prizes/category")
    wrong = {"place-0": "first", "cash-0": "-20", "min_rating": "abc"}
    page = fill(owner, f"{event.url}/prizes/category", name="Open", **wrong)
    assert owner.status == 400
    assert page.errors["min_rating"] == "Rating from: “abc” is not a whole number."
    assert "Prize 1: the place “first” is not a whole number." in page.text
    assert "Prize 1: “-20” is not an amount of money, such as 50 or 12.50." in page.text
    assert "Bad request" not in page.text


def test_from_preview_to_the_published_list_and_back(event: Event, owner: Visitor, house: House) -> None:
    imported(event, owner)
    page = owner.get(f"{event.url}/prizes/run")
    assert "Nothing is decided yet" in page.text
    assert "the best rank" in page.text
    assert "nobody is eligible" in page.text
    assert event.state.prizes.allocated is None
    finalised(event, owner)
    assert "Ann" not in house.visitor("public").get(f"{event.url}/prizes").text
    page = owner.get(f"{event.url}/prizes")
    page = fill(owner, f"{event.url}/prizes/publish")
    assert "Prize list published" in page.text
    assert "Ann" in house.visitor("public").get(f"{event.url}/prizes").text
    page = owner.get(f"{event.url}/prizes")
    fill(owner, f"{event.url}/prizes/hide")
    assert "Ann" not in house.visitor("public").get(f"{event.url}/prizes").text


def test_an_arbiter_previews_and_does_not_finalise(event: Event, owner: Visitor, house: House) -> None:
    imported(event, owner)
    arbiter = house.visitor("arbiter")
    page = arbiter.get(f"{event.url}/prizes/run")
    assert arbiter.status == 200
    assert f"{event.url}/prizes/run" not in page.posts
    token = page.form("/logout").fields["csrf"]
    arbiter.send(f"{event.url}/prizes/run", {"csrf": token, "version": str(event.version)})
    assert arbiter.status == 403
    assert event.state.prizes.allocated is None


def test_a_conflict_is_resolved_by_an_override(event: Event, owner: Visitor) -> None:
    event.do(EditPlayer(event.player("Ben"), {"name": "Twin", "rating": None}))
    event.do(EditPlayer(event.player("Cid"), {"name": "Twin", "rating": None}))
    event.record(1, Result.DRAW)
    imported(event, owner, "category;place;cash\nOpen;1;10\nOpen;2;5\n")
    page = owner.get(f"{event.url}/prizes/run")
    assert "the same rank, rating and name" in page.text
    tie = next(form for form in page.forms if form.method == "get" and "give_prize" in form.fields)
    assert tie.fields["give_player"] == ""  # nobody is chosen by the form
    prize = event.state.prizes.plan.prizes[0].id
    chosen = {**tie.fields, "give_prize": prize, "give_player": event.player("Twin")}
    page = owner.get(f"{event.url}/prizes/run?{urlencode(chosen)}")
    assert "the same rank, rating and name" not in page.text
    assert "given by the organiser" in page.text


def test_one_decision_resolves_all_prizes_that_wait_for_it(event: Event, owner: Visitor) -> None:
    """Prizes, specification, step 3.4 and conflict handling: which prizes wait together, and one word on them all."""
    for name in ("Ben", "Cid"):
        event.do(EditPlayer(event.player(name), {"name": "Twin", "rating": None}))
    event.record(1, Result.DRAW)
    imported(event, owner, "category;place;cash\nOpen;1;10\nOpen;2;5\n")
    page = owner.get(f"{event.url}/prizes/run")
    assert "2 prizes wait for the same decision" in page.text
    tie = next(form for form in page.forms if "first" in form.fields)
    page = owner.get(f"{event.url}/prizes/run?{urlencode({**tie.fields, 'first': event.player('Twin')})}")
    assert "wait for" not in page.text
    assert "the organiser’s word" in page.text
    fill(owner, f"{event.url}/prizes/run", confirm="yes")
    allocated = event.state.prizes.allocated
    assert allocated is not None
    assert (allocated.decisions, allocated.conflicts) == (((event.player("Twin"),),), ())
    page = owner.get(f"{event.url}/prizes/run")
    assert "In this order" in page.text
    taken_back = next(
        each.attributes["href"] for each in page.all("a") if "decisions=%5B%5D" in each.attributes.get("href", "")
    )
    assert "2 prizes wait" in owner.get(taken_back).text


def test_who_is_chosen_comes_after_all_who_were_decided_on_before(house: House, owner: Visitor) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", start="2026-08-01")
    one, two, three, four = (event.player(name) for name in ("Ann", "Ben", "Cid", "Dan"))
    for player in (one, two, three, four):
        event.do(EditPlayer(player, {"name": "Twin", "rating": None}))
    imported(event, owner, "category;place;cash\nOpen;1;10\nOpen;2;5\nOpen;3;3\n")
    decisions = json.dumps([[two], [three]])
    owner.get(f"{event.url}/prizes/run?{urlencode({'decisions': decisions, 'first': four})}")
    fill(owner, f"{event.url}/prizes/run", confirm="yes")
    allocated = event.state.prizes.allocated
    assert allocated is not None
    assert [award.player_id for award in allocated.winners] == [two, three, four]


def test_the_rules_of_a_preview_are_kept_for_the_event(event: Event, owner: Visitor) -> None:
    """Prizes, specification, Inputs 6: the rules are kept, and a request may ask for others."""
    imported(event, owner)
    page = owner.get(f"{event.url}/prizes/run?order=value-first&category_rank=yes&overrides=")
    page = fill(owner, f"{event.url}/prizes/rules")
    assert "These are the rules of the event." in page.text
    kept = event.state.prizes.rules
    assert kept is not None
    assert (kept.order, kept.category_rank) == (Order.VALUE_FIRST, True)
    page = owner.get(f"{event.url}/prizes/run")
    assert next(form for form in page.forms if "mode" in form.fields).fields["order"] == "value-first"
    page = owner.get(f"{event.url}/prizes/run?order=brochure-first&overrides=")
    assert "These are the rules of the event." not in page.text


def test_a_final_ranking_from_a_list_goes_through_all_prize_pages(house: House, owner: Visitor) -> None:
    """Prizes, specification, Inputs 2: the ranks are given, the games were played elsewhere."""
    event = house.event("Ann", "Ben", start="2026-08-01")
    for name, rank in (("Ann", "2"), ("Ben", "1")):
        owner.get(f"{event.url}/players/{event.player(name)}/edit")
        fill(owner, f"{event.url}/players/{event.player(name)}/edit", rank=rank)
    assert "Final ranking as entered" in owner.get(f"{event.url}/standings").text
    assert "Final rank" in owner.get(f"{event.url}/players").text
    assert "Final ranking as entered" in owner.get(event.url).text
    imported(event, owner, "category;place;cash\nOpen;1;10\n")
    assert "not over" not in owner.get(f"{event.url}/prizes/run").text
    finalised(event, owner)
    assert [each.player_id for each in event.state.prizes.winners] == [event.player("Ben")]
    [receipt] = papers(event, "receipts")
    assert receipt["text"] == "Ben has received 10.00"
    event.do(PairRound())
    event.do(PublishRound(1))
    assert "the standings come from the games" in owner.get(f"{event.url}/standings").text


def test_a_player_without_a_final_rank_is_named(house: House, owner: Visitor) -> None:
    event = house.event("Ann", "Ben")
    event.do(EditPlayer(event.player("Ann"), {"rank": 1}))
    imported(event, owner, "category;place;cash\nOpen;1;10\n")
    assert "1 player has no final rank and comes last (Ben)" in owner.get(f"{event.url}/standings").text
    page = owner.get(f"{event.url}/prizes/run")
    assert (owner.status, "beginning with" in page.text) == (409, True)


def test_the_gender_of_a_listed_category_is_read_in_any_word(event: Event, owner: Visitor) -> None:
    imported(event, owner, "category;place;gender\nGirls;1;weiblich\n")
    assert event.state.prizes.plan.categories[0].gender == "f"
    page = owner.get(f"{event.url}/prizes/import")
    page = fill(owner, f"{event.url}/prizes/import", text="category;place;gender\nGirls;1;grils\n")
    assert "grils" in page.text
    assert "is not a gender Podium knows" in page.text


def test_an_override_is_given_and_taken_back(event: Event, owner: Visitor) -> None:
    imported(event, owner)
    prize = event.state.prizes.plan.prizes[0].id
    page = owner.get(f"{event.url}/prizes/run?give_prize={prize}&give_player={event.player('Cid')}")
    assert "given by the organiser" in page.text
    assert "Take back" in page.text
    fill(owner, f"{event.url}/prizes/run", confirm="yes")
    allocated = event.state.prizes.allocated
    assert allocated is not None
    assert [(each.prize_id, each.player_id) for each in allocated.overrides] == [(prize, event.player("Cid"))]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?overrides=nonsense", "not a list of prizes and players"),
        ("?overrides=[[1]]", "not a list of prizes and players"),
        ("?give_prize=zz&give_player=zz", "Invalid override"),
        ("?order=sideways", "cannot be"),
        ("?order=optimal&mode=allow-multiple", "cannot go with"),
    ],
)
def test_a_preview_that_cannot_be_says_why(event: Event, owner: Visitor, query: str, said: str) -> None:
    imported(event, owner)
    page = owner.get(f"{event.url}/prizes/run{query}")
    assert owner.status == 400
    assert said in page.text


def test_a_list_that_is_outdated_says_so(event: Event, owner: Visitor) -> None:
    imported(event, owner)
    finalised(event, owner)
    assert "have changed since" not in owner.get(f"{event.url}/prizes").text
    event.record(1, Result.BLACK_WINS)
    assert "have changed since" in owner.get(f"{event.url}/prizes").text


def test_a_preview_that_was_looked_at_too_long_ago_is_not_finalised(event: Event, owner: Visitor) -> None:
    imported(event, owner)
    owner.get(f"{event.url}/prizes/run")
    event.do(ChangeSettings({"place": "Hall"}))
    fill(owner, f"{event.url}/prizes/run", confirm="yes")
    assert owner.status == 409
    assert event.state.prizes.allocated is None


def test_why_and_why_not(event: Event, owner: Visitor) -> None:
    imported(event, owner)
    girls = event.state.prizes.plan.prizes[2].id
    assert "Nobody may win it" in owner.get(f"{event.url}/prizes/why?prize={girls}").text
    first = event.state.prizes.plan.prizes[0].id
    page = owner.get(f"{event.url}/prizes/why?prize={first}")
    assert "wins" in page.text
    page = owner.get(f"{event.url}/prizes/why?player={event.player('Ben')}")
    assert "the category is for another gender" in page.text
    owner.get(f"{event.url}/prizes/why?prize=zz")
    assert owner.status == 404


def test_the_list_and_the_receipts_sum_up(event: Event, owner: Visitor) -> None:
    imported(event, owner)
    finalised(event, owner, "?order=brochure-first&sharing=equal")
    assert papers(event, "prizes")[-1].rows[-1] == ("Total", "", "150.50")
    assert [each["text"] for each in papers(event, "receipts")][1:] == [
        "Ann has received 25.25",
        "Cid has received 25.25",
    ]


def test_undo_in_the_status_line_takes_the_run_back(event: Event, owner: Visitor) -> None:
    imported(event, owner)
    page = owner.get(f"{event.url}/prizes/run")
    page = fill(owner, f"{event.url}/prizes/run", confirm="yes")
    fill(owner, next(action for action in page.posts if action.endswith("/undo")))
    assert event.state.prizes.allocated is None


def test_a_final_word_sent_twice_is_said_once(event: Event, owner: Visitor) -> None:
    imported(event, owner)
    owner.get(f"{event.url}/prizes/run")
    form = {**owner.page.form(f"{event.url}/prizes/run").fields, "confirm": "yes"}
    owner.send(f"{event.url}/prizes/run", form)
    version = event.version
    owner.send(f"{event.url}/prizes/run", form)
    assert owner.status == 200
    assert event.version == version


def test_a_correction_shows_which_prizes_would_change_hands(event: Event, owner: Visitor) -> None:
    imported(event, owner)
    page = owner.get(f"{event.url}/what-if?pairing={event.games(1)[0].id}&result=0-1")
    assert "Open, place 1 (100.00, trophy) Ben Cid" in page.text


def test_finalising_before_the_end_asks_first(event: Event, owner: Visitor) -> None:
    imported(event, owner)
    page = owner.get(f"{event.url}/prizes/run")
    assert "The tournament is not over: 2 rounds not paired yet." in page.text
    assert "confirm" in {each.attributes.get("name") for each in page.all("input", type="checkbox")}
    page = fill(owner, f"{event.url}/prizes/run")
    assert owner.status == 409
    assert "confirm to finalise" in page.problem
    assert event.state.prizes.allocated is None
