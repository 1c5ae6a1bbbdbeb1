"""What hangs on the walls of an event: screens that its director composes, messages, and the clock of all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Literal, Protocol

from msgspec import Meta, Struct
from msgspec.json import encode
from msgspec.structs import asdict

from podium.app.hall.event_clock import ClockOrder, EventClock
from podium.app.server.steady_clock import iso
from podium.app.versions import Page
from podium.core.errors import Invalid, Unknown
from podium.core.ids import TournamentId
from podium.core.player import tidy

MOST_SCREENS = 20
MOST_ITEMS = 12
LONGEST_NAME = 60
LONGEST_MESSAGE = 300
MOST_MESSAGES = 10
LEAST_SECONDS, MOST_SECONDS = 5, 600
USUAL_SECONDS = 15
NO_PLACE = 4  # of a podium: it is not revealed yet
MOST_MESSAGE_MINUTES = 7 * 24 * 60


class Content(Enum):
    """What a screen can show; `web.formats` says what of it a format has."""

    PAIRINGS = "pairings"
    NAMES = "names"
    STANDINGS = "standings"
    BRACKET = "bracket"
    RESULTS = "results"
    BOARDS = "boards"
    FORECAST = "forecast"
    MESSAGES = "messages"
    CLOCK = "clock"


class Theme(Enum):
    """How a screen looks."""

    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


@dataclass(frozen=True, slots=True)
class ScreenItem:
    """One thing on a screen, and for how long before the next takes its turn; so long for each of its pages."""

    content: Content
    seconds: int = USUAL_SECONDS


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen with a name; `key` is in its address and stays when it is renamed."""

    key: str
    name: str
    theme: Theme = Theme.LIGHT
    items: tuple[ScreenItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Message:
    """What the director tells everybody, until it expires or is taken down."""

    id: int
    text: str
    created_at: str
    expires_at: str | None


@dataclass(frozen=True, slots=True)
class Display:
    """What all screens of an event share. `version` counts the changes of clock, messages, screens and pictures.

    Better places than `revealed` are not shown yet at the prize-giving; None where nothing is held back. `announced`
    are those that are, in the language of the event.
    """

    version: int = 0
    clock: EventClock = field(default_factory=EventClock)
    messages: tuple[Message, ...] = ()
    revealed: int | None = None
    announced: tuple[str, ...] = ()

    @property
    def holds_back(self) -> bool:
        """Whether the winner is still to be revealed."""
        return self.revealed is not None and self.revealed > 1


NOTHING_DISPLAYED = Display()


class Screens(Protocol):
    """Where screens, messages and the clocks of events are kept."""

    def screens(self, tournament: TournamentId) -> tuple[Screen, ...]:
        """The screens of an event, in the director's order."""

    def change_screens(
        self, tournament: TournamentId, change: Callable[[tuple[Screen, ...]], tuple[Screen, ...]]
    ) -> tuple[Screen, ...]:
        """The screens that `change` makes of those there are; nobody else changes them meanwhile."""

    def change_clock(self, tournament: TournamentId, order: ClockOrder) -> Display:
        """What is displayed once the clock has done what was ordered."""

    def add_message(self, tournament: TournamentId, text: str, minutes: int | None) -> Message:
        """A new message, for so many minutes or until it is taken down."""

    def drop_message(self, tournament: TournamentId, id: int) -> None:
        """Take a message down; raises Unknown."""

    def reveal(self, tournament: TournamentId, place: int | None) -> None:
        """Show the places from the last of the podium up to `place` and no better one; all of them for None."""

    def display(self, tournament: TournamentId) -> Display:
        """The clock, and the messages that have not expired."""

    def versions(self, tournaments: Sequence[TournamentId]) -> Mapping[TournamentId, int]:
        """How often each of these was changed; those that never were are left out."""

    def on_change(self, listener: Callable[[Sequence[TournamentId]], None]) -> None:
        """Tell `listener` of every change that this process made."""

    def milliseconds(self) -> int:
        """What time it is, since the epoch, by the clock that the clocks of events go by."""


def checked_screens(screens: Sequence[Screen]) -> tuple[Screen, ...]:
    """The screens with tidy names, each with a key of its own; raises Invalid for what cannot be shown."""
    if len(screens) > MOST_SCREENS:
        raise Invalid("count-out-of-range", field="screens", value=len(screens), least=0, most=MOST_SCREENS)
    checked: list[Screen] = []
    for screen in screens:
        key = screen.key or key_of(screen.name, [each.key for each in (*screens, *checked)])
        if not _KEY.fullmatch(key):
            raise Invalid("screen-key-malformed", field="key", value=key)
        if key in {each.key for each in checked}:
            raise Invalid("name-twice", field="screens", value=key)
        checked.append(Screen(key, _name(screen.name), screen.theme, _items(screen.items)))
    return tuple(checked)


def find_screen(screens: Sequence[Screen], key: str) -> Screen:
    """The screen with that key; raises Unknown."""
    for screen in screens:
        if screen.key == key:
            return screen
    raise Unknown("screen", key)


def key_of(name: str, taken: Sequence[str]) -> str:
    """What a new screen of that name is called in its address: `hall-a`, and `hall-a-2` if there is one already."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:30].strip("-") or "screen"
    return next(key for key in (base, *(f"{base}-{at}" for at in range(2, len(taken) + 3))) if key not in taken)


def checked_message(text: str, minutes: int | None) -> str:
    """The text of a message; raises Invalid for one that is empty or too long, and for a time that is none."""
    tidied = tidy("text", text)
    if not tidied:
        raise Invalid("message-empty", field="text", value=text)
    if len(tidied) > LONGEST_MESSAGE:
        raise Invalid("text-too-long", field="text", value=tidied, longest=LONGEST_MESSAGE)
    if minutes is not None and not 1 <= minutes <= MOST_MESSAGE_MINUTES:
        raise Invalid("count-out-of-range", field="minutes", value=minutes, least=1, most=MOST_MESSAGE_MINUTES)
    return tidied


_KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)


def _name(name: str) -> str:
    tidied = tidy("name", name)
    if not tidied:
        raise Invalid("name-missing", field="name", value=name)
    if len(tidied) > LONGEST_NAME:
        raise Invalid("text-too-long", field="name", value=tidied, longest=LONGEST_NAME)
    return tidied


def _items(items: Sequence[ScreenItem]) -> tuple[ScreenItem, ...]:
    if not 1 <= len(items) <= MOST_ITEMS:
        raise Invalid("count-out-of-range", field="items", value=len(items), least=1, most=MOST_ITEMS)
    for item in items:
        if not LEAST_SECONDS <= item.seconds <= MOST_SECONDS:
            raise Invalid(
                "count-out-of-range", field="seconds", value=item.seconds, least=LEAST_SECONDS, most=MOST_SECONDS
            )
    return tuple(items)


ContentName = Literal["pairings", "names", "standings", "bracket", "results", "boards", "forecast", "messages", "clock"]
ThemeName = Literal["light", "dark", "contrast"]
Seconds = Annotated[int, Meta(description=f"{LEAST_SECONDS} to {MOST_SECONDS}.")]


class ClockRow(Struct):
    """The clock of an event; `left` and `length` of a countdown are in milliseconds."""

    kind: Literal["none", "countdown", "time"]
    running: bool
    ends: str | None
    left: int
    length: int


class ClockAnswer(ClockRow):
    """The clock of an event at `now`."""

    now: str


class MessageRow(Struct):
    id: int
    text: str
    created_at: str
    expires: str | None


class MessagesAnswer(Page):
    messages: list[MessageRow]


class DisplayRow(Struct):
    """What all screens of an event share; `display` counts its changes, `announced` are places that are revealed."""

    display: int
    clock: ClockRow
    messages: list[MessageRow]
    announced: tuple[str, ...]


class ItemRow(Struct, forbid_unknown_fields=True):
    show: ContentName
    seconds: Seconds = USUAL_SECONDS


class ScreenRow(Struct):
    key: str
    name: str
    theme: ThemeName
    items: list[ItemRow]


class ScreensAnswer(Struct):
    screens: list[ScreenRow]


def clock_row(clock: EventClock) -> ClockRow:
    """The clock as it was last changed: what is left of one that runs follows from when it ends."""
    ends = iso(clock.ends) if clock.ends is not None else None
    return ClockRow(clock.kind.value, clock.running, ends, clock.left, clock.length)


def clock_answer(clock: EventClock, now: int) -> ClockAnswer:
    return ClockAnswer(**{**asdict(clock_row(clock)), "left": clock.left_at(now)}, now=iso(now))


def message_row(message: Message) -> MessageRow:
    return MessageRow(message.id, message.text, message.created_at, message.expires_at)


def display_message(display: Display, now: int) -> bytes:
    """What the stream of an event tells of clock and messages, in JSON: with the time, by which a clock is kept."""
    return _display(display, clock_answer(display.clock, now))


def display_json(display: Display) -> str:
    """The same for a page, which may be kept: so without the time."""
    return _display(display, clock_row(display.clock)).decode()


def _display(display: Display, clock: ClockRow) -> bytes:
    messages = [message_row(each) for each in display.messages]
    return encode(DisplayRow(display.version, clock, messages, display.announced))


def screens_answer(screens: Sequence[Screen]) -> ScreensAnswer:
    return ScreensAnswer([_screen_row(each) for each in screens])


def _screen_row(screen: Screen) -> ScreenRow:
    items = [ItemRow(item.content.value, item.seconds) for item in screen.items]
    return ScreenRow(screen.key, screen.name, screen.theme.value, items)
