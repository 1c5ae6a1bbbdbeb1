"""What an event is worth to its players' ratings and titles: rating change, performance and title norms of each.

The ratings are those of the event, as if FIDE had published them. In an event longer than 30 days, whose results are
reported month by month (B.02) and whose norms count ratings as they were when the games were played (B.01), each game
counts with the ratings of its round. What it does not know of a player is concluded from
what it does, and `Coefficient.basis` says from what.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from itertools import groupby

from podium.app.event.schedule import rating_in
from podium.app.formats.protocol import RatedSystem
from podium.app.players.numbers import player_numbers
from podium.app.ratings.rated_games import RatedGames, first_day, rated_games, scoreless_players
from podium.app.words.language import _
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.points import UNIT
from podium.core.ratings.rating_kind import RatingKind
from podium.core.ratings.rating_tables import performance_rating, rounded
from podium.files.spreadsheet import Cell, SpreadsheetTable, write_csv_tables
from podium.flow.event.rating_method import kind_for
from podium.flow.state import Round, Tournament, with_items
from podium.ratings import (
    Coefficient,
    FieldPlayer,
    GameResult,
    InitialRating,
    Norm,
    NormCandidate,
    NormEvent,
    NormRules,
    RatingChange,
    RatingRules,
    development_coefficient,
    initial_rating,
    is_exempt_field,
    joined_changes,
    norm_rules,
    norms,
    rating_change,
    rating_rules,
)

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
    both. `average` and `performance` are those of the rated
    opponents, None without any. `norms` are empty where none can be made: in rapid and blitz, and for grandmasters.
    """

    player: Player
    number: int
    games: RatedGames
    change: RatingChange | None
    initial: InitialRating | None
    average: int | None
    performance: int | None
    norms: tuple[Norm, ...]

    @property
    def achieved(self) -> tuple[Norm, ...]:
        return tuple(each for each in self.norms if each.achieved)


@dataclass(frozen=True, slots=True)
class RatingReport:
    """The players of an event by number, and by which regulations they are rated; `day` is its first, None if not set.

    `is_exempt` is whether federations do not matter for norms.
    """

    kind: RatingKind
    day: date | None
    rating_rules: RatingRules
    norm_rules: NormRules
    is_exempt: bool
    players: tuple[PlayerRating, ...]


@dataclass(frozen=True, slots=True)
class _Event:
    """What the players of an event have in common."""

    kind: RatingKind
    day: date | None
    rules: RatingRules
    titles: NormRules
    event: NormEvent
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
    exempt = system is RatedSystem.SWISS and is_exempt_field(
        state.settings.federation, (_field_player(state.players[id], games) for id, games in played.items())
    )
    predetermined = system is RatedSystem.ROUND_ROBIN
    common = _Event(
        kind,
        day,
        rating_rules(kind, day),
        norm_rules(day),
        NormEvent(state.settings.rounds or len(state.rounds), predetermined, exempt),
        scoreless_players(state, played) if predetermined else frozenset(),
    )
    numbers = player_numbers(state)

    def ratings(player: Player) -> RatingsByRound:
        return lambda round: rating_in(state.settings, player, round) or None

    listed = [each for each in state.players.values() if only is None or each.id in only]
    rows = [
        _player_rating(
            common, each, numbers[each.id], played[each.id], question.coefficients.get(each.id), ratings(each)
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
    return replace(state, players=with_items(state.players, players)) if players else state


def coefficient(
    rules: RatingRules, player: Player, rating: int, day: date | None, stated: int | None = None
) -> Coefficient:
    """K of a player who has a rating, by what the event knows of them."""
    birth = player.fields.birth
    turns = day.year - int(birth[:4]) if birth is not None and day is not None else None
    return development_coefficient(rules, rating, stated=stated, title=player.fields.title, turns=turns)


def _player_rating(
    common: _Event, player: Player, number: int, games: RatedGames, stated: int | None, rating_of: RatingsByRound
) -> PlayerRating:
    results = games.results
    change = initial = None
    changes = [
        rating_change(common.rules, rating, some, coefficient(common.rules, player, rating, common.day, stated))
        for rating, some in _by_rating(results, rating_of)
        if rating is not None
    ]
    if changes:
        change = joined_changes(changes)
    unrated = tuple(each for each in results if rating_of(each.round) is None)
    if unrated or not changes:
        initial = initial_rating(common.rules, unrated)
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
        norms=norms(common.titles, common.event, _candidate(common, player, games)) if _has_norms(common.kind) else (),
    )


def _by_rating(
    results: Sequence[GameResult], rating_of: RatingsByRound
) -> list[tuple[int | None, tuple[GameResult, ...]]]:
    """The games by the rating that the player had in their rounds; without a game the first rating, with none."""
    if not results:
        return [(rating_of(1), ())]
    return [(rating, tuple(some)) for rating, some in groupby(results, lambda each: rating_of(each.round))]


def _has_norms(kind: RatingKind) -> bool:
    """Titles are gained in standard chess alone (B.01, 0.5)."""
    return kind is RatingKind.STANDARD


def _candidate(common: _Event, player: Player, games: RatedGames) -> NormCandidate:
    fields = player.fields
    return NormCandidate(
        title=fields.title,
        federation=fields.federation,
        is_woman=fields.gender == WOMAN or (fields.title or "").startswith("W"),
        games=games.norm_games(common.scoreless),
        unplayed=games.unplayed,
        forfeit=games.last_forfeit,
    )


def _field_player(player: Player, games: RatedGames) -> FieldPlayer:
    fields = player.fields
    return FieldPlayer(fields.rating or None, fields.title, fields.federation, games.missed)


COLUMNS = (
    *("number", "name", "title", "federation", "fide_id", "rating"),
    *("games", "score", "expected", "difference", "k", "k_basis", "change", "points", "new_rating"),
    *("average", "performance", "initial_rating", "norms"),
)


def rating_csv(report: RatingReport) -> bytes:
    """A file that spreadsheets open with accents; what a player does not have is empty."""
    rows = tuple(tuple(_cells(row)) for row in report.players)
    return write_csv_tables([SpreadsheetTable(_("Rating report"), COLUMNS, rows)])


def _cells(row: PlayerRating) -> list[Cell]:
    fields, change, first = row.player.fields, row.change, row.initial
    known: list[Cell] = [row.number, fields.name, fields.title, fields.federation, fields.fide_id, fields.rating]
    if change is not None:
        known += [len(change.games), *map(_hundredths, (change.score.units, change.expected.units, change.difference))]
        known += [change.coefficient.k, change.coefficient.basis.value]
        known += [_hundredths(int(change.exact * UNIT)), change.points, change.new_rating]
    else:
        known += [first.games if first else 0, _hundredths(first.score.units if first else 0), *[None] * 7]
    norms = " ".join(each.title for each in row.achieved)
    return [*known, row.average, row.performance, first.rating if first else None, norms or None]


def _hundredths(units: int) -> Decimal:
    return Decimal(units) / UNIT
