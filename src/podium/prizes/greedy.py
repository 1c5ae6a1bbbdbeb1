"""Prizes given away one after another, each to the best player still in play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from podium.core.bits import lowest, members
from podium.prizes.field import Field
from podium.prizes.model import Mode, Prize
from podium.prizes.outcome import Award, Conflict, tie


def in_turn(field: Field, queue: Sequence[Prize], free: int, given: Sequence[Award] = ()) -> Iterator[Award | Conflict]:
    """What becomes of each prize of `queue` that anybody in the set `free` may win; `given` went by override before.

    A prize whose best candidates are alike is withheld, and they stay in play for the next. Where ranks count within
    categories a place is counted among those in play and those who have won in the category.
    """
    rules = field.contest.rules
    once = rules.mode is Mode.FIRST_WIN
    holders: dict[str, int] = defaultdict(int)
    for award in given:
        holders[field.prizes[award.prize_id].category_id] |= 1 << field.seats[award.player_id]
    for prize in queue:
        category = prize.category_id
        in_play = field.eligible[category] & free
        candidates = in_play
        if rules.category_rank:
            ranking = field.eligible[category] & (free | holders[category])
            candidates &= field.behind(prize.place, ranking, holders[category])
        if not candidates:
            continue
        best = lowest(candidates)
        if len(alike := members(in_play & field.alike.get(best, 0))) > 1:
            yield tie(prize.id, field.ids(alike))
            continue
        yield Award(prize.id, field.players[best].id, field.tie_break(best, candidates ^ 1 << best))
        holders[category] |= 1 << best
        if once:
            free ^= 1 << best
