"""Prizes given away one after another, each to the best player still in play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from podium.core.bits import lowest, members
from podium.prizes.field import Field
from podium.prizes.model import Mode, Prize
from podium.prizes.outcome import Award, Conflict, tie


def in_turn(field: Field, queue: Sequence[Prize], free: int) -> Iterator[Award | Conflict]:
    """What becomes of each prize of `queue` that anybody in the set `free` may win.

    A prize whose best candidates are alike is withheld, and they stay in play for the next.
    """
    once = field.contest.rules.mode is Mode.FIRST_WIN
    for prize in queue:
        in_play = field.eligible[prize.category_id] & free
        if not in_play:
            continue
        best, others = lowest(in_play), in_play & (in_play - 1)
        if others & field.alike.get(best, 0):
            yield tie(prize.id, field.ids(members(in_play & field.alike[best])))
            continue
        yield Award(prize.id, field.players[best].id, field.tie_break(best, others))
        if once:
            free ^= 1 << best
