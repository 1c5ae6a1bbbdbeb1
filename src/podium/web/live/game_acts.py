"""What players and arbiters do to a live game, by the forms of its page and, for arbiters, of the live boards."""

from __future__ import annotations

from collections.abc import Callable

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.live.control import COMMANDS, Wish
from podium.app.problems import status_of
from podium.app.words.errors import sentence
from podium.core import choice
from podium.core.errors import Forbidden, Invalid, Refused
from podium.games import commands
from podium.games.state import CallKind
from podium.web.frame.forms import number_or_text
from podium.web.frame.responses import see_other
from podium.web.frame.visit import Visit
from podium.web.live.game import address_of, pairing_of, seen_game, show_game

UNREADABLE = -1  # in place of a number that cannot be read: no game takes it


def whole_number(visit: Visit, name: str) -> int:
    """The number in a field, none where it is empty."""
    value = number_or_text(visit.form.text(name))
    return UNREADABLE if isinstance(value, str) else value or 0


def is_confirmed(visit: Visit) -> bool:
    """Whether the form says that what follows is meant."""
    return visit.form.text("confirm") == "yes"


def wish_of(visit: Visit, act: str) -> Wish:
    """What the form of an arbiter wants by that act."""
    form = visit.form
    return Wish(
        act=act,
        white=whole_number(visit, "white"),
        black=whole_number(visit, "black"),
        set=form.text("set") == "yes",
        seconds=whole_number(visit, "seconds"),
        plies=whole_number(visit, "plies"),
        result=form.optional("result"),
        resultReason=form.optional("reason"),
        confirm=is_confirmed(visit),
        text=form.optional("text") or form.optional("quick"),
        done=form.text("done") == "yes",
    )


Act = Callable[[Visit], Response[str]]


def play_move(visit: Visit) -> Response[str]:
    """A move that was typed."""
    return _by_player(commands.PlayMove(visit.form.text("move"), whole_number(visit, "ply")))(visit)


def claim_draw(visit: Visit) -> Response[str]:
    """A draw as it stands, or with the move that was typed."""
    return _by_player(commands.ClaimDraw(visit.form.optional("move")))(visit)


def call_arbiter(visit: Visit) -> Response[str]:
    """A call for the arbiter."""
    seen = _seen_by_player(visit)
    kind = choice.one_of(CallKind)("kind", visit.form.text("kind"))
    return _perform(visit, seen, commands.CallArbiter(kind, visit.form.optional("text")))


def _by_player(command: commands.GameCommand) -> Act:
    """The handler of what a player of the game does; raises Forbidden for anybody else."""

    def act(visit: Visit) -> Response[str]:
        return _perform(visit, _seen_by_player(visit), command)

    return act


def _seen_by_player(visit: Visit) -> Seen:
    """The tournament, for a player of the game; raises Forbidden for anybody else."""
    seen, id = visit.see(), pairing_of(visit)
    if id not in seen.state.where or seen.player not in seen.state.pairing(id).players:
        raise Forbidden(commands.PlayMove.__name__)
    return seen


def _by_arbiter(name: str) -> Act:
    """The handler of what an arbiter does."""

    def act(visit: Visit) -> Response[str]:
        seen = visit.see(Role.ARBITER, commands.DeclareResult.__name__)
        try:
            command = COMMANDS[name](wish_of(visit, name), seen_game(visit, seen).game)
        except Invalid as error:
            return _refused(visit, seen, error)
        return _perform(visit, seen, command)

    return act


ACTS: tuple[tuple[str, Act], ...] = (
    ("moves", play_move),
    ("ready", _by_player(commands.BeReady())),
    ("resign", _by_player(commands.Resign())),
    ("draw/offer", _by_player(commands.OfferDraw())),
    ("draw/accept", _by_player(commands.AcceptDraw())),
    ("draw/decline", _by_player(commands.DeclineDraw())),
    ("draw/withdraw", _by_player(commands.WithdrawDraw())),
    ("draw/claim", claim_draw),
    ("call", call_arbiter),
    *((name, _by_arbiter(name)) for name in COMMANDS),
)
"""What can be done on the page, by the end of the address, which is that of the API."""


def _perform(visit: Visit, seen: Seen, command: commands.GameCommand) -> Response[str]:
    """The way back after `command`, or the game with what is wrong."""
    game = seen_game(visit, seen).game
    try:
        visit.perform_in_game(game.id, command)
    except (Refused, Invalid) as error:
        return _refused(visit, seen, error)
    return see_other(visit, visit.back(address_of(visit)))


def _refused(visit: Visit, seen: Seen, error: Refused | Invalid) -> Response[str]:
    return show_game(visit, seen_game(visit, seen), problem=sentence(error), status=status_of(error))
