"""An event that was paired by hand goes on as what it was: the older databases of the bye specification are Swisses."""

from __future__ import annotations

from collections.abc import Sequence

from podium.core.ids import PairingId, PlayerId
from podium.core.player import PlayerFields
from podium.core.points import Points
from podium.core.result import ByeType, Result
from podium.flow.commands import AdoptRecords, ContinueAs, EditRound
from podium.flow.events import FormatChanged
from podium.flow.formats.swiss_field import field_of
from podium.flow.state import Bye, Game, Pairing, Round, Stage
from podium.roundrobin import berger
from podium.swiss import ENGINE, Colour
from tests.kit.events import Director, director, refused
from tests.kit.loops import every
from tests.kit.memory import MemoryJournal


def older(*rounds: Sequence[Pairing], sections: dict[str, str] | None = None, **given: object) -> Director:
    """An event as an older database brings it: published rounds, the format `manual`."""
    ids = dict.fromkeys(player for games in rounds for each in games for player in each.players)
    event = Director(MemoryJournal(), "old")  # type: ignore[arg-type]  # ids are text
    homes = sections or {}
    settings = {"name": "Old", "format": "manual", "sections": sorted(set(homes.values())), **given}
    players = {id: PlayerFields(str(id), section=homes.get(id)) for id in ids}
    made = tuple(
        Round(number, {each.id: each for each in games}, Stage.PUBLISHED)
        for number, games in enumerate(rounds, start=1)
    )
    event.do(AdoptRecords(event.stream, settings, players, made))
    return event


def game(board: int, white: str, black: str, result: str = "1-0", round: int = 1) -> Game:
    return Game(PairingId(f"r{round}b{board}"), board, PlayerId(white), PlayerId(black), result=Result(result))


def bye(board: int, player: str, kind: str = "bye", paid: str | None = None, round: int = 1) -> Bye:
    points = Points.of(paid) if paid is not None else None
    return Bye(PairingId(f"r{round}b{board}"), board, PlayerId(player), ByeType(kind), recorded=points)


def five() -> Director:
    """Two rounds of five players; round 1 left an unspecified bye, round 2 names its own."""
    return older(
        [game(1, "A", "C"), game(2, "D", "B"), bye(3, "E", "unspecified", "0.5")],
        [game(1, "B", "A", "0-1", 2), game(2, "E", "D", "1/2-1/2", 2), bye(3, "C", round=2)],
    )


def goes_on(event: Director, format: str, **given: object) -> None:
    event.do(ContinueAs({"format": format, **given}))


class TestAsASwiss:
    def test_the_next_round_is_paired_by_the_engine_from_what_was_played(self) -> None:
        event = five()
        before = event.state
        goes_on(event, "swiss", rounds=5)
        assert (event.state.players, event.state.rounds, event.state.where) == (
            before.players,
            before.rounds,
            before.where,
        )
        assert event.state.settings.format == "swiss"
        event.pair()
        assert event.round(3).engine == ENGINE
        met = {frozenset(each.players) for here in event.state.rounds[:2] for each in here.games.values()}
        games = [each for each in event.round(3).in_order if isinstance(each, Game)]
        assert len(games) == 2
        assert not met & {frozenset(each.players) for each in games}
        [spare] = [each for each in event.round(3).in_order if isinstance(each, Bye)]
        assert event.name(spare.player) not in ("E", "C")  # both had it, of whatever kind the older program meant

    def test_colours_byes_and_points_are_those_of_the_rounds(self) -> None:
        event = five()
        goes_on(event, "swiss", rounds=5)
        [a, b, _, d, e] = field_of(event.state, "", 3).entrants
        assert [turn.colour for turn in a.turns] == [Colour.WHITE, Colour.BLACK]
        assert [turn.colour for turn in b.turns] == [Colour.BLACK, Colour.WHITE]
        assert [turn.opponent for turn in d.turns] == [2, 5]
        assert e.turns[0].allocated
        assert str(e.turns[0].points) == "0.5"

    def test_it_is_one_change_and_can_be_undone(self) -> None:
        event = five()
        before = event.state
        receipt = event.do(ContinueAs({"format": "swiss", "rounds": 5}))
        assert [type(each) for each in receipt.events] == [FormatChanged]
        event.undo()
        assert event.state == before
        event.redo()
        assert event.state.settings.format == "swiss"
        event.result("A", "1/2-1/2", 1)  # results of the past stand in nobody's way
        event.undo(4)  # what brought it again
        assert event.state.settings.format == "manual"

    def test_it_cannot_be_undone_under_a_round_of_the_engine(self) -> None:
        event = five()
        goes_on(event, "swiss", rounds=5)
        event.pair()
        with refused("change-depended-on"):
            event.undo(2)
        event.undo()
        event.undo()
        assert event.state.settings.format == "manual"

    def test_what_only_a_swiss_has_can_be_decided_with_it_and_not_later(self) -> None:
        event = five()
        goes_on(event, "swiss", rounds=5, numbering="list", initial_colour="black")
        assert event.state.settings.numbering.value == "list"
        with refused("rounds-exist"):
            event.settings(initial_colour="white")

    @every("format", ["swiss", "round-robin"])
    def test_rounds_that_were_not_held_to_fides_rules_do_not_go_on_by_them(self, format: str) -> None:
        event = older([game(1, "A", "B"), game(2, "C", "D")], [game(1, "A", "B", round=2), game(2, "C", "D", round=2)])
        with refused("rounds-exist") as caught:
            goes_on(event, format, rounds=5, rules="fide")
        assert (caught.value.facts["field"], caught.value.facts["value"]) == ("rules", "fide")
        goes_on(event, "swiss", rounds=5, rules="club")
        with refused("rounds-exist"):
            event.settings(rules="fide")

    def test_an_event_without_rounds_can_still_choose_them(self) -> None:
        event = director("manual")
        event.players(*"ABCD")
        goes_on(event, "swiss", rounds=5, rules="fide")
        assert event.state.settings.rules.value == "fide"

    def test_it_needs_a_plan(self) -> None:
        event = five()
        with refused("swiss-needs-rounds"):
            goes_on(event, "swiss")
        with refused("rounds-exist"):
            goes_on(event, "swiss", rounds=1)
        goes_on(older([game(1, "A", "B")], rounds=3), "swiss")  # an older table may have known it

    def test_a_round_that_is_being_made_is_finished_first(self) -> None:
        event = five()
        event.do(EditRound(2, open=True))
        with refused("round-being-edited"):
            goes_on(event, "swiss", rounds=5)
        event.do(EditRound(2, open=False))
        event.pairs(3, [("A", "D"), ("B", "C"), ("E",)])
        with refused("round-is-draft") as caught:
            goes_on(event, "swiss", rounds=5)
        assert caught.value.facts["value"] == 3
        event.publish(3)
        goes_on(event, "swiss", rounds=5)

    def test_a_player_twice_in_a_round_is_named_with_both_boards(self) -> None:
        event = older([game(1, "A", "B"), game(2, "C", "A"), bye(3, "D")])
        with refused("player-twice-on-boards") as caught:
            goes_on(event, "swiss", rounds=5)
        assert caught.value.facts == {"value": "A", "round": 1, "boards": [1, 2]}
        event.result("C", None)
        event.removes_pairing("C")
        goes_on(event, "swiss", rounds=5)

    def test_an_empty_round_is_named(self) -> None:
        with refused("round-empty") as caught:
            goes_on(older([game(1, "A", "B")], [], [game(1, "B", "A", round=3)]), "swiss", rounds=5)
        assert caught.value.facts["value"] == 2

    def test_a_game_between_sections_is_named(self) -> None:
        event = older([game(1, "A", "B"), game(2, "C", "D")], sections={"A": "X", "B": "X", "C": "X", "D": "Y"})
        with refused("game-across-sections") as caught:
            goes_on(event, "swiss", rounds=5)
        assert caught.value.facts["names"] == ["C", "D"]


class TestAsARoundRobin:
    def played(self, order: str, rounds_played: int, cycles: int = 1) -> Director:
        """The first rounds of a Berger table, in which the players sit in this order."""
        rounds: list[list[Pairing]] = []
        for each in berger(len(order), cycles).rounds[:rounds_played]:
            seats = [(order[white - 1], order[black - 1]) for white, black in each.boards]
            games = [game(board, *seat, round=each.number) for board, seat in enumerate(seats, start=1)]
            free = [bye(9, order[each.free - 1], round=each.number)] if each.free else []
            rounds.append([*games, *free])
        return older(*rounds)

    @every("order", ["CAFEBD", "DBCEA"], ids=["even", "odd"])
    def test_the_rest_of_the_table_follows(self, order: str) -> None:
        event, whole = self.played(order, 3), self.played(order, 5)
        goes_on(event, "round-robin")
        assert event.state.seats == {"": tuple(order)}
        for number in (4, 5):
            event.pair()
            sheets = [{line.split(" ")[0] for line in each.sheet(number)} for each in (event, whole)]
            assert sheets[0] == sheets[1]
        with refused("rounds-exhausted"):
            event.pair()

    def test_its_seats_go_and_come_with_undo_and_redo(self) -> None:
        event = self.played("CAFEBD", 3)
        before = event.state
        goes_on(event, "round-robin")
        event.undo()
        assert event.state == before
        event.redo()
        assert event.state.seats == {"": tuple("CAFEBD")}

    def test_a_late_entry_who_took_the_vacant_seat_stands_in_the_way_of_undo(self) -> None:
        event = self.played("DBCEA", 2)
        goes_on(event, "round-robin")
        event.players("F")
        with refused("change-depended-on"):
            event.undo(2)

    def test_two_cycles_go_on_in_the_second(self) -> None:
        event = self.played("CABD", 4, cycles=2)
        with refused("met-too-often"):
            goes_on(event, "round-robin")
        goes_on(event, "round-robin", cycles=2)
        event.pair()
        assert event.round(5).number == 5

    def test_who_met_twice_is_named_with_the_rounds(self) -> None:
        event = older([game(1, "A", "B"), game(2, "C", "D")], [game(1, "B", "A", round=2), game(2, "D", "C", round=2)])
        with refused("met-too-often") as caught:
            goes_on(event, "round-robin")
        assert caught.value.facts["rounds"] == [1, 2]
        assert caught.value.facts["names"] == ["B", "A"]

    def test_the_first_round_that_is_of_no_table_is_named(self) -> None:
        event = older(
            [game(1, "A", "B"), game(2, "C", "D"), game(3, "E", "F"), game(4, "G", "H")],
            [game(board, pair[0], pair[1], round=2) for board, pair in enumerate(["AC", "BD", "EG", "FH"], start=1)],
        )
        with refused("games-of-no-table") as caught:
            goes_on(event, "round-robin")
        assert caught.value.facts["value"] == 2

    def test_games_after_the_last_round_of_the_table_are_named(self) -> None:
        event = older([game(1, "A", "B")], [bye(1, "A", round=2), bye(2, "B", round=2)], [game(1, "C", "B", round=3)])
        event.players("D")
        event.settings(rounds=9)
        event.pairs(4, [("C", "D")])
        event.publish(4)
        with refused("games-after-table") as caught:
            goes_on(event, "round-robin")
        assert caught.value.facts == {"value": 4, "most": 3, "players": 4}

    def test_one_player_is_no_round_robin(self) -> None:
        with refused("too-few-players"):
            goes_on(older([bye(1, "A")]), "round-robin")


@every("format", ["doubles", "knockout"])
def test_games_of_two_players_cannot_go_on_as_something_else(format: str) -> None:
    with refused("rounds-exist"):
        goes_on(five(), format)


def test_only_what_was_paired_by_hand_goes_on_as_something_else() -> None:
    event = director("swiss", rounds=5)
    event.players(*"ABCD")
    event.pair()
    event.publish(1)
    for format in ("round-robin", "manual"):
        with refused("rounds-exist"):
            goes_on(event, format)


def test_before_the_first_round_it_is_a_change_of_the_settings() -> None:
    event = director()
    goes_on(event, "swiss")
    assert event.state.settings.format == "swiss"
    with refused("format-missing"):
        event.do(ContinueAs({"rounds": 5}))
