"""Where a tournament stands, the one thing its director does next, and its status and that of a round in a word."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from podium.flow.formats.registry import format_of
from podium.flow.state import Round, Stage, Tournament


class Step(Enum):
    """What is to be done next."""

    ADD_PLAYERS = "add players"
    PUBLISH = "publish the tournament"
    PAIR = "pair a round"
    END_EDITING = "end the editing of a round by hand"
    PUBLISH_ROUND = "publish a round"
    ENTER_RESULTS = "enter results"
    CLOSE_ROUND = "close a round"
    LOOK = "look at the final standings"


@dataclass(frozen=True, slots=True)
class Progress:
    """The next step, the round it is about, how many results that round lacks, and how many rounds are planned.

    `then` is what else waits meanwhile: the present round where one of the past is to be closed first, or a draft.
    """

    step: Step
    round: int
    missing: int
    planned: int | None
    then: Progress | None = None


def round_by_round(state: Tournament) -> Progress:
    """Where the tournament stands: what the round being played waits for, or an earlier one that is only to be closed.

    An earlier round that lacks results is left alone (a game was put off), until nothing else is to be done.
    """
    now = _at_the_front(state)
    unfinished = next((here for here in state.rounds if here.adjourned), None)
    if now.step is Step.LOOK and unfinished is not None:
        return Progress(Step.ENTER_RESULTS, unfinished.number, unfinished.adjourned, now.planned)
    open_ones = left_open(state)
    back = next((each for each in open_ones if not each.pending), None)
    if back is None and open_ones and now.step is Step.LOOK:
        back = open_ones[0]
    step = waits_for(back) if back else None
    if back is None or step is None:
        return now
    then = None if now.step is Step.LOOK else now
    return Progress(step, back.number, len(back.pending), now.planned, then)


def _at_the_front(state: Tournament) -> Progress:
    planned = planned_rounds(state)
    here = current_round(state)
    if here is None:
        return Progress(before_round_1(state), 1, 0, planned)
    if (step := waits_for(here)) is not None:
        coming = _after(state, here) if step is Step.ENTER_RESULTS and _well_on(here) else None
        drafted = coming if coming and coming.stage is Stage.DRAFT else None
        then = Progress(Step.PUBLISH_ROUND, drafted.number, len(drafted.pending), planned) if drafted else None
        if step is Step.END_EDITING and here.stage is Stage.PUBLISHED and here.pending:
            then = Progress(Step.ENTER_RESULTS, here.number, len(here.pending), planned)
        return Progress(step, here.number, len(here.pending), planned, then)
    if planned is not None and here.number >= planned:
        return Progress(Step.LOOK, here.number, 0, planned)
    return Progress(Step.PAIR, here.number + 1, 0, planned)


def current_round(state: Tournament) -> Round | None:
    """The round being played: the latest one, without those paired ahead; None before the first is paired.

    It is the last that has most of its results, until it has all of them, or until games of the next one are played.
    So neither a game put off nor one played in advance says that the hall is at another round. Automatic rounds run
    side by side, and none of them is the one.
    """
    if not state.rounds or state.rounds[0].automatic:
        return None
    well_on = [each for each in state.rounds if _well_on(each)]
    here = well_on[-1] if well_on else state.rounds[0]
    coming = _after(state, here)
    return coming if coming and _well_on(here) and (not here.pending or has_begun(coming)) else here


def left_open(state: Tournament) -> tuple[Round, ...]:
    """The rounds before the present one that are open: never closed, or reopened."""
    here = current_round(state)
    return tuple(each for each in state.rounds if here and each.number < here.number and waits_for(each) is not None)


def waits_for(here: Round) -> Step | None:
    """What the round still waits for; None once it is closed."""
    if here.stage is Stage.CLOSED:
        return None
    if here.editing:
        return Step.END_EDITING
    if here.stage is Stage.DRAFT:
        return Step.PUBLISH_ROUND
    return Step.ENTER_RESULTS if here.pending else Step.CLOSE_ROUND


def has_begun(here: Round) -> bool:
    """Whether a game of the round was played; one that nobody came to says nothing."""
    return any(each.played for each in here.games.values())


def _well_on(here: Round) -> bool:
    return here.stage is Stage.CLOSED or 2 * len(here.pending) <= len(here.meetings)


def _after(state: Tournament, here: Round) -> Round | None:
    return state.rounds[here.number] if here.number < len(state.rounds) else None


def planned_rounds(state: Tournament) -> int | None:
    """How many rounds there will be: as the settings say, or as the format needs for the players entered."""
    return format_of(state).rounds_expected(state)


def before_round_1(state: Tournament) -> Step:
    """What is to be done before anything is paired."""
    if sum(not player.withdrawn for player in state.players.values()) < format_of(state).engine.fewest_players:
        return Step.ADD_PLAYERS
    return Step.PAIR if state.published else Step.PUBLISH


TournamentStatus = Literal["draft", "published", "archived"]


class RoundStatus(Enum):
    """How far a round is, as a director sees it: `playing` from its first result until it is closed."""

    DRAFT = "draft"
    PUBLISHED = "published"
    PLAYING = "playing"
    CLOSED = "closed"


def tournament_status(state: Tournament) -> TournamentStatus:
    """`draft`, `published` or `archived`."""
    if state.archived:
        return "archived"
    return "published" if state.published else "draft"


def round_status(here: Round) -> RoundStatus:
    """How far the round is."""
    if here.stage is not Stage.PUBLISHED:
        return RoundStatus(here.stage.value)
    begun = any(each.entered for each in here.games.values())
    return RoundStatus.PLAYING if begun else RoundStatus.PUBLISHED
