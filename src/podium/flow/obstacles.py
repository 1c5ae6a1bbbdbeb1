"""What keeps a commit from being taken back: what it left has changed since, is built upon, or could never be true.

Commands check what they change. Taking back an old commit changes things that later commands relied on, in more ways
than each could foresee, so the outcome is looked at as a whole (`problems`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from podium.core.ids import PlayerId
from podium.flow import events
from podium.flow.event.declaration import changed_options
from podium.flow.event.tournament import frozen_options
from podium.flow.events import Obstacle
from podium.flow.formats.knockout_rounds import bracket_built_upon, bracket_not_wanted, matches_changed_since
from podium.flow.formats.played_stages import shifted, stage_of_event
from podium.flow.rounds.rounds import paired
from podium.flow.standings.ties import order_of
from podium.flow.state import Boards, Game, Match, PlayedStage, Round, Stage, Tournament


def in_the_way(state: Tournament, event: events.Event) -> Obstacle | None:
    """What keeps `event` from being taken back: its outcome is no longer what it was, or is built upon."""
    if isinstance(event, events.RecordEvent):
        return None
    if (stage := stage_of_event(state, event)) is not None:
        return _in_stage(state, stage, event)
    if state.stages and isinstance(event, events.PlayersChanged) and event.seats is not None:
        return _players(state, replace(event, seats=None)) or _seats(state.stages[-1].event, event.seats)
    match event:
        case events.GroupsChanged():
            begun = event.stage <= len(state.stages)
            groups = state.stages[event.stage - 1].begun.groups if begun else state.groups
            return None if groups == event.after else ("groups", {})
        case events.StageBegun():
            last = state.stages[-1] if state.stages else None
            if last is None or replace(last.begun, groups=event.stage.groups) != event.stage:
                return ("stages", {"stage": event.stage.number})
            return ("round", {"round": last.before + 1}) if last.event.rounds else None
        case events.StageTakenBack():
            number = event.undone.stage.number
            return None if len(state.stages) == number - 1 else ("stages", {"stage": number})
        case events.SettingsChanged():
            if state.settings != event.after:
                return ("settings", {})
            relied_on = changed_options(event.before, event.after, frozen_options(state))
            return ("round", {"round": 1}) if relied_on else None
        case events.FormatChanged():
            kept = event.seats is None or state.seats == event.seats.after
            return None if state.settings == event.after and kept else ("format", {})
        case events.VisibilityChanged():
            now = events.Visibility(state.published, state.archived, state.deleted)
            return None if now == event.after else ("visibility", {})
        case events.PlayersChanged():
            return _players(state, event)
        case events.RoundPaired():
            return _round(state, event)
        case events.RoundUnpaired():
            if len(state.rounds) >= event.undone.round:
                return ("round", {"round": event.undone.round})
            # The round before it may have gone as well; then there is nothing to put this one on.
            return ("results", {"round": len(state.rounds) + 1}) if len(state.rounds) < event.undone.round - 1 else None
        case (
            events.BoardsChanged()
            | events.ResultRecorded()
            | events.SetsRecorded()
            | events.StageChanged()
            | events.EditingChanged()
        ):
            return _inside(state, event)
        case events.ReportChanged():
            return _report(state, event)
        case events.RoundStartChanged():
            return None if state.start_of(event.round) == event.after else ("start", {"round": event.round})
        case events.StartPositionChanged():
            stays = state.start_positions.get(event.round) == event.after
            return None if stays else ("start-position", {"round": event.round})
        case events.NumbersChanged():
            return _numbers(state, event)
        case events.TieOrdered():
            return _tie(state, event)
        case events.PrizesSet():
            return None if state.prizes.plan == event.after else ("prizes", {})
        case events.PrizeRulesSet():
            return None if state.prizes.rules == event.after else ("prizes", {})
        case events.PrizesAllocated():
            return None if state.prizes.allocated == event.after else ("prize-list", {})
        case events.BracketBuilt():
            return bracket_built_upon(state, event)
        case events.BracketRemoved():
            return bracket_not_wanted(state, event)
        case events.BracketChanged():
            return matches_changed_since(state, event)
        case events.RatingResultRecorded():
            rated = state.rating_results.get(event.pairing)
            return None if rated is event.after else ("result", {"round": event.round})


def _in_stage(state: Tournament, stage: PlayedStage, event: events.Event) -> Obstacle | None:
    """What keeps something from being taken back that happened in a stage, with the numbers of the whole event."""
    if stage is not state.stages[-1] and isinstance(event, events.TieOrdered):
        return ("stages", {"stage": stage.begun.number + 1})  # who went on may have followed from it
    found = in_the_way(stage.event, shifted(event, -stage.before))
    return found and _outside(found, stage)


def _outside(found: Obstacle, stage: PlayedStage) -> Obstacle:
    what, facts = found
    round = facts.get("round")
    return (what, {**facts, "round": round + stage.before}) if isinstance(round, int) else found


def _numbers(state: Tournament, event: events.NumbersChanged) -> Obstacle | None:
    """Numbers can go back until a round was paired with them."""
    if state.renumbered != event.after:
        return ("numbers", {})
    given = event.after or event.before
    paired_since = given is not None and len(state.rounds) > given.rounds
    return ("round", {"round": len(state.rounds)}) if paired_since else None


def _tie(state: Tournament, event: events.TieOrdered) -> Obstacle | None:
    """An order can go back while it is the one that these players have."""
    about = event.after or event.before
    assert about is not None  # an event with neither changes nothing
    return None if order_of(state, about.rounds, about.players) == event.after else ("tie", {})


def _players(state: Tournament, event: events.PlayersChanged) -> Obstacle | None:
    staying = {player.id for player in event.before}
    for player in event.after:
        if state.players.get(player.id) != player:
            return ("player", {"name": player.name})
        if player.id not in staying and (met := _first_round(state, player.id)):
            return ("round", {"round": met, "name": player.name})
    for player in event.before:
        if player.id in state.players and player.id not in {new.id for new in event.after}:
            return ("player", {"name": player.name})
    for old, new in zip(event.before, event.after, strict=False):
        for number in sorted(old.byes.keys() | new.byes.keys()):
            if number <= len(state.rounds) and old.byes.get(number) != new.byes.get(number):
                return ("round", {"round": number, "name": new.name})
    return _seats(state, event.seats) if event.seats is not None else None


def _seats(state: Tournament, seating: events.Seating) -> Obstacle | None:
    """A seat can be given back until its player has been paired."""
    came = {id for seats in seating.after.values() for id in seats}
    came -= {id for seats in seating.before.values() for id in seats}
    for id in sorted(came):
        if met := _first_round(state, id):
            return ("round", {"round": met, "name": state.players[id].name})
    if state.seats != seating.after:
        known = {id for seats in seating.after.values() for id in seats}
        others = [id for seats in state.seats.values() for id in seats if id not in known]
        return ("player", {"name": state.players[others[0]].name}) if others else ("round", {"round": 1})
    return None


def _first_round(state: Tournament, player: PlayerId) -> int | None:
    return next((here.number for here in state.rounds if here.pairing_of(player) is not None), None)


def _round(state: Tournament, event: events.RoundPaired) -> Obstacle | None:
    if len(state.rounds) > event.round:
        return ("round", {"round": event.round + 1})
    if len(state.rounds) < event.round:
        return ("results", {"round": event.round})
    here = state.rounds[event.round - 1]
    if here.stage is not event.stage:
        return ("stage", {"round": event.round})
    if paired(here, event.seats) != _sorted(as_paired(state, event)):
        return ("results", {"round": event.round})
    if event.seats is not None and state.seats != event.seats:
        late = next(id for section, seats in state.seats.items() for id in seats if id not in event.seats[section])
        return ("player", {"name": state.players[late].name})
    return None


def as_paired(state: Tournament, event: events.RoundPaired) -> events.RoundPaired:
    """`event`, which brought the last round, with the pairing numbers of it where it does not name them."""
    return event if event.numbers is not None else replace(event, numbers=state.rounds[event.round - 1].numbers)


def _sorted(event: events.RoundPaired) -> events.RoundPaired:
    ordered = sorted(event.boards.games, key=lambda game: game.board)
    byes = sorted(event.boards.byes, key=lambda bye: bye.board)
    matches = sorted(event.boards.matches, key=lambda match: match.board)
    return replace(event, boards=Boards(tuple(ordered), tuple(byes), tuple(matches)))


def _report(state: Tournament, event: events.ReportChanged) -> Obstacle | None:
    """What players said can be taken back until somebody said more, or the round is closed."""
    if len(state.rounds) < event.round:
        return ("round", {"round": event.round})
    here = state.rounds[event.round - 1]
    if here.stage is Stage.CLOSED and not here.automatic:
        return ("stage", {"round": event.round})
    return None if state.reports.get(event.pairing) == event.after else ("result", {"round": event.round})


def _inside(
    state: Tournament,
    event: events.BoardsChanged
    | events.ResultRecorded
    | events.SetsRecorded
    | events.StageChanged
    | events.EditingChanged,
) -> Obstacle | None:
    if len(state.rounds) < event.round:
        return ("round", {"round": event.round})
    here = state.rounds[event.round - 1]
    if isinstance(event, events.StageChanged):
        return None if here.stage is event.after else ("stage", {"round": event.round})
    if here.stage is Stage.CLOSED and not (isinstance(event, events.ResultRecorded) and event.ends_adjournment):
        return ("stage", {"round": event.round})
    if isinstance(event, events.EditingChanged):
        return None if here.editing is event.after else ("stage", {"round": event.round})
    if isinstance(event, events.ResultRecorded):
        game = here.games.get(event.pairing)
        if isinstance(game, Game) and game.result is event.after:
            return None
        return ("result", {"round": event.round})
    if isinstance(event, events.SetsRecorded):
        match_ = here.games.get(event.pairing)
        if isinstance(match_, Match) and match_.sets_of(event.side) == event.after:
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


def problems(state: Tournament) -> Iterator[Obstacle]:
    """Everything that is wrong with `state`; nothing, for a state that commands can lead to."""
    yield from _entries(state)
    for number, here in enumerate(state.rounds, start=1):
        if here.number != number:
            yield "round", {"round": here.number}
    for stage in state.stages:
        yield from (_outside(each, stage) for each in problems(stage.event))
    for here in state.rounds if not state.stages else ():
        yield from _pairings(state, here)
    yield from _progress(state)
    for award in state.prizes.winners:
        if award.player_id not in state.players:
            yield "prize-list", {}


def _entries(state: Tournament) -> Iterator[Obstacle]:
    sections = set(state.sections)
    seated = {player for seats in state.seats.values() for player in seats}
    numbers: set[int] = set()
    for player in state.players.values():
        homeless = player.section not in sections
        unseated = player.section in state.seats and not player.withdrawn and player.id not in seated
        if homeless or unseated or player.number in numbers:
            yield "player", {"name": player.name}
        numbers.add(player.number)
    for section, seats in state.seats.items():
        for id in seats:
            if id not in state.players or state.players[id].section != section:
                yield "round", {"round": 1}


def _pairings(state: Tournament, here: Round) -> Iterator[Obstacle]:
    busy: set[PlayerId] = set()
    boards: set[int] = set()
    for pairing in here.games.values():
        where: dict[str, object] = {"round": here.number, "board": pairing.board}
        if pairing.board in boards:
            yield "pairing", where
        boards.add(pairing.board)
        for id in pairing.players:
            if id not in state.players or id in busy:
                yield "pairing", where
            elif state.players[id].section != pairing.section:
                yield "player", {"name": state.players[id].name, **where}
            busy.add(id)
    if here.stage is Stage.CLOSED and here.pending:
        yield "result", {"round": here.number}


def _progress(state: Tournament) -> Iterator[Obstacle]:
    planned = state.settings.rounds
    if planned is not None and len(state.rounds) > planned:
        yield "round", {"round": planned + 1}
    draft = False
    for here in state.rounds:
        if draft and here.stage is not Stage.DRAFT:
            yield "stage", {"round": here.number}
        draft = draft or here.stage is Stage.DRAFT
