"""The rules of a knockout as clients write them: read, merged, written, and fixed once the bracket is built."""

import pytest

from podium.core.errors import Invalid
from podium.flow.event.declaration import Fixed, refuse_change
from podium.flow.event.knockout_options import RULES, merge_rules, write_rules
from podium.flow.event.setting_values import Settings
from podium.knockout import DrawConfig, DrawRuleMode, Rules, Seeding, TieBreakPolicy
from tests.kit.events import refused
from tests.kit.loops import every

BUILT_ON = tuple(option for option in RULES if option.fixed is Fixed.BRACKET_BUILT)


def _cup(rules: Rules) -> Settings:
    return Settings("Cup", "knockout", knockout=rules)


def test_the_defaults_of_the_design() -> None:
    assert write_rules(merge_rules(None, {})) == {
        "drawRuleMode": "ALLOW_ALL",
        "drawConfig": None,
        "requiresDecisiveResult": False,
        "tieBreakPolicy": "NONE",
        "timeControl": "10+0",
        "tieBreakTimeControl": None,
        "armageddonTimeControl": None,
        "tieBreakNoShowWait": 300,
        "tieBreakPause": 60,
        "seeding": "standard",
        "thirdPlaceMatch": False,
    }


def test_everything_given_is_read_and_told_again() -> None:
    given: dict[str, object] = {
        "drawRuleMode": "NO_DRAW",
        "drawConfig": {"minMove": 30, "maxOffers": 1, "claims": True},
        "requiresDecisiveResult": True,
        "tieBreakPolicy": "BEST_OF_5",
        "timeControl": "90+30",
        "tieBreakTimeControl": "3+2",
        "armageddonTimeControl": {"white": "5+0", "black": "4+0"},
        "tieBreakNoShowWait": 90,
        "tieBreakPause": 0,
        "seeding": "drawn",
        "thirdPlaceMatch": True,
    }
    assert write_rules(merge_rules(None, given)) == given
    assert set(given) == {rule.json for rule in RULES} - {"grandFinal"}


@every(
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
    base = merge_rules(None, stored)
    with refused(code):
        merge_rules(base, given)


def test_an_update_is_merged_before_it_is_judged() -> None:
    base = merge_rules(None, {"tieBreakPolicy": "RAPID"})
    assert merge_rules(base, {"drawRuleMode": "NO_DRAW"}).draw_rule_mode is DrawRuleMode.NO_DRAW
    both = merge_rules(None, {"tieBreakPolicy": "RAPID", "requiresDecisiveResult": True})
    assert merge_rules(both, {"tieBreakPolicy": "NONE", "requiresDecisiveResult": False}).both_advance


def test_null_leaves_a_value_and_clears_what_may_be_missing() -> None:
    base = merge_rules(None, {"tieBreakPolicy": "RAPID", "tieBreakTimeControl": "3+2", "drawConfig": {"minMove": 20}})
    after = merge_rules(
        base, {"tieBreakPolicy": None, "tieBreakTimeControl": None, "drawConfig": None, "timeControl": None}
    )
    assert after == Rules(tie_break_policy=TieBreakPolicy.RAPID)


@every(
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
        ({"armageddonTimeControl": {"white": "5+0"}}, "time-control-malformed"),
        ({"armageddonTimeControl": {"white": "5+0", "black": 4}}, "time-control-malformed"),
        ({"armageddonTimeControl": {"white": "5+0", "black": "4+0", "red": "3+0"}}, "time-control-malformed"),
        ({"armageddonTimeControl": "5+0/4+0/3+0"}, "time-control-malformed"),
        ({"armageddonTimeControl": {"white": "5+0", "black": "0+0"}}, "time-control-out-of-range"),
        ({"tieBreakPause": -1}, "count-out-of-range"),
        ({"tieBreakPause": 86_401}, "count-out-of-range"),
        ({"tieBreakNoShowWait": -60}, "count-out-of-range"),
        ({"tieBreakNoShowWait": 1_000_000_000}, "count-out-of-range"),
        ({"tieBreakNoShowWait": "a minute"}, "count-out-of-range"),
        ({"drawConfig": {"claims": "yes"}}, "choice-unknown"),
        ({"drawConfig": {"claims": 1}}, "choice-unknown"),
        ({"drawConfig": "none"}, "draw-config-malformed"),
        ({"drawConfig": []}, "draw-config-malformed"),
        ({"drawConfig": {"a": float("nan")}}, "draw-config-value"),
        ({"drawConfig": {"a": object()}}, "draw-config-value"),
        ({"drawConfig": {"a": 2**64}}, "draw-config-value"),
        ({"drawConfig": {"a": "\0"}}, "draw-config-value"),
        ({"drawConfig": {"\ud800": 1}}, "draw-config-value"),
        ({"drawConfig": {3: 1}}, "draw-config-value"),
        ({"drawConfig": {"a": [[[[[[[[[1]]]]]]]]]}}, "draw-config-value"),
        ({"drawConfig": {"a": "x" * 4000}}, "draw-config-size"),
        ({"drawConfig": {"minMove": -1}}, "count-out-of-range"),
        ({"drawConfig": {"maxOffers": 1.5}}, "count-out-of-range"),
        ({"drawConfig": {"maxOffers": True}}, "count-out-of-range"),
        ({"boards": 3}, "setting-unknown"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_by_name(given: dict[str, object], code: str) -> None:
    with refused(code) as caught:
        merge_rules(None, given)
    assert isinstance(caught.value, Invalid)
    assert "value" in caught.value.facts


def test_draw_limits_may_be_given_one_by_one() -> None:
    assert merge_rules(None, {"drawConfig": {"minMove": 30}}).draw_config == DrawConfig(min_move=30)
    assert merge_rules(None, {"drawConfig": {"minMove": None, "maxOffers": 0}}).draw_config == DrawConfig(max_offers=0)
    assert write_rules(merge_rules(None, {"drawConfig": {}}))["drawConfig"] == {}


@every(
    ("given", "field"),
    [
        ({"tieBreakPolicy": "BLITZ"}, "tieBreakPolicy"),
        ({"seeding": "listed"}, "seeding"),
        ({"thirdPlaceMatch": True}, "thirdPlaceMatch"),
    ],
)
def test_what_the_matches_were_built_on_cannot_change(given: dict[str, object], field: str) -> None:
    before = merge_rules(None, {"tieBreakPolicy": "RAPID"})
    with refused("bracket-built") as caught:
        refuse_change(_cup(before), _cup(merge_rules(before, given)), BUILT_ON)
    assert caught.value.facts["field"] == field


def test_time_controls_and_draw_rules_may_change_while_it_is_played() -> None:
    before = merge_rules(None, {"tieBreakPolicy": "RAPID"})
    after = merge_rules(before, {"timeControl": "5+0", "tieBreakTimeControl": "1+1", "drawRuleMode": "NO_DRAW"})
    refuse_change(_cup(before), _cup(after), BUILT_ON)
    assert after.seeding is Seeding.STANDARD


def test_further_draw_rules_are_kept_as_they_come() -> None:
    """The description of the knockout, 2.2: `drawConfig` holds "minMove, maxOffers, etc."."""
    given = {"minMove": 30, "repetition": "fivefold", "ladder": [1, 2.5, None, {"x": True}], "empty": None}
    rules = merge_rules(None, {"drawConfig": given})
    assert rules.draw_config is not None
    assert rules.draw_config.min_move == 30
    assert write_rules(rules)["drawConfig"] == given
    assert merge_rules(rules, {"timeControl": "5+0"}).draw_config == rules.draw_config
