"""What players and arbiters do on the page of a live game, by its forms."""

from __future__ import annotations

from collections.abc import Callable

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.server.http_statuses import status_of
from podium.app.words.errors import sentence
from podium.core.errors import Forbidden, Invalid, Refused
from podium.games.commands import (
    AcceptDraw,
    BeReady,
    ClaimDraw,
    DeclareResult,
    DeclineDraw,
    GameCommand,
    OfferDraw,
    PlayMove,
    Resign,
    WithdrawDraw,
)
from podium.web.frame.responses import see_other
from podium.web.frame.visit import Visit
from podium.web.live.game import address_of, pairing_of, seen_game, show_game
from podium.web.live.game_commands import COMMANDS, whole_number

Act = Callable[[Visit], Response[str]]


def play_move(visit: Visit) -> Response[str]:
    """A move that was typed."""
    return _by_player(PlayMove(visit.form.text("move"), whole_number(visit, "ply")))(visit)


def claim_draw(visit: Visit) -> Response[str]:
    """A draw as it stands, or with the move that was typed."""
    return _by_player(ClaimDraw(visit.form.optional("move")))(visit)


def _by_player(command: GameCommand) -> Act:
    """The handler of what a player of the game does; raises Forbidden for anybody else."""

    def act(visit: Visit) -> Response[str]:
        seen, id = visit.see(), pairing_of(visit)
        if id not in seen.state.where or seen.player not in seen.state.pairing(id).players:
            raise Forbidden(PlayMove.__name__)
        return _perform(visit, seen, command)

    return act


def _by_arbiter(name: str) -> Act:
    """The handler of what an arbiter does."""

    def act(visit: Visit) -> Response[str]:
        seen = visit.see(Role.ARBITER, DeclareResult.__name__)
        try:
            command = COMMANDS[name](visit)
        except Invalid as error:
            return _refused(visit, seen, error)
        return _perform(visit, seen, command)

    return act


ACTS: tuple[tuple[str, Act], ...] = (
    ("moves", play_move),
    ("ready", _by_player(BeReady())),
    ("resign", _by_player(Resign())),
    ("draw/offer", _by_player(OfferDraw())),
    ("draw/accept", _by_player(AcceptDraw())),
    ("draw/decline", _by_player(DeclineDraw())),
    ("draw/withdraw", _by_player(WithdrawDraw())),
    ("draw/claim", claim_draw),
    *((name, _by_arbiter(name)) for name in COMMANDS),
)
"""What can be done on the page, by the end of the address, which is that of the API."""


def _perform(visit: Visit, seen: Seen, command: GameCommand) -> Response[str]:
    """The way back after `command`, or the game with what is wrong."""
    game = seen_game(visit, seen).game
    try:
        visit.perform_in_game(game.id, command)
    except (Refused, Invalid) as error:
        return _refused(visit, seen, error)
    return see_other(visit, visit.back(address_of(visit)))


def _refused(visit: Visit, seen: Seen, error: Refused | Invalid) -> Response[str]:
    return show_game(visit, seen_game(visit, seen), problem=sentence(error), status=status_of(error))
