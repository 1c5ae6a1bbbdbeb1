"""The language of an answer, as the browser or the program asks for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from podium.app.words.language import available, best_of, speaking

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]


class AcceptLanguage:
    """Answers each request in the language of its header `Accept-Language`; without catalogues all is English."""

    def __init__(self, app: Application) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Hand the request on, and say in the answer that it depends on the language."""
        if scope["type"] != "http" or len(available()) == 1:
            await self.app(scope, receive, send)
            return
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        accepted = b",".join(value for name, value in headers if name == b"accept-language").decode("latin-1")
        code = best_of(accepted)

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = [(b"content-language", code.encode()), (b"vary", b"Accept-Language")]
                message["headers"] = [*message.get("headers", ()), *told]
            await send(message)

        with speaking(code):
            await self.app(scope, receive, tell)
