"""Games as PGN over HTTP: out of a match, a round, an event, and in from a file (live chess, point 9)."""

from __future__ import annotations

import io
from typing import Any

import chess.pgn
import pytest

from podium.app.access import Role
from podium.app.pgn.matching import MOST_BYTES
from tests.kit.http import Caller, Event, House

PGN = "application/x-chess-pgn"
SCHOLAR = "1. e4 {[%clk 0:10:00]} e5 {[%clk 0:09:58]} 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#"


def game(round: str, moves: str = SCHOLAR, result: str = "1-0", white: str = "?", black: str = "?") -> str:
    tags = {"Event": "x", "Round": round, "White": white, "Black": black, "Result": result}
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{moves} {result}\n\n"


def upload(event: Event, text: str | bytes, query: str = "", kind: str = PGN) -> Any:
    content = text.encode() if isinstance(text, str) else text
    return event.by.raw("POST", f"{event.url}/pgn{query}", content, kind)


def seated(event: Event) -> Event:
    """The event with four players at two boards."""
    event.players("Alice", "Bob", "Carol", "Dave")
    event.pairs([("Alice", "Bob"), ("Carol", "Dave")])
    return event


@pytest.fixture
def paired(event: Event) -> Event:
    return seated(event)


def read(content: bytes) -> list[chess.pgn.Game]:
    source, games = io.StringIO(content.decode()), []
    while each := chess.pgn.read_game(source):
        assert not each.errors
        games.append(each)
    return games


def test_a_preview_says_what_would_happen_and_writes_nothing(paired: Event) -> None:
    before = paired.version
    answer = upload(paired, game("1.1") + game("?", white="Dave", black="Carol"), "?preview=1").ok()
    first, second = answer["games"]
    assert (answer["preview"], answer["matched"], answer["records"], answer["results"], answer["problems"]) == (
        True, 1, 1, 1, 1,
    )  # fmt: skip
    assert first["board"] == "1.1"
    assert first["pairing_id"] == paired.pairing("Alice")["id"]
    assert (first["matchedBy"], first["plies"], first["records_result"], first["problem"]) == ("round", 7, "1-0", None)
    assert (second["board"], second["problem"]["code"]) == (None, "pgn-colours-exchanged")
    assert paired.version == before
    assert paired.pairing("Alice")["result"] is None
    paired.by("GET", f"/api/matches/{first['pairing_id']}/pgn").refused(404, "unknown-match")


def test_games_are_stored_with_the_results_that_boards_lack(either_hall: House) -> None:
    paired = seated(either_hall.user("chief").event())
    paired.result("Carol", "0-1").ok()
    answer = upload(paired, game("1.1") + game("1.2")).ok()
    assert (answer["records"], answer["results"], answer["problems"]) == (2, 1, 0)
    assert answer["games"][1]["remarks"] == ['The file says "1-0", the event has "0-1": that stays.']
    assert paired.pairing("Alice")["result"] == "1-0"
    assert paired.pairing("Carol")["result"] == "0-1"
    first = paired.by.get(f"/api/matches/{paired.pairing('Alice')['id']}/game")
    assert (first["ply"], first["counted"], first["proposed"], first["result"]) == (7, True, None, "WHITE_WIN")
    second = paired.by.get(f"/api/matches/{paired.pairing('Carol')['id']}/game")
    assert (second["counted"], second["proposed"]) == (False, "WHITE_WIN")


def test_the_same_file_again_changes_nothing(paired: Event) -> None:
    upload(paired, game("1.1")).ok()
    before = paired.version
    again = upload(paired, game("1.1")).ok()
    assert (again["records"], again["results"], again["version"]) == (0, 0, before)


def test_a_form_with_the_file_is_taken_too(paired: Event) -> None:
    sent = paired.by.client.post(
        f"{paired.url}/pgn?preview=1", files={"file": ("games.pgn", game("1.1"))}, headers=paired.by.credentials
    )
    assert sent.json()["matched"] == 1


def test_a_round_can_be_named(paired: Event) -> None:
    other = upload(paired, game("2.1", white="Alice", black="Bob"), "?preview=1&round=1").ok()["games"][0]
    assert other["problem"]["code"] == "pgn-other-round"
    upload(paired, game("1.1"), "?preview=1&round=7").refused(404, "unknown-round")
    upload(paired, game("1.1"), "?preview=1&round=x").refused(400, "malformed")


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"", 400, "pgn-file-empty"),
        (b"Name;Rating\nAnn;1800\n", 400, "pgn-file-without-games"),
        (b"x" * (MOST_BYTES + 1), 413, "pgn-file-too-large"),
    ],
    ids=["empty", "a list of players", "too large"],
)
def test_what_is_no_pgn_is_refused(paired: Event, content: bytes, status: int, code: str) -> None:
    upload(paired, content).refused(status, code)


def test_an_illegal_move_is_named_and_the_other_games_are_taken(paired: Event) -> None:
    answer = upload(paired, game("1.1", "1. e4 e5 2. Ke3") + game("1.2")).ok()
    problem = answer["games"][0]["problem"]
    assert (problem["code"], problem["move"], problem["line"]) == ("illegal-move", "2.", 7)
    assert "Move 2. (line 7)" in problem["detail"]
    assert "Ke3" in problem["detail"]
    assert paired.pairing("Alice")["result"] is None
    assert paired.pairing("Carol")["result"] == "1-0"


def test_files_are_for_arbiters(hall: House, paired: Event) -> None:
    for name, role, status in (("ada", Role.ARBITER, 200), ("sam", Role.SCORER, 403)):
        own = paired.as_seen_by(hall.role(paired, name, role))
        assert upload(own, game("1.1"), "?preview=1").status == status
        assert upload(own, game("1.2")).status == status
    paired("PATCH", "", {"published": True})
    assert upload(paired.as_seen_by(hall.anyone), game("1.1")).status in (401, 403, 404)


def test_a_match_a_round_and_an_event_come_out_again(paired: Event) -> None:
    upload(paired, game("1.1") + game("1.2", "1. d4 d5", "*")).ok()
    match = paired.by("GET", f"/api/matches/{paired.pairing('Alice')['id']}/pgn")
    [first] = read(match.ok())
    assert match.headers["content-type"] == "text/plain; charset=utf-8"
    assert (first.headers["White"], first.headers["Round"], first.headers["Result"]) == ("Alice", "1.1", "1-0")
    assert [node.clock() for node in first.mainline()][:3] == [600, 598, None]
    for path in ("/rounds/1/pgn", "/pgn"):
        assert [each.headers["Round"] for each in read(paired("GET", path).ok())] == ["1.1", "1.2"]
    assert read(paired("GET", "/pgn").ok())[1].headers["Result"] == "*"
    paired("GET", "/rounds/2/pgn").refused(404, "unknown-round")


def test_an_event_without_games_gives_nothing(paired: Event) -> None:
    assert paired("GET", "/rounds/1/pgn").ok() == b""
    assert paired("GET", "/pgn").ok() == b""


def test_an_unchanged_round_is_not_sent_again(paired: Event) -> None:
    upload(paired, game("1.1", "1. e4", "*")).ok()
    first = paired("GET", "/rounds/1/pgn")
    tag = first.headers["etag"]
    assert not tag.startswith("W/")
    assert paired("GET", "/rounds/1/pgn", if_none_match=tag).status == 304
    upload(paired, game("1.1", "1. e4 e5", "*")).ok()
    second = paired("GET", "/rounds/1/pgn", if_none_match=tag)
    assert second.status == 200
    assert second.headers["etag"] != tag
    assert b"1... e5" in second.body or b"e4 e5" in second.body
    paired("PATCH", f"/players/{paired.ids['Alice']}", {"name": "Alice Other"}).ok()
    assert paired("GET", "/rounds/1/pgn", if_none_match=second.headers["etag"]).status == 200


@pytest.fixture
def live(chief: Caller) -> Event:
    event = chief.event(format="manual", live=True, timeControl="10+5", publicDelay=2)
    event.players("Alice", "Bob")
    event.pairs([("Alice", "Bob")])
    event("POST", "/rounds/1/publish", {}).ok()
    event("POST", "/publish", {}).ok()
    return event


def test_a_game_that_is_played_here_is_written_as_it_runs(hall: House, live: Event) -> None:
    id = live.pairing("Alice")["id"]
    white, black = (hall.by_link(live, Role.PLAYER, name) for name in ("Alice", "Bob"))
    for player in (white, black):
        player("POST", f"/api/matches/{id}/ready", {}).ok()
    for ply, (player, move) in enumerate(((white, "e4"), (black, "e5"))):
        before = live("GET", "/rounds/1/pgn").headers["etag"]
        player("POST", f"/api/matches/{id}/moves", {"move": move, "ply": ply}).ok()
        assert live("GET", "/rounds/1/pgn", if_none_match=before).status == 200
    [shown] = read(live("GET", "/rounds/1/pgn").ok())
    assert [move.uci() for move in shown.mainline_moves()] == ["e2e4", "e7e5"]
    assert (shown.headers["Result"], shown.headers["TimeControl"]) == ("*", "600+5")
    assert all(node.clock() is not None for node in shown.mainline())
    # The public sees it two minutes late: nothing yet.
    [late] = read(hall.anyone("GET", f"{live.url}/rounds/1/pgn").ok())
    assert list(late.mainline_moves()) == []
    assert upload(live, game("1.1")).ok()["games"][0]["problem"]["code"] == "pgn-played-here"
