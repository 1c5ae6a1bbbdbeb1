"""Who was expelled from a Swiss: no place in the standings, no prize; the opponents keep their results."""

from __future__ import annotations

import pytest

from podium.app.prizes.contests import RunOptions, contest_of
from podium.app.queries import card, crosstable, everybody_ranked, standings
from podium.app.trf.export import report_of
from podium.files.trf import check, write
from podium.flow.commands import WithdrawPlayer
from tests.kit.events import Director, director, games
from tests.kit.loops import every


@pytest.fixture
def event() -> Director:
    """A Swiss of six: White won everywhere in round 1, and the players in the order of the list."""
    event = director("swiss", rounds=3, rules="fide", tiebreaks=["BH", "WON"])
    event.players(*"ABCDEF")
    event.pair()
    event.all_results("1-0")
    event.close(1)
    return event


def expel(event: Director, name: str) -> None:
    event.do(WithdrawPlayer(event.id(name), expelled=True))


def ranks(event: Director) -> list[tuple[str, int]]:
    return [(row.player.name, row.rank) for row in standings(event.state)]


def test_the_others_move_up_and_the_expelled_player_is_not_there(event: Director) -> None:
    assert ranks(event) == [("A", 1), ("C", 1), ("E", 1), ("B", 4), ("D", 4), ("F", 4)]
    expel(event, "A")
    assert ranks(event) == [("C", 1), ("E", 1), ("B", 3), ("D", 3), ("F", 3)]
    expel(event, "D")
    assert ranks(event) == [("C", 1), ("E", 1), ("B", 3), ("F", 3)]
    last = everybody_ranked(event.state)[-2:]
    assert [(row.player.name, row.placed, str(row.points)) for row in last] == [
        ("A", False, "1.0"),
        ("D", False, "0.0"),
    ]
    event.do(WithdrawPlayer(event.id("A"), withdrawn=False, confirm=True))
    assert ranks(event)[0] == ("A", 1)


def test_the_opponents_keep_points_and_tie_breaks(event: Director) -> None:
    opponent = next(game for game in games(event.round()) if event.name(game.white) == "A").black
    before = next(row for row in standings(event.state) if row.player.id == opponent)
    expel(event, "A")
    after = next(row for row in standings(event.state) if row.player.id == opponent)
    assert (after.points, after.tiebreaks) == (before.points, before.tiebreaks)


def test_what_decides_is_between_those_who_are_left() -> None:
    """C is below B by Buchholz, B below A by points: without B, points put C below A."""
    event = director("manual", tiebreaks=["WON"])
    event.players(*"ABCDE")
    event.pairs(1, [("A", "D"), ("B", "E"), ("C", "", "unpaired")])
    event.result("A", "1-0")
    event.result("B", "1-0")
    event.close(1)
    event.pairs(2, [("A", "E"), ("B", "", "zero"), ("C", "", "zero"), ("D", "", "zero")])
    event.result("A", "1-0")
    first, second, third = standings(event.state)[:3]
    assert [row.player.name for row in (first, second, third)] == ["A", "B", "C"]
    assert (second.decided_by, third.decided_by) == ("PTS", "WON")
    expel(event, "B")
    assert [(row.player.name, row.decided_by) for row in standings(event.state)[:2]] == [("A", None), ("C", "PTS")]
    expel(event, "A")
    assert standings(event.state)[0].decided_by is None


def test_card_crosstable_and_report_still_have_the_player(event: Director) -> None:
    expel(event, "A")
    assert not card(event.state, event.id("A")).standing.placed
    [table] = crosstable(event.state)
    assert [row.standing.player.name for row in table.rows][-1] == "A"
    report = report_of(event.state, "")
    assert [entry.rank for entry in report.entries if entry.name == "A"] == [None]
    assert sorted(entry.rank or 0 for entry in report.entries) == [0, 1, 1, 3, 3, 3]
    assert check(write(report)) == ()


@every("format", ["swiss", "round-robin"])
def test_no_prize_for_whoever_was_expelled(format: str) -> None:
    event = director(format, rounds=3)
    event.players(*"ABCD")
    event.pair()
    event.all_results("1-0")
    expel(event, "A")
    assert {each.name for each in contest_of(event.state, RunOptions()).players} == {"B", "C", "D"}


def test_a_round_robin_keeps_the_table_whole() -> None:
    event = director("round-robin", annul_early=False)
    event.players(*"ABCD")
    event.pair()
    event.all_results("1-0")
    expel(event, "A")
    assert len(standings(event.state)) == 4
