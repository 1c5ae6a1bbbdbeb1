"""Pairing numbers (C.04.2): given with round 1, kept from then on, and only renumbered until round 4 is paired."""

from __future__ import annotations

from dataclasses import replace

from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, RenumberPlayers
from podium.flow.events import Event, RoundPaired, RoundUnpaired
from podium.flow.evolve import fold
from podium.flow.formats.registry import numbers_of, numbers_to_move
from podium.flow.players.numbers import numbers_in, pairing_numbers
from podium.flow.revert import reverted
from tests.kit.events import Director, director, games, refused
from tests.kit.loops import every

RATINGS = {"Ann": 2400, "Ben": 2300, "Cid": 2200, "Dan": 2100, "Eve": 2000, "Fay": 1900, "Gus": 1800, "Hal": 1700}


def swiss(numbering: str = "rating") -> Director:
    """A Swiss of eight, the strongest first."""
    event = director("swiss", rounds=6, numbering=numbering)
    event.do(AddPlayers(tuple(PlayerFields(name, rating) for name, rating in RATINGS.items())))
    return event


def play(event: Director, rounds: int = 1) -> None:
    """So many more rounds, in which White always wins."""
    for _ in range(rounds):
        event.pair()
        for game in games(event.round()):
            event.result(event.name(game.white), "1-0")


def order(event: Director, round: int | None = None) -> str:
    """The initials of the players by number, and the numbers themselves where one is left out."""
    numbers = pairing_numbers(event.state, "") if round is None else numbers_in(event.state, "", round)
    assert list(numbers.values()) == sorted(set(numbers.values()))
    plain = list(numbers.values()) == list(range(1, len(numbers) + 1))
    return "".join(event.name(id)[0] + ("" if plain else str(number)) for id, number in numbers.items())


def test_before_round_1_numbers_follow_the_ratings_titles_and_names() -> None:
    event = swiss()
    assert order(event) == "ABCDEFGH"
    event.edit("Hal", rating=2500)
    event.edit("Ben", rating=2200, title="IM")
    event.edit("Cid", name="Zed")
    assert order(event) == "HABZDEFG"
    assert event.state.numbers == {}


@every(("language", "names"), [("any", "Aas Åberg Böhm Bohn Busch Zeh"), ("sv", "Aas Bohn Busch Böhm Zeh Åberg")])
def test_equal_ratings_are_numbered_in_the_alphabet_of_the_event(language: str, names: str) -> None:
    event = director("swiss", rounds=6, language=language)
    event.do(AddPlayers(tuple(PlayerFields(name, 1500) for name in ("Zeh", "Åberg", "Busch", "Böhm", "Bohn", "Aas"))))
    assert " ".join(event.name(id) for id in pairing_numbers(event.state, "")) == names
    event.pair()
    assert " ".join(event.name(id) for id in event.state.rounds[0].numbers[""]) == names


@every("rounds", [1, 3, 4, 5])
@every("change", [{"rating": 2600}, {"name": "Aaron"}, {"title": "GM", "rating": 2400}])
def test_a_correction_after_a_round_moves_no_number(rounds: int, change: dict[str, object]) -> None:
    event = swiss()
    play(event, rounds)
    before = pairing_numbers(event.state, "")
    event.edit("Hal", **change)
    assert pairing_numbers(event.state, "") == before
    event.pair()
    assert pairing_numbers(event.state, "") == before


@every("rounds", [1, 2, 3])
def test_numbers_can_be_given_anew_until_round_4_is_paired(rounds: int) -> None:
    event = swiss()
    play(event, rounds)
    event.edit("Hal", rating=2350)
    assert numbers_to_move(event.state) == 7
    event.do(RenumberPlayers())
    assert order(event) == "AHBCDEFG"
    assert order(event, rounds) == "ABCDEFGH"
    assert numbers_to_move(event.state) == 0
    event.pair()
    assert order(event, rounds + 1) == "AHBCDEFG"


def test_once_round_4_is_paired_numbers_are_not_given_anew() -> None:
    event = swiss()
    play(event, 3)
    event.edit("Hal", rating=2350)
    event.pair()
    assert numbers_to_move(event.state) == 0
    with refused("numbers-fixed"):
        event.do(RenumberPlayers())
    event.unpair(4)
    event.do(RenumberPlayers())
    assert order(event) == "AHBCDEFG"


def test_another_way_of_numbering_gives_other_numbers_until_a_round_is_paired() -> None:
    event = swiss()
    event.edit("Hal", rating=2350)
    assert order(event) == "AHBCDEFG"
    event.settings(numbering="list")
    assert order(event) == "ABCDEFGH"
    event.undo()
    assert order(event) == "AHBCDEFG"
    event.pair()
    for given in ({"numbering": "list"}, {"equal_order": "lots"}):
        with refused("rounds-exist"):
            event.settings(**given)
    event.do(AddPlayers((PlayerFields("Max", 2450),)))
    assert order(event) == "MAHBCDEFG"


@every("rounds", [1, 3, 4, 5])
def test_a_late_entry_gets_the_number_that_the_rating_earns(rounds: int) -> None:
    event = swiss()
    play(event, rounds)
    event.do(AddPlayers((PlayerFields("Liz", 2150), PlayerFields("Max", 2450))))
    assert order(event) == "MABCLDEFGH"
    event.edit("Liz", rating=1750)
    assert order(event) == "MABCDEFGLH"
    event.pair()
    event.edit("Liz", rating=2600)
    assert order(event) == "MABCDEFGLH"


def test_a_late_entry_comes_last_where_the_list_numbers() -> None:
    event = swiss("list")
    play(event)
    event.do(AddPlayers((PlayerFields("Liz", 2950),)))
    assert order(event) == "ABCDEFGHL"


def test_who_never_played_leaves_the_number_free_for_the_next_to_come_there() -> None:
    event = swiss()
    event.withdraws("Cid")
    play(event)
    event.removes("Cid")
    assert order(event) == "A1B2D4E5F6G7H8"
    event.do(AddPlayers((PlayerFields("Liz", 2150), PlayerFields("Max", 1850))))
    assert order(event) == "ABLDEFMGH"


def test_numbers_go_back_with_the_state() -> None:
    event = swiss()
    play(event)
    event.do(AddPlayers((PlayerFields("Liz", 2150),)))
    event.edit("Hal", rating=2350)
    before = event.version
    event.do(RenumberPlayers())
    assert order(event) == "AHBCLDEFG"
    event.pair()
    event.undo()
    assert order(event) == "AHBCLDEFG"
    event.undo()
    assert order(event) == "ABCDLEFGH"  # four are rated higher
    event.redo()
    assert order(event) == "AHBCLDEFG"
    event.rewind(before)
    assert order(event) == "ABCDLEFGH"
    event.unpair(1)
    assert order(event) == "AHBCLDEFG"  # they follow the ratings again


def test_numbers_that_a_round_was_paired_with_are_not_taken_back_before_it() -> None:
    event = swiss()
    play(event)
    event.edit("Hal", rating=2350)
    given = event.do(RenumberPlayers()).version
    event.pair()
    with refused("change-depended-on"):
        event.undo(given)


def test_sections_are_numbered_each_for_itself() -> None:
    event = director("swiss", rounds=3, sections=["A", "B"])
    sections = zip("ABABABAB", RATINGS.items(), strict=True)
    event.do(AddPlayers(tuple(PlayerFields(name, rating, section=own) for own, (name, rating) in sections)))
    play(event)
    event.do(AddPlayers((PlayerFields("Liz", 2350, section="B"),)))
    assert [event.name(id) for id in pairing_numbers(event.state, "B")] == ["Liz", "Ben", "Dan", "Fay", "Hal"]
    event.edit("Liz", section="A")
    numbers = [pairing_numbers(event.state, section) for section in "AB"]
    assert [list(each.values()) for each in numbers] == [[1, 2, 3, 4, 5], [1, 2, 3, 4]]


def test_at_the_tables_of_a_round_robin_the_number_is_that_of_the_table() -> None:
    event = director("round-robin")
    event.players("Ann", "Ben", "Cid", "Dan")
    event.withdraws("Ben")
    event.pair()
    assert {event.name(id): number for id, number in numbers_of(event.state, "").items()} == {
        "Ann": 1, "Cid": 2, "Dan": 3, "Ben": 4,
    }  # fmt: skip
    event.players("Eve")
    assert numbers_of(event.state, "")[event.id("Eve")] == 4
    with refused("numbers-of-format"):
        event.do(RenumberPlayers())


def without_numbers(event: Event) -> Event:
    """The event as it was written before numbers were kept."""
    match event:
        case RoundPaired():
            return replace(event, numbers=None)
        case RoundUnpaired():
            return RoundUnpaired(replace(event.undone, numbers=None))
        case _:
            return event


def journal(event: Director) -> list[Event]:
    return [each for events in event.past.events_by_version().values() for each in events]


def test_rounds_of_earlier_versions_have_the_numbers_they_were_paired_with() -> None:
    """Then they followed from rating, title and name, whenever a round was paired."""
    event = swiss()
    play(event)
    event.edit("Hal", rating=2350)
    event.unpair(1)
    play(event)
    event.do(AddPlayers((PlayerFields("Liz", 2150),)))
    event.pair()
    event.unpair(2)
    play(event)
    older = fold(None, map(without_numbers, journal(event)))
    assert older == event.state
    assert older is not None
    assert [here.numbers for here in older.rounds] == [here.numbers for here in event.state.rounds]


def test_rounds_of_earlier_versions_are_numbered_by_the_codes_of_letters() -> None:
    event = director("swiss", rounds=6)
    event.do(AddPlayers(tuple(PlayerFields(name, 1500) for name in ("Zeh", "Busch", "Böhm", "Aas"))))
    event.pair()
    older = fold(None, map(without_numbers, journal(event)))
    assert older is not None
    assert [older.players[id].name for id in older.rounds[0].numbers[""]] == ["Aas", "Busch", "Böhm", "Zeh"]


def test_an_old_round_that_was_undone_comes_back_with_its_numbers() -> None:
    event = swiss()
    event.pair()
    before = [without_numbers(each) for each in journal(event)]
    state = fold(None, before)
    assert state is not None
    undo = reverted(state, len(before), before[-1:])
    gone = fold(state, undo)
    edited = replace(event.state.players[event.id("Hal")], fields=PlayerFields("Hal", 2900))
    assert gone is not None
    gone = replace(gone, players={**gone.players, edited.id: edited})
    back = fold(gone, reverted(gone, len(before) + 1, undo, again=True))
    assert back is not None
    assert back.rounds == state.rounds
