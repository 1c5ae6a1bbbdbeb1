"""The tie-break games of a drawn match: which are created, with which colours, and when they are decided.

The ladder always ends. Games of the policy are decided as soon as the lead is larger than the number of games left
(so at the required wins, or earlier if draws leave too few), and after the last game by more wins. If wins are equal
then, one Armageddon game follows, and that one cannot be drawn: Black wins a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from podium.core.ids import PairingId, PlayerId
from podium.knockout.match import BracketMatch, Outcome, Reason, Status, turned
from podium.knockout.rules import Rules, TieBreakPolicy

Mint = Callable[[], PairingId]
"""Gives a fresh id with each call."""


def first_games(parent: BracketMatch, rules: Rules, mint: Mint) -> tuple[BracketMatch, ...]:
    """The games that the draw of `parent` leads to."""
    policy = rules.tie_break_policy
    return tuple(game(parent, policy, index, rules, mint) for index in range(1, policy.games + 1))


def game(parent: BracketMatch, kind: TieBreakPolicy, index: int, rules: Rules, mint: Mint) -> BracketMatch:
    """One tie-break game of `parent`, on its round and board."""
    white, black = colours(parent, kind, index)
    return BracketMatch(
        id=mint(),
        round=parent.round,
        board=parent.board,
        white=white,
        black=black,
        parent=parent.id,
        index=index,
        kind=kind,
        clock=rules.armageddon_clock if kind is TieBreakPolicy.ARMAGEDDON else rules.tie_break_clock,
    )


def colours(parent: BracketMatch, kind: TieBreakPolicy, index: int) -> tuple[PlayerId | None, PlayerId | None]:
    """White and Black of a tie-break game: as in the parent, alternating in a best-of, swapped for Armageddon."""
    swapped = kind is TieBreakPolicy.ARMAGEDDON or (kind.alternates and index % 2 == 0)
    return (parent.black, parent.white) if swapped else (parent.white, parent.black)


def judge_games(
    parent: BracketMatch, games: Sequence[BracketMatch], rules: Rules, mint: Mint
) -> tuple[BracketMatch, tuple[BracketMatch, ...]]:
    """`parent` and its tie-break games as the results of the games make them.

    Games that cannot matter any more are cancelled, and come back when a correction makes them matter. The Armageddon
    game after others is there when those are level, and only then.
    """
    policy = games[0].kind
    assert policy is not None  # a tie-break game has its kind
    planned = 0 if policy is TieBreakPolicy.ARMAGEDDON else policy.games
    regular, last = list(games[:planned]), list(games[planned:])
    outcomes = [_for_parent(parent, each) for each in regular if each.status is Status.FINISHED]
    lead = outcomes.count(Outcome.WHITE_WIN) - outcomes.count(Outcome.BLACK_WIN)
    left = planned - len(outcomes)
    verdict: tuple[Outcome, Reason] | None = None
    if abs(lead) > left:
        verdict = Outcome.WHITE_WIN if lead > 0 else Outcome.BLACK_WIN, Reason.by(policy)
        regular, last = [_unless_finished(each, Status.CANCELED) for each in regular], []
    elif left:
        regular, last = [_unless_finished(each, Status.PENDING) for each in regular], []
    else:
        last = last or [game(parent, TieBreakPolicy.ARMAGEDDON, planned + 1, rules, mint)]
        verdict = _armageddon(parent, last[0])
    after = (*regular, *last)
    outcome, reason = verdict or (None, None)
    ids = tuple(each.id for each in after)
    return replace(parent, verdict=outcome, verdict_reason=reason, tie_breaks=ids), after


def _armageddon(parent: BracketMatch, last: BracketMatch) -> tuple[Outcome, Reason] | None:
    """What an Armageddon game decides, once it is over; if neither player came, neither advances."""
    if last.status is not Status.FINISHED:
        return None
    outcome = _for_parent(parent, last)
    if outcome is Outcome.DOUBLE_FORFEIT:
        return outcome, Reason.DOUBLE_NO_SHOW
    if outcome is Outcome.DRAW:  # Black, who had White in the parent, wins it
        outcome = Outcome.WHITE_WIN
    return outcome, Reason.TIE_BREAK_ARMAGEDDON


def _unless_finished(game: BracketMatch, status: Status) -> BracketMatch:
    return game if game.status is Status.FINISHED else replace(game, status=status)


def _for_parent(parent: BracketMatch, game: BracketMatch) -> Outcome:
    """The result of a game as if the players had had the colours of the parent: wins count per player."""
    assert game.played is not None  # only finished games are asked
    return game.played if game.white == parent.white else turned(game.played)
