"""Events that nobody could have led to by a command are refused, and those of commands are not."""

from __future__ import annotations

from dataclasses import replace

from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import Player, PlayerFields
from podium.core.points import Points
from podium.core.result import ByeType, Result
from podium.flow.event.kept_records import KeptRecords, VirtualPoints
from podium.flow.event.setting_values import Settings
from podium.flow.event.settings import merge_settings
from podium.flow.event_checks import MOST_NUMBER, check_event, check_state
from podium.flow.events import (
    BreachRecorded,
    Event,
    PlayersChanged,
    PrizesSet,
    ResultRecorded,
    RoundPaired,
    SetsRecorded,
    SettingsChanged,
    StartPositionChanged,
    TournamentCreated,
)
from podium.flow.fide.breaches import Breach, BreachKind
from podium.flow.prizes.prizes import Plan
from podium.flow.rounds.kept_values import StartPosition
from podium.flow.state import Boards, Bye, Game, Side
from podium.knockout import Changed, applied
from podium.prizes import Category, Prize
from tests.kit.events import director, refused
from tests.kit.loops import every

ID = TournamentId("k3v9w2m4xq")
SETTINGS = merge_settings(None, {"name": "Open", "format": "swiss", "rounds": 5})
ANN = Player(PlayerId("ann000000000"), 1, PlayerFields("Ann", 2000))
GAME = Game(PairingId(f"{ID}-0000000001"), 1, ANN.id, PlayerId("ben000000000"))
AT = "2026-08-31T10:00:00.000+00:00"


def entered(**changes: object) -> Event:
    return PlayersChanged(after=(replace(ANN, **changes),))  # type: ignore[arg-type]  # whatever somebody wrote


def settings(**changes: object) -> Event:
    return SettingsChanged(SETTINGS, replace(SETTINGS, **changes))  # type: ignore[arg-type]  # the same


def paired(bye: Bye) -> Event:
    return RoundPaired(1, Boards(byes=(bye,)), "swiss", AT)


def virtual(rounds: int) -> Event:
    return TournamentCreated(ID, SETTINGS, KeptRecords(virtual=(VirtualPoints(Points(100), 1, rounds, (ANN.id,)),)))


WRONG: dict[str, tuple[Event, str]] = {
    "a date": (settings(start="9999-99-99"), "date-malformed"),
    "dates in the wrong order": (settings(start="2026-08-31", end="2026-08-30"), "dates-reversed"),
    "what was before": (SettingsChanged(replace(SETTINGS, rounds=10**9), SETTINGS), "count-out-of-range"),
    "an id": (TournamentCreated(TournamentId(".."), SETTINGS), "id-malformed"),
    "a player's id": (entered(id=PlayerId("../x")), "id-malformed"),
    "a name": (entered(fields=PlayerFields("x" * 201)), "text-too-long"),
    "a bye of a round that is none": (entered(byes={1000: ByeType.HALF}), "round-out-of-range"),
    "a bye that nobody asks for": (entered(byes={1: ByeType.BYE}), "bye-type-unknown"),
    "a rating of later": (entered(later_ratings={2: 5000}), "rating-out-of-range"),
    "a typed value": (entered(typed_tiebreak="9" * 20), "typed-value-malformed"),
    "a round": (ResultRecorded(10**9, GAME.id, None, Result.DRAW), "count-out-of-range"),
    "virtual points of a thousand rounds": (virtual(1000), "count-out-of-range"),
    "a moment": (RoundPaired(1, Boards((GAME,)), "swiss", "9999-12-31T23:59:59+00:00"), "moment-malformed"),
    "a bye's board": (
        RoundPaired(1, Boards(byes=(Bye(GAME.id, 10**6, ANN.id, ByeType.BYE),)), "x", AT),
        "count-out-of-range",
    ),
    "sets": (SetsRecorded(1, GAME.id, Side.HOME, None, 100), "count-out-of-range"),
    "a start position": (StartPositionChanged(1, None, StartPosition(960)), "start-position-unknown"),
    "a prize of nobody": (PrizesSet(Plan(), Plan((), (Prize("p", "c", 1),))), "prize-without-category"),
    "a category's name": (PrizesSet(Plan(), Plan((Category("c", "x" * 201),))), "text-too-long"),
    "a prize beyond all money": (
        PrizesSet(Plan(), Plan((Category("c", "c"),), (Prize("p", "c", 1, MOST_NUMBER + 1),))),
        "count-out-of-range",
    ),
    "a breach of a book": (BreachRecorded(Breach(BreachKind.BY_HAND, 1, text="1-2 " * 100_000)), "text-too-long"),
}


@every("name", WRONG)
def test_what_no_command_leads_to_is_named(name: str) -> None:
    event, code = WRONG[name]
    with refused(code):
        check_event(event)


def test_ids_of_an_older_program_stay_as_they_are() -> None:
    event = entered(id=PlayerId("Player_7.a~b"))
    with refused("id-malformed"):
        check_event(event)
    check_event(event, adopted=True)


def test_a_board_of_somebody_who_is_not_entered_is_no_board_of_the_event() -> None:
    event = director("manual", ID, rounds=1)
    event.players("Ann", "Ben")
    event.pairs(1, [("Ann", "Ben")])
    check_state(event.state, None)
    gone = {id: player for id, player in event.state.players.items() if player.name != "Ann"}
    with refused("player-not-entered"):
        check_state(replace(event.state, players=gone), event.state)


def test_seats_are_of_players_of_the_event() -> None:
    event = director("round-robin", ID)
    event.players("Ann", "Ben", "Cid")
    event.pair(1)
    check_state(event.state, None)
    with refused("player-not-entered"):
        check_state(replace(event.state, seats={"": (PlayerId(""),)}), event.state)


def test_a_bracket_without_one_of_its_matches_is_none() -> None:
    event = director("knockout", ID)
    event.players("Ann", "Ben", "Cid", "Dan")
    event.pair(1)
    check_state(event.state, None)
    bracket = event.state.knockout
    assert bracket is not None
    first = next(iter(bracket))
    for code, after in {
        "count-out-of-range": (),
        "player-not-entered": (replace(first, black=PlayerId("nobody")),),
    }.items():
        with refused(code):
            check_state(replace(event.state, knockout=applied(bracket, Changed((first,), after))), event.state)


def test_settings_of_every_new_event_are_such_as_somebody_could_ask_for() -> None:
    for format in ("swiss", "round-robin", "manual", "doubles", "knockout"):
        check_event(TournamentCreated(ID, merge_settings(None, {"name": "Open", "format": format})))
    check_event(TournamentCreated(ID, Settings("An old one", "swiss")))
