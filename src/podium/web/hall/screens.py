"""The director's page of screens: what hangs on which wall, the clock of the event, and messages for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta, timezone
from functools import partial

from litestar import Response
from markupsafe import Markup

from podium.app.access import SCREENS_BY
from podium.app.desk import Seen
from podium.app.hall.event_clock import ClockAction, ClockOrder, clock_text
from podium.app.hall.screens import (
    LEAST_SECONDS,
    LONGEST_MESSAGE,
    LONGEST_NAME,
    MOST_SECONDS,
    NO_PLACE,
    USUAL_SECONDS,
    Content,
    Message,
    Screen,
    ScreenItem,
    Theme,
    find_screen,
    key_of,
)
from podium.app.problems import status_of
from podium.app.story.story import podiums
from podium.app.words.language import N_, _, ngettext
from podium.core.errors import Invalid, Refused, Stale
from podium.flow.state import Tournament
from podium.web.frame.forms import Errors, Field, Fields, Form, number_or_text, under_field
from podium.web.frame.responses import page, see_other
from podium.web.frame.shared_forms import RENDERED, kept
from podium.web.frame.visit import StatusLine, Visit
from podium.web.hall.wall import usual_screen
from podium.web.hall.wall_contents import wall_parts
from podium.web.players.player_links import qr_code

THEMES = {Theme.LIGHT: N_("light"), Theme.DARK: N_("dark"), Theme.CONTRAST: N_("high contrast")}
DONE = {
    ClockAction.START: N_("The clock runs."),
    ClockAction.PAUSE: N_("The clock stands."),
    ClockAction.RESUME: N_("The clock runs on."),
    ClockAction.ADD: N_("The clock is changed."),
    ClockAction.RESET: N_("The clock is back at the start, and stands."),
    ClockAction.TIME: N_("The clock shows the time of day."),
    ClockAction.HIDE: N_("The clock is gone."),
}
USUAL_MINUTES = "60"
ITEMS = "items"
"""The group of the fields that say what is on a screen."""
LASTS = (5, 15, 30, 60, 180)  # minutes that a message can stay


@dataclass(frozen=True, slots=True)
class ItemView:
    """One thing on a screen."""

    content: str
    label: str
    seconds: str


@dataclass(frozen=True, slots=True)
class ScreenView:
    """A screen as its director sees it; `address` is for the device, `code` the same as a QR code."""

    key: str
    name: str
    theme: str
    items: tuple[ItemView, ...]
    url: str
    address: str
    code: Markup
    rendered: str
    """What its form held when the page was made."""


@dataclass(frozen=True, slots=True)
class ScreensPage:
    """The clock, the messages and the screens, with the forms for each; `wrong` is the screen the errors are about."""

    url: str
    kind: str
    running: bool
    clock: str
    messages: tuple[Message, ...]
    lasts: tuple[tuple[str, str], ...]
    usual: ScreenView
    screens: tuple[ScreenView, ...]
    contents: tuple[tuple[str, str], ...]
    themes: tuple[tuple[str, str], ...]
    least: int = LEAST_SECONDS
    most: int = MOST_SECONDS
    longest_message: int = LONGEST_MESSAGE
    longest_name: int = LONGEST_NAME
    minutes: str = USUAL_MINUTES
    values: dict[str, str] = field(default_factory=dict)
    errors: Errors = field(default_factory=dict)
    wrong: str = ""
    places: tuple[int, ...] = ()  # of the podium, the last first
    revealed: int | None = None
    no_place: int = NO_PLACE


def screens_page(visit: Visit) -> Response[str]:
    """The page of the screens."""
    return _show(visit, visit.see(SCREENS_BY, "compose screens"))


def change_clock(visit: Visit) -> Response[str]:
    """The clock after what was pressed."""
    seen, form = visit.see(SCREENS_BY, "keep the clock"), visit.form
    try:
        action = next((each for each in ClockAction if each.value == form.text("action")), None)
        if action is None:
            allowed = [each.value for each in ClockAction]
            raise Invalid("clock-action-unknown", field="action", value=form.text("action"), allowed=allowed)
        minutes = _minutes(form.text("minutes"))
        until = _moment(form.text("until"), form.text("zone"), visit) if form.text("until") else None
        visit.services.screens.change_clock(visit.tournament, ClockOrder(action, minutes, until))
    except Refused as error:
        return _show(visit, seen, under_field(error, ("minutes", "until"), "minutes"), status_of(error))
    return see_other(visit, f"{visit.url}/screens", StatusLine(_(DONE[action])))


def add_message(visit: Visit) -> Response[str]:
    """A message more on every screen."""
    seen, form = visit.see(SCREENS_BY, "write messages"), visit.form
    try:
        visit.services.screens.add_message(visit.tournament, form.text("text"), form.number("lasts"))
    except Refused as error:
        return _show(visit, seen, under_field(error, ("text",), "text"), status_of(error))
    return see_other(
        visit, f"{visit.url}/screens", StatusLine(_("The message is on every screen and page of the event."))
    )


def drop_message(visit: Visit) -> Response[str]:
    """A message less."""
    visit.see(SCREENS_BY, "write messages")
    visit.services.screens.drop_message(visit.tournament, visit.number("message"))
    return see_other(visit, f"{visit.url}/screens", StatusLine(_("The message is taken down.")))


def reveal(visit: Visit) -> Response[str]:
    """The places of the podium revealed up to the one that was pressed; without one nothing is held back."""
    visit.see(SCREENS_BY, "compose screens")
    visit.services.screens.reveal(visit.tournament, visit.form.number("place"))
    return see_other(visit, f"{visit.url}/screens#prize-giving")


def add_screen(visit: Visit) -> Response[str]:
    """A new screen, which shows what the usual one does until it is changed."""
    seen, name = visit.see(SCREENS_BY, "compose screens"), visit.form.text("name")
    items = usual_screen(seen.state).items
    try:
        visit.services.screens.change_screens(
            visit.tournament,
            lambda screens: (*screens, Screen(key_of(name, [each.key for each in screens]), name, items=items)),
        )
    except Refused as error:
        return _show(visit, seen, under_field(error, ("name",), "name"), status_of(error))
    status_line = StatusLine(_("%(name)s is made. Choose what it shows.", name=name))
    return see_other(visit, f"{visit.url}/screens", status_line)


def save_screen(visit: Visit) -> Response[str]:
    """A screen as its form says, after the button that was pressed: an item up, down, away or more, or nothing."""
    seen, key = visit.see(SCREENS_BY, "compose screens"), visit.path["key"]

    def change(screens: tuple[Screen, ...]) -> tuple[Screen, ...]:
        stored = find_screen(screens, key)
        if visit.form.secret(RENDERED) not in ("", kept(_fields(stored, {}))):
            raise Stale(seen.version, seen.version)  # changed since the form was compared: it is compared anew
        saved = _sent(visit, seen.state, stored)
        return tuple(saved if each.key == key else each for each in screens)

    visit.services.screens.change_screens(visit.tournament, change)
    return see_other(visit, f"{visit.url}/screens#screen-{key}", StatusLine(_("Saved.")))


def screen_fields(visit: Visit) -> Fields:
    """The fields of the screen that the address names, as it is stored."""
    seen = visit.see(SCREENS_BY, "compose screens")
    screen = find_screen(visit.services.screens.screens(visit.tournament), visit.path["key"])
    return _fields(screen, _labels(seen.state))


def _fields(screen: Screen, labels: Mapping[Content, str]) -> Fields:
    """The name, the theme, and what is shown, which is taken together and may be changed by a button."""
    themes = tuple((theme.value, _(word)) for theme, word in THEMES.items())
    contents = tuple((content.value, label) for content, label in labels.items())
    shown = tuple(each.content.value for each in screen.items)
    seconds = tuple(str(each.seconds) for each in screen.items)
    return (
        Field("name", _("Name"), value=screen.name),
        Field("theme", _("Theme"), "", "select", themes, value=screen.theme.value),
        Field("content", _("What it shows"), "", "select", contents, value=shown, group=ITEMS),
        Field("seconds", _("Seconds"), value=seconds, group=ITEMS),
        Field("act", "", value=(), group=ITEMS),
    )


def show_screen(visit: Visit, errors: Errors, status: int) -> Response[str]:
    """The page of the screens, with the form of one as it was sent, and what is wrong with it."""
    seen = visit.see(SCREENS_BY, "compose screens")
    return _show(visit, seen, dict(zip((ITEMS,), errors.values(), strict=False)), status, wrong=visit.path["key"])


def remove_screen(visit: Visit) -> Response[str]:
    """A screen less."""
    visit.see(SCREENS_BY, "compose screens")
    key = visit.path["key"]

    def without(screens: tuple[Screen, ...]) -> tuple[Screen, ...]:
        gone = find_screen(screens, key)
        return tuple(each for each in screens if each is not gone)

    visit.services.screens.change_screens(visit.tournament, without)
    return see_other(visit, f"{visit.url}/screens", StatusLine(_("The screen is removed.")))


def _sent(visit: Visit, state: Tournament, screen: Screen) -> Screen:
    """The screen as the form has it; what cannot be read is refused."""
    form = visit.form
    texts = (form.texts.get("content", ()), form.texts.get("seconds", ()))
    items = [_item(state, content, seconds) for content, seconds in zip(*texts, strict=False)]
    act, _sep, place = form.text("act").partition(" ")
    at = int(place) if place.isascii() and place.isdigit() else -1
    if act == "add":
        items.append(_item(state, form.text("more"), str(USUAL_SECONDS)))
    elif 0 <= at < len(items):
        if act == "remove":
            del items[at]
        elif act in ("up", "down"):
            other = at - 1 if act == "up" else at + 1
            if 0 <= other < len(items):
                items[at], items[other] = items[other], items[at]
    theme = next((each for each in Theme if each.value == form.text("theme")), screen.theme)
    return replace(screen, name=form.text("name"), theme=theme, items=tuple(items))


def _item(state: Tournament, content: str, seconds: str) -> ScreenItem:
    known = next((each for each in Content if each.value == content), None)
    if known is None:
        allowed = [part.content.value for part in wall_parts(state)]
        raise Invalid("content-unknown", field="items", value=content, allowed=allowed)
    number = number_or_text(seconds.strip())
    if not isinstance(number, int):
        raise Invalid("count-out-of-range", field="seconds", value=seconds, least=LEAST_SECONDS, most=MOST_SECONDS)
    return ScreenItem(known, number)


def _minutes(text: str) -> int | None:
    """The minutes in a form, which may be less than nothing where they are added."""
    number = number_or_text(text.removeprefix("-"))
    return None if not isinstance(number, int) else -number if text.startswith("-") else number


def _moment(text: str, zone: str, visit: Visit) -> str:
    """The next time of day `text` where the reader is; `zone` is how many minutes that is behind UTC."""
    behind = _minutes(zone)
    try:
        here = timezone(timedelta(minutes=-(behind or 0)))
        now = datetime.fromtimestamp(visit.services.screens.milliseconds() / 1000, UTC).astimezone(here)
        moment = datetime.combine(now.date(), time.fromisoformat(text), here)
    except (ValueError, OverflowError):
        raise Invalid("time-malformed", field="until", value=text) from None
    return (moment if moment > now else moment + timedelta(days=1)).isoformat()


def _show(
    visit: Visit, seen: Seen, errors: Errors | None = None, status: int = 200, *, wrong: str = ""
) -> Response[str]:
    screens, state = visit.services.screens, seen.state
    display, now = screens.display(visit.tournament), screens.milliseconds()
    labels = _labels(state)
    context = ScreensPage(
        url=visit.url,
        kind=display.clock.kind.value,
        running=display.clock.running,
        clock=clock_text(display.clock, now),
        messages=display.messages,
        lasts=(("", _("until you take it down")), *((str(each), _lasts(each)) for each in LASTS)),
        usual=_view(visit, usual_screen(state), labels, f"{visit.url}/screen"),
        screens=tuple(
            _view(visit, each, labels, f"{visit.url}/screen/{each.key}") for each in screens.screens(visit.tournament)
        ),
        contents=tuple((content.value, label) for content, label in labels.items()),
        themes=tuple((theme.value, _(word)) for theme, word in THEMES.items()),
        values=visit.form.values(),
        errors=errors or {},
        wrong=wrong,
        places=tuple(sorted({each.rank for _section, places in podiums(state) for each in places}, reverse=True)),
        revealed=display.revealed,
    )
    return page(visit, "screens.html", context, seen=seen, nav="screens", status=status)


def _labels(state: Tournament) -> dict[Content, str]:
    return {part.content: _(part.label) for part in wall_parts(state)}


def _lasts(minutes: int) -> str:
    return ngettext("for %(num)s minute", "for %(num)s minutes", minutes)


def _view(visit: Visit, screen: Screen, labels: Mapping[Content, str], url: str) -> ScreenView:
    """The screen as it is stored; its fields as they were sent, where its form was."""
    address, fields = f"{visit.phone_site}{url}", _fields(screen, labels)
    sent = visit.form if visit.path.get("key") == screen.key else Form()
    held = {each.name: sent.texts.get(each.name, each.texts) for each in fields}
    return ScreenView(
        key=screen.key,
        name=held["name"][0],
        theme=held["theme"][0],
        items=tuple(map(partial(_item_view, labels), held["content"], held["seconds"])),
        url=url,
        address=address,
        code=qr_code(address),
        rendered=sent.secret(RENDERED) or kept(fields),
    )


def _item_view(labels: Mapping[Content, str], content: str, seconds: str) -> ItemView:
    missing = _("(not in this format)")
    label = next((label for known, label in labels.items() if known.value == content), f"{content} {missing}")
    return ItemView(content, label, seconds)
