"""Two hundred live games by programs, a server that is killed, streams that are cut: python-chess is the judge."""

from __future__ import annotations

import io
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import Event as Flag
from threading import Lock, Thread

import chess
import chess.pgn
import httpx
import pytest
from litestar.testing import TestClient

from podium.bootstrap import application, opened
from podium.config import Config
from tests.kit.http import House
from tests.kit.live import player
from tests.kit.waiting import until
from tests.trust.killed_servers import Server

GAMES, TABLES, LONGEST, KILLS = 200, 10, 60, 2
INCREMENT = 30.0
PATIENCE = 600  # seconds until a move is taken by some server
REASONS = {
    chess.Termination.CHECKMATE: "CHECKMATE",
    chess.Termination.STALEMATE: "STALEMATE",
    chess.Termination.INSUFFICIENT_MATERIAL: "INSUFFICIENT_MATERIAL",
}

CLIENT = httpx.Client(timeout=60, limits=httpx.Limits(max_connections=2 * TABLES))


@dataclass
class Playing:
    """What all players share: the server, and how many moves it has acknowledged."""

    server: Server
    over: Flag = field(default_factory=Flag)
    lock: Lock = field(default_factory=Lock)
    moves: int = 0
    cut: int = 0
    problems: list[str] = field(default_factory=list)

    def is_past(self, moves: int) -> bool:
        """Whether so many moves are acknowledged, or something went wrong."""
        return self.moves >= moves or bool(self.problems)


@dataclass
class Match:
    """A game with the secrets of its players, and the board as its players know it."""

    id: str
    secrets: tuple[str, str]
    board: chess.Board = field(default_factory=chess.Board)
    resigned: bool = False


def ask(playing: Playing, match: Match, colour: bool, act: str, body: object) -> httpx.Response:
    """The answer to a player, from whichever server is there in the end."""
    headers = {"Authorization": f"Bearer {match.secrets[0 if colour else 1]}", "Prefer": "return=minimal"}
    late = time.monotonic() + PATIENCE
    while time.monotonic() < late:
        url = f"{playing.server.address}/api/matches/{match.id}/{act}"
        try:
            answer = CLIENT.post(url, json=body, headers=headers)
        except httpx.TransportError:
            playing.over.wait(0.05)
            continue
        if answer.status_code == 503 or (answer.status_code == 409 and answer.json()["code"] == "game-not-running"):
            for side in (chess.WHITE, chess.BLACK):  # after an interruption both say that they are back
                back = {"Authorization": f"Bearer {match.secrets[0 if side else 1]}"}
                try:
                    CLIENT.post(f"{playing.server.address}/api/matches/{match.id}/ready", json={}, headers=back)
                except httpx.TransportError:
                    break
            playing.over.wait(0.2)
            continue
        return answer
    raise TimeoutError(match.id)


def look_and_leave(playing: Playing, match: Match) -> None:
    """Open a stream of the game, and break it off after the first words."""
    url = f"{playing.server.address}/api/matches/{match.id}/events"
    headers = {"Authorization": f"Bearer {match.secrets[1]}"}
    try:
        with CLIENT.stream("GET", url, headers=headers) as stream:
            next(stream.iter_bytes())
        with playing.lock:
            playing.cut += 1
    except (httpx.TransportError, StopIteration):
        pass  # the server died before


def play(playing: Playing, matches: list[Match], dice: Random) -> None:
    """A move in each game in turn, until all are over; moves that were not answered are sent again."""
    try:
        for match in matches:
            for colour in (chess.WHITE, chess.BLACK):
                assert ask(playing, match, colour, "ready", {}).status_code == 200
        open_now = list(matches)
        while open_now:
            for match in list(open_now):
                board = match.board
                if board.ply() >= LONGEST:
                    assert ask(playing, match, board.turn, "resign", {}).status_code == 200
                    match.resigned = True
                    open_now.remove(match)
                    continue
                if dice.random() < 0.03:
                    look_and_leave(playing, match)
                move = dice.choice(list(board.legal_moves))
                answer = ask(playing, match, board.turn, "moves", {"move": move.uci(), "ply": board.ply()})
                assert answer.status_code == 200, (match.id, board.ply(), move.uci(), answer.text)
                assert len(answer.content) <= 1000
                board.push(move)
                with playing.lock:
                    playing.moves += 1
                if answer.json()["result"] is not None:
                    open_now.remove(match)
    except Exception as problem:  # noqa: BLE001  # told at the end, of all threads
        playing.problems.append(repr(problem))


def judged(playing: Playing, match: Match, answers: Counter[str]) -> None:
    """Nothing, if the record of the game is what was played, by the laws of chess and by its clocks."""
    game = httpx.get(f"{playing.server.address}/api/matches/{match.id}/game").json()
    record = chess.pgn.read_game(io.StringIO(httpx.get(f"{playing.server.address}/api/matches/{match.id}/pgn").text))
    assert record is not None
    assert not record.errors
    assert [move.uci() for move in record.mainline_moves()] == [move.uci() for move in match.board.move_stack]
    assert [each["uci"] for each in game["moves"]] == [move.uci() for move in match.board.move_stack]
    outcome = match.board.outcome()
    answers[game["resultReason"]] += 1
    if outcome is not None:
        assert game["resultReason"] == REASONS[outcome.termination]
    elif match.resigned:
        assert game["resultReason"] == "RESIGNATION"
    else:  # draws by themselves, which python-chess leaves to a claim
        repeated = match.board.is_repetition(3) or match.board.is_fifty_moves()
        assert repeated, (match.id, game["resultReason"])
    assert (record.headers["Result"], game["counted"]) == (
        {"WHITE_WIN": "1-0", "BLACK_WIN": "0-1", "DRAW": "1/2-1/2"}[game["result"]],
        True,
    )
    for side in (0, 1):
        clocks = [each["clock"] / 1000 for each in game["moves"][side::2]]
        assert all(after <= before + INCREMENT for before, after in zip([5400.0, *clocks], clocks, strict=False))


@pytest.mark.long
def test_two_hundred_games_are_by_the_laws_though_servers_die(ready_url: str) -> None:
    with opened(Config(database=ready_url)) as podium, TestClient(application(podium)) as client:
        event = House(podium, client).user("chief").event("Bots", live=True, timeControl="90+30")
        names = [f"Player {number}" for number in range(2 * GAMES)]
        ids = {each["name"]: each["id"] for each in event.players(*names)}
        pairs = list(zip(names[::2], names[1::2], strict=True))
        made = event.pairs(pairs)["pairings"]
        event("POST", "/publish").ok()
        event("POST", "/rounds/1/publish").ok()
        secrets = {
            name: player(event, id).credentials["Authorization"].removeprefix("Bearer ") for name, id in ids.items()
        }
    names_of = {id: name for name, id in ids.items()}
    matches = [
        Match(
            each["id"],
            (secrets[names_of[each["white_player_id"]]], secrets[names_of[each["black_player_id"]]]),
        )
        for each in made
    ]
    playing = Playing(Server(ready_url))
    threads = [
        Thread(target=play, args=(playing, matches[table::TABLES], Random(table)), daemon=True)
        for table in range(TABLES)
    ]
    try:
        for each in threads:
            each.start()
        for kill in range(1, KILLS + 1):
            enough = kill * GAMES * LONGEST // (KILLS + 2)
            until(partial(playing.is_past, enough), PATIENCE)
            playing.server.kill()
            playing.server.start()
        for each in threads:
            each.join(PATIENCE)
        assert playing.problems == []
        answers = Counter[str]()
        for match in matches:
            judged(playing, match, answers)
        assert playing.moves == sum(len(match.board.move_stack) for match in matches)
        assert playing.cut > 50
        assert {"RESIGNATION", "CHECKMATE"} <= set(answers)
    finally:
        playing.over.set()
        playing.server.kill()
