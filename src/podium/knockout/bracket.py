"""A whole bracket: built on the first day with open slots, which results fill.

A slot is filled as soon as the match it waits for is resolved. Where nobody comes out of that match (a double
no-show), the opponent has a bye; where nobody comes out of either, the match is cancelled and sends nobody on.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from heapq import heapify, heappop, heappush

from podium.core.ids import PairingId, PlayerId
from podium.knockout.draft import Draft
from podium.knockout.match import BracketMatch, Outcome, Status
from podium.knockout.plan import Place
from podium.knockout.slots import Bye, FinalistOf, LoserOf, Seed, Slot, WinnerOf


class Vacant(Enum):
    """A side of a match without a player: one may still come, or nobody ever will."""

    OPEN = "open"
    NOBODY = "nobody"


Side = PlayerId | Vacant


def lay_out(draft: Draft) -> None:
    """Adds every round of the plan that is played in any case; where rounds form one at a time, the first."""
    state, plan = draft.state, draft.state.plan
    for number in range(1, (1 if state.rules.both_advance else plan.certain) + 1):
        for board, slots in enumerate(plan.rounds[number - 1].boards, start=1):
            draft.add(_seated(draft, _empty(draft, draft.mint(), (number, board)), slots))


def _empty(draft: Draft, id: PairingId, place: Place) -> BracketMatch:
    number, board = place
    third = draft.state.has_third_place and number == draft.state.plan.certain and board == 2
    return BracketMatch(id, number, board, third_place=third)


def pass_on(draft: Draft, match: BracketMatch) -> None:
    """Fills the slots that wait for `match` anew, and those that wait for what changes by that, in playing order."""
    followers = draft.state.plan.followers
    waiting = list(followers.get((match.round, match.board), ()))
    heapify(waiting)
    while waiting:
        place = heappop(waiting)
        if _reseat(draft, place):
            for later in followers.get(place, ()):
                if later not in waiting:
                    heappush(waiting, later)


def _reseat(draft: Draft, place: Place) -> bool:
    """Whether later matches depend on who has come to the slots of that one, which are filled anew."""
    here, old = draft.state.plan.rounds[place[0] - 1], draft.on_board(*place)
    new = _seated(draft, _empty(draft, old.id if old is not None else draft.mint(), place), here.boards[place[1] - 1])
    if old is None or (here.if_needed and not new.full):
        if old is not None:
            draft.remove(old)
        elif new.full:
            draft.add(new)
        return False
    if (new.white, new.black) == (old.white, old.black) and _walkover(new) == _walkover(old):
        return False  # the same people meet: what they played stands
    if old.full:  # somebody may hold a result of it: it must not be taken for one of other players
        draft.remove(old)
        new = replace(new, id=draft.mint())
        draft.add(new)
    else:
        draft.put(new)
    return new.fate != old.fate


def _walkover(match: BracketMatch) -> bool:
    """Whether it is settled that there is nothing to play."""
    return match.played is Outcome.BYE or (match.status is Status.CANCELED)


def _seated(draft: Draft, match: BracketMatch, slots: tuple[Slot, Slot]) -> BracketMatch:
    """`match` with the players its slots give it so far."""
    upper, lower = (_side(draft, slot) for slot in slots)
    if upper is Vacant.NOBODY and lower is Vacant.NOBODY:
        return replace(match, status=Status.CANCELED)
    if Vacant.NOBODY in (upper, lower) and Vacant.OPEN not in (upper, lower):
        there = lower if upper is Vacant.NOBODY else upper
        return bye(match, _known(there), draft.at)
    seated = replace(match, white=_known(upper), black=_known(lower))
    return replace(seated, paired_at=draft.at) if seated.full else seated


def bye(match: BracketMatch, player: PlayerId | None, at: str) -> BracketMatch:
    """`match` as a bye of `player`."""
    return replace(match, white=player, status=Status.FINISHED, played=Outcome.BYE, finished_at=at, paired_at=at)


def _side(draft: Draft, slot: Slot) -> Side:
    match slot:
        case Seed():
            return draft.state.entrants[slot.number - 1]
        case Bye():
            return Vacant.NOBODY
        case WinnerOf() | LoserOf() | FinalistOf():
            source = draft.on_board(slot.round, slot.board)
            assert source is not None  # a bracket is whole
            if not source.resolved:
                return Vacant.OPEN
            if isinstance(slot, FinalistOf):
                return source.players[slot.side] if source.result is Outcome.BLACK_WIN else Vacant.NOBODY
            if isinstance(slot, LoserOf):
                return source.loser or Vacant.NOBODY
            return source.advancing[0] if source.advancing else Vacant.NOBODY


def _known(side: Side) -> PlayerId | None:
    return None if isinstance(side, Vacant) else side
