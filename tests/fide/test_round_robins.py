"""Round robins in FIDE mode: what is checked of their plan."""

from __future__ import annotations

from typing import Any

import pytest

from podium.app.formats.registry import views_of as view
from podium.app.queries import plan_warnings
from podium.app.trf.export import report_of
from podium.app.trf.import_report import examine_report
from podium.core.errors import Cautioned
from podium.core.ids import TournamentId
from podium.files.trf import write
from podium.flow.commands import (
    Command,
    EditRound,
    HandPairing,
    PairAllRounds,
    PairByHand,
    PublishRound,
    RearrangePairing,
)
from tests.kit.events import Director, breach_comments, director, games, refused
from tests.kit.loops import every


@every(
    ("rules", "rounds", "kinds"),
    [("fide", 3, ["too-few-rounds"]), ("fide", 5, []), ("fide", 6, ["too-many-rounds"]), ("club", 3, [])],
)
def test_fewer_rounds_than_the_table_has_are_warned_of(rules: str, rounds: int, kinds: list[str]) -> None:
    event = director("round-robin", rules=rules, rounds=rounds)
    event.players(*"ABCDEF")
    assert [each.kind for each in plan_warnings(event.state)] == kinds


def asked(event: Director, round: int, pairs: list[tuple[str, str]]) -> set[tuple[str, str, tuple[str, ...]]]:
    """What FIDE mode asks before it writes a round by hand; it is written afterwards."""
    lines = tuple(HandPairing(event.id(white), event.id(black)) for white, black in pairs)
    try:
        event.do(PairByHand(lines, round))
    except Cautioned as caution:
        facts: Any = caution.facts
        event.do(PairByHand(lines, round), acknowledged=1)
        return {(each["code"], each["level"], tuple(each["names"])) for each in facts["cautions"]}
    return set()


class TestWrittenByHand:
    """No result is in: it is the pairings that are looked at."""

    def test_a_second_meeting_is_asked_before_there_are_results(self) -> None:
        event = director("round-robin", rules="fide")
        event.players(*"ABCD")
        assert asked(event, 1, [("A", "B"), ("C", "D")]) == set()
        found = asked(event, 2, [("B", "A"), ("D", "C")])
        assert {each for each in found if each[0] == "rematch"} == {
            ("rematch", "L3", ("B", "A")),
            ("rematch", "L3", ("D", "C")),
        }
        assert {names for code, _, names in found if code == "unmet"} == {("A",), ("B",), ("C",), ("D",)}
        said = [each.said for each in view(event.state).warnings(event.state, event.round(2))]
        assert "B and A met in round 1." in said
        assert "A cannot meet everybody any more in the rounds that are left." in said

    @every("ended", [EditRound(2, open=False), PublishRound(2)], ids=["ended", "published"])
    def test_second_meetings_are_named_in_the_report(self, ended: Command) -> None:
        event = director("round-robin", rules="fide", cycles=2)
        event.players(*"ABCD")
        asked(event, 1, [("A", "B"), ("C", "D")])
        event.do(EditRound(1, open=False))
        assert not event.state.breaches  # there is no table to compare with
        asked(event, 2, [("B", "A"), ("D", "C")])
        event.do(ended)
        assert not event.round(2).editing
        assert breach_comments(event.state) == ["### MPA @ Round 2: none => 2-1 4-3"]
        assert "### MPA @ Round 2: none => 2-1 4-3" in write(report_of(event.state, "")).splitlines()
        event.do(EditRound(2, open=True))
        assert event.state.breaches == ()  # it will be looked at anew

    def test_whoever_is_left_without_a_game_cannot_meet_everybody(self) -> None:
        event = director("round-robin", rules="fide")
        event.players(*"ABCD")
        found = asked(event, 1, [("A", "B")])
        assert {each for each in found if each[0] == "unmet"} == {("unmet", "L3", ("C",)), ("unmet", "L3", ("D",))}

    def test_everybody_may_meet_once_in_each_of_two_cycles_and_nobody_gets_a_third_colour(self) -> None:
        event = director("round-robin", rules="fide", cycles=2)
        event.players(*"ABCD")
        cycle = [[("A", "D"), ("B", "C")], [("D", "C"), ("A", "B")], [("B", "D"), ("C", "A")]]
        for number, pairs in enumerate(cycle, start=1):
            assert asked(event, number, pairs) == set()
        again = [(black, white) for white, black in cycle[2]]  # B-D and C-A have just been played
        assert asked(event, 4, again) == set()
        third = asked(event, 5, [("A", "D"), ("C", "B")])
        assert third == set()
        assert asked(event, 6, [("A", "B"), ("C", "D")]) == {
            ("third-colour", "L3", ("A",)),
            ("third-colour", "L3", ("B",)),
        }

    def test_a_club_event_is_warned_and_not_asked(self) -> None:
        event = director("round-robin")
        event.players(*"ABCD")
        event.pairs(1, [("A", "B"), ("C", "D")])
        event.pairs(2, [("B", "A"), ("D", "C")])
        kinds = {each.kind for each in view(event.state).warnings(event.state, event.round(2))}
        assert kinds == {"rematch", "unmet"}


def test_a_round_of_the_table_that_is_changed_by_hand_is_held_against_the_rounds_to_come() -> None:
    event = director("round-robin", rules="fide")
    event.players(*"ABCD")
    event.pair()
    assert event.sheet() == ["A-D", "B-C"]
    first, second = games(event.round())
    command = RearrangePairing(first.id, black=second.black)
    with pytest.raises(Cautioned) as caught:
        event.do(command)
    facts: Any = caught.value.facts
    assert [(each["code"], each["names"], each["met_in"]) for each in facts["cautions"]][:2] == [
        ("meets-again", ["A", "C"], 3),
        ("meets-again", ["B", "D"], 3),
    ]
    event.do(command, acknowledged=1)
    assert event.sheet() == ["A-C", "B-D"]


class TestEarlyLeavers:
    """Whoever completed less than half of the games counts for nobody, and nobody can say otherwise."""

    def test_that_they_count_cannot_be_declared(self) -> None:
        with refused("early-leavers-count"):
            director("round-robin", rules="fide", annul_early=False)
        event = director("round-robin", rules="fide")
        with refused("early-leavers-count"):
            event.settings(annul_early=False)
        club = director("round-robin", annul_early=False)
        with refused("early-leavers-count"):
            club.settings(rules="fide")
        club.settings(rules="fide", annul_early=True)
        assert club.state.settings.annul_early

    def test_an_imported_round_robin_leaves_them_out_too(self) -> None:
        event = director("round-robin", rules="fide")
        event.players(*"ABCDEF")
        event.do(PairAllRounds())
        made, _ = examine_report(write(report_of(event.state, "")).encode(), TournamentId("t1"), "seed")
        assert made.command.given["rules"] == "fide"
        assert made.command.given["annul_early"] is True
