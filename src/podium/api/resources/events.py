"""The stream of a tournament as server-sent events: one message per new version."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import lru_cache
from typing import Annotated

import msgspec
from litestar import get
from litestar.concurrency import sync_to_thread
from litestar.params import HeaderParameter, QueryParameter
from litestar.response import Stream

from podium.api.bodies import ApiRequest
from podium.api.documentation import problems
from podium.api.live import Channel, Live, Message
from podium.api.parameters import WHOLE_NUMBER, Injected, Tournament, query_number
from podium.api.problems import malformed
from podium.app.access import Actor, Role
from podium.app.desk import Desk, Seen, delay_of
from podium.app.event.changes import PARTS
from podium.app.hall.event_clock import ClockKind
from podium.app.hall.screens import NOTHING_DISPLAYED, Display, Screens, display_message
from podium.app.words.language import _
from podium.core.ids import TournamentId, identity

HEARTBEAT = 15.0  # seconds
RETRY = b"retry: 2000\n\n"
MEDIA_TYPE = "text/event-stream"

Since = Annotated[
    str | None,
    QueryParameter(
        description="The version you have; those after it come first. `Last-Event-ID` counts before it.",
        schema_extra=WHOLE_NUMBER,
    ),
]
Public = Annotated[
    bool,
    QueryParameter(description="Be told what the public may know, when it may: for a screen that everybody sees."),
]
LastEventId = Annotated[str | None, HeaderParameter(name="Last-Event-ID", include_in_schema=False)]


@get(
    "/tournaments/{id:str}/events",
    summary="Every new version as it comes",
    responses=problems(400, 401, 404, 503),
    media_type=MEDIA_TYPE,
)
async def events(
    request: ApiRequest,
    desk: Injected[Desk],
    live: Injected[Live],
    screens: Injected[Screens],
    id: Tournament,
    since: Since = None,
    public: Public = False,
    last_event_id: LastEventId = None,
) -> Stream:
    """Every new version as it comes; first those missed since `Last-Event-ID` or `since`.

    A message of the type `display` has the clock and the messages of the event: first as they are, where the event
    has any, then whenever they change, and with each heartbeat while there is a clock to keep in time. One of the type
    `call` tells arbiters that a player called, or was answered.
    """
    actor, stream = request.user.actor, TournamentId(identity("tournament", id))
    seen = await sync_to_thread(desk.see, actor, stream)
    let_in_as = seen.role
    if public:
        seen = await sync_to_thread(desk.see_as_public, seen)
    known = query_number("since", since) if last_event_id is None else version_of(last_event_id)
    known = seen.version if known is None else known
    messages = _messages(live, screens, (actor, let_in_as), seen, known)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(messages, headers=headers, media_type=MEDIA_TYPE)


async def _messages(
    live: Live, screens: Screens, who: tuple[Actor, Role], seen: Seen, since: int
) -> AsyncIterator[bytes]:
    displayed, stream = NOTHING_DISPLAYED, seen.state.id
    late = seen.role is Role.PUBLIC and (seen.held or delay_of(seen) > 0)
    with (
        live.watching(stream, seen.version, delayed=late) as (channel, waiter),
        live.admissions.admitted(who[0], stream, who[1], waiter.wake) as admission,
    ):
        calls = channel.calls
        yield RETRY
        await live.look([stream])  # what came between the first look and watching
        if since > channel.version:  # from another life of the database: everything may be different
            yield _written((channel.version, PARTS))
            since = channel.version
        while not live.closing and not admission.ended:
            if news := await _news(live, channel, stream, since):
                since = news[-1][0]
                yield b"".join(map(_written, news))
            if channel.calls != calls:
                calls = channel.calls
                if who[1] >= Role.ARBITER:
                    yield b"event: call\ndata: {}\n\n"
            if channel.display.version != displayed.version:
                if displayed is not NOTHING_DISPLAYED and displayed.revealed != channel.display.revealed:
                    yield _written((channel.version, PARTS))  # what was held back is out, or a place more
                displayed = channel.display
                yield _display(displayed, screens)
            if not await waiter.wait(HEARTBEAT):
                yield b": still here\n\n"
                if displayed.clock.kind is not ClockKind.NONE:
                    yield _display(displayed, screens)


async def _news(live: Live, channel: Channel, stream: TournamentId, since: int) -> list[Message]:
    news = channel.after(since)
    return news if news is not None else await live.missed(stream, since, channel.version)


def version_of(text: str) -> int:
    """The number in `Last-Event-ID`."""
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise malformed(_("Last-Event-ID must be a version."), field="Last-Event-ID", value=text)
    return int(text)


@lru_cache(maxsize=1024)  # everybody who watches is sent the same
def _written(message: Message) -> bytes:
    version, changed = message
    data = msgspec.json.encode({"version": version, "parts": changed})
    return b"id: %d\ndata: %b\n\n" % (version, data)


def _display(display: Display, screens: Screens) -> bytes:
    """The message about clock and messages; it has no id, for it is no version of the tournament."""
    return b"event: display\ndata: %b\n\n" % display_message(display, screens.milliseconds())


HANDLERS = (events,)
