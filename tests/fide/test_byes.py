"""Byes changed by hand in FIDE mode: compared with the engine, corrections once later rounds build on them."""

from __future__ import annotations

import pytest

from podium.core.errors import Cautioned
from podium.core.player import PlayerFields
from podium.core.result import ByeType
from podium.flow.commands import AddPlayers, Command, EditRound, GiveBye, RecordBye, RemovePairing, RequestByes, Revert
from podium.flow.players.unpaired import byes_on_offer
from podium.flow.state import Bye
from tests.kit.events import Director, breach_comments, director, refused
from tests.kit.loops import every


def swiss(names: str, *, rules: str = "fide") -> Director:
    event = director("swiss", rules=rules, rounds=5)
    event.do(AddPlayers(tuple(PlayerFields(name, 2000 - 50 * at) for at, name in enumerate(names))))
    return event


def play(event: Director, *, close: bool = False) -> None:
    event.pair()
    event.all_results("1-0")
    if close:
        event.close(len(event.state.rounds))


def asked(event: Director, command: Command) -> list[tuple[str, str]]:
    """The code and the level of everything that is asked before `command`; nothing has changed."""
    before = event.state
    with pytest.raises(Cautioned) as caught:
        event.do(command)
    assert event.state is before
    cautions: list[dict[str, str]] = caught.value.facts["cautions"]  # type: ignore[assignment]  # what the gate writes
    return [(each["code"], each["level"]) for each in cautions]


def comments(event: Director) -> list[str]:
    return breach_comments(event.state)


def bye_of(event: Director, name: str, round: int) -> Bye:
    bye = event.pairing(name, round)
    assert isinstance(bye, Bye)
    return bye


def test_a_second_bye_of_the_pairing_asks_and_opens_a_session() -> None:
    event = swiss("ABCDEFG")
    play(event)
    lucky = next(event.name(bye.player) for bye in event.round(1).games.values() if isinstance(bye, Bye))
    event.do(RequestByes(event.id(lucky), {2: ByeType.ZERO}))
    event.pair()
    command = RecordBye(bye_of(event, lucky, 2).id, ByeType.BYE)
    assert ("second-bye", "L3") in asked(event, command)
    event.do(command, acknowledged=1)
    assert event.round(2).editing
    with refused("round-being-edited"):
        event.publish(2)
    event.do(EditRound(2, open=False, acknowledge=True))
    [comment] = comments(event)
    assert comment.startswith("### MPA @ Round 2: ")
    assert "7=PAB" in comment


def test_a_bye_that_a_later_round_was_paired_with_is_corrected() -> None:
    event = swiss("ABCDEFGH")
    play(event)
    event.do(RequestByes(event.id("H"), {2: ByeType.HALF}))
    play(event)
    play(event)
    command = RecordBye(bye_of(event, "H", 2).id, ByeType.BYE)
    assert ("bye-corrected", "L3") in asked(event, command)
    event.do(command, acknowledged=1)
    assert "### Correction @ Round 2: 8=HPB => 8=PAB" in comments(event)


@every("kind", ["zero", "half"])
def test_the_bye_of_the_pairing_is_not_taken_away_in_silence_once_the_next_round_is_seen(kind: str) -> None:
    event = swiss("ABCDE")
    play(event)
    event.pair()
    event.publish(2)
    command = RecordBye(bye_of(event, "E", 1).id, ByeType(kind))
    assert asked(event, command) == [("bye-corrected", "L3")]
    event.do(command, acknowledged=1)
    sign = {"zero": "ZPB", "half": "HPB"}[kind]
    assert comments(event) == [f"### Correction @ Round 1: 5=PAB => 5={sign}"]
    event.do(Revert())
    assert comments(event) == []


@every("gone", [False, True])
def test_a_closed_round_takes_a_bye_of_the_pairing_only_in_a_session(gone: bool) -> None:
    event = swiss("ABCDEF")
    play(event, close=True)
    event.players("Z")
    if gone:
        event.withdraws("Z")
    command = GiveBye(1, event.id("Z"), ByeType.BYE)
    assert ByeType.BYE not in byes_on_offer(event.state, event.round(1))
    with refused("round-closed"):
        event.do(command)
    event.reopen(1)
    assert ByeType.BYE in byes_on_offer(event.state, event.round(1))
    event.do(command, acknowledged=1)
    assert event.round(1).editing


def test_a_bye_for_somebody_who_was_paired_since_is_a_correction_too() -> None:
    event = swiss("ABCDEF")
    play(event, close=True)
    event.players("Y", "Z")
    play(event, close=True)
    assert asked(event, GiveBye(1, event.id("Z"), ByeType.HALF)) == [("bye-corrected", "L3")]
    event.do(GiveBye(1, event.id("Z"), ByeType.HALF), acknowledged=1)
    assert comments(event) == ["### Correction @ Round 1: none => 8=HPB"]
    assert event.round(1).stage.value == "closed"


@every("kind", [ByeType.HALF, ByeType.ZERO, ByeType.ABSENT])
def test_what_a_late_entry_gets_for_rounds_missed_is_not_asked(kind: ByeType) -> None:
    event = swiss("ABCDEF")
    play(event, close=True)
    play(event, close=True)
    event.players("Z")
    event.do(GiveBye(1, event.id("Z"), kind))
    assert comments(event) == []
    assert not event.round(1).editing


def test_a_bye_of_the_round_under_way_is_nobodys_question() -> None:
    event = swiss("ABCDEFGH")
    event.do(RequestByes(event.id("H"), {1: ByeType.HALF}))
    event.pair()
    event.do(RecordBye(bye_of(event, "H", 1).id, ByeType.ZERO))
    assert not event.round(1).editing
    event.do(RecordBye(bye_of(event, "G", 1).id, ByeType.ZERO))  # who had the bye of the pairing went home
    event.all_results("1/2-1/2")
    event.close(1)
    assert comments(event) == []


def test_a_club_event_changes_byes_as_ever() -> None:
    event = swiss("ABCDE", rules="club")
    play(event, close=True)
    event.pair()
    event.publish(2)
    event.reopen(1)
    event.do(RecordBye(bye_of(event, "E", 1).id, ByeType.ZERO))
    event.do(RecordBye(bye_of(event, "E", 1).id, ByeType.BYE))
    assert not event.round(1).editing
    event.close(1)
    event.players("Z")
    event.do(GiveBye(1, event.id("Z"), ByeType.BYE))
    assert comments(event) == []


@every("instead", ["bye", "zero"])
def test_a_full_point_bye_that_becomes_another_is_not_named_any_more(instead: str) -> None:
    event = swiss("ABCDE")
    event.pair()
    bye = bye_of(event, "E", 1)
    event.do(RecordBye(bye.id, ByeType.UNPAIRED), acknowledged=1)
    assert comments(event) == ["### FPB @ Round 1: 5=FPB"]
    event.do(RecordBye(bye.id, ByeType(instead)), acknowledged=1)
    assert comments(event) == []
    event.do(Revert(), acknowledged=1)
    assert comments(event) == ["### FPB @ Round 1: 5=FPB"]


def test_one_of_two_full_point_byes_goes_and_the_other_stays_named() -> None:
    event = swiss("ABCD")
    event.pair()
    event.players("Y", "Z")
    for name in "YZ":
        event.do(GiveBye(1, event.id(name), ByeType.UNPAIRED), acknowledged=1)
    event.do(RemovePairing(event.pairing_id("Y", 1)))
    assert comments(event) == ["### FPB @ Round 1: 6=FPB"]
