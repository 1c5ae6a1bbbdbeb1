"""A director who runs an event by commands, each decided and folded into the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from podium.core.dice import Dice
from podium.core.errors import Invalid
from podium.core.ids import PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import Act, AddPlayers, CorrectResult, CreateTournament, RecordResult
from podium.flow.decide import decide
from podium.flow.events import Events
from podium.flow.evolve import fold
from podium.flow.revert import reverted
from podium.flow.state import Game, Tournament
from podium.simulation.odds import name, ratings_of
from podium.simulation.plan import FEWEST_PLAYERS, MOST_PLAYERS

BEGUN = "2026-01-01T09:00:00Z"


class Director:
    """An event with that many players from the strongest on, while it is being played; `settings` as in the API.

    Draws come from the seed, and results from another one that belongs to it: `chance`.
    """

    def __init__(self, settings: Mapping[str, Any], players: int, seed: str | int) -> None:
        if players > MOST_PLAYERS:
            raise Invalid("players-out-of-range", value=players, least=FEWEST_PLAYERS, most=MOST_PLAYERS)
        self._draws = Dice(f"{seed}/draw")
        self.chance = Dice(f"{seed}/results")
        self._state: Tournament | None = None
        self._latest: Events = ()
        self.do(CreateTournament(TournamentId("simulated"), {"name": "Simulated", **settings}))
        ratings = ratings_of(players)
        if ratings:
            self.do(AddPlayers(tuple(PlayerFields(name(each), rating=rating) for each, rating in ratings.items())))
        self.ratings: dict[PlayerId, int] = dict(zip(self.state.players, ratings.values(), strict=True))

    @property
    def state(self) -> Tournament:
        assert self._state is not None  # the first command creates it
        return self._state

    def do(self, command: Act, now: str = BEGUN) -> None:
        """Carry out a command; raises as `decide` does."""
        self._latest = self.decided(command, now)
        self._state = fold(self._state, self._latest)

    def decided(self, command: Act, now: str) -> Events:
        """What a command leads to; who knows of more than flow does adds it here."""
        return decide(self._state, command, now, self._draws)

    def correct(self, games: Sequence[Game], result: Callable[[Game], Result], *, take_back: bool) -> None:
        """Enter another `result` of one of the games, with all that it undoes, and take that back if so."""
        before = self.state
        if games:
            game = self.chance.pick(games)
            self.do(CorrectResult(RecordResult(game.id, result(game), confirm=True)))
        if take_back and self.state is not before:
            self.undo()

    def undo(self) -> None:
        """Take the latest command back, once; raises as `reverted` does."""
        self._state = fold(self._state, reverted(self.state, 1, self._latest))
