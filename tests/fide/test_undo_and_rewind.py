"""Undo, redo and going back in FIDE mode: judged by what they change, as if it had been changed directly."""

from __future__ import annotations

import pytest

from podium.app.views.history import history
from podium.core.errors import Cautioned
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import AddPlayers, ChangeSettings, Command, PairRound, RecordResult, Redo, Rewind
from podium.flow.fide_mode import in_fide_mode
from tests.kit.events import Director, director, games

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay", "Gil", "Hal")


def swiss(rules: str = "fide") -> Director:
    event = director("swiss", rules=rules, rounds=6)
    event.do(AddPlayers(tuple(PlayerFields(name, 2000 - 100 * at) for at, name in enumerate(NAMES))))
    return event


def play(event: Director, rounds: int, *, close: bool = True) -> Director:
    """So many rounds, won by White."""
    for _round in range(rounds):
        event.do(PairRound(), acknowledged=1)
        number = len(event.state.rounds)
        event.publish(number)
        for game in games(event.round(number)):
            event.do(RecordResult(game.id, Result.WHITE_WINS))
        if close:
            event.close(number)
    return event


def comments(event: Director) -> list[str]:
    return [breach.comment for breach in event.state.breaches]


def asked(event: Director, command: Command, acknowledged: int = 0) -> tuple[str, list[str]]:
    """The level at which FIDE mode asks before it does `command`, and of what it warns; nothing has changed."""
    before = event.state
    with pytest.raises(Cautioned) as caught:
        event.do(command, acknowledged=acknowledged)
    assert event.state is before
    facts = caught.value.facts
    return str(facts["level"]), [each["code"] for each in facts["cautions"]]  # type: ignore[attr-defined]  # a list


class TestLeavingByGoingBack:
    def entered_later(self) -> tuple[Director, int]:
        """An event that was a club event at first, with two rounds; and the version at which it still was one."""
        event = swiss("club")
        version = event.version
        event.do(ChangeSettings({"rules": "fide"}))
        return play(event, 2), version

    def test_a_version_that_is_not_in_fide_mode_is_asked_in_two_steps(self) -> None:
        event, version = self.entered_later()
        for step in (0, 1):
            level, codes = asked(event, Rewind(version), acknowledged=step)
            assert level == "L4"
            assert "leaving-fide-mode" in codes
        event.do(Rewind(version), acknowledged=2)
        assert event.state.fide_mode_exit == 2
        past = event.past
        lines = history([(commit, past.events(commit.version)) for commit in past.commits()]).lines
        assert "FIDE mode left" in lines[0].summary

    def test_nothing_brings_it_back(self) -> None:
        event, version = self.entered_later()
        there = event.version
        event.do(Rewind(version), acknowledged=2)
        gone = event.version
        event.do(Redo())
        assert len(event.state.rounds) == 2
        assert event.state.fide_mode_exit == 2
        event.do(Rewind(gone))
        event.do(Rewind(there))
        assert event.state.fide_mode_exit == 2
        assert not in_fide_mode(event.state)
        event.do(Rewind(version))
        event.do(ChangeSettings({"place": "Hall"}))
        event.undo()
        assert event.state.fide_mode_exit == 2

    def test_an_event_that_was_never_in_it_is_not_asked(self) -> None:
        event = swiss("club")
        version = event.version
        play(event, 2)
        event.do(Rewind(version))
        assert event.state.fide_mode_exit is None
