"""What an event is worth to its players: the report of all, and the part of a card about one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType

from litestar import Response

from podium.app.players.player_search import fits, sought_words
from podium.app.queries import has_ratings, player_rating, ratings
from podium.app.ratings import report_words
from podium.app.ratings.rating_report import PlayerRating, RatingQuestion, RatingReport
from podium.app.words.language import _, ngettext
from podium.app.words.numbers import figure
from podium.core.collation import name_key
from podium.core.ids import PlayerId
from podium.core.ratings.rating_kind import RatingKind
from podium.flow.state import Tournament
from podium.ratings import Norm
from podium.web.frame.long_list import Column, Keys, Span, Wish, ordered, span_of, wish_of
from podium.web.frame.my_player import my_player
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit
from podium.web.standings.standings import after_round

NUMBER = "number"


@dataclass(frozen=True, slots=True)
class CardRatings:
    """What a card says of the ratings and titles in `row`; `said` are sentences, `norms` those that are near."""

    facts: tuple[tuple[str, str], ...]
    said: tuple[str, ...]
    report: RatingReport
    row: PlayerRating
    left_out: str
    norms: tuple[Norm, ...]
    regulations: str
    words: ModuleType = report_words


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The rating report of all players."""

    url: str
    after: int | None
    rounds: tuple[int, ...]
    kind: str
    kinds: tuple[tuple[str, str, str], ...]
    note: str
    old: bool
    columns: tuple[Column, ...]
    span: Span[PlayerRating]
    me: PlayerId | None
    with_norms: bool
    file: str
    words: ModuleType = report_words


def report_page(visit: Visit) -> Response[str]:
    """The page with the rating report."""
    seen = visit.see()
    after = after_round(visit)
    asked = visit.query.get("kind", "")
    kind = RatingKind(asked) if asked in [*RatingKind] else None
    report = ratings(seen.state, RatingQuestion(after, kind))
    url = f"{visit.url}/rating-report"
    wish = wish_of(visit, url, NUMBER, "after", "kind")
    span = span_of(_rows(seen.state, report, wish), wish, lambda row: (row.player.id,))
    context = ReportPage(
        url=url,
        after=after,
        rounds=tuple(here.number for here in seen.state.rounds),
        kind=report.kind.value,
        kinds=tuple(
            (each.value, _(words), wish.address(kind=each.value)) for each, words in report_words.KINDS.items()
        ),
        note=report_words.regulations_text(report),
        old=report_words.is_before_editions(report),
        columns=_columns(),
        span=span,
        me=my_player(visit, seen),
        with_norms=any(row.norms for row in report.players),
        file=f"/api/tournaments/{seen.state.id}/export/ratings",
    )
    return page(visit, "rating_report.html", context, seen=seen, nav="rating-report")


def card_ratings(state: Tournament, player: PlayerId, after: int | None) -> CardRatings | None:
    """What the card of a player says of ratings and titles; None where nothing is rated, and without a game."""
    if not has_ratings(state):
        return None
    report, row = player_rating(state, player, RatingQuestion(after))
    if not row.games.played:
        return None
    changed = (report_words.coefficient_text(row.change), report_words.periods_text(row.change)) if row.change else ()
    return CardRatings(
        facts=_facts(row),
        said=tuple(filter(None, (*changed, report_words.initial_text(row)))),
        report=report,
        row=row,
        left_out=_left_out(row),
        norms=tuple(each for each in row.norms if _is_near(report, each)),
        regulations=" ".join(
            (report_words.regulations_text(report), _(report_words.NOT_CHECKED))
            if row.norms
            else (report_words.regulations_text(report),)
        ),
    )


def _facts(row: PlayerRating) -> tuple[tuple[str, str], ...]:
    facts: list[tuple[str, str]] = []
    if row.change is not None:
        facts.append((_("Rating change"), report_words.change_text(row.change)))
        facts.append((_("New rating"), str(row.change.new_rating)))
        facts.append((_("Score"), figure(row.change.score)))
        facts.append((_("Expected"), report_words.hundredths(row.change.expected.units)))
    if row.performance is not None:
        facts.append((_("Performance"), str(row.performance)))
        facts.append((_("Opponents’ average"), str(row.average)))
    return tuple(facts)


def _left_out(row: PlayerRating) -> str:
    count = len(row.games.played) - len(row.change.games) if row.change else 0
    if not count:
        return ""
    return ngettext(
        "%(num)s game is not rated: against somebody without a rating, or entered so.",
        "%(num)s games are not rated: against somebody without a rating, or entered so.",
        count,
    )


def _is_near(report: RatingReport, norm: Norm) -> bool:
    """Whether a norm is worth a table: the opponents were strong enough for it, or the performance was."""
    level = report.norm_rules.level(norm.title)
    return (norm.average or 0) >= level.average or (norm.performance or 0) >= level.performance


def _columns() -> tuple[Column, ...]:
    return (
        Column(_("No"), sort=NUMBER, kind="place"),
        Column(_("Player"), sort="name", kind="lead"),
        Column(_("Rating"), sort="rating", kind="figure", falls=True, more=True),
        Column(_("Games"), kind="figure", more=True),
        Column(_("Score"), kind="figure", more=True),
        Column(_("Expected"), kind="figure", more=True),
        Column("K", kind="figure", name=_("Development coefficient"), more=True),
        Column(_("Gain"), sort="change", kind="figure", falls=True),
        Column(_("New rating"), kind="figure", more=True),
        Column(_("Performance"), sort="performance", kind="figure", falls=True, more=True),
        Column(_("Norm"), sort="norm", more=True),
    )


def _rows(state: Tournament, report: RatingReport, wish: Wish) -> list[PlayerRating]:
    words, language = sought_words(wish.q), state.settings.language
    keys: Keys[PlayerRating] = {
        NUMBER: lambda row: row.number,
        "name": lambda row: name_key(row.player.name, language),
        "rating": lambda row: -(row.player.fields.rating or 0),
        "change": lambda row: -(row.change.exact if row.change else Fraction(-10_000)),
        "performance": lambda row: -(row.performance or 0),
        "norm": lambda row: (not row.achieved, [each.title for each in row.achieved]),
    }
    return ordered([row for row in report.players if fits(words, row.player, row.number)], wish, keys)
