"""From a request of the framework to a visit: who it is, and whether its form is one of ours."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urlsplit

from litestar import Request

from podium.app.access import ANYONE
from podium.app.accounts.audit import AUTHOR, Author
from podium.app.accounts.credentials import ASKED_LANGUAGE, FORM_COOKIE, MY_PLAYER_COOKIE, has_form_for_strangers
from podium.app.accounts.logins import DEVICE_COOKIE, SESSION_COOKIE, is_same_token
from podium.app.server.observation import note_who
from podium.app.words.language import _
from podium.core.errors import Forbidden
from podium.web.frame.forms import Form
from podium.web.frame.visit import STATUS_COOKIE, Site, Visit, status_lines_in

ROWS = "podium-rows"
"""The header of a page that takes only what changed in it: `sent` with a form, `news` where it looks by itself."""
PASSED_ON = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")  # by which a proxy is known
DOCUMENT = "document"  # what a browser says it fetches when a person opens an address


class ForeignForm(Forbidden):
    """A form without the token that we gave: from another site, or from a session that has ended."""

    def __init__(self) -> None:
        super().__init__(_("send this form"))
        self.code = "csrf-missing"


def site_of(request: Request[Any, Any, Any]) -> Site:
    """What all pages are made of, which came with the request."""
    site: Site = request.scope["state"]["site"]
    return site


def visit_of(request: Request[Any, Any, Any], form: Form) -> Visit:
    """The visit that `request` is; raises ForeignForm. It is kept for the page that says what went wrong."""
    visit = unchecked_visit(request, form)
    request.state["visit"] = visit
    AUTHOR.set(Author(visit.actor, visit.address))
    note_who(visit.actor)
    if request.method == "POST" and not (visit.csrf and is_same_token(form.text("csrf"), visit.csrf)):
        raise ForeignForm
    return visit


def unchecked_visit(request: Request[Any, Any, Any], form: Form) -> Visit:
    """The visit that `request` is, whether or not its form is one of ours."""
    site = site_of(request)
    secret = request.cookies.get(SESSION_COOKIE)
    session = site.services.desk.registry.by_session(secret) if secret else None
    form_token = request.cookies.get(FORM_COOKIE, "")
    fresh = session is None and not form_token and has_form_for_strangers(request.scope["path"])
    # Nobody in particular has no token: what they read is the same for all, and what they send is refused.
    csrf = session.csrf if session else form_token or (secrets.token_urlsafe(24) if fresh else "")
    # A live part of a page looks for news by itself; a sentence in the cookie is for the page that sent the form.
    target = request.headers.get("hx-target")
    rows = request.headers.get(ROWS)
    reload = (target is not None and request.headers.get("hx-trigger") == target) or rows == "news"
    status_lines = () if reload or request.method == "POST" else status_lines_in(request.cookies.get(STATUS_COOKIE))
    return Visit(
        shared=site,
        method=request.method,
        here=_address(request),
        path={name: str(value) for name, value in request.path_params.items()},
        query=dict(request.query_params.items()),
        form=form,
        actor=session.actor if session else ANYONE,
        csrf=csrf,
        fresh=fresh,
        address=request.client.host if request.client else "",
        site=str(request.base_url).rstrip("/"),
        secret=secret if session else None,
        reload=reload,
        rows=rows is not None,
        in_place=rows is not None or "hx-request" in request.headers,
        came_from=_came_from(request),
        status_lines=status_lines,
        arrived=request.scope["state"]["arrived"],
        my_player=request.cookies.get(MY_PLAYER_COOKIE, ""),
        agent=request.headers.get("user-agent", ""),
        direct=not any(name in request.headers for name in PASSED_ON),
        device=request.cookies.get(DEVICE_COOKIE, ""),
        opened_here=request.headers.get("sec-fetch-dest", DOCUMENT) == DOCUMENT
        and "sec-purpose" not in request.headers,
        asked_language=request.scope["state"].get(ASKED_LANGUAGE),
    )


def anonymous_visit(request: Request[Any, Any, Any]) -> Visit:
    """A visit that asks nothing of the database."""
    return Visit(site_of(request), request.method, _address(request), {}, {}, Form(), ANYONE, "", False, "", "")


def _came_from(request: Request[Any, Any, Any]) -> str:
    """The address of our page that sent the request, as browsers say it; empty for any other."""
    sender = urlsplit(request.headers.get("referer", ""))
    if sender.netloc != urlsplit(str(request.base_url)).netloc:
        return ""
    return sender.path + (f"?{sender.query}" if sender.query else "")


def _address(request: Request[Any, Any, Any]) -> str:
    query = request.scope["query_string"].decode("latin-1")
    return request.scope["path"] + (f"?{query}" if query else "")
