"""A club evening to test with: players, results by a seed or by hand, rounds one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from podium.core.dice import Dice
from podium.core.ids import PlayerId
from podium.doubles import Drawn, Options, Reserve, Sets, TeamMatch, TeamRound, draw

Judge = Callable[[TeamMatch], bool]
"""Whether the home team wins."""


def ids(players: int | Iterable[int]) -> list[PlayerId]:
    """Players 1, 2, 3 ... or those with the numbers given."""
    return [PlayerId(str(each)) for each in (range(1, players + 1) if isinstance(players, int) else players)]


def tossed(seed: object) -> Judge:
    dice = Dice(f"toss {seed}")
    return lambda _match: dice.below(2) == 0


def first_in_list_wins(match: TeamMatch) -> bool:
    """The same people win all the time: the hardest case for free games by ranking."""
    return min(int(player) for player in match.home) < min(int(player) for player in match.away)


def partners(matches: Iterable[TeamMatch]) -> list[frozenset[PlayerId]]:
    return [frozenset(team) for match in matches for team in (match.home, match.away)]


@dataclass
class Evening:
    """A tournament that goes on round by round. `keep` hands the reserve on, as the application does."""

    players: list[PlayerId]
    options: Options
    seed: object = 1
    judge: Judge | None = None
    keep: bool = True
    rounds: list[TeamRound] = field(default_factory=list)
    draws: list[Drawn] = field(default_factory=list)

    @property
    def reserve(self) -> Reserve:
        return self.draws[-1].reserve if self.draws and self.keep else ()

    def play(self) -> Drawn:
        """The next round, drawn and won by somebody."""
        judge = self.judge or tossed(f"{self.seed} {len(self.rounds)}")
        number = len(self.rounds) + 1
        drawn = draw(self.players, self.rounds, self.options, Dice(f"{self.seed} {number}"), self.reserve)
        to_win = self.options.sets_to_win
        matches = [replace(match, sets=Sets(to_win, 0) if judge(match) else Sets(0, to_win)) for match in drawn.matches]
        self.rounds.append(TeamRound(tuple(matches), drawn.free))
        self.draws.append(drawn)
        return drawn

    def play_on(self) -> None:
        """All rounds of the plan."""
        while len(self.rounds) < self.options.rounds:
            self.play()


def faults(players: Sequence[PlayerId], before: Sequence[TeamRound], drawn: Drawn) -> list[str]:
    """What is wrong with a round, by the rules alone: nothing of the engine is asked."""
    found = []
    seen = Counter([*drawn.free, *(player for match in drawn.matches for player in (*match.home, *match.away))])
    if seen != Counter(players):
        found.append("not everybody once")
    if len(drawn.free) != len(players) % 4:
        found.append("wrong number of free games")
    known = {pair for played in before for pair in partners(played.matches)}
    if again := [sorted(pair) for pair in partners(drawn.matches) if pair in known]:
        found.append(f"partners again: {again}")
    had = Counter(player for played in before for player in played.free)
    found += [
        f"{out} sits out before {player}"
        for out in drawn.free
        for player in players
        if had[player] < had[out] and player not in drawn.free
    ]
    return found
