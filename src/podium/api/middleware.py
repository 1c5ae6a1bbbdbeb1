"""What surrounds every request: how much it may bring, and which headers every answer carries."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from podium.api.problems import Edge

MOST_JSON = 1_000_000
MOST_UPLOAD = 10_000_000
UPLOADS = "/import"

POLICY = (
    b"default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
    b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # the address of a scorer's link is a secret
)


class Surroundings:
    """Refuses bodies that are too large for the API while they arrive; puts the policy on every answer and page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        inside = scope["path"].startswith("/api/")
        most = MOST_UPLOAD if UPLOADS in scope["path"] else MOST_JSON
        taken = 0

        async def bounded() -> Message:
            nonlocal taken
            message = await receive()
            if message["type"] == "http.request":
                taken += len(message.get("body", b""))
                if taken > most:
                    raise Edge(
                        413, "too-large", f"The body is too large: at most {most} bytes.", value=taken, most=most
                    )
            return message

        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        await self._app(scope, bounded if inside else receive, secured)
