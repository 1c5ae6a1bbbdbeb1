"""The pages that say what went wrong, as the framework's handlers of exceptions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from litestar import Litestar, Request, Response
from litestar.concurrency import sync_to_thread
from litestar.exceptions import HTTPException
from litestar.response.base import ASGIResponse
from litestar.types import ExceptionHandlersMap, HTTPScope, Receive, Scope, Send

from podium.app.server.log_lines import report_fault
from podium.app.server.observation import note_refusal
from podium.app.words.language import N_, _
from podium.core.errors import Cautioned, PodiumError, Unavailable
from podium.web.frame.forms import MOST_BYTES, Form
from podium.web.frame.refusals import PageFinder, caution_page, refused_page
from podium.web.frame.requests import anonymous_visit, unchecked_visit
from podium.web.frame.responses import ErrorPage, podium_error_page, render_error
from podium.web.frame.visit import Visit

WORDS = {
    404: (N_("No such page"), N_("There is nothing at this address: it may be mistyped, or what was here is gone.")),
    405: (N_("Not this way"), N_("This address answers to a form, not to a link: go to the page that has the form.")),
    413: (N_("Too large"), N_("At most %(most)s bytes are read.")),
    500: (
        N_("Something broke"),
        N_(
            "This is our fault, not yours. Nothing was saved. "
            "Whoever runs this Podium finds it in the log under %(fault)s."
        ),
    ),
}


class LatePage(Response[str]):
    """A page that is made in a thread: handlers of exceptions run in the event loop, and a page reads the database."""

    def __init__(self, make: Callable[[], Response[str]]) -> None:
        super().__init__("")
        self._make = make

    def to_asgi_response(self, app: Litestar | None, request: Request[Any, Any, Any], **_: object) -> ASGIResponse:
        return _LateResponse(self._make, request)


class _LateResponse(ASGIResponse):
    def __init__(self, make: Callable[[], Response[str]], request: Request[Any, Any, Any]) -> None:
        super().__init__()
        self._make = make
        self._request = request

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await sync_to_thread(self._make)
        await response.to_asgi_response(None, self._request)(scope, receive, send)


def on_podium_error(finder: PageFinder) -> Callable[[Request[Any, Any, Any], PodiumError], Response[str]]:
    """What makes the page where a handler raised one of our errors: that of the form, or one of its own."""

    def handle(request: Request[Any, Any, Any], error: PodiumError) -> Response[str]:
        note_refusal(error.code)

        def made() -> Response[str]:
            visit = _visit(request, error)
            if isinstance(error, Cautioned) and visit.method == "POST":
                return caution_page(visit, error)
            return refused_page(visit, error, finder) or podium_error_page(visit, error)

        return LatePage(made)

    return handle


def on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[str]:
    """The page where there is no such address, not with that method, or the form cannot be read."""
    if error.status_code == HTTPStatus.INTERNAL_SERVER_ERROR:
        return on_any_error(request, error)
    return LatePage(lambda: _http_error_page(_visit(request, error), error))


def on_any_error(request: Request[Any, Any, Any], error: Exception) -> Response[str]:
    """The page where something is wrong with Podium itself, which goes into the log."""
    fault = report_fault(request.scope, error)
    context = ErrorPage(500, _(WORDS[500][0]), _(WORDS[500][1], fault=fault))
    return render_error(anonymous_visit(request), context)


def refusal_page(scope: HTTPScope, error: PodiumError) -> str:
    """The page for a request that is refused before it reaches a route; it asks nothing of the database."""
    content: str = podium_error_page(anonymous_visit(Request(scope)), error).content
    return content


def error_pages(finder: PageFinder) -> ExceptionHandlersMap:
    """What a browser gets for each kind of exception, where these are the pages there are."""
    return {PodiumError: on_podium_error(finder), HTTPException: on_http_error, 500: on_any_error}


def _visit(request: Request[Any, Any, Any], error: Exception) -> Visit:
    """The visit that failed, as far as it came; it asks nothing more of a database that does not answer."""
    visit = request.state.get("visit")
    if isinstance(visit, Visit):
        return visit
    if not isinstance(error, Unavailable):
        try:
            return unchecked_visit(request, Form())
        except Unavailable:
            pass
    return anonymous_visit(request)


def _http_error_page(visit: Visit, error: HTTPException) -> Response[str]:
    """The page for an address that does not exist, a method it does not know, a form that cannot be read."""
    status = error.status_code
    title, sentence = HTTPStatus(status).phrase, error.detail
    if status in WORDS:
        title, sentence = _(WORDS[status][0]), _(WORDS[status][1], most=MOST_BYTES)
    if visit.here.startswith("/t/") and "id" not in visit.path:  # of an event, at an address that no page has
        visit = replace(visit, path={"id": visit.here.split("/")[2].partition("?")[0]})
    response = render_error(visit, ErrorPage(status, title, sentence))
    response.headers.update(error.headers or {})
    return response
