"""Rounds that form one at a time: where a draw takes both players on, no bracket can be built ahead.

Those who advance are taken in board order, White before Black after a draw, and paired 1-2, 3-4 and so on. If they
are odd in number, the best seed without a bye so far sits out, on the last board. A round that eliminates nobody
ends the event; only the director can order another one after it. So each round that comes by itself has fewer
players than the one before, and no event goes on for ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from podium.core.ids import PlayerId
from podium.knockout.bracket import bye
from podium.knockout.draft import Draft
from podium.knockout.match import BracketMatch, Outcome
from podium.knockout.state import BracketRound, Knockout


def settle(draft: Draft, number: int) -> None:
    """Takes away the rounds that followed round `number` as it was, and forms the next one if it is due."""
    for here in draft.state.rounds[number:]:
        for match in here.parents:
            draft.remove(match)
    if draft.unresolved(number) == 0:
        here = draft.round(number)
        if here.eliminates:
            form_after(draft, here)


def form_after(draft: Draft, here: BracketRound) -> None:
    """Adds the round after `here`, which must be resolved; nothing where fewer than two advance."""
    advancing = here.advancing
    if len(advancing) < 2:
        return
    number = here.number + 1
    alone = sits_out(draft.state, here, advancing) if len(advancing) % 2 else None
    paired = [player for player in advancing if player != alone]
    for board, (white, black) in enumerate(zip(paired[::2], paired[1::2], strict=True), start=1):
        draft.add(BracketMatch(draft.mint(), number, board, white, black, paired_at=draft.at))
    if alone is not None:
        draft.add(bye(BracketMatch(draft.mint(), number, len(paired) // 2 + 1), alone, draft.at))
    losers = [match.loser for match in here.ties if match.loser is not None]
    if draft.state.rules.third_place_match and len(advancing) == len(losers) == 2:
        white, black = losers
        draft.add(BracketMatch(draft.mint(), number, 2, white, black, third_place=True, paired_at=draft.at))


def sits_out(state: Knockout, here: BracketRound, advancing: Sequence[PlayerId]) -> PlayerId:
    """The best seed among those with the fewest byes up to round `here`, which is nobody's second if possible."""
    seeds = {player: number for number, player in enumerate(state.entrants)}
    earlier = chain.from_iterable(each.parents for each in state.rounds[: here.number - 1])
    byes = Counter(match.white for match in chain(earlier, here.parents) if match.played is Outcome.BYE)
    return min(advancing, key=lambda player: (byes[player], seeds[player]))
