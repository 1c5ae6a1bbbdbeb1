"""A house with people in it: an owner, an arbiter, a scorer, and whoever comes from the street."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from podium.api.application import Application
from podium.app.access import Actor, Role
from podium.app.accounts.accounts import User
from podium.app.accounts.logins import SESSION_COOKIE
from podium.app.desk import new_id
from podium.bootstrap import Podium, application, open_podium
from podium.config import Config
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import (
    AddPlayers,
    Command,
    CreateTournament,
    PublishTournament,
    RecordResult,
)
from podium.flow.state import Game, Tournament
from tests.kit.options import STAGES
from tests.web.visitor import Visitor

PASSWORD = "correct horse"
ROLES = {"owner": Role.OWNER, "arbiter": Role.ARBITER, "scorer": Role.SCORER}


@dataclass
class House:
    """A Podium that is open, its people, and its pages."""

    podium: Podium
    app: Application
    users: dict[str, User] = field(default_factory=dict)
    portal: BlockingPortal | None = None

    def visitor(self, who: str = "public") -> Visitor:
        """Somebody at a browser: `owner`, `arbiter`, `scorer`, `stranger` (an account without a role) or `public`."""
        visitor = Visitor(self.app, portal=self.portal)
        if who != "public":
            visitor.bring(SESSION_COOKIE, self.podium.registry.open_session(self.users[who]))
        return visitor

    def form_token(self, visitor: Visitor) -> str:
        """What the forms of somebody who is signed in have in them, without a page of theirs."""
        session = self.podium.registry.by_session(visitor.client.cookies[SESSION_COOKIE])
        assert session is not None
        return session.csrf

    def by_link(self, event: Event, player: str | None = None) -> Visitor:
        """Somebody who opened a link: of a scorer, or of a player."""
        role = Role.PLAYER if player else Role.SCORER
        link, _ = self.podium.registry.add_link(event.id, role, event.player(player) if player else None, None)
        return Visitor(self.app, portal=self.portal).bring(SESSION_COOKIE, self.podium.registry.open_link_session(link))

    def event(self, *names: str, published: bool = True, **given: object) -> Event:
        """A new tournament with these players, the first with the highest rating."""
        owner = self.users["owner"].actor
        id = new_id(owner, None)
        event = Event(self, id, owner)
        planned = {"stages": STAGES} if given.get("format") == "stages" else {}
        event.do(CreateTournament(id, {"name": "Spring Open", "format": "round-robin", **planned, **given}))
        self.podium.registry.set_roles(id, {self.users[who].name: role for who, role in ROLES.items()})
        if names:
            event.add(*names)
        if published:
            event.do(PublishTournament())
        return event


@dataclass
class Event:
    """A tournament in the house."""

    house: House
    id: TournamentId
    owner: Actor

    @property
    def url(self) -> str:
        return f"/t/{self.id}"

    @property
    def state(self) -> Tournament:
        return self.house.podium.desk.see(self.owner, self.id).state

    @property
    def version(self) -> int:
        return self.house.podium.desk.see(self.owner, self.id).version

    def do(self, command: Command, acknowledged: int = 0) -> None:
        self.house.podium.desk.perform(self.owner, self.id, command, acknowledged=acknowledged)

    def add(self, *names: str, section: str | None = None) -> None:
        players = (PlayerFields(name=name, rating=2000 - 10 * at, section=section) for at, name in enumerate(names))
        self.do(AddPlayers(tuple(players)))

    def player(self, name: str) -> PlayerId:
        return next(player.id for player in self.state.players.values() if player.name == name)

    def games(self, round: int) -> list[Game]:
        return [each for each in self.state.rounds[round - 1].in_order if isinstance(each, Game)]

    def board(self, round: int, board: int) -> PairingId:
        return next(each.id for each in self.state.rounds[round - 1].games.values() if each.board == board)

    def record(self, round: int, *results: Result) -> None:
        for game, result in zip(self.games(round), results, strict=False):
            self.do(RecordResult(game.id, result))


@contextmanager
def opened(database: str, fide_list: str = "") -> Iterator[House]:
    """A house on a database that has nothing in it; lists are fetched from nowhere but where a test says."""
    podium = open_podium(Config(database=database, fide_list=fide_list))
    users = {who: podium.registry.add_user(who.capitalize(), PASSWORD) for who in (*ROLES, "stranger")}
    with start_blocking_portal() as portal:
        yield House(podium, application(podium), users, portal)
    podium.close()


@pytest.fixture(scope="session")
def house(ready_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all tests that need nothing but a tournament of their own."""
    with opened(f"sqlite:///{shutil.copy(ready_file, tmp_path_factory.mktemp('house') / 'podium.db')}") as house:
        yield house


@pytest.fixture
def either(ready_url: str) -> Iterator[House]:
    """A house of one test's own: the test runs once on SQLite and once on PostgreSQL."""
    with opened(ready_url) as house:
        yield house


@pytest.fixture
def fresh(ready_sqlite_url: str) -> Iterator[Podium]:
    """A Podium that nobody has used yet."""
    podium = open_podium(Config(database=ready_sqlite_url))
    yield podium
    podium.close()


@pytest.fixture
def visit(house: House) -> Callable[[str], Visitor]:
    """The way to a visitor of the house."""
    return house.visitor
