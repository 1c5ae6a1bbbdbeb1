"""Every error as a problem document (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from podium.app.http_statuses import status_of
from podium.app.logins import LoginFailed, TooManyAttempts
from podium.app.views.rows import Row
from podium.app.words.errors import sentence, title
from podium.core.errors import PodiumError, Stale, Unavailable

MEDIA_TYPE = "application/problem+json"
LONGEST_VALUE = 200


class Edge(PodiumError):
    """What only HTTP can get wrong: no rule of a tournament, a request that cannot be understood or let in."""

    def __init__(self, status: int, code: str, detail: str, **facts: object) -> None:
        super().__init__(code, **facts)
        self.status = status
        self.detail = detail


def malformed(detail: str, **facts: object) -> Edge:
    """The error for a request that is not what the route takes."""
    return Edge(400, "malformed", detail, **facts)


def problem(error: PodiumError) -> Row:
    """The document for an error: its code, a sentence, the value, and whatever else is known."""
    if isinstance(error, Edge):
        status, heading, detail = error.status, HTTPStatus(error.status).phrase, error.detail
    else:
        status, heading, detail = status_of(error), title(error), sentence(error)
    facts = {name: _short(fact) for name, fact in error.facts.items()}
    if isinstance(error, Stale):
        facts |= {"value": error.facts["expected"], "version": error.facts["actual"]}
    return {
        "value": None,
        **facts,
        "type": f"urn:podium:problem:{error.code}",
        "title": heading,
        "status": status,
        "code": error.code,
        "detail": detail,
    }


def problem_response(error: PodiumError) -> Response:
    """The answer to a request that failed with `error`."""
    document = problem(error)
    headers = {}
    match error:
        case TooManyAttempts():
            headers["Retry-After"] = str(error.facts["seconds"])
        case Unavailable():
            headers["Retry-After"] = "1"
        case Edge(status=401) | LoginFailed():
            headers["WWW-Authenticate"] = 'Bearer realm="podium"'
    status = document["status"]
    assert isinstance(status, int)
    content = msgspec.json.encode(document, enc_hook=str)
    return Response(content, status, headers, media_type=MEDIA_TYPE)


async def on_podium_error(_request: Request, error: Exception) -> Response:
    """What FastAPI answers when a route raised one of our errors."""
    assert isinstance(error, PodiumError)
    return problem_response(error)


async def on_http_error(request: Request, error: Exception) -> Response:
    """What FastAPI answers where there is no route, or not with that method."""
    assert isinstance(error, HTTPException)
    path = request.url.path
    match error.status_code:
        case 404:
            answer = Edge(404, "unknown-route", f"There is nothing at {path[:LONGEST_VALUE]}.", value=path)
        case 405:
            detail = f"{request.method} is not possible at {path[:LONGEST_VALUE]}."
            answer = Edge(405, "method-not-allowed", detail, value=request.method)
        case status:
            answer = Edge(status, "malformed", str(error.detail))
    response = problem_response(answer)
    response.headers.update(_plain(error.headers))
    return response


async def on_client_gone(_request: Request, _error: Exception) -> Response:
    """What FastAPI answers to a client that hung up while sending: nobody reads it, and nothing is at fault."""
    return problem_response(Edge(400, "client-gone", "The connection ended before the request did."))


def _plain(headers: Mapping[str, str] | None) -> dict[str, str]:
    return dict(headers or {})


def _short(fact: object) -> object:
    """A fact that may be sent back: whoever sends a megabyte does not get it back."""
    if isinstance(fact, str):
        return fact if len(fact) <= LONGEST_VALUE else fact[: LONGEST_VALUE - 1] + "…"
    if isinstance(fact, Mapping | list | tuple):
        told = msgspec.json.encode(fact, enc_hook=str).decode()
        keep = len(told) <= LONGEST_VALUE or not isinstance(fact, Mapping)
        return fact if keep else told[: LONGEST_VALUE - 1] + "…"
    return fact
