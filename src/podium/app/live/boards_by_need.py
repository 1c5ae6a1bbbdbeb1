"""The live games of a round as an arbiter looks at them: what needs him first comes first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum

from podium.app.desk import SeenGame
from podium.app.live.live_games import is_counted, match_of_game
from podium.chess import Colour
from podium.core.ids import PairingId, PlayerId
from podium.games.state import LiveGame, PauseCause, Status

Connected = Callable[[PairingId], frozenset[PlayerId]]
"""The players of a game who have its page open now."""


class Need(IntEnum):
    """What a board asks of the arbiter, the most pressing first."""

    UNDECIDED = 0
    ASKED = 1
    INTERRUPTED = 2
    PAUSED = 3
    ABSENT = 4
    DISCONNECTED = 5
    OFFER = 6
    PLAYED = 7
    OVER = 8


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """A live game at its board.

    `absent` are not there; `disconnected` said that they are, and do not have the page of the game open. `left`
    is the lesser time of the two players, in milliseconds.
    """

    board: int
    game: LiveGame
    need: Need
    counted: bool
    absent: tuple[Colour, ...]
    disconnected: tuple[Colour, ...]
    left: int

    @property
    def order(self) -> tuple[int, int, int]:
        """What boards are sorted by: need, then the least time, then the board."""
        return self.need, self.left if self.need is Need.PLAYED else 0, self.board


def boards_by_need(games: Iterable[SeenGame], connected: Connected) -> list[LiveBoard]:
    """The boards of these games, those that need the arbiter first."""
    return sorted((live_board(each, connected) for each in games), key=lambda board: board.order)


def live_board(seen: SeenGame, connected: Connected) -> LiveBoard:
    """The board of one game."""
    game, state = seen.game, seen.tournament.state
    open_now = game.status is not Status.FINISHED and not game.imported
    absent = tuple(each for each in Colour if each not in game.there) if open_now else ()
    here = {player for id in match_of_game(state, game.id) for player in connected(id)} if open_now else set()
    gone = tuple(each for each in Colour if each in game.there and game.player(each) not in here) if open_now else ()
    counted, pairing = is_counted(state, game), state.pairing(game.id)
    clocks = game.clocks_at(seen.shown_at)
    return LiveBoard(
        board=pairing.board,
        game=game,
        need=_need(game, undecided=not (counted or pairing.entered), absent=absent, gone=gone),
        counted=counted,
        absent=absent,
        disconnected=gone,
        left=min(clocks.white, clocks.black),
    )


def _need(game: LiveGame, *, undecided: bool, absent: tuple[Colour, ...], gone: tuple[Colour, ...]) -> Need:
    if game.status is Status.FINISHED:
        return Need.UNDECIDED if undecided else Need.OVER
    if game.status is Status.PAUSED:
        interrupted = game.pause is not None and game.pause.cause is PauseCause.INTERRUPTION
        return Need.INTERRUPTED if interrupted else Need.PAUSED
    if absent or game.status is Status.WAITING:
        return Need.ASKED if game.asked else Need.ABSENT
    if gone:
        return Need.DISCONNECTED
    return Need.OFFER if game.offer is not None else Need.PLAYED
