"""Taking one commit back against the present state, or saying what now depends on it."""

from __future__ import annotations

from collections.abc import Sequence

from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.flow.decide import paired
from podium.flow.events import (
    BoardsChanged,
    CommitReverted,
    Event,
    PlayersChanged,
    ResultRecorded,
    RoundPaired,
    RoundUnpaired,
    SettingsChanged,
    StageChanged,
    TournamentCreated,
    Visibility,
    VisibilityChanged,
    opposite,
)
from podium.flow.evolve import evolve
from podium.flow.state import Boards, Game, Stage, Tournament


def reverted(state: Tournament, version: int, events: Sequence[Event], *, again: bool = False) -> tuple[Event, ...]:
    """The events that take commit `version` back; refuses where something later depends on it."""
    if any(isinstance(event, TournamentCreated) for event in events):
        raise Refused("nothing-to-undo", value=version)
    back: list[Event] = [CommitReverted(version, again)]
    for event in reversed(events):
        if (undo := opposite(event)) is None:
            continue
        if (obstacle := in_the_way(state, event)) is not None:
            what, facts = obstacle
            raise Refused("change-depended-on", value=version, what=what, **facts)
        back.append(undo)
        state = evolve(state, undo)
    return tuple(back)


Obstacle = tuple[str, dict[str, object]]


def in_the_way(state: Tournament, event: Event) -> Obstacle | None:
    """What keeps `event` from being taken back: its outcome is no longer what it was, or is built upon."""
    match event:
        case SettingsChanged():
            return None if state.settings == event.after else ("settings", {})
        case VisibilityChanged():
            now = Visibility(state.published, state.archived, state.deleted)
            return None if now == event.after else ("visibility", {})
        case PlayersChanged():
            return _players(state, event)
        case RoundPaired():
            return _round(state, event)
        case RoundUnpaired():
            late = len(state.rounds) >= event.undone.round
            return ("round", {"round": event.undone.round}) if late else None
        case BoardsChanged() | ResultRecorded() | StageChanged():
            return _inside(state, event)
        case TournamentCreated() | CommitReverted():
            return None


def _players(state: Tournament, event: PlayersChanged) -> Obstacle | None:
    staying = {player.id for player in event.before}
    for player in event.after:
        if state.players.get(player.id) != player:
            return ("player", {"name": player.name})
        if player.id not in staying and (met := _first_round(state, player.id)):
            return ("round", {"round": met, "name": player.name})
    for player in event.before:
        if player.id in state.players and not any(new.id == player.id for new in event.after):
            return ("player", {"name": player.name})
    return None


def _first_round(state: Tournament, player: PlayerId) -> int | None:
    return next((here.number for here in state.rounds if here.of(player) is not None), None)


def _round(state: Tournament, event: RoundPaired) -> Obstacle | None:
    if len(state.rounds) > event.round:
        return ("round", {"round": event.round + 1})
    here = state.rounds[event.round - 1] if len(state.rounds) >= event.round else None
    if here is None or paired(here, event.seats) != _sorted(event):
        return ("results", {"round": event.round})
    return None


def _sorted(event: RoundPaired) -> RoundPaired:
    ordered = sorted(event.boards.games, key=lambda game: game.board)
    byes = sorted(event.boards.byes, key=lambda bye: bye.board)
    return RoundPaired(
        round=event.round,
        boards=Boards(tuple(ordered), tuple(byes)),
        engine=event.engine,
        at=event.at,
        edition=event.edition,
        seed=event.seed,
        seats=event.seats,
        stage=event.stage,
    )


def _inside(state: Tournament, event: BoardsChanged | ResultRecorded | StageChanged) -> Obstacle | None:
    if len(state.rounds) < event.round:
        return ("round", {"round": event.round})
    here = state.rounds[event.round - 1]
    if isinstance(event, StageChanged):
        return None if here.stage is event.after else ("stage", {"round": event.round})
    if here.stage is Stage.CLOSED:
        return ("stage", {"round": event.round})
    if isinstance(event, ResultRecorded):
        game = here.games.get(event.pairing)
        if isinstance(game, Game) and game.result is event.after:
            return None
        return ("result", {"round": event.round})
    for pairing in event.after:
        if here.games.get(pairing.id) != pairing:
            return ("pairing", {"round": event.round, "board": pairing.board})
    busy = {player for pairing in here.games.values() for player in pairing.players}
    left = {player for pairing in event.after for player in pairing.players}
    for pairing in event.before:
        for player in pairing.players:
            if player in busy - left:
                return ("pairing", {"round": event.round, "board": pairing.board})
    return None
