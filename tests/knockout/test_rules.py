"""The configuration: names, defaults, messages and what is refused."""

from dataclasses import replace

import pytest

from podium.app.words.knockout_errors import SENTENCES
from podium.core.errors import Invalid
from podium.knockout import (
    SETTINGS,
    DrawConfig,
    DrawRuleMode,
    Rules,
    Seeding,
    TieBreakPolicy,
    TimeControl,
    refuse_change,
    settled,
    told,
)
from tests.knockout.hall import refused

DECISIVE = (
    "requiresDecisiveResult=true is incompatible with tieBreakPolicy=NONE. "
    "Either set requiresDecisiveResult=false or choose a tie-break policy "
    "(RAPID, BLITZ, ARMAGEDDON, BEST_OF_3, BEST_OF_5)."
)
NO_DRAW = (
    "drawRuleMode=NO_DRAW is incompatible with tieBreakPolicy=NONE. If no draws are allowed, a tie-break policy must "
    "be specified to resolve automatic draws (stalemate, 50 moves, threefold repetition). Either set "
    "drawRuleMode=ALLOW_ALL or drawRuleMode=NO_DRAW_OFFER, or choose a tie-break policy "
    "(RAPID, BLITZ, ARMAGEDDON, BEST_OF_3, BEST_OF_5)."
)


def test_the_defaults_of_the_design() -> None:
    assert told(settled(None, {})) == {
        "drawRuleMode": "ALLOW_ALL",
        "drawConfig": None,
        "requiresDecisiveResult": False,
        "tieBreakPolicy": "NONE",
        "timeControl": "10+0",
        "tieBreakTimeControl": None,
        "seeding": "standard",
        "thirdPlaceMatch": False,
    }


def test_the_choices_of_the_design() -> None:
    assert [each.value for each in DrawRuleMode] == ["ALLOW_ALL", "NO_DRAW_OFFER", "NO_DRAW"]
    policies = ["NONE", "RAPID", "BLITZ", "ARMAGEDDON", "BEST_OF_3", "BEST_OF_5"]
    assert [each.value for each in TieBreakPolicy] == policies
    assert [TieBreakPolicy(name).games for name in policies] == [0, 1, 1, 1, 3, 5]


def test_everything_given_is_read_and_told_again() -> None:
    given: dict[str, object] = {
        "drawRuleMode": "NO_DRAW",
        "drawConfig": {"minMove": 30, "maxOffers": 1},
        "requiresDecisiveResult": True,
        "tieBreakPolicy": "BEST_OF_5",
        "timeControl": "90+30",
        "tieBreakTimeControl": "3+2",
        "seeding": "drawn",
        "thirdPlaceMatch": True,
    }
    assert told(settled(None, given)) == given
    assert set(given) == set(SETTINGS)


@pytest.mark.parametrize(
    ("stored", "given", "code"),
    [
        pytest.param({}, {"requiresDecisiveResult": True}, "decisive-without-tie-break", id="decisive on create"),
        pytest.param({}, {"drawRuleMode": "NO_DRAW"}, "no-draw-without-tie-break", id="no draw on create"),
        pytest.param(
            {"tieBreakPolicy": "RAPID", "requiresDecisiveResult": True},
            {"tieBreakPolicy": "NONE"},
            "decisive-without-tie-break",
            id="decisive after merging",
        ),
        pytest.param(
            {"tieBreakPolicy": "BLITZ", "drawRuleMode": "NO_DRAW"},
            {"tieBreakPolicy": "NONE"},
            "no-draw-without-tie-break",
            id="no draw after merging",
        ),
        pytest.param(
            {},
            {"requiresDecisiveResult": True, "drawRuleMode": "NO_DRAW"},
            "decisive-without-tie-break",
            id="both: the first is named",
        ),
    ],
)
def test_a_draw_that_nothing_resolves_is_refused(
    stored: dict[str, object], given: dict[str, object], code: str
) -> None:
    base = settled(None, stored)
    with refused(code):
        settled(base, given)


def test_the_two_sentences_are_those_of_the_design() -> None:
    assert SENTENCES["decisive-without-tie-break"] == DECISIVE
    assert SENTENCES["no-draw-without-tie-break"] == NO_DRAW


@pytest.mark.parametrize("policy", [each for each in TieBreakPolicy if each is not TieBreakPolicy.NONE])
@pytest.mark.parametrize("mode", DrawRuleMode)
@pytest.mark.parametrize("decisive", [False, True])
def test_any_tie_break_policy_goes_with_everything(policy: TieBreakPolicy, mode: DrawRuleMode, decisive: bool) -> None:
    given = {"tieBreakPolicy": policy.value, "drawRuleMode": mode.value, "requiresDecisiveResult": decisive}
    assert not settled(None, given).both_advance


def test_an_update_is_merged_before_it_is_judged() -> None:
    base = settled(None, {"tieBreakPolicy": "RAPID"})
    assert settled(base, {"drawRuleMode": "NO_DRAW"}).draw_rule_mode is DrawRuleMode.NO_DRAW
    both = settled(None, {"tieBreakPolicy": "RAPID", "requiresDecisiveResult": True})
    assert settled(both, {"tieBreakPolicy": "NONE", "requiresDecisiveResult": False}).both_advance


def test_the_impossible_cannot_be_built_in_any_other_way() -> None:
    with pytest.raises(Invalid):
        Rules(requires_decisive_result=True)
    with pytest.raises(Invalid):
        replace(
            Rules(tie_break_policy=TieBreakPolicy.RAPID, draw_rule_mode=DrawRuleMode.NO_DRAW),
            tie_break_policy=TieBreakPolicy.NONE,
        )


def test_null_leaves_a_value_and_clears_what_may_be_missing() -> None:
    base = settled(None, {"tieBreakPolicy": "RAPID", "tieBreakTimeControl": "3+2", "drawConfig": {"minMove": 20}})
    after = settled(
        base, {"tieBreakPolicy": None, "tieBreakTimeControl": None, "drawConfig": None, "timeControl": None}
    )
    assert after == Rules(tie_break_policy=TieBreakPolicy.RAPID)


def test_tie_break_games_use_the_time_control_of_the_event_unless_they_have_their_own() -> None:
    assert settled(None, {"timeControl": "15+10"}).tie_break_clock == "15+10"
    assert settled(None, {"timeControl": "15+10", "tieBreakTimeControl": "3+2"}).tie_break_clock == "3+2"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("10+0", TimeControl(10, 0)),
        ("3+2", TimeControl(3, 2)),
        ("90+30", TimeControl(90, 30)),
        ("0+1", TimeControl(0, 1)),
        ("010+00", TimeControl(10, 0)),
        ("600+600", TimeControl(600, 600)),
    ],
)
def test_a_time_control_is_read(written: str, meant: TimeControl) -> None:
    assert TimeControl.of(written) == meant
    assert TimeControl.of(str(meant)) == meant


MALFORMED: list[object] = [
    "", "10", "10+", "+5", "10 + 0", "10+0 ", "10+0\n", "-10+0", "10+-5", "1.5+0", "ten+5", "１０+０", "10+0+0",
    "99999+0", 10, None, ["10+0"], True,
]  # fmt: skip


@pytest.mark.parametrize("written", MALFORMED)
def test_a_malformed_time_control_is_refused(written: object) -> None:
    with refused("time-control-malformed") as caught:
        TimeControl.of(written)
    assert caught.value.facts == {"field": "timeControl", "value": written}


@pytest.mark.parametrize("written", ["0+0", "601+0", "10+601", "9999+9999"])
def test_a_time_control_nobody_can_play_is_refused(written: str) -> None:
    with refused("time-control-out-of-range"):
        TimeControl.of(written)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"drawRuleMode": "SOME_DRAWS"}, "choice-unknown"),
        ({"drawRuleMode": "allow_all"}, "choice-unknown"),
        ({"tieBreakPolicy": "BEST_OF_7"}, "choice-unknown"),
        ({"tieBreakPolicy": 3}, "choice-unknown"),
        ({"seeding": "random"}, "choice-unknown"),
        ({"seeding": ["standard"]}, "choice-unknown"),
        ({"requiresDecisiveResult": "yes"}, "choice-unknown"),
        ({"requiresDecisiveResult": 1}, "choice-unknown"),
        ({"thirdPlaceMatch": 0}, "choice-unknown"),
        ({"timeControl": "fast"}, "time-control-malformed"),
        ({"tieBreakTimeControl": "0+0"}, "time-control-out-of-range"),
        ({"drawConfig": "none"}, "draw-config-malformed"),
        ({"drawConfig": []}, "draw-config-malformed"),
        ({"drawConfig": {"minMoves": 30}}, "draw-config-unknown"),
        ({"drawConfig": {"minMove": -1}}, "count-out-of-range"),
        ({"drawConfig": {"maxOffers": 1.5}}, "count-out-of-range"),
        ({"drawConfig": {"maxOffers": True}}, "count-out-of-range"),
        ({"boards": 3}, "setting-unknown"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_by_name(given: dict[str, object], code: str) -> None:
    with refused(code) as caught:
        settled(None, given)
    assert isinstance(caught.value, Invalid)
    assert "value" in caught.value.facts


def test_draw_limits_may_be_given_one_by_one() -> None:
    assert settled(None, {"drawConfig": {"minMove": 30}}).draw_config == DrawConfig(min_move=30)
    assert settled(None, {"drawConfig": {"minMove": None, "maxOffers": 0}}).draw_config == DrawConfig(max_offers=0)
    assert told(settled(None, {"drawConfig": {}}))["drawConfig"] == {}


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"tieBreakPolicy": "BLITZ"}, "tieBreakPolicy"),
        ({"seeding": "listed"}, "seeding"),
        ({"thirdPlaceMatch": True}, "thirdPlaceMatch"),
    ],
)
def test_what_the_matches_were_built_on_cannot_change(given: dict[str, object], field: str) -> None:
    before = settled(None, {"tieBreakPolicy": "RAPID"})
    with refused("bracket-built") as caught:
        refuse_change(before, settled(before, given))
    assert caught.value.facts["field"] == field


def test_time_controls_and_draw_rules_may_change_while_it_is_played() -> None:
    before = settled(None, {"tieBreakPolicy": "RAPID"})
    after = settled(before, {"timeControl": "5+0", "tieBreakTimeControl": "1+1", "drawRuleMode": "NO_DRAW"})
    refuse_change(before, after)
    assert after.seeding is Seeding.STANDARD
