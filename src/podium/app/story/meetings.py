"""The games and matches of an event with their outcomes: upsets, runs, partners, performances, and all in figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from podium.app.standings.tally import is_counted, uncounted
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.ratings.rating_tables import performance_rating
from podium.core.result import Result, Worth
from podium.flow.state import Game, Match, Round, Tournament


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game or a match with its outcome; of a game White is at home."""

    round: int
    home: tuple[PlayerId, ...]
    away: tuple[PlayerId, ...]
    home_worth: Worth
    away_worth: Worth

    @property
    def played(self) -> bool:
        return self.home_worth.played

    @property
    def sides(self) -> tuple[tuple[tuple[PlayerId, ...], Worth], tuple[tuple[PlayerId, ...], Worth]]:
        """Each side with what it has of the meeting."""
        return (self.home, self.home_worth), (self.away, self.away_worth)

    @property
    def winners(self) -> tuple[PlayerId, ...]:
        """The side that won over the board; nobody otherwise."""
        return next((side for side, worth in self.sides if worth is Worth.WIN), ())

    @property
    def losers(self) -> tuple[PlayerId, ...]:
        """The side that was beaten over the board; nobody otherwise."""
        if not self.winners:
            return ()
        return self.away if self.winners == self.home else self.home


@dataclass(frozen=True, slots=True)
class Upset:
    """A win against a side that was rated higher by `difference`, on the average of a team."""

    round: int
    winners: tuple[Player, ...]
    losers: tuple[Player, ...]
    winners_rating: int
    losers_rating: int

    @property
    def difference(self) -> int:
        return self.losers_rating - self.winners_rating


@dataclass(frozen=True, slots=True)
class Run:
    """So many games in a row without a loss, by each of `players`."""

    length: int
    players: tuple[Player, ...]


def meeting(number: int, game: Game, result: Result) -> Meeting:
    """The game with its result."""
    return Meeting(number, (game.white,), (game.black,), result.white, result.black)


def usual_meetings(state: Tournament, rounds: Iterable[Round]) -> Iterator[Meeting]:
    """All that has ended and counts, round by round; a game that is adjourned has not ended."""
    left_out = uncounted(state)
    for here in rounds:
        for pairing in here.meetings:
            if not is_counted(pairing, left_out):
                continue
            match pairing:
                case Match() if pairing.played:
                    home = pairing.sets.home == pairing.to_win
                    worths = (Worth.WIN, Worth.LOSS) if home else (Worth.LOSS, Worth.WIN)
                    yield Meeting(here.number, pairing.home, pairing.away, *worths)
                case Game(result=Result() as result) if result.final:
                    yield meeting(here.number, pairing, result)


def of_section(state: Tournament, met: Iterable[Meeting], section: str) -> tuple[Meeting, ...]:
    """The meetings in which somebody of a section took part."""
    return tuple(each for each in met if any(state.players[id].section == section for id in (*each.home, *each.away)))


def upsets(players: Mapping[PlayerId, Player], met: Iterable[Meeting]) -> tuple[Upset, ...]:
    """The wins against higher rated sides, the largest difference first; players without a rating are in none."""
    found = []
    for each in met:
        winners, losers = (tuple(players[id] for id in side) for side in (each.winners, each.losers))
        own, other = _rating(winners), _rating(losers)
        if own is not None and other is not None and other > own:
            found.append(Upset(each.round, winners, losers, own, other))
    return tuple(sorted(found, key=lambda upset: (-upset.difference, upset.round)))


def _rating(side: Sequence[Player]) -> int | None:
    ratings = [player.fields.rating for player in side if player.fields.rating]
    return sum(ratings) // len(ratings) if ratings and len(ratings) == len(side) else None


def longest_run(players: Iterable[Player], met: Iterable[Meeting]) -> Run | None:
    """The longest run without a loss, of at least two games; what was not played neither helps nor ends it."""
    now: dict[PlayerId, int] = {}
    best: dict[PlayerId, int] = {}
    for each in met:
        for side, worth in each.sides if each.played else ():
            for player in side:
                now[player] = 0 if worth is Worth.LOSS else now.get(player, 0) + 1
                best[player] = max(best.get(player, 0), now[player])
    own = [player for player in players if player.id in best]
    length = max((best[player.id] for player in own), default=0)
    return Run(length, tuple(player for player in own if best[player.id] == length)) if length > 1 else None


@dataclass(frozen=True, slots=True)
class Partnership:
    """Two who played together in a round, and whether they won."""

    round: int
    players: tuple[PlayerId, PlayerId]
    won: bool


def partnerships(met: Iterable[Meeting]) -> tuple[Partnership, ...]:
    """The teams of two of all meetings."""
    return tuple(
        Partnership(each.round, (side[0], side[1]), worth is Worth.WIN)
        for each in met
        for side, worth in each.sides
        if len(side) == 2
    )


@dataclass(frozen=True, slots=True)
class EventFacts:
    """The figures of one section; shares are counts of games over the board, `average_rating` of rated players.

    Where nobody has a colour, `white_wins` and `black_wins` mean nothing.
    """

    players: int
    rounds: int
    games: int
    unplayed: int
    white_wins: int
    draws: int
    black_wins: int
    average_rating: int | None
    unbeaten: Run | None
    biggest_upset: Upset | None


def event_facts(players: Sequence[Player], rounds: int, met: Sequence[Meeting], found: Sequence[Upset]) -> EventFacts:
    """The figures of an event in which these players met so."""
    played = [each for each in met if each.played]
    ratings = [player.fields.rating for player in players if player.fields.rating]
    return EventFacts(
        players=len(players),
        rounds=rounds,
        games=len(played),
        unplayed=len(met) - len(played),
        white_wins=sum(each.home_worth is Worth.WIN for each in played),
        draws=sum(each.home_worth is each.away_worth is Worth.DRAW for each in played),
        black_wins=sum(each.away_worth is Worth.WIN for each in played),
        average_rating=(2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else None,
        unbeaten=longest_run(players, met),
        biggest_upset=found[0] if found else None,
    )


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
            performance_rating(faced[player.id], scored[player.id]),
            len(faced[player.id]),
        )
        for player in listed
        if player.id in ratings and len(faced.get(player.id, ())) >= FEWEST_GAMES
    )


def outliers(found: Sequence[Performance], most: int) -> tuple[Performance, ...]:
    """The players most above or below their rating: half of them above, half below, as far as there are any."""
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
