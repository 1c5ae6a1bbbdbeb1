"""Live games over HTTP: both players at a board, each with the secret of a personal link.

board = LiveBoard.of(event, pairing_id)
board.begin().plays("f3 e5 g4 Qh4#")
assert board.game()["resultReason"] == "CHECKMATE"
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.kit.http import Answer, Caller, Event, Json

FOOLS_MATE = "f3 e5 g4 Qh4"
THREEFOLD = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"
STALEMATE = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6"


def player(event: Event, id: str) -> Caller:
    """The holder of a new personal link, who sends its secret."""
    url: str = event("POST", "/links", {"role": "player", "player_id": id}).ok(201)["url"]
    return Caller(event.by.client, url.rpartition("/")[2])


@dataclass(slots=True)
class LiveBoard:
    """A live game and its two players."""

    event: Event
    id: str
    white: Caller
    black: Caller

    @classmethod
    def of(cls, event: Event, id: str) -> LiveBoard:
        """The board of a pairing or match, with new links for its players."""
        found = event.by.get(f"/api/matches/{id}/game")
        return cls(event, id, player(event, found["white"]["id"]), player(event, found["black"]["id"]))

    @property
    def url(self) -> str:
        return f"/api/matches/{self.id}"

    def game(self, by: Caller | None = None) -> Json:
        """The game as it stands, as somebody sees it."""
        found: Json = (by or self.event.by).get(f"{self.url}/game")
        return found

    def act(self, by: Caller, act: str, body: object = None) -> Answer:
        """The answer to what somebody does."""
        return by("POST", f"{self.url}/{act}", body if body is not None else {})

    def arbiter(self, act: str, body: object = None) -> Answer:
        return self.act(self.event.by, act, body)

    def begin(self) -> LiveBoard:
        """Both are there."""
        self.act(self.white, "ready").ok()
        assert self.act(self.black, "ready").ok()["status"] == "RUNNING"
        return self

    def move(self, by: Caller, move: object, ply: object) -> Answer:
        return self.act(by, "moves", {"move": move, "ply": ply})

    def plays(self, moves: str) -> Json:
        """The game after moves by both in turn."""
        game = self.game()
        for ply, move in enumerate(moves.split(), start=game["ply"]):
            game = self.move(self.white if ply % 2 == 0 else self.black, move, ply).ok()
        return game


def live_pair(chief: Caller, **settings: object) -> LiveBoard:
    """A live event paired by hand, with one board that waits for its players."""
    event = chief.event("Open", "manual", **{"live": True, **settings})
    event.players("Ann", "Ben")
    made = event.pairs([("Ann", "Ben")])
    event("POST", "/publish").ok()
    event("POST", "/rounds/1/publish").ok()
    return LiveBoard.of(event, made["pairings"][0]["id"])
