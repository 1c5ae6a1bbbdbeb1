"""Who is where: the standings and the crosstable, after any round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from starlette.responses import Response

from podium.app.queries import crosstable, progress, refusals, standings
from podium.app.views.crosstable import Crosstable
from podium.app.views.knockout import is_knockout
from podium.app.views.progress import Step, current_round
from podium.app.views.standings import POINTS, StandingRow
from podium.app.words.errors import sentence
from podium.app.words.knockout import round_name
from podium.app.words.results import plural
from podium.app.words.tiebreaks import full_name, meaning
from podium.core.errors import Unknown
from podium.core.ids import PlayerId
from podium.flow.state import Format, Tournament
from podium.web.frame.forms import whole
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit

DOUBLES_MEANINGS = {"BH": "The points of the opponents, minus those of the partners, of all matches added up."}


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of one section; `why` ends the address of a player's page where it explains these figures."""

    section: str
    tiebreaks: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    why: str | None = None
    knockout: bool = False
    doubles: bool = False

    @property
    def columns(self) -> list[str]:
        """The headings; those of figures begin with `#`."""
        if self.knockout:
            return ["#Rank", "Player", "#Rating", "#Rounds won", "How far"]
        return ["#Rank", "Player", "#Rating", "#Points", *(f"#{code}" for code in self.figures), "Where from"]

    @property
    def figures(self) -> tuple[str, ...]:
        """The tie-breaks that have a column: the points have one anyway."""
        return tuple(code for code in self.tiebreaks if code != POINTS)

    def score(self, row: StandingRow) -> str:
        """The points; in a knockout the rounds that were got through."""
        return str(row.points.number).removesuffix(".0") if self.knockout else str(row.points)

    @property
    def names(self) -> dict[str, str]:
        """What each tie-break is called in full, by its heading."""
        return {f"#{code}": full_name(code) for code in self.figures}

    @property
    def legend(self) -> list[tuple[str, str, str]]:
        """Code, name and meaning of each tie-break."""
        own = DOUBLES_MEANINGS if self.doubles else {}
        return [(code, full_name(code), own.get(code) or meaning(code)) for code in self.figures]

    def decided(self, row: StandingRow) -> str:
        """What set the player apart from the one above, where that was not the points."""
        return f"decided by {full_name(row.decided_by)}" if row.decided_by and row.decided_by != POINTS else ""


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
    knockout: bool


@dataclass(frozen=True, slots=True)
class CrosstablePage:
    """The crosstables of all sections."""

    url: str
    event: str
    after: int | None
    rounds: tuple[int, ...]
    note: str
    tables: tuple[Crosstable, ...]
    knockout: bool


def standings_page(visit: Visit) -> Response:
    """The page with the standings."""
    seen = visit.see()
    after = after_round(visit)
    shown = StandingsPage(
        url=f"{visit.url}/standings",
        event=visit.url,
        after=after,
        rounds=tuple(here.number for here in seen.state.rounds),
        note=_note(seen.state, after),
        tables=tuple(tables(seen.state, standings(seen.state, after), "" if after is None else f"?after={after}")),
        me=seen.player,
        refused=tuple(sentence(refusal) for refusal in refusals(seen.state)),
        knockout=is_knockout(seen.state),
    )
    return page(visit, "standings.html", shown, seen=seen, nav="standings")


def crosstable_page(visit: Visit) -> Response:
    """The page with the crosstable."""
    seen = visit.see()
    after = after_round(visit)
    shown = CrosstablePage(
        url=f"{visit.url}/crosstable",
        event=visit.url,
        after=after,
        rounds=tuple(here.number for here in seen.state.rounds),
        note=_note(seen.state, after),
        tables=crosstable(seen.state, after),
        knockout=is_knockout(seen.state),
    )
    return page(visit, "crosstable.html", shown, seen=seen, nav="standings")


def tables(state: Tournament, rows: Iterable[StandingRow], why: str | None = None) -> list[Table]:
    """The standings section by section, as the format of the tournament tells them."""
    knockout, doubles = is_knockout(state), state.settings.format == Format.DOUBLES
    by_section: dict[str, list[StandingRow]] = {}
    for row in rows:
        by_section.setdefault(row.section, []).append(row)
    return [
        Table(section, tuple(some[0].tiebreaks), tuple(some), why, knockout, doubles)
        for section, some in by_section.items()
    ]


def after_round(visit: Visit) -> int | None:
    """The round that the address asks for, None for the latest; raises Unknown for what is no number."""
    text = visit.query.get("after", "")
    if not text:
        return None
    number = whole(text)
    if number is None:
        raise Unknown("round", text)
    return number


def _note(state: Tournament, after: int | None) -> str:
    if state.knockout is not None and after is not None:
        name = round_name(state.knockout, after).lower()
        return f"After {name}" if state.knockout.rules.both_advance else f"After the {name}"
    if state.knockout is not None:
        return "The final ranking" if state.knockout.over else "Those still in share the first place"
    if after is not None and state.rounds:
        return f"After round {after}"
    last = current_round(state)
    if last is None:
        return "Before the first round"
    if progress(state).step is Step.LOOK:
        return f"Final standings after {plural(len(state.rounds), 'round')}"
    missing = len(last.pending)
    return f"After round {last.number}" + (f", {missing} of its results still missing" if missing else "")
