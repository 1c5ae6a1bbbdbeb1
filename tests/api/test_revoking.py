"""Who is out is out: of every open stream within moments, whichever process ended it, and before the next result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest

from podium.app.access import Role
from podium.core.ids import PlayerId, TournamentId
from podium.storage.accounts.registry import SqlRegistry
from tests.api.test_live import served
from tests.kit.http import Caller, Event, House, house
from tests.kit.live import live_pair

PATIENCE = httpx.Timeout(20)


@pytest.fixture
def hall(ready_url: str) -> Iterator[House]:
    with house(ready_url) as opened:
        yield opened


@contextmanager
def stream(address: str, path: str, caller: Caller) -> Iterator[Iterator[str]]:
    """The lines of a stream that somebody was let in to; the time-out of the client fails a test that waits."""
    with (
        httpx.Client(base_url=address, headers=caller.credentials, timeout=PATIENCE) as client,
        client.stream("GET", path) as response,
    ):
        assert response.status_code == 200, response.read()
        lines = response.iter_lines()
        assert next(lines) == "retry: 2000"
        yield lines


def ends(lines: Iterator[str]) -> bool:
    """Whether the stream comes to its end; heartbeats come every 15 seconds, and are not waited for."""
    return not any(line.startswith(":") for line in lines)


def by_session(hall: House, name: str) -> tuple[Caller, str]:
    registry = hall.podium.registry
    user = next(each for each in registry.users() if each.name == name)
    secret = registry.open_session(user)
    session = registry.by_session(secret)
    assert session is not None
    caller = Caller(hall.client)
    caller.credentials = {"Cookie": f"podium_session={secret}", "X-CSRF-Token": session.csrf}
    return caller, secret


class Door:
    """Somebody who is let in, and the acts of another process that put them out."""

    def __init__(self, hall: House, event: Event) -> None:
        self.hall = hall
        self.event = event
        self.here = hall.podium.registry
        self.other = SqlRegistry(hall.podium.database)  # that of another process: it tells ours nothing

    def token(self) -> tuple[Caller, Callable[[], object]]:
        caller = self.hall.role(self.event, "tess", Role.ARBITER)
        user = next(each for each in self.here.users() if each.name == "tess")
        return caller, lambda: self.other.drop_token(user, self.here.tokens(user)[0].id)

    def password(self) -> tuple[Caller, Callable[[], object]]:
        caller = self.hall.role(self.event, "pia", Role.ARBITER)
        return caller, lambda: self.other.set_password("pia", "quite another horse")

    def role(self) -> tuple[Caller, Callable[[], object]]:
        stream = TournamentId(self.event.id)
        caller = self.hall.role(self.event, "rob", Role.ARBITER)
        roles = {name: role for name, role in self.here.roles(stream).items() if name != "rob"}
        return caller, lambda: self.other.set_roles(stream, roles)

    def lesser_role(self) -> tuple[Caller, Callable[[], object]]:
        stream = TournamentId(self.event.id)
        caller = self.hall.role(self.event, "les", Role.ARBITER)
        roles = {**self.here.roles(stream), "les": Role.SCORER}
        return caller, lambda: self.other.set_roles(stream, roles)

    def account(self) -> tuple[Caller, Callable[[], object]]:
        caller = self.hall.role(self.event, "dan", Role.ARBITER)
        user = next(each for each in self.here.users() if each.name == "dan")
        return caller, lambda: self.other.change_account(user.id, disabled=True)

    def session(self) -> tuple[Caller, Callable[[], object]]:
        self.hall.role(self.event, "sam", Role.ARBITER)
        caller, secret = by_session(self.hall, "sam")
        return caller, lambda: self.other.close_session(secret)

    def link(self) -> tuple[Caller, Callable[[], object]]:
        stream = TournamentId(self.event.id)
        caller = self.hall.by_link(self.event, Role.SCORER)
        [link] = [each for each in self.here.links(stream) if each.grant.role is Role.SCORER]
        return caller, lambda: self.other.drop_link(stream, link.id)


WAYS = ("token", "password", "role", "lesser_role", "account", "session", "link")


@pytest.mark.parametrize("way", WAYS)
def test_a_stream_ends_for_who_is_put_out_by_another_process(hall: House, way: str) -> None:
    event = hall.user("chief").event()
    event("POST", "/publish").ok()  # what others may see ends too: they look again, as the public
    caller, put_out = getattr(Door(hall, event), way)()
    with served(hall) as (address, _), stream(address, f"{event.url}/events", caller) as lines:
        put_out()
        assert ends(lines)


@pytest.mark.parametrize("way", ["session", "link"])
def test_so_do_those_of_live_games(hall: House, way: str) -> None:
    board = live_pair(hall.user("chief"))
    caller, put_out = getattr(Door(hall, board.event), way)()
    streams = (f"{board.url}/events", f"{board.event.url}/rounds/1/games/events")
    with (
        served(hall) as (address, _),
        stream(address, streams[0], caller) as of_game,
        stream(address, streams[1], caller) as of_round,
    ):
        put_out()
        assert ends(of_game)
        assert ends(of_round)


def test_a_player_who_is_removed_is_out_of_the_stream(hall: House) -> None:
    event = hall.user("chief").event()
    event.players("Ann", "Ben")
    caller = hall.by_link(event, Role.PLAYER, "Ann")
    with served(hall) as (address, _), stream(address, f"{event.url}/events", caller) as lines:
        event("DELETE", f"/players/{event.ids['Ann']}").ok()
        assert ends(lines)


def test_others_watch_on(hall: House) -> None:
    event = hall.user("chief").event()
    caller, put_out = Door(hall, event).token()
    with (
        served(hall) as (address, _),
        stream(address, f"{event.url}/events", event.by) as chiefs,
        stream(address, f"{event.url}/events", caller) as lines,
    ):
        put_out()
        assert ends(lines)
        event.players("Ann")
        assert any(line.startswith("id: ") for line in chiefs)


@pytest.mark.parametrize("way", WAYS)
def test_no_result_comes_after(hall: House, way: str) -> None:
    """The process that takes the result has seen them a moment ago, and was told nothing."""
    event = hall.user("chief").event()
    event.players("Ann", "Ben")
    event.pairs([("Ann", "Ben")])
    caller, put_out = getattr(Door(hall, event), way)()
    theirs = event.as_seen_by(caller)
    if way != "lesser_role":
        theirs.result("Ann", "1-0").ok()
        put_out()
        assert theirs.by("PUT", f"/api/pairings/{event.pairing('Ann')['id']}/result", {"result": "0-1"}).status in (
            401,
            403,
            404,
        )
        assert event.pairing("Ann")["result"] == "1-0"
    else:
        theirs("PATCH", "", {"name": "Theirs"}).ok()
        put_out()
        theirs("PATCH", "", {"name": "Still theirs"}).refused(403, "forbidden")


class TestLinks:
    def test_opened_again_in_the_same_browser_makes_no_second_session(self, hall: House) -> None:
        event = hall.user("chief").event()
        _, secret = hall.podium.registry.add_link(TournamentId(event.id), Role.SCORER, None, None)
        cookies: set[str] = set()
        for _ in range(5):  # the cookies of the client are those of one browser
            assert hall.client.get(f"/l/{secret}", follow_redirects=False).status_code == 303
            cookies |= {value for name, value in hall.client.cookies.items() if name == "podium_session"}
        assert len(cookies) == 1

    def test_of_a_removed_player_says_that_they_are_not_in_it(self, hall: House) -> None:
        event = hall.user("chief").event()
        event.players("Ann", "Ben")
        player = PlayerId(event.ids["Ann"])
        _, secret = hall.podium.registry.add_link(TournamentId(event.id), Role.PLAYER, player, None)
        event("DELETE", f"/players/{player}").ok()
        answer = hall.client.get(f"/l/{secret}")
        assert answer.status_code == 404
        assert "a player who is not in the tournament any more" in answer.text
        bearer = Caller(hall.client, secret)
        bearer("GET", event.url).refused(401, "token-unknown")

    def test_of_a_player_removed_a_moment_ago_shows_nothing_of_a_hidden_event(self, hall: House) -> None:
        event = hall.user("chief").event()
        event.players("Ann", "Ben")
        _, secret = hall.podium.registry.add_link(TournamentId(event.id), Role.PLAYER, PlayerId(event.ids["Ann"]), None)
        hall.client.get(f"/l/{secret}")
        session = {"Cookie": f"podium_session={hall.client.cookies['podium_session']}"}
        addresses = (event.url, f"/t/{event.id}")
        assert [hall.client.get(each, headers=session).status_code for each in addresses] == [200, 200]
        event("DELETE", f"/players/{event.ids['Ann']}").ok()
        assert [hall.client.get(each, headers=session).status_code for each in addresses] == [404, 404]
