"""A whole bracket: built on the first day with open slots, which results fill.

A slot is filled as soon as the match it waits for is resolved. Where nobody comes out of that match (a double
no-show), the opponent has a bye; where nobody comes out of either, the match is cancelled and sends nobody on.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from podium.core.ids import PlayerId
from podium.knockout.draft import Draft
from podium.knockout.match import BracketMatch, Outcome, Status
from podium.knockout.slots import Bye, LoserOf, Seed, Slot, WinnerOf, first_round, later_slots, third_place_slots


class Vacant(Enum):
    """A side of a match without a player: one may still come, or nobody ever will."""

    OPEN = "open"
    NOBODY = "nobody"


Side = PlayerId | Vacant


def lay_out_first(draft: Draft) -> None:
    """Adds the first round."""
    for board, slots in enumerate(first_round(len(draft.state.entrants), draft.state.rules.seeding), start=1):
        draft.add(_seated(draft, BracketMatch(draft.mint(), 1, board), slots))


def lay_out_rest(draft: Draft) -> None:
    """Adds every round after the first, to the final and the match for third place."""
    last = draft.state.last_round
    for number in range(2, last + 1):
        for board in range(1, 2 ** (last - number) + 1):
            draft.add(_seated(draft, BracketMatch(draft.mint(), number, board), later_slots(number, board)))
    if draft.state.has_third_place:
        match = BracketMatch(draft.mint(), last, 2, third_place=True)
        draft.add(_seated(draft, match, third_place_slots(last)))


def pass_on(draft: Draft, match: BracketMatch) -> None:
    """Fills the slots that wait for `match` anew, and those that wait for what changes by that."""
    last = draft.state.last_round
    if match.round == last:
        return
    _reseat(draft, match.round + 1, (match.board + 1) // 2, later_slots(match.round + 1, (match.board + 1) // 2))
    if match.round == last - 1 and draft.state.has_third_place:
        _reseat(draft, last, 2, third_place_slots(last))


def _reseat(draft: Draft, number: int, board: int, slots: tuple[Slot, Slot]) -> None:
    old = draft.on_board(number, board)
    assert old is not None  # a bracket is whole
    empty = BracketMatch(old.id, number, board, third_place=old.third_place)
    new = _seated(draft, empty, slots)
    if (new.white, new.black) == (old.white, old.black) and _walkover(new) == _walkover(old):
        return  # the same people meet: what they played stands
    if old.full:  # somebody may hold a result of it: it must not be taken for one of other players
        draft.remove(old)
        new = replace(new, id=draft.mint())
        draft.add(new)
    else:
        draft.put(new)
    if new.fate != old.fate:
        pass_on(draft, new)


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
        case WinnerOf() | LoserOf():
            source = draft.on_board(slot.round, slot.board)
            assert source is not None  # a bracket is whole
            if not source.resolved:
                return Vacant.OPEN
            if isinstance(slot, LoserOf):
                return source.loser or Vacant.NOBODY
            return source.advancing[0] if source.advancing else Vacant.NOBODY


def _known(side: Side) -> PlayerId | None:
    return None if isinstance(side, Vacant) else side
