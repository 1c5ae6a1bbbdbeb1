"""Every route, asked by everybody, of events of every format, published and not: who sees and does what is not theirs.

    PYTHONPATH=src python -m tests.trust.role_matrix [--share 1.0] [--seed 16] [--formats swiss,knockout]

The routes are those of the application, so that a new one is asked without being listed here. What somebody may see
is known by marks in the event: its name while it is not published, births and disabilities, who may not meet whom,
games of a draft. What they did is known by what was written: each commit is held against `app/access.py` for the role
that we know them to have, whatever the application took them for; so is each row that is kept beside the journal.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count, product
from string import Formatter
from typing import Any
from unittest.mock import patch

import httpx
from litestar.routes import HTTPRoute
from sqlalchemy import select

from podium.app.access import LINKS_BY, PERSONAL_FROM, ROLES_BY, SCREENS_BY, Role, may_see, permit
from podium.app.accounts.accounts import User
from podium.app.accounts.logins import SESSION_COOKIE
from podium.app.formats.documents import DocumentName
from podium.app.handle import resolve
from podium.app.ports import Intent
from podium.bootstrap import Podium, application, opened, site
from podium.config import Config
from podium.core.errors import PodiumError
from podium.core.ids import PlayerId, TournamentId
from podium.flow.commands import AdoptRecords, ChangeSettings, CreateTournament, PairRound
from podium.flow.formats.registry import FORMAT_NAMES
from podium.flow.state import Stage, Tournament
from podium.storage import tables
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from tests.api.test_privacy import APART, PERSONAL, SCREEN, player_named, put_on_by, read
from tests.kit.http import PASSWORD
from tests.kit.odd_requests import OddRequests
from tests.kit.server import serving
from tests.trust import databases
from tests.trust.time_limit import NO_LIMIT, TimeLimit

WHO = {
    "public": Role.PUBLIC,
    "stranger": Role.PUBLIC,
    "player": Role.PLAYER,
    "scorer by link": Role.SCORER,
    "scorer": Role.SCORER,
    "arbiter": Role.ARBITER,
    "owner": Role.OWNER,
}
"""Everybody who asks, and what they are in each event. The stranger has an account, and no role."""
ACCOUNTS = ("stranger", "scorer", "arbiter", "owner")
WRITING = ("POST", "PUT", "PATCH", "DELETE")
HIDDEN = "Quagmire"
PASS = 0.05  # the share of the cells that is asked at a time
LEAST = {
    "roles": ROLES_BY,
    "links": LINKS_BY,
    **dict.fromkeys(("screens", "displays", "messages"), SCREENS_BY),
    **dict.fromkeys(("attachments", "check_ins"), Role.ARBITER),
    "second_entries": Role.SCORER,
}
"""The least role that changes what is kept of an event beside its journal."""
OF_ACCOUNTS = ("users", "invitations")  # nobody here is an administrator
OWN_PASSWORD = "password"
HERE = {"Sec-Fetch-Site": "same-origin"}


@dataclass(slots=True)
class Matrix:
    """What was asked, and what should not have come of it."""

    cells: int = 0
    share: float = 0.0
    """Of all cells that there are."""
    routes: set[tuple[str, str]] = field(default_factory=set)
    leaks: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    acts: set[tuple[str, str]] = field(default_factory=set)
    """Routes by which somebody really changed something: what is refused to others is not refused to all."""
    reads: set[tuple[str, str]] = field(default_factory=set)
    """Routes that answered somebody."""

    @property
    def figures(self) -> dict[str, Any]:
        written = {each for each in self.routes if each[0] in WRITING}
        return {
            "cells": self.cells,
            "share": round(self.share, 2),
            "routes": len(self.routes),
            "routes_read": f"{len(self.reads)} of {len(self.routes - written)}",
            "routes_written": f"{len(self.acts)} of {len(written)}",
            "leaks": self.leaks,
            "faults": self.faults,
        }


def hidden_name(id: TournamentId) -> str:
    """The name of an event that is not published, and of no other: some are published later by those who may."""
    return f"{HIDDEN} ({id})"


@dataclass(slots=True)
class Event:
    """An event, and what tells that somebody saw too much of it."""

    id: TournamentId
    format: str
    published: bool
    state: Tournament
    version: int

    def marks(self, role: Role) -> Iterator[tuple[str, str]]:
        """What must not be in an answer to that role: the mark, and what it is of."""
        if not may_see(role, self.state):
            yield hidden_name(self.id), "an event that is not published"
        if role < PERSONAL_FROM:
            for here in self.state.rounds:
                if here.stage is Stage.DRAFT and not here.automatic:
                    yield from ((id, "a draft") for id in here.games)


@dataclass(slots=True)
class Hall:
    """A Podium on a port, with people."""

    podium: Podium
    client: httpx.Client
    users: dict[str, User]
    document: dict[str, Any]
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    asking: str = "public"
    player: PlayerId | None = None
    written: list[str] = field(default_factory=list)
    """What was committed although the role of who asks does not permit it."""
    commits: int = 0
    sessions: dict[tuple[str, TournamentId], tuple[dict[str, str], str]] = field(default_factory=dict)
    """Those of who only read, who keep them."""

    def event(self, format: str, *, published: bool) -> Event:
        """A new event, with a draft where the format has any."""
        id = TournamentId(f"e{next(self.numbers)}")
        owner = self.users["owner"]
        self.asking = "owner"
        put_on_by(self.podium, owner, format, id, "Open" if published else hidden_name(id), published=published)
        state = self.state(id)
        ann, dan = player_named(state, "Ann"), player_named(state, "Dan")
        for command in (ChangeSettings({"forbidden": [[ann, dan]]}), PairRound()):
            try:
                self.podium.desk.perform(owner.actor, id, command)
            except PodiumError:
                pass  # this format has no such thing
        self.podium.screens.change_screens(id, lambda _: (SCREEN,))
        self.podium.registry.set_roles(id, {who: WHO[who] for who in ("owner", "arbiter", "scorer")})
        return Event(id, format, published, self.state(id), self.podium.journal.head(id).version)

    def state(self, id: TournamentId) -> Tournament:
        state = self.podium.journal.head(id).state
        assert state is not None
        return state

    def session(self, who: str, event: Event, method: str) -> tuple[dict[str, str], str]:
        """The headers and the token of somebody; of who writes, in a new session, which may end by what they write."""
        self.asking, self.player = who, player_named(event.state, "Ben") if who == "player" else None
        if method in WRITING or (who, event.id) not in self.sessions:
            self.sessions[who, event.id] = self._new_session(who, event)
        return self.sessions[who, event.id]

    def _new_session(self, who: str, event: Event) -> tuple[dict[str, str], str]:
        registry = self.podium.registry
        if who == "public":
            return {}, ""
        if who in ACCOUNTS:
            secret = registry.open_session(self.users[who])
        else:
            link, _ = registry.add_link(event.id, WHO[who], self.player, None)
            secret = registry.open_link_session(link)
        session = registry.by_session(secret)
        assert session is not None
        return {"Cookie": f"{SESSION_COOKIE}={secret}"}, session.csrf

    def watched(self, intent: Intent, head: Any, *rest: Any) -> Any:
        """What `resolve` makes of an intent; noted where the role that we know does not permit it."""
        made = resolve(intent, head, *rest)
        if made is not None and intent.actor.key != "podium":
            self.commits += 1
            role = WHO[self.asking]
            if isinstance(intent.command, CreateTournament | AdoptRecords):
                if self.asking not in ACCOUNTS:
                    self.written.append(type(intent.command).__name__)
            else:
                try:
                    permit(
                        role if intent.stream.startswith("e") else Role.OWNER, self.player, intent.command, head.state
                    )
                except PodiumError:
                    self.written.append(type(intent.command).__name__)
        return made

    def kept(self, event: Event, method: str) -> dict[str, str]:
        """What is kept beside the journal of an event, and of accounts, by table; not looked at for those who read."""
        found: dict[str, str] = {}
        if method not in WRITING:
            return found
        with self.podium.database.read(EVERY_TOURNAMENT) as connection:
            for name in (*LEAST, *OF_ACCOUNTS):
                table = tables.metadata.tables[name]
                columns = [each for each in table.columns if each.name != OWN_PASSWORD]
                query = select(*columns)
                if "tournament_id" in table.columns:
                    query = query.where(table.c.tournament_id == event.id)
                found[name] = str(sorted(map(str, connection.execute(query))))
        return found


def routes() -> list[tuple[str, str]]:
    """Every method and path of the application."""
    return [
        (method, route.path_format)
        for route in site().routes
        if isinstance(route, HTTPRoute) and not route.path_format.endswith("path}")
        for method in sorted(route.methods & {"GET", *WRITING})
    ]


def known(event: Event, podium: Podium) -> dict[str, list[str]]:
    """The values of parameters and fields that lead to something in an event."""
    ann, ben = (str(player_named(event.state, name)) for name in ("Ann", "Ben"))
    games = [str(id) for here in event.state.rounds[:1] for id in here.games] or ["none"]
    if event.state.knockout is not None:
        games = [str(match.id) for match in event.state.knockout]
    check_in = podium.check_ins.under_way(event.id)
    return {
        "id": [event.id],
        **{name: ["1"] for name in ("n", "round")},
        **{name: [ann] for name in ("pid", "player", "player_id", "white", "one")},
        **{name: [ben] for name in ("other", "black")},
        **dict.fromkeys(("game", "pairing", "match"), games),
        "version": [str(event.version)],
        "code": [check_in.code if check_in else "none"],
        "key": [SCREEN.key],
        "name": ["race.svg"],
        "list": ["fide"],
        "format": ["csv", "trf"],
        "result": ["1-0", "0-1"],
        "role": ["scorer"],
        **{name: ["1"] for name in ("lid", "link", "mid", "message", "uid", "account", "tid", "token", "iid")},
    }


def parameters(known: dict[str, list[str]]) -> dict[str, list[str]]:
    """The values of what stands in braces in the paths of routes; `known` are those that fields have too."""
    return {
        **known,
        **{name: ["1"] for name in ("draft", "template", "session", "ref", "invitation", "stage")},
        "kind": [each.value for each in DocumentName],
        "secret": ["none"],
        "chapter": ["how-to/byes"],
        "picture": ["round.png"],
    }


def asked(
    hall: Hall, event: Event, headers: dict[str, str], token: str, method: str, route: str, dice: random.Random
) -> tuple[int, str]:
    """The status and the text of the answer to somebody who came with these headers and that token."""
    values, client = known(event, hall.podium), hall.client
    client.cookies.clear()
    client.headers = httpx.Headers({**headers, **HERE})
    of_game = route.startswith(("/api/pairings", "/api/matches"))
    names = {name: dice.choice(each) for name, each in parameters(values).items()}
    path = route.format(**{**names, "id": names["game"] if of_game else event.id})
    if method == "GET":
        return read(client, path)
    if route.startswith("/api/"):
        request = OddRequests(hall.document, values, dice.randrange(1_000_000)).plain(method, route)
        headers = {"X-CSRF-Token": token, **({"Content-Type": "application/json"} if request.has_body else {})}
        answer = client.request(method, path, content=request.content, headers=headers)
    else:
        answer = client.post(path, data={"csrf": token, **form(event, names)})
    return answer.status_code, answer.text


def form(event: Event, names: dict[str, str]) -> dict[str, str]:
    """Fields that the forms of an event have, filled in."""
    return {
        "version": str(event.version), "result": "1-0", "kind": "bye", "side": "home", "name": "Zoe", "text": "Zoe",
        "score": "1:0", "pairing": names["game"], "player": names["player"], "white": names["player"],
        "black": names["other"], "role": "scorer", "move": "e2e4", "seconds": "60", "action": "start", "minutes": "5",
        "confirm": "yes", "sure": "yes",
    }  # fmt: skip


def ask(hall: Hall, matrix: Matrix, event: Event, who: str, method: str, route: str, dice: random.Random) -> bool:
    """Note what came of one cell; whether something of the event was changed."""
    role, place = WHO[who], f"{method} {route} as {who}, {event.format}, {'' if event.published else 'not '}published"
    hall.written.clear()
    headers, token = hall.session(who, event, method)
    before, version, commits = hall.kept(event, method), hall.podium.journal.head(event.id).version, hall.commits
    status, text = asked(hall, event, headers, token, method, route, dice)
    matrix.cells += 1
    matrix.routes.add((method, route))
    if status >= 500 and status != 503:
        matrix.faults.append(f"{status} {place}")
    for mark, what in event.marks(role):
        if mark in text:
            matrix.leaks.append(f"{place} saw {what}")
    if role < PERSONAL_FROM and any(pattern.search(text) for pattern in (*PERSONAL, *APART)):
        matrix.leaks.append(f"{place} saw what is personal")
    matrix.leaks += [f"{place} committed {each}" for each in hall.written]
    after = hall.kept(event, method)
    for name in before:
        if before[name] != after[name] and (name in OF_ACCOUNTS or role < LEAST[name]):
            matrix.leaks.append(f"{place} changed {name}")
    if status < 400:
        (matrix.reads if method == "GET" else set()).add((method, route))
    done = hall.commits > commits or hall.podium.journal.head(event.id).version != version or before != after
    if done and method in WRITING:
        matrix.acts.add((method, route))
    return done


@contextmanager
def hall() -> Iterator[Hall]:
    """A Podium with an administrator who does nothing here, and the people of `WHO`."""
    with databases.sqlite() as url, opened(Config(database=url)) as podium:
        podium.registry.add_user("administrator", PASSWORD)
        users = {who: podium.registry.add_user(who, PASSWORD) for who in ACCOUNTS}
        with (
            serving(application(podium)) as running,
            httpx.Client(base_url=running.url, timeout=60, follow_redirects=False) as client,
        ):
            made = Hall(podium, client, users, client.get("/openapi.json").json())
            with patch("podium.storage.journal.intents.resolve", made.watched):
                yield made


def without_value(place: Hall) -> list[str]:
    """Parameters in the paths of routes for which no value is known: such a route cannot be asked."""
    names = set(parameters(known(place.event("swiss", published=True), place.podium)))
    asked_for = {(route, name) for _, route in routes() for _, name, _, _ in Formatter().parse(route) if name}
    return sorted(f"{name} in {route}" for route, name in asked_for if name not in names)


def walked(formats: Sequence[str], share: float = 1.0, seed: int = 16, limit: TimeLimit = NO_LIMIT) -> Matrix:
    """As `walked_in`, in a hall of its own."""
    with hall() as place:
        return walked_in(place, formats, share, seed, limit)


def walked_in(
    place: Hall, formats: Sequence[str], share: float = 1.0, seed: int = 16, limit: TimeLimit = NO_LIMIT
) -> Matrix:
    """The whole matrix, or the share of its cells that the seed draws, in passes of which each asks something of
    everything; or as many passes as time allows."""
    matrix, dice = Matrix(), random.Random(seed)
    cells = [
        (format, published, [(*each, who, dice.random()) for each in routes() for who in WHO])
        for format, published in product(formats, (True, False))
    ]
    while matrix.share < share and not limit.over:
        done, matrix.share = matrix.share, min(share, matrix.share + PASS)
        for format, published, drawn in cells:
            event = place.event(format, published=published)
            for method, route, who, number in drawn:
                if not done <= number < matrix.share:
                    continue
                if method in WRITING:
                    place.sessions.clear()
                changed = ask(place, matrix, event, who, method, route, dice)
                if changed and method in WRITING and WHO[who] >= Role.PLAYER:
                    event = place.event(format, published=published)
    return matrix


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--formats", default=",".join(FORMAT_NAMES))
    wanted = parser.parse_args()
    matrix = walked(wanted.formats.split(","), wanted.share, wanted.seed)
    sys.stdout.write(json.dumps(matrix.figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
