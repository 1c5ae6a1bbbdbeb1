"""A round of the players there: neighbours of the table from the top, nobody so soon again, colours balanced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from podium.core.bits import bits_of
from podium.core.ids import PlayerId
from podium.core.matching.maximum import MaximumMatching, has_perfect_matching
from podium.core.matching.weighted import HeaviestMatching

WHITE, BLACK = "w", "b"
MOST_SURPLUS = 2


@dataclass(frozen=True, slots=True)
class Evening:
    """What a round is paired from: its number, the players who are there by the table, and what they had before.

    `met` is the round of the last meeting, by player and player; `colours` are those of the games that were played, as
    `wbw`; `byes` how often somebody had sat out. Nobody is to meet within `again` rounds.
    """

    round: int
    players: tuple[PlayerId, ...]
    met: Mapping[PlayerId, Mapping[PlayerId, int]]
    colours: Mapping[PlayerId, str]
    byes: Mapping[PlayerId, int]
    again: int

    def too_soon(self, one: PlayerId, other: PlayerId) -> int:
        """By how many rounds a meeting is too soon; 0: it is not."""
        last = self.met.get(one, {}).get(other)
        return 0 if last is None else max(self.again + 1 - (self.round - last), 0)

    def same_due(self, one: PlayerId, other: PlayerId) -> bool:
        """Whether one of the two would get a third game more with one colour than with the other."""
        first, second = (surplus(self.colours.get(player, "")) for player in (one, other))
        return min(first, second) >= MOST_SURPLUS or max(first, second) <= -MOST_SURPLUS

    def drawback(self, one: PlayerId, other: PlayerId) -> tuple[int, bool]:
        """What speaks against a meeting; nothing where both are false."""
        return self.too_soon(one, other), self.same_due(one, other)


class Colour(Enum):
    """Why a player has White."""

    BALANCE = "balance"
    TURN = "turn"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class Board:
    """One game; the players `passed` are those between the two in the table, who found others."""

    white: PlayerId
    black: PlayerId
    higher: PlayerId
    passed: tuple[PlayerId, ...]
    too_soon: int
    same_due: bool
    colour: Colour

    @property
    def players(self) -> tuple[PlayerId, PlayerId]:
        return self.white, self.black


@dataclass(frozen=True, slots=True)
class PairedEvening:
    """The round, board 1 first; `bye` sits out."""

    boards: tuple[Board, ...]
    bye: PlayerId | None = None


def pair(evening: Evening) -> PairedEvening:
    """The round of the players who are there; for every number of players there is one."""
    bye = _bye(evening) if len(evening.players) % 2 else None
    players = [player for player in evening.players if player != bye]
    boards: list[Board] = []
    for number, (at, partner) in enumerate(_partners(evening, players), start=1):
        higher, lower = players[at], players[partner]
        white, why = white_of(evening, higher, lower, number)
        paired = {player for board in boards for player in board.players}
        passed = tuple(player for player in players[at + 1 : partner] if player not in paired)
        black = lower if white == higher else higher
        boards.append(Board(white, black, higher, passed, *evening.drawback(higher, lower), why))
    return PairedEvening(tuple(boards), bye)


def _bye(evening: Evening) -> PlayerId:
    """Who sits out: of the players with fewest byes the lowest without whom nothing speaks against the round; the
    lowest where there is no such player."""
    had = {player: evening.byes.get(player, 0) for player in evening.players}
    fewest = min(had.values())
    rest = [player for player in reversed(evening.players) if had[player] == fewest]
    edges, everybody = _neighbours(evening, evening.players), (1 << len(evening.players)) - 1
    place = {player: at for at, player in enumerate(evening.players)}
    return next((one for one in rest if has_perfect_matching(edges, everybody & ~(1 << place[one]))), rest[0])


def _neighbours(evening: Evening, players: Sequence[PlayerId]) -> list[int]:
    """For each player the opponents whom nothing speaks against, by place."""
    return [
        bits_of(at for at, other in enumerate(players) if other != one and not any(evening.drawback(one, other)))
        for one in players
    ]


def _partners(evening: Evening, players: Sequence[PlayerId]) -> Iterator[tuple[int, int]]:
    """Who meets whom, by place: from the top each the nearest with whom all others can still be paired as well."""
    edges, everybody = _neighbours(evening, players), (1 << len(players)) - 1
    if has_perfect_matching(edges, everybody):
        matching = MaximumMatching(edges, everybody)
        for at in range(len(players)):
            if matching.among >> at & 1:
                yield at, matching.first_partner(at)
        return
    yield from _relaxed([[evening.drawback(one, other) for other in players] for one in players])


def _relaxed(drawbacks: Sequence[Sequence[tuple[int, bool]]]) -> Iterator[tuple[int, int]]:
    """The same where some have to meet although something speaks against it: as few as can be of those that come
    soonest, then of those that come less soon, and so on; then of those with a third colour too many."""
    levels = sorted({too_soon for row in drawbacks for too_soon, _ in row if too_soon})
    base = len(drawbacks)  # more than there are games
    cost = {0: 0, **{level: base**at for at, level in enumerate(levels, start=1)}}
    costs = [[cost[too_soon] + due for too_soon, due in row] for row in drawbacks]
    left = list(range(len(drawbacks)))
    least, may_meet = _least(costs, left)
    while left:
        top = left[0]
        for partner in may_meet:
            rest = [each for each in left if each not in (top, partner)]
            cheapest, others = _least(costs, rest)
            if costs[top][partner] + cheapest == least:
                yield top, partner
                left, least, may_meet = rest, cheapest, others
                break


def _least(costs: Sequence[Sequence[int]], left: Sequence[int]) -> tuple[int, list[int]]:
    """The least that a round of the players left costs, and whom the first of them may meet in one, nearest first."""
    matching = HeaviestMatching(
        [{at: -costs[one][other] for at, other in enumerate(left) if other != one} for one in left]
    )
    total = sum(costs[left[at]][left[mate]] for at, mate in enumerate(matching.mate)) // 2
    return total, sorted(left[at] for at in matching.tight_neighbours()[0]) if left else []


def white_of(evening: Evening, higher: PlayerId, lower: PlayerId, board: int) -> tuple[PlayerId, Colour]:
    """Who of the two has White, and why: who had Black more often; who had Black when they last had different colours,
    counted back from the last game of each; the higher in the table on odd boards, the lower on even ones."""
    one, other = evening.colours.get(higher, ""), evening.colours.get(lower, "")
    balance = surplus(one) - surplus(other)
    if balance:
        return (lower if balance > 0 else higher), Colour.BALANCE
    for mine, theirs in zip(reversed(one), reversed(other), strict=False):
        if mine != theirs:
            return (lower if mine == WHITE else higher), Colour.TURN
    return (higher if board % 2 else lower), Colour.BOARD


def surplus(colours: str) -> int:
    """Games with White beyond those with Black."""
    return colours.count(WHITE) - colours.count(BLACK)
