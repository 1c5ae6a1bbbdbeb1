"""The folder that LiveChess writes for the electronic boards of a round.

`index.json` says who plays: `pairings`, each with `white` and `black` (`fname`, `mname`, `lname`, `fideid`), `result`
and `live`. `game-N.json` is the game of pairing N: `moves` like `"e4 5399+12"`, the seconds left and those used, each
of which may be missing; `result` (`WHITEWIN`, `BLACKWIN`, `DRAW`), `live`, and `chess960`, the number of the
initial position. An export of a whole event has `tournament.json` and a folder `round-N` like that for each round.

The program writes these files while they are read: one that ends in the middle is None, to be looked at again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from podium.core.errors import Invalid

INDEX = "index.json"
STANDARD_POSITION = 518
_RESULTS = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "1/2": "1/2-1/2",
    "½-½": "1/2-1/2",
    "WHITEWIN": "1-0",
    "BLACKWIN": "0-1",
    "DRAW": "1/2-1/2",
}
UNDECIDED = "*"
_TIMES = re.compile(r"(\d{1,6})?(?:\+(\d{1,6}))?")


@dataclass(frozen=True, slots=True)
class BoardPlayer:
    """A player as the boards know him: the name with the surname first."""

    name: str
    fide_id: str


@dataclass(frozen=True, slots=True)
class BoardPairing:
    """Two players at the board of that number, from 1; `result` is `*` while it is open."""

    board: int
    white: BoardPlayer
    black: BoardPlayer
    result: str


@dataclass(frozen=True, slots=True)
class BoardMove:
    """A move as the board wrote it, and the milliseconds that its player had left, if known."""

    text: str
    clock: int | None


@dataclass(frozen=True, slots=True)
class BoardGame:
    """What a board has seen of a game; it begins in the `start` position of that number."""

    moves: tuple[BoardMove, ...]
    result: str
    start: int


def game_file(board: int) -> str:
    """The name of the file with the game of a board."""
    return f"game-{board}.json"


def round_folder(number: int) -> str:
    """The name of the folder of a round in the export of a whole event."""
    return f"round-{number}"


def read_index(content: bytes) -> tuple[BoardPairing, ...] | None:
    """Who plays on which board; None if the file is not written to its end yet."""
    document = _document(content, INDEX)
    if document is None:
        return None
    pairings = document.get("pairings")
    if not isinstance(pairings, list):
        raise Invalid("boards-file-malformed", value=INDEX, part="pairings")
    return tuple(
        BoardPairing(board, _player(each.get("white")), _player(each.get("black")), _result(each.get("result")))
        for board, each in enumerate(pairings, 1)
        if isinstance(each, Mapping)
    )


def read_game(content: bytes, name: str = "game.json") -> BoardGame | None:
    """The game of one board; None if the file is not written to its end yet."""
    document = _document(content, name)
    if document is None:
        return None
    moves = document.get("moves")
    if not isinstance(moves, list):
        raise Invalid("boards-file-malformed", value=name, part="moves")
    start = document.get("chess960")
    return BoardGame(
        tuple(_move(each, name) for each in moves),
        _result(document.get("result")),
        start if isinstance(start, int) and not isinstance(start, bool) else STANDARD_POSITION,
    )


def _document(content: bytes, name: str) -> Mapping[str, object] | None:
    try:
        document = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):  # also where a letter was cut in two
        return None
    if not isinstance(document, Mapping):
        raise Invalid("boards-file-malformed", value=name, part="{")
    return document


def _player(said: object) -> BoardPlayer:
    """A player; a seat without one has no name."""
    if not isinstance(said, Mapping):
        return BoardPlayer("", "")
    first, middle, last = (_text(said.get(part)) for part in ("fname", "mname", "lname"))
    given = " ".join(filter(None, (first, middle)))
    return BoardPlayer(", ".join(filter(None, (last, given))), _text(said.get("fideid")))


def _text(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return " ".join(str(value).split())


def _result(value: object) -> str:
    """A result of a game that was played; everything else, forfeits too, is for the arbiter to say."""
    return _RESULTS.get(value.strip(), UNDECIDED) if isinstance(value, str) else UNDECIDED


def _move(said: object, name: str) -> BoardMove:
    if not isinstance(said, str):
        raise Invalid("boards-file-malformed", value=name, part="moves")
    text, _blank, times = said.strip().partition(" ")
    seconds = _TIMES.fullmatch(times.strip())
    left = int(seconds[1]) * 1000 if seconds and seconds[1] else None
    return BoardMove(text.rstrip(","), left)
