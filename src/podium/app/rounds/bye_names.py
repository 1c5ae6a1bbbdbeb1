"""What a bye is called: nobody asked for the half-point or zero-point bye that is a free day of the table."""

from __future__ import annotations

from podium.app.rounds.result_words import FREE_DAY, outcome
from podium.app.words.language import _
from podium.core.result import ByeType
from podium.flow.players.seats import is_free_day
from podium.flow.state import Bye, Tournament


def bye_name(state: Tournament, bye: Bye) -> str:
    """`bye`, `half-point bye`, `free day`."""
    return _(FREE_DAY) if bye.kind is not ByeType.BYE and is_free_day(state, bye) else outcome(bye.kind)
