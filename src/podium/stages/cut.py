"""Who goes on to the next stage: so many of each group, the best of the rest, and nobody by a tie that nobody saw.

Places are given one after another: the first of every group, then the second of every group, as long as there are
enough for all groups that have a player for it. The places that are left then go to the best of those who are next in
their groups. Who has left is passed over, and everybody below moves up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.stages.results import ACROSS, Game, Line, Measure, Table, measures

FEWEST_IN_BRACKET = 2


@dataclass(frozen=True, slots=True)
class Qualify:
    """How many go on: `per_group` of each group and the best of the others, or the `best` of all."""

    per_group: int = 0
    best_others: int = 0
    best: int = 0

    def __post_init__(self) -> None:
        if min(self.per_group, self.best_others, self.best) < 0 or bool(self.per_group) is bool(self.best):
            raise Invalid("qualify-malformed", value=self.per_group or self.best)
        if self.best and self.best_others:
            raise Invalid("qualify-malformed", value=self.best_others)

    def places(self, groups: int) -> int:
        """How many go on from that many groups."""
        return self.per_group * groups + self.best_others + self.best


def check_qualify(qualify: Qualify, sizes: Sequence[int], least: int = FEWEST_IN_BRACKET) -> None:
    """Refuses what groups of those sizes cannot give, and fewer than the `least` that the next stage needs."""
    places, smallest = qualify.places(len(sizes)), min(sizes)
    if qualify.per_group > smallest:
        raise Refused("too-many-per-group", value=qualify.per_group, groups=len(sizes), most=smallest)
    if places > sum(sizes):
        raise Refused("too-many-go-on", value=places, players=sum(sizes), most=sum(sizes))
    if places < least:
        raise Refused("too-few-go-on", value=places, least=least)


@dataclass(frozen=True, slots=True)
class AllLevel:
    """Everybody who is level at the cut goes on."""


@dataclass(frozen=True, slots=True)
class Named:
    """Of those who are level these go on, by a play-off or as the director says; sure ones may be named too."""

    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """A lot decides, drawn from that seed."""

    seed: str


Ruling = AllLevel | Named | Lot | None
"""How a tie at the cut is decided; None: not yet."""


@dataclass(frozen=True, slots=True)
class OpenCut:
    """Players whom nothing parts: more than the `places` there are for them. `group` is None across groups."""

    level: tuple[PlayerId, ...]
    places: int
    group: int | None
    equal: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Somebody who goes on: `place` in the group (from 1) and `turn`, how many of the group go on before, from 0."""

    player: PlayerId
    group: int
    place: int
    turn: int
    measure: Measure


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on for sure, by group, and what is `open`; `settled` was open, and a ruling has decided it.

    `passed` are those who have left and would go on; by them others have `moved_up`.
    """

    going_on: tuple[Qualifier, ...]
    open: tuple[OpenCut, ...]
    settled: tuple[OpenCut, ...]
    passed: tuple[PlayerId, ...]
    moved_up: tuple[PlayerId, ...]


def who_goes_on(
    tables: Sequence[Table],
    games: Sequence[Game],
    qualify: Qualify,
    ruling: Ruling = None,
    tie_breaks: Sequence[str] = (),
) -> Cut:
    """Who goes on from the tables of the groups; `tie_breaks` names what the ranks in them follow from."""
    cutting = _Cutting(tables, games, ruling, tuple(tie_breaks))
    cutting.run(qualify.places(len(tables)))
    return cutting.result()


@dataclass(slots=True)
class _Split:
    """Who of a group goes on for `sure`, and the `level` ones after them, of whom so many go on too."""

    sure: list[PlayerId]
    level: list[PlayerId]
    places: int


class _Cutting:
    """A cut in the making: who goes on of each group, from the first on."""

    def __init__(
        self, tables: Sequence[Table], games: Sequence[Game], ruling: Ruling, tie_breaks: tuple[str, ...]
    ) -> None:
        self.tables, self.games, self.ruling, self.tie_breaks = tables, games, ruling, tie_breaks
        self.dice = Dice(ruling.seed) if isinstance(ruling, Lot) else None
        self.ahead: list[list[PlayerId]] = []
        self.open: list[OpenCut] = []
        self.settled: list[OpenCut] = []

    def run(self, places: int) -> None:
        """Gives the places, those within the groups first."""
        present = [[line for line in table if not line.left] for table in self.tables]
        direct, pool, others = _shares([len(lines) for lines in present], places)
        splits = [_split(lines, count) for lines, count in zip(present, direct, strict=True)]
        self.ahead = [split.sure for split in splits]
        values = measures([self.tables[group] for group in pool], self.games)
        both = [group for group in pool if _goes_on_whole(group, {each: splits[each] for each in pool}, values, others)]
        for group, split in enumerate(splits):
            if not split.places:
                continue
            here = OpenCut(tuple(split.level), split.places, group, self.tie_breaks)
            chosen = split.level if group in both else self._rule(here, values if group in pool else None)
            self.ahead[group] += chosen
            if len(chosen) > split.places and group in pool:  # who is next there goes on already
                pool.remove(group)
                others -= group in both
            split.level = [player for player in split.level if player not in chosen]
        if others and pool and not self.open:
            self._others({group: splits[group].level for group in pool}, values, others)

    def _others(self, nexts: Mapping[int, Sequence[PlayerId]], values: Mapping[PlayerId, Measure], places: int) -> None:
        """The best of those who are next in their groups."""
        best = {group: max(values[player] for player in level) for group, level in nexts.items()}
        tops = {group: [each for each in level if values[each] == best[group]] for group, level in nexts.items()}
        last = sorted(best.values(), reverse=True)[:places][-1]
        ahead = [group for group in tops if best[group] > last]
        level = [group for group in tops if best[group] == last]
        if len(ahead) + len(level) <= places:
            ahead, level = ahead + level, []
        for group in ahead:
            self.ahead[group] += self._rule(OpenCut(tuple(tops[group]), 1, group, self.tie_breaks + ACROSS))
        all_level = tuple(player for group in level for player in tops[group])
        chosen = self._rule(OpenCut(all_level, places - len(ahead), None, ACROSS))
        for group in level:
            self.ahead[group] += [player for player in tops[group] if player in chosen]

    def _rule(self, here: OpenCut, others: Mapping[PlayerId, Measure] | None = None) -> list[PlayerId]:
        """Who of the level ones goes on, nobody while that is open; `others` if one more may be of the best others."""
        if len(here.level) <= here.places:
            return list(here.level)
        chosen = self._chosen(here, others)
        (self.settled if chosen else self.open).append(here)
        return chosen

    def _chosen(self, here: OpenCut, others: Mapping[PlayerId, Measure] | None) -> list[PlayerId]:
        match self.ruling:
            case AllLevel():
                return list(here.level)
            case Named(players=players):
                named = [player for player in here.level if player in players]
                if others is not None and len(named) == here.places + 1:
                    named.remove(max(named, key=others.__getitem__))  # has to be among the best of the others
                return named if len(named) == here.places else []
            case Lot():
                assert self.dice is not None  # made with the lot
                return self.dice.shuffled(sorted(here.level))[: here.places]
            case None:
                return []

    def result(self) -> Cut:
        """The cut as it is; refuses names that do not go on."""
        there = {player for players in self.ahead for player in players}
        names = self.ruling.players if isinstance(self.ruling, Named) and not self.open else ()
        if strange := [player for player in names if player not in there]:
            raise Refused("cut-elsewhere", value=strange, allowed=sorted(there))
        going_on, passed, moved_up = [], [], []
        sizes = [sum(len(ahead) > turn for ahead in self.ahead) for turn in range(max(map(len, self.ahead)))]
        last = {size: turn for turn, size in enumerate(sizes)}  # as many groups are the same groups
        values = {size: self._measures(turn) for size, turn in last.items()}
        for group, (table, ahead) in enumerate(zip(self.tables, self.ahead, strict=True)):
            ranks = {line.player: line.rank for line in table}
            passed += [line.player for line in table if line.left and line.rank <= len(ahead)]
            moved_up += [player for player in ahead if ranks[player] > len(ahead)]
            for turn, player in enumerate(ahead):
                before = sum(ranks[other] == ranks[player] for other in ahead[:turn])
                going_on.append(Qualifier(player, group, ranks[player] + before, turn, values[sizes[turn]][player]))
        return Cut(tuple(going_on), tuple(self.open), tuple(self.settled), tuple(passed), tuple(moved_up))

    def _measures(self, turn: int) -> dict[PlayerId, Measure]:
        """What those who are in that turn of their groups are compared by."""
        tables = [table for table, ahead in zip(self.tables, self.ahead, strict=True) if len(ahead) > turn]
        return measures(tables, self.games)


def _shares(sizes: Sequence[int], places: int) -> tuple[list[int], list[int], int]:
    """How many places each group has for sure, the groups that have a player for the next, and how many are left."""
    if places > sum(sizes):
        raise Refused("too-many-go-on", value=places, players=sum(sizes), most=sum(sizes))
    shares = [0] * len(sizes)
    while places >= len(pool := [group for group, size in enumerate(sizes) if size > shares[group]]) > 0:
        places -= len(pool)
        for group in pool:
            shares[group] += 1
    return shares, pool if places else [], places


def _split(lines: Sequence[Line], count: int) -> _Split:
    """Those who have the first `count` places for sure, and the next ones."""
    sure: list[PlayerId] = []
    level: list[PlayerId] = []
    for _, those in groupby(lines, key=lambda line: line.rank):
        level = [line.player for line in those]
        if len(sure) + len(level) > count:
            return _Split(sure, level, count - len(sure))
        sure += level
    return _Split(sure, [], 0)


def _goes_on_whole(group: int, pool: Mapping[int, _Split], values: Mapping[PlayerId, Measure], others: int) -> bool:
    """Whether all who are level at the cut of a group go on, since one more of it is among the best others for sure."""
    if group not in pool or len(pool[group].level) != pool[group].places + 1:
        return False
    least = min(values[player] for player in pool[group].level)
    rivals = (max(values[player] for player in split.level) for at, split in pool.items() if at != group)
    return sum(rival >= least for rival in rivals) < others
