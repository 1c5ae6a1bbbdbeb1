"""What is said of a pairing where a format has no reasons of its own."""

from __future__ import annotations

from dataclasses import replace

from podium.app.formats.protocol import FormatViews
from podium.flow.commands import PairRound
from podium.flow.rounds.pairing import BY_HAND
from tests.kit.events import director


class Unexplained(FormatViews):
    """A format whose engine nobody has put into words."""

    name = "unexplained"


def test_no_reason_is_made_up_for_an_engine_without_one() -> None:
    event = director("swiss", "t1", rounds=3)
    event.players("A", "B", "C", "D")
    event.do(PairRound())
    here = event.state.rounds[0]
    game = here.boards[0]
    assert Unexplained().why(event.state, here, game).parts == ()
    by_hand = replace(here, engine=BY_HAND)
    assert [part.title for part in Unexplained().why(event.state, by_hand, game).parts] == ["By hand"]
