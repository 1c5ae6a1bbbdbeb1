"""What of byes, games and meetings that are changed by hand in FIDE mode has to be named in the report file."""

from __future__ import annotations

from collections.abc import Iterator

from podium.core.result import ByeType
from podium.flow.breaches import NONE, Breach, BreachKind
from podium.flow.bye_corrections import changed_byes
from podium.flow.events import BoardsChanged, BreachRecorded, BreachRemoved, RoundPaired
from podium.flow.fide_cautions import full_point_byes
from podium.flow.formats.registry import numbers_in_round
from podium.flow.hand_concerns import hand_concerns
from podium.flow.pairing_corrections import changed_pairings
from podium.flow.state import Boards, Game, Round, Tournament
from podium.swiss import Concern

MEETINGS = (Concern.REMATCH, Concern.MEETS_AGAIN)
"""What speaks against two players meeting, past or to come."""
BYE_SIGNS = {
    ByeType.BYE: "PAB",
    ByeType.UNPAIRED: "FPB",
    ByeType.HALF: "HPB",
    ByeType.ZERO: "ZPB",
    ByeType.ABSENT: "ZPB",
    ByeType.UNSPECIFIED: "U",
}
"""The byes of a Swiss or a round robin as the comments of a report file write them."""


def full_point_byes_changed(
    state: Tournament, event: RoundPaired | BoardsChanged, after: Tournament
) -> Iterator[BreachRecorded | BreachRemoved]:
    """The full-point byes that come, and those that go: what is not there any more is not named."""
    boards = (Boards(), event.boards) if isinstance(event, RoundPaired) else (event.before, event.after)
    before, now = ({bye.player: bye.section for bye in full_point_byes(each)} for each in boards)
    for id in dict.fromkeys((*before, *now)):
        if id in before and id in now:
            continue
        section = now.get(id, before.get(id, ""))
        number = numbers_in_round(after, section, event.round)[id]
        breach = Breach(BreachKind.FULL_POINT_BYE, event.round, f"{number}=FPB", section=section)
        if id in now:
            yield BreachRecorded(breach)
        elif breach in state.breaches:
            yield BreachRemoved(breach)


def byes_corrected(state: Tournament, event: BoardsChanged, after: Tournament) -> Iterator[BreachRecorded]:
    """The byes that later rounds were paired with, and that become others."""
    for change in changed_byes(state, event):
        number = numbers_in_round(after, change.section, event.round)[change.player]
        before, now = (
            f"{number}={BYE_SIGNS[kind]}" if kind is not None else NONE for kind in (change.before, change.after)
        )
        yield BreachRecorded(Breach(BreachKind.CORRECTION, event.round, now, before, change.section))


def pairings_corrected(
    state: Tournament, event: BoardsChanged, after: Tournament
) -> Iterator[BreachRecorded | BreachRemoved]:
    """The games that later rounds were paired with, and that become others; a change back takes that back."""
    for change in changed_pairings(state, event):
        numbers = numbers_in_round(after, change.section, event.round)
        gone, come = (
            " ".join(f"{numbers[white]}-{numbers[black]}" for white, black in pairs) or NONE
            for pairs in (change.before, change.after)
        )
        back = Breach(BreachKind.CORRECTION, event.round, gone, come, change.section)
        if back in state.breaches:
            yield BreachRemoved(back)
        else:
            yield BreachRecorded(Breach(BreachKind.CORRECTION, event.round, come, gone, change.section))


def repeated_meetings(state: Tournament, here: Round) -> Iterator[BreachRecorded]:
    """The games of a round with nothing to compare it with whose players meet once more than they should."""
    again = {found.players for found in hand_concerns(state, here) if found.concern in MEETINGS}
    for section in state.sections:
        numbers = numbers_in_round(state, section, here.number)
        games = [each for each in here.in_order if isinstance(each, Game) and each.section == section]
        pairs = [f"{numbers[game.white]}-{numbers[game.black]}" for game in games if game.players in again]
        if pairs:
            yield BreachRecorded(Breach(BreachKind.BY_HAND, here.number, " ".join(pairs), NONE, section))
