"""Every error as a problem document (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap

from podium.app import problems
from podium.app.accounts.credentials import CredentialEnded
from podium.app.accounts.logins import LoginFailed
from podium.app.problems import LONGEST_VALUE, Problem, retry_after
from podium.app.server.log_lines import report_fault
from podium.app.server.observation import note_refusal
from podium.app.words.language import _
from podium.core.errors import PodiumError

MEDIA_TYPE = "application/problem+json"
PROGRAM_ADDRESSES = ("api", "health", "ready", "openapi.json", "docs", "metrics")
"""How addresses begin that are no pages."""


class Edge(PodiumError):
    """What only HTTP can get wrong: no rule of a tournament, a request that cannot be understood or let in."""

    def __init__(self, status: int, code: str, detail: str, **facts: object) -> None:
        super().__init__(code, **facts)
        self.status = status
        self.detail = detail


def malformed(detail: str, **facts: object) -> Edge:
    """The error for a request that is not what the route takes."""
    return Edge(400, "malformed", detail, **facts)


def problem(error: PodiumError) -> Problem:
    """The document for an error: its code, a sentence, the value, and whatever else is known."""
    if isinstance(error, Edge):
        return problems.document(error, error.status, HTTPStatus(error.status).phrase, error.detail)
    return problems.problem(error)


def problem_response(error: PodiumError, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    """The answer to a request that failed with `error`."""
    document = problem(error)
    note_refusal(error.code)
    try:
        content = msgspec.json.encode(document, enc_hook=str)
    except UnicodeEncodeError:  # half a character, which somebody sent and nobody can write: as JSON escapes it
        content = json.dumps(document, default=str).encode()
    more = {**_headers(error), **(headers or {})}
    return Response(content, status_code=document["status"], headers=more, media_type=MEDIA_TYPE)


def on_podium_error(_request: Request[Any, Any, Any], error: PodiumError) -> Response[bytes]:
    """The answer where a handler raised one of our errors."""
    return problem_response(error)


def on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """The answer where there is no route, not with that method, or the framework takes offence at the request."""
    if error.status_code == HTTPStatus.INTERNAL_SERVER_ERROR:
        return on_fault(request, error)
    path = request.url.path
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        return problem_response(_wrong_parameter(request, error.extra[0]))
    match error.status_code:
        case 404:
            found = Edge(
                404, "unknown-route", _("There is nothing at %(path)s.", path=path[:LONGEST_VALUE]), value=path
            )
        case 405:
            detail = _("%(method)s is not possible at %(path)s.", method=request.method, path=path[:LONGEST_VALUE])
            found = Edge(405, "method-not-allowed", detail, value=request.method)
        case 413:
            most = request.route_handler.resolve_request_max_body_size()
            detail = _("The body is too large: at most %(most)s bytes.", most=most)
            found = Edge(413, "too-large", detail, value=request.content_length, most=most)
        case status:
            found = Edge(status, "malformed", str(error.detail) or HTTPStatus(status).phrase)
    return problem_response(found, error.headers)


def on_fault(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The answer where something is wrong with Podium itself: what it is stands in the log alone, under the same id."""
    fault = report_fault(request.scope, error)
    detail = _("Something is wrong with Podium itself. The log says what, under %(fault)s.", fault=fault)
    return problem_response(Edge(500, "fault", detail, fault=fault))


EXCEPTION_HANDLERS: ExceptionHandlersMap = {
    PodiumError: on_podium_error,
    HTTPException: on_http_error,
    500: on_fault,
}


def errors_by_address(of_pages: ExceptionHandlersMap) -> ExceptionHandlersMap:
    """What is answered where no route is found: a problem to programs, at every other address what the pages say."""

    def on_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
        answer = on_http_error if is_of_programs(request.scope["path"]) else of_pages[HTTPException]
        return answer(request, error)

    def on_any_fault(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
        answer = on_fault if is_of_programs(request.scope["path"]) else of_pages[500]
        return answer(request, error)

    return {HTTPException: on_error, 500: on_any_fault}


def is_of_programs(path: str) -> bool:
    """Whether an address is no page's."""
    return path.partition("/")[2].partition("/")[0] in PROGRAM_ADDRESSES


def _wrong_parameter(request: Request[Any, Any, Any], complaint: Mapping[str, str]) -> Edge:
    """The error for a value in the query that is not what the handler takes."""
    name, words = complaint["key"], complaint["message"].replace("`", "")
    detail = _("The parameter %(name)s is wrong: %(problem)s.", name=name, problem=f"{words[:1].lower()}{words[1:]}")
    return malformed(detail, field=name, value=request.query_params.get(name))


def _headers(error: PodiumError) -> dict[str, str]:
    match error:
        case Edge(status=401) | LoginFailed() | CredentialEnded():
            return {"WWW-Authenticate": 'Bearer realm="podium"'}
        case _:
            return retry_after(error)
