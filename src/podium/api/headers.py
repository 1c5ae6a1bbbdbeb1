"""The headers that every answer carries, and those that a handler's dependencies noted for it."""

from __future__ import annotations

from litestar.types import Message, Scope

POLICY = (
    b"default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
    b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
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
