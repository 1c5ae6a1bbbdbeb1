"""Players who are level at the end: a shared place, lots that are always the same, an order by hand, typed values."""

from __future__ import annotations

from podium.app.queries import standings
from podium.app.standings.ties import shared_places
from podium.core.ids import PlayerId
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, ChangeSettings, OrderTie, Revert, TypeTiebreaks
from podium.flow.rounds.kept_values import TieOrderedBy
from podium.flow.standings.ties import in_order_of_lots
from tests.kit.events import Director, director, refused
from tests.kit.loops import every

LOT, HAND = TieOrderedBy.LOT, TieOrderedBy.HAND


def finished(stream: str = "t1", **settings: object) -> Director:
    """Two games: Ann and Cas win, Ben and Dee lose; the pairs are level."""
    event = director("swiss", stream, rounds=1, tiebreaks=["WIN"], **settings)
    event.do(AddPlayers(tuple(map(PlayerFields, ("Ann", "Cas", "Ben", "Dee")))))
    event.pairs(1, [("Ann", "Ben"), ("Cas", "Dee")])
    event.result("Ann", "1-0")
    event.result("Cas", "1-0")
    return event


def ids(event: Director, *names: str) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(event.id(name)) for name in names)


def ranks(event: Director) -> dict[str, int]:
    return {row.player.name: row.rank for row in standings(event.state)}


def ordered(event: Director) -> dict[str, str | None]:
    return {row.player.name: row.ordered_by and row.ordered_by.value for row in standings(event.state)}


def test_players_whom_nothing_separates_share_a_place() -> None:
    event = finished()
    assert ranks(event) == {"Ann": 1, "Cas": 1, "Ben": 3, "Dee": 3}
    assert [(place.rank, place.last, len(place.rows)) for place in shared_places(event.state)] == [(1, 2, 2), (3, 4, 2)]


def test_an_order_by_hand_gives_each_a_place() -> None:
    event = finished()
    event.do(OrderTie(ids(event, "Cas", "Ann"), HAND))
    assert ranks(event) == {"Cas": 1, "Ann": 2, "Ben": 3, "Dee": 3}
    assert ordered(event) == {"Cas": "hand", "Ann": "hand", "Ben": None, "Dee": None}


@every("stream", [f"t{number}" for number in range(8)])
def test_lots_drawn_again_are_the_same(stream: str) -> None:
    """Undone and drawn again, named the other way round, after an order by hand: always the same."""
    event = finished(stream)
    event.do(OrderTie(ids(event, "Ann", "Cas"), LOT))
    drawn = ranks(event)
    assert set(drawn.values()) == {1, 2, 3}
    event.do(Revert())
    assert ranks(event)["Ann"] == ranks(event)["Cas"] == 1
    event.do(OrderTie(ids(event, "Cas", "Ann"), LOT))
    assert ranks(event) == drawn
    event.do(OrderTie(ids(event, "Cas", "Ann"), HAND))
    event.do(OrderTie(ids(event, "Cas", "Ann"), LOT))
    assert ranks(event) == drawn
    [order] = event.state.tie_orders
    assert (order.seed, order.players) == (stream, in_order_of_lots(stream, order.players[::-1]))


def test_lots_do_not_always_fall_the_same_way() -> None:
    first = {in_order_of_lots(f"t{number}", (PlayerId("ann"), PlayerId("cas"))) for number in range(20)}
    assert len(first) == 2


def test_the_lot_of_a_player_does_not_depend_on_who_else_is_level() -> None:
    everybody = [PlayerId(name) for name in "abcdefgh"]
    order = in_order_of_lots("t1", everybody)
    some = [id for id in order if id in "bdfh"]
    assert list(in_order_of_lots("t1", everybody[1::2])) == some


def test_an_order_no_longer_applies_once_the_tie_dissolves_and_does_again_when_it_is_back() -> None:
    event = finished()
    event.do(OrderTie(ids(event, "Cas", "Ann"), HAND))
    event.result("Ann", "1/2-1/2")
    assert ranks(event) == {"Cas": 1, "Ann": 2, "Ben": 2, "Dee": 4}
    assert ordered(event) == dict.fromkeys(("Cas", "Ann", "Ben", "Dee"))
    event.result("Ann", "1-0")
    assert ranks(event) == {"Cas": 1, "Ann": 2, "Ben": 3, "Dee": 3}


def test_other_tiebreaks_of_a_reader_are_ranked_without_the_order() -> None:
    event = finished()
    event.do(OrderTie(ids(event, "Cas", "Ann"), HAND))
    assert [row.rank for row in standings(event.state, codes=["WON"])] == [1, 1, 3, 3]
    assert [row.rank for row in standings(event.state, after=0)] == [1, 1, 1, 1]


def test_players_can_be_level_again_and_an_order_undone_and_redone() -> None:
    event = finished()
    event.do(OrderTie(ids(event, "Cas", "Ann"), HAND))
    event.do(OrderTie(ids(event, "Ann", "Cas"), None))
    assert ranks(event)["Cas"] == ranks(event)["Ann"]
    event.do(Revert())
    assert ranks(event)["Ann"] == 2
    event.do(OrderTie(ids(event, "Ann", "Cas"), HAND))
    with refused("change-depended-on"):
        event.do(Revert(event.version - 3))


@every(
    ("names", "code"),
    [(("Ann",), "tie-of-one"), (("Ann", "Ann"), "player-twice"), (("Ann", "Ben"), "players-not-tied")],
)
def test_what_is_no_tie_is_not_ordered(names: tuple[str, ...], code: str) -> None:
    event = finished()
    with refused(code):
        event.do(OrderTie(ids(event, *names), LOT))


def test_places_of_two_sections_are_not_one() -> None:
    event = director("swiss", rounds=1, sections=["A", "B"], tiebreaks=["WIN"])
    names = (("Ann", "A"), ("Ben", "A"), ("Cas", "B"), ("Dee", "B"))
    event.do(AddPlayers(tuple(PlayerFields(name, section=section) for name, section in names)))
    event.pairs(1, [("Ann", "Ben"), ("Cas", "Dee")])
    event.result("Ann", "1/2-1/2")
    event.result("Cas", "1/2-1/2")
    with refused("tie-across-sections"):
        event.do(OrderTie(ids(event, "Ann", "Cas"), LOT))
    event.do(OrderTie(ids(event, "Ann", "Ben"), LOT))
    assert sorted(ranks(event)[name] for name in ("Ann", "Ben")) == [1, 2]
    assert ranks(event)["Cas"] == ranks(event)["Dee"] == 1


def test_ties_are_decided_when_all_rounds_are_played() -> None:
    event = finished()
    event.do(ChangeSettings({"rounds": 2}))
    with refused("tie-before-end"):
        event.do(OrderTie(ids(event, "Cas", "Ann"), HAND))
    event.do(ChangeSettings({"rounds": 1}))
    event.result("Ann", None)
    with refused("tie-while-open"):
        event.do(OrderTie(ids(event, "Ann", "Ben", "Dee"), HAND))


def test_an_order_is_not_taken_for_one_after_another_round() -> None:
    event = finished()
    event.do(OrderTie(ids(event, "Cas", "Ann"), HAND))
    event.do(ChangeSettings({"rounds": 2}))
    event.pairs(2, [("Ann", "Cas"), ("Ben", "Dee")])
    event.result("Ann", "1/2-1/2")
    assert ranks(event)["Ann"] == ranks(event)["Cas"] == 1
    assert [row.ordered_by for row in standings(event.state, after=1)][:2] == [HAND, HAND]


def test_typed_values_decide_and_can_be_undone() -> None:
    event = finished()
    event.do(ChangeSettings({"tiebreaks": ["WIN", "EXT"]}))
    ann, cas, ben = ids(event, "Ann", "Cas", "Ben")
    event.do(TypeTiebreaks({ann: "2,5", cas: 2.75, ben: 1}))
    assert ranks(event) == {"Cas": 1, "Ann": 2, "Ben": 3, "Dee": 4}
    assert {row.player.name: row.tiebreaks["EXT"] for row in standings(event.state)} == {
        "Cas": "2.75", "Ann": "2.5", "Ben": "1", "Dee": None
    }  # fmt: skip
    event.do(TypeTiebreaks({cas: None}))
    assert ranks(event)["Cas"] == 2
    event.do(Revert())
    assert ranks(event)["Cas"] == 1


@every("value", ["a", "1.23456", "12345678", True, "1e3", "NaN"])
def test_a_typed_value_is_a_number_of_at_most_four_decimals(value: object) -> None:
    event = finished()
    event.do(ChangeSettings({"tiebreaks": ["EXT"]}))
    with refused("typed-value-malformed"):
        event.do(TypeTiebreaks({ids(event, "Ann")[0]: value}))


def test_values_that_nothing_uses_are_not_taken() -> None:
    event = finished()
    with refused("typed-values-unused"):
        event.do(TypeTiebreaks({ids(event, "Ann")[0]: 1}))


@every("format", ["doubles", "knockout"])
def test_formats_without_tiebreaks_have_no_ties_to_order(format: str) -> None:
    event = director(format)
    event.players("Ann", "Ben")
    assert shared_places(event.state) == ()
    with refused("ties-of-format"):
        event.do(OrderTie(ids(event, "Ann", "Ben"), LOT))
