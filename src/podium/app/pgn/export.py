"""PGN of a game, a round and an event: the games that have a record, tie-break games after their match.

In Chess960 a game without a record is there too, without moves: its tags say from which position it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

from podium.app.event.schedule import rating_in, round_days
from podium.app.formats.knockout.matches import tie_break_game
from podium.app.live.start_positions import start_position_of
from podium.app.memory import Memory
from podium.chess import pgn
from podium.core.ids import PairingId
from podium.core.player import Player
from podium.flow.state import Game, Round, Tournament
from podium.games.state import LiveGame
from podium.knockout import Outcome, Reason, TieBreakPolicy

PGN = "application/x-chess-pgn"
_WRITTEN: Memory[tuple[str, str]] = Memory(4096)  # a round is asked for every second, and few boards have moved
Records = Callable[[PairingId], LiveGame | None]
"""Gives the record of a game, as the reader may see it; None for a board without one."""

RESULTS: Mapping[Outcome | None, str] = {
    Outcome.WHITE_WIN: "1-0",
    Outcome.BLACK_WIN: "0-1",
    Outcome.DRAW: "1/2-1/2",
}
"""How PGN writes an outcome; it has no word for others, and for a game that goes on."""
GOES_ON = "*"
_TERMINATIONS: Mapping[Reason, str] = {
    Reason.TIMEOUT: "time forfeit",
    Reason.NO_SHOW: "abandoned",
    Reason.DOUBLE_NO_SHOW: "abandoned",
}


def game_pgn(state: Tournament, record: LiveGame) -> str:
    """One game."""
    here = state.rounds[state.where[record.id] - 1]
    return _written(state, record, next(tag for game, tag in boards(here) if game.id == record.id))


def round_pgn(state: Tournament, number: int, records: Records) -> str:
    """The games of a round by board."""
    return "".join(_round(state, state.rounds[number - 1], records))


def event_pgn(state: Tournament, records: Records) -> str:
    """The games of all rounds."""
    return "".join(text for here in state.rounds for text in _round(state, here, records))


def boards(here: Round) -> Iterator[tuple[Game, str]]:
    """Every game of a round with its tag: round and board, `3.1`, and for a tie-break game its place, `3.1.2`."""
    for pairing in here.in_order:
        tag = f"{here.number}.{pairing.board}"
        if isinstance(pairing, Game):
            yield pairing, tag
        for place, game in enumerate(here.tie_breaks.get(pairing.id, ()), 1):
            yield game, f"{tag}.{place}"


def _round(state: Tournament, here: Round, records: Records) -> Iterator[str]:
    for game, tag in boards(here):
        if record := records(game.id):
            yield _written(state, record, tag)
        elif (start := start_position_of(state, here.number)) and (game.result is None or game.result.played):
            yield _without_moves(state, here, game, tag, start.fen)


def _without_moves(state: Tournament, here: Round, game: Game, round_tag: str, fen: str) -> str:
    planned = round_days(state.settings)[here.number - 1 : here.number]
    tags = {
        **_event(state, round_tag),
        "Date": planned[0].replace("-", ".") if planned else "",
        **_person(state, state.players[game.white], "White", here.number),
        **_person(state, state.players[game.black], "Black", here.number),
    }
    score = game.result.score.value if game.result else GOES_ON
    return pgn.write_without_moves(score if score in pgn.RESULTS else GOES_ON, tags, fen)


def _written(state: Tournament, record: LiveGame, round_tag: str) -> str:
    """The game, from memory if it was written before."""
    parts = (record, state.settings, state.players.get(record.white), state.players.get(record.black))
    known = _WRITTEN.recall(parts)
    if known is None or known[0] != round_tag:
        known = _WRITTEN.keep(parts, (round_tag, _text(state, record, round_tag)))
    return known[1]


def _text(state: Tournament, record: LiveGame, round_tag: str) -> str:
    outcome = record.end.outcome if record.end else None
    tags = {
        **_event(state, round_tag),
        "Date": _date(state, record),
        **_person(state, state.players.get(record.white), "White", record.round),
        **_person(state, state.players.get(record.black), "Black", record.round),
        **_of_match(state, record.id),
        **({} if record.imported else _time_control(record)),
        **_termination(record),
    }
    known = ((ply, time.clock) for ply, time in enumerate(record.times, 1) if time.clock is not None)
    clocks = ((ply, f"[%clk {clock_text(clock)}]") for ply, clock in known)
    return pgn.write(record.board, RESULTS.get(outcome, GOES_ON), tags, clocks)


def _event(state: Tournament, round_tag: str) -> dict[str, str]:
    return {"Event": state.settings.name, "Site": state.settings.place or "", "Round": round_tag}


def _person(state: Tournament, player: Player | None, side: str, round: int) -> dict[str, str]:
    """What is known of a player in a round; the section is that of both."""
    if player is None:
        return {}
    known, rating = player.fields, rating_in(state.settings, player, round)
    values = {
        side: known.name,
        f"{side}Title": known.title,
        f"{side}Elo": str(rating) if rating else None,
        f"{side}FideId": known.fide_id,
        "Section": known.section,
    }
    return {name: value for name, value in values.items() if value}


def _of_match(state: Tournament, game: PairingId) -> dict[str, str]:
    """Of a tie-break game: which game of its match it is, of what kind, and for whom a draw counts."""
    found = tie_break_game(state, game)
    if found is None or found.index is None or found.kind is None:
        return {}
    tags = {"MatchGame": str(found.index + 1), "TieBreak": found.kind.value}
    return tags | {"DrawCountsFor": "Black"} if found.kind is TieBreakPolicy.ARMAGEDDON else tags


def _date(state: Tournament, record: LiveGame) -> str:
    """The day of the round where it is planned, else the day on which the game was played here, in UTC."""
    planned = round_days(state.settings)[record.round - 1 : record.round]
    if planned and planned[0]:
        return planned[0].replace("-", ".")
    if record.imported:
        return ""
    moment = record.started_at if record.started_at is not None else record.opened_at
    return f"{datetime.fromtimestamp(moment / 1000, UTC):%Y.%m.%d}"


def _time_control(record: LiveGame) -> dict[str, str]:
    """The standard has one tag for both sides; where they differ each gets its own."""
    time = record.terms.time
    if time.white == time.black:
        return {"TimeControl": time.white.in_seconds}
    sides = {"WhiteTimeControl": time.white.in_seconds, "BlackTimeControl": time.black.in_seconds}
    return {"TimeControl": "?", **sides}


def _termination(record: LiveGame) -> dict[str, str]:
    """How the game ended, in the standard's words; left out of a record that does not say it."""
    if record.end is None:
        return {"Termination": "unterminated"}
    if record.end.outcome is None:
        return {} if record.imported else {"Termination": "abandoned"}
    if record.end.reason is None:
        return {} if record.imported else {"Termination": "adjudication"}
    return {"Termination": _TERMINATIONS.get(record.end.reason, "normal")}


def clock_text(milliseconds: int) -> str:
    """Time left as hours, minutes and whole seconds.

    >>> clock_text(3_725_900)
    '1:02:05'
    """
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
