"""Whole Swiss events in the app: every round is the one that the exported report asks for."""

from __future__ import annotations

from dataclasses import replace

from podium.app.trf.adoption import from_report
from podium.app.trf.export import report_of, section_of
from podium.app.trf.swiss_field import field_of as field_of_report
from podium.app.trf.swiss_field import paired_in
from podium.core.dice import Dice
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.files.trf import Report, read, write
from podium.flow.commands import AddPlayers
from podium.flow.formats.swiss_field import field_of
from podium.flow.state import Tournament
from podium.swiss import check_round
from tests.kit.events import Director, director, games, refused
from tests.kit.loops import every

RESULTS = [Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW] * 8 + [
    Result.WHITE_WINS_BY_FORFEIT,
    Result.BLACK_WINS_BY_FORFEIT,
    Result.BOTH_FORFEIT,
]


def swiss(players: int, seed: str = "field", **settings: object) -> Director:
    """A Swiss with so many players, whose ratings and clubs come from the seed."""
    dice = Dice(seed)
    event = director("swiss", "t1", **settings)
    event.do(AddPlayers(tuple(entrant(number, dice) for number in range(1, players + 1))))
    return event


def entrant(number: int, dice: Dice) -> PlayerFields:
    club, nation = dice.pick(["Mill Lane", "Town", "North", "South", "East"]), dice.pick(["NED", "IND", "PER", "KEN"])
    return PlayerFields(f"Player {number}", 1000 + dice.below(1500), nation, club=club)


def play(event: Director, dice: Dice) -> None:
    """Results for the last round, by chance."""
    for game in games(event.round()):
        event.result(event.name(game.white), dice.pick(RESULTS).value)


def reports(state: Tournament) -> list[Report]:
    """The report of the event in either dialect, as it is read again."""
    report = report_of(state, "")
    return [read(write(report, "trf26")), read(write(report, "trf16"))]


def assert_checked(state: Tournament) -> None:
    for report in reports(state):
        assert report.paired_rounds == len(state.rounds)
        for number in range(1, len(state.rounds) + 1):
            assert check_round(field_of_report(report, number), *paired_in(report, number)) is None


@every(
    ("seed", "players", "settings"),
    [
        ("plain", 14, {}),
        ("odd", 9, {"scoring": "fide"}),
        ("black", 12, {"initial_colour": "black"}),
        ("drawn", 11, {"initial_colour": "drawn"}),
        ("three", 16, {"scoring": "3-1-0"}),
        ("fast", 24, {"acceleration": "baku", "scoring": "fide"}),
        ("clubs", 20, {"apart": ["club"]}),
        ("list", 13, {"numbering": "list"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_round_is_what_its_report_asks_for(seed: str, players: int, settings: dict[str, object]) -> None:
    event, dice = swiss(players, seed, rounds=5, **settings), Dice(seed)
    event.asks("Player 3", {2: "half", 4: "zero"})
    for number in range(1, 6):
        event.pair(number)
        play(event, dice)
        if number == 1:
            event.do(AddPlayers((PlayerFields("Late Rose", 1700), PlayerFields("Late Sam", 1200))))
        if number == 2:
            event.withdraws("Player 5")
        if number == 4:
            event.returns("Player 5")
    assert_checked(event.state)
    assert {(here.engine, here.edition) for here in event.state.rounds} == {("podium-dutch", "2026-02")}
    assert all(here.seed for here in event.state.rounds)


def test_the_same_state_gives_the_same_round() -> None:
    event, dice = swiss(15, rounds=5), Dice("again")
    event.pair()
    play(event, dice)
    event.pair()
    first = event.sheet()
    event.unpair(2)
    event.pair()
    assert event.sheet() == first


def test_a_drawn_colour_comes_from_the_seed_that_is_kept() -> None:
    colours = {swiss(4, rounds=2, initial_colour="drawn").state.settings.lot for _ in range(2)}
    assert None not in colours
    event = swiss(4, rounds=2, initial_colour="drawn")
    fields = {field_of(event.state, "", 1).initial for _ in range(3)}
    assert len(fields) == 1


def test_the_next_round_asks_for_all_results_and_names_the_boards() -> None:
    event = swiss(6, rounds=3)
    event.pair()
    event.result("Player 1", "1-0")
    with refused("results-missing") as caught:
        event.pair()
    board = event.pairing("Player 1").board
    assert caught.value.facts["boards"] == [each for each in (1, 2, 3) if each != board]
    assert len(event.state.rounds) == 1


@every("players", [0, 1])
def test_nobody_and_one_player_make_no_round(players: int) -> None:
    event = swiss(players, rounds=3) if players else director("swiss", "t1", rounds=3)
    with refused("too-few-players"):
        event.pair()
    assert not event.state.rounds


def test_more_rounds_than_the_field_allows_are_refused_with_the_proof() -> None:
    event, dice = swiss(4, rounds=9), Dice("small")
    for _ in range(3):
        event.pair()
        for game in games(event.round()):
            event.result(event.name(game.white), dice.pick(["1-0", "0-1"]))
    with refused("round-impossible-at-all") as caught:
        event.pair()
    assert caught.value.facts["article"] == "C.04.3 1.9.3"
    assert len(event.state.rounds) == 3


def test_forbidden_pairs_by_name_by_club_and_by_federation() -> None:
    event = director("swiss", "t1", rounds=3, numbering="list")
    clubs = [("A", "X", "NED"), ("B", "Y", "IND"), ("C", "X", "IND"), ("D", "Y", "NED")]
    event.do(AddPlayers(tuple(PlayerFields(name, club=club, federation=nation) for name, club, nation in clubs)))
    event.pair()
    assert event.sheet() == ["A-C", "D-B"]
    event.unpair(1)
    event.settings(apart=["club"])
    event.pair()
    assert event.sheet() == ["A-D", "C-B"] or event.sheet() == ["A-D", "B-C"]
    event.unpair(1)
    event.settings(apart=["federation"], forbidden=[[event.id("A"), event.id("C")]])
    event.pair()
    assert {frozenset(line.split("-")) for line in event.sheet()} == {frozenset("AB"), frozenset("CD")}
    event.unpair(1)
    event.settings(apart=["club", "federation"])
    with refused("round-impossible-at-all") as caught:
        event.settings(forbidden=[[event.id("A"), event.id("B")]])
        event.pair()
    parts = caught.value.facts["parts"]
    assert isinstance(parts, list)
    assert ["A"] in parts


def test_sections_pair_separately() -> None:
    event = director("swiss", "t1", rounds=3, sections=["Open", "Minor"])
    event.players("A", "B", "C", "D", section="Open")
    event.players("K", "L", "M", section="Minor")
    event.pair()
    assert len(event.sheet()) == 4
    assert {game.section for game in games(event.round())} == {"Open", "Minor"}
    with refused("section-not-named"):
        section_of(event.state, None)
    assert len(report_of(event.state, "Minor").entries) == 3


@every("format", ["doubles", "knockout"])
def test_there_are_no_reports_of_teams_and_brackets(format: str) -> None:
    event = director(format)
    event.players("A", "B", "C", "D")
    event.pair()
    with refused("report-of-format"):
        report_of(event.state, "")


def test_a_section_of_one_is_named_too_small() -> None:
    event = director("swiss", "t1", rounds=3, sections=["Open", "Minor"])
    event.players("A", "B", section="Open")
    event.players("K", section="Minor")
    with refused("too-few-players"):
        event.pair()


def test_what_a_round_was_paired_upon_cannot_change_afterwards() -> None:
    event = swiss(4, rounds=3)
    event.pair()
    for name, value in (("initial_colour", "black"), ("acceleration", "baku")):
        with refused("rounds-exist"):
            event.settings(**{name: value})


def test_acceleration_needs_the_number_of_rounds() -> None:
    with refused("acceleration-needs-rounds"):
        director("swiss", "t1", acceleration="baku")


def test_an_event_comes_back_from_its_report() -> None:
    event, dice = swiss(11, rounds=5, initial_colour="black", scoring="fide", tiebreaks=["BH", "SB"]), Dice("back")
    event.asks("Player 2", {4: "half"})
    for _ in range(3):
        event.pair()
        play(event, dice)
    for report in reports(event.state):
        made = from_report(report, TournamentId("t2"), Dice("import"))
        copy = director("swiss", "other")
        copy = Director(copy.journal, TournamentId("t2"))
        copy.do(made.command)
        assert made.left_out == ()
        assert copy.points == event.points
        assert report_of(copy.state, "") == replace(report_of(event.state, ""), name=copy.state.settings.name)
        copy.pair()
        event.pair()
        assert copy.sheet() == event.sheet()
        event.unpair(4)


def test_group_a_is_made_of_those_who_are_paired_in_round_one() -> None:
    """C.04.7 1.3.2: 14 entered, two of them with a bye in round 1: group A has six players, not eight."""
    event = swiss(14, rounds=5, acceleration="baku", numbering="list")
    for name in ("Player 13", "Player 14"):
        event.asks(name, {1: "half"})
    for paired in (False, True):
        if paired:
            event.pair()
        field = field_of(event.state, "", 1)
        assert [one.number for one in field.entrants if one.virtual] == [1, 2, 3, 4, 5, 6]
    play(event, Dice("baku"))
    event.pair()
    assert_checked(event.state)


def test_who_comes_after_a_bye_in_round_one_is_in_group_a_above_its_last_player() -> None:
    event = swiss(14, rounds=5, acceleration="baku", numbering="list")
    for name in ("Player 2", "Player 3"):
        event.asks(name, {1: "half"})
    event.pair()
    play(event, Dice("baku"))
    field = field_of(event.state, "", 2)
    assert [one.number for one in field.entrants if one.virtual] == [1, 2, 3, 4, 5, 6, 7, 8]
