"""A history that is remembered reads only what is new, and is the same as one told from the beginning."""

from __future__ import annotations

import pytest

from podium.app.history.history import KEPT, Histories, History, history
from podium.app.ports import Commit, Past
from podium.core.dice import Dice
from podium.core.ids import TournamentId
from podium.flow.commands import CreateTournament, ForgetPlayer
from podium.flow.events import Event
from tests.flow.test_machine import ACTS
from tests.flow.test_machine import Event as Machine
from tests.kit.events import Director, director
from tests.kit.loops import seeds
from tests.kit.memory import MemoryJournal, MemoryPast

T1 = TournamentId("t1")


def from_the_beginning(event: Director) -> History:
    past: Past = event.past
    return history([(commit, past.events(commit.version)) for commit in past.commits()])


@seeds(range(4), long=range(12))
def test_it_is_the_same_as_one_told_from_the_beginning(seed: int) -> None:
    dice = Dice(seed)
    machine = Machine()
    machine.begins(dice.pick(["manual", "round-robin"]), dice.below(3), 2 + dice.below(5), chess960=seed % 2 == 0)
    histories = Histories(machine.event.journal)
    for _ in range(40):
        match dice.below(10):
            case 0:
                machine.results_come_in()
            case 1:
                machine.undoes_something_older([dice.below(12)])
            case 2:
                machine.undoes_and_redoes([dice.chance(50) for _ in range(4)])
            case 3:
                machine.rewinds(1 + dice.below(12), dice.chance(50))
            case 4 if dice.chance(20):
                machine.forgets_somebody(dice.below(12))
            case _:
                machine.somebody_acts([(dice.pick(ACTS), dice.below(12), dice.below(12), dice.below(12))])
        assert histories.history(T1) == from_the_beginning(machine.event)


def test_only_what_is_new_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    event = director()
    event.players("Ann", "Ben")
    histories = Histories(event.journal)
    first = histories.history(T1)
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", "1-0")
    read: list[int] = []
    whole = MemoryPast.events_by_version

    def counted(self: MemoryPast, after: int = 0) -> dict[int, tuple[Event, ...]]:
        found = dict(whole(self, after))
        read.extend(found)
        return found

    monkeypatch.setattr(MemoryPast, "events_by_version", counted)
    second = histories.history(T1)
    assert read == [3, 4]
    assert histories.history(T1) is second
    assert read == [3, 4]
    assert [line.commit for line in second.lines[2:]] == [line.commit for line in first.lines]


def test_a_history_that_is_another_one_is_told_anew() -> None:
    journal = MemoryJournal()
    event = Director(journal, T1)
    event.do(CreateTournament(T1, {"name": "Open", "format": "manual"}))
    event.players("Ann")
    histories = Histories(journal)
    histories.history(T1)
    with journal.past(T1) as past:  # as if a backup was put in place
        line = past.lines[-1]
        past.lines[-1] = Commit(line.version, line.parent, line.kind, "user:2", line.at)
    assert histories.history(T1).lines[0].who == "2"
    assert histories.history(T1) == from_the_beginning(event)


def test_a_person_who_is_forgotten_is_in_no_sentence() -> None:
    event = director()
    event.players("Ann")
    event.edit("Ann", name="Anna")
    histories = Histories(event.journal)
    assert histories.history(T1).lines[0].summary == "Ann: name Anna (was Ann)"
    event.do(ForgetPlayer(event.id("Anna")))
    assert [line.summary for line in histories.history(T1).lines] == [
        "The personal data of Player 1 were removed",
        "Player 1: data changed",
        "Player 1 added",
        "Open created",
    ]


def test_few_are_kept() -> None:
    journal = MemoryJournal()
    histories = Histories(journal)
    for number in range(KEPT + 3):
        event = Director(journal, TournamentId(f"t{number}"))
        event.do(CreateTournament(event.stream, {"name": "Open", "format": "manual"}))
        histories.history(event.stream)
    first = histories.history(TournamentId("t0"))
    assert first.version == 1
    assert histories.history(TournamentId("t0")) is first
    assert len(histories) == KEPT
    histories.clear()
    assert len(histories) == 0
