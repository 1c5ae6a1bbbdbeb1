"""The story of an event: podium, figures and pictures, the same on paper, and each picture as a file.

One of them is the picture that is shown where the address of the event is shared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from litestar import Response

from podium.app.access import ANYONE, Role
from podium.app.desk import Seen
from podium.app.event.attachments import AttachmentKey, AttachmentKind, photo_addresses
from podium.app.event.progress import Step, has_begun
from podium.app.event.schedule import next_planned
from podium.app.forecast.movement import ODDS, movement_picture
from podium.app.formats.registry import views_of
from podium.app.formats.story import Chapter
from podium.app.pictures.svg import SHEET
from podium.app.queries import progress, standings
from podium.app.standings.standings import StandingRow
from podium.app.story.share_card import ShareCard
from podium.app.story.story import PodiumPlace, Story, initials, podiums, ranked_sections, story
from podium.app.story.story_pictures import MOST, Picture, Reader, picture, pictures
from podium.app.words.dates import dates, day_of_week
from podium.app.words.language import _, ngettext
from podium.app.words.numbers import figure
from podium.core.collation import name_key
from podium.core.errors import Invalid, Unknown
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.state import Tournament
from podium.web.formats.protocol import Facts, Words
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import NOT_KEPT, page
from podium.web.frame.sharing import format_line, place_line, standing_line
from podium.web.frame.visit import Visit

SVG = "image/svg+xml"
TOPS = (5, 10, 20)
ON_PAPER = 4  # pictures that one sheet has room for
ROWS_ON_PAPER, LINES_ON_PAPER = 12, 10  # of a picture that is a table, and of the standings


@dataclass(frozen=True, slots=True)
class StoryPage:
    """The story of one section, each picture with the address of its file; `player` is whom the reader follows."""

    url: str
    note: str
    told: Story
    sections: tuple[tuple[str, str], ...]
    podium: PodiumView | None
    figures: tuple[tuple[Picture, str], ...]
    prints: str
    certificates: str | None
    players: tuple[Player, ...]
    player: PlayerId | None
    top: str
    tops: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The story on one sheet of A4; a line of the standings has a text for each further column."""

    url: str
    name: str
    note: str
    section: str
    podium: PodiumView | None
    facts: Facts
    lines: tuple[tuple[StandingRow, tuple[str, ...]], ...]
    columns: tuple[str, ...]
    all_of_them: int
    figures: tuple[tuple[Picture, str], ...]


def story_page(visit: Visit) -> Response[str]:
    """The page with the story; `?section=`, `?player=` and `?top=` choose what is shown."""
    seen = visit.see()
    told, reader = _asked(visit, seen)
    photos = photo_addresses(visit.services.attachments, visit.tournament)
    context = StoryPage(
        url=f"{visit.url}/story",
        note=pages_of(seen.state).standings_note(seen.state, None),
        sections=tuple(
            (name, f"{visit.url}/story?{urlencode({'section': name})}") for name in ranked_sections(seen.state) if name
        ),
        told=told,
        podium=podium_view(told.state, told.section, told.podium, visit.url, photos),
        figures=tuple(
            (each, _address(visit, f"pictures/{each.name}.svg", told))
            for each in filter(None, (*pictures(told, reader), _movement(visit, told, reader)))
        ),
        prints=_address(visit, "story/print", told),
        certificates=f"{visit.url}/certificates" if seen.role >= Role.ARBITER else None,
        players=tuple(sorted(told.players, key=lambda each: name_key(each.name, seen.state.settings.language))),
        player=reader.player,
        top=visit.query.get("top", ""),
        tops=(("", _("the usual number")), *((str(top), str(top)) for top in TOPS)),
    )
    return page(visit, "story.html", context, seen=seen, nav="story")


def print_page(visit: Visit) -> Response[str]:
    """The report: podium, standings, figures and the first pictures on one sheet."""
    seen = visit.see()
    told, reader = _asked(visit, seen)
    told_best = sorted(
        pictures(told, Reader(reader.top, reader.player, ROWS_ON_PAPER)),
        key=lambda each: each.name == Chapter.COLOURS.value,
    )  # the crosstable tells it too
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
        lines=tuple((row, _cells(told, row, codes)) for row in told.ranked[:LINES_ON_PAPER]),
        columns=_columns(told, codes, pages_of(seen.state).words),
        all_of_them=len(told.ranked),
        figures=tuple((each, _address(visit, f"pictures/{each.name}.svg", told)) for each in told_best[:ON_PAPER]),
    )
    return page(visit, "story_print.html", context, seen=seen, nav="story")


def picture_file(visit: Visit) -> Response[str]:
    """One picture as a file of its own: `/t/7/pictures/race.svg`."""
    seen = visit.see()
    name = visit.path["name"]
    if not name.endswith(".svg"):
        raise Unknown("picture", name)
    told, reader = _asked(visit, seen)
    odds = _movement(visit, told, reader, alone=True) if name == f"{ODDS}.svg" else None
    drawn = odds or picture(told, name.removesuffix(".svg"), reader)
    return Response(drawn.svg, media_type=SVG, headers=NOT_KEPT)


def _movement(visit: Visit, told: Story, reader: Reader, *, alone: bool = False) -> Picture | None:
    """How the odds moved, once all of it is counted."""
    return movement_picture(told.players, visit.services.forecasts.movement(told.state), reader, alone=alone)


def style_sheet(visit: Visit) -> Response[str]:
    """How the pictures look, for pages that hold them."""
    return Response(SHEET, media_type="text/css", headers={"Cache-Control": "no-cache"})


def _asked(visit: Visit, seen: Seen) -> tuple[Story, Reader]:
    """The story that the address asks for, and the reader; a player follows themselves unless they choose otherwise."""
    told = story(seen.state, visit.query.get("section"))
    text = visit.query.get("top", "")
    top = whole_number(text)
    if text and (top is None or not 0 < top <= MOST):
        raise Invalid("top-out-of-range", field="top", value=text, most=MOST)
    chosen = PlayerId(visit.query["player"]) if visit.query.get("player") else seen.player
    return told, Reader(top, chosen if any(each.id == chosen for each in told.players) else None)


def _address(visit: Visit, path: str, told: Story) -> str:
    """A page about the same section, for the same reader."""
    kept = {name: value for name in ("player", "top") if (value := visit.query.get(name))}
    if told.section:
        kept["section"] = told.section
    return f"{visit.url}/{path}" + (f"?{urlencode(kept)}" if kept else "")


def _columns(told: Story, codes: tuple[str, ...], words: Words) -> tuple[str, ...]:
    """What stands after rank and name: ratings, points and tie-breaks, or how far everybody came."""
    rating = ("#" + _("Rating"),) if _has_ratings(told) else ()
    if not told.format.counts_points:
        return (*rating, _(words.details))
    return (*rating, "#" + _(words.points), *(f"#{told.format.tiebreak_name(code)}" for code in codes))


def _cells(told: Story, row: StandingRow, codes: tuple[str, ...]) -> tuple[str, ...]:
    rating = (str(row.player.fields.rating or ""),) if _has_ratings(told) else ()
    if not told.format.counts_points:
        return (*rating, row.details)
    return (
        *rating,
        "" if row.entered else figure(row.points),
        *(figure(row.tiebreaks.get(code) or "") for code in codes),
    )


def _has_ratings(told: Story) -> bool:
    return told.facts.average_rating is not None


PLACES = 3
KEPT_FOR = 86_400  # seconds: another version has another address


def card_file(visit: Visit) -> Response[bytes]:
    """The picture, of events that everybody sees."""
    seen = visit.desk.see(ANYONE, visit.tournament)
    logo = visit.services.attachments.picture(AttachmentKey(AttachmentKind.LOGO, visit.tournament))
    content = visit.shared.draw_card(_card(seen, logo.digest if logo else ""), logo)
    current = visit.query.get("v") == str(seen.version)
    headers = {"Cache-Control": f"public, max-age={KEPT_FOR}" if current else "no-cache"}
    return Response(content, media_type="image/png", headers=headers)


def _card(seen: Seen, logo: str) -> ShareCard:
    state, places = seen.state, _places(seen)
    over = progress(state).step is Step.LOOK
    return ShareCard(
        name=state.settings.name,
        format=standing_line(state) if places and not over else format_line(state),
        where=place_line(state.settings),
        standing=standing_line(state) or _first_round(state),
        places=places,
        logo=logo,
    )


def _first_round(state: Tournament) -> str:
    """When the first round is to begin: `Round 1: Sat 1 Aug 2026, 14:00`; empty where that is not planned."""
    if (planned := next_planned(state)) is None:
        return ""
    when = ", ".join(filter(None, (day_of_week(planned.day), planned.time)))
    return _("%(round)s: %(what)s", round=pages_of(state).round_name(state, planned.number), what=when)


def _places(seen: Seen) -> tuple[str, ...]:
    """The winners, and the leaders of one where points are counted: the first three, or the first of each section."""
    state = seen.state
    leads = pages_of(state).traits.counts_points and any(map(has_begun, state.rounds))
    if progress(state).step is not Step.LOOK and not leads:
        return ()
    rows = standings(state)
    if len(state.sections) > 1:
        first = {row.section: row for row in reversed(rows)}
        winners = [first[section] for section in state.sections if section in first]
        return tuple(f"{row.section}: {row.player.name}" for row in winners[:PLACES])
    counts = pages_of(state).traits.counts_points
    return tuple(
        _("%(name)s, %(points)s", name=row.player.name, points=figure(row.points)) if counts else row.player.name
        for row in rows[:PLACES]
    )


MOST_NAMES = 4  # on one step


@dataclass(frozen=True, slots=True)
class OnPodium:
    """Somebody on a step; `photo` is the address of a picture, in place of the initials."""

    player: Player
    url: str
    photo: str | None
    initials: str
    score: str


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """One place: what it is called, who stands there, how many more share it, and what decided."""

    rank: int
    name: str
    winners: tuple[OnPodium, ...]
    more: str
    decided: str


@dataclass(frozen=True, slots=True)
class PodiumView:
    """The podium of a section, the best first."""

    section: str
    steps: tuple[PodiumStep, ...]


def podium_view(
    state: Tournament, section: str, places: Sequence[PodiumPlace], url: str, photos: Mapping[PlayerId, str]
) -> PodiumView | None:
    """The podium of a section of the tournament at `url`; None where there is none yet."""
    return PodiumView(section, tuple(_step(state, place, url, photos) for place in places)) if places else None


def podium_views(state: Tournament, best: int, url: str, photos: Mapping[PlayerId, str]) -> tuple[PodiumView, ...]:
    """The podiums of all sections, once the event is over; better places than `best` are left out."""
    return tuple(
        PodiumView(section, tuple(_step(state, place, url, photos) for place in places))
        for section, places in podiums(state, best)
    )


def _step(state: Tournament, place: PodiumPlace, url: str, photos: Mapping[PlayerId, str]) -> PodiumStep:
    told = views_of(state).traits.story
    rest = len(place.rows) - MOST_NAMES
    shown = place.rows if rest <= 1 else place.rows[:MOST_NAMES]
    return PodiumStep(
        rank=place.rank,
        name=told.place_name(place.rank, shared=place.shared),
        winners=tuple(
            OnPodium(
                row.player,
                f"{url}/players/{row.player.id}",
                photos.get(row.player.id),
                initials(row.player.name),
                told.score(row),
            )
            for row in shown
        ),
        more=ngettext("and %(num)s more", "and %(num)s more", rest) if rest > 1 else "",
        decided=place.decided,
    )
