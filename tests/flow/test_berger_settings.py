"""What there is to decide about a round robin by C.05: exchanged rounds, the free day, numbers, who leaves early."""

from dataclasses import replace
from itertools import groupby

from podium.core.dice import Dice
from podium.core.result import ByeType
from podium.flow.commands import PairAllRounds
from podium.flow.event.setting_values import FreeDay, Settings, TableNumbers
from podium.flow.formats.registry import numbers_of
from podium.flow.players.annulled import annulled
from podium.flow.state import Game
from tests.kit.events import Director, director, refused
from tests.kit.loops import every


def robin(players: str, **settings: object) -> Director:
    event = director("round-robin", "t1", **settings)
    event.players(*players)
    return event


def colours(event: Director, name: str) -> str:
    """The colours of a player, round by round."""
    games = [here.pairing_of(event.id(name)) for here in event.state.rounds]
    return "".join("w" if game.white == event.id(name) else "b" for game in games if isinstance(game, Game))


def longest_run(text: str) -> int:
    return max(len(list(same)) for _, same in groupby(text))


# --- two cycles (Annex 1: the last two rounds of the first cycle are exchanged) ---------------------


@every("players", ["ABCD", "ABCDE", "ABCDEF", "ABCDEFG", "ABCDEFGH"])
def test_nobody_has_a_colour_three_times_in_a_row_in_two_cycles(players: str) -> None:
    event = robin(players, cycles=2)
    event.do(PairAllRounds())
    assert max(longest_run(colours(event, name)) for name in players) == 2


def test_the_rounds_can_be_left_as_the_table_prints_them() -> None:
    event = robin("ABCD", cycles=2, swap_last_two=False)
    event.do(PairAllRounds())
    assert longest_run(colours(event, "A")) == 3
    with refused("rounds-exist"):
        event.settings(swap_last_two=True)


def test_one_cycle_is_never_exchanged() -> None:
    event = robin("ABCD")
    event.do(PairAllRounds())
    assert event.sheet(2) == ["D-C", "A-B"]


# --- events of earlier versions -----------------------------------------------------------------


def test_events_of_earlier_versions_are_what_they_were() -> None:
    before = Settings("Open", "round-robin")
    assert (before.swap_last_two, before.free_day, before.annul_early) == (False, FreeDay.BYE, False)
    assert (before.table_numbers, before.table_order) == (TableNumbers.LIST, ())
    now = robin("AB").state.settings
    assert (now.swap_last_two, now.free_day, now.annul_early) == (True, FreeDay.ZERO, True)


# --- the free day -------------------------------------------------------------------------------


@every(
    ("free_day", "kind", "points"),
    [
        (None, "zero", "0.0"),
        ("zero", "zero", "0.0"),
        ("half", "half", "0.5"),
        ("full", "unpaired", "1.0"),
        ("bye", "bye", "0.5"),
    ],
)
def test_the_free_day_is_worth_what_the_organiser_says(free_day: str | None, kind: str, points: str) -> None:
    event = robin("ABC", **({"free_day": free_day} if free_day else {}))
    event.pair()
    assert event.sheet() == ["B-C", f"A {kind}"]
    assert event.points["A"] == points


@every("free_day", ["half", "full"])
def test_by_fides_rules_it_is_no_bye_that_players_ask_for(free_day: str) -> None:
    with refused("free-day-not-of-fide"):
        robin("ABC", rules="fide", free_day=free_day)
    event = robin("ABC", free_day=free_day)
    with refused("free-day-not-of-fide"):
        event.settings(rules="fide")
    event.settings(rules="fide", free_day="bye")
    with refused("free-day-not-of-fide"):
        event.settings(free_day=free_day)


def test_the_opponent_of_somebody_with_a_bye_has_a_bye_and_no_free_day() -> None:
    event = robin("ABCD")
    event.asks("A", {1: "half"})
    event.pair()
    assert event.sheet() == ["B-C", "D bye", "A half"]


# --- numbers ------------------------------------------------------------------------------------


def seated(event: Director) -> str:
    return "".join(event.name(id) for id in event.state.seats[""])


def test_numbers_are_set_by_hand() -> None:
    event = robin("ABCDE")
    event.settings(table_order=[event.id("D"), event.id("B")])
    event.pair()
    assert seated(event) == "DBACE"
    with refused("rounds-exist"):
        event.settings(table_order=[])


def test_numbers_follow_the_ratings() -> None:
    event = robin("ABC", table_numbers="rating")
    event.edit("B", rating=1900)
    event.edit("C", rating=2000)
    event.pair()
    assert seated(event) == "CBA"


def test_numbers_are_drawn_with_the_seed_of_round_1() -> None:
    event = robin("ABCDEFGH", table_numbers="drawn")
    event.settings(table_order=[event.id("H")])
    event.pair()
    seed = event.round(1).seed
    assert seed is not None
    assert seated(event) == "H" + "".join(Dice(seed).shuffled("ABCDEFG")) != "HABCDEFG"


def test_nobody_has_two_numbers_and_strangers_have_none() -> None:
    event = robin("AB")
    with refused("player-twice"):
        event.settings(table_order=[event.id("A"), event.id("A")])
    with refused("unknown-player"):
        event.settings(table_order=["nobody"])
    with refused("list-malformed"):
        event.settings(table_order="A")


# --- who leaves (article 6.6) -------------------------------------------------------------------


def played(event: Director, rounds: int) -> None:
    """So many rounds more, all won by White."""
    for _ in range(rounds):
        event.pair()
        for pairing in event.round().in_order:
            if isinstance(pairing, Game) and pairing.result is None:
                event.result(event.name(pairing.white), "1-0")


@every(
    ("players", "rounds", "leaves", "left_out"),
    [("ABCDEF", 2, "F", True), ("ABCDEF", 3, "F", False), ("ABCDE", 2, "B", False), ("ABCDE", 2, "A", True)],
    ids=["2 of 5", "3 of 5", "2 of 4, exactly half", "1 of 4, after the free day"],
)
def test_who_completed_less_than_half_of_the_games_is_left_out(
    players: str, rounds: int, leaves: str, left_out: bool
) -> None:
    event = robin(players)
    played(event, rounds)
    event.withdraws(leaves)
    assert annulled(event.state) == (frozenset({event.id(leaves)}) if left_out else frozenset())
    played(event, 1)
    assert annulled(event.state) == (frozenset({event.id(leaves)}) if left_out else frozenset())
    event.returns(leaves)
    assert annulled(event.state) == frozenset()


def test_a_game_that_the_opponent_forfeited_is_completed_and_an_own_forfeit_is_not() -> None:
    event = robin("ABCD")
    event.pair()
    event.result("A", "1-0F")
    event.pair()
    event.result("A", "1-0", 2)
    event.result("D", "0-1", 2)
    event.withdraws("A")
    event.withdraws("D")
    assert annulled(event.state) == {event.id("D")}


def test_the_games_of_a_shorter_plan_are_those_of_its_rounds() -> None:
    event = robin("ABCDEF", rounds=3)
    played(event, 2)
    event.withdraws("F")
    assert annulled(event.state) == frozenset()


def test_a_club_may_count_every_game() -> None:
    event = robin("ABCDEF", annul_early=False)
    played(event, 1)
    event.withdraws("F")
    assert annulled(event.state) == frozenset()


def test_a_round_robin_begun_by_hand_has_a_game_with_everybody() -> None:
    event = robin("ABCDEF")
    event.pairs(1, [("A", "F"), ("B", "E"), ("C", "D")])
    for name in "ABC":
        event.result(name, "1-0")
    event.withdraws("F")
    assert annulled(event.state) == {event.id("F")}
    event.returns("F")
    event.settings(rounds=2)
    event.withdraws("F")
    assert annulled(event.state) == frozenset()


@every("format", ["manual", "swiss"])
def test_other_formats_leave_nobody_out(format: str) -> None:
    event = director(format, rounds=5)
    event.players(*"ABCD")
    event.pair() if format == "swiss" else event.pairs(1, [("A", "B"), ("C", "D")])
    event.withdraws("A")
    assert annulled(event.state) == frozenset()


def test_by_fides_rules_it_cannot_be_switched_off() -> None:
    event = robin("ABCD", rules="fide")
    event.pair()
    with refused("early-leavers-count"):
        event.settings(annul_early=False)


def test_the_games_that_are_paired_already_are_forfeited_with_the_withdrawal() -> None:
    event = robin("ABCD")
    event.do(PairAllRounds())
    event.result("A", "1-0", 1)
    before = event.state
    event.withdraws("D")
    assert [event.sheet(number) for number in (1, 2, 3)] == [
        ["A-D 1-0", "B-C"],
        ["D-C 0-1F", "A-B"],
        ["B-D 1-0F", "C-A"],
    ]
    event.withdraws("C")
    assert event.sheet(2) == ["D-C 0-0F", "A-B"]
    event.returns("C")
    assert event.sheet(2) == ["D-C 0-1F", "A-B"]
    event.returns("D")
    assert event.state == before
    event.undo()
    assert event.sheet(2) == ["D-C 0-1F", "A-B"]


def test_an_open_game_of_a_round_that_has_begun_is_left_to_the_arbiter() -> None:
    event = robin("ABCD")
    event.pair()
    event.result("B", "1-0")
    event.withdraws("D")
    assert event.sheet() == ["A-D", "B-C 1-0"]


def test_a_bye_kind_is_named_for_every_free_day() -> None:
    assert {each.kind for each in FreeDay} == {ByeType.ZERO, ByeType.HALF, ByeType.UNPAIRED, ByeType.BYE}
    assert replace(Settings("Open", "round-robin"), free_day=FreeDay.HALF).free_day.kind.trf == "H"


def test_numbers_that_are_decided_are_known_before_round_1() -> None:
    event = robin("ABC")
    event.settings(table_order=[event.id("C")])
    assert [event.name(id) for id in numbers_of(event.state, "")] == ["C", "A", "B"]
    event.pair()
    assert [event.name(id) for id in numbers_of(event.state, "")] == ["C", "A", "B"]
