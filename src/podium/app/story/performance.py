"""What everybody's results were worth: the performance rating beside the rating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from podium.app.story.meetings import Meeting
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.tiebreaks.performance import tournament_performance

FEWEST_GAMES = 3  # one game says little: a win alone is worth 800 points more than the opponent's rating


@dataclass(frozen=True, slots=True)
class Performance:
    """A rated player and the rating that fits the results of `games` against rated opponents."""

    player: Player
    rating: int
    performance: int
    games: int

    @property
    def difference(self) -> int:
        return self.performance - self.rating


def performances(players: Iterable[Player], met: Sequence[Meeting]) -> tuple[Performance, ...]:
    """The performances of these players, as far as they have a rating and enough games, in their order."""
    listed = list(players)
    ratings = {player.id: player.fields.rating for player in listed if player.fields.rating}
    faced, scored = _against_rated(ratings, met)
    return tuple(
        Performance(
            player,
            ratings[player.id],
            tournament_performance(faced[player.id], scored[player.id]),
            len(faced[player.id]),
        )
        for player in listed
        if player.id in ratings and len(faced.get(player.id, ())) >= FEWEST_GAMES
    )


def outliers(found: Sequence[Performance], most: int) -> tuple[Performance, ...]:
    """Those who played most above or below their rating: half of them above, half below, as far as there are any."""
    ordered = sorted(found, key=lambda each: each.difference)
    below = [each for each in ordered[: most // 2] if each.difference < 0]
    above = [each for each in ordered[::-1][: most - most // 2] if each.difference > 0]
    return tuple(each for each in found if each in below or each in above)


def _against_rated(
    ratings: Mapping[PlayerId, int], met: Sequence[Meeting]
) -> tuple[dict[PlayerId, list[int]], dict[PlayerId, int]]:
    """The ratings that each player met over the board, and the score against them in hundredths of a point."""
    faced: dict[PlayerId, list[int]] = {}
    scored: dict[PlayerId, int] = {}
    for each in met:
        if not each.played or len(each.home) != 1:
            continue
        [home], [away] = each.home, each.away
        for player, other, worth in ((home, away, each.home_worth), (away, home, each.away_worth)):
            if other in ratings:
                faced.setdefault(player, []).append(ratings[other])
                scored[player] = scored.get(player, 0) + worth.standard.units
    return faced, scored
