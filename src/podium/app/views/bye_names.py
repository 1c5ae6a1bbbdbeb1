"""What a bye is called: a free day is one of the table, whatever kind of bye it is written down as."""

from __future__ import annotations

from podium.app.words.language import _
from podium.app.words.results import FREE_DAY, outcome
from podium.flow.seats import is_free_day
from podium.flow.state import Bye, Tournament


def bye_name(state: Tournament, bye: Bye) -> str:
    """`bye`, `half-point bye`, `free day`."""
    return _(FREE_DAY) if is_free_day(state, bye) else outcome(bye.kind)
