"""The rest of an event, played from where it stands: every round by the commands that a director would give."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol

from podium.core.dice import Dice
from podium.core.errors import Refused, Unpairable
from podium.core.ids import PlayerId
from podium.core.result import Result
from podium.doubles import Sets
from podium.flow.commands import Act, CloseRound, PairAllRounds, PairRound, RecordResult, RecordSets
from podium.flow.decide import decide
from podium.flow.evolve import fold
from podium.flow.formats.registry import format_of
from podium.flow.state import Game, Match, Round, Side, Stage, Tournament
from podium.forecast.model import chances
from podium.forecast.strength import Strength, side_mean
from podium.knockout import Reason
from podium.simulation.director import BEGUN

ENDS_EARLY = ("too-few-players", "rounds-exhausted")
"""The refusals of a round that say that the event is over."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What is believed of the strengths of players, and the rating by which the level of their games goes."""

    strengths: Mapping[PlayerId, Strength]
    levels: Mapping[PlayerId, float]

    def level(self, white: PlayerId, black: PlayerId) -> float | None:
        """The mean rating of a game of chess; None of a game between teams."""
        return (self.levels[white] + self.levels[black]) / 2 if white in self.levels else None


Teams = Mapping[PlayerId, tuple[PlayerId, PlayerId]]
"""The players of pairs who play games together, by the id of the pair."""


class Ends(Protocol):
    """How contests end in one run."""

    def result(self, white: PlayerId, black: PlayerId) -> Result:
        """How a game ends."""

    def sets(self, match: Match) -> Sets:
        """How a match ends."""

    def join(self, teams: Teams) -> None:
        """Learn who plays together in games."""


class Luck:
    """How contests end in one run. Strengths are drawn once: who is underrated is so in every game of the run."""

    def __init__(self, beliefs: Beliefs, dice: Dice) -> None:
        self._beliefs = beliefs
        self._share = dice.share
        self._means = {id: each.mean + each.spread * dice.normal() for id, each in beliefs.strengths.items()}

    def result(self, white: PlayerId, black: PlayerId) -> Result:
        """How a game ends."""
        likely = chances(self._means[white] - self._means[black], self._beliefs.level(white, black))
        drawn = self._share()
        if drawn < likely.win:
            return Result.WHITE_WINS
        return Result.DRAW if drawn < likely.win + likely.draw else Result.BLACK_WINS

    def join(self, teams: Teams) -> None:
        """Learn who plays together: a team is worth what its players are on average."""
        self._means.update({id: side_mean(players, self._means) for id, players in teams.items()})

    def sets(self, match: Match) -> Sets:
        """How a match ends: the losers have some sets, each number as likely as the other."""
        likely = chances(side_mean(match.home, self._means) - side_mean(match.away, self._means), None)
        won, lost = self._share() < likely.win, int(self._share() * match.to_win)
        return Sets(match.to_win, lost) if won else Sets(lost, match.to_win)


GoOn = Callable[[Tournament], Act | None]
"""What begins the next stage of an event whose present one is over; None where there is none."""


def no_stage(_state: Tournament) -> Act | None:
    """Of an event in one piece nothing begins when it is over."""
    return None


def ready(state: Tournament, go_on: GoOn = no_stage) -> Tournament:
    """The event as it is played on from: what is only seen left out, and all paired that follows from no result.

    Raises Refused where its next round cannot be paired as it stands.
    """
    settings = replace(state.settings, tables=None, chess960=False)
    state = replace(state, settings=settings, reports={}, archived=False)
    if not is_over(state):
        if not any(True for _ in open_contests(state)):
            _next(state, Dice(""), go_on)
        with suppress(Refused):
            state = _done(state, PairAllRounds(), Dice(""))
    return state


def is_over(state: Tournament) -> bool:
    """Whether no round is left to be paired, and no game to be played."""
    return all_paired(state) and not any(True for _ in open_contests(state))


def open_contests(state: Tournament) -> Iterator[Game | Match]:
    """What has no result and could be played now, round by round; of a drawn match of a bracket its next game."""
    for here in state.rounds:
        if here.automatic:
            yield from _due(here)
        else:
            yield from (each for each in here.meetings if each.problem or each.adjourned)


def play_on(state: Tournament, ends: Ends, draws: Dice, go_on: GoOn = no_stage) -> Tournament:
    """The event after its last round, from a state that is `ready`; it ends early where no legal round is left."""
    ends.join(teams_of(state))
    state = with_open_results(state, ends, draws)
    while not all_paired(state):
        try:
            paired = _next(state, draws, go_on)
        except Refused as refusal:
            if isinstance(refusal, Unpairable) or refusal.code in ENDS_EARLY:
                break
            raise
        ends.join(teams_of(paired))
        state = with_open_results(paired, ends, draws)
    return state


def teams_of(state: Tournament) -> Teams:
    """The teams that go on from doubles to a bracket."""
    return {id: players for stage in state.stages for id, players in stage.begun.teams.items()}


def bracket_ends(state: Tournament) -> Iterator[Tournament]:
    """All ways in which a bracket can end whose drawn games are played off: what is open is won or lost."""
    game = next(open_contests(state), None)
    if game is None:
        yield state
        return
    for result in (Result.WHITE_WINS, Result.BLACK_WINS):
        yield from bracket_ends(_done(state, RecordResult(game.id, result, by_game=True, confirm=True), Dice("")))


def _next(state: Tournament, draws: Dice, go_on: GoOn) -> Tournament:
    """The event with its next round, or its next stage; raises Refused where there is neither."""
    try:
        return _done(state, PairRound(len(state.rounds) + 1, confirm=True), draws)
    except Refused as refusal:
        over = isinstance(refusal, Unpairable) or refusal.code in ENDS_EARLY
        begins = go_on(state) if over else None
        if begins is None:
            raise
        return _done(state, begins, draws)


def with_open_results(state: Tournament, ends: Ends, draws: Dice) -> Tournament:
    """The event with a result in every game that can be played, and all rounds closed."""
    for number in range(1, len(state.rounds) + 1):
        here = state.rounds[number - 1]
        if here.automatic:
            continue
        for each in here.meetings:
            if each.problem or each.adjourned:
                state = _done(state, _report(each, ends), draws)
        if here.stage is not Stage.CLOSED and here.games:
            state = _done(state, CloseRound(number, confirm=True), draws)
    while (game := next((game for here in state.rounds if here.automatic for game in _due(here)), None)) is not None:
        result = ends.result(game.white, game.black)
        reason = Reason.THREE_FOLD_REPETITION if result is Result.DRAW else None  # where a draw needs one
        state = _done(state, RecordResult(game.id, result, reason=reason, by_game=True, confirm=True), draws)
    return state


def _report(each: Game | Match, ends: Ends) -> Act:
    """The command that reports how a game or match ends."""
    if isinstance(each, Game):
        return RecordResult(each.id, ends.result(each.white, each.black))
    sets = ends.sets(each)
    return RecordSets(each.id, {Side.HOME: sets.home, Side.AWAY: sets.away})


def all_paired(state: Tournament) -> bool:
    """Whether all rounds are there; one that comes about by itself, in an event without a plan, is the last."""
    planned = format_of(state).rounds_expected(state)
    if planned is None:
        return bool(state.rounds) and state.rounds[-1].automatic
    return len(state.rounds) >= planned


def _due(here: Round) -> Iterator[Game]:
    for game in here.boards:
        if game.result is None:
            yield game
        elif here.is_played_off(game.id):
            yield next(each for each in here.tie_breaks[game.id] if each.result is None)


def _done(state: Tournament, command: Act, draws: Dice) -> Tournament:
    return fold(state, decide(state, command, BEGUN, draws))
