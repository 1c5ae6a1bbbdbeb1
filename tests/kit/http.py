"""A director at a keyboard: talks to Podium over HTTP, in the same process.

chief = house.user("chief")
event = chief.event(format="manual")
event.players("Alice", "Bob")
event.pairs([("Alice", "Bob")])
event.result("Alice", "1-0")
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from litestar.testing import TestClient

from podium.api.application import Application
from podium.app.access import Role
from podium.bootstrap import Podium, application, opened
from podium.config import Config
from podium.core.ids import PlayerId, TournamentId
from tests.kit import recorded

PASSWORD = "correct horse battery"
PROBLEM = "application/problem+json"

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    body: Any
    headers: dict[str, str]

    def ok(self, status: int = 200) -> Any:
        """The body, of an answer with that status."""
        assert self.status == status, (self.status, self.body)
        return self.body

    def refused(self, status: int, code: str) -> Json:
        """The problem, which must be one with that status and code, a sentence and a value."""
        assert (self.status, self.body.get("code")) == (status, code), (self.status, self.body)
        assert self.headers["content-type"] == PROBLEM
        assert self.body["status"] == status
        assert {"type", "title", "status", "code", "detail", "value"} <= self.body.keys()
        assert self.body["detail"].strip()
        document: Json = self.body
        return document


class Caller:
    """Somebody with a client, and what proves who they are."""

    def __init__(self, client: TestClient[Application], token: str | None = None) -> None:
        self.client = client
        self.credentials = {"Authorization": f"Bearer {token}"} if token else {}

    def __call__(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """The answer to a request; headers are named with underscores."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = self.client.request(method, path, json=body, headers={**self.credentials, **named})
        json = "json" in sent.headers.get("content-type", "") and method != "HEAD"
        answer = Answer(sent.status_code, sent.json() if json else sent.content, dict(sent.headers))
        if recorded.FILE:
            recorded.record(method, path, body, answer.status, answer.body)
        return answer

    def raw(
        self, method: str, path: str, content: bytes, content_type: str = "application/json", **headers: str
    ) -> Answer:
        """The answer to bytes; a header is named with underscores."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        headers = {**self.credentials, "Content-Type": content_type, **named}
        sent = self.client.request(method, path, content=content, headers=headers)
        json = "json" in sent.headers.get("content-type", "") and method != "HEAD"
        return Answer(sent.status_code, sent.json() if json else sent.content, dict(sent.headers))

    def get(self, path: str, **headers: str) -> Any:
        """The body of what is there."""
        return self("GET", path, **headers).ok()

    def event(self, name: str = "Open", format: str = "manual", **settings: object) -> Event:
        """A new tournament of this caller's."""
        made = self("POST", "/api/tournaments", {"name": name, "format": format, **settings}).ok(201)
        return Event(self, made["id"])


@dataclass(slots=True)
class Event:
    """One tournament as `by` sees it, run by the names of its players."""

    by: Caller
    id: str
    ids: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"/api/tournaments/{self.id}"

    @property
    def version(self) -> int:
        version: int = self.by.get(self.url)["version"]
        return version

    def __call__(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """The answer to a request below the tournament."""
        return self.by(method, f"{self.url}{path}", body, **headers)

    def as_seen_by(self, caller: Caller) -> Event:
        return Event(caller, self.id, self.ids)

    def players(self, *names: str, **fields: object) -> list[Json]:
        added = self("POST", "/players", {"players": [{"name": name, **fields} for name in names]}).ok(201)["players"]
        self.ids |= {player["name"]: player["id"] for player in added}
        rows: list[Json] = added
        return rows

    def pairs(self, lines: Sequence[tuple[str, str]], round: int | None = None) -> Json:
        """A round paired by hand."""
        pairings = [{"white": self.ids[white], "black": self.ids[black]} for white, black in lines]
        made: Json = self("POST", "/rounds", {"pairings": pairings, **({"round": round} if round else {})}).ok(201)
        return made

    def pair(self) -> Json:
        made: Json = self("POST", "/rounds", {}).ok(201)
        return made

    def pairing(self, name: str, round: int | None = None) -> Json:
        """The game or the bye of a player, in that round or the last one."""
        rounds = self.by.get(f"{self.url}/rounds")["rounds"]
        here = rounds[-1 if round is None else round - 1]
        players = (self.ids[name],)
        return next(
            row for row in here["pairings"] if row["white_player_id"] in players or row["black_player_id"] in players
        )

    def result(self, name: str, result: str | None, round: int | None = None, **more: object) -> Answer:
        pairing = self.pairing(name, round)["id"]
        return self.by("PUT", f"/api/pairings/{pairing}/result", {"result": result, **more})

    def bye_result(self, name: str, kind: str, round: int | None = None) -> Answer:
        pairing = self.pairing(name, round)["id"]
        return self.by("POST", f"/api/pairings/{pairing}/bye-result", {"byeType": kind})

    @property
    def standings(self) -> dict[str, tuple[float, str]]:
        """Points and details by name, in the order of the ranking."""
        rows = self.by.get(f"{self.url}/standings")["standings"]
        return {row["name"]: (row["points"], row["details"]) for row in rows}


@dataclass(frozen=True, slots=True)
class House:
    """A Podium behind HTTP."""

    podium: Podium
    client: TestClient[Application]

    @property
    def anyone(self) -> Caller:
        return Caller(self.client)

    def user(self, name: str) -> Caller:
        """A new user, who calls with a token."""
        registry = self.podium.registry
        _, secret = registry.add_token(registry.add_user(name, PASSWORD), "test")
        return Caller(self.client, secret)

    def role(self, event: Event, name: str, role: Role) -> Caller:
        """A new user with that role in the tournament."""
        caller = self.user(name)
        stream = TournamentId(event.id)
        registry = self.podium.registry
        registry.set_roles(stream, {**registry.roles(stream), name: role})
        return caller

    def by_link(self, event: Event, role: Role, player: str | None = None) -> Caller:
        """Somebody who opened a link, with the browser's cookie and token."""
        registry = self.podium.registry
        whose = PlayerId(event.ids[player]) if player else None
        link, _ = registry.add_link(TournamentId(event.id), role, whose, None)
        secret = registry.open_link_session(link)
        session = registry.by_session(secret)
        assert session is not None
        caller = Caller(self.client)
        caller.credentials = {"Cookie": f"podium_session={secret}", "X-CSRF-Token": session.csrf}
        return caller


@contextmanager
def house(database: str) -> Iterator[House]:
    """Podium on that database, served in this process."""
    with (
        opened(Config(database=database)) as podium,
        TestClient(application(podium)) as client,
    ):
        yield House(podium, client)
