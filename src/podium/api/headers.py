"""The headers that every answer carries, and those that a handler's dependencies noted for it."""

from __future__ import annotations

from litestar.types import Message, Scope

from podium.app.pictures.svg import FINGERPRINT

POLICY = (
    f"default-src 'self'; img-src 'self' data:; style-src 'self' {FINGERPRINT}; script-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
).encode()  # a picture that is a file of its own brings the sheet of styles with that fingerprint
HEADERS = (
    (b"content-security-policy", POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # the address of a scorer's link is a secret
)


async def add_headers(message: Message, scope: Scope) -> None:
    """Put the policy on every answer; on one that tells something, also what was noted as `state.headers`."""
    if message["type"] != "http.response.start":
        return
    noted = scope["state"].get("headers", {}) if message["status"] in (200, 304) else {}
    more = [(name.encode(), value.encode()) for name, value in noted.items()]
    message["headers"] = [*message["headers"], *HEADERS, *more]
