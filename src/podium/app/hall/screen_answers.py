"""Screens on the wall, messages, and the clock of an event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.json import encode
from msgspec.structs import asdict

from podium.app.hall.event_clock import EventClock
from podium.app.hall.screens import LEAST_SECONDS, MOST_SECONDS, USUAL_SECONDS, Display, Message, Screen
from podium.app.server.steady_clock import iso

ContentName = Literal["pairings", "names", "standings", "bracket", "results", "boards", "messages", "clock"]
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


class MessagesAnswer(Struct):
    messages: list[MessageRow]


class DisplayRow(Struct):
    """What all screens of an event share; `display` counts its changes."""

    display: int
    clock: ClockRow
    messages: list[MessageRow]


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
    return encode(DisplayRow(display.version, clock, [message_row(each) for each in display.messages]))


def screens_answer(screens: Sequence[Screen]) -> ScreensAnswer:
    return ScreensAnswer([_screen_row(each) for each in screens])


def _screen_row(screen: Screen) -> ScreenRow:
    items = [ItemRow(item.content.value, item.seconds) for item in screen.items]
    return ScreenRow(screen.key, screen.name, screen.theme.value, items)
