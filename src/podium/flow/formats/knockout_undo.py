"""What keeps a change of a bracket from being taken back."""

from __future__ import annotations

from podium.flow.event.declaration import Fixed
from podium.flow.event.knockout_options import RULES
from podium.flow.events import BracketBuilt, BracketChanged, BracketRemoved
from podium.flow.invariants import Obstacle
from podium.flow.state import Tournament
from podium.knockout import Rules


def bracket_built_upon(state: Tournament, event: BracketBuilt) -> Obstacle | None:
    """What was played in the bracket since it was built."""
    untouched = state.knockout is not None and tuple(state.knockout) == event.matches
    return None if untouched else ("results", {"round": 1})


def bracket_not_wanted(state: Tournament, event: BracketRemoved) -> Obstacle | None:
    """What stands where the bracket was: another one, or settings it was not built by."""
    if state.knockout is not None:
        return ("round", {"round": 1})
    rules = state.settings.knockout
    return None if rules is not None and _same_plan(event.undone.rules, rules) else ("settings", {})


def matches_changed_since(state: Tournament, event: BracketChanged) -> Obstacle | None:
    """The match that is no longer as the result left it."""
    there = {match.id: match for match in state.knockout} if state.knockout is not None else {}
    stays = all(there.get(match.id) == match for match in event.changed.after)
    back = any(match.id in there for match in event.changed.removed)
    return changed_match(event) if back or not stays else None


def changed_match(event: BracketChanged) -> Obstacle:
    """The match that a change of a bracket is about."""
    first = (*event.changed.after, *event.changed.before)[0]
    return "match", {"round": first.round, "board": first.board}


def _same_plan(before: Rules, after: Rules) -> bool:
    built_on = (option.name for option in RULES if option.fixed is Fixed.BRACKET_BUILT)
    return all(getattr(before, name) == getattr(after, name) for name in built_on)
