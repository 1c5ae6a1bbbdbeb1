"""The live games of a round: which have a board on the server, which need the arbiter first, and how each stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum

from podium.app.desk import SeenGame
from podium.app.live import game_page_words as playing
from podium.app.live.live_games import is_counted, match_of_game
from podium.app.words.language import N_, _
from podium.app.words.phrases import enumeration
from podium.chess import Colour
from podium.core.ids import PairingId, PlayerId
from podium.flow.rounds.open_games import playable, playable_in
from podium.flow.state import Game, Round, Stage, Tournament
from podium.games.due import absence, start
from podium.games.state import LiveGame, PauseCause, Status

Connected = Callable[[PairingId], frozenset[PlayerId]]
"""The players of a game who have its page open now."""


class Need(IntEnum):
    """What a board asks of the arbiter, the most pressing first."""

    CALLED = 0
    UNDECIDED = 1
    ASKED = 2
    INTERRUPTED = 3
    PAUSED = 4
    ABSENT = 5
    DISCONNECTED = 6
    OFFER = 7
    PLAYED = 8
    OVER = 9


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
        return self.asks, self.left if self.asks is Need.PLAYED else 0, self.board

    @property
    def asks(self) -> Need:
        """What it asks of an arbiter, whom a player may have called."""
        return Need.CALLED if self.game.open_call is not None else self.need


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


CHIPS: Mapping[Need, tuple[str, str]] = {
    Need.CALLED: ("undone", N_("call")),
    Need.UNDECIDED: ("undone", N_("not counted: decide")),
    Need.ASKED: ("undone", N_("neither came: decide")),
    Need.INTERRUPTED: ("undone", N_("interrupted")),
    Need.PAUSED: ("undone", N_("paused")),
    Need.ABSENT: ("published", N_("waiting for players")),
    Need.DISCONNECTED: ("published", N_("not connected")),
    Need.OFFER: ("playing", N_("draw offered")),
    Need.PLAYED: ("playing", N_("live")),
    Need.OVER: ("closed", N_("over")),
}
"""The colour of a chip, and its word."""
UNDECIDED_FOR_READERS = N_("not counted")


def chip(board: LiveBoard, *, arbiter: bool) -> tuple[str, str]:
    """The colour and the word of how a game stands; whose line is down, and who offers a draw, is for the arbiter."""
    need = board.asks if arbiter else board.need
    if not arbiter and board.game.status is Status.RUNNING:
        need = Need.PLAYED
    if need is Need.ASKED and not arbiter:
        need = Need.ABSENT
    colour, word = CHIPS[need]
    return colour, _(UNDECIDED_FOR_READERS if need is Need.UNDECIDED and not arbiter else word)


def standing(state: Tournament, board: LiveBoard) -> str:
    """How a game stands, in a sentence for the arbiter."""
    game = board.game
    if game.end is not None:
        return _ended(game, board)
    if game.pause is not None and game.status is Status.PAUSED:
        return _paused(state, game, game.pause.cause)
    if game.asked:
        return _("Neither player came: decide the game, hold the round, or start it again.")
    if game.status is Status.WAITING:
        if len(game.ready) == 2:
            return _("Both players are ready.")
        if not board.absent:
            return _("Both players are there.")
        return _("Waiting for %(names)s.", names=enumeration([playing.colour_word(each) for each in board.absent]))
    offer = playing.offer_sentence(game, None)
    claim = playing.false_claim_sentence(game.false_claim)
    return " ".join(filter(None, (claim, offer, _("%(colour)s to move.", colour=playing.colour_word(game.turn)))))


def _ended(game: LiveGame, board: LiveBoard) -> str:
    assert game.end is not None
    said = playing.end_sentence(game.end)
    if board.need is not Need.UNDECIDED:
        return said
    if game.imported:
        return _("The record of the game says: %(result)s", result=said)
    if game.end.outcome is None:
        return _("%(end)s Enter a result by hand, or have it played anew.", end=said)
    return _("%(end)s The tournament has not taken it: decide what counts.", end=said)


def _paused(state: Tournament, game: LiveGame, cause: PauseCause) -> str:
    match cause:
        case PauseCause.ARBITER:
            return _("Paused by the arbiter.")
        case PauseCause.DROPPED:
            return _("Its pairing was taken back.")
        case PauseCause.INTERRUPTION:
            missing = [each for each in Colour if game.pause is not None and each not in game.pause.back]
            names = enumeration([state.players[game.player(each)].name for each in missing])
            return _("Interrupted, no time was charged. Not back yet: %(names)s.", names=names)


def awaited(game: LiveGame) -> tuple[str, int] | None:
    """What will happen by itself, as a sentence with `{time}` for what is left until then, and when (milliseconds)."""
    if game.status is Status.PAUSED:
        until = game.pause.until if game.pause is not None else None
        return None if until is None else (playing.sentence("goes-on", time="{time}"), until)
    if game.status is Status.WAITING and (begin := start(game)) is not None:
        return playing.sentence("starts", time="{time}"), begin
    limit = absence(game) if game.status in (Status.WAITING, Status.RUNNING) and game.there else None
    return None if limit is None else (playing.sentence("no-show", time="{time}"), limit)


def mark(board: LiveBoard, colour: Colour) -> str:
    """What is to be said of a player beside the name: nothing, mostly."""
    if colour in board.absent:
        return _("not there")
    if colour in board.disconnected:
        return _("not connected")
    if board.game.status is not Status.WAITING:
        return ""
    return _("ready") if colour in board.game.ready else _("there")


def live_boards(state: Tournament, here: Round) -> frozenset[PairingId]:
    """The games of a round that can be played now, or have been; of a draft none, whatever results it has."""
    if not state.settings.live or here.stage is Stage.DRAFT:
        return frozenset()
    over = (each.id for each in here.every_board if each.entered)
    return frozenset((*over, *(each.game.id for each in playable_in(state, here))))


def live_round(state: Tournament) -> Round | None:
    """The latest round with games that can be played now or, where there is none, that have been."""
    if not state.settings.live:
        return None
    with_games = [here for here in state.rounds if playable_in(state, here)]
    played = with_games or [here for here in state.rounds if live_boards(state, here)]
    return played[-1] if played else None


def has_board(state: Tournament, pairing: PairingId) -> bool:
    """Whether one game can be played now, or has been."""
    return pairing in state.where and pairing in live_boards(state, state.rounds[state.where[pairing] - 1])


def games_to_play(state: Tournament, player: PlayerId) -> list[Game]:
    """The live games that a player can play now, the first round's first."""
    return [each.game for each in playable(state).values() if player in each.game.players]
