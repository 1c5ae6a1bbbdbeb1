"""A session of pairing by hand: how an edit opens one, and how it ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from podium.core.dice import Dice
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.result import ByeType
from podium.flow import commands
from podium.flow.events import BoardsChanged, EditingChanged, Events, RoundPaired
from podium.flow.formats.registry import format_of
from podium.flow.lookups import open_round
from podium.flow.rounds.boards import in_order
from podium.flow.rounds.pairing import BY_HAND, by_hand
from podium.flow.state import Pairing, Round, Stage, Tournament

EndsSessions = (
    commands.PublishRound | commands.CloseRound | commands.PairRound | commands.PairByHand | commands.PairAllRounds
)
"""The commands before which sessions end that were opened by an edit alone."""


def written(state: Tournament, round: int, lines: Iterable[commands.HandPairing], now: str, dice: Dice) -> RoundPaired:
    """Round `round` as written in `lines`, in a session where an engine could have paired it."""
    opens = format_of(state).engine.can_be_compared
    return replace(by_hand(state, round, lines, now, dice), editing=opens, implied=opens)


def in_session(state: Tournament, here: Round, edit: Events) -> Events:
    """An edit of a round; one that changes who meets whom, and with which colour, opens a session if none is open."""
    sessions = format_of(state).engine.can_be_compared and here.stage is not Stage.CLOSED
    rearranged = any(isinstance(each, BoardsChanged) and seats(each.before) != seats(each.after) for each in edit)
    if here.editing or not sessions or not rearranged:
        return edit
    return (EditingChanged(here.number, before=False, after=True, implied=True), *edit)


def editing_changed(state: Tournament, command: commands.EditRound) -> Events:
    """The round opened for changes by hand, or these ended: what is not as the engine pairs must be acknowledged."""
    here = open_round(state, command.round)
    if here.editing is command.open:
        return ()
    if command.open:
        return (EditingChanged(here.number, before=False, after=True),)
    differing = format_of(state).engine.differences(state, here)
    if differing and not command.acknowledge:
        raise Refused("differences-not-acknowledged", value=here.number, count=differing)
    ended = EditingChanged(here.number, True, False, here.implied, differing)
    return (ended, *in_order(here, format_of(state).engine.board_order(state, here)))


def sessions_ended(state: Tournament, command: EndsSessions) -> Events:
    """The sessions that end because of what is done next.

    Only those that an edit opened by itself do, and by FIDE's rules only if the round is as the engine pairs it. The
    boards of a round that was written as a whole stay as they were written.
    """
    rounds = state.rounds
    if isinstance(command, commands.PublishRound | commands.CloseRound):
        rounds = state.rounds[: command.round]
    return tuple(event for here in rounds if here.editing and here.implied for event in _ended(state, here))


def _ended(state: Tournament, here: Round) -> Events:
    engine = format_of(state).engine
    differing = engine.differences(state, here)
    if differing and state.in_fide_mode:
        return ()
    ended = EditingChanged(here.number, before=True, after=False, implied=True, differing=differing)
    if here.engine == BY_HAND:
        return (ended,)
    return (ended, *in_order(here, engine.board_order(state, here)))


def seats(pairings: Iterable[Pairing]) -> set[tuple[PlayerId, ...]]:
    """Who meets whom with which colour, and who has the bye of the pairing; without the byes that no engine gives."""
    return {each.players for each in pairings if each.bye_kind in (None, ByeType.BYE)}
