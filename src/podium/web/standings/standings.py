"""Who is where: the standings and the crosstable, after any round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from litestar import Response

from podium.app.access import Role
from podium.app.formats.registry import views_of
from podium.app.players.numbers import player_numbers
from podium.app.players.player_search import fits, sought_words
from podium.app.profiles.registry import profile_of
from podium.app.queries import crosstable, is_finished, refusals, standings
from podium.app.rounds.round_words import section_title
from podium.app.standings.crosstable import COLOUR_NOTE, Crosstable
from podium.app.standings.final_ranking import ranking_note
from podium.app.standings.standings import POINTS, StandingRow, order_text
from podium.app.standings.tiebreak_words import full_name, meaning
from podium.app.standings.ties import reason_to_wait, shared_places
from podium.app.words.errors import sentence
from podium.app.words.fields import standing_columns
from podium.app.words.language import _
from podium.app.words.numbers import figure
from podium.core.collation import name_key
from podium.core.errors import Unknown
from podium.core.ids import PlayerId
from podium.flow.lookups import find_stage
from podium.flow.standings.ties import uses_typed_values
from podium.flow.state import PlayedStage, Tournament
from podium.web.documents.documents import event_files
from podium.web.formats.protocol import Words
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import whole_number
from podium.web.frame.long_list import Column, Keys, Span, Wish, ordered, span_of, wish_of
from podium.web.frame.my_player import my_player
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit

RANK = "rank"
MEDALS = ("gold", "silver", "bronze")


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of one section; `why` ends the address of a player's page where it explains these figures."""

    section: str
    tiebreaks: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    words: Words
    why: str | None = None
    ratings: bool = True
    medals: bool = True

    @property
    def columns(self) -> tuple[Column, ...]:
        """The headings."""
        names = [full_name(code) for code in self.figures]
        rank, player, rating, points, *labels = standing_columns(self.words.points, names, self.words.details)
        figures = (
            Column(label, sort=code, kind="coded", code=code, falls=True, more=True)
            for label, code in zip(labels[:-1], self.figures, strict=True)
        )
        return (
            Column(rank, sort=RANK, kind="place"),
            Column(player, sort="name", kind="lead"),
            *([Column(rating, sort="rating", kind="figure", falls=True, more=True)] if self.ratings else []),
            Column(points, sort="points", kind="figure", falls=True),
            *figures,
            Column(labels[-1], more=True),
        )

    @property
    def figures(self) -> tuple[str, ...]:
        """The tie-breaks that have a column: the points have one anyway."""
        return tuple(code for code in self.tiebreaks if code != POINTS)

    def score(self, row: StandingRow) -> str:
        """The points, none where no games gave any; where nobody counts them the rounds that were got through."""
        return "" if row.entered else figure(row.points)

    @property
    def legend(self) -> list[tuple[str, str, str]]:
        """Code, name and meaning of each tie-break."""
        own = self.words.meanings
        return [(code, full_name(code), _(own[code]) if code in own else meaning(code)) for code in self.figures]

    def look(self, row: StandingRow) -> str:
        """The classes of a row: the first three once there is something to rank by, and who has left."""
        medal = self.medals and row.rank <= len(MEDALS) and (row.points or row.entered)
        return " ".join(filter(None, (MEDALS[row.rank - 1] if medal else "", "gone" if row.player.withdrawn else "")))

    @staticmethod
    def decided(row: StandingRow) -> str:
        """What set the player apart from the one above, where that was not the points."""
        if row.ordered_by is not None:
            return order_text(row.ordered_by)
        return (
            _("decided by %(tiebreak)s", tiebreak=full_name(row.decided_by))
            if row.decided_by and row.decided_by != POINTS
            else ""
        )


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings of all sections after a round; `after` is None for the latest."""

    url: str
    event: str
    after: int | None
    rounds: tuple[int, ...]
    note: str
    stages: tuple[tuple[str, str, bool], ...]
    """The ways to the standings of each stage and of all, and whether they are on show; none where there is one."""
    tables: tuple[Table, ...]
    span: Span[StandingRow]
    me: PlayerId | None
    refused: tuple[str, ...]
    files: tuple[tuple[str, str], ...]
    ranking: str
    decides_ties: bool
    """Whether there are shared places to decide, or decided ones, for somebody who may."""
    types_values: bool
    """Whether a tie-break has values that are typed in, for somebody who may."""


@dataclass(frozen=True, slots=True)
class CrosstablePage:
    """The crosstables of all sections."""

    url: str
    event: str
    after: int | None
    rounds: tuple[int, ...]
    note: str
    tables: tuple[Crosstable, ...]
    legend: str


def standings_page(visit: Visit) -> Response[str]:
    """The page with the standings."""
    seen = visit.see()
    after, stage = after_round(visit), stage_shown(visit, seen.state)
    wish = wish_of(visit, f"{visit.url}/standings", RANK, "after", "stage")
    part, own = (seen.state, after) if stage is None else (stage.event, after and max(after - stage.before, 0))
    span = span_of(_rows(part, standings(part, own), wish), wish, lambda row: (row.player.id,))
    context = StandingsPage(
        url=f"{visit.url}/standings",
        event=visit.url,
        after=after,
        rounds=tuple(here.number for here in seen.state.rounds) if stage is None else tuple(stage.rounds),
        note=pages_of(seen.state).standings_note(seen.state, after),
        stages=tuple(_stages(visit, seen.state, stage)),
        tables=tuple(
            replace(each, section=section_title(seen.state, each.section))
            for each in tables(part, span.rows, "" if after is None else f"?after={after}")
        ),
        span=span,
        me=my_player(visit, seen),
        refused=tuple(sentence(refusal) for refusal in refusals(seen.state)),
        ranking=ranking_note(seen.state) if seen.state.rounds else "",
        decides_ties=seen.role >= Role.ARBITER
        and reason_to_wait(seen.state) is None
        and bool(shared_places(seen.state)),
        types_values=seen.role >= Role.ARBITER and uses_typed_values(seen.state.settings),
        files=event_files(seen.state, seen.role),
    )
    return page(visit, "standings.html", context, seen=seen, nav="standings")


def stage_shown(visit: Visit, state: Tournament) -> PlayedStage | None:
    """The stage that the address asks for, None for all; without a word on it, the first until the next has begun."""
    text = visit.query.get("stage", "")
    if not text:
        return state.stages[0] if len(state.stages) == 1 else None
    return find_stage(state, number) if (number := whole_number(text)) else None


def _stages(visit: Visit, state: Tournament, shown: PlayedStage | None) -> Iterator[tuple[str, str, bool]]:
    if not state.stages:
        return
    yield _("All stages"), f"{visit.url}/standings?stage=0", shown is None
    for stage in state.stages:
        number = stage.begun.number
        yield _("Stage %(stage)s", stage=number), f"{visit.url}/standings?stage={number}", stage is shown


def _rows(state: Tournament, rows: Iterable[StandingRow], wish: Wish) -> list[StandingRow]:
    """The rows that are sought, each section in the order that is wished."""
    words, numbers = sought_words(wish.q), player_numbers(state)
    by_section: dict[str, list[StandingRow]] = {}
    for row in rows:
        if fits(words, row.player, numbers[row.player.id]):
            by_section.setdefault(row.section, []).append(row)
    return [row for some in by_section.values() for row in ordered(some, wish, _keys(state, some[0], wish.column))]


def _keys(state: Tournament, first: StandingRow, column: str) -> Keys[StandingRow]:
    """What the standings can be sorted by; `column` may be a tie-break, whose highest value comes first."""
    language = state.settings.language
    keys: dict[str, Callable[[StandingRow], object]] = {
        RANK: lambda row: row.rank,
        "name": lambda row: name_key(row.player.name, language),
        "rating": lambda row: -(row.player.fields.rating or 0),
        "points": lambda row: -row.points.units,
    }
    if column in first.tiebreaks:
        keys[column] = lambda row: -Fraction(row.tiebreaks[column] or 0)
    return keys


def crosstable_page(visit: Visit) -> Response[str]:
    """The page with the crosstable."""
    seen = visit.see()
    after, has_colours = after_round(visit), views_of(seen.state).traits.story.has_colours
    notes = (COLOUR_NOTE if has_colours else "", pages_of(seen.state).words.crosstable_note)
    context = CrosstablePage(
        url=f"{visit.url}/crosstable",
        event=visit.url,
        after=after,
        rounds=tuple(here.number for here in seen.state.rounds),
        note=pages_of(seen.state).standings_note(seen.state, after),
        tables=crosstable(seen.state, after),
        legend=" ".join(_(each) for each in notes if each),
    )
    return page(visit, "crosstable.html", context, seen=seen, nav="crosstable")


def tables(state: Tournament, rows: Iterable[StandingRow], why: str | None = None) -> list[Table]:
    """The standings section by section, as the format of the tournament tells them."""
    pages, ratings = pages_of(state), profile_of(state.settings).ratings
    medals = pages.traits.counts_points or (not why and is_finished(state))  # in a cup once its places are decided
    by_section: dict[str, list[StandingRow]] = {}
    for row in rows:
        by_section.setdefault(row.section, []).append(row)
    return [
        Table(section, tuple(some[0].tiebreaks), tuple(some), pages.words, why, ratings, medals)
        for section, some in by_section.items()
    ]


def after_round(visit: Visit) -> int | None:
    """The round that the address asks for, None for the latest; raises Unknown for what is no number."""
    text = visit.query.get("after", "")
    if not text:
        return None
    number = whole_number(text)
    if number is None:
        raise Unknown("round", text)
    return number
