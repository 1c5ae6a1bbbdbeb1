"""Logging in and out, and tokens for programs."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from podium.api import asked, bodies
from podium.api.callers import Gate
from podium.api.problems import Edge
from podium.api.writing import json_response
from podium.app.accounts import SESSION_LASTS, Registry, Token
from podium.app.logins import SESSION_COOKIE, Logins
from podium.app.views.rows import Row
from podium.core.errors import Invalid
from podium.core.player import tidy


class Sessions:
    """The endpoints of sessions and tokens. Sync: a password takes its time to check."""

    def __init__(self, registry: Registry, gate: Gate, logins: Logins, *, secure: bool) -> None:
        self._registry = registry
        self._gate = gate
        self._logins = logins
        self._secure = secure

    def log_in(self, request: Request, body: bodies.SessionBody) -> Response:
        """A session for a name and its password: a cookie, and the token that must come with every write."""
        address = request.client.host if request.client else ""
        user = self._logins.log_in(body.name, body.password, address)
        secret = self._registry.open_session(user)
        session = self._registry.by_session(secret)
        assert session is not None
        response = json_response({"name": user.name, "csrf": session.csrf})
        response.set_cookie(
            SESSION_COOKIE,
            secret,
            max_age=int(SESSION_LASTS.total_seconds()),
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )
        return response

    def session(self, request: Request) -> Response:
        """Whose session this is, and the token that must come with every write."""
        caller = self._gate.reader(request)
        if caller.csrf is None:
            raise Edge(401, "session-missing", "There is no session: log in first.")
        return json_response({"name": caller.actor.name, "csrf": caller.csrf})

    def log_out(self, request: Request) -> Response:
        """The end of this session."""
        self._gate.writer(request)
        self._registry.close_session(request.cookies.get(SESSION_COOKIE, ""))
        response = json_response({"done": True})
        response.delete_cookie(SESSION_COOKIE, httponly=True, samesite="lax", secure=self._secure)
        return response

    def add_token(self, request: Request, body: bodies.TokenBody) -> Response:
        """A new token; this answer is the only one that ever shows it."""
        user = self._gate.writer(request).user
        label = tidy("label", body.label)
        if label is None:
            raise Invalid("name-missing", field="label", value=body.label)
        token, secret = self._registry.add_token(user, label)
        return json_response({**_row(token), "token": secret}, 201)

    def tokens(self, request: Request) -> Response:
        """The tokens of whoever asks, without their secrets."""
        user = self._gate.known(request).user
        return json_response({"tokens": [_row(token) for token in self._registry.tokens(user)]})

    def drop_token(self, request: Request) -> Response:
        """A token less: it is worthless from now on."""
        user = self._gate.writer(request).user
        self._registry.drop_token(user, asked.numbered("token", request.path_params["tid"]))
        return json_response({"done": True})


def _row(token: Token) -> Row:
    return {"id": token.id, "label": token.label, "created_at": token.created_at}
