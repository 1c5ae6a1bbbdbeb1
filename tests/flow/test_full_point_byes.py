"""Full-point byes are recognised before they are given."""

from __future__ import annotations

import pytest

from podium.core.ids import PairingId
from podium.core.result import ByeType
from podium.flow.commands import GiveBye, HandPairing, PairByHand, PairRound, RecordBye
from podium.flow.full_point_byes import gives_full_point_bye
from tests.kit.events import Director, director


@pytest.fixture
def event() -> Director:
    """Five players in a round with an allocated bye and a full-point one."""
    event = director("manual")
    event.players(*"ABCDE")
    event.pairs(1, [("A", "B"), ("C", "", "bye"), ("D", "", "unpaired")])
    return event


@pytest.mark.parametrize("kind", [kind for kind in ByeType if kind.can_be_given])
def test_every_way_to_give_one_is_recognised(event: Director, kind: ByeType) -> None:
    ann, full = event.id("A"), kind is ByeType.UNPAIRED
    for command in (
        GiveBye(1, event.id("E"), kind),
        RecordBye(event.pairing_id("C"), kind),
        PairByHand((HandPairing(ann, bye=kind),)),
    ):
        assert gives_full_point_bye(event.state, command) is full


def test_nothing_else_is_taken_for_one(event: Director) -> None:
    full = ByeType.UNPAIRED
    for command in (
        RecordBye(event.pairing_id("D"), full),  # it is one already
        RecordBye(event.pairing_id("A"), full),  # a game, which is refused
        RecordBye(PairingId("nowhere"), full),
        PairByHand((HandPairing(event.id("A"), event.id("B"), bye=full),)),
        PairRound(),
    ):
        assert not gives_full_point_bye(event.state, command)
