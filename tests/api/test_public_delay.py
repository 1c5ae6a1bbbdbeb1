"""A result that the public is to see late is seen late everywhere: every address, the stream, the wall, the news."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Mapping
from unittest.mock import Mock

import pytest

from podium.app import public_heads
from podium.app.access import Role
from podium.app.exports.exports import EXPORTS
from podium.app.hall import push_sender as sender
from podium.app.hall.push_messages import ServerKey, new_key
from podium.bootstrap import site
from podium.core.ids import TournamentId
from tests.api.test_game_streams import messages
from tests.api.test_live import served
from tests.kit.http import Caller, House, house
from tests.kit.live import FOOLS_MATE, LiveBoard
from tests.kit.waiting import until

A_MOMENT = re.compile(rb"\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)|\b1\d{12}\b")
STREAMS = "/events"
PAPER = (
    "/documents/{kind}",
)  # set by a program of its own, with the minute on it; the contents are those of the pages


@pytest.fixture(params=["manual", "knockout"])
def board(request: pytest.FixtureRequest, chief: Caller) -> LiveBoard:
    """The first of two boards, one move before mate, in an event that the public sees five minutes late."""
    event = chief.event("Open", request.param, live=True, timeControl="10+5", publicDelay=5)
    event.players("Ann", "Ben", "Cid", "Dan")
    if request.param == "manual":
        event.pairs([("Ann", "Ben"), ("Cid", "Dan")])
        event("POST", "/rounds/1/publish").ok()
    else:
        event.pair()
    event("POST", "/publish").ok()
    board = LiveBoard.of(event, event.by.get(f"{event.url}/rounds/1")["pairings"][0]["id"]).begin()
    board.plays(" ".join(FOOLS_MATE.split()[:-1]))
    return board


def mate(board: LiveBoard) -> None:
    assert board.plays(FOOLS_MATE.split()[-1])["result"] == "BLACK_WIN"


def addresses(event: str, pairing: str, player: str, round: int = 1) -> list[str]:
    """Every address about an event that there is to read, with what it needs."""
    whole = [route.path_format for route in site().routes if "GET" in route.methods]
    about = [path for path in whole if path.startswith(("/t/", "/api/tournaments/", "/api/matches/", "/api/pairings/"))]
    found = ["/", "/api/tournaments"]
    for path in (path for path in about if not path.endswith((STREAMS, *PAPER))):
        own = pairing if path.startswith(("/api/matches/", "/api/pairings/")) else event
        known = {
            "id": own,
            "pid": player,
            "player": player,
            "n": str(round),
            "round": str(round),
            "version": "2",
            "stage": "1",
        }
        known |= {"pairing": pairing, "match": pairing, "name": "race", "key": "x", "code": "x", "digest": "x"}
        named = [{**known, "format": each} for each in EXPORTS] if "{format}" in path else [known]
        found += [path.format_map(each) for each in named]
    found.append(f"/api/tournaments/{event}/export/csv?table=pairings")
    return [
        *found,
        f"/t/{event}/screen?show=results",
        f"/t/{event}/screen?show=boards",
        f"/t/{event}/screen?show=forecast",
    ]


def readings(who: Caller, paths: Iterable[str]) -> dict[str, tuple[int, bytes]]:
    """What everybody who asks is answered, by address, without the time it is."""
    answers = {path: who.client.get(path, headers=who.credentials) for path in paths}
    return {path: (each.status_code, A_MOMENT.sub(b"", _unzipped(each.content))) for path, each in answers.items()}


def _unzipped(content: bytes) -> bytes:
    """The sheet of a workbook, whose file has the time it was made at; anything else as it is."""
    if not content.startswith(b"PK"):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        return b"".join(book.read(name) for name in sorted(book.namelist()) if "/worksheets/" in name)


def differing(before: Mapping[str, object], after: Mapping[str, object]) -> set[str]:
    return {path for path in after if before[path] != after[path]}


def shown(board: LiveBoard) -> set[str]:
    """Addresses at which the result must be, once it is public."""
    event = board.event
    pages = {"", "/standings", "/crosstable", "/rounds/1", "/screen", "/story", f"/players/{event.ids['Ann']}"}
    answers = {"/standings", "/crosstable", "/rounds", "/rounds/1", "/state", f"/players/{event.ids['Ann']}/card"}
    files = {"/export/csv?table=pairings", "/export/trf", "/pgn", "/rounds/1/games"}
    either = {f"/t/{event.id}{each}" for each in pages} | {f"{event.url}{each}" for each in answers | files}
    return either | {
        f"/api/pairings/{board.id}",
        f"/api/matches/{board.id}/game",
        f"/t/{event.id}/games/{board.id}/play",
    }


def test_no_address_tells_the_public_of_a_result_that_is_held_back(
    hall: House, board: LiveBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = readings(hall.anyone, addresses(board.event.id, board.id, board.event.ids["Ann"]))
    mate(board)
    assert board.event.by.get(f"/api/pairings/{board.id}")["result"] == "0-1"
    assert not differing(before, readings(hall.anyone, before))
    monkeypatch.setattr(public_heads, "MINUTE", 1)  # the delay is over
    tell = {path for path in shown(board) if before[path][0] == 200}  # not every format has all of them
    until(lambda: differing(before, readings(hall.anyone, tell)) == tell)


@pytest.mark.parametrize("act", ["resign", "draw/offer"])
def test_no_version_tells_of_what_is_held_back(hall: House, board: LiveBoard, act: str) -> None:
    paths = [
        f"/api/matches/{board.id}/game",
        f"/t/{board.event.id}/games/{board.id}/play",
        f"{board.event.url}/rounds/1/games",
    ]
    before = readings(hall.anyone, paths)
    board.act(board.white, act).ok()
    assert not differing(before, readings(hall.anyone, paths))


def test_what_follows_from_it_is_held_back_too(hall: House, chief: Caller) -> None:
    """A round that is paired by a result would tell it; before one, everything is public at once."""
    event = chief.event("Open", "swiss", live=True, timeControl="10+5", publicDelay=5, rounds=3)
    event("POST", "/publish").ok()
    public = event.as_seen_by(hall.anyone)
    event.players("Ann", "Ben")
    event.pair()
    event("POST", "/rounds/1/publish").ok()
    assert len(public.by.get(f"{event.url}/rounds")["rounds"]) == 1
    before = event.version
    mated = event.pairing("Ann")["id"]
    event.by("PUT", f"/api/pairings/{mated}/result", {"result": "1-0"}).ok()
    event.players("Cid")
    event("POST", "/rounds/1/close").ok()
    event.pair()
    event("POST", "/rounds/2/publish").ok()
    seen = public.by.get(f"{event.url}/rounds")
    assert (seen["version"], len(seen["rounds"])) == (before, 1)
    assert public.by("GET", f"{event.url}/state?version={before + 1}").status == 401
    assert public.by.get("/api/tournaments")["tournaments"][0]["rounds_paired"] == 1
    url = hall.podium.database.url.render_as_string(hide_password=False)
    with house(url) as other:  # a process that has not read the event yet
        listed = other.anyone.get("/api/tournaments")["tournaments"][0]
    assert (listed["rounds_paired"], listed["players"]) == (1, 2)
    with house(url) as other:
        assert "2 players" in other.anyone.get("/").decode()
    assert event.by.get("/api/tournaments")["tournaments"][0]["rounds_paired"] == 2
    assert len(event.by.get(f"{event.url}/rounds")["rounds"]) == 2
    event("PATCH", "", {"publicDelay": 0}).ok()
    assert len(public.by.get(f"{event.url}/rounds")["rounds"]) == 2


def test_results_from_before_the_delay_stay_public(hall: House, chief: Caller) -> None:
    event = chief.event("Open", live=True, timeControl="10+5")
    event("POST", "/publish").ok()
    event.players("Ann", "Ben")
    event.pairs([("Ann", "Ben")])
    event("POST", "/rounds/1/publish").ok()
    event.result("Ann", "1-0").ok()
    event("PATCH", "", {"publicDelay": 5}).ok()
    assert event.as_seen_by(hall.anyone).standings["Ann"][0] == 1
    event.result("Ann", "0-1", confirm=True).ok()
    assert event.as_seen_by(hall.anyone).standings["Ann"][0] == 1
    assert event.standings["Ann"][0] == 0


def test_players_see_the_event_as_it_is(board: LiveBoard) -> None:
    """They are to find their next game; of the games of others they see the moves late."""
    mate(board)
    assert board.white.get(f"/api/pairings/{board.id}")["result"] == "0-1"


def test_the_wall_shows_what_the_public_may_know_whoever_opened_it(
    hall: House, board: LiveBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    arbiter, wall = hall.by_link(board.event, Role.SCORER), f"/t/{board.event.id}/screen?show=standings"
    before = slides(arbiter, wall)
    mate(board)
    assert slides(arbiter, wall) == before
    monkeypatch.setattr(public_heads, "MINUTE", 1)
    until(lambda: slides(arbiter, wall) != before)


def slides(who: Caller, wall: str) -> str:
    page: str = who.get(wall).decode()
    return page[page.index("<main") : page.index("</main")]


@pytest.mark.parametrize("address", ["{url}/events", "{url}/events?public=true"])
def test_a_stream_tells_the_public_of_it_later(
    hall: House, board: LiveBoard, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """That of the director tells at once, unless it is for a wall."""
    who = board.event.by if "public" in address else hall.anyone
    before = hall.anyone.get(board.event.url)["version"]
    mate(board)
    with served(hall) as (url, _), messages(url, address.format(url=board.event.url), **who.credentials) as told:
        arbiters = messages(url, f"{board.event.url}/events?since={before}", **board.event.by.credentials)
        with arbiters as at_once:
            assert next(at_once).id > before
        assert hall.anyone.get(board.event.url)["version"] == before
        monkeypatch.setattr(public_heads, "MINUTE", 1)
        first = next(told)
        assert "results" in first.data["parts"]
        assert first.id == before + 1


def test_followers_are_told_of_the_next_round_later(
    hall: House, board: LiveBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    podium, stream = hall.podium, TournamentId(board.event.id)
    followers = Mock(claim=Mock(return_value=()), followed=Mock(return_value=()))
    public = podium.desk.public_heads.public_head
    monkeypatch.setattr(sender, "AGAIN", 0.01)
    telling = sender.Sender(podium.journal, followers, ServerKey.parse(new_key(), ""), public)
    mate(board)
    telling.tell(stream)
    assert set(telling._later) == {stream}
    monkeypatch.setattr(public_heads, "MINUTE", 1)
    telling.start()
    until(lambda: not set(telling._later) and followers.claim.call_count > 1)
    telling.close()
