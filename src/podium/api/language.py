"""The language of an answer, as the browser or the program asks for it."""

from __future__ import annotations

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from podium.app.words.language import best_of, speaking


class AcceptLanguage:
    """Answers each request in the language of its header `Accept-Language`; for a Podium that has more than one."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on, and say in the answer that it depends on the language."""
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        accepted = b",".join(value for name, value in scope["headers"] if name == b"accept-language").decode("latin-1")
        code = best_of(accepted)

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = [(b"content-language", code.encode()), (b"vary", b"Accept-Language")]
                message["headers"] = [*message.get("headers", ()), *told]
            await send(message)

        with speaking(code):
            await self.app(scope, receive, tell)
