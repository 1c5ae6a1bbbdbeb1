"""Refusals of those parts that stand before the routes: a problem for programs, a page for people."""

from __future__ import annotations

from collections.abc import Callable

from litestar.types import HTTPScope, Send

from podium.api.headers import HEADERS
from podium.api.language import language_before
from podium.api.problems import MEDIA_TYPE, OF_PROGRAMS, problem_response
from podium.app.http_statuses import retry_after, status_of
from podium.app.observation import note_refusal
from podium.app.words.language import language, speaking
from podium.core.errors import PodiumError

RefusalPage = Callable[[HTTPScope, PodiumError], str]
"""What makes the page that says why a request is refused, without asking the database."""


class Refusing:
    """Answers a request with an error."""

    def __init__(self, page: RefusalPage) -> None:
        self._page = page

    async def __call__(self, scope: HTTPScope, send: Send, error: PodiumError) -> None:
        note_refusal(error.code)
        with speaking(language_before(scope)):
            await self._answer(scope, send, error)

    async def _answer(self, scope: HTTPScope, send: Send, error: PodiumError) -> None:
        if scope["path"].split("/")[1:2] and scope["path"].split("/")[1] in OF_PROGRAMS:
            content, kind = problem_response(error).content, MEDIA_TYPE
        else:
            content, kind = self._page(scope, error).encode(), "text/html; charset=utf-8"
        headers = [
            (b"content-type", kind.encode()),
            (b"content-length", str(len(content)).encode()),
            (b"cache-control", b"no-store"),
            (b"content-language", language().encode()),
            *((name.lower().encode(), value.encode()) for name, value in retry_after(error).items()),
            *HEADERS,
        ]
        body = b"" if scope["method"] == "HEAD" else content
        await send({"type": "http.response.start", "status": status_of(error), "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})
