"""One request of a browser: who sends it, what it brings, what it may see; and the line that says what it did."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from jinja2 import Environment

from podium.app.access import Actor, Role, permit
from podium.app.accounts.logins import LaunchKey
from podium.app.desk import Desk, Seen
from podium.app.ports import GameReceipt, Receipt
from podium.app.services import Services
from podium.app.story.share_card import DrawCard
from podium.app.words.language import _, event_language, language, speak
from podium.config import LOOPBACK, Config, phone_address
from podium.core.errors import Forbidden, Stale, Unknown
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.flow.commands import Command
from podium.flow.state import Tournament
from podium.games.commands import GameCommand
from podium.web.frame.forms import Difference, Form, RefusedForm, whole_number

STATUS_COOKIE = "podium_status"
LASTS = 30
LONGEST = 300


@dataclass(frozen=True, slots=True)
class StatusLine:
    """What was done last; `undo` is an address to post to, `label` what that button says."""

    text: str
    kind: str = "done"
    undo: str | None = None
    label: str = field(default_factory=lambda: _("Undo"))


def status_cookie(line: StatusLine) -> str:
    """The line as the value of a cookie."""
    text = line.text if len(line.text) <= LONGEST else line.text[: LONGEST - 1] + "…"
    parts = json.dumps([text, line.kind, line.undo, line.label])
    return base64.urlsafe_b64encode(parts.encode()).decode()


def status_lines_in(cookie: str | None) -> tuple[StatusLine, ...]:
    """The line that was packed; nothing where somebody tampered with it."""
    if not cookie:
        return ()
    try:
        text, kind, undo, label = json.loads(base64.urlsafe_b64decode(cookie))
    except (ValueError, TypeError, RecursionError):
        return ()
    local = undo is None or (isinstance(undo, str) and is_local(undo))
    if not _is_text(text) or kind not in ("done", "info", "error") or not local or not _is_text(label):
        return ()
    return (StatusLine(text[:LONGEST], kind, undo, label),)


def _is_text(value: object) -> bool:
    """Whether something is text that a page can show: half of a pair of surrogates cannot be sent."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def is_local(address: str) -> bool:
    """Whether an address leads to a page of ours: a browser takes `//host` and `/\\host` for another server."""
    return address.startswith("/") and address[1:2] not in ("/", "\\") and address.isprintable() and "\\" not in address


TRIES = 25
"""How often something is looked at anew because the event moved on before it could be carried out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """What all pages are made of: the services, and what only pages have."""

    services: Services
    config: Config
    templates: Environment
    connected: Callable[[PairingId], frozenset[PlayerId]]
    """The players of a live game who have its page open now."""
    draw_card: DrawCard
    draw_board: Callable[[str], bytes]
    """Makes a PNG of a board that is given as SVG."""
    push_key: str | None
    """The public key by which browsers know push messages of this server, where it has one."""
    launch: LaunchKey | None = None
    """What `podium start` opens the browser by; None for a server that was started otherwise."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One request.

    `here` is its address with the query; `csrf` must come back with every form; `fresh` is a token for people without
    a session, still to be given to them; `reload` is true where a live part of a page looks for news by itself, and
    `rows` where a page takes an answer that holds only what changed in it. `in_place` is true where a script puts the
    answer into the page that is there, `came_from` the address of our page that sent the request, empty where unknown.
    `arrived` is when it came, in milliseconds since the epoch; `my_player` is whom one follows, as a cookie says.
    `agent` is what the browser calls itself; a request that a proxy passed on is not `direct`.
    `device` is the cookie by which a device is known on which somebody has signed in; `opened_here` is false where the
    address was not opened by a person, but fetched ahead, or as a picture or a frame of another page.
    """

    shared: Site
    method: str
    here: str
    path: Mapping[str, str]
    query: Mapping[str, str]
    form: Form
    actor: Actor
    csrf: str
    fresh: bool
    address: str
    site: str
    secret: str | None = None
    reload: bool = False
    rows: bool = False
    in_place: bool = False
    came_from: str = ""
    status_lines: tuple[StatusLine, ...] = ()
    arrived: int = 0
    my_player: str = ""
    agent: str = ""
    direct: bool = True
    seen: Seen | None = None
    """The event with which the fields of the form were compared: what is performed is performed on that, or not."""
    differences: tuple[Difference, ...] = ()
    """The fields of the form that somebody else changed meanwhile."""
    refused: RefusedForm | None = None
    """The form that was refused, where its page is shown once more."""
    device: str = ""
    opened_here: bool = True
    asked_language: str | None = None
    """The language that was asked for, by the menu, the account or the browser; None where none was."""

    @property
    def phone_site(self) -> str:
        """The address by which phones open the site; that by which it was opened, where none is known."""
        return phone_address(self.shared.config, self.site) or self.site

    @property
    def nearby(self) -> str | None:
        """The address by which the site was opened, if no other machine can reach it."""
        return self.site if phone_address(self.shared.config, self.site) is None else None

    @property
    def on_this_machine(self) -> bool:
        """Whether the browser runs where Podium does, with nothing in between.

        The name in the address counts as well: another site can point its own name to this machine.
        """
        return self.direct and self.address in LOOPBACK and urlsplit(self.site).hostname in LOOPBACK

    @property
    def services(self) -> Services:
        return self.shared.services

    @property
    def desk(self) -> Desk:
        return self.services.desk

    @property
    def tournament(self) -> TournamentId:
        """The tournament that the address names."""
        return TournamentId(self.path["id"])

    @property
    def player(self) -> PlayerId:
        """The player that the address names."""
        return PlayerId(self.path["player"])

    @property
    def url(self) -> str:
        """The address of the tournament's first page."""
        return f"/t/{self.tournament}"

    @property
    def version(self) -> int | None:
        """The version that the form was made from."""
        return self.form.number("version")

    @property
    def signed_in(self) -> bool:
        return self.actor.user is not None

    def number(self, name: str) -> int:
        """A number in the address; Unknown where it is none."""
        number = whole_number(self.path[name])
        if number is None:
            raise Unknown(name, self.path[name])
        return number

    def see(self, least: Role = Role.PUBLIC, action: str = "look") -> Seen:
        """The tournament, for a user who is at least `least` in it; raises Unknown or Forbidden."""
        seen = self.seen or self.desk.see(self.actor, self.tournament)
        if seen.role < least:
            raise Forbidden(action)
        settings = seen.state.settings
        speak((self.asked_language is None and event_language(settings)) or language(), settings)
        return seen

    def perform(self, command: Command, *, expected: int | None = None, reason: str | None = None) -> Receipt:
        """The receipt of `command`. A form that is sent twice with one `once` is carried out once."""
        once = self.form.once
        on = self.seen.version if expected is None and self.seen is not None else expected
        return self.desk.perform(
            self.actor,
            self.tournament,
            command,
            command_id=once,
            expected=on,
            reason=reason,
            acknowledged=self.form.number("acknowledge") or 0,
        )

    def perform_checked(self, command: Command, check: Callable[[Tournament], None]) -> Receipt:
        """The receipt of `command` on a state that `check` does not refuse; raises what it raises."""
        for left in reversed(range(TRIES)):
            seen = self.see()
            permit(seen.role, seen.player, command, seen.state)  # who may not is told nothing of what is there
            check(seen.state)
            try:
                return self.perform(command, expected=seen.version)
            except Stale:
                if not left:
                    raise
        raise AssertionError("a loop that returns or raises")

    def perform_in_game(self, game: PairingId, command: GameCommand, *, reason: str | None = None) -> GameReceipt:
        """The receipt of `command` for a live game, by the time at which the request came."""
        receipt = self.desk.submit_game(
            self.actor,
            self.tournament,
            game,
            command,
            self.arrived,
            command_id=self.form.once,
            reason=reason,
            acknowledged=self.form.number("acknowledge") or 0,
        )
        return receipt.result()

    def back(self, otherwise: str) -> str:
        """The page that the form was on, if it says so."""
        back = self.form.text("back")
        return back if is_local(back) else otherwise
