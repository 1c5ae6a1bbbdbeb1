"""Pairing by hand in FIDE mode: an event that the rules cannot finish is finished so."""

from __future__ import annotations

from podium.flow.commands import EditRound
from podium.flow.formats.registry import format_of
from tests.kit.events import director, refused


def test_more_rounds_than_the_rules_allow_are_finished_by_hand() -> None:
    event = director("swiss", rules="fide", rounds=4)
    event.players(*"ABCD")
    for number in (1, 2, 3):
        event.pair()
        event.all_results("1-0")
        event.close(number)
    with refused("round-impossible-at-all"):
        event.pair()
    event.pairs(4, [("A", "B"), ("C", "D")])
    assert event.round().editing
    assert format_of(event.state).engine.differences(event.state, event.round())
    with refused("differences-not-acknowledged"):
        event.do(EditRound(4, open=False))
    event.do(EditRound(4, open=False, acknowledge=True))
    event.all_results("1/2-1/2")
    event.close(4)
    assert len(event.state.rounds) == 4
    assert not event.round().pending
