"""Acts that touch the integrity of pairings: each is asked first, named in the report and the history, and undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from podium.app.history.history import history
from podium.app.trf.export import report_of
from podium.app.trf.import_report import examine_report
from podium.core.errors import Cautioned, PodiumError
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.files.trf import Cell, read, write
from podium.flow.commands import (
    AddPlayers,
    ChangeSettings,
    Command,
    CorrectForRating,
    CorrectResult,
    EditPlayer,
    EditRound,
    ExchangeNumbers,
    GiveBye,
    HandPairing,
    PairByHand,
    PairRound,
    RearrangePairing,
    RecordResult,
    RenumberPlayers,
)
from podium.flow.fide.breaches import BreachKind
from podium.flow.formats.registry import format_of
from tests.kit.events import Director, director, games, refused
from tests.kit.loops import every
from tests.kit.memory import MemoryJournal

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay", "Gil", "Hal")


def played(rounds: int, ratings: int = 100) -> Director:
    """So many rounds, won by White, and one more under way; Ann and Ben may have the same rating."""
    event = director("swiss", rules="fide", rounds=6)
    event.do(AddPlayers(tuple(PlayerFields(name, 2000 - ratings * at) for at, name in enumerate(NAMES))))
    for number in range(1, rounds + 1):
        event.pair()
        for game in games(event.round(number)):
            event.do(RecordResult(game.id, Result.WHITE_WINS))
        event.close(number)
    event.pair()
    return event


def by_hand() -> tuple[Director, Command]:
    event = played(1)
    event.do(EditRound(2, open=True))
    first, second = games(event.round(2))[:2]
    event.do(RearrangePairing(first.id, black=second.black), acknowledged=1)
    return event, EditRound(2, open=False, acknowledge=True)


def correction() -> tuple[Director, Command]:
    event = played(2)
    return event, CorrectResult(RecordResult(games(event.round(1))[0].id, Result.DRAW))


def adjournment() -> tuple[Director, Command]:
    event = played(0)
    first, *others = games(event.round(1))
    event.do(RecordResult(first.id, Result.ADJOURNED))
    for game in others:
        event.do(RecordResult(game.id, Result.DRAW))
    event.close(1)
    event.pair()
    return event, RecordResult(first.id, Result.BLACK_WINS)


def regeneration() -> tuple[Director, Command]:
    event = played(1)
    event.do(EditPlayer(event.id("Hal"), {"rating": 2100}))
    return event, RenumberPlayers()


def exchange() -> tuple[Director, Command]:
    event = played(1, ratings=0)
    return event, ExchangeNumbers(event.id("Ann"), event.id("Ben"))


def full_point_bye() -> tuple[Director, Command]:
    event = played(1)
    event.do(AddPlayers((PlayerFields("Ida", 1200),)))
    return event, GiveBye(2, event.id("Ida"), ByeType.UNPAIRED)


def rating_correction() -> tuple[Director, Command]:
    event = played(4)
    return event, CorrectForRating(games(event.round(1))[0].id, Result.DRAW)


def numbers_by_list() -> tuple[Director, Command]:
    event = director("swiss", rules="fide", rounds=6, numbering="list")
    event.do(AddPlayers(tuple(PlayerFields(name, 2000 + 10 * at) for at, name in enumerate(NAMES))))
    return event, PairRound()


def unrated_declared_late() -> tuple[Director, Command]:
    event = director("swiss", rules="fide", rounds=6, tiebreaks=["ARO", "BH"])
    event.do(AddPlayers(tuple(PlayerFields(name, 2000 - 10 * at) for at, name in enumerate(NAMES))))
    event.pair()
    event.do(AddPlayers((PlayerFields("New"),)), acknowledged=1)
    return event, ChangeSettings({"unrated": 1400})


ACTS: dict[BreachKind, tuple[Callable[[], tuple[Director, Command]], str]] = {
    BreachKind.BY_HAND: (by_hand, "L3"),
    BreachKind.CORRECTION: (correction, "L3"),
    BreachKind.ADJOURNMENT: (adjournment, "L3"),
    BreachKind.REGENERATION: (regeneration, "L3"),
    BreachKind.EXCHANGE: (exchange, "L3"),
    BreachKind.FULL_POINT_BYE: (full_point_bye, "L2"),
    BreachKind.RATING_CORRECTION: (rating_correction, ""),
    BreachKind.NUMBERING: (numbers_by_list, "L3"),
    BreachKind.CONFIGURATION: (unrated_declared_late, "L3"),
}
"""How each comes about, and the level at which it is asked; what is for the rating report alone breaks no pairing."""


def comments(event: Director) -> list[str]:
    """The comments of the report file as it is written."""
    return [line for line in write(report_of(event.state, "")).splitlines() if line.startswith("###")]


def logged(event: Director) -> str:
    """What the history says of the last act."""
    past = event.past
    return history([(commit, past.events(commit.version)) for commit in past.commits()]).lines[0].summary


def test_every_kind_is_tried() -> None:
    assert {*ACTS, BreachKind.IMPORT} == set(BreachKind)


@every("kind", ACTS, ids=lambda kind: kind.value)
def test_an_act_is_asked_named_logged_and_undone(kind: BreachKind) -> None:
    make, level = ACTS[kind]
    event, act = make()
    before, known = event.state, comments(event)
    if kind is BreachKind.BY_HAND:  # the end of the session shows the engine's pairings beside these, and asks
        with refused("differences-not-acknowledged"):
            event.do(EditRound(2, open=False))
    elif level:
        with pytest.raises(Cautioned) as caught:
            event.do(act)
        assert caught.value.facts["level"] == level
    assert event.state == before
    event.do(act, acknowledged=1)
    [comment] = [line for line in comments(event) if line not in known and " @ Round " in line]
    assert comment.startswith(f"### {kind.value} @ Round ")
    assert comment in logged(event)
    event.undo()
    assert event.state == before
    assert comments(event) == known


def test_a_round_of_a_file_that_the_rules_would_not_give_is_named_and_logged() -> None:
    event = played(0)
    report = read(write(report_of(event.state, "")))
    cells = (
        *(Cell(2, "w", "1"), Cell(1, "b", "0"), Cell(4, "w", "1"), Cell(3, "b", "0")),
        *(Cell(6, "w", "1"), Cell(5, "b", "0"), Cell(8, "w", "1"), Cell(7, "b", "0")),
    )
    entries = tuple(
        replace(each, cells=(cell,), points=None, rank=None) for each, cell in zip(report.entries, cells, strict=True)
    )
    made, _ = examine_report(write(replace(report, entries=entries)).encode(), TournamentId("t2"), "seed")
    brought = Director(MemoryJournal(), TournamentId("t2"))
    brought.do(made.command)
    [comment] = comments(brought)
    assert comment.startswith("### Import @ Round 1: ")
    assert comment.endswith(" => 1-2 3-4 5-6 7-8")
    assert comment in logged(brought)


def cautions(event: Director, command: Command) -> set[tuple[str, str]]:
    try:
        event.do(command)
    except Cautioned as caution:
        facts: Any = caution.facts
        return {(each["code"], each["level"]) for each in facts["cautions"]}
    return set()


class TestWholeRoundsByHand:
    """A round that is written as a whole is looked at like one that is changed."""

    def event(self, rounds: int) -> Director:
        """Four players; A has had White twice when round 3 is due."""
        event = director("swiss", rules="fide", rounds=rounds)
        event.players(*"ABCDEF")
        for number, pairs in enumerate(([("A", "B"), ("C", "D"), ("E", "F")], [("A", "D"), ("B", "E"), ("F", "C")]), 1):
            event.do(self.written(event, *pairs), acknowledged=1)
            if event.round(number).editing:
                event.do(EditRound(number, open=False, acknowledge=True))
            for game in games(event.round(number)):
                event.do(RecordResult(game.id, Result.DRAW))
        return event

    def written(self, event: Director, *pairs: tuple[str, str]) -> PairByHand:
        return PairByHand(tuple(HandPairing(event.id(white), event.id(black)) for white, black in pairs))

    def test_a_second_meeting_and_a_third_colour_are_asked(self) -> None:
        event = self.event(rounds=5)
        found = cautions(event, self.written(event, ("A", "B"), ("D", "C"), ("E", "F")))
        assert {("rematch", "L3"), ("third-colour", "L3"), ("colour-difference", "L3")} <= found
        assert len(event.state.rounds) == 2

    def test_in_the_last_round_colours_are_not(self) -> None:
        event = self.event(rounds=3)
        found = cautions(event, self.written(event, ("A", "C"), ("D", "E"), ("F", "B")))
        assert not found & {("third-colour", "L3"), ("colour-difference", "L3")}
        event = self.event(rounds=3)
        assert ("rematch", "L3") in cautions(event, self.written(event, ("A", "B"), ("C", "E"), ("D", "F")))

    def test_it_is_compared_with_the_engine_and_named(self) -> None:
        event = self.event(rounds=5)
        event.do(self.written(event, ("A", "B"), ("D", "C"), ("E", "F")), acknowledged=1)
        assert event.round(3).editing
        assert format_of(event.state).engine.differences(event.state, event.round(3))
        with pytest.raises(PodiumError):
            event.publish(3)
        event.do(EditRound(3, open=False, acknowledge=True))
        [comment] = [line for line in comments(event) if "Round 3" in line]
        assert comment.startswith("### MPA @ Round 3: ")


def test_a_changed_round_of_a_round_robin_is_named_by_the_numbers_of_its_table() -> None:
    event = director("round-robin", rules="fide")
    event.players(*"ABCD")
    event.settings(table_order=[event.id(name) for name in "DCBA"])
    event.pair()
    assert event.sheet() == ["D-A", "C-B"]
    event.do(EditRound(1, open=True))
    event.do(RearrangePairing(games(event.round(1))[0].id, turn=True), acknowledged=1)
    event.do(EditRound(1, open=False, acknowledge=True))
    assert comments(event) == ["### MPA @ Round 1: 1-4 => 4-1"]
