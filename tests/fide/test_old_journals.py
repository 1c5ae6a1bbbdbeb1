"""Acts that earlier versions kept in words, by the pairing numbers of the round: they are named and judged as ever."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from podium.app.event.fide_words import breach_comment
from podium.app.handle import NewCommit
from podium.app.ports import Intent, Receipt
from podium.app.trf.export import report_of
from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    AddPlayers,
    Command,
    EditPlayer,
    EditRound,
    RearrangePairing,
    RecordBye,
    RecordResult,
    RenumberPlayers,
    UnpairRound,
)
from podium.flow.events import BreachRecorded, BreachRemoved
from podium.flow.evolve import evolve
from podium.flow.fide.breaches import Breach, BreachKind
from podium.flow.fide.recording import breaches_by_players
from podium.flow.formats.registry import numbers_in_round
from podium.flow.state import Game, Tournament
from tests.fide.test_acts import ACTS
from tests.kit.events import Director, breach_comments, director, games
from tests.kit.loops import every
from tests.kit.memory import MemoryJournal

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay", "Gil", "Hal")
BY_HAND = "### MPA @ Round 1: 1-5 3-7 => 1-7 3-5"


def in_words(state: Tournament, breach: Breach) -> Breach:
    """The act as earlier versions kept it."""
    comment = breach_comment(breach, numbers_in_round(state, breach.section, breach.round))
    return Breach(breach.kind, breach.round, breach.section, text=comment.partition(": ")[2])


class OldJournal(MemoryJournal):
    """A journal that keeps acts in words."""

    def _append(self, intent: Intent, outcome: NewCommit, receipt: Receipt) -> None:
        before = self._pasts[intent.stream].found[outcome.parent] if outcome.parent else None
        state, events = before, []
        for event in outcome.events:
            if isinstance(event, BreachRecorded | BreachRemoved):
                assert state is not None
                event = type(event)(in_words(state, event.breach))
            state = evolve(state, event)
            events.append(event)
        assert state is not None
        super()._append(intent, replace(outcome, events=tuple(events), state=state), receipt)


@pytest.fixture
def event(monkeypatch: pytest.MonkeyPatch) -> Director:
    """Round 1 was made by hand and won by White, and round 2 was paired with that."""
    monkeypatch.setattr("tests.kit.events.MemoryJournal", OldJournal)
    event = director("swiss", rules="fide", rounds=5)
    event.do(AddPlayers(tuple(PlayerFields(name, 2000 - 100 * at) for at, name in enumerate(NAMES))))
    event.pair()
    event.do(RearrangePairing(game(event, "Ann").id, black=event.id("Gil")))
    event.do(EditRound(1, open=False, acknowledge=True))
    event.all_results("1-0", 1)
    event.pair()
    assert [each.text for each in event.state.breaches] == ["1-5 3-7 => 1-7 3-5"]
    return event


def game(event: Director, name: str) -> Game:
    found = event.pairing(name, 1)
    assert isinstance(found, Game)
    return found


def late(event: Director) -> None:
    event.do(AddPlayers((PlayerFields("Zoe", 2700),)))


@every("kind", ACTS, ids=lambda kind: kind.value)
def test_the_words_of_every_kind_say_what_is_recorded_now(kind: BreachKind) -> None:
    event, command = ACTS[kind][0]()
    event.do(command, acknowledged=1)
    state = event.state
    assert any(each.kind is kind for each in state.breaches)
    old = replace(state, breaches=tuple(in_words(state, each) for each in state.breaches))
    assert breaches_by_players(old) == state


@pytest.mark.parametrize("text", ["99-1: 1-0 => ?", "1-2: won => ?", "everybody", "1=XYZ => none", ""])
def test_words_that_say_nothing_of_these_players_stay_as_they_are(event: Director, text: str) -> None:
    breach = Breach(BreachKind.CORRECTION, 1, text=text)
    state = replace(event.state, breaches=(breach,))
    assert breaches_by_players(state).breaches == (breach,)
    assert report_of(state, "").others[-1].startswith(f"### Correction @ Round 1: {text}")


def test_a_late_entry_moves_their_numbers_and_undo_moves_them_back(event: Director) -> None:
    late(event)
    assert breach_comments(event.state) == ["### MPA @ Round 1: 2-6 4-8 => 2-8 4-6"]
    event.undo()
    assert breach_comments(event.state) == [BY_HAND]


def test_a_report_has_the_numbers_that_it_gives_the_players(event: Director) -> None:
    event.do(EditPlayer(event.id("Hal"), {"rating": 2600}))
    event.do(RenumberPlayers(), acknowledged=1)
    assert report_of(event.state, "").others[-2] == "### MPA @ Round 1: 2-6 4-8 => 2-8 4-6"


@pytest.mark.parametrize("meanwhile", [late, lambda event: None], ids=["after a late entry", "at once"])
def test_an_emptied_game_is_put_right(event: Director, meanwhile: Callable[[Director], None]) -> None:
    event.do(RecordResult(game(event, "Ben").id, None), acknowledged=1)
    assert breach_comments(event.state) == [BY_HAND, "### Correction @ Round 1: 6-2: 1-0 => ?"]
    meanwhile(event)
    event.do(RecordResult(game(event, "Ben").id, Result.WHITE_WINS))
    assert [each.kind for each in event.state.breaches] == [BreachKind.BY_HAND]


def forget(event: Director) -> Command:
    event.do(UnpairRound(2))
    for each in games(event.round(1)):
        event.do(RecordResult(each.id, None))
    return UnpairRound(1)


def look_again(event: Director) -> Command:
    return EditRound(1, open=True)


@pytest.mark.parametrize("act", [forget, look_again], ids=["with the round", "by a new session"])
def test_they_are_forgotten(event: Director, act: Callable[[Director], Command]) -> None:
    event.do(act(event), acknowledged=1)
    assert not event.state.breaches


def test_a_full_point_bye_that_becomes_another_is_not_named_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.kit.events.MemoryJournal", OldJournal)
    event = director("swiss", rules="fide", rounds=5)
    event.do(AddPlayers(tuple(PlayerFields(name, 2000 - 100 * at) for at, name in enumerate(NAMES[:5]))))
    event.pair()
    bye = event.pairing("Eva", 1)
    event.do(RecordBye(bye.id, ByeType.UNPAIRED), acknowledged=1)
    assert [each.text for each in event.state.breaches] == ["5=FPB"]
    event.do(RecordBye(bye.id, ByeType.ZERO), acknowledged=1)
    assert not event.state.breaches
