"""Who is where: the standings and the crosstable, after any round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from litestar import Response

from podium.app.queries import crosstable, refusals, standings
from podium.app.views.crosstable import Crosstable
from podium.app.views.standings import POINTS, StandingRow
from podium.app.words.errors import sentence
from podium.app.words.final_ranking import ranking_note
from podium.app.words.language import _
from podium.app.words.tiebreaks import full_name, meaning
from podium.core.errors import Unknown
from podium.core.ids import PlayerId
from podium.flow.state import Tournament
from podium.web.formats.protocol import Words
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of one section; `why` ends the address of a player's page where it explains these figures."""

    section: str
    tiebreaks: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    words: Words
    counts_points: bool
    why: str | None = None

    @property
    def columns(self) -> list[str]:
        """The headings; those of figures begin with `#`."""
        figures = [_(self.words.points), *self.figures]
        return [
            "#" + _("Rank"),
            _("Player"),
            "#" + _("Rating"),
            *(f"#{heading}" for heading in figures),
            _(self.words.details),
        ]

    @property
    def figures(self) -> tuple[str, ...]:
        """The tie-breaks that have a column: the points have one anyway."""
        return tuple(code for code in self.tiebreaks if code != POINTS)

    def score(self, row: StandingRow) -> str:
        """The points, none where no games gave any; where nobody counts them the rounds that were got through."""
        if row.entered:
            return ""
        return str(row.points) if self.counts_points else str(row.points.number).removesuffix(".0")

    @property
    def names(self) -> dict[str, str]:
        """What each tie-break is called in full, by its heading."""
        return {f"#{code}": full_name(code) for code in self.figures}

    @property
    def legend(self) -> list[tuple[str, str, str]]:
        """Code, name and meaning of each tie-break."""
        own = self.words.meanings
        return [(code, full_name(code), _(own[code]) if code in own else meaning(code)) for code in self.figures]

    def decided(self, row: StandingRow) -> str:
        """What set the player apart from the one above, where that was not the points."""
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
    tables: tuple[Table, ...]
    me: PlayerId | None
    refused: tuple[str, ...]
    ranking: str
    rounds_page: tuple[str, str] | None


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
    after = after_round(visit)
    context = StandingsPage(
        url=f"{visit.url}/standings",
        event=visit.url,
        after=after,
        rounds=tuple(here.number for here in seen.state.rounds),
        note=pages_of(seen.state).standings_note(seen.state, after),
        tables=tuple(tables(seen.state, standings(seen.state, after), "" if after is None else f"?after={after}")),
        me=seen.player,
        refused=tuple(sentence(refusal) for refusal in refusals(seen.state)),
        ranking=ranking_note(seen.state) if seen.state.rounds else "",
        rounds_page=pages_of(seen.state).addresses.own_page(visit.url),
    )
    return page(visit, "standings.html", context, seen=seen, nav="standings")


def crosstable_page(visit: Visit) -> Response[str]:
    """The page with the crosstable."""
    seen = visit.see()
    after = after_round(visit)
    context = CrosstablePage(
        url=f"{visit.url}/crosstable",
        event=visit.url,
        after=after,
        rounds=tuple(here.number for here in seen.state.rounds),
        note=pages_of(seen.state).standings_note(seen.state, after),
        tables=crosstable(seen.state, after),
        legend=_(pages_of(seen.state).words.crosstable_note),
    )
    return page(visit, "crosstable.html", context, seen=seen, nav="standings")


def tables(state: Tournament, rows: Iterable[StandingRow], why: str | None = None) -> list[Table]:
    """The standings section by section, as the format of the tournament tells them."""
    pages = pages_of(state)
    by_section: dict[str, list[StandingRow]] = {}
    for row in rows:
        by_section.setdefault(row.section, []).append(row)
    return [
        Table(section, tuple(some[0].tiebreaks), tuple(some), pages.words, pages.traits.counts_points, why)
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
