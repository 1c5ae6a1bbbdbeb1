"""Where a tournament stands, and the one thing its director does next."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from podium.doubles import FEWEST_PLAYERS
from podium.flow.state import Format, Round, Stage, Tournament
from podium.roundrobin import rounds_needed

FEWEST = 2


class Step(Enum):
    """What is to be done next."""

    ADD_PLAYERS = "add players"
    PUBLISH = "publish the tournament"
    PAIR = "pair a round"
    PUBLISH_ROUND = "publish a round"
    ENTER_RESULTS = "enter results"
    CLOSE_ROUND = "close a round"
    LOOK = "look at the final standings"


@dataclass(frozen=True, slots=True)
class Progress:
    """The next step, the round it is about, how many results that round lacks, and how many rounds are planned."""

    step: Step
    round: int
    missing: int
    planned: int | None


def progress(state: Tournament) -> Progress:
    """Where the tournament stands, judged by its latest round: earlier ones were left open on purpose."""
    planned = planned_rounds(state)
    if state.knockout is not None:
        here_now = state.knockout.rounds[state.knockout.begun - 1]
        due = Step.LOOK if state.knockout.over else Step.ENTER_RESULTS
        return Progress(due, here_now.number, here_now.unresolved, planned)
    if not state.rounds:
        return Progress(_before_round_1(state), 1, 0, planned)
    here = state.rounds[-1]
    if (step := _with(here)) is not None:
        return Progress(step, here.number, len(here.pending), planned)
    if planned is not None and here.number >= planned:
        return Progress(Step.LOOK, here.number, 0, planned)
    return Progress(Step.PAIR, here.number + 1, 0, planned)


def fewest(state: Tournament) -> int:
    """The number of players without whom there is no round."""
    return FEWEST_PLAYERS if state.settings.format is Format.DOUBLES else FEWEST


def planned_rounds(state: Tournament) -> int | None:
    """How many rounds there will be: as the settings say, and in a round robin as the longest table needs."""
    most = state.rounds_planned
    if state.settings.format is not Format.ROUND_ROBIN:
        return most
    sizes = [len(seats) for seats in state.seats.values()] or [
        sum(not player.withdrawn for player in state.in_section(section)) for section in state.sections
    ]
    needed = [rounds_needed(size, state.settings.cycles) for size in sizes if size >= FEWEST]
    if not needed:
        return most
    return max(needed) if most is None else min(most, max(needed))


def _before_round_1(state: Tournament) -> Step:
    if sum(not player.withdrawn for player in state.players.values()) < fewest(state):
        return Step.ADD_PLAYERS
    return Step.PAIR if state.published else Step.PUBLISH


def _with(here: Round) -> Step | None:
    """What the round still waits for; None once it is closed."""
    if here.stage is Stage.DRAFT:
        return Step.PUBLISH_ROUND
    if here.pending:
        return Step.ENTER_RESULTS
    return Step.CLOSE_ROUND if here.stage is Stage.PUBLISHED else None
