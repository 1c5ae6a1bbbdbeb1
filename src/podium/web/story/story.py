"""The story of an event: podium, figures and pictures, the same on one sheet of paper, and each picture as a file."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from litestar import Response
from markupsafe import Markup

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.attachments import photo_addresses
from podium.app.formats.story import Chapter
from podium.app.pictures.svg import SHEET
from podium.app.standings.standings import StandingRow
from podium.app.story.story import Story, ranked_sections, story
from podium.app.story.story_pictures import MOST, Picture, Reader, picture, pictures
from podium.app.words.dates import dates
from podium.app.words.language import _
from podium.app.words.numbers import figure
from podium.core.collation import name_key
from podium.core.errors import Invalid, Unknown
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.web.formats.protocol import Facts, Words
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import NOT_KEPT, page
from podium.web.frame.visit import Visit
from podium.web.standings.podium import PodiumView, podium_view

SVG = "image/svg+xml"
TOPS = (5, 10, 20)
ON_PAPER = 4  # pictures that one sheet has room for
ROWS_ON_PAPER, LINES_ON_PAPER = 12, 10  # of a picture that is a table, and of the standings


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture on a page, with the address of its file."""

    picture: Picture
    svg: Markup
    url: str


@dataclass(frozen=True, slots=True)
class StoryPage:
    """The story of one section; `player` is whom the reader follows."""

    url: str
    event: str
    note: str
    sections: tuple[tuple[str, str], ...]
    section: str
    podium: PodiumView | None
    facts: Facts
    figures: tuple[Figure, ...]
    prints: str
    certificates: str | None
    players: tuple[Player, ...]
    player: PlayerId | None
    top: str
    tops: tuple[tuple[str, str], ...]
    begun: bool


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One line of the standings on paper: the rank, the name, and a text for each further column."""

    rank: int
    name: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The story on one sheet of A4."""

    url: str
    name: str
    note: str
    section: str
    podium: PodiumView | None
    facts: Facts
    lines: tuple[ReportLine, ...]
    columns: tuple[str, ...]
    all_of_them: int
    figures: tuple[Figure, ...]


def story_page(visit: Visit) -> Response[str]:
    """The page with the story; `?section=`, `?player=` and `?top=` choose what is shown."""
    seen = visit.see()
    told, reader = _asked(visit, seen)
    photos = photo_addresses(visit.services.attachments, visit.tournament)
    context = StoryPage(
        url=f"{visit.url}/story",
        event=visit.url,
        note=pages_of(seen.state).standings_note(seen.state, None),
        sections=tuple(
            (name, f"{visit.url}/story?{urlencode({'section': name})}") for name in ranked_sections(seen.state) if name
        ),
        section=told.section,
        podium=podium_view(told.state, told.section, told.podium, visit.url, photos),
        facts=told.figures,
        figures=tuple(_figure(visit, told, each) for each in pictures(told, reader)),
        prints=_address(visit, "story/print", told),
        certificates=f"{visit.url}/certificates" if directs(seen) else None,
        players=tuple(sorted(told.players, key=lambda each: name_key(each.name, seen.state.settings.language))),
        player=reader.player,
        top=visit.query.get("top", ""),
        tops=(("", _("the usual number")), *((str(top), str(top)) for top in TOPS)),
        begun=bool(told.rounds),
    )
    return page(visit, "story.html", context, seen=seen, nav="story")


def print_page(visit: Visit) -> Response[str]:
    """The report: podium, standings, figures and the first pictures on one sheet."""
    seen = visit.see()
    told, reader = _asked(visit, seen)
    told_best = sorted(pictures(told, Reader(reader.top, reader.player, ROWS_ON_PAPER)), key=_tells_least)
    codes = tuple(told.ranked[0].tiebreaks)[:2] if told.ranked else ()
    settings = seen.state.settings
    photos = photo_addresses(visit.services.attachments, visit.tournament)
    context = ReportPage(
        url=_address(visit, "story", told),
        name=settings.name,
        note=" · ".join(filter(None, (told.section, settings.place, dates(settings.start, settings.end)))),
        section=told.section,
        podium=podium_view(told.state, told.section, told.podium, visit.url, photos),
        facts=told.figures,
        lines=tuple(_line(told, row, codes) for row in told.ranked[:LINES_ON_PAPER]),
        columns=_columns(told, codes, pages_of(seen.state).words),
        all_of_them=len(told.ranked),
        figures=tuple(_figure(visit, told, each) for each in told_best[:ON_PAPER]),
    )
    return page(visit, "story_print.html", context, seen=seen, nav="story")


def picture_file(visit: Visit) -> Response[str]:
    """One picture as a file of its own: `/t/7/pictures/race.svg`."""
    seen = visit.see()
    name = visit.path["name"]
    if not name.endswith(".svg"):
        raise Unknown("picture", name)
    told, reader = _asked(visit, seen)
    return Response(picture(told, name.removesuffix(".svg"), reader).svg, media_type=SVG, headers=NOT_KEPT)


def style_sheet(visit: Visit) -> Response[str]:
    """How the pictures look, for pages that hold them."""
    return Response(SHEET, media_type="text/css", headers={"Cache-Control": "no-cache"})


def directs(seen: Seen) -> bool:
    """Whether whoever looks hands out certificates."""
    return seen.role >= Role.ARBITER


def _asked(visit: Visit, seen: Seen) -> tuple[Story, Reader]:
    """The story that the address asks for, and the reader; a player follows themselves unless they choose otherwise."""
    told = story(seen.state, visit.query.get("section"))
    text = visit.query.get("top", "")
    top = whole_number(text)
    if text and (top is None or not 0 < top <= MOST):
        raise Invalid("top-out-of-range", field="top", value=text, most=MOST)
    chosen = PlayerId(visit.query["player"]) if visit.query.get("player") else seen.player
    return told, Reader(top, chosen if any(each.id == chosen for each in told.players) else None)


def _figure(visit: Visit, told: Story, shown: Picture) -> Figure:
    # Every text in a picture has passed `pictures.svg.safe`.
    return Figure(shown, Markup(shown.svg), _address(visit, f"pictures/{shown.name}.svg", told))


def _address(visit: Visit, path: str, told: Story) -> str:
    """A page about the same section, for the same reader."""
    kept = {name: value for name in ("player", "top") if (value := visit.query.get(name))}
    if told.section:
        kept["section"] = told.section
    return f"{visit.url}/{path}" + (f"?{urlencode(kept)}" if kept else "")


def _tells_least(shown: Picture) -> bool:
    """Whether another picture tells the same: the crosstable has the colours too."""
    return shown.name == Chapter.COLOURS.value


def _columns(told: Story, codes: tuple[str, ...], words: Words) -> tuple[str, ...]:
    """What stands after rank and name: ratings, points and tie-breaks, or how far everybody came."""
    rating = ("#" + _("Rating"),) if _has_ratings(told) else ()
    if not told.format.counts_points:
        return (*rating, _(words.details))
    return (*rating, "#" + _(words.points), *(f"#{told.format.tiebreak_name(code)}" for code in codes))


def _line(told: Story, row: StandingRow, codes: tuple[str, ...]) -> ReportLine:
    rating = (str(row.player.fields.rating or ""),) if _has_ratings(told) else ()
    if not told.format.counts_points:
        return ReportLine(row.rank, row.player.name, (*rating, row.details))
    values = (figure(row.tiebreaks.get(code) or "") for code in codes)
    return ReportLine(row.rank, row.player.name, (*rating, "" if row.entered else figure(row.points), *values))


def _has_ratings(told: Story) -> bool:
    return told.facts.average_rating is not None
