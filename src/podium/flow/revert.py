"""Taking one commit back against the present state, or saying what now depends on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.flow.event.declaration import Fixed, changed_options
from podium.flow.event.settings import OPTIONS
from podium.flow.event.tournament import frozen_options
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
    Events,
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
    Seating,
    SetsRecorded,
    SettingsChanged,
    StageChanged,
    StartPositionChanged,
    TieOrdered,
    TournamentCreated,
    Visibility,
    VisibilityChanged,
    opposite,
)
from podium.flow.evolve import evolve
from podium.flow.fide.breaches import BreachKind
from podium.flow.formats.knockout_undo import (
    bracket_built_upon,
    bracket_not_wanted,
    changed_match,
    matches_changed_since,
)
from podium.flow.invariants import Obstacle, problems
from podium.flow.rounds.rounds import paired
from podium.flow.standings.ties import order_of
from podium.flow.state import Boards, Game, Match, RuleSet, Stage, Tournament


def reverted(
    state: Tournament, version: int, events: Sequence[Event], later: Iterable[Event] = (), *, again: bool = False
) -> Events:
    """The events that take commit `version` back; refuses where something later depends on it.

    `later` are the events that came after it and still stand: a thing that was changed and changed back since looks
    untouched, but taking the first change back would leave the others without what they were made for.
    """
    if any(isinstance(event, TournamentCreated) for event in events):
        raise Refused("nothing-to-undo", value=version)
    back: list[Event] = [CommitReverted(version, again)]
    known = list(problems(state))  # an event brought over from an older database may have some
    # what was declared when rounds were paired is nothing that they rely on
    late = any(isinstance(each, BreachRecorded) and each.breach.kind is BreachKind.CONFIGURATION for each in events)
    for event in reversed(events):
        if (obstacle := in_the_way(state, event)) is not None and not (late and obstacle[0] == "round"):
            raise _depended_on(version, obstacle)
        if (undo := opposite(_as_paired(state, event) if isinstance(event, RoundPaired) else event)) is None:
            continue
        back.append(undo)
        state = evolve(state, undo)
    for problem in problems(state):
        if problem not in known:
            raise _depended_on(version, problem)
    since = {part for each in later for part in _parts(each)}
    for event in events:
        if any(_within(one, other) or _within(other, one) for one in _parts(event) for other in since):
            raise _depended_on(version, _subject(event))
    return tuple(back)


def _depended_on(version: int, obstacle: Obstacle) -> Refused:
    what, facts = obstacle
    return Refused("change-depended-on", value=version, what=what, **facts)


Part = tuple[object, ...]
"""A part of the event by its path: a round contains its pairings, a player contains his games."""


def _within(inner: Part, outer: Part) -> bool:
    return inner[: len(outer)] == outer


def _parts(event: Event) -> set[Part]:
    """What `event` changes."""
    match event:
        case VisibilityChanged():
            return {("visibility",)}
        case SettingsChanged():
            freezes = [each.fixed for each in changed_options(event.before, event.after, OPTIONS)]
            by_fide = event.after.rules is RuleSet.FIDE
            plan = event.before.rounds != event.after.rounds or any(
                each is not Fixed.NEVER and (by_fide or each is not Fixed.DECLARED) for each in freezes
            )
            homes = event.before.sections != event.after.sections
            return {("settings",), *([("rounds",)] if plan else []), *([("player",)] if homes else [])}
        case FormatChanged():
            return {("settings",), ("rounds",)}
        case PlayersChanged():
            edited = {
                old.id
                for old, new in zip(event.before, event.after, strict=False)
                if (old.id, old.section) == (new.id, new.section)
            }
            return {
                ("player", player.id, "entry") if player.id in edited else ("player", player.id)
                for player in (*event.before, *event.after)
            }
        case RoundPaired():
            playing = {("player", id, "play") for pairing in event.boards for id in pairing.players}
            return {("round", event.round), ("rounds",), *playing}
        case RoundUnpaired():
            return _parts(event.undone)
        case BoardsChanged():
            return {("round", event.round, pairing.id) for pairing in (*event.before, *event.after)}
        case ResultRecorded():
            return {("round", event.round, event.pairing)}
        case SetsRecorded():
            return {("round", event.round, event.pairing, event.side)}
        case ReportChanged():
            return {("round", event.round, event.pairing), ("match", event.pairing)}
        case StageChanged():
            shown = Stage.DRAFT in (event.before, event.after)
            return {("round", event.round, "stage"), *([("round", event.round, "start")] if shown else [])}
        case RoundStartChanged():
            return {("round", event.round, "start"), ("match", "start", event.round)}
        case StartPositionChanged():
            return {("round", event.round, "start position")}
        case NumbersChanged():
            return {("numbers",)}
        case TieOrdered():
            return {("ties", each.rounds, frozenset(each.players)) for each in (event.before, event.after) if each}
        case PrizesSet():
            return {("prizes", "plan")}
        case PrizeRulesSet():
            return {("prizes", "rules")}
        case PrizesAllocated():
            return {("prizes", "list")}
        case EditingChanged():
            return {("round", event.round, "editing")}
        case BracketBuilt():
            playing = {("player", id, "play") for id in event.entrants}
            return {("match",), ("rounds",), *playing}
        case BracketRemoved():
            return _parts(event.undone)
        case BracketChanged():
            return {("match", match.id) for match in (*event.changed.before, *event.changed.after)}
        case RatingResultRecorded():
            return {("rating", event.pairing)}
        case (
            TournamentCreated()
            | CommitReverted()
            | PlayerForgotten()
            | FideModeLeft()
            | RoundWindowKept()
            | RoundPlayed()
            | BreachRecorded()
            | BreachRemoved()
        ):
            return set()


def _subject(event: Event) -> Obstacle:
    """What `event` is about, as the thing that was changed since."""
    match event:
        case SettingsChanged():
            return "settings", {}
        case FormatChanged():
            return "format", {}
        case PlayersChanged():
            return "player", {"name": (event.after or event.before)[0].name}
        case RoundPaired():
            return "results", {"round": event.round}
        case RoundUnpaired():
            return "results", {"round": event.undone.round}
        case BoardsChanged():
            pairing = next(iter((*event.after, *event.before)))
            return "pairing", {"round": event.round, "board": pairing.board}
        case ResultRecorded() | SetsRecorded() | ReportChanged() | RatingResultRecorded():
            return "result", {"round": event.round}
        case StageChanged() | EditingChanged():
            return "stage", {"round": event.round}
        case RoundStartChanged():
            return "start", {"round": event.round}
        case StartPositionChanged():
            return "start-position", {"round": event.round}
        case NumbersChanged():
            return "numbers", {}
        case TieOrdered():
            return "tie", {}
        case PrizesSet() | PrizeRulesSet():
            return "prizes", {}
        case PrizesAllocated():
            return "prize-list", {}
        case BracketBuilt() | BracketRemoved():
            return "results", {"round": 1}
        case BracketChanged():
            return changed_match(event)
        case (
            VisibilityChanged()
            | TournamentCreated()
            | CommitReverted()
            | PlayerForgotten()
            | FideModeLeft()
            | RoundWindowKept()
            | RoundPlayed()
            | BreachRecorded()
            | BreachRemoved()
        ):
            return "visibility", {}


def in_the_way(state: Tournament, event: Event) -> Obstacle | None:
    """What keeps `event` from being taken back: its outcome is no longer what it was, or is built upon."""
    match event:
        case SettingsChanged():
            if state.settings != event.after:
                return ("settings", {})
            relied_on = changed_options(event.before, event.after, frozen_options(state))
            return ("round", {"round": 1}) if relied_on else None
        case FormatChanged():
            kept = event.seats is None or state.seats == event.seats.after
            return None if state.settings == event.after and kept else ("format", {})
        case VisibilityChanged():
            now = Visibility(state.published, state.archived, state.deleted)
            return None if now == event.after else ("visibility", {})
        case PlayersChanged():
            return _players(state, event)
        case RoundPaired():
            return _round(state, event)
        case RoundUnpaired():
            if len(state.rounds) >= event.undone.round:
                return ("round", {"round": event.undone.round})
            # The round before it may have gone as well; then there is nothing to put this one on.
            return ("results", {"round": len(state.rounds) + 1}) if len(state.rounds) < event.undone.round - 1 else None
        case BoardsChanged() | ResultRecorded() | SetsRecorded() | StageChanged() | EditingChanged():
            return _inside(state, event)
        case ReportChanged():
            return _report(state, event)
        case RoundStartChanged():
            return None if state.start_of(event.round) == event.after else ("start", {"round": event.round})
        case StartPositionChanged():
            stays = state.start_positions.get(event.round) == event.after
            return None if stays else ("start-position", {"round": event.round})
        case NumbersChanged():
            return _numbers(state, event)
        case TieOrdered():
            return _tie(state, event)
        case PrizesSet():
            return None if state.prizes.plan == event.after else ("prizes", {})
        case PrizeRulesSet():
            return None if state.prizes.rules == event.after else ("prizes", {})
        case PrizesAllocated():
            return None if state.prizes.allocated == event.after else ("prize-list", {})
        case BracketBuilt():
            return bracket_built_upon(state, event)
        case BracketRemoved():
            return bracket_not_wanted(state, event)
        case BracketChanged():
            return matches_changed_since(state, event)
        case RatingResultRecorded():
            rated = state.rating_results.get(event.pairing)
            return None if rated is event.after else ("result", {"round": event.round})
        case (
            TournamentCreated()
            | CommitReverted()
            | PlayerForgotten()
            | FideModeLeft()
            | RoundWindowKept()
            | RoundPlayed()
            | BreachRecorded()
            | BreachRemoved()
        ):
            return None


def _numbers(state: Tournament, event: NumbersChanged) -> Obstacle | None:
    """Numbers can go back until a round was paired with them."""
    if state.renumbered != event.after:
        return ("numbers", {})
    given = event.after or event.before
    paired_since = given is not None and len(state.rounds) > given.rounds
    return ("round", {"round": len(state.rounds)}) if paired_since else None


def _tie(state: Tournament, event: TieOrdered) -> Obstacle | None:
    """An order can go back while it is the one that these players have."""
    about = event.after or event.before
    assert about is not None  # an event with neither changes nothing
    return None if order_of(state, about.rounds, about.players) == event.after else ("tie", {})


def _players(state: Tournament, event: PlayersChanged) -> Obstacle | None:
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


def _seats(state: Tournament, seating: Seating) -> Obstacle | None:
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
    return next((here.number for here in state.rounds if here.of(player) is not None), None)


def _round(state: Tournament, event: RoundPaired) -> Obstacle | None:
    if len(state.rounds) > event.round:
        return ("round", {"round": event.round + 1})
    if len(state.rounds) < event.round:
        return ("results", {"round": event.round})
    here = state.rounds[event.round - 1]
    if here.stage is not event.stage:
        return ("stage", {"round": event.round})
    if paired(here, event.seats) != _sorted(_as_paired(state, event)):
        return ("results", {"round": event.round})
    if event.seats is not None and state.seats != event.seats:
        late = next(id for section, seats in state.seats.items() for id in seats if id not in event.seats[section])
        return ("player", {"name": state.players[late].name})
    return None


def _as_paired(state: Tournament, event: RoundPaired) -> RoundPaired:
    """`event`, which brought the last round, with the pairing numbers of it where it does not name them."""
    return event if event.numbers is not None else replace(event, numbers=state.rounds[event.round - 1].numbers)


def _sorted(event: RoundPaired) -> RoundPaired:
    ordered = sorted(event.boards.games, key=lambda game: game.board)
    byes = sorted(event.boards.byes, key=lambda bye: bye.board)
    matches = sorted(event.boards.matches, key=lambda match: match.board)
    return replace(event, boards=Boards(tuple(ordered), tuple(byes), tuple(matches)))


def _report(state: Tournament, event: ReportChanged) -> Obstacle | None:
    """What players said can be taken back until somebody said more, or the round is closed."""
    if len(state.rounds) < event.round:
        return ("round", {"round": event.round})
    here = state.rounds[event.round - 1]
    if here.stage is Stage.CLOSED and not here.automatic:
        return ("stage", {"round": event.round})
    return None if state.reports.get(event.pairing) == event.after else ("result", {"round": event.round})


def _inside(
    state: Tournament, event: BoardsChanged | ResultRecorded | SetsRecorded | StageChanged | EditingChanged
) -> Obstacle | None:
    if len(state.rounds) < event.round:
        return ("round", {"round": event.round})
    here = state.rounds[event.round - 1]
    if isinstance(event, StageChanged):
        return None if here.stage is event.after else ("stage", {"round": event.round})
    if here.stage is Stage.CLOSED and not (isinstance(event, ResultRecorded) and event.ends_adjournment):
        return ("stage", {"round": event.round})
    if isinstance(event, EditingChanged):
        return None if here.editing is event.after else ("stage", {"round": event.round})
    if isinstance(event, ResultRecorded):
        game = here.games.get(event.pairing)
        if isinstance(game, Game) and game.result is event.after:
            return None
        return ("result", {"round": event.round})
    if isinstance(event, SetsRecorded):
        match_ = here.games.get(event.pairing)
        if isinstance(match_, Match) and match_.of(event.side) == event.after:
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
