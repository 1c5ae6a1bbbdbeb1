"""What hangs on the walls of an event: its screens, its messages, and its clock."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import get
from litestar.params import JSONBody, PathParameter

from podium.api.bodies import ApiRequest, Body
from podium.api.documentation import ASKING, change, problems
from podium.api.pages import paged
from podium.api.parameters import Injected, Tournament, numbered
from podium.api.reading import seen_as
from podium.app.access import SCREENS_BY, Role
from podium.app.desk import Desk
from podium.app.hall.event_clock import ClockAction, ClockOrder
from podium.app.hall.screens import (
    ClockAnswer,
    Content,
    ItemRow,
    MessageRow,
    MessagesAnswer,
    Screen,
    ScreenItem,
    Screens,
    ScreensAnswer,
    Theme,
    ThemeName,
    clock_answer,
    message_row,
    screens_answer,
)
from podium.app.versions import DoneAnswer

READING = problems(400, 401, 404, 503)
MessageNumber = Annotated[str, PathParameter(description="A message.", min_length=1)]


class ScreenBody(Body):
    """A screen; without a `key`, one is made from its name."""

    name: str
    items: list[ItemRow]
    theme: ThemeName = "light"
    key: str = ""


class ScreensBody(Body):
    """All screens of the event, in their order; one that is not here is gone."""

    screens: list[ScreenBody]


class ClockBody(Body):
    """What the clock is to do: `start` for so many `minutes` or `until` a moment (ISO, with its zone), `pause`,
    `resume`, `add` so many `minutes` (or take them, if less than nothing), `reset` to the whole length, standing; show
    the `time` of day, or `hide`.
    """

    action: Literal["start", "pause", "resume", "add", "reset", "time", "hide"]
    minutes: int | None = None
    until: str | None = None


class MessageBody(Body):
    """What everybody is to read, for so many `minutes`, or until it is taken down."""

    text: str
    minutes: int | None = None


@get("/tournaments/{id:str}/screens", summary="The screens for the walls", responses=READING, sync_to_thread=True)
def screens(request: ApiRequest, desk: Injected[Desk], screens: Injected[Screens], id: Tournament) -> ScreensAnswer:
    return screens_answer(screens.screens(seen_as(request, desk, id, Role.PUBLIC, "look").state.id))


@change("PUT /tournaments/{id:str}/screens", "The screens as given; any other is gone")
def set_screens(
    request: ApiRequest, desk: Injected[Desk], screens: Injected[Screens], id: Tournament, data: JSONBody[ScreensBody]
) -> ScreensAnswer:
    stream = seen_as(request, desk, id, SCREENS_BY, "compose screens").state.id
    composed = tuple(
        Screen(
            each.key,
            each.name,
            Theme(each.theme),
            tuple(ScreenItem(Content(item.show), item.seconds) for item in each.items),
        )
        for each in data.screens
    )
    return screens_answer(screens.change_screens(stream, lambda _before: composed))


@get("/tournaments/{id:str}/clock", summary="The clock of all screens", responses=READING, sync_to_thread=True)
def clock(request: ApiRequest, desk: Injected[Desk], screens: Injected[Screens], id: Tournament) -> ClockAnswer:
    stream = seen_as(request, desk, id, Role.PUBLIC, "look").state.id
    return clock_answer(screens.display(stream).clock, screens.milliseconds())


@change(
    "POST /tournaments/{id:str}/clock", "The clock started, paused, set; everybody sees it within a second", status=200
)
def change_clock(
    request: ApiRequest, desk: Injected[Desk], screens: Injected[Screens], id: Tournament, data: JSONBody[ClockBody]
) -> ClockAnswer:
    stream = seen_as(request, desk, id, SCREENS_BY, "keep the clock").state.id
    order = ClockOrder(ClockAction(data.action), data.minutes, data.until)
    return clock_answer(screens.change_clock(stream, order).clock, screens.milliseconds())


@get("/tournaments/{id:str}/messages", summary="What everybody is to read", responses=READING, sync_to_thread=True)
@paged("messages")
def messages(request: ApiRequest, desk: Injected[Desk], screens: Injected[Screens], id: Tournament) -> MessagesAnswer:
    stream = seen_as(request, desk, id, Role.PUBLIC, "look").state.id
    return MessagesAnswer([message_row(each) for each in screens.display(stream).messages])


@change("POST /tournaments/{id:str}/messages", "A message more")
def add_message(
    request: ApiRequest, desk: Injected[Desk], screens: Injected[Screens], id: Tournament, data: JSONBody[MessageBody]
) -> MessageRow:
    stream = seen_as(request, desk, id, SCREENS_BY, "write messages").state.id
    return message_row(screens.add_message(stream, data.text, data.minutes))


@change("DELETE /tournaments/{id:str}/messages/{mid:str}", "A message less", ASKING)
def drop_message(
    request: ApiRequest, desk: Injected[Desk], screens: Injected[Screens], id: Tournament, mid: MessageNumber
) -> DoneAnswer:
    stream = seen_as(request, desk, id, SCREENS_BY, "write messages").state.id
    screens.drop_message(stream, numbered("message", mid))
    return DoneAnswer()


HANDLERS = (screens, set_screens, clock, change_clock, messages, add_message, drop_message)
