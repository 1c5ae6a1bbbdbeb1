"""What FIDE's rules fix with the first round, and what a club event asks before it makes a round wrong."""

from __future__ import annotations

from podium.core.player import PlayerFields
from podium.core.result import FIDE, PRESETS
from podium.flow.commands import AddPlayers, ChangeSettings, HandPairing, PairByHand, PairRound, UnpairRound
from podium.flow.event.options import RULE_SET
from podium.flow.event.setting_values import RuleSet
from podium.flow.formats.registry import FORMATS
from tests.kit.events import Director, director, refused
from tests.kit.loops import every

ELO = {"A": 2000, "B": 1900, "C": 1800, "D": 1700, "E": 1600, "F": 1500, "G": 1400}


def swiss(rules: str, rounds: int | None = None) -> Director:
    event = director("swiss", rules=rules, rounds=rounds)
    event.do(AddPlayers(tuple(PlayerFields(name, rating) for name, rating in ELO.items())))
    return event


def test_a_fide_event_scores_by_fide_unless_it_declares_other_points() -> None:
    assert director("swiss").state.settings.rules is RuleSet.CLUB
    assert director("swiss", rules="fide").state.settings.scoring == FIDE
    assert director("round-robin", rules="fide").state.settings.scoring == FIDE
    assert director("swiss", rules="fide", scoring="3-1-0").state.settings.scoring == PRESETS["3-1-0"]


def test_the_usual_points_follow_the_rules_until_a_round_is_paired() -> None:
    event = director("swiss")
    event.do(ChangeSettings({"rules": "fide"}))
    assert event.state.settings.scoring == FIDE
    event.do(ChangeSettings({"rules": "club"}), acknowledged=2)
    assert event.state.settings.scoring.name == "club"


@every("format", [each.name for each in FORMATS if RULE_SET not in each.options])
def test_fides_rules_are_refused_where_there_are_none(format: str) -> None:
    with refused("rules-not-of-format") as caught:
        director(format, rules="fide")
    assert caught.value.facts["value"] == "fide"


@every(
    "given",
    [
        {"rounds": 5},
        {"scoring": "club"},
        {"scoring": {"bye": 0.5}},
        {"tiebreaks": ["BH"]},
        {"edition": 2024},
        {"unrated": 1400},
        {"apart": ["club"]},
        {"acceleration": "baku"},
        {"rules": "club"},
    ],
    ids=lambda given: next(iter(given)),
)
def test_what_was_declared_before_round_1_stays(given: dict[str, object]) -> None:
    event = swiss("fide", rounds=4)
    event.do(PairRound())
    before = event.state
    [field] = given
    with refused("rounds-exist" if field in ("acceleration", "rules") else "declared-before-round-1") as caught:
        event.do(ChangeSettings(given, confirm=True))
    assert caught.value.facts["field"] == field
    assert event.state == before
    event.do(UnpairRound(1))
    event.do(ChangeSettings(given), acknowledged=2)  # other rules are a way out of FIDE mode
    assert event.state.settings != before.settings


def test_who_may_not_meet_is_declared_too() -> None:
    event = swiss("fide", rounds=4)
    event.do(PairRound())
    with refused("declared-before-round-1"):
        event.do(ChangeSettings({"forbidden": [[event.id("A"), event.id("B")]]}))


def test_a_fide_swiss_does_not_pair_without_a_number_of_rounds() -> None:
    event = swiss("fide")
    with refused("rounds-not-declared"):
        event.do(PairRound())
    with refused("rounds-not-declared"):
        event.do(PairByHand((HandPairing(event.id("A"), event.id("B")),)))
    event.do(ChangeSettings({"rounds": 4}))
    event.do(PairRound())
    assert len(event.state.rounds) == 1


def test_a_club_event_asks_before_a_round_becomes_wrong() -> None:
    event = swiss("club", rounds=4)
    event.do(PairRound())
    first = event.state.rounds[0]
    white, black = (event.state.players[id].name for id in first.in_order[0].players)
    together = {"forbidden": [[event.id(white), event.id(black)]]}
    with refused("rounds-made-wrong") as caught:
        event.do(ChangeSettings(together))
    assert caught.value.facts["rounds"] == [1]
    event.do(ChangeSettings(together, confirm=True))
    assert event.state.settings.forbidden


def test_a_club_event_does_not_ask_where_nothing_becomes_wrong() -> None:
    event = swiss("club", rounds=4)
    event.do(PairRound())
    event.do(ChangeSettings({"tiebreaks": ["BH"], "rounds": 6, "scoring": "fide"}))
    assert event.state.settings.rounds == 6
