"""The answer where something breaks around the framework, so that nobody gets a bare line of text."""

from __future__ import annotations

from html import escape

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import json

from podium.api.language import language_before
from podium.api.problems import MEDIA_TYPE, OF_PROGRAMS, Edge, problem
from podium.app.faults import report_fault
from podium.app.words.language import _, html_language, speak


class LastResort:
    """An application whose faults are answered: a problem to programs, a page to everybody else, an id to both."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Exception as error:
            if scope["type"] != ScopeType.HTTP or begun:
                raise
            fault = report_fault(scope, error)
            speak(language_before(scope))
            detail = _("Something is wrong with Podium itself. The log says what, under %(fault)s.", fault=fault)
            is_program = scope["path"].partition("/")[2].partition("/")[0] in OF_PROGRAMS
            kind, content = (MEDIA_TYPE, _document(detail, fault)) if is_program else ("text/html", _page(detail))
            headers = [(b"content-type", f"{kind}; charset=utf-8".encode() if kind == "text/html" else kind.encode())]
            headers += [(b"content-length", str(len(content)).encode()), (b"cache-control", b"no-store")]
            await send({"type": "http.response.start", "status": 500, "headers": headers})
            await send({"type": "http.response.body", "body": content, "more_body": False})


def _document(detail: str, fault: str) -> bytes:
    return json.encode(problem(Edge(500, "fault", detail, fault=fault)))


def _page(detail: str) -> bytes:
    """A page that needs nothing but itself: whatever makes the others may be what broke."""
    title = escape(_("Something broke"))
    way_on = escape(_("Back to the tournaments"))
    return (
        f'<!doctype html><html lang="{html_language()}">'
        f'<head><meta charset="utf-8"><title>{title} · Podium</title></head>'
        f'<body><h1>Podium</h1><h2>{title}</h2><p>{escape(detail)}</p><p><a href="/">{way_on}</a></p></body></html>'
    ).encode()
