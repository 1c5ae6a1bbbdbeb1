"""What an event is worth to its players' ratings and titles: rating change, performance and title norms of each.

The ratings are those of the event, as if FIDE had published them. In an event longer than 30 days, whose results are
reported month by month (B.02) and whose norms count ratings as they were when the games were played (B.01), each game
counts with the ratings of its round. What is not known of a player is concluded from what is, and `Coefficient.basis`
says from what. The games of each player come first, as ratings and titles count them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import groupby

from podium import ratings
from podium.app.event.schedule import rating_in
from podium.app.formats.protocol import RatedSystem
from podium.app.players.numbers import player_numbers
from podium.app.standings.tally import pairings_of, source
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.points import Points
from podium.core.ratings.rating_kind import RatingKind
from podium.core.ratings.rating_tables import performance_rating, rounded
from podium.core.result import ByeType, Worth
from podium.flow.event.rating_method import kind_for
from podium.flow.event.setting_values import Settings
from podium.flow.state import Game, Pairing, Round, Tournament


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played and has ended; `score` is on the scale of 1, a half and 0, whatever the scoring.

    `rating` is the one that the opponent had in the round.
    """

    round: int
    opponent: Player
    rating: int | None
    score: Points
    rated: bool


@dataclass(frozen=True, slots=True)
class RatedGames:
    """What a player played; `unplayed` are rounds won by forfeit or without an opponent by the pairing.

    `missed` are all other rounds without a game. `last_forfeit` is the game of the event's last round where the
    opponent did not come, counted as lost.
    """

    played: tuple[PlayedGame, ...] = ()
    unplayed: int = 0
    missed: int = 0
    last_forfeit: ratings.NormGame | None = None

    @property
    def results(self) -> tuple[ratings.GameResult, ...]:
        """The games that are rated."""
        return tuple(ratings.GameResult(each.rating, each.score, each.round) for each in self.played if each.rated)

    def norm_games(self, scoreless: frozenset[PlayerId]) -> tuple[ratings.NormGame, ...]:
        """The games that count for a norm: every one over the board."""
        return tuple(
            replace(
                norm_game(each.round, each.opponent, each.rating, each.score), scoreless=each.opponent.id in scoreless
            )
            for each in self.played
        )

    def opponent(self, round: int) -> Player:
        """Whom the player met in a round that was played."""
        return next(each.opponent for each in self.played if each.round == round)


def norm_game(number: int, opponent: Player, rating: int | None, score: Points) -> ratings.NormGame:
    """A game of a round against an opponent, as norms count it: with the rating that applied when it was played."""
    fields = opponent.fields
    return ratings.NormGame(number, rating, fields.title, fields.federation, score)


def rated_games(state: Tournament, rounds: tuple[Round, ...], player: PlayerId) -> RatedGames:
    """What a player played in `rounds`; a game without a result, or adjourned, is left aside."""
    played: list[PlayedGame] = []
    unplayed = missed = 0
    last_forfeit: ratings.NormGame | None = None
    for here in rounds:
        pairings = pairings_of(here).get(player, ())
        missed += not pairings
        for stands in pairings:
            pairing = _as_rated(state, stands)
            worth = source(pairing, player)
            if worth is ByeType.BYE or worth is Worth.FORFEIT_WIN:
                unplayed += 1
            missed += not isinstance(pairing, Game) and worth is not ByeType.BYE
            if pairing.result is None or not isinstance(worth, Worth):
                continue
            opponent = state.players[pairing.opponent(player)]
            rating = rating_in(state.settings, opponent, here.number) or None
            if pairing.result.played and pairing.result.final:
                played.append(PlayedGame(here.number, opponent, rating, worth.standard, pairing.result.rated))
            elif worth is Worth.FORFEIT_LOSS:
                missed += 1
            elif worth is Worth.FORFEIT_WIN and here.number == (state.settings.rounds or len(state.rounds)):
                last_forfeit = norm_game(here.number, opponent, rating, Points(0))
    return RatedGames(tuple(played), unplayed, missed, last_forfeit)


def _as_rated(state: Tournament, pairing: Pairing) -> Pairing:
    """A game with the result by which it is rated, where that is another than the one that counts."""
    rated_by = state.rating_results.get(pairing.id)
    return replace(pairing, result=rated_by) if isinstance(pairing, Game) and rated_by is not None else pairing


def scoreless_players(state: Tournament, played: Mapping[PlayerId, RatedGames]) -> frozenset[PlayerId]:
    """Those without a rating who scored nothing against rated opponents (B.01, 1.4.2 b)."""
    return frozenset(
        id
        for id, games in played.items()
        if not state.players[id].fields.rating and not any(each.score.units for each in games.played if each.rating)
    )


def first_day(settings: Settings) -> date | None:
    """The first day of the event, or of its first round; None where neither is set."""
    text = settings.start or next(iter(settings.round_dates), None)
    return date.fromisoformat(text[:10]) if text else None


COEFFICIENTS = range(1, 101)
"""What can be stated as K."""
WOMAN = "f"
RatingsByRound = Callable[[int], int | None]
"""The rating of a player in a round, None without one: it is one and the same unless the event is long."""


@dataclass(frozen=True, slots=True)
class RatingQuestion:
    """How a report is asked for: after which round, for which rating, with K of players of whom it is known.

    The event's own rating for a `kind` of None, all rounds for an `after` of None.
    """

    after: int | None = None
    kind: RatingKind | None = None
    coefficients: Mapping[PlayerId, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for k in self.coefficients.values():
            if k not in COEFFICIENTS:
                raise Invalid("coefficient-out-of-range", field="k", value=k, most=COEFFICIENTS[-1])


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """What the games of one player are worth; `games` are those of the rounds that were asked for.

    A rated player has a `change`, one without a rating an `initial`, who got one during an event longer than 30 days
    both. `average` and `performance` are those of the rated opponents, None without any. `norms` are empty where none
    can be made: in rapid and blitz, and for grandmasters.
    """

    player: Player
    number: int
    games: RatedGames
    change: ratings.RatingChange | None
    initial: ratings.InitialRating | None
    average: int | None
    performance: int | None
    norms: tuple[ratings.Norm, ...]

    @property
    def achieved(self) -> tuple[ratings.Norm, ...]:
        return tuple(each for each in self.norms if each.achieved)


@dataclass(frozen=True, slots=True)
class RatingReport:
    """The players of an event by number, and by which regulations they are rated; `day` is its first, None if not set.

    `is_exempt` is whether federations do not matter for norms.
    """

    kind: RatingKind
    day: date | None
    rating_rules: ratings.RatingRules
    norm_rules: ratings.NormRules
    is_exempt: bool
    players: tuple[PlayerRating, ...]


@dataclass(frozen=True, slots=True)
class _Event:
    """What the players of an event have in common."""

    kind: RatingKind
    day: date | None
    rules: ratings.RatingRules
    titles: ratings.NormRules
    event: ratings.NormEvent
    scoreless: frozenset[PlayerId]


def rating_report(
    state: Tournament,
    system: RatedSystem,
    rounds: tuple[Round, ...],
    question: RatingQuestion,
    only: Collection[PlayerId] | None = None,
) -> RatingReport:
    """The report of an event after `rounds`, for all players or `only` some."""
    kind = question.kind or kind_for(state.settings)
    state = with_fide_ratings(state, kind)
    day = first_day(state.settings)
    played = {player: rated_games(state, rounds, player) for player in state.players}
    exempt = system is RatedSystem.SWISS and ratings.is_exempt_field(
        state.settings.federation, (_field_player(state.players[id], games) for id, games in played.items())
    )
    predetermined = system is RatedSystem.ROUND_ROBIN
    common = _Event(
        kind,
        day,
        ratings.rating_rules(kind, day),
        ratings.norm_rules(day),
        ratings.NormEvent(state.settings.rounds or len(state.rounds), predetermined, exempt),
        scoreless_players(state, played) if predetermined else frozenset(),
    )
    numbers = player_numbers(state)

    def ratings_of(player: Player) -> RatingsByRound:
        return lambda round: rating_in(state.settings, player, round) or None

    listed = [each for each in state.players.values() if only is None or each.id in only]
    rows = [
        _player_rating(
            common, each, numbers[each.id], played[each.id], question.coefficients.get(each.id), ratings_of(each)
        )
        for each in sorted(listed, key=lambda each: numbers[each.id])
    ]
    return RatingReport(kind, day, common.rules, common.titles, exempt, tuple(rows))


def with_fide_ratings(state: Tournament, kind: RatingKind) -> Tournament:
    """The event with FIDE's ratings for that rate of play in place of those that count, of whom FIDE's are known.

    In an event longer than 30 days each round has its own, which are those that count.
    """
    if state.settings.long_event:
        return state
    players = {
        id: replace(player, fields=replace(player.fields, rating=published[1].value))
        for id, player in state.players.items()
        if player.fields.official is not None and (published := player.fields.official.effective(kind)) is not None
    }
    return replace(state, players={**state.players, **players}) if players else state


def coefficient(
    rules: ratings.RatingRules, player: Player, rating: int, day: date | None, stated: int | None = None
) -> ratings.Coefficient:
    """K of a player who has a rating, by what the event knows of them."""
    birth = player.fields.birth
    turns = day.year - int(birth[:4]) if birth is not None and day is not None else None
    return ratings.development_coefficient(rules, rating, stated=stated, title=player.fields.title, turns=turns)


def _player_rating(
    common: _Event, player: Player, number: int, games: RatedGames, stated: int | None, rating_of: RatingsByRound
) -> PlayerRating:
    results = games.results
    change = initial = None
    changes = [
        ratings.rating_change(common.rules, rating, some, coefficient(common.rules, player, rating, common.day, stated))
        for rating, some in _by_rating(results, rating_of)
        if rating is not None
    ]
    if changes:
        change = ratings.joined_changes(changes)
    unrated = tuple(each for each in results if rating_of(each.round) is None)
    if unrated or not changes:
        initial = ratings.initial_rating(common.rules, unrated)
    has_norms = common.kind is RatingKind.STANDARD  # titles are gained in standard chess alone (B.01, 0.5)
    faced = [each.rating for each in results if each.rating is not None]
    score = sum(each.score.units for each in results if each.rating is not None)
    return PlayerRating(
        player=player,
        number=number,
        games=games,
        change=change,
        initial=initial,
        average=rounded(sum(faced), len(faced)) if faced else None,
        performance=performance_rating(faced, score) if faced else None,
        norms=ratings.norms(common.titles, common.event, _candidate(common, player, games)) if has_norms else (),
    )


def _by_rating(
    results: Sequence[ratings.GameResult], rating_of: RatingsByRound
) -> list[tuple[int | None, tuple[ratings.GameResult, ...]]]:
    """The games by the rating that the player had in their rounds; without a game the first rating, with none."""
    if not results:
        return [(rating_of(1), ())]
    return [(rating, tuple(some)) for rating, some in groupby(results, lambda each: rating_of(each.round))]


def _candidate(common: _Event, player: Player, games: RatedGames) -> ratings.NormCandidate:
    fields = player.fields
    return ratings.NormCandidate(
        title=fields.title,
        federation=fields.federation,
        is_woman=fields.gender == WOMAN or (fields.title or "").startswith("W"),
        games=games.norm_games(common.scoreless),
        unplayed=games.unplayed,
        forfeit=games.last_forfeit,
    )


def _field_player(player: Player, games: RatedGames) -> ratings.FieldPlayer:
    fields = player.fields
    return ratings.FieldPlayer(fields.rating or None, fields.title, fields.federation, games.missed)
