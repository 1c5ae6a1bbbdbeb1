"""Server-sent events of live games from a real server: the move itself, what was missed, another process, the delay."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import Mock

import httpx
import pytest

from podium.api import game_streams
from podium.api.front.queue import ActsInProgress
from podium.api.live import Live
from podium.api.resources import games
from podium.core.ids import PairingId, TournamentId
from podium.games.commands import PlayMove
from podium.storage.live import presence
from tests.api.test_live import served
from tests.kit.http import House, Json, house
from tests.kit.live import FOOLS_MATE, LiveBoard, live_pair
from tests.kit.waiting import PATIENCE, until


@dataclass(frozen=True, slots=True)
class Message:
    kind: str
    id: int
    data: Json


@contextmanager
def messages(address: str, path: str, **headers: str) -> Iterator[Iterator[Message]]:
    """What a stream tells, message by message."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    with (
        httpx.Client(base_url=address, headers=sent, timeout=PATIENCE) as client,
        client.stream("GET", path) as response,
    ):
        assert response.headers["content-type"].startswith("text/event-stream")
        yield _read(response.iter_lines())


def _read(lines: Iterator[str]) -> Iterator[Message]:
    fields: dict[str, str] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif "data" in fields:
            yield Message(fields.get("event", "message"), int(fields.get("id", 0)), json.loads(fields["data"]))
            fields = {}


@pytest.fixture
def hall(ready_url: str) -> Iterator[House]:
    with house(ready_url) as opened:
        yield opened


@pytest.fixture
def board(hall: House) -> LiveBoard:
    return live_pair(hall.user("chief")).begin()


def test_the_whole_game_first_and_then_each_move(hall: House, board: LiveBoard) -> None:
    with served(hall) as (address, _), messages(address, f"{board.url}/events") as told:
        first = next(told)
        assert (first.kind, first.data["status"], first.data["version"]) == ("game", "RUNNING", first.id)
        board.plays("e4 e5")
        one, two = next(told), next(told)
        assert (one.kind, one.data["san"], one.data["ply"], one.data["turn"]) == ("move", "e4", 0, "black")
        assert one.data["clocks"]["running"] == "black"
        assert (two.data["uci"], two.id) == ("e7e5", first.id + 2)
        assert "legal" not in one.data


def test_who_comes_and_who_stays_costs_no_reading_of_the_game(
    hall: House, board: LiveBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "HEARTBEAT", 0.05)
    read = Mock(return_value=())
    look = Mock(wraps=hall.podium.desk.see_game)
    monkeypatch.setattr(hall.podium.journal, "game_news", read)
    monkeypatch.setattr(hall.podium.desk, "see_game", look)
    with (
        served(hall) as (address, _),
        httpx.Client(base_url=address, timeout=PATIENCE) as client,
        client.stream("GET", f"{board.url}/events") as stream,
    ):
        heartbeats = (line for line in stream.iter_lines() if line == ": still here")
        assert [next(heartbeats) for _ in range(3)] == [": still here"] * 3
    assert (read.call_count, look.call_count) == (0, 1)


def test_legal_moves_go_to_the_player_to_move_alone(hall: House, board: LiveBoard) -> None:
    with (
        served(hall) as (address, _),
        messages(address, f"{board.url}/events", **board.white.credentials) as white,
        messages(address, f"{board.url}/events", **board.black.credentials) as black,
    ):
        assert len(next(white).data["legal"]) == 20
        assert "legal" not in next(black).data
        board.plays("e4")
        played = [next(each for each in stream if each.kind == "move") for stream in (white, black)]
        assert "legal" not in played[0].data
        assert len(played[1].data["legal"]) == 20


def test_the_end_comes_with_the_move_that_made_it(hall: House, board: LiveBoard) -> None:
    with served(hall) as (address, _), messages(address, f"{board.url}/events") as told:
        next(told)
        board.plays(FOOLS_MATE)
        last = [next(told) for _ in range(4)][-1]
        assert (last.data["status"], last.data["result"], last.data["resultReason"]) == (
            "FINISHED",
            "BLACK_WIN",
            "CHECKMATE",
        )


def test_who_was_away_gets_what_they_missed(hall: House, board: LiveBoard) -> None:
    known = board.game()["version"]
    board.plays("e4 e5 Nf3")
    with served(hall) as (address, _), messages(address, f"{board.url}/events", Last_Event_ID=str(known)) as told:
        assert [next(told).data["san"] for _ in range(3)] == ["e4", "e5", "Nf3"]
        board.plays("Nc6")
        assert next(told).data["san"] == "Nc6"


def test_other_changes_are_told_as_the_whole_game(hall: House, board: LiveBoard) -> None:
    with served(hall) as (address, _), messages(address, f"{board.url}/events") as told:
        next(told)
        board.arbiter("pause").ok()
        paused = next(told)
        assert (paused.kind, paused.data["status"], paused.data["clocks"]["running"]) == ("game", "PAUSED", None)


def test_moves_through_another_process_are_told_too(hall: House, board: LiveBoard, ready_url: str) -> None:
    with served(hall) as (address, _), messages(address, f"{board.url}/events") as told:
        next(told)
        with house(ready_url) as other:
            actor = other.podium.registry.by_bearer(board.white.credentials["Authorization"].partition(" ")[2])
            assert actor is not None
            stream, game = TournamentId(board.event.id), PairingId(board.id)
            now = other.podium.journal.milliseconds()
            other.podium.desk.submit_game(actor, stream, game, PlayMove("d4", 0), now).result(PATIENCE)
            assert next(told).data["san"] == "d4"


@pytest.mark.parametrize("ready_url", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
def test_who_is_connected_to_one_process_is_connected_for_all(
    hall: House, board: LiveBoard, ready_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "KNOWN", 0)
    game, bearer = PairingId(board.id), board.white.credentials["Authorization"]
    white = board.game()["white"]["id"]
    with house(ready_url) as other:
        connected = Live(
            other.podium.journal, other.podium.screens, other.podium.desk, ActsInProgress(), other.podium.forecasts
        ).games.connected
        with served(hall) as (address, _):
            assert connected(game) == frozenset()
            with messages(address, f"{board.url}/events", Authorization=bearer) as told:
                next(told)
                until(lambda: connected(game) == {white})
            until(lambda: connected(game) == frozenset())


def test_one_stream_for_the_games_of_a_round(hall: House) -> None:
    event = hall.user("chief").event("Open", "manual", live=True)
    event.players("Ann", "Ben", "Cid", "Dan")
    made = event.pairs([("Ann", "Ben"), ("Cid", "Dan")])
    event("POST", "/publish").ok()
    event("POST", "/rounds/1/publish").ok()
    first, second = (LiveBoard.of(event, each["id"]) for each in made["pairings"])
    with served(hall) as (address, _), messages(address, f"{event.url}/rounds/1/games/events") as told:
        assert [next(told).data["id"] for _ in range(2)] == [first.id, second.id]
        second.begin()
        assert [next(told).data["status"] for _ in range(2)] == ["WAITING", "RUNNING"]
        second.plays("e4")
        move = next(told)
        assert (move.kind, move.data["game"], move.data["san"]) == ("move", second.id, "e4")
    with (
        served(hall) as (address, _),
        messages(address, f"{event.url}/rounds/1/games/events", Last_Event_ID=str(move.id)) as told,
    ):
        assert next(told).data["id"] == second.id  # the other one has not changed since


def two_boards(hall: House) -> tuple[str, LiveBoard, LiveBoard]:
    """The address of a round's stream, and its two boards, under way."""
    event = hall.user("chief").event("Open", "manual", live=True)
    event.players("Ann", "Ben", "Cid", "Dan")
    made = event.pairs([("Ann", "Ben"), ("Cid", "Dan")])
    event("POST", "/publish").ok()
    event("POST", "/rounds/1/publish").ok()
    first, second = (LiveBoard.of(event, each["id"]).begin() for each in made["pairings"])
    return f"{event.url}/rounds/1/games/events", first, second


def test_who_comes_back_to_a_round_gets_the_single_moves_that_were_missed(hall: House) -> None:
    path, first, second = two_boards(hall)
    with served(hall) as (address, _):
        with messages(address, path) as told:
            assert [next(told).kind for _ in range(2)] == ["game", "game"]
            first.plays("e4")
            last = next(told)
        second.plays("d4")
        first.plays("e5 Nf3")
        second.arbiter("pause").ok()
        with messages(address, path, Last_Event_ID=str(last.id)) as told:
            missed = [next(told) for _ in range(4)]
            first.plays("Nc6")
            assert next(told).data["san"] == "Nc6"
    assert [(each.kind, each.data.get("san")) for each in missed] == [
        ("move", "d4"),
        ("move", "e5"),
        ("move", "Nf3"),
        ("game", None),
    ]
    assert missed[-1].data["status"] == "PAUSED"
    assert [each.id for each in missed] == sorted({each.id for each in missed})


def test_who_was_cut_off_before_every_game_was_there_gets_all_of_them(hall: House) -> None:
    path, first, second = two_boards(hall)
    with served(hall) as (address, _):
        with messages(address, path) as told:
            only = next(told)
        with messages(address, path, Last_Event_ID=str(only.id)) as told:
            assert [next(told).data["id"] for _ in range(2)] == [first.id, second.id]


def test_what_is_not_known_of_a_round_any_more_comes_whole(hall: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_streams, "RECENT", 2)
    path, first, second = two_boards(hall)
    with served(hall) as (address, _):
        with messages(address, path) as told:
            next(told), next(told)
            second.plays("d4")
            last = next(told)
        first.plays("e4 e5 Nf3")
        with messages(address, path, Last_Event_ID=str(last.id)) as told:
            games = [next(told) for _ in range(2)]
    assert {(each.kind, each.data["id"], each.data["ply"]) for each in games} == {
        ("game", first.id, 3),
        ("game", second.id, 1),
    }


def test_all_that_was_missed_of_a_long_game_is_told(
    hall: House, board: LiveBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_streams, "MOST", 3)  # read at a time
    known = board.game()["version"]
    board.plays("e4 e5 Nf3 Nc6 Bb5")
    with served(hall) as (address, _), messages(address, f"{board.url}/events", Last_Event_ID=str(known)) as told:
        assert [next(told).data["san"] for _ in range(5)] == ["e4", "e5", "Nf3", "Nc6", "Bb5"]


def test_there_is_no_stream_of_a_game_that_is_none(hall: House) -> None:
    chief = hall.user("chief")
    chief("GET", "/api/matches/none/events").refused(404, "unknown-match")
    event = chief.event()
    event("GET", "/rounds/1/games/events").refused(404, "unknown-round")


class TestPublicDelay:
    """The public sees moves as late as the director decided, on pages, in streams and in answers alike."""

    @pytest.fixture
    def board(self, hall: House, monkeypatch: pytest.MonkeyPatch) -> LiveBoard:
        monkeypatch.setattr("podium.app.public_heads.MINUTE", 1500)
        return live_pair(hall.user("chief"), publicDelay=1).begin()

    def test_a_move_is_hidden_from_those_who_only_watch(self, hall: House, board: LiveBoard) -> None:
        board.plays("e4")
        assert board.game(hall.anyone)["ply"] == 0
        assert board.game(board.black)["ply"] == 1
        assert board.game()["ply"] == 1

    def test_a_stream_tells_it_later(self, hall: House, board: LiveBoard) -> None:
        with served(hall) as (address, _), messages(address, f"{board.url}/events") as told:
            assert next(told).data["ply"] == 0
            board.plays("e4")
            move = next(message for message in told if message.kind == "move")
            assert move.data["san"] == "e4"
            assert board.game(hall.anyone)["ply"] == 1

    def test_who_comes_meanwhile_misses_nothing(self, hall: House, board: LiveBoard) -> None:
        board.plays("e4 e5")
        with served(hall) as (address, _), messages(address, f"{board.url}/events") as told:
            assert next(told).data["ply"] == 0
            moves = (message.data["san"] for message in told if message.kind == "move")
            assert [next(moves), next(moves)] == ["e4", "e5"]
