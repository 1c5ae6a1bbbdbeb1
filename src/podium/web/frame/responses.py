"""What a browser gets back: a page, a way on after a form, or what went wrong."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from urllib.parse import quote

from litestar import MediaType, Response
from litestar.response import Redirect

from podium.app.access import ANYONE, Role
from podium.app.accounts.credentials import FORM_COOKIE
from podium.app.accounts.words import actor_name
from podium.app.desk import Seen
from podium.app.event.attachments import AttachmentKey, AttachmentKind, served_address
from podium.app.event.fide_words import mode_badge
from podium.app.event.progress import current_round, planned_rounds, round_status
from podium.app.hall.event_clock import clock_text
from podium.app.hall.screens import display_json
from podium.app.history.commit_words import summary
from podium.app.live.call_words import called
from podium.app.ports import Receipt
from podium.app.problems import ASKED_ANEW, retry_after, status_of
from podium.app.profiles.protocol import Profile
from podium.app.profiles.registry import profile_of
from podium.app.words.errors import sentence, title
from podium.app.words.language import _, language, ngettext
from podium.core.errors import PodiumError
from podium.flow.commands import Command
from podium.flow.events import CommitReverted, PlayerForgotten
from podium.flow.rounds.open_games import playable_in
from podium.flow.state import Tournament
from podium.web.frame.my_player import MyPlayer, my_player, my_player_line
from podium.web.frame.navigation import Tab, tabs
from podium.web.frame.sharing import Sharing, sharing
from podium.web.frame.static_files import STATIC_URL
from podium.web.frame.visit import LASTS, STATUS_COOKIE, StatusLine, Visit, status_cookie
from podium.web.help.chapters import help_address

PageHandler = Callable[[Visit], Response[str]]
KEPT_OFFLINE = {"Podium-Keep": "public"}  # what the service worker may keep on the device
PASSING = (429, 503, 504)
"""The statuses of what is worth asking for again."""
NOT_KEPT = {"Cache-Control": "no-store"}  # a page is out of date with the next result


@dataclass(frozen=True, slots=True)
class Link:
    """A way to another page."""

    url: str
    label: str


@dataclass(frozen=True, slots=True)
class EventFrame:
    """What the header and the navigation say of the tournament on show."""

    name: str
    url: str
    round: int | None
    rounds: int | None
    status: str | None
    live: str
    tabs: tuple[Tab, ...]
    display: str
    clock: str
    messages: tuple[str, ...]
    me: MyPlayer | None
    """The player that one follows, as far as the server knows."""
    finds: bool
    """Whether the browser may know of one: users who enter results have other things to do."""
    logo: str
    """Where its picture is; empty where it has none."""
    mode: str
    """The badge of FIDE mode; empty for an event that never was in it."""
    in_mode: bool
    sharing: Sharing | None
    profile: Profile
    attention: tuple[Link, ...] | None


@dataclass(frozen=True, slots=True)
class UserFrame:
    """Who is signed in."""

    name: str
    role: str | None
    account: bool


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """What went wrong, for the page that says so."""

    status: int
    title: str
    sentence: str
    ways: tuple[Link, ...] = ()
    """The one or two places to go from here; none for those that go with the status."""


def page(
    visit: Visit,
    template: str,
    context: object,
    *,
    seen: Seen | None = None,
    nav: str | None = None,
    status: int = 200,
    everybodys: bool = False,
    lasting: bool = False,
) -> Response[str]:
    """The page `template`, which reads `context` as `page`, in the frame of the tournament seen.

    A device may keep pages of published events as the public sees them, and others that are `everybodys`, or `lasting`:
    those that change with the program alone, which are kept for the public here too.
    """
    render = partial(
        visit.shared.templates.get_template(template).render,
        page=context,
        event=_event(visit, seen, shared=status == 200) if seen else None,
        user=_user(visit, seen),
        role=seen.role.word if seen else None,
        nav=nav,
        csrf=visit.csrf,
        version=seen.version if seen else None,
        status_lines=visit.status_lines,
        here=visit.here,
        nearby=visit.nearby,
        back=visit.here if visit.method == "GET" else visit.came_from or "/",
        spoken=language(),
        help=help_address(template),
        once="" if visit.actor is ANYONE else secrets.token_urlsafe(12),
        static=STATIC_URL,
        differences=visit.differences,
        refused_form=visit.refused,
    )
    if visit.refused is not None:
        render()
        visit.refused.choose()
    html = render()
    public = visit.actor is ANYONE and status == 200 and not (visit.status_lines or visit.fresh)
    tagged = public and (lasting or seen is not None)
    headers = _tag(html, seen.version if seen else 0) if tagged else NOT_KEPT
    if public and (everybodys or lasting or (seen is not None and seen.state.published)):
        headers = {**headers, **KEPT_OFFLINE}
    headers = {**headers, "Content-Language": language()}
    response = Response(html, media_type=MediaType.HTML, status_code=status, headers=headers)
    if visit.status_lines:
        response.delete_cookie(STATUS_COOKIE, path="/")
    if visit.fresh:
        set_cookie(visit, response, FORM_COOKIE, visit.csrf, lasts=None)
    return response


def fragment(visit: Visit, seen: Seen, template: str, **context: object) -> Response[str]:
    """A part of a page without its frame, for scripts that put it where it belongs."""
    html = visit.shared.templates.get_template(template).render(**context)
    headers = {**(_tag(html, seen.version) if visit.actor is ANYONE else NOT_KEPT), "Content-Language": language()}
    return Response(html, media_type=MediaType.HTML, headers=headers)


def _tag(html: str, version: int) -> dict[str, str]:
    """The headers of a page that is the same for everybody who is nobody in particular."""
    digest = hashlib.blake2b(html.encode(), digest_size=8).hexdigest()
    return {"ETag": f'"{version}-{digest}"', **ASKED_ANEW}


def see_other(visit: Visit, url: str, status_line: StatusLine | None = None) -> Response[str]:
    """The way to `url` after a form, where `status_line` is shown."""
    response = Redirect(url, status_code=303, headers=NOT_KEPT)
    if status_line is not None:
        set_cookie(visit, response, STATUS_COOKIE, status_cookie(status_line), lasts=LASTS)
    return response


def set_cookie(
    visit: Visit, response: Response[str], name: str, value: str, *, lasts: int | None, path: str = "/"
) -> None:
    """Give the browser a cookie that no script and no other site can use."""
    secure = visit.shared.config.secure_cookies
    response.set_cookie(name, value, max_age=lasts, path=path, httponly=True, samesite="lax", secure=secure)


def perform_and_go(
    visit: Visit, seen: Seen, command: Command, to: str, *, expected: int | None = None, reason: str | None = None
) -> Response[str]:
    """The way on after `command`, with a status line that says what it did and takes back exactly that."""
    receipt = visit.perform(command, expected=expected, reason=reason)
    return see_other(visit, to, receipt_status_line(seen, receipt))


def performs(command: Command, to: str | None = None) -> PageHandler:
    """The handler that performs `command` and leads to the page at `to` below the event; back where none is said."""

    def handler(visit: Visit) -> Response[str]:
        way_on = visit.back(visit.url) if to is None else f"{visit.url}{to}"
        return perform_and_go(visit, visit.see(), command, way_on)

    return handler


def receipt_status_line(seen: Seen, receipt: Receipt) -> StatusLine:
    """What a command did, with the way back for users who may undo it."""
    if not receipt.written:
        return StatusLine(_("Nothing had to be changed."), "info")
    url = f"/t/{receipt.stream}"
    if receipt.dropped:
        text = ngettext(
            "The tournament is as it was: %(num)s change was dropped.",
            "The tournament is as it was: %(num)s changes were dropped.",
            len(receipt.dropped),
        )
        return StatusLine(text, undo=f"{url}/redo", label=_("Redo"))
    if receipt.events and isinstance(receipt.events[0], CommitReverted):
        text = (
            summary(_state_with_new_names(seen, receipt), receipt.events[1:]) if receipt.events[1:] else _("the change")
        )
        if receipt.events[0].again:
            return StatusLine(_("Done again: %(change)s.", change=text), undo=f"{url}/history/{receipt.version}/undo")
        redo = f"{url}/redo" if seen.role >= Role.ARBITER else None
        return StatusLine(_("Taken back: %(change)s.", change=text), undo=redo, label=_("Redo"))
    lasting = receipt.version == 1 or any(isinstance(event, PlayerForgotten) for event in receipt.events)
    undo = f"{url}/history/{receipt.version}/undo" if seen.role >= Role.SCORER and not lasting else None
    text = summary(_state_with_new_names(seen, receipt), receipt.events) if receipt.events else _("Done")
    return StatusLine(f"{text}.", undo=undo)


def _state_with_new_names(seen: Seen, receipt: Receipt) -> Tournament:
    """The state before, with all the names after: somebody may have entered a player in between."""
    return replace(seen.state, players={**seen.state.players, **receipt.state.players})


def podium_error_page(visit: Visit, error: PodiumError) -> Response[str]:
    """The page that says what went wrong."""
    status, said = status_of(error), sentence(error)
    if status == 404 and _is_stranger(visit) and visible_event(visit) is None:
        said = _("%(sentence)s What is not published yet is seen by those who sign in.", sentence=said)
    response = render_error(visit, ErrorPage(status, title(error), said))
    response.headers.update(retry_after(error))
    return response


def render_error(visit: Visit, error: ErrorPage) -> Response[str]:
    """`error` as a page; in the frame of the tournament where that can be seen."""
    seen = visible_event(visit)
    context = replace(error, ways=error.ways or _ways_on(visit, error.status, seen))
    return page(visit, "error.html", context, seen=seen, status=error.status)


def visible_event(visit: Visit) -> Seen | None:
    """The tournament that the address names, as far as it can be seen."""
    try:
        return visit.desk.see(visit.actor, visit.tournament) if "id" in visit.path else None
    except PodiumError:
        return None


def _ways_on(visit: Visit, status: int, seen: Seen | None) -> tuple[Link, ...]:
    """Where one gets on: the same page where waiting helps, the event, home, and for strangers to sign in."""
    opened = visit.method == "GET"
    again = Link(visit.here, _("Try again")) if status in PASSING and opened else None
    comes_back = opened and visit.here.startswith("/t/")
    event = Link(visit.back(visit.url), _("Back to the tournament")) if seen is not None else None
    home = Link("/", _("Back to the tournaments"))
    sign_in = Link(f"/login?next={quote(visit.here)}" if comes_back else "/login", _("Sign in"))
    ways: tuple[Link | None, ...] = (again, event, home)
    if _is_stranger(visit):
        ways = (sign_in, event, home) if status in (401, 403) else (*ways, sign_in)
    return tuple(way for way in ways if way is not None)[:2]


def _is_stranger(visit: Visit) -> bool:
    return not visit.signed_in and visit.actor.grant is None


def _event(visit: Visit, seen: Seen, *, shared: bool) -> EventFrame:
    state = seen.state
    here = current_round(state)
    screens = visit.services.screens
    display, now = visit.desk.display(state.id), screens.milliseconds()
    return EventFrame(
        name=state.settings.name,
        url=f"/t/{state.id}",
        round=here.number if here else state.rounds_paired or None,
        rounds=planned_rounds(state),
        status=round_status(here).value if here else None,
        live=f"/api/tournaments/{state.id}/events",
        tabs=tabs(seen),
        display=display_json(display),
        clock=clock_text(display.clock, now),
        messages=(*display.announced, *(each.text for each in display.messages)),
        me=_me(visit, seen),
        finds=seen.role < Role.SCORER,
        logo=served_address(visit.services.attachments, AttachmentKey(AttachmentKind.LOGO, state.id)),
        mode=mode_badge(state),
        in_mode=state.in_fide_mode,
        sharing=sharing(visit, seen) if shared else None,
        profile=profile_of(state.settings),
        attention=_attention(visit, seen),
    )


def _attention(visit: Visit, seen: Seen) -> tuple[Link, ...] | None:
    """The boards that ask for an arbiter: a player calls, or neither came; None where no such thing can come."""
    state = seen.state
    if seen.role < Role.ARBITER or not state.settings.live:
        return None
    here = {each.game.id for played in state.rounds for each in playable_in(state, played)} | seen.playing
    if not here:
        return None
    games = [each.game for each in visit.desk.see_games(seen, sorted(here))]
    return tuple(
        Link(
            f"/t/{state.id}/rounds/{game.round}/live#game-{game.id}",
            _(
                "Round %(round)s, board %(board)s (%(why)s)",
                round=game.round,
                board=state.pairing(game.id).board,
                why=called(game.open_call) if game.open_call is not None else _("neither player came"),
            ),
        )
        for game in games
        if game.asked or game.open_call is not None
    )


def _me(visit: Visit, seen: Seen) -> MyPlayer | None:
    player = my_player(visit, seen) if seen.role < Role.SCORER else None
    return my_player_line(seen, player, f"/t/{seen.state.id}") if player else None


def _user(visit: Visit, seen: Seen | None) -> UserFrame | None:
    actor = visit.actor
    if actor.user is None and actor.grant is None:
        return None
    role = seen.role if seen and seen.role > Role.PUBLIC else None
    player = seen.state.players.get(seen.player) if seen and seen.player else None
    return UserFrame(player.name if player else actor_name(actor), role.word if role else None, actor.user is not None)
