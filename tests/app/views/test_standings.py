"""Standings: order, shared ranks, and where each half point came from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from podium.app.access import Role, visible_tournament
from podium.app.queries import standings
from podium.app.standings import tally
from podium.core.errors import Unknown
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import Player, PlayerFields
from podium.core.points import Points
from podium.core.result import PRESETS, ByeType, Result
from podium.flow.event.setting_values import Settings
from podium.flow.evolve import with_round
from podium.flow.state import Bye, Game, Pairing, Round, Tournament
from tests.kit.events import Director, director
from tests.kit.loops import every


def table(event: Director, after: int | None = None) -> list[tuple[int, str, str]]:
    """Rank, name and details of everyone."""
    return [(row.rank, row.player.name, row.details) for row in standings(event.state, after)]


def spec_event() -> Director:
    """An event that leads to the five rows of the bye specification, with two more to lose to them."""
    event = director()
    event.players("Alice", "Bob", "Carol", "Dave", "Eve", "Fay", "Gus")
    event.pairs(1, [("Alice", "Eve"), ("Bob", "Fay"), ("Carol", "Gus"), ("Dave", "", "unpaired")])
    event.all_results("1-0")
    event.pairs(2, [("Alice", "Fay"), ("Bob", "Eve"), ("Dave", "Carol"), ("Gus", "", "zero")])
    event.result("Alice", "1-0")
    event.result("Bob", "1-0")
    event.result("Dave", "1-0")
    event.pairs(3, [("Alice",), ("Eve",), ("Carol", "Gus"), ("Dave", "", "zero"), ("Bob", "Fay")])
    event.result("Carol", "1/2-1/2")
    event.result("Bob", "0-0F")
    return event


def test_the_five_rows_of_the_bye_specification_have_its_points_and_details() -> None:
    rows = {row.player.name: row for row in standings(spec_event().state)}
    assert {
        name: (str(rows[name].points), rows[name].details) for name in ("Alice", "Bob", "Carol", "Dave", "Eve")
    } == {
        "Alice": ("2.5", "2W (2.0) + bye (0.5) = 2.5"),
        "Bob": ("2.0", "2W (2.0) = 2.0"),
        "Carol": ("1.5", "1W (1.0) + 1D (0.5) = 1.5"),
        "Dave": ("2.0", "1W (1.0) + unpaired (1.0) = 2.0"),
        "Eve": ("0.5", "bye (0.5) = 0.5"),
    }


def test_the_order_is_by_points_so_that_dave_stands_above_carol() -> None:
    places = [(rank, name) for rank, name, _ in table(spec_event())]
    assert places == [(1, "Alice"), (2, "Bob"), (2, "Dave"), (4, "Carol"), (5, "Eve"), (5, "Gus"), (7, "Fay")]


def test_a_bye_and_an_unpaired_round_can_be_told_apart() -> None:
    event = director()
    event.players("Ann", "Ben")
    event.pairs(1, [("Ann",), ("Ben", "", "unpaired")])
    assert table(event) == [(1, "Ben", "unpaired (1.0) = 1.0"), (2, "Ann", "bye (0.5) = 0.5")]


@every(
    ("kinds", "details"),
    [
        (["zero"], "0.0"),
        (["half"], "half-point bye (0.5) = 0.5"),
        (["half", "half"], "2 half-point byes (1.0) = 1.0"),
        (["bye", "bye"], "2 byes (1.0) = 1.0"),
        (["unpaired", "unpaired"], "2 unpaired (2.0) = 2.0"),
        (["unpaired", "bye", "half"], "bye (0.5) + unpaired (1.0) + half-point bye (0.5) = 2.0"),
    ],
)
def test_byes_are_counted_by_kind(kinds: list[str], details: str) -> None:
    event = director()
    event.players("Ann")
    for number, kind in enumerate(kinds, start=1):
        event.pairs(number, [("Ann", "", kind)])
    assert table(event) == [(1, "Ann", details)]


def test_forfeits_are_told_from_games() -> None:
    event = director()
    event.players("Ann", "Ben")
    for number in (1, 2, 3):
        event.pairs(number, [("Ann", "Ben")])
    event.result("Ann", "1-0F", 1)
    assert table(event, 1)[0] == (1, "Ann", "1 forfeit win (1.0) = 1.0")
    event.result("Ann", "1-0F", 2)
    event.result("Ann", "1-0", 3)
    assert table(event) == [(1, "Ann", "1W (1.0) + 2 forfeit wins (2.0) = 3.0"), (2, "Ben", "0.0")]


def test_a_loss_that_is_worth_something_is_named() -> None:
    event = director(scoring={"win": 3, "draw": 2, "loss": 1, "forfeit_loss": 0.5})
    event.players("Ann", "Ben")
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", "1-0")
    event.pairs(2, [("Ann", "Ben")])
    event.result("Ann", "0-0F")
    assert table(event) == [
        (1, "Ann", "1W (3.0) + 1 forfeit loss (0.5) = 3.5"),
        (2, "Ben", "1L (1.0) + 1 forfeit loss (0.5) = 1.5"),
    ]


def test_an_unspecified_bye_scores_what_was_recorded_and_nothing_else() -> None:
    paid = Bye(PairingId("p1"), 1, PlayerId("a"), ByeType.UNSPECIFIED, recorded=Points.of("0.5"))
    bare = Bye(PairingId("p2"), 2, PlayerId("b"), ByeType.UNSPECIFIED)
    rows = standings(event_of([[paid, bare]]))
    assert [(row.player.id, row.details) for row in rows if row.player.id in ("a", "b")] == [
        ("a", "unspecified bye (0.5) = 0.5"),
        ("b", "0.0"),
    ]


def test_a_pending_game_scores_nothing() -> None:
    event = director()
    event.players("Ann", "Ben")
    event.pairs(1, [("Ann", "Ben")])
    assert table(event) == [(1, "Ann", "0.0"), (1, "Ben", "0.0")]


def test_inside_a_shared_rank_the_higher_rating_then_the_earlier_entry_comes_first() -> None:
    event = director()
    event.players("Ann", "Ben", "Cid", "Dot")
    event.edit("Cid", rating=1500)
    event.edit("Dot", rating=1800)
    assert [(rank, name) for rank, name, _ in table(event)] == [(1, "Dot"), (1, "Cid"), (1, "Ann"), (1, "Ben")]


def test_sections_rank_separately() -> None:
    event = director(sections=["A", "B"])
    event.players("Ann", "Ben", section="A")
    event.players("Cid", "Dot", section="B")
    event.pairs(1, [("Ben", "Ann"), ("Dot", "Cid")])
    event.all_results("1-0")
    assert [(row.section, row.rank, row.player.name) for row in standings(event.state)] == [
        ("A", 1, "Ben"),
        ("A", 2, "Ann"),
        ("B", 1, "Dot"),
        ("B", 2, "Cid"),
    ]


def test_standings_after_a_round_leave_out_what_came_later() -> None:
    event = spec_event()
    assert {name: details for _, name, details in table(event, 1)}["Carol"] == "1W (1.0) = 1.0"
    assert {details for _, _, details in table(event, 0)} == {"0.0"}
    with pytest.raises(Unknown):
        standings(event.state, 4)
    with pytest.raises(Unknown):
        standings(event.state, -1)


def test_a_draft_round_counts_only_for_those_who_can_see_it() -> None:
    event = director()
    event.players("Ann", "Ben")
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", "1-0")
    assert standings(event.state)[0].points == Points.of(1)
    assert standings(visible_tournament(event.state, Role.PUBLIC))[0].points == Points(0)


def test_nobody_and_nothing_make_empty_standings() -> None:
    assert standings(director().state) == ()


def test_there_are_no_tie_break_values_without_codes() -> None:
    assert all(row.tiebreaks == {} for row in standings(spec_event().state))


def test_a_result_in_the_last_round_counts_no_earlier_round_again(monkeypatch: pytest.MonkeyPatch) -> None:
    event = spec_event()
    standings(event.state)
    counted: list[int] = []
    count = tally._with

    def counting(so_far: tally.Tallies, here: Round, scoring: object, left_out: object) -> tally.Tallies:
        counted.append(here.number)
        return count(so_far, here, event.state.settings.scoring, frozenset())

    monkeypatch.setattr(tally, "_with", counting)
    assert standings(event.state) is standings(event.state)
    assert counted == []
    event.result("Carol", "0-1", 3)
    standings(event.state)
    assert counted == [3]
    event.result("Alice", "0-1", 2)
    standings(event.state)
    assert counted == [3, 2, 3]


def test_equal_rounds_that_are_not_the_same_object_are_not_confused() -> None:
    event = spec_event()
    before = standings(event.state)
    other = with_round(event.state, Round(3, {}))
    assert standings(other) != before
    assert standings(event.state) == before


PLAYERS = [PlayerId(name) for name in "abcdefgh"]


def event_of(rounds: list[list[Pairing]], preset: str = "club") -> Tournament:
    """A tournament of eight with these rounds."""
    return Tournament(
        TournamentId("t"),
        Settings("Open", "manual", scoring=PRESETS[preset]),
        {id: Player(id, number, PlayerFields(id)) for number, id in enumerate(PLAYERS, start=1)},
        tuple(Round(number, {each.id: each for each in here}) for number, here in enumerate(rounds, start=1)),
        {each.id: number for number, here in enumerate(rounds, start=1) for each in here},
    )


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Events of up to five rounds in which everyone has a game, a bye or nothing."""
    rounds: list[list[Pairing]] = []
    for number in range(1, draw(st.integers(0, 5)) + 1):
        order = draw(st.permutations(PLAYERS))
        here: list[Pairing] = []
        for board, (white, black) in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
            id = PairingId(f"{number}-{board}")
            match draw(st.sampled_from(["game", "bye", "nothing"])):
                case "game":
                    here.append(Game(id, board, white, black, result=draw(st.sampled_from([None, *Result]))))
                case "bye":
                    recorded = draw(st.sampled_from([None, Points(0), Points(50), Points(125)]))
                    here.append(Bye(id, board, white, draw(st.sampled_from(ByeType)), recorded=recorded))
        rounds.append(here)
    return event_of(rounds, draw(st.sampled_from(sorted(PRESETS))))


@given(tournaments())
def test_the_parts_of_the_details_always_make_the_points(state: Tournament) -> None:
    table = state.settings.scoring
    for row in standings(state):
        owed = Points(0)
        for here in state.rounds:
            match here.pairing_of(row.player.id):
                case Bye() as bye:
                    owed += bye.points(table)
                case Game(result=Result() as result) as game:
                    owed += table.points(result.white if game.white == row.player.id else result.black)
        parts, _, said = row.details.rpartition(" = ")
        named = [part.rpartition("(")[2].rstrip(")") for part in parts.split(" + ")] if parts else []
        assert row.points == owed == Points.of(said) == Points.total(map(Points.of, named))
        assert "0.0" not in named


@given(tournaments())
def test_ranks_are_shared_by_equals_and_count_everyone_above(state: Tournament) -> None:
    rows = standings(state)
    assert len(rows) == len(PLAYERS)
    for row in rows:
        assert row.rank == 1 + sum(other.points > row.points for other in rows)
