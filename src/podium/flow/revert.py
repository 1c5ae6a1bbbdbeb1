"""Taking one commit back against the present state, or saying what now depends on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from podium.core.errors import Refused
from podium.flow import events
from podium.flow.event.declaration import Fixed, changed_options
from podium.flow.event.setting_values import RuleSet
from podium.flow.event.settings import OPTIONS
from podium.flow.events import Obstacle
from podium.flow.evolve import evolve
from podium.flow.fide.breaches import BreachKind
from podium.flow.formats.knockout_rounds import changed_match
from podium.flow.obstacles import as_paired, in_the_way, problems
from podium.flow.state import Stage, Tournament


def reverted(
    state: Tournament,
    version: int,
    committed: Sequence[events.Event],
    later: Iterable[events.Event] = (),
    *,
    again: bool = False,
) -> events.Events:
    """The events that take commit `version` back; refuses where something later depends on it.

    `later` are the events that came after it and still stand: a thing that was changed and changed back since looks
    untouched, but taking the first change back would leave the others without what they were made for.
    """
    if any(isinstance(event, events.TournamentCreated) for event in committed):
        raise Refused("nothing-to-undo", value=version)
    back: list[events.Event] = [events.CommitReverted(version, again)]
    known = list(problems(state))  # an event brought over from an older database may have some
    # what was declared when rounds were paired is nothing that they rely on
    late = any(
        isinstance(each, events.BreachRecorded) and each.breach.kind is BreachKind.CONFIGURATION for each in committed
    )
    for event in reversed(committed):
        if (obstacle := in_the_way(state, event)) is not None and not (late and obstacle[0] == "round"):
            raise _depended_on(version, obstacle)
        if (
            undo := events.opposite(as_paired(state, event) if isinstance(event, events.RoundPaired) else event)
        ) is None:
            continue
        back.append(undo)
        state = evolve(state, undo)
    for problem in problems(state):
        if problem not in known:
            raise _depended_on(version, problem)
    since = {part for each in later for part in _parts(each)}
    for event in committed:
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


def _parts(event: events.Event) -> set[Part]:
    """What `event` changes."""
    if isinstance(event, events.RecordEvent):
        return set()
    match event:
        case events.VisibilityChanged():
            return {("visibility",)}
        case events.SettingsChanged():
            freezes = [each.fixed for each in changed_options(event.before, event.after, OPTIONS)]
            by_fide = event.after.rules is RuleSet.FIDE
            plan = event.before.rounds != event.after.rounds or any(
                each is not Fixed.NEVER and (by_fide or each is not Fixed.DECLARED) for each in freezes
            )
            homes = event.before.sections != event.after.sections
            return {("settings",), *([("rounds",)] if plan else []), *([("player",)] if homes else [])}
        case events.FormatChanged():
            return {("settings",), ("rounds",)}
        case events.PlayersChanged():
            edited = {
                old.id
                for old, new in zip(event.before, event.after, strict=False)
                if (old.id, old.section) == (new.id, new.section)
            }
            return {
                ("player", player.id, "entry") if player.id in edited else ("player", player.id)
                for player in (*event.before, *event.after)
            }
        case events.RoundPaired():
            playing = {("player", id, "play") for pairing in event.boards for id in pairing.players}
            return {("round", event.round), ("rounds",), *playing}
        case events.RoundUnpaired():
            return _parts(event.undone)
        case events.BoardsChanged():
            return {("round", event.round, pairing.id) for pairing in (*event.before, *event.after)}
        case events.ResultRecorded():
            return {("round", event.round, event.pairing)}
        case events.SetsRecorded():
            return {("round", event.round, event.pairing, event.side)}
        case events.ReportChanged():
            return {("round", event.round, event.pairing), ("match", event.pairing)}
        case events.StageChanged():
            shown = Stage.DRAFT in (event.before, event.after)
            return {("round", event.round, "stage"), *([("round", event.round, "start")] if shown else [])}
        case events.RoundStartChanged():
            return {("round", event.round, "start"), ("match", "start", event.round)}
        case events.StartPositionChanged():
            return {("round", event.round, "start position")}
        case events.NumbersChanged():
            return {("numbers",)}
        case events.TieOrdered():
            return {("ties", each.rounds, frozenset(each.players)) for each in (event.before, event.after) if each}
        case events.PrizesSet():
            return {("prizes", "plan")}
        case events.PrizeRulesSet():
            return {("prizes", "rules")}
        case events.PrizesAllocated():
            return {("prizes", "list")}
        case events.EditingChanged():
            return {("round", event.round, "editing")}
        case events.BracketBuilt():
            playing = {("player", id, "play") for id in event.entrants}
            return {("match",), ("rounds",), *playing}
        case events.BracketRemoved():
            return _parts(event.undone)
        case events.BracketChanged():
            return {("match", match.id) for match in (*event.changed.before, *event.changed.after)}
        case events.GroupsChanged():
            return {("groups", event.stage)}
        case events.StageBegun():
            going_on = {("player", each.player, "play") for each in event.stage.qualified}
            return {("groups", event.stage.number), ("rounds",), *going_on}
        case events.StageTakenBack():
            return _parts(event.undone)
        case events.RatingResultRecorded():
            return {("rating", event.pairing)}


def _subject(event: events.Event) -> Obstacle:
    """What `event` is about, as the thing that was changed since."""
    if isinstance(event, events.RecordEvent):
        return "visibility", {}
    match event:
        case events.SettingsChanged():
            return "settings", {}
        case events.FormatChanged():
            return "format", {}
        case events.PlayersChanged():
            return "player", {"name": (event.after or event.before)[0].name}
        case events.RoundPaired():
            return "results", {"round": event.round}
        case events.RoundUnpaired():
            return "results", {"round": event.undone.round}
        case events.BoardsChanged():
            pairing = next(iter((*event.after, *event.before)))
            return "pairing", {"round": event.round, "board": pairing.board}
        case events.ResultRecorded() | events.SetsRecorded() | events.ReportChanged() | events.RatingResultRecorded():
            return "result", {"round": event.round}
        case events.StageChanged() | events.EditingChanged():
            return "stage", {"round": event.round}
        case events.RoundStartChanged():
            return "start", {"round": event.round}
        case events.StartPositionChanged():
            return "start-position", {"round": event.round}
        case events.NumbersChanged():
            return "numbers", {}
        case events.TieOrdered():
            return "tie", {}
        case events.PrizesSet() | events.PrizeRulesSet():
            return "prizes", {}
        case events.PrizesAllocated():
            return "prize-list", {}
        case events.BracketBuilt() | events.BracketRemoved():
            return "results", {"round": 1}
        case events.GroupsChanged():
            return "groups", {}
        case events.StageBegun():
            return "stages", {"stage": event.stage.number}
        case events.StageTakenBack():
            return _subject(event.undone)
        case events.BracketChanged():
            return changed_match(event)
        case events.VisibilityChanged():
            return "visibility", {}
