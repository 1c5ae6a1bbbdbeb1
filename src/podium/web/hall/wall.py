"""A screen on the wall: no header, no forms; what its director composed takes turns, as large as it fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from litestar import Response
from markupsafe import Markup

from podium.app.desk import Seen
from podium.app.event.moment import round_on_show
from podium.app.event.progress import Step
from podium.app.hall.event_clock import clock_text
from podium.app.hall.screens import USUAL_SECONDS, Content, Screen, ScreenItem, Theme, display_json, find_screen
from podium.app.queries import progress
from podium.app.story.story import ranked_sections, story
from podium.app.story.story_pictures import Reader, pictures
from podium.app.words.language import N_, _, speaking_as_event
from podium.flow.state import Tournament
from podium.web.formats.protocol import Part
from podium.web.formats.registry import pages_of
from podium.web.formats.wall_lines import WallPicture
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit
from podium.web.hall.wall_contents import Showing, WallText, contents, podium_part, wall_parts
from podium.web.players.player_links import qr_code

LISTENED_TO = ("settings", "players", "rounds", "results", "standings")
"""The parts of an event that a wall can show."""
ROUND_CONTENTS = frozenset((Content.PAIRINGS, Content.NAMES, Content.RESULTS, Content.BOARDS))
"""What a wall shows of the round being played."""
PICTURES = 2  # of the story of each section
USUAL_NAME = N_("Usual screen")

E = TypeVar("E", bound=Enum)


@dataclass(frozen=True, slots=True)
class Slide:
    """One thing on a screen, which is alone there for so many seconds on each of its pages."""

    id: str
    content: str
    label: str
    seconds: int
    part: Part


@dataclass(frozen=True, slots=True)
class WallPage:
    """A screen. `display` is the JSON of what all screens share, `clock` the clock in words; `live` has the news.

    `code` is the address of the event for the phones in the hall, `round` the round being played; empty at the end.
    """

    here: str
    name: str
    round: str
    code: Markup
    theme: str
    slides: tuple[Slide, ...]
    live: str
    parts: str
    display: str
    clock: str
    messages: tuple[str, ...]


def usual_screen_page(visit: Visit) -> Response[str]:
    """The screen that nobody has composed; `?show=standings` has that alone, `?theme=dark` looks like that."""
    seen = visit.see()
    with speaking_as_event(seen.state.settings):
        screen = usual_screen(seen.state)
    if (content := _named(Content, visit.query.get("show", ""))) is not None:
        screen = replace(screen, items=(ScreenItem(content),))
    theme = _named(Theme, visit.query.get("theme", ""))
    return _show(visit, seen, screen if theme is None else replace(screen, theme=theme))


def screen_page(visit: Visit) -> Response[str]:
    """A screen that the director composed."""
    seen = visit.see()
    return _show(visit, seen, find_screen(visit.services.screens.screens(visit.tournament), visit.path["key"]))


def usual_screen(state: Tournament) -> Screen:
    """What hangs on a wall before anybody composes anything."""
    items = tuple(ScreenItem(part.content) for part in wall_parts(state) if part.usual)
    return Screen("", _(USUAL_NAME), items=items)


def _show(visit: Visit, seen: Seen, screen: Screen) -> Response[str]:
    """The page of a screen: what the public may see, in the language of the event, for every reader."""
    with speaking_as_event(seen.state.settings):
        return _made(visit, seen, screen)


def _made(visit: Visit, seen: Seen, screen: Screen) -> Response[str]:
    public = visit.desk.see_as_public(seen)
    screens = visit.services.screens
    display, now = visit.desk.display(visit.tournament), screens.milliseconds()
    slides = tuple(_finale(public, *visit.desk.outcome(public)))
    if not (slides and public.held):
        slides += tuple(_slides(Showing(visit, public, display), screen)) or (_welcome(public.state),)
    context = WallPage(
        here=visit.here,
        name=public.state.settings.name,
        round=_round(public.state) if not (slides and public.held) else "",
        code=qr_code(f"{visit.phone_site}{visit.url}"),
        theme=screen.theme.value,
        slides=slides,
        live=f"/api/tournaments/{visit.tournament}/events?since={public.version}&public=true",
        parts=" ".join(LISTENED_TO),
        display=display_json(display),
        clock=clock_text(display.clock, now),
        messages=tuple(each.text for each in display.messages),
    )
    return page(visit, "wall.html", context)


def _finale(public: Seen, state: Tournament, best: int) -> Iterator[Slide]:
    """The places of an event that is over, but none better than `best`; once all of them are out, its story too."""
    if (podium := podium_part(state, best)) is None:
        return
    yield Slide("slide-podium", "podium", "", USUAL_SECONDS, podium)
    for at, section in enumerate(() if public.held else ranked_sections(state)):
        for each in pictures(story(state, section), Reader())[:PICTURES]:
            part = Part("wall_picture.html", WallPicture(each.title, (), Markup(each.svg)), section)
            yield Slide(f"slide-{each.name}-{at}", "story", "", USUAL_SECONDS, part)


def _slides(showing: Showing, screen: Screen) -> Iterator[Slide]:
    parts = {part.content: part for part in wall_parts(showing.state)}
    for number, item in enumerate(_items_now(showing.state, screen), 1):
        if item.content not in parts:
            continue  # the event has become one of another format
        part = parts[item.content]
        for turn, made in enumerate(contents(showing, part), 1):
            id = f"slide-{number}-{turn}"
            yield Slide(id, item.content.value, _(part.label), item.seconds, made)


def _items_now(state: Tournament, screen: Screen) -> tuple[ScreenItem, ...]:
    """What a screen shows now: of an event that is over no last round any more, but how everybody came out."""
    if progress(state).step is not Step.LOOK:
        return screen.items
    left = tuple(each for each in screen.items if each.content not in ROUND_CONTENTS)
    return left or (ScreenItem(Content.STANDINGS),)


def _round(state: Tournament) -> str:
    here = round_on_show(state) if progress(state).step is not Step.LOOK else None
    return pages_of(state).round_name(state, here.number) if here is not None else ""


def _welcome(state: Tournament) -> Slide:
    sentence = _("No round is paired yet.") if not state.rounds else _("There is nothing to show yet.")
    part = Part("wall_messages.html", WallText(state.settings.name, (state.settings.name, sentence)))
    return Slide("slide-welcome", "welcome", "", USUAL_SECONDS, part)


def _named(kind: type[E], text: str) -> E | None:
    return next((each for each in kind if each.value == text), None)
