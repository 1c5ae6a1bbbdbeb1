"""What an engine says of rounds, beside pairing them: how one made by hand differs, and where its boards belong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from podium.core.ids import PlayerId
from podium.flow.fide.breaches import Pairings
from podium.flow.formats.concerns import HandConcern, swiss_concerns
from podium.flow.state import Game, Round, Tournament
from podium.swiss import Field

Deviation = tuple[Pairings, Pairings]
"""The pairings that the engine would make and those that were made."""


class Engine:
    """The engine of a format that pairs nothing by rules of its own: whatever is written by hand is right.

    Where an engine `can_be_compared`, a change by hand of what it paired opens a session that is to be ended.
    """

    can_be_compared = False
    follows_results = False
    """Whether what was played decides who meets whom."""
    fewest_players = 2
    """Of how many a round is paired at least."""

    def suggested_rounds(self, players: int) -> int | None:
        """How many rounds to offer for a field of that size; None where the format decides, or anything goes."""
        return None

    def differences(self, state: Tournament, here: Round) -> int | None:
        """How many pairings of a round are not those of the engine; None where there is nothing to compare with."""
        return None

    def deviations(self, state: Tournament, here: Round) -> Mapping[str, Deviation]:
        """Where a round is not that of the engine, by section; nothing where it is, or there is nothing to compare."""
        return {}

    def concerns(self, state: Tournament, here: Round, waiting: Set[PlayerId]) -> Iterator[HandConcern]:
        """What speaks against a round made by hand; `waiting` have neither game nor bye in it."""
        return swiss_concerns(state, here, waiting)

    def board_order(self, state: Tournament, here: Round) -> list[Game]:
        """The games of a round in the order in which boards are numbered."""
        return here.boards

    def slow_fields(self, state: Tournament) -> Mapping[str, Field]:
        """What is to be paired in the next round, by section, where that can take seconds; raises Refused."""
        return {}


NO_ENGINE = Engine()
