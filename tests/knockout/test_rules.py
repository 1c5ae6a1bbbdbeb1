"""The configuration: names, defaults, messages and what is refused."""

from dataclasses import replace

import pytest

from podium.app.formats.knockout.error_words import KNOCKOUT_SENTENCES
from podium.core.errors import Invalid
from podium.core.timecontrol import Added, TimeControl, TimeControls
from podium.flow.event.knockout_options import merge_rules
from podium.knockout import (
    DrawRuleMode,
    Rules,
    TieBreakPolicy,
)
from tests.kit.loops import every
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


def test_the_choices_of_the_design() -> None:
    assert [each.value for each in DrawRuleMode] == ["ALLOW_ALL", "NO_DRAW_OFFER", "NO_DRAW"]
    policies = ["NONE", "RAPID", "BLITZ", "ARMAGEDDON", "BEST_OF_3", "BEST_OF_5"]
    assert [each.value for each in TieBreakPolicy] == policies
    assert [TieBreakPolicy(name).games for name in policies] == [0, 1, 1, 1, 3, 5]


def test_the_two_sentences_are_those_of_the_design() -> None:
    assert KNOCKOUT_SENTENCES["decisive-without-tie-break"] == DECISIVE
    assert KNOCKOUT_SENTENCES["no-draw-without-tie-break"] == NO_DRAW


@every("policy", [each for each in TieBreakPolicy if each is not TieBreakPolicy.NONE])
@every("mode", DrawRuleMode)
@every("decisive", [False, True])
def test_any_tie_break_policy_goes_with_everything(policy: TieBreakPolicy, mode: DrawRuleMode, decisive: bool) -> None:
    given = {"tieBreakPolicy": policy.value, "drawRuleMode": mode.value, "requiresDecisiveResult": decisive}
    assert not merge_rules(None, given).both_advance


def test_the_impossible_cannot_be_built_in_any_other_way() -> None:
    with pytest.raises(Invalid):
        Rules(requires_decisive_result=True)
    with pytest.raises(Invalid):
        replace(
            Rules(tie_break_policy=TieBreakPolicy.RAPID, draw_rule_mode=DrawRuleMode.NO_DRAW),
            tie_break_policy=TieBreakPolicy.NONE,
        )


def test_tie_break_games_use_the_time_control_of_the_event_unless_they_have_their_own() -> None:
    assert merge_rules(None, {"timeControl": "15+10"}).tie_break_clock == "15+10"
    assert merge_rules(None, {"timeControl": "15+10", "tieBreakTimeControl": "3+2"}).tie_break_clock == "3+2"


@every(
    ("written", "meant"),
    [
        ("10+0", TimeControl(10, 0)),
        ("3+2", TimeControl(3, 2)),
        ("90+30", TimeControl(90, 30)),
        ("0+1", TimeControl(0, 1)),
        ("010+00", TimeControl(10, 0)),
        ("600+600", TimeControl(600, 600)),
        ("0:30+0", TimeControl(0, 0, 30)),
        ("90d5", TimeControl(90, 5, added=Added.DELAY)),
        ("3:05b2", TimeControl(3, 2, 5, Added.BRONSTEIN)),
        ("40/90+30:30+30", TimeControl(90, 30, moves=40, then=TimeControl(30, 30))),
        (
            "40/90+0 : 20/30+0 : 15d10",
            TimeControl(
                90, 0, moves=40, then=TimeControl(30, 0, moves=20, then=TimeControl(15, 10, added=Added.DELAY))
            ),
        ),
    ],
)
def test_a_time_control_is_read(written: str, meant: TimeControl) -> None:
    assert TimeControl.parse(written) == meant
    assert TimeControl.parse(str(meant)) == meant


MALFORMED: list[object] = [
    "", "10", "10+", "+5", "10 + 0", "10+0 ", "10+0\n", "-10+0", "10+-5", "1.5+0", "ten+5", "１０+０", "10+0+0",
    "99999+0", 10, None, ["10+0"], True, "40/90+30", "90+30 : 30+30", "0/90+0 : 30+0", "10+0 : ", "10x5", "1:60+0",
    "5+0/4+0", ":".join(["1/1+0"] * 4) + ":1+0",
]  # fmt: skip


@every("written", MALFORMED)
def test_a_malformed_time_control_is_refused(written: object) -> None:
    with refused("time-control-malformed") as caught:
        TimeControl.parse(written)
    assert caught.value.facts == {"field": "timeControl", "value": written}


@every("written", ["0+0", "601+0", "10+601", "9999+9999", "0d5", "0:00b9", "40/90+0 : 0+0", "600:01+0"])
def test_a_time_control_nobody_can_play_is_refused(written: str) -> None:
    with refused("time-control-out-of-range"):
        TimeControl.parse(written)


@every("written", ["5+0/4+0", "40/90+30 : 30+30/40/80+30 : 30+30", "40/90+30 : 30+30/1d2", "0:30+0/1:15b2"])
def test_the_times_of_both_sides_are_read_again_as_they_are_written(written: str) -> None:
    both = TimeControls.parse(written)
    assert (str(both), both.white == both.black) == (written, False)
    assert TimeControls.parse(both.document) == both
