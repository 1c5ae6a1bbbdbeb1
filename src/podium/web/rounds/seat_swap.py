"""Two players of a round who are to change places: first what speaks against it, then the change."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.queries import warnings
from podium.app.rounds.round_words import bye_name
from podium.app.words.errors import sentence
from podium.core.errors import PodiumError, Refused
from podium.core.ids import PlayerId
from podium.flow.commands import RearrangePairing
from podium.flow.lookups import find_player, find_round
from podium.flow.state import Round, Tournament
from podium.web.frame.responses import page, perform_and_go
from podium.web.frame.visit import Visit


@dataclass(frozen=True, slots=True)
class ChangedBoard:
    """A board before and after two players change places, in words."""

    number: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class SwapPage:
    """Two players, the boards that change, and what speaks against the round then: what is new, and what is not."""

    url: str
    round_url: str
    round: int
    one: str
    other: str
    names: tuple[str, str]
    boards: tuple[ChangedBoard, ...]
    new: tuple[str, ...]
    gone: tuple[str, ...]
    still: tuple[str, ...]
    refused: str | None


def swap_page(visit: Visit) -> Response[str]:
    """What would come of it if two players changed places."""
    seen = visit.see(Role.ARBITER, "RearrangePairing")
    state, here = seen.state, find_round(seen.state, visit.number("round"))
    one, other = (find_player(state, PlayerId(visit.query.get(name, ""))).id for name in ("one", "other"))
    boards: tuple[ChangedBoard, ...] = ()
    before = [each.said for each in warnings(state, here)]
    after = before
    refused = None
    try:
        _head, receipt = visit.desk.preview(visit.actor, visit.tournament, swap_command(here, one, other))
        then = receipt.state.rounds[here.number - 1]
        boards = tuple(
            ChangedBoard(each.board, _line(state, here, each.id), _line(receipt.state, then, each.id))
            for each in then.in_order
            if each.id in here.games and here.games[each.id] != each
        )
        after = [each.said for each in warnings(receipt.state, then)]
    except PodiumError as error:
        refused = sentence(error)
    context = SwapPage(
        url=f"{visit.url}/rounds/{here.number}/swap",
        round_url=f"{visit.url}/rounds/{here.number}?edit=yes",
        round=here.number,
        one=one,
        other=other,
        names=(state.players[one].name, state.players[other].name),
        boards=boards,
        new=tuple(each for each in after if each not in before),
        gone=tuple(each for each in before if each not in after),
        still=tuple(each for each in after if each in before),
        refused=refused,
    )
    return page(visit, "seat_swap.html", context, seen=seen, nav="rounds")


def swap(visit: Visit) -> Response[str]:
    """The round with the two in each other's places, if it is still as it was looked at."""
    seen = visit.see(Role.ARBITER, "RearrangePairing")
    here = find_round(seen.state, visit.number("round"))
    one, other = (find_player(seen.state, PlayerId(visit.form.text(name))).id for name in ("one", "other"))
    to = f"{visit.url}/rounds/{here.number}?edit=yes"
    return perform_and_go(visit, seen, swap_command(here, one, other), to, expected=visit.version)


def swap_command(here: Round, one: PlayerId, other: PlayerId) -> RearrangePairing:
    """What puts two players in each other's places; refuses two who both have none."""
    seat = here.pairing_of(one)
    if seat is None:
        one, other = other, one
        seat = here.pairing_of(one)
    if seat is None or one == other:
        raise Refused("nobody-to-swap", value=[one, other], round=here.number)
    if other in seat.players:
        return RearrangePairing(seat.id, turn=True)
    if one != seat.players[0]:
        return RearrangePairing(seat.id, black=other)
    return RearrangePairing(seat.id, white=other)


def _line(state: Tournament, here: Round, id: object) -> str:
    pairing = next(each for each in here.in_order if each.id == id)
    names = " - ".join(state.players[player].name for player in pairing.players)
    return f"{names}, {bye_name(state, pairing)}" if pairing.is_bye else names
