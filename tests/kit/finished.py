"""Events that were played to their end, one of every format: the first name is the best and wins what can be won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from podium.core.player import Player, PlayerFields
from podium.core.result import Result
from podium.flow.commands import (
    AddPlayers,
    CloseRound,
    Command,
    HandPairing,
    PairByHand,
    PairRound,
    PublishRound,
    RecordResult,
    RecordSets,
    StartStage,
)
from podium.flow.state import Game, Match, Side, Tournament
from podium.knockout import Status
from tests.kit.cups import bracket
from tests.kit.events import Director, director
from tests.kit.options import STAGES

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
SETTINGS: dict[str, dict[str, Any]] = {
    "swiss": {"rounds": 3, "tiebreaks": ["BH/C1", "SB"]},
    "round-robin": {"rounds": 7, "tiebreaks": ["SB"]},
    "manual": {"rounds": 2},
    "doubles": {"rounds": 3, "setsToWin": 2},
    "keizer": {"rounds": 3},
    "knockout": {"tieBreakPolicy": "RAPID", "thirdPlaceMatch": True},
    "double-elimination": {"tieBreakPolicy": "RAPID"},
    "stages": {"stages": STAGES},
}


class Running(Protocol):
    """An event that takes commands, however it is stored."""

    @property
    def state(self) -> Tournament: ...

    def do(self, command: Command, /) -> object: ...


def people(names: Sequence[str] = NAMES) -> tuple[PlayerFields, ...]:
    """Players of these names, each rated less than the one before."""
    return tuple(PlayerFields(name, 2000 - 50 * at) for at, name in enumerate(names))


def entered(format: str, names: Sequence[str] = NAMES, **settings: object) -> Director:
    """An event of a format with these players; nothing is paired."""
    event = director(format, "t1", **{**SETTINGS[format], **settings})
    if names:
        event.do(AddPlayers(people(names)))
    event.publish_event()
    return event


def finished(format: str, names: Sequence[str] = NAMES, **settings: object) -> Director:
    """The same event after its last round; in each game the better player has won."""
    event = entered(format, names, **settings)
    play_out(event)
    return event


def play_out(event: Running) -> None:
    """Play all rounds of an event in which nothing is paired yet."""
    rounds = event.state.settings.rounds
    if event.state.settings.stages:
        play_groups(event)
        event.do(StartStage(2))
        play_bracket(event)
    elif rounds is None:
        event.do(PairRound())
        play_bracket(event)
    else:
        for number in range(1, rounds + 1):
            pair(event, number)
            play(event, number)


def play_groups(event: Running) -> None:
    """The first stage of an event of stages, with groups of four."""
    for number in range(1, 4):
        pair(event, number)
        play(event, number)


def pair(event: Running, number: int) -> None:
    """Pair the next round; by hand, everybody meets the one so many places down the list."""
    if event.state.settings.format != "manual":
        event.do(PairRound())
        return
    ids = [player.id for player in _listed(event)]
    half = len(ids) // 2
    lines = [HandPairing(ids[at], ids[half + (at + number) % half]) for at in range(half)]
    event.do(PairByHand((*lines, *(HandPairing(each) for each in ids[2 * half :]))))


def play(event: Running, number: int, *, but: int = 0) -> None:
    """Publish a round and have the better player win each game, all `but` some; close it if none is left."""
    event.do(PublishRound(number))
    games = event.state.rounds[number - 1].pending
    for game in games[: len(games) - but]:
        if isinstance(game, Match):
            best = min(_numbers(event, game.players))
            home = best in _numbers(event, game.home)
            event.do(RecordSets(game.id, {Side.HOME: 2 if home else 0, Side.AWAY: 0 if home else 2}))
        else:
            event.do(RecordResult(game.id, _won(event, game)))
    if not but:
        event.do(CloseRound(number))


def play_bracket(event: Running, *, last: Result | None = None) -> None:
    """Have the better player win every match; the final ends as `last` says."""
    while True:
        waiting = [match for match in bracket(event) if match.full and match.status is Status.PENDING]
        if not waiting:
            return
        match = waiting[0]
        final = match.round == bracket(event).last_round and not match.third_place
        white, black = _numbers(event, match.players)
        result = Result.WHITE_WINS if white < black else Result.BLACK_WINS
        event.do(RecordResult(match.id, last if final and last is not None else result))


def _won(event: Running, game: Game) -> Result:
    white, black = _numbers(event, game.players)
    return Result.WHITE_WINS if white < black else Result.BLACK_WINS


def _numbers(event: Running, players: Sequence[str]) -> list[int]:
    return [player.number for id in players for player in event.state.players.values() if player.id == id]


def _listed(event: Running) -> list[Player]:
    return sorted(event.state.players.values(), key=lambda player: player.number)
