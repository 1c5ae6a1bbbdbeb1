"""How a question of FIDE mode that has several steps is answered: with the number that the step before it came with.

A question of one step is answered with 1. Where only the second step may act, whoever answers has to have been asked:
the number of each step belongs to what was asked, of whom and of which event. That is no secret, but nobody gives it by
haste or by habit. It stays the same while the question does: results that come in meanwhile do not put it anew.
"""

from __future__ import annotations

import hashlib

from podium.app.ports import Intent
from podium.core.errors import Cautioned
from podium.flow.state import Tournament

_PLACES = 1_000_000
MOST_ACKNOWLEDGED = 10 * _PLACES - 1
"""The largest number that a question is answered with: its first figure is the step."""


def steps_read(intent: Intent, state: Tournament, question: Cautioned) -> int:
    """How many steps of a question with several have been put to whoever answers it, and read."""
    steps = int(str(question.facts["steps"]))
    return next(
        (step for step in range(1, steps + 1) if intent.acknowledged == _number(intent, state, question, step)), 0
    )


def next_step(intent: Intent, state: Tournament, question: Cautioned, read: int) -> Cautioned:
    """The question at the step after those that were `read`, with the number to answer it with."""
    return question.at_step(read + 1, _number(intent, state, question, read + 1))


def _number(intent: Intent, state: Tournament, question: Cautioned, step: int) -> int:
    asked = (intent.stream, intent.actor.key, intent.command, question.facts["cautions"], len(state.rounds), step)
    digest = hashlib.sha256(repr(asked).encode()).digest()
    return step * _PLACES + int.from_bytes(digest[:8], "big") % _PLACES
