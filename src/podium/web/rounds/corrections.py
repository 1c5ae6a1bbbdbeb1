"""Where a change of the past is put right, if it cannot simply be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from podium.app.access import Role
from podium.app.desk import Seen
from podium.flow.events import (
    BoardsChanged,
    BracketBuilt,
    BracketChanged,
    BracketRemoved,
    BreachRecorded,
    BreachRemoved,
    CommitReverted,
    EditingChanged,
    Event,
    FideModeLeft,
    FormatChanged,
    NumbersChanged,
    PlayerForgotten,
    PlayersChanged,
    PrizeRulesSet,
    PrizesAllocated,
    PrizesSet,
    RatingResultRecorded,
    ReportChanged,
    ResultRecorded,
    RoundPaired,
    RoundPlayed,
    RoundStartChanged,
    RoundUnpaired,
    RoundWindowKept,
    SetsRecorded,
    SettingsChanged,
    StageChanged,
    StartPositionChanged,
    TieOrdered,
    TournamentCreated,
    VisibilityChanged,
)
from podium.flow.state import Game, Stage
from podium.web.formats.registry import pages_of


def correction_url(seen: Seen, events: Sequence[Event], url: str) -> str | None:
    """The page on which whoever has `seen` the event can put right what these events did; None where there is none."""
    recorded = next((event for event in events if not isinstance(event, CommitReverted)), None)
    if isinstance(recorded, ResultRecorded):
        return _of_result(seen, recorded, url)
    return _of_event(seen, recorded, url) if recorded is not None and seen.role >= Role.ARBITER else None


def _of_result(seen: Seen, event: ResultRecorded, url: str) -> str | None:
    state = seen.state
    if state.where.get(event.pairing) != event.round:
        return None
    here, game = state.rounds[event.round - 1], state.pairing(event.pairing)
    if here.automatic or not isinstance(game, Game):
        return pages_of(state).addresses.of_round(url, event.round)
    if here.stage is Stage.CLOSED and seen.role < Role.ARBITER:
        return None
    return f"{url}/what-if?pairing={event.pairing}"


def _of_event(seen: Seen, event: Event, url: str) -> str | None:
    match event:
        case SettingsChanged() | FormatChanged() | VisibilityChanged():
            return f"{url}/settings"
        case PlayersChanged():
            present = [player.id for player in event.after if player.id in seen.state.players]
            return f"{url}/players/{present[0]}/edit" if len(present) == 1 else f"{url}/players"
        case NumbersChanged():
            return f"{url}/players"
        case TieOrdered():
            return f"{url}/ties"
        case PrizesSet() | PrizeRulesSet() | PrizesAllocated():
            return f"{url}/prizes"
        case (
            RoundPaired()
            | BoardsChanged()
            | StageChanged()
            | RoundStartChanged()
            | StartPositionChanged()
            | EditingChanged()
            | ResultRecorded()
            | SetsRecorded()
            | ReportChanged()
            | RatingResultRecorded()
        ):
            if event.round > len(seen.state.rounds):
                return None
            return pages_of(seen.state).addresses.of_round(url, event.round)
        case BracketBuilt() | BracketChanged() | BracketRemoved() | RoundUnpaired():
            return f"{url}/{pages_of(seen.state).addresses.rounds}"
        case FideModeLeft():
            return f"{url}/settings"
        case (
            TournamentCreated()
            | CommitReverted()
            | PlayerForgotten()
            | RoundWindowKept()
            | RoundPlayed()
            | BreachRecorded()
            | BreachRemoved()
        ):
            return None
