"""Half-point byes in FIDE mode: one for a player, none for who is not entitled to them; no limit in club events."""

from __future__ import annotations

from collections.abc import Callable

from podium.core.dice import Dice
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.core.result import ByeType
from podium.flow.commands import AdoptRecords, EditPlayer, RequestByes, SettleAbsences
from podium.flow.decide import decide
from tests.kit.events import Director, director, refused
from tests.kit.loops import every

Way = Callable[[Director], object]


def begun(rules: str = "fide", **byes: str) -> Director:
    """A Swiss of six whose first round is closed, with these byes in it."""
    event = director("swiss", rounds=5, rules=rules)
    event.players(*"ABCDEF")
    for name, kind in byes.items():
        event.asks(name, {1: kind})
    event.pair()
    event.all_results("1-0")
    event.close(1)
    return event


def by_hand(event: Director) -> None:
    event.pairs(2, [("A", "", "half"), ("B", "C"), ("D", "E")])


def on_a_paired_round(event: Director) -> None:
    event.do(RequestByes(event.id("A"), {**event.player("A").byes, 2: ByeType.ZERO}))
    event.pair()
    event.bye_result("A", "half")


def on_a_closed_round(event: Director) -> None:
    event.withdraws("A")
    event.pair()
    event.all_results("1-0")
    event.close(2)
    event.bye(2, "A", "half")


WAYS: dict[str, Way] = {
    "asked for": lambda event: event.do(RequestByes(event.id("A"), {**event.player("A").byes, 2: ByeType.HALF})),
    "absent at the check-in": lambda event: event.do(SettleAbsences((event.id("A"),), 2, ByeType.HALF)),
    "paired by hand": by_hand,
    "changed in a paired round": on_a_paired_round,
    "given in a closed round": on_a_closed_round,
}


@every("way", WAYS)
def test_a_second_one_is_refused_with_the_round_of_the_first(way: str) -> None:
    event = begun(A="half")
    with refused("half-bye-repeated") as caught:
        WAYS[way](event)
    assert (caught.value.facts["name"], caught.value.facts["first"], caught.value.facts["round"]) == ("A", 1, 2)


@every("way", WAYS)
def test_whoever_is_not_entitled_gets_none(way: str) -> None:
    event = begun()
    event.do(EditPlayer(event.id("A"), {}, half_byes=False))
    with refused("half-byes-not-due"):
        WAYS[way](event)
    event.do(EditPlayer(event.id("A"), {}, half_byes=True))
    if way in ("changed in a paired round", "given in a closed round"):
        return  # the round is there already, with another bye
    WAYS[way](event)


@every("way", WAYS)
def test_club_events_have_no_limit(way: str) -> None:
    event = begun("club", A="half")
    event.do(EditPlayer(event.id("A"), {}, half_byes=False))
    WAYS[way](event)


def test_two_at_once_are_refused_and_a_zero_point_bye_is_not() -> None:
    event = begun()
    with refused("half-bye-repeated") as caught:
        event.asks("A", {3: "half", 5: "half"})
    assert (caught.value.facts["round"], caught.value.facts["first"]) == (5, 3)
    event.asks("A", {3: "half", 5: "zero"})
    with refused("half-bye-repeated"):
        event.asks("A", {3: "half", 5: "half"})
    event.asks("A", {5: "half"})  # another round in its place


def test_one_that_is_asked_for_counts_before_its_round() -> None:
    event = begun()
    event.asks("A", {4: "half"})
    with refused("half-bye-repeated") as caught:
        by_hand(event)
    assert caught.value.facts["first"] == 4


def test_what_was_asked_for_before_the_event_was_fides_is_not_given_twice() -> None:
    event = director("swiss", rounds=5)
    event.players(*"ABCDEF")
    event.asks("A", {1: "half", 2: "half"})
    event.settings(rules="fide")
    event.pair()
    event.all_results("1-0")
    event.close(1)
    with refused("half-bye-repeated") as caught:
        event.pair()
    assert caught.value.facts["first"] == 1
    event.asks("A", {1: "half"})
    event.pair()


def test_who_asks_for_one_is_not_marked_until_that_is_changed() -> None:
    event = begun()
    event.asks("A", {4: "half"})
    with refused("half-bye-asked-for"):
        event.do(EditPlayer(event.id("A"), {}, half_byes=False))
    event.asks("A", {})
    event.do(EditPlayer(event.id("A"), {"club": "Rooks"}, half_byes=False))
    assert (event.player("A").half_byes, event.player("A").fields.club) == (False, "Rooks")
    event.edit("A", club="Knights")
    assert not event.player("A").half_byes
    event.undo()
    event.undo()
    assert event.player("A").half_byes


@every(("rules", "code"), [("fide", "half-bye-repeated"), ("club", None)])
def test_a_file_cannot_ask_for_two_either(rules: str, code: str | None) -> None:
    source = director("swiss", "from", rounds=5)
    source.players("A", "B")
    ann = source.id("A")
    players = {id: PlayerFields(player.name) for id, player in source.state.players.items()}
    given = {"name": "Open", "format": "swiss", "rounds": 5, "rules": rules}
    command = AdoptRecords(TournamentId("t2"), given, players, (), {ann: {2: ByeType.HALF, 3: ByeType.HALF}})
    if code is None:
        assert decide(None, command, "2026-01-01T00:00:00Z", Dice("x"))
        return
    with refused(code):
        decide(None, command, "2026-01-01T00:00:00Z", Dice("x"))
