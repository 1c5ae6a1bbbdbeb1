"""Screens on the wall, messages, and the clock of an event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from podium.app.event_clock import EventClock
from podium.app.screens import LEAST_SECONDS, MOST_SECONDS, USUAL_SECONDS, Display, Message, Screen
from podium.app.steady_clock import iso

ContentName = Literal["pairings", "names", "standings", "bracket", "results", "boards", "messages", "clock"]
ThemeName = Literal["light", "dark", "contrast"]
Seconds = Annotated[int, Meta(description=f"{LEAST_SECONDS} to {MOST_SECONDS}.")]


class ClockAnswer(Struct):
    """The clock of an event at `now`; `left` and `length` of a countdown are in milliseconds."""

    kind: Literal["none", "countdown", "time"]
    running: bool
    ends: str | None
    left: int
    length: int
    now: str


class MessageRow(Struct):
    id: int
    text: str
    created_at: str
    expires: str | None


class MessagesAnswer(Struct):
    messages: list[MessageRow]


class DisplayAnswer(Struct):
    """What all screens of an event share; `display` counts its changes."""

    display: int
    clock: ClockAnswer
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


def clock_answer(clock: EventClock, now: int) -> ClockAnswer:
    return ClockAnswer(
        kind=clock.kind.value,
        running=clock.running,
        ends=iso(clock.ends) if clock.ends is not None else None,
        left=clock.left_at(now),
        length=clock.length,
        now=iso(now),
    )


def message_row(message: Message) -> MessageRow:
    return MessageRow(message.id, message.text, message.created_at, message.expires_at)


def display_answer(display: Display, now: int) -> DisplayAnswer:
    messages = [message_row(each) for each in display.messages]
    return DisplayAnswer(display.version, clock_answer(display.clock, now), messages)


def screens_answer(screens: Sequence[Screen]) -> ScreensAnswer:
    return ScreensAnswer([_screen_row(each) for each in screens])


def _screen_row(screen: Screen) -> ScreenRow:
    items = [ItemRow(item.content.value, item.seconds) for item in screen.items]
    return ScreenRow(screen.key, screen.name, screen.theme.value, items)
