"""A whole Swiss or round robin, played from a seed by the commands a director would give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from podium.core.errors import Invalid, Refused, Unpairable
from podium.core.ids import PlayerId
from podium.core.result import ByeType, Result
from podium.flow import commands
from podium.flow.formats.registry import format_of
from podium.flow.state import Tournament
from podium.roundrobin import rounds_needed
from podium.simulation.director import Director
from podium.simulation.plan import FEWEST_PLAYERS, GAMES, MOST_ROUNDS, Fates, Plan
from podium.simulation.swiss import Contestant, absences, entered, outcome

SEATS = MOST_ROUNDS + 1  # at a table of that many, everybody meets everybody once


def play(
    plan: Plan,
    settings: Mapping[str, Any],
    seed: str | int,
    after_each: Callable[[], None] = lambda: None,
    corrections: float = 0,
) -> Tournament:
    """An event in which the better player wins more often; `after_each` is called after every round. After so many
    rounds in a hundred as `corrections` says, a result is corrected.

    Of the plan count players, rounds and rates; all else is in the `settings`, named as in the API. Player 1 is the
    strongest. The event ends early where no legal round is left; refuses where there is none to begin with.

    >>> [len(here.games) for here in play(Plan(6, 3, 0), {"format": "swiss"}, seed=1).rounds]
    [3, 3, 3]
    """
    plan = plan.checked()
    event = _Event(plan, settings, seed)
    for number in range(1, plan.rounds + 1):
        try:
            event.play(number)
        except Refused as refusal:
            ended = isinstance(refusal, Unpairable) or refusal.code == "too-few-players"
            if number == 1 or not ended:
                raise
            break
        if corrections and event.chance.chance(corrections):
            games = [game for here in event.state.rounds for game in here.boards]
            event.correct(games, lambda game: event.chance.pick(tuple(Result)[:3]), take_back=number % 2 == 1)
        after_each()
    return event.state


def table_rounds(players: int, cycles: int, wanted: int | None) -> int:
    """The rounds of a round robin, all or as many as are `wanted`; refuses more than the table has."""
    if not FEWEST_PLAYERS <= players <= SEATS // cycles:
        raise Invalid("players-out-of-range", value=players, least=FEWEST_PLAYERS, most=SEATS // cycles)
    most = rounds_needed(players, cycles)
    if wanted is not None and wanted > most:
        raise Refused("rounds-impossible", value=wanted, most=most, players=players)
    return most if wanted is None else wanted


class _Event(Director):
    """One event while it is being played."""

    def __init__(self, plan: Plan, settings: Mapping[str, Any], seed: str | int) -> None:
        super().__init__({"rounds": plan.rounds, **settings}, plan.players, seed)
        self._fates = Fates(plan, self.chance)
        self._people: dict[PlayerId, Contestant] = dict(
            zip(self.state.players, entered(plan, list(self.ratings.values()), self.chance), strict=True)
        )

    def play(self, number: int) -> None:
        """Play the next round and close it; refuses where it cannot be paired."""
        byes = self._absent(number)
        self.do(commands.PairRound(number))
        here = self.state.rounds[-1]
        open_games = [each for each in here.boards if not each.entered]
        befallen = self._fates.befalling(GAMES, range(len(open_games)), number)
        for place, game in enumerate(open_games):
            white, black = (self._people[player].rating for player in game.players)
            result = outcome(self._fates.plan, white, black, self.chance, befallen.get(place))
            self.do(commands.RecordResult(game.id, result))
        for bye in here.byes:
            if byes.get(bye.player) is ByeType.UNPAIRED:
                self.do(commands.RecordBye(bye.id, ByeType.UNPAIRED))
        self.do(commands.CloseRound(number))

    def _absent(self, number: int) -> dict[PlayerId, ByeType]:
        """Who sits out the round, with players who leave, come back or ask for a bye entered as such."""
        away = {id: one.away for id, one in self._people.items()}
        byes = absences(self._fates, list(self._people.values()), number)
        sitting: dict[PlayerId, ByeType] = {}
        for id, one in self._people.items():
            if one.away is not away[id]:
                self.do(commands.WithdrawPlayer(id, one.away))
            if one.number in byes and not one.away:
                sitting[id] = kind = byes[one.number]
                kinds = format_of(self.state).engine.requested_byes
                if kind not in kinds:  # a full-point bye is given, not asked for
                    kind = ByeType.ZERO if ByeType.ZERO in kinds else self.chance.pick(kinds)
                self.do(commands.RequestByes(id, {**self.state.players[id].byes, number: kind}))
        return sitting
