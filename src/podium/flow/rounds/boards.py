"""Editing a paired round by hand: who sits where, with which colour, on which board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.ids import PairingId, PlayerId
from podium.core.result import ByeType, Result
from podium.flow.commands import RearrangePairing
from podium.flow.events import BoardsChanged, Events, StageChanged
from podium.flow.fide.half_byes import check_half_bye
from podium.flow.lookups import find_player, mint
from podium.flow.rounds.pairing import may_be_given, may_play, same_section
from podium.flow.state import Boards, Bye, Game, Pairing, Round, Stage, Tournament

MOST_BOARDS = 99_999


def added(state: Tournament, here: Round, white: PlayerId, black: PlayerId, dice: Dice) -> Events:
    """A new game at the end of the round for two players who have none."""
    for player in (white, black):
        may_play(state, player)
        _has_nothing(state, here, player)
    same_section(state, white, black)
    section = state.players[white].section
    game = Game(mint(state.id, dice), _next_board(here), white, black, section)
    return (BoardsChanged(here.number, Boards(), Boards.from_pairings(game)),)


def bye_given(state: Tournament, here: Round, player: PlayerId, kind: ByeType, dice: Dice) -> Events:
    """A bye for a player who has neither game nor bye in the round, be it one who withdrew before it.

    Nobody else's record changes, so a closed round takes it too: it is opened and closed again in the same step.
    """
    may_be_given(kind)
    section = find_player(state, player).section
    check_half_bye(state, state.players[player], here.number, kind)
    _has_nothing(state, here, player)
    bye = Bye(mint(state.id, dice), _next_board(here), player, kind, section)
    given = BoardsChanged(here.number, Boards(), Boards.from_pairings(bye))
    if here.stage is not Stage.CLOSED:
        return (given,)
    return (
        StageChanged(here.number, Stage.CLOSED, Stage.PUBLISHED),
        given,
        StageChanged(here.number, Stage.PUBLISHED, Stage.CLOSED),
    )


def bye_recorded(state: Tournament, here: Round, bye: Pairing, kind: ByeType) -> Events:
    """The bye, now of that kind."""
    if not bye.is_bye:
        raise Refused("pairing-has-two-players", value=bye.id)
    if bye.kind is ByeType.FREE:
        raise Refused("sets-on-free-game", value=bye.id)
    may_be_given(kind)
    after = replace(bye, kind=kind, recorded=None)
    if after == bye:
        return ()
    if kind is not bye.kind:
        check_half_bye(state, state.players[bye.player], here.number, kind)
    return (BoardsChanged(here.number, Boards.from_pairings(bye), Boards.from_pairings(after)),)


def removed(here: Round, pairing: Pairing) -> Events:
    """The round without that pairing; its players are left out."""
    _no_result(pairing)
    return (BoardsChanged(here.number, Boards.from_pairings(pairing), Boards()),)


def rearranged(state: Tournament, here: Round, command: RearrangePairing) -> Events:
    """The pairings that change when others are seated at a board, its colours turned, or it is moved."""
    boards = dict(here.games)
    if command.board is not None:
        _moved(boards, boards[command.pairing], command.board)
    for side, player in (("white", command.white), ("black", command.black)):
        if player is not None:
            _seated(state, boards, boards[command.pairing], side, player)
    if command.turn:
        game = boards[command.pairing]
        if not isinstance(game, Game):
            raise Refused("result-on-bye", value=game.id)
        boards[game.id] = replace(game, white=game.black, black=game.white)
    changed = [id for id in boards if boards[id] != here.games[id]]
    for id in changed:
        if boards[id].players != here.games[id].players:
            _no_result(here.games[id])
            after = boards[id]
            if isinstance(after, Game):
                same_section(state, after.white, after.black)
    if not changed:
        return ()
    before = Boards.from_pairings(*(here.games[id] for id in changed))
    return (BoardsChanged(here.number, before, Boards.from_pairings(*(boards[id] for id in changed))),)


def _moved(boards: dict[PairingId, Pairing], pairing: Pairing, board: int) -> None:
    if not 1 <= board <= MOST_BOARDS:
        raise Invalid("board-out-of-range", field="board", value=board, least=1, most=MOST_BOARDS)
    for other in list(boards.values()):
        if other.board == board and other.id != pairing.id:
            boards[other.id] = replace(other, board=pairing.board)
    moved = replace(pairing, board=board)
    boards[pairing.id] = replace(moved, pinned=True) if isinstance(moved, Game) and moved != pairing else moved


def in_order(here: Round, games: Sequence[Game]) -> Events:
    """The boards numbered anew: `games` in their order around those that are pinned, then the byes.

    Nothing once a game has its result: the players sit where they sit.
    """
    if any(each.result is not None for each in here.games.values()):
        return ()
    pinned = {game.board for game in games if game.pinned}
    free = (number for number in count(1) if number not in pinned)
    after: list[Pairing] = [game if game.pinned else replace(game, board=next(free)) for game in games]
    last = max((pairing.board for pairing in after), default=0)
    after += [replace(bye, board=number) for number, bye in enumerate(here.byes, last + 1)]
    changed = [pairing for pairing in after if pairing != here.games[pairing.id]]
    if not changed:
        return ()
    before = Boards.from_pairings(*(here.games[pairing.id] for pairing in changed))
    return (BoardsChanged(here.number, before, Boards.from_pairings(*changed)),)


def _seated(state: Tournament, boards: dict[PairingId, Pairing], here: Pairing, side: str, player: PlayerId) -> None:
    """Put `player` on `side` of the pairing; the player who sat there goes to the place `player` leaves."""
    may_play(state, player)
    if here.is_bye and side == "black":
        raise Refused("result-on-bye", value=here.id)
    seat = "player" if here.is_bye else side
    old: PlayerId = getattr(here, seat)
    if old == player:
        return
    for other in list(boards.values()):
        for name in ("player",) if other.is_bye else ("white", "black"):
            if getattr(other, name) == player:
                boards[other.id] = _with(boards[other.id], name, old)
    boards[here.id] = _with(boards[here.id], seat, player)
    section = state.players[player].section
    if section != here.section:
        raise Refused(
            "sections-differ",
            value=[old, player],
            names=[state.players[old].name, state.players[player].name],
            sections=[here.section, section],
        )


def _with(pairing: Pairing, seat: str, player: PlayerId) -> Pairing:
    match (pairing, seat):
        case (Bye(), _):
            # What one player asked for, or was paid in an older database, is not the next one's.
            kept = pairing.kind in (ByeType.BYE, ByeType.UNPAIRED)
            return replace(pairing, player=player, kind=pairing.kind if kept else ByeType.BYE, recorded=None)
        case (Game(), "white"):
            return replace(pairing, white=player)
        case _:
            assert isinstance(pairing, Game)
            return replace(pairing, black=player)


def _has_nothing(state: Tournament, here: Round, player: PlayerId) -> None:
    pairing = here.pairing_of(player)
    if pairing is None:
        return
    facts = {"value": player, "name": state.players[player].name, "round": here.number, "pairing": pairing.id}
    if not isinstance(pairing, Game):
        raise Refused("player-has-bye", **facts)
    lost = Result.BLACK_WINS_BY_FORFEIT if pairing.white == player else Result.WHITE_WINS_BY_FORFEIT
    raise Refused("player-has-game", **facts, result=lost.value)


def _no_result(pairing: Pairing) -> None:
    if pairing.result is not None:
        raise Refused("pairing-has-result", value=pairing.id, board=pairing.board)


def _next_board(here: Round) -> int:
    return max((pairing.board for pairing in here.games.values()), default=0) + 1
