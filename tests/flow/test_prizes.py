"""Prizes in the history of a tournament: set, decided, shown, and each of it undone."""

from __future__ import annotations

from typing import Any

import pytest

from podium.app.access import Role, visible_tournament
from podium.app.prizes.contests import RunOptions, contest_of
from podium.app.prizes.prizegiving import allocated_of, outdated
from podium.app.words.errors import sentence
from podium.flow.commands import AllocatePrizes, PublishPrizes, RemovePlayer, Revert, Rewind, SetPrizes
from podium.flow.prizes.prizes import Allocated, Plan
from podium.prizes import Override, allocate, verify
from tests.kit.events import Director, director, refused

OPEN: dict[str, Any] = {"id": "open", "name": "Open", "prizes": [{"id": "o1", "place": 1, "cash": 100}]}
GIRLS: dict[str, Any] = {"name": "Girls", "gender": "F", "prizes": [{"place": 1, "medal": True}]}


@pytest.fixture
def event() -> Director:
    event = director(start="2026-05-01")
    event.players("Ann", "Ben", "Cid")
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", "1-0")
    return event


def run(event: Director, *overrides: tuple[str, str]) -> Allocated:
    wish = RunOptions(tuple(Override(prize, event.id(name)) for prize, name in overrides))
    return allocated_of(allocate(contest_of(event.state, wish)), event.state.prizes.plan)


def winners(event: Director) -> dict[str, str]:
    return {award.prize_id: event.state.players[award.player_id].name for award in event.state.prizes.winners}  # type: ignore[index]  # ids are text


def test_what_lacks_an_id_gets_one_that_stays(event: Director) -> None:
    event.do(SetPrizes((OPEN, GIRLS)))
    plan = event.state.prizes.plan
    assert [category.name for category in plan.categories] == ["Open", "Girls"]
    assert [category.brochure_order for category in plan.categories] == [1, 2]
    minted = plan.categories[1].id
    assert minted not in ("", "open")
    assert plan.prizes_in(minted)[0].medal
    assert len({prize.id for prize in plan.prizes}) == 2


@pytest.mark.parametrize(
    ("categories", "code"),
    [
        pytest.param((OPEN, {**OPEN, "prizes": []}), "category-id-twice", id="two categories with one id"),
        pytest.param((OPEN, {**GIRLS, "prizes": OPEN["prizes"]}), "prize-id-twice", id="two prizes with one id"),
        pytest.param(({**OPEN, "prizes": [{"place": 1, "category_id": "x"}]},), "prize-without-category", id="lost"),
        pytest.param(({**OPEN, "prizes": [{"place": 1, "cash": -5}]},), "amount-negative", id="a negative amount"),
        pytest.param(({**OPEN, "prizes": [{"place": 1, "cash": "a lot"}]},), "amount-malformed", id="no amount"),
        pytest.param(({**OPEN, "prizes": [{"cash": 5}]},), "part-missing", id="a prize without a place"),
        pytest.param(({**OPEN, "prizes": ["first"]},), "part-malformed", id="a prize that is no object"),
        pytest.param(({"prizes": []},), "part-missing", id="a category without a name"),
        pytest.param(({**OPEN, "min_age": 20, "max_age": 18},), "limits-crossed", id="nobody is of that age"),
        pytest.param(({**OPEN, "min_rating": 2000, "max_rating": 1800},), "limits-crossed", id="nobody has the rating"),
        pytest.param(({**OPEN, "section": "B"},), "section-unknown", id="a section there is not"),
    ],
)
def test_a_plan_that_is_wrong_is_refused_whole(event: Director, categories: tuple[Any, ...], code: str) -> None:
    version = event.version
    with refused(code):
        event.do(SetPrizes(categories))
    assert event.version == version
    assert event.state.prizes.plan == Plan()


def test_limits_that_exclude_everybody_are_named(event: Director) -> None:
    with refused("limits-crossed") as caught:
        event.do(SetPrizes(({**OPEN, "min_age": 20, "max_age": 18},)))
    assert '"min_age" is 20, and "max_age" is only 18' in sentence(caught.value)
    event.do(SetPrizes(({**OPEN, "min_age": 20, "max_age": 0},)))  # no limit


def test_the_same_plan_again_changes_nothing(event: Director) -> None:
    event.do(SetPrizes((OPEN,)))
    assert not event.do(SetPrizes((OPEN,))).written


def test_ranks_come_from_the_standings_and_shared_ranks_stay_shared(event: Director) -> None:
    contest = contest_of(event.state, RunOptions())
    assert {player.name: player.rank for player in contest.players} == {"Ann": 1, "Cid": 2, "Ben": 3}
    event.result("Ann", None)
    contest = contest_of(event.state, RunOptions())
    assert sorted(player.rank for player in contest.players) == [1, 2, 2]


def test_fields_are_those_of_the_specification(event: Director) -> None:
    event.edit("Ann", birth="2012", gender="f", city="Delft", state="ZH", club="DSC", disability="blind", rating=1500)
    ann = next(each for each in contest_of(event.state, RunOptions()).players if each.name == "Ann")
    assert ann.date_of_birth is not None
    assert ann.date_of_birth.isoformat() == "2012-01-01"
    assert (ann.gender, ann.city, ann.state, ann.club, ann.disability, ann.rating) == (
        "f",
        "Delft",
        "ZH",
        "DSC",
        "blind",
        1500,
    )


def test_a_category_of_a_section_is_for_its_players_alone() -> None:
    event = director(sections=["A", "B"])
    event.players("Ann", "Ben", section="A")
    event.players("Cid", "Dan", section="B")
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dan")])
    event.result("Ann", "1-0")
    event.result("Cid", "0-1")
    best = {"id": "best", "name": "Best of B", "section": "B", "prizes": [{"id": "b1", "place": 1, "cash": 10}]}
    every = {"id": "all", "name": "All", "prizes": [{"id": "a1", "place": 1, "cash": 5}]}
    event.do(SetPrizes((best, every)))
    event.do(AllocatePrizes(run(event)))
    assert winners(event) == {"b1": "Dan", "a1": "Ann"}


def test_a_run_is_kept_with_the_time_of_its_commit(event: Director) -> None:
    event.do(SetPrizes((OPEN, GIRLS)))
    receipt = event.do(AllocatePrizes(run(event)))
    allocated = event.state.prizes.allocated
    assert allocated is not None
    assert winners(event) == {"o1": "Ann"}
    assert [left.reason for left in allocated.unfilled] == ["no_eligible_players"]
    assert allocated.metadata.timestamp == receipt.at
    assert allocated.log[0] == "[alloc] tId=t1 allocating for tournament"
    assert not verify(allocate(contest_of(event.state, RunOptions())))


def test_a_run_made_for_other_prizes_is_refused(event: Director) -> None:
    event.do(SetPrizes((OPEN,)))
    stale = run(event)
    event.do(SetPrizes((OPEN, GIRLS)))
    with refused("prizes-changed"):
        event.do(AllocatePrizes(stale))


def test_each_step_is_undone_and_redone(event: Director) -> None:
    before = event.state
    event.do(SetPrizes((OPEN,)))
    planned = event.state
    event.do(AllocatePrizes(run(event)))
    decided = event.state
    event.do(PublishPrizes())
    for earlier in (decided, planned, before):
        event.undo()
        assert event.state == earlier
    for later in (planned, decided):
        event.redo()
        assert event.state == later


def test_a_plan_that_was_changed_since_is_not_undone_alone(event: Director) -> None:
    event.do(SetPrizes((OPEN,)))
    version = event.version
    event.do(SetPrizes((OPEN, GIRLS)))
    with refused("change-depended-on"):
        event.do(Revert(version))


def test_a_final_list_keeps_the_prizes_it_was_made_for(event: Director) -> None:
    event.do(SetPrizes((OPEN,)))
    event.do(AllocatePrizes(run(event)))
    assert not outdated(event.state)
    event.do(SetPrizes((GIRLS,)))
    assert winners(event) == {"o1": "Ann"}
    assert outdated(event.state)


def test_a_corrected_result_makes_the_list_outdated(event: Director) -> None:
    event.do(SetPrizes((OPEN,)))
    event.do(AllocatePrizes(run(event)))
    event.result("Ann", "0-1")
    assert outdated(event.state)


def test_a_new_run_has_to_be_published_anew(event: Director) -> None:
    event.do(SetPrizes((OPEN,)))
    event.do(AllocatePrizes(run(event)))
    event.do(PublishPrizes())
    event.do(AllocatePrizes(run(event, ("o1", "Cid"))))
    allocated = event.state.prizes.allocated
    assert allocated is not None
    assert not allocated.published
    assert winners(event) == {"o1": "Cid"}


def test_nothing_is_shown_before_it_is_decided(event: Director) -> None:
    with refused("prizes-not-allocated"):
        event.do(PublishPrizes())


def test_the_public_sees_the_list_once_it_is_published(event: Director) -> None:
    event.do(SetPrizes((OPEN,)))
    event.do(AllocatePrizes(run(event)))
    assert visible_tournament(event.state, Role.PLAYER).prizes.allocated is None
    assert visible_tournament(event.state, Role.PLAYER).prizes.plan == event.state.prizes.plan
    assert visible_tournament(event.state, Role.SCORER).prizes.allocated is not None
    event.do(PublishPrizes())
    assert visible_tournament(event.state, Role.PUBLIC).prizes.allocated is not None


def test_a_winner_is_not_removed(event: Director) -> None:
    event.players("Dan")
    event.do(SetPrizes((OPEN,)))
    event.do(AllocatePrizes(run(event, ("o1", "Dan"))))
    with refused("player-has-prize"):
        event.do(RemovePlayer(event.id("Dan")))


def test_only_the_owner_decides_and_undoes_what_was_decided(event: Director) -> None:
    event.do(SetPrizes((OPEN,)), role=Role.ARBITER)
    before = event.version
    with refused("forbidden"):
        event.do(AllocatePrizes(run(event)), role=Role.ARBITER)
    event.do(AllocatePrizes(run(event)))
    for command in (PublishPrizes(), Revert(), Rewind(before)):
        with refused("forbidden"):
            event.do(command, role=Role.ARBITER)
    event.do(Revert())
    with refused("forbidden"):
        event.do(SetPrizes(()), role=Role.SCORER)


def test_history_says_what_happened_to_the_prizes(event: Director) -> None:
    from podium.app.history.history import history

    event.do(SetPrizes((OPEN, GIRLS)))
    event.do(AllocatePrizes(run(event)))
    event.do(PublishPrizes())
    past = event.past
    told = history([(commit, past.events_by_version().get(commit.version, ())) for commit in past.commits()])
    assert [line.summary for line in told.lines[:3]] == [
        "Prize list published",
        "Prizes allocated: 1 prize won",
        "Prizes set: 2 prizes in 2 categories",
    ]


def test_a_currency_stays_until_another_is_named(event: Director) -> None:
    event.do(SetPrizes((OPEN,), currency="EUR"))
    event.do(SetPrizes(()))
    assert event.state.prizes.plan == Plan(currency="EUR")
    event.do(SetPrizes(currency=""))
    assert event.state.prizes.plan == Plan()
    with refused("currency-malformed"):
        event.do(SetPrizes(currency="euro"))
