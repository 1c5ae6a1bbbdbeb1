"""What players and arbiters do on the page of a live game, by its forms."""

from __future__ import annotations

from collections.abc import Callable

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.http_statuses import status_of
from podium.app.words.errors import sentence
from podium.core.errors import Forbidden, Invalid, Refused
from podium.games.commands import (
    AcceptDraw,
    AddTime,
    BeReady,
    ClaimDraw,
    CountGame,
    DeclareResult,
    DeclineDraw,
    GameCommand,
    OfferDraw,
    PauseGame,
    PlayMove,
    ReplayGame,
    Resign,
    ResumeGame,
    VoidGame,
    WithdrawDraw,
)
from podium.knockout import outcome_and_reason
from podium.web.frame.responses import see_other
from podium.web.frame.visit import Visit
from podium.web.pages.game import address_of, pairing_of, seen_game, show_game

UNREADABLE = -1  # in place of a number that cannot be read: no game takes it

Act = Callable[[Visit], Response[str]]


def play_move(visit: Visit) -> Response[str]:
    """A move that was typed."""
    return _by_player(PlayMove(visit.form.text("move"), _number(visit, "ply")))(visit)


def claim_draw(visit: Visit) -> Response[str]:
    """A draw as it stands, or with the move that was typed."""
    return _by_player(ClaimDraw(visit.form.optional("move")))(visit)


def add_time(visit: Visit) -> Response[str]:
    """Seconds for White and for Black; an empty field is none."""
    given = [_number(visit, name) if visit.form.text(name) else 0 for name in ("white", "black")]
    return _by_arbiter(AddTime(*given))(visit)


def declare(visit: Visit) -> Response[str]:
    """The result that the arbiter decides on."""
    seen = visit.see(Role.ARBITER, DeclareResult.__name__)
    try:
        outcome, reason = outcome_and_reason(visit.form.optional("result"), visit.form.optional("reason"))
    except Invalid as error:
        return _refused(visit, seen, error)
    return _perform(visit, seen, DeclareResult(outcome, reason))


def count(visit: Visit) -> Response[str]:
    """The result of a finished game, for the tournament."""
    return _by_arbiter(CountGame(_confirmed(visit)))(visit)


def replay(visit: Visit) -> Response[str]:
    """The game from its first move."""
    return _by_arbiter(ReplayGame(_confirmed(visit)))(visit)


def _by_player(command: GameCommand) -> Act:
    """The handler of what a player of the game does; raises Forbidden for anybody else."""

    def act(visit: Visit) -> Response[str]:
        seen, id = visit.see(), pairing_of(visit)
        if id not in seen.state.where or seen.player not in seen.state.pairing(id).players:
            raise Forbidden("play this game")
        return _perform(visit, seen, command)

    return act


def _by_arbiter(command: GameCommand) -> Act:
    """The handler of what an arbiter does."""
    return lambda visit: _perform(visit, visit.see(Role.ARBITER, type(command).__name__), command)


ACTS: tuple[tuple[str, Act], ...] = (
    ("moves", play_move),
    ("ready", _by_player(BeReady())),
    ("resign", _by_player(Resign())),
    ("draw/offer", _by_player(OfferDraw())),
    ("draw/accept", _by_player(AcceptDraw())),
    ("draw/decline", _by_player(DeclineDraw())),
    ("draw/withdraw", _by_player(WithdrawDraw())),
    ("draw/claim", claim_draw),
    ("pause", _by_arbiter(PauseGame())),
    ("resume", _by_arbiter(ResumeGame())),
    ("time", add_time),
    ("declare", declare),
    ("count", count),
    ("void", _by_arbiter(VoidGame())),
    ("replay", replay),
)
"""What can be done on the page, by the end of the address, which is that of the API."""


def _number(visit: Visit, name: str) -> int:
    number = visit.form.number(name)
    return UNREADABLE if number is None else number


def _confirmed(visit: Visit) -> bool:
    return visit.form.text("confirm") == "yes"


def _perform(visit: Visit, seen: Seen, command: GameCommand) -> Response[str]:
    """The way back after `command`, or the game with what is wrong."""
    game, desk = seen_game(visit, seen).game, visit.desk
    try:
        desk.submit_game(visit.actor, visit.tournament, game.id, command, desk.journal.milliseconds()).result()
    except (Refused, Invalid) as error:
        return _refused(visit, seen, error)
    return see_other(visit, visit.back(address_of(visit)))


def _refused(visit: Visit, seen: Seen, error: Refused | Invalid) -> Response[str]:
    return show_game(visit, seen_game(visit, seen), problem=sentence(error), status=status_of(error))
