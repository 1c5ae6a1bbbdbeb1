"""What would change, and which parts of a page did."""

from typing import get_args

from msgspec import to_builtins

from podium.app.access import Role
from podium.app.event.changes import _TOUCHED, PARTS, Changes, changes, parts, what_if_answer
from podium.app.ports import Intent
from podium.app.rounds.answers import pairing_row
from podium.core.result import Result
from podium.flow.commands import Command, PairAllRounds, PairRound, RecordResult, RemovePlayer, Rewind, UnpairRound
from podium.flow.events import EVENTS, Event
from podium.flow.state import Tournament
from tests.kit.events import CHIEF, Director, director


def paired() -> Director:
    event = director()
    event.players("Ann", "Ben", "Cid", "Dot")
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dot")])
    event.result("Cid", "1/2-1/2")
    return event


def what_if(event: Director, command: Command) -> tuple[Tournament, Tournament]:
    head, receipt = event.journal.preview(Intent(event.stream, command, CHIEF, Role.OWNER))
    assert head.state is not None
    return head.state, receipt.state


def test_the_same_state_has_no_changes() -> None:
    event = paired()
    assert changes(event.state, event.state) == Changes((), ())


def test_a_result_changes_one_pairing_and_only_the_places_that_move() -> None:
    event = paired()
    before, after = what_if(event, RecordResult(event.pairing_id("Ben"), Result("0-1")))
    game = event.pairing("Ben")
    row = to_builtins(pairing_row(before, game))
    assert to_builtins(what_if_answer(changes(before, after), version=4)) == {
        "version": 4,
        "refused": None,
        "pairings": [
            {
                "id": game.id,
                "before": row,
                "after": {**row, "result": "0-1"},
            }
        ],
        "standings": [
            {
                "player_id": event.id("Ben"),
                "before": {"rank": 3, "points": 0.0},
                "after": {"rank": 1, "points": 1.0},
            },
            {
                "player_id": event.id("Cid"),
                "before": {"rank": 1, "points": 0.5},
                "after": {"rank": 2, "points": 0.5},
            },
            {
                "player_id": event.id("Dot"),
                "before": {"rank": 1, "points": 0.5},
                "after": {"rank": 2, "points": 0.5},
            },
            {
                "player_id": event.id("Ann"),
                "before": {"rank": 3, "points": 0.0},
                "after": {"rank": 4, "points": 0.0},
            },
        ],
        "prizes": [],
    }


def test_asking_leaves_version_and_state_as_they_are() -> None:
    event = paired()
    version, state = event.version, event.state
    changes(*what_if(event, UnpairRound(1)))
    assert (event.version, event.state) == (version, state)


def test_unpairing_and_pairing_show_pairings_that_go_and_come() -> None:
    event = paired()
    gone = changes(*what_if(event, UnpairRound(1))).pairings
    assert [(each.round, each.before is None, each.after is None) for each in gone] == [(1, False, True)] * 2
    event.unpair(1)
    event.players("Ivy")
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dot")])
    event.all_results("1-0")
    came = changes(*what_if(event, PairRound())).pairings
    assert [each.before for each in came] == [None] * len(came)


def test_a_player_who_leaves_has_no_place_after() -> None:
    event = paired()
    event.players("Ivy")
    [left] = [each for each in changes(*what_if(event, RemovePlayer(event.id("Ivy")))).standings if each.after is None]
    assert (left.name, left.before is None) == ("Ivy", False)


def test_a_new_tournament_has_nothing_before() -> None:
    event = paired()
    found = changes(None, event.state)
    assert len(found.pairings) == 2
    assert all(each.before is None for each in found.pairings)
    assert [each.before for each in found.standings] == [None] * 4


def test_parts_name_what_a_page_has_to_ask_for_again() -> None:
    event = paired()
    assert parts(event.result("Ann", "1-0").events) == ("results", "standings", "history")
    assert parts(event.settings(place="Leeds").events) == ("settings", "players", "standings", "history")
    assert parts(event.withdraws("Ann").events) == ("players", "rounds", "standings", "history")
    assert parts(event.publish(1).events) == ("rounds", "results", "standings", "history")
    assert parts(event.publish_event().events) == ("settings", "history")
    assert parts(event.undo().events) == ("settings", "history")


def test_a_rewind_touches_everything() -> None:
    event = paired()
    receipt = event.rewind(2)
    assert receipt.events == ()
    assert parts(receipt.events) == PARTS


def test_every_event_touches_known_parts() -> None:
    assert set(_TOUCHED) == set(EVENTS) == set(get_args(Event))
    assert all(touched <= set(PARTS) for touched in _TOUCHED.values())


def test_a_rewind_that_keeps_which_rounds_were_played_touches_everything_too() -> None:
    event = director("round-robin", rules="fide")
    event.players(*"ABCD")
    event.do(PairAllRounds())
    event.all_results("1-0", 1)
    version = event.version
    event.all_results("1-0", 2)
    receipt = event.do(Rewind(version), acknowledged=1)
    assert receipt.events
    assert parts(receipt.events) == PARTS
