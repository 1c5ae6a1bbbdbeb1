"""What can be done to a knockout: build it, report, correct, take back, go on. Values in, a change out.

Every function answers with a `Changed`, which `applied` turns into the next state; the state that was given is not
touched. The same report again answers with no change.

Where a draw takes both players on, no bracket can be built ahead, and rounds form one at a time. The players who
advance are taken in board order, White before Black after a draw, and paired 1-2, 3-4 and so on. If they are odd in
number, the best seed without a bye so far sits out, on the last board. A round that eliminates nobody ends the event;
only the director can order another one after it. So each round that comes by itself has fewer players than the one
before, and no event goes on for ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, count

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.ids import PairingId, PlayerId
from podium.knockout import bracket
from podium.knockout.bracket import bye
from podium.knockout.draft import Draft
from podium.knockout.ladder import Mint, first_games, judge_games
from podium.knockout.match import AUTOMATIC_DRAWS, BracketMatch, Outcome, Reason, Status, check_reason
from podium.knockout.rules import Rules, Seeding
from podium.knockout.slots import FEWEST_PLAYERS, MOST_PLAYERS
from podium.knockout.state import BracketRound, Changed, Knockout, applied


@dataclass(frozen=True, slots=True)
class Consequences:
    """What another result would undo: matches that vanish with all that was played in them, those that stay without
    what they were settled at (the verdict of tie-break games, a bye, a match that nobody came to), and the champions
    there are, if they would be others. A name in a slot that is still half open is none of these."""

    matches: tuple[BracketMatch, ...] = ()
    champions: tuple[PlayerId, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.matches or self.champions)


def build(rules: Rules, entrants: Sequence[PlayerId], at: str, mint: Mint, dice: Dice) -> Knockout:
    """The knockout of `entrants`, the best first (or, for a listed field, in the order of the list).

    A drawn field is shuffled by `dice`, whose seed is kept. Raises Refused for fewer than 2 or more than 1,024.
    """
    if not FEWEST_PLAYERS <= len(entrants) <= MOST_PLAYERS:
        raise Refused("bracket-size", value=len(entrants), least=FEWEST_PLAYERS, most=MOST_PLAYERS)
    if len(set(entrants)) < len(entrants):
        twice = next(player for player in entrants if entrants.count(player) > 1)
        raise Invalid("entrant-twice", value=twice)
    drawn = rules.seeding is Seeding.DRAWN
    order = tuple(dice.shuffled(entrants) if drawn else entrants)
    draft = Draft(Knockout(rules, order, dice.seed if drawn else None), at, mint)
    bracket.lay_out(draft)
    return applied(draft.state, draft.changed)


def report(
    state: Knockout,
    id: PairingId,
    outcome: Outcome,
    reason: Reason | None,
    at: str,
    mint: Mint,
    *,
    confirm: bool = False,
) -> Changed:
    """What the result of a match or tie-break game leads to; nothing if it is known already.

    Another result than the one known is a correction: if it would undo something, it raises Refused with
    the ids of the matches and the champions it would undo, until it is `confirm`ed. Raises Refused for a draw by
    agreement where players cannot agree one, and for a draw without a reason where only draws by the rules stand.
    """
    changed = _reported(state, id, outcome, check_reason(outcome, reason), at, mint)
    return _allowed(state, id, changed, confirm)


def clear(state: Knockout, id: PairingId, at: str, mint: Mint, *, confirm: bool = False) -> Changed:
    """What taking back the result of a match leads to; raises Refused like `report`."""
    return _allowed(state, id, _reported(state, id, None, None, at, mint), confirm)


def consequences(state: Knockout, id: PairingId, outcome: Outcome | None, reason: Reason | None = None) -> Consequences:
    """What that result of a match, or none, would undo."""
    numbers = count(1)
    why = None if outcome is None else check_reason(outcome, reason)
    changed = _reported(state, id, outcome, why, "", lambda: PairingId(f"new {next(numbers)}"))
    return _undone(state, id, changed)


def another_round(state: Knockout, at: str, mint: Mint) -> Changed:
    """One more round for joint champions, as the director orders; raises Refused where there are none."""
    if not state.over or len(state.champions) < 2:
        raise Refused("no-joint-champions", value=len(state.champions))
    draft = Draft(state, at, mint)
    form_after(draft, state.rounds[-1])
    return draft.changed


def _allowed(state: Knockout, id: PairingId, changed: Changed, confirm: bool) -> Changed:
    if not confirm and (undone := _undone(state, id, changed)):
        matches = [match.id for match in undone.matches]
        raise Refused("result-has-consequences", value=id, matches=matches, champions=list(undone.champions))
    return changed


def _undone(state: Knockout, id: PairingId, changed: Changed) -> Consequences:
    champions = state.champions
    if champions and applied(state, changed).champions == champions:
        champions = ()
    kept = {match.id: match for match in changed.after}
    undone = [old for old in changed.before if old.id != id and _is_undone(old, kept.get(old.id))]
    return Consequences(tuple(undone), champions)


def _is_undone(old: BracketMatch, new: BracketMatch | None) -> bool:
    return new is None or (old.parent is None and old.resolved and old.fate != new.fate)


def _reported(
    state: Knockout, id: PairingId, outcome: Outcome | None, reason: Reason | None, at: str, mint: Mint
) -> Changed:
    match = state.match(id)
    _refuse_unplayable(match)
    if _known(match, outcome, reason):
        return Changed()
    _refuse_agreed(state.rules, outcome, reason)
    draft = Draft(state, at, mint)
    if outcome is not None and outcome is match.played:
        draft.put(replace(match, played_reason=reason))
    elif match.parent is None:
        _end_match(draft, match, outcome, reason)
    else:
        draft.put(_ended(match, outcome, reason, at))
        _judge(draft, draft.match(match.parent))
    return draft.changed


def _refuse_unplayable(match: BracketMatch) -> None:
    if match.played is Outcome.BYE:
        raise Refused("match-is-bye", value=match.id)
    if match.status is Status.CANCELED:
        raise Refused("match-cancelled", value=match.id)
    if not match.full:
        raise Refused("match-open", value=match.id)


def _refuse_agreed(rules: Rules, outcome: Outcome | None, reason: Reason | None) -> None:
    """Nothing, unless this is a draw that two players agreed, or may have agreed, where they cannot."""
    if outcome is not Outcome.DRAW:
        return
    allowed, mode = [each.value for each in AUTOMATIC_DRAWS], rules.draw_rule_mode.value
    if reason is Reason.DRAW_AGREEMENT and not rules.draws_by_agreement:
        raise Refused("draw-agreement-refused", field="resultReason", value=reason.value, allowed=allowed, mode=mode)
    if reason is None and rules.draws_need_a_reason:
        raise Refused("draw-reason-missing", field="resultReason", value=None, allowed=allowed, mode=mode)


def _known(match: BracketMatch, outcome: Outcome | None, reason: Reason | None) -> bool:
    """Whether a report says nothing new: the game's own result again, or the one its tie-break games led to."""
    if outcome is None:
        return match.played is None
    if outcome is match.played:
        return reason in (None, match.played_reason)
    return outcome is match.verdict and reason in (None, match.verdict_reason)


def _ended(match: BracketMatch, outcome: Outcome | None, reason: Reason | None, at: str) -> BracketMatch:
    """`match` with that result of its own, and without what tie-break games made of an earlier one."""
    return replace(
        match,
        status=Status.PENDING if outcome is None else Status.FINISHED,
        played=outcome,
        played_reason=reason,
        verdict=None,
        verdict_reason=None,
        finished_at=None if outcome is None else match.finished_at or at,
        tie_breaks=(),
    )


def _end_match(draft: Draft, match: BracketMatch, outcome: Outcome | None, reason: Reason | None) -> None:
    for old in draft.games_of(match):
        draft.remove(old)
    ended = _ended(match, outcome, reason, draft.at)
    if outcome is Outcome.DRAW:
        games = first_games(ended, draft.state.rules, draft.mint)
        for each in games:
            draft.add(each)
        ended = replace(ended, tie_breaks=tuple(each.id for each in games))
    _settle(draft, ended)


def _judge(draft: Draft, parent: BracketMatch) -> None:
    """Brings the tie-break games of `parent`, and its verdict, in line with the results they have now."""
    games = draft.games_of(parent)
    ruled, after = judge_games(parent, games, draft.state.rules, draft.mint)
    for each in games:
        if each.id not in ruled.tie_breaks:
            draft.remove(each)
    for each in after:
        if each.id in parent.tie_breaks:
            draft.put(each)
        else:
            draft.add(each)
    _settle(draft, ruled)


def _settle(draft: Draft, match: BracketMatch) -> None:
    """Puts a match as it is now, and passes on who advances from it."""
    draft.put(match)
    if not draft.state.rules.both_advance:
        bracket.pass_on(draft, match)
    elif not match.third_place:
        settle(draft, match.round)


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
