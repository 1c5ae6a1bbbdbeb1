"""Answers that are made before the routes, or where they break: a problem for programs, a page for people."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from litestar.types import HTTPScope, Send

from podium.api.application import HEADERS
from podium.api.front.language import language_before
from podium.api.problems import MEDIA_TYPE, PROGRAM_ADDRESSES, Edge, problem_response
from podium.app.problems import retry_after, status_of
from podium.app.server.log_lines import report_fault
from podium.app.server.observation import note_refusal
from podium.app.words.language import _, html_language, language, speaking
from podium.core.errors import PodiumError

RefusalPage = Callable[[HTTPScope, PodiumError], str]
"""What makes the page that says why a request is refused, without asking the database."""


class Refusals:
    """Answers a request with an error."""

    def __init__(self, page: RefusalPage) -> None:
        self._page = page

    async def __call__(self, scope: HTTPScope, send: Send, error: PodiumError) -> None:
        note_refusal(error.code)
        with speaking(language_before(scope)):
            await _answer(scope, send, error, status_of(error), self._page)


async def answer_fault(scope: HTTPScope, send: Send, error: Exception) -> None:
    """Say that something is wrong with Podium itself; what it is stands in the log alone, under the same id."""
    fault = report_fault(scope, error)
    with speaking(language_before(scope)):
        detail = _("Something is wrong with Podium itself. The log says what, under %(fault)s.", fault=fault)
        await _answer(scope, send, Edge(500, "fault", detail, fault=fault), 500, lambda *_: _plain_page(detail))


async def _answer(scope: HTTPScope, send: Send, error: PodiumError, status: int, page: RefusalPage) -> None:
    if scope["path"].partition("/")[2].partition("/")[0] in PROGRAM_ADDRESSES:
        content, kind = problem_response(error).content, MEDIA_TYPE
    else:
        content, kind = page(scope, error).encode(), "text/html; charset=utf-8"
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(content)).encode()),
        (b"cache-control", b"no-store"),
        (b"content-language", language().encode()),
        *((name.lower().encode(), value.encode()) for name, value in retry_after(error).items()),
        *HEADERS,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    body = b"" if scope["method"] == "HEAD" else content
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _plain_page(detail: str) -> str:
    """A page that needs nothing but itself: whatever makes the others may be what broke."""
    title = escape(_("Something broke"))
    way_on = escape(_("Back to the tournaments"))
    return (
        f'<!doctype html><html lang="{html_language()}">'
        f'<head><meta charset="utf-8"><title>{title} · Podium</title></head>'
        f'<body><h1>Podium</h1><h2>{title}</h2><p>{escape(detail)}</p><p><a href="/">{way_on}</a></p></body></html>'
    )
