"""What the rounds of a knockout are called."""

from __future__ import annotations

from podium.knockout.state import Knockout

_NAMES = {0: "Final", 1: "Semi-finals", 2: "Quarter-finals"}


def round_name(state: Knockout, number: int) -> str:
    """What a round is called: by its distance from the final where that is known, else by its number."""
    left = state.last_round - number
    if state.rules.both_advance:
        return f"Round {number}"
    return _NAMES.get(left, f"Round of {2 ** (left + 1)}")
