"""Live games over HTTP, as the contract says: what is answered to players, arbiters and everybody else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import chess
import pytest

from podium.app.access import Role
from podium.core.ids import TournamentId
from podium.storage.accounts.registry import SqlRegistry
from tests.kit.http import Caller, Event, House, Json
from tests.kit.live import FOOLS_MATE, STALEMATE, THREEFOLD, LiveBoard, live_pair, player
from tests.kit.loops import every

G = {
    "id", "status", "fen", "ply", "turn", "moves", "clocks", "drawOffer", "result", "resultReason", "counted",
    "version",
}  # fmt: skip


@pytest.fixture
def board(chief: Caller) -> LiveBoard:
    """A game that has begun."""
    return live_pair(chief).begin()


class TestTheGame:
    def test_it_has_the_shape_of_the_contract(self, board: LiveBoard) -> None:
        game = board.plays("e4")
        assert game.keys() >= G
        assert game["moves"] == [
            {"ply": 0, "uci": "e2e4", "san": "e4", "at": game["moves"][0]["at"], "clock": game["moves"][0]["clock"]}
        ]
        assert game["clocks"].keys() == {"white", "black", "running", "delay", "low"}
        assert (game["status"], game["ply"], game["turn"], game["clocks"]["running"]) == (
            "RUNNING",
            1,
            "black",
            "black",
        )
        assert game["fen"] == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

    def test_legal_moves_are_for_the_one_on_turn(self, board: LiveBoard) -> None:
        assert sorted(board.game(board.white)["legal"])[:3] == ["a2a3", "a2a4", "b1a3"]
        assert len(board.game(board.white)["legal"]) == 20
        assert "legal" not in board.game(board.black)
        assert "legal" not in board.game()

    def test_it_waits_until_both_are_there(self, chief: Caller) -> None:
        board = live_pair(chief)
        assert board.game()["status"] == "WAITING"
        first = board.act(board.black, "ready").ok()
        assert (first["status"], first["black"]["ready"], first["white"]["ready"]) == ("WAITING", True, False)
        clocks = board.act(board.white, "ready").ok()["clocks"]
        assert (clocks["running"], clocks["black"], 590_000 < clocks["white"] <= 600_000) == ("white", 600_000, True)
        assert board.act(board.white, "ready").ok()["status"] == "RUNNING"

    def test_mate_ends_it_and_the_tournament_has_the_result(self, board: LiveBoard) -> None:
        game = board.plays(FOOLS_MATE)
        assert (game["status"], game["result"], game["resultReason"], game["counted"]) == (
            "FINISHED", "BLACK_WIN", "CHECKMATE", True,
        )  # fmt: skip
        assert board.event.by.get(f"/api/pairings/{board.id}")["result"] == "0-1"
        board.move(board.white, "e4", 4).refused(409, "game-not-running")

    @pytest.mark.parametrize(("moves", "reason"), [(THREEFOLD, "THREE_FOLD_REPETITION"), (STALEMATE, "STALEMATE")])
    def test_draws_by_the_laws(self, board: LiveBoard, moves: str, reason: str) -> None:
        game = board.plays(moves)
        assert (game["result"], game["resultReason"]) == ("DRAW", reason)
        assert board.event.by.get(f"/api/pairings/{board.id}")["result"] == "1/2-1/2"

    def test_not_where_the_event_is_not_live(self, event: Event) -> None:
        event.players("Ann", "Ben")
        id = event.pairs([("Ann", "Ben")])["pairings"][0]["id"]
        event("POST", "/rounds/1/publish").ok()
        event.by("GET", f"/api/matches/{id}/game").refused(404, "unknown-match")

    def test_a_draft_is_nobodys_to_see(self, chief: Caller) -> None:
        event = chief.event(format="manual", live=True)
        event.players("Ann", "Ben")
        id = event.pairs([("Ann", "Ben")])["pairings"][0]["id"]
        chief("GET", f"/api/matches/{id}/game").refused(404, "unknown-match")


class TestPositions:
    """Moves that are tried: the server says what is legal, in every position of a game."""

    def test_what_is_legal_and_how_it_is_written(self, board: LiveBoard) -> None:
        board.plays("e4 e5")
        found = board.event.by.get(f"{board.url}/position?ply=1&line=c7c5,g1f3,e7e6")
        assert found["line"] == ["c5", "Nf3", "e6"]
        assert found["fen"] == "rnbqkbnr/pp1p1ppp/4p3/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3"
        assert set(found["legal"]) == {move.uci() for move in chess.Board(found["fen"]).legal_moves}
        assert board.event.by.get(f"{board.url}/position")["fen"] == board.game()["fen"]
        assert board.event.by.get(f"{board.url}/position?ply=0&line=f2f3,e7e5,g2g4,d8h4")["legal"] == []

    def test_castling_in_chess960_is_onto_the_rook(self, chief: Caller) -> None:
        board = live_pair(chief, chess960=True)
        board.event("PUT", "/rounds/1/start-position", {"number": 518}).ok()
        castled = board.event.by.get(f"{board.url}/position?line=e2e4,e7e5,g1f3,g8f6,f1c4,f8c5,e1h1")
        assert (castled["line"][-1], "e8h8" in castled["legal"]) == ("O-O", True)

    def test_nonsense_is_refused_with_a_reason(self, board: LiveBoard) -> None:
        board.plays("e4")
        for query, code in (
            ("ply=2", "ply-unknown"), ("ply=-1", "ply-unknown"), ("ply=x", "ply-unknown"), ("ply=1e9", "ply-unknown"),
            ("ply=", "ply-unknown"), ("line=e2e4", "illegal-move"), ("line=,", "illegal-move"),
            ("line=%E2%98%83", "illegal-move"), ("line=" + "e7e5," * 300, "text-too-long"),
        ):  # fmt: skip
            board.event.by("GET", f"{board.url}/position?{query}").refused(400, code)
        board.event.by("GET", "/api/matches/nowhere/position").refused(404, "unknown-match")

    def test_players_try_nothing_while_their_own_game_is_played(self, board: LiveBoard) -> None:
        board.plays("e4")
        for query in ("line=e7e5", "ply=0&line=d2d4"):
            board.white("GET", f"{board.url}/position?{query}").refused(409, "no-analysis-while-playing")
        assert board.white.get(f"{board.url}/position?ply=0")["line"] == []  # looking back is no trying
        board.arbiter("pause").ok()
        board.white("GET", f"{board.url}/position?line=e7e5").refused(409, "no-analysis-while-playing")
        board.arbiter("declare", {"result": "DRAW"}).ok()
        assert board.white.get(f"{board.url}/position?line=e7e5")["line"] == ["e5"]


class TestBriefAnswers:
    """`Prefer: return=minimal` (RFC 7240)."""

    def test_they_say_where_the_game_stands_and_do_not_grow(self, board: LiveBoard) -> None:
        board.plays("Nf3 Nf6 Ng1 Ng8")
        sent = board.white("POST", f"{board.url}/moves", {"move": "e4", "ply": 4}, Prefer="return=minimal")
        brief = sent.ok()
        whole = board.game()
        assert sent.headers["preference-applied"] == "return=minimal"
        assert int(sent.headers["content-length"]) <= 1000
        assert brief.keys() == {
            "id", "status", "ply", "turn", "clocks", "drawOffer", "result", "resultReason", "version",
        }  # fmt: skip
        assert {name: brief[name] for name in brief if name != "clocks"} == {
            name: whole[name] for name in brief if name != "clocks"
        }
        again = board.white("POST", f"{board.url}/moves", {"move": "e4", "ply": 4}, Prefer="return=minimal").ok()
        assert (again["version"], again["ply"]) == (brief["version"], 5)

    def test_whatever_a_player_does(self, board: LiveBoard) -> None:
        board.plays("e4 e5")
        wishes = ("respond-async, Return=Minimal", 'return="minimal"', "wait=10,return=minimal")
        acts = ((board.white, "draw/offer"), (board.black, "draw/decline"), (board.black, "resign"))
        *before, last = [
            by("POST", f"{board.url}/{act}", {}, Prefer=prefer).ok()
            for prefer, (by, act) in zip(wishes, acts, strict=True)
        ]
        assert not any("moves" in each for each in (*before, last))
        assert (last["status"], last["result"], last["resultReason"]) == ("FINISHED", "WHITE_WIN", "RESIGNATION")

    def test_else_and_of_errors_all_is_said(self, board: LiveBoard) -> None:
        for prefer in ("return=representation", "minimal", ""):
            sent = board.white("POST", f"{board.url}/moves", {"move": "e4", "ply": 0}, Prefer=prefer)
            assert sent.ok()["moves"]
            assert "preference-applied" not in sent.headers
        refused = board.black("POST", f"{board.url}/moves", {"move": "e4", "ply": 1}, Prefer="return=minimal")
        assert refused.refused(400, "illegal-move")["detail"]
        assert "preference-applied" not in refused.headers


class TestMoves:
    def test_the_same_again_is_the_same(self, board: LiveBoard) -> None:
        first = board.move(board.white, "e4", 0).ok()
        again = board.move(board.white, "e2e4", 0).ok()
        assert (again["version"], again["ply"]) == (first["version"], 1)

    def test_another_move_or_ply_is_stale(self, board: LiveBoard) -> None:
        board.move(board.white, "e4", 0).ok()
        board.move(board.white, "d4", 0).refused(409, "stale")
        board.move(board.black, "e5", 2).refused(409, "stale")

    def test_not_out_of_turn(self, board: LiveBoard) -> None:
        board.move(board.black, "e5", 0).refused(409, "not-your-turn")

    @every(
        "move",
        [
            "", " ", "nonsense", "e2e5", "e7e8", "e7e8k", "e1h1", "O-O", "Nd2d3", "\x00", "e4\x00", "é4", "e" * 10_000,
            "0000", "--", "e2e4q", "Ke2", "１e4",
        ],
        ids=lambda text: repr(text[:9]),
    )  # fmt: skip
    def test_what_is_not_a_legal_move_changes_nothing(self, board: LiveBoard, move: str) -> None:
        before = board.game()
        board.move(board.white, move, 0).refused(400, "illegal-move")
        after = board.game()
        assert (after["fen"], after["ply"], after["version"]) == (before["fen"], 0, before["version"])

    def test_ambiguous_san_is_illegal(self, board: LiveBoard) -> None:
        board.plays("Nf3 a6 d3 a5")
        board.move(board.white, "Nd2", 4).refused(400, "illegal-move")
        board.move(board.white, "Nbd2", 4).ok()

    @pytest.mark.parametrize(
        ("ply", "status", "code"),
        [
            (-1, 409, "stale"), (10**8, 409, "stale"), ("zero", 400, "malformed"), (None, 400, "malformed"),
            (0.5, 400, "malformed"),
        ],
    )  # fmt: skip
    def test_odd_plies(self, board: LiveBoard, ply: object, status: int, code: str) -> None:
        board.move(board.white, "e4", ply).refused(status, code)

    @pytest.mark.parametrize("move", [None, 4, ["e4"], {"move": "e4"}])
    def test_odd_types(self, board: LiveBoard, move: object) -> None:
        board.move(board.white, move, 0).refused(400, "malformed")

    def test_not_before_the_start_nor_paused(self, chief: Caller) -> None:
        board = live_pair(chief)
        assert board.move(board.white, "e4", 0).refused(409, "game-not-running")["value"] == "WAITING"
        board.begin().arbiter("pause").ok()
        board.move(board.white, "e4", 0).refused(409, "game-not-running")

    def test_somebody_elses_game(self, board: LiveBoard, hall: House, chief: Caller) -> None:
        board.move(board.event.by, "e4", 0).refused(403, "forbidden")
        nobody = Caller(chief.client)
        nobody("POST", f"{board.url}/moves", {"move": "e4", "ply": 0}).refused(401, "credentials-missing")
        other = live_pair(chief)
        board.move(other.white, "e4", 0).refused(403, "forbidden")
        third = board.event.players("Cid")[0]["id"]
        board.move(player(board.event, third), "e4", 0).refused(403, "forbidden")

    def test_who_may_not_see_the_event_finds_no_game(self, chief: Caller, hall: House) -> None:
        board = live_pair(chief)
        board.event("POST", "/publish", {"published": False}).ok()
        stranger = hall.user("stranger")
        board.move(stranger, "e4", 0).refused(404, "unknown-match")
        stranger("GET", f"{board.url}/game").refused(404, "unknown-match")

    def test_a_link_that_was_ended_does_not_reach_its_next_move(self, board: LiveBoard) -> None:
        board.move(board.white, "e4", 0).ok()
        links: list[Json] = board.event.by.get(f"{board.event.url}/links")["links"]
        for link in links:
            board.event("DELETE", f"/links/{link['id']}").ok()
        assert board.move(board.black, "e5", 1).status in (401, 403)

    def test_nor_one_that_another_process_ended_while_this_one_remembers_it(
        self, board: LiveBoard, hall: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Long remembered for moves, as the journal asks with each of them: the contract's traps, a revoked link."""
        board.plays("e4 e5")
        registry, later = hall.podium.registry, datetime.now(UTC) + timedelta(minutes=1)
        other, event = SqlRegistry(hall.podium.database), TournamentId(board.event.id)
        for link in other.links(event):
            other.drop_link(event, link.id)
        monkeypatch.setattr(registry._cache, "_clock", lambda: later)
        board.move(board.white, "Nf3", 2).refused(401, "credential-ended")
        assert board.game()["ply"] == 2


class TestDraws:
    def test_offered_and_accepted(self, board: LiveBoard) -> None:
        board.plays("e4 e5")
        assert board.act(board.white, "draw/offer").ok()["drawOffer"] == "white"
        board.act(board.white, "draw/accept").refused(409, "draw-refused")
        game = board.act(board.black, "draw/accept").ok()
        assert (game["result"], game["resultReason"], game["drawOffer"]) == ("DRAW", "DRAW_AGREEMENT", None)

    def test_not_before_both_have_moved(self, board: LiveBoard) -> None:
        board.plays("e4")
        board.act(board.white, "draw/offer").refused(409, "draw-refused")

    @pytest.mark.parametrize("ends", ["decline", "withdraw", "move"])
    def test_an_offer_lasts_until_it_is_answered(self, board: LiveBoard, ends: str) -> None:
        board.plays("e4 e5")
        board.act(board.white, "draw/offer").ok()
        if ends == "move":
            assert board.move(board.white, "Nf3", 2).ok()["drawOffer"] == "white"
            board.move(board.black, "Nc6", 3).ok()
        else:
            board.act(board.black if ends == "decline" else board.white, f"draw/{ends}").ok()
        assert board.game()["drawOffer"] is None
        board.act(board.black, "draw/accept").refused(409, "draw-refused")

    def test_limits_name_rule_and_number(self, chief: Caller) -> None:
        board = live_pair(chief, drawConfig={"minMove": 3, "maxOffers": 1}).begin()
        board.plays("e4 e5")
        early = board.act(board.white, "draw/offer").refused(409, "draw-refused")
        assert (early["rule"], early["value"]) == ("minMove", 3)
        board.plays("Nf3 Nc6")
        board.act(board.white, "draw/offer").ok()
        board.act(board.black, "draw/decline").ok()
        often = board.act(board.white, "draw/offer").refused(409, "draw-refused")
        assert (often["rule"], often["value"]) == ("maxOffers", 1)

    def test_a_claim_must_be_true(self, chief: Caller) -> None:
        board = live_pair(chief, drawConfig={"claims": True}).begin()
        board.act(board.white, "draw/claim").refused(409, "draw-refused")
        game = board.plays(THREEFOLD)
        assert (game["status"], game["claim"]) == ("RUNNING", "THREE_FOLD_REPETITION")
        done = board.act(board.white, "draw/claim").ok()
        assert (done["result"], done["resultReason"]) == ("DRAW", "THREE_FOLD_REPETITION")

    def test_a_claim_that_is_not_true_costs_time_where_the_event_says_so(self, chief: Caller) -> None:
        board = live_pair(chief, drawConfig={"claimPenalty": True}, timeControl="3+2").begin()
        board.plays("e4 e5")
        game = board.act(board.white, "draw/claim", {"move": "Nf3"}).ok()
        assert game["falseClaim"] == {"by": "white", "given": 60_000}
        assert (game["ply"], game["turn"], game["clocks"]["black"] > 230_000) == (3, "black", True)
        assert board.game()["falseClaim"] == game["falseClaim"]
        [line] = [each for each in board.event("GET", "/games/history").ok()["commits"] if each["type"] == "ClaimDraw"]
        assert line["summary"].endswith("White claimed a draw that is none: 1:00 more for Black")
        back = board.arbiter("undo").ok()
        assert (back["falseClaim"], back["clocks"]["black"] < 183_000) == (None, True)


class TestArbiters:
    def test_pause_and_resume(self, board: LiveBoard) -> None:
        paused = board.arbiter("pause").ok()
        assert (paused["status"], paused["clocks"]["running"]) == ("PAUSED", None)
        assert board.arbiter("resume").ok()["clocks"]["running"] == "white"

    def test_time(self, board: LiveBoard) -> None:
        before = board.arbiter("pause").ok()["clocks"]
        after = board.arbiter("time", {"white": 60, "black": 0}).ok()["clocks"]
        assert after["white"] == before["white"] + 60_000

    @pytest.mark.parametrize("seconds", [-1, 3601, 10**9, 0])
    def test_odd_times(self, board: LiveBoard, seconds: int) -> None:
        board.arbiter("time", {"white": seconds}).refused(400, "time-out-of-range")

    @pytest.mark.parametrize("seconds", ["sixty", None, 1.5])
    def test_times_that_are_none(self, board: LiveBoard, seconds: object) -> None:
        board.arbiter("time", {"white": seconds}).refused(400, "malformed")

    def test_declare(self, board: LiveBoard) -> None:
        game = board.arbiter("declare", {"result": "WHITE_WIN", "resultReason": "RESIGNATION"}).ok()
        assert (game["status"], game["result"], game["counted"]) == ("FINISHED", "WHITE_WIN", True)
        board.arbiter("declare", {"result": "DRAW"}).refused(409, "game-not-running")

    @pytest.mark.parametrize(
        "body", [{}, {"result": "BYE"}, {"result": "1-0"}, {"result": "DRAW", "resultReason": "CHECKMATE"}]
    )
    def test_nonsense_is_not_declared(self, board: LiveBoard, body: Json) -> None:
        assert board.arbiter("declare", body).status == 400
        assert board.game()["status"] == "RUNNING"

    def test_void_frees_the_board(self, board: LiveBoard) -> None:
        board.plays(FOOLS_MATE)
        game = board.arbiter("void").ok()
        assert (game["status"], game["result"], game["counted"]) == ("FINISHED", None, False)
        assert board.event.by.get(f"/api/pairings/{board.id}")["result"] is None
        board.event.by("PUT", f"/api/pairings/{board.id}/result", {"result": "1-0"}).ok()

    def test_replay_takes_the_result_back(self, board: LiveBoard) -> None:
        board.plays(FOOLS_MATE)
        game = board.arbiter("replay").ok()
        assert (game["status"], game["ply"], game["attempt"], game["moves"]) == ("WAITING", 0, 2, [])
        assert board.event.by.get(f"/api/pairings/{board.id}")["result"] is None
        assert board.begin().plays(FOOLS_MATE)["counted"]

    @every("act", ["pause", "resume", "time", "declare", "void", "replay", "count"])
    def test_players_are_no_arbiters(self, board: LiveBoard, act: str) -> None:
        body = {"time": {"white": 1}, "declare": {"result": "WHITE_WIN"}}.get(act, {})
        board.act(board.white, act, body).refused(403, "forbidden")
        assert board.game()["status"] == "RUNNING"

    def test_a_result_by_hand_ends_it_only_if_confirmed(self, board: LiveBoard, hall: House) -> None:
        board.event.by("PUT", f"/api/pairings/{board.id}/result", {"result": "1-0"}).refused(409, "game-running")
        scorer = hall.role(board.event, "scorer", Role.SCORER)
        body = {"result": "1-0", "confirm": True}
        scorer("PUT", f"/api/pairings/{board.id}/result", body).refused(403, "forbidden")
        board.event.by("PUT", f"/api/pairings/{board.id}/result", body).ok()
        game = board.game()
        assert (game["status"], game["result"], game["counted"]) == ("FINISHED", "WHITE_WIN", True)

    def test_players_do_not_report(self, board: LiveBoard) -> None:
        board.white("PUT", f"/api/pairings/{board.id}/result", {"result": "1-0"}).refused(403, "forbidden")

    def test_undo_leaves_the_game_and_it_can_be_counted_again(self, board: LiveBoard) -> None:
        board.plays(FOOLS_MATE)
        board.event("POST", "/undo").ok()
        game = board.game()
        assert (game["status"], game["result"], game["counted"]) == ("FINISHED", "BLACK_WIN", False)
        assert board.arbiter("count").ok()["counted"]
        assert board.event.by.get(f"/api/pairings/{board.id}")["result"] == "0-1"

    def test_the_games_of_an_archived_event_stand_still(self, board: LiveBoard) -> None:
        board.event("POST", "/archive").ok()
        assert board.game()["status"] == "PAUSED"
        board.move(board.white, "e4", 0).refused(409, "game-not-running")
        board.arbiter("resume").refused(409, "tournament-archived")
        board.event("POST", "/archive", {"archived": False}).ok()
        board.arbiter("resume").ok()
        assert board.plays(FOOLS_MATE)["counted"]
