"""The pages as one application: which address leads to which handler, and how long answers may be kept."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from podium.app.access import ANYONE
from podium.app.desk import Desk
from podium.app.logins import SESSION_COOKIE, Logins, is_same_token
from podium.app.prizegiving import PrizeAllocator
from podium.config import Config
from podium.core.errors import Forbidden, PodiumError, Unavailable
from podium.web.doubles import tables, team_sheet
from podium.web.frame.forms import Form, submitted
from podium.web.frame.responses import FORM_COOKIE, Trouble, templates, trouble, trouble_page
from podium.web.frame.toasts import TOAST_COOKIE, unpacked
from podium.web.frame.visit import House, Visit
from podium.web.knockout import bracket, matches, print_sheets
from podium.web.pages import (
    account,
    board_acts,
    hand_pairing,
    history,
    import_players,
    overview,
    people,
    player,
    player_links,
    players,
    prize_allocation,
    prize_setup,
    prizes,
    rounds,
    screen,
    settings,
    sign_in,
    standings,
    tournaments,
    what_if,
    why,
)

STATIC = Path(__file__).parent / "static"
SMALL = 1024  # bytes that are not worth packing; a round of 250 boards is half a megabyte that packs to a twentieth
WITHOUT_SESSION = ("/login", "/setup")  # forms for people whom we do not know yet

Handler = Callable[[Visit], Response]
Endpoint = Callable[[Request], Awaitable[Response]]

T = "/t/{id}"
PLAYER = T + "/players/{player}"
ROUND = T + "/rounds/{round:int}"
GAME = T + "/games/{pairing}"
MATCH = T + "/matches/{match}"
VERSION = T + "/history/{version:int}"

PAGES: tuple[tuple[str, Handler], ...] = (
    ("/", tournaments.listed),
    ("/new", tournaments.blank),
    ("/login", sign_in.door),
    ("/setup", sign_in.first_owner),
    ("/l/{secret}", sign_in.link),
    ("/account", account.account),
    (T, overview.overview),
    (T + "/settings", settings.form),
    (T + "/people", people.people),
    (T + "/people/players", player_links.ask),
    (T + "/players", players.players),
    (T + "/players/import", import_players.start),
    (PLAYER, player.card_page),
    (PLAYER + "/edit", player.form),
    (T + "/rounds", rounds.rounds),
    (T + "/rounds/pair", hand_pairing.sheet),
    (T + "/rounds/teams", team_sheet.sheet),
    (ROUND, rounds.round_page),
    (ROUND + "/print", rounds.printed),
    (T + "/screen", screen.screen),
    (ROUND + "/edit", why.handmade_page),
    (GAME + "/why", why.why_page),
    (T + "/bracket", bracket.bracket),
    (T + "/bracket/print", print_sheets.printed),
    (MATCH, matches.match_page),
    (T + "/what-if", what_if.ask),
    (T + "/standings", standings.standings_page),
    (T + "/crosstable", standings.crosstable_page),
    (T + "/prizes", prizes.prizes_page),
    (T + "/prizes/print", prizes.printed),
    (T + "/prizes/category", prize_setup.form),
    (T + "/prizes/import", prize_setup.start),
    (T + "/prizes/run", prize_allocation.look),
    (T + "/prizes/why", prize_allocation.why),
    (T + "/history", history.history_page),
    (VERSION, history.as_it_was),
)

ACTS: tuple[tuple[str, Handler], ...] = (
    ("/new", tournaments.create),
    ("/new/report", tournaments.from_report),
    ("/login", sign_in.enter),
    ("/logout", sign_in.leave),
    ("/setup", sign_in.create_owner),
    ("/account/password", account.password),
    ("/account/tokens", account.add_token),
    ("/account/tokens/{token:int}/drop", account.drop_token),
    (T + "/settings", settings.save),
    (T + "/publish", settings.publish),
    (T + "/hide", settings.hide),
    (T + "/archive", settings.archive),
    (T + "/restore", settings.restore),
    (T + "/delete", settings.delete),
    (T + "/people/roles", people.set_role),
    (T + "/people/links", people.add_link),
    (T + "/people/players", player_links.make),
    (T + "/people/links/{link:int}/drop", people.drop_link),
    (T + "/players", players.add),
    (T + "/players/paste", import_players.paste),
    (T + "/players/import", import_players.preview),
    (T + "/players/import/confirm", import_players.confirm),
    (PLAYER + "/edit", player.save),
    (PLAYER + "/byes", player.byes),
    (PLAYER + "/withdraw", player.withdraw),
    (PLAYER + "/return", player.come_back),
    (PLAYER + "/remove", player.remove),
    (PLAYER + "/forget", player.forget),
    (T + "/rounds", rounds.pair),
    (T + "/rounds/all", rounds.pair_every),
    (T + "/rounds/pair", hand_pairing.pair),
    (T + "/rounds/teams", team_sheet.pair),
    (ROUND + "/publish", rounds.publish),
    (ROUND + "/close", rounds.close),
    (ROUND + "/reopen", rounds.reopen),
    (ROUND + "/unpair", rounds.unpair),
    (ROUND + "/edit", why.edit),
    (ROUND + "/byes", board_acts.give_bye),
    (ROUND + "/games", board_acts.add),
    (GAME + "/result", board_acts.result),
    (GAME + "/sets", tables.sets),
    (GAME + "/sets/click", tables.click),
    (GAME + "/bye", board_acts.bye_type),
    (GAME + "/turn", board_acts.turn),
    (GAME + "/seats", board_acts.seat),
    (GAME + "/remove", board_acts.remove),
    (T + "/bracket", bracket.build),
    (T + "/bracket/more", bracket.more),
    (MATCH + "/result", matches.result),
    (T + "/what-if", what_if.confirm),
    (T + "/prizes/category", prize_setup.save),
    (T + "/prizes/category/remove", prize_setup.remove),
    (T + "/prizes/import", prize_setup.preview),
    (T + "/prizes/import/confirm", prize_setup.confirm),
    (T + "/prizes/run", prize_allocation.finalise),
    (T + "/prizes/publish", prizes.publish),
    (T + "/prizes/hide", prizes.hide),
    (T + "/redo", history.redo),
    (VERSION + "/undo", history.undo),
    (VERSION + "/rewind", history.rewind),
)


def site(desk: Desk, config: Config, logins: Logins, prize_allocator: PrizeAllocator) -> Starlette:
    """The pages and their static files, to be mounted at the root beside the API."""
    house = House(desk, logins, config, templates(), prize_allocator)
    by_address: dict[str, dict[str, Handler]] = {}
    for path, handler in PAGES:
        by_address.setdefault(path, {})["GET"] = handler
    for path, handler in ACTS:
        by_address.setdefault(path, {})["POST"] = handler
    routes = [Route(path, _endpoint(house, by), methods=[*by]) for path, by in by_address.items()]

    async def lost(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return await run_in_threadpool(_lost, house, request, error)

    async def broken(request: Request, _: Exception) -> Response:
        found = Trouble(500, "Something broke", "This is our fault, not yours. Nothing was saved.")
        return trouble_page(_anonymous(house, request), found)

    return Starlette(
        routes=[Mount("/static", StaticFiles(directory=STATIC)), *routes],
        middleware=[Middleware(_Keeping), Middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=5)],
        exception_handlers={HTTPException: lost, Exception: broken},
    )


def _endpoint(house: House, by_method: dict[str, Handler]) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        if "\0" in request.url.path:  # no id has one, and PostgreSQL takes none even to look for it
            raise HTTPException(404)
        posted = request.method == "POST"
        form = await submitted(request) if posted else Form()
        handler = by_method["POST" if posted else "GET"]
        return await run_in_threadpool(_answer, house, request, form, handler)

    return endpoint


def _answer(house: House, request: Request, form: Form, handler: Handler) -> Response:
    try:
        visit = _visit(house, request, form)
    except Unavailable as error:
        return trouble(_anonymous(house, request), error)
    try:
        if request.method == "POST" and not is_same_token(form.text("csrf"), visit.csrf):
            raise _ForeignForm
        return handler(visit)
    except PodiumError as error:
        return trouble(visit, error)


class _ForeignForm(Forbidden):
    """A form without the token that we gave: from another site, or from a session that has ended."""

    def __init__(self) -> None:
        super().__init__("send this form")
        self.code = "csrf-missing"


def _visit(house: House, request: Request, form: Form) -> Visit:
    secret = request.cookies.get(SESSION_COOKIE)
    session = house.desk.registry.by_session(secret) if secret else None
    known = request.cookies.get(FORM_COOKIE, "")
    csrf = session.csrf if session else known or secrets.token_urlsafe(24)
    fresh = session is None and not known and request.url.path in WITHOUT_SESSION
    # A live part of a page looks for news by itself; a sentence in the cookie is for the page that sent the form.
    target = request.headers.get("hx-target")
    reload = target is not None and request.headers.get("hx-trigger") == target
    toasts = () if reload or request.method == "POST" else unpacked(request.cookies.get(TOAST_COOKIE))
    return Visit(
        house=house,
        method=request.method,
        here=_address(request),
        path={name: str(value) for name, value in request.path_params.items()},
        query=dict(request.query_params),
        form=form,
        actor=session.actor if session else ANYONE,
        csrf=csrf,
        fresh=fresh,
        address=request.client.host if request.client else "",
        site=str(request.base_url).rstrip("/"),
        secret=secret if session else None,
        reload=reload,
        toasts=toasts,
    )


def _anonymous(house: House, request: Request) -> Visit:
    """A visit that asks nothing of the database."""
    return Visit(house, request.method, _address(request), {}, {}, Form(), ANYONE, "", False, "", "")


def _address(request: Request) -> str:
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


def _lost(house: House, request: Request, error: HTTPException) -> Response:
    """The page for an address that does not exist, a method it does not know, a form that cannot be read."""
    try:
        visit = _visit(house, request, Form())
    except Unavailable:
        visit = _anonymous(house, request)
    words = {
        404: ("No such page", "There is nothing at this address."),
        405: ("Not this way", "This address answers to a form, not to a link."),
    }
    status = error.status_code
    title, said = words.get(status, (HTTPStatus(status).phrase, error.detail))
    response = trouble_page(visit, Trouble(status, title, said))
    response.headers.update(error.headers or {})
    return response


class _Keeping:
    """Says how long an answer may be kept: pages never, static files until they are asked about anew."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kept = b"no-cache" if str(scope.get("path", "")).startswith("/static/") else b"no-store"

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"cache-control", kept)]
            await send(message)

        await self._app(scope, receive, marked)
