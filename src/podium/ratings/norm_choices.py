"""Which games a norm may rest upon, and the best check of each title (B.01, 1.4.1 and 1.4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from podium.core.points import UNIT
from podium.ratings.editions import NormLevel, NormRules
from podium.ratings.norms import NO_FEDERATION, Choice, Norm, NormGame, RequirementKind, check

FEWEST_PLAYERS = 20
FEWEST_FEDERATIONS = 3
FEWEST_TITLED = 10
TITLED = frozenset({"GM", "IM", "WGM", "WIM"})
MOST_MISSED = 1


@dataclass(frozen=True, slots=True)
class FieldPlayer:
    """A player of the event; `missed` are the rounds without a game, byes by the pairing left aside."""

    rating: int | None
    title: str | None
    federation: str | None
    missed: int = 0


def is_exempt_field(host: str | None, field: Iterable[FieldPlayer]) -> bool:
    """Whether 20 rated players from three federations other than the host's, ten of them with a title, took part.

    Who missed more than one round is not counted. Without a host nothing can be said, and nothing is exempt.
    """
    if host is None:
        return False
    guests = [
        each
        for each in field
        if each.rating is not None
        and each.federation is not None
        and each.federation not in NO_FEDERATION | {host}
        and each.missed <= MOST_MISSED
    ]
    return (
        len(guests) >= FEWEST_PLAYERS
        and len({each.federation for each in guests}) >= FEWEST_FEDERATIONS
        and sum(each.title in TITLED for each in guests) >= FEWEST_TITLED
    )


MOST_LEFT_OUT = 4
"""So many games won are left out at most: of thirteen rounds that leaves nine."""
_MIX = frozenset(RequirementKind) - {
    RequirementKind.SCORE,
    RequirementKind.AVERAGE,
    RequirementKind.PERFORMANCE,
    RequirementKind.GAMES,
}
"""What is asked of the opponents, whatever the results."""


@dataclass(frozen=True, slots=True)
class NormEvent:
    """What matters of an event: how many rounds it has, whether all pairings are fixed before, as in a round robin.

    `exempt` is for events whose federations do not matter (1.4.3 a to d).
    """

    rounds: int | None
    predetermined: bool = False
    exempt: bool = False


@dataclass(frozen=True, slots=True)
class NormCandidate:
    """A player and the games played over the board, in the order of the rounds.

    `unplayed` are the rounds without a game that are not the player's doing: won by forfeit, or a bye by the pairing.
    `forfeit` is the game of the last round where the opponent did not come, counted as lost.
    """

    title: str | None
    federation: str | None
    is_woman: bool
    games: tuple[NormGame, ...]
    unplayed: int = 0
    forfeit: NormGame | None = None


def norms(rules: NormRules, event: NormEvent, player: NormCandidate) -> tuple[Norm, ...]:
    """The check of each title above the player's own, the highest title first; those of women for women alone."""
    above = [level.title for level in rules.levels]
    if player.title in above:
        above = above[: above.index(player.title)]
    return tuple(
        norm(rules, event, player, rules.level(title))
        for title in above
        if player.is_woman or not title.startswith("W")
    )


def norm(rules: NormRules, event: NormEvent, player: NormCandidate, level: NormLevel) -> Norm:
    """The check of one title on all games, or on others that may be chosen where those make a norm and all do not."""
    games = counted_games(event, player.games)
    fewest = fewest_games(rules, event, player, len(games))

    def checked(chosen: Sequence[NormGame], fewest: int = fewest) -> Norm:
        return check(rules, level, player.federation, chosen, fewest=fewest, exempt=event.exempt)

    whole = checked(games)
    if whole.achieved:
        return replace(whole, worth=worth(rules, whole))
    if player.forfeit is not None:
        lost = checked((*games, player.forfeit), rules.fewest_games)
        if lost.achieved:
            return replace(lost, choice=Choice.FORFEIT_AS_LOSS, worth=worth(rules, lost))
    if event.predetermined and any(each.kind in _MIX for each in whole.missing):
        return whole
    if not _can_reach(level, games, fewest):
        return whole
    for choice, chosen in _choices(event, games, fewest):
        found = checked(chosen)
        if found.achieved:
            left_out = tuple(sorted({game.round for game in games} - set(found.rounds)))
            return replace(found, choice=choice, left_out=left_out, worth=worth(rules, found))
    return whole


def counted_games(event: NormEvent, games: Sequence[NormGame]) -> tuple[NormGame, ...]:
    """1.4.2: without those against unrated players who score nothing against rated ones, in round robins."""
    return tuple(game for game in games if not (event.predetermined and game.scoreless))


def fewest_games(rules: NormRules, event: NormEvent, player: NormCandidate, games: int) -> int:
    """1.4.1: nine; eight of nine rounds where the other was won by forfeit or was a bye by the pairing."""
    usual = rules.fewest_games
    excused = event.rounds == usual and games == usual - 1 and player.unplayed
    return usual - 1 if excused else usual


def worth(rules: NormRules, found: Norm) -> int:
    """How many games a norm counts in an application: nine to thirteen, one more for each point above what it needs."""
    games = min(max(len(found.rounds), rules.fewest_games), rules.most_games)
    surplus = found.score.units - found.enough.units if found.enough is not None else 0
    return games + surplus // UNIT


def _choices(
    event: NormEvent, games: tuple[NormGame, ...], fewest: int
) -> Iterator[tuple[Choice, tuple[NormGame, ...]]]:
    """1.4.1 e and f: later games may be left out where pairings are not fixed before, and games won; fewest first."""
    lengths = [len(games)] if event.predetermined else range(len(games), fewest - 1, -1)
    for length in lengths:
        if length < len(games):
            yield Choice.FIRST_ROUNDS, games[:length]
    for length in lengths:
        first = games[:length]
        wins = [game for game in first if game.won]
        for count in range(1, min(length - fewest, len(wins), MOST_LEFT_OUT) + 1):
            for without in combinations(wins, count):
                left = set(without)
                yield Choice.WITHOUT_WINS, tuple(game for game in first if game not in left)


def _can_reach(level: NormLevel, games: Sequence[NormGame], fewest: int) -> bool:
    """Whether the strongest opponents have the average that the title asks: otherwise no choice helps."""
    best = sorted((max(game.rating or 0, 0) for game in games), reverse=True)[:fewest]
    return len(best) == fewest and sum(best) + level.floor >= level.average * fewest
