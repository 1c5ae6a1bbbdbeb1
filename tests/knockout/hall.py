"""A hall to play knockouts in: tests say what happens on a board, players are called by their seeds.

hall = Hall(4, tieBreakPolicy="RAPID")
hall.wins("1", "4")
hall.draw("2", "3")
assert hall.pairs(2) == [("1", None)]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import pytest

from podium.core.dice import Dice
from podium.core.errors import PodiumError
from podium.core.ids import PairingId, PlayerId
from podium.flow.event.knockout_options import merge_rules
from podium.knockout import (
    BracketMatch,
    Changed,
    Knockout,
    Outcome,
    Reason,
    Status,
    another_round,
    applied,
    build,
    clear,
    report,
)


class Hall:
    """A knockout of players "1" to "n" and the numbers of the ids and minutes given out so far."""

    def __init__(self, players: int, dice: object = "draw", **given: object) -> None:
        self._ids = count(1)
        self._minutes = count(1)
        entrants = [PlayerId(str(number)) for number in range(1, players + 1)]
        self.state = build(merge_rules(None, given), entrants, "start", self.mint, Dice(str(dice)))

    def mint(self) -> PairingId:
        return PairingId(f"m{next(self._ids)}")

    def on(self, round: int, board: int) -> BracketMatch:
        match = self.state.on_board(round, board)
        assert match is not None
        return match

    def between(self, one: str, other: str) -> BracketMatch:
        """The latest match of two players, or the first of its tie-break games that is to be played."""
        match = next(
            match
            for here in reversed(self.state.rounds)
            for match in here.parents
            if set(match.players) == {one, other}
        )
        games = [match, *self.state.games_of(match)]
        return next((game for game in games if game.status in (Status.PENDING, Status.RUNNING)), match)

    def report(
        self, match: BracketMatch, outcome: Outcome, reason: Reason | None = None, *, confirm: bool = False
    ) -> Changed:
        changed = report(self.state, match.id, outcome, reason, self.now(), self.mint, confirm=confirm)
        self.state = applied(self.state, changed)
        return changed

    def clear(self, match: BracketMatch, *, confirm: bool = False) -> Changed:
        changed = clear(self.state, match.id, self.now(), self.mint, confirm=confirm)
        self.state = applied(self.state, changed)
        return changed

    def another_round(self) -> Changed:
        changed = another_round(self.state, self.now(), self.mint)
        self.state = applied(self.state, changed)
        return changed

    def now(self) -> str:
        return f"minute {next(self._minutes)}"

    def wins(self, winner: str, loser: str, reason: Reason | None = None) -> Changed:
        game = self.between(winner, loser)
        return self.report(game, Outcome.WHITE_WIN if game.white == winner else Outcome.BLACK_WIN, reason)

    def draw(self, one: str, other: str, reason: Reason | None = None) -> Changed:
        return self.report(self.between(one, other), Outcome.DRAW, reason)

    def nobody_comes(self, one: str, other: str) -> Changed:
        return self.report(self.between(one, other), Outcome.DOUBLE_FORFEIT)

    def pairs(self, round: int) -> list[tuple[PlayerId | None, PlayerId | None]]:
        """White and Black of each match of a round, by board."""
        return [(match.white, match.black) for match in self.state.rounds[round - 1].parents]

    def champions(self) -> tuple[str, ...]:
        return self.state.champions

    def over(self) -> bool:
        return self.state.over

    def games(self, match: BracketMatch) -> list[BracketMatch]:
        return self.state.games_of(self.state.match(match.id))

    def now_is(self, match: BracketMatch) -> BracketMatch:
        """The match as it is now."""
        return self.state.match(match.id)


@contextmanager
def refused(code: str) -> Iterator[pytest.ExceptionInfo[PodiumError]]:
    """Expects an error of that code."""
    with pytest.raises(PodiumError) as caught:
        yield caught
    assert caught.value.code == code


def check(state: Knockout) -> None:
    """Asserts what holds of a knockout at any moment."""
    assert (
        Knockout.from_matches(state.rules, state.entrants, state.seed, state) == state
    )  # nothing but the matches is kept
    seen: set[tuple[PairingId, int]] = set()
    for match in state:
        if match.parent is None:
            assert [game.parent for game in state.games_of(match)] == [match.id] * len(match.tie_breaks)
            assert [game.index for game in state.games_of(match)] == list(range(1, len(match.tie_breaks) + 1))
            assert bool(match.tie_breaks) == (match.played is Outcome.DRAW and not state.rules.both_advance)
        else:
            assert match.index is not None
            assert (match.parent, match.index) not in seen
            seen.add((match.parent, match.index))
            assert match.id in state.match(match.parent).tie_breaks
        assert (match.played is not None) == (match.status is Status.FINISHED)
        assert (match.finished_at is not None) == (match.status is Status.FINISHED)
        assert match.white is None or match.white != match.black
    for here in state.rounds:
        ties = [player for match in here.ties for player in match.players]
        assert len(ties) == len(set(ties))  # everybody once a round
        assert here.unresolved == sum(not match.resolved for match in here.parents)
        assert sorted(here.boards) == list(range(1, len(here.boards) + 1))
