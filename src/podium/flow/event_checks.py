"""Whether commands could have led to events: their values, held to what commands are held to.

What Podium decides itself needs no look. An archive, or a database from elsewhere, may hold anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from podium.chess import START_POSITIONS
from podium.core.errors import Invalid
from podium.core.ids import LONGEST_ID, is_own_id
from podium.core.player import LONGEST_TEXT, Player, tidy, tidy_paragraphs
from podium.core.timecontrol import TimeControl
from podium.doubles import checked as checked_sets
from podium.doubles.rounds import MOST_SETS
from podium.flow.event.kept_records import KeptLine, KeptRecords
from podium.flow.event.setting_values import Settings
from podium.flow.event.settings import check_options, check_settings
from podium.flow.events import Event, SetsRecorded, TournamentCreated
from podium.flow.fide.breaches import Breach
from podium.flow.formats.knockout import check_bracket
from podium.flow.players.entries import MOST_PLAYERS, check_byes, check_later_ratings
from podium.flow.prizes.prizes import Allocated, Plan
from podium.flow.readers import MOST_ROUNDS, whole_number
from podium.flow.rounds.boards import MOST_BOARDS
from podium.flow.rounds.kept_values import StartPosition
from podium.flow.standings.ties import typed_value
from podium.flow.state import Bye, Game, Match, Tournament
from podium.games.events import GameEvent, GameImported, GameOpened
from podium.games.terms import GameTerms
from podium.knockout import BracketMatch, Rules
from podium.prizes import Category, Contest
from podium.prizes import Rules as PrizeRules
from podium.prizes.soundness import check_plan, check_rules

MOST_ITEMS = 2 * MOST_PLAYERS  # of one list or table in an event
MOST_NUMBER = 10**15  # cents of a prize, milliseconds since the epoch
LONGEST_LINE = 200_000  # what a report file names of a round, all its boards in one line
YEARS = range(1900, 2201)  # of a moment
_MOST = {
    **dict.fromkeys(("round", "rounds", "first_round", "last_round", "inferred_rounds", "rounds_left"), MOST_ROUNDS),
    **dict.fromkeys(("board", "differing"), MOST_BOARDS),
    **dict.fromkeys(("first", "number", "place", "index", "ply", "units"), 10**6),
}
"""The largest whole numbers by the names of fields: somebody may count up to these."""
_SIGNED = "units"  # of points, which may be taken away
_MOMENTS = frozenset(("at", "starts_at", "paired_at", "finished_at", "decided", "timestamp"))
_LONG = (Breach, KeptLine, KeptRecords, Allocated)
"""What holds lines that are longer than anybody types."""
_ADOPTED_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._~-]{0,79}")  # of an older program, as an address can carry it


def check_event(event: Event | GameEvent, *, adopted: bool = False) -> None:
    """Nothing, if commands could have led to the values of an event; raises Invalid that names the first other one.

    The ids of an event that was `adopted` may be those of an older program.
    """
    _check(event, "", LONGEST_TEXT, adopted=adopted)


def check_state(state: Tournament, before: Tournament | None) -> None:
    """Nothing, if no more is in an event than can be entered, and its players are of its sections, its boards of its
    players; raises Invalid.

    Looked at is what is not as it was `before`.
    """
    whole_number(0, MOST_PLAYERS)("players", len(state.players))
    whole_number(0, MOST_ROUNDS)("rounds", len(state.rounds))
    if before is None or before.players is not state.players or before.settings is not state.settings:
        sections = state.settings.sections
        for player in state.players.values():
            if player.section not in (sections or ("",)):
                raise Invalid("section-unknown", field="section", value=player.section, allowed=sections)
    check_bracket(state, before)
    entered = state.players.keys()
    if strangers := {player for seats in state.seats.values() for player in seats} - entered:
        raise Invalid("player-not-entered", field="seats", value=min(strangers))
    seen = before.rounds if before is not None and before.players.keys() == entered else ()
    for at, here in enumerate(state.rounds):
        if at < len(seen) and seen[at] is here:
            continue
        whole_number(at + 1, at + 1)("round", here.number)
        for game in here.games.values():
            if strangers := set(game.players) - entered:
                raise Invalid("player-not-entered", field="players", value=min(strangers))


def check_moment(field: str, text: str) -> None:
    """Nothing, if a text is a moment in a year that people play in; raises Invalid."""
    try:
        if datetime.fromisoformat(text).year in YEARS:
            return
    except ValueError:
        pass
    raise Invalid("moment-malformed", field=field, value=text[:40])


def _check(value: Any, name: str, longest: int, *, adopted: bool) -> None:
    """Hold a value, and all that is in it, to what the field of that `name` may have."""
    if value is None or isinstance(value, Enum | bool | float):
        return
    if isinstance(value, int):
        most = _MOST.get(name)
        least = 0 if most and name != _SIGNED else -(most or MOST_NUMBER)
        whole_number(least, most or MOST_NUMBER)(name, value)
    elif isinstance(value, str):
        _check_text(value, name, longest)
    elif is_dataclass(value):
        kind: type[Any] = type(value)
        if (rule := _RULES.get(kind)) is not None:
            rule(value)
        if kind in _WITH_ID:
            _check_id(getattr(value, "id"), adopted=adopted)  # noqa: B009  # of which class it is, is known above
        for each in value.__dataclass_fields__:
            _check(getattr(value, each), each, LONGEST_LINE if kind in _LONG else longest, adopted=adopted)
    elif isinstance(value, Mapping | tuple | list | frozenset):
        whole_number(0, MOST_ITEMS)(name, len(value))
        for part in value:
            _check(part, name, longest, adopted=adopted)
        for part in value.values() if isinstance(value, Mapping) else ():
            _check(part, name, longest, adopted=adopted)


def _check_id(id: str, *, adopted: bool) -> None:
    if not (is_own_id(id) or (adopted and _ADOPTED_ID.fullmatch(id))):
        raise Invalid("id-malformed", field="id", value=id[:LONGEST_ID])


def _check_text(text: str, name: str, longest: int) -> None:
    if name in _MOMENTS and text:
        check_moment(name, text)
    if len(text) > longest:
        raise Invalid("text-too-long", field=name, value=text[:40] + "…", longest=longest)
    tidy_paragraphs(name, text[:LONGEST_TEXT])


def _check_player(player: Player) -> None:
    player.fields.checked()
    check_byes(player.byes, MOST_ROUNDS)
    check_later_ratings(player.later_ratings, MOST_ROUNDS)
    typed_value("typed_tiebreak", player.typed_tiebreak)


def _check_match(match: Match) -> None:
    whole_number(1, MOST_SETS)("to_win", match.to_win)
    for sets in (match.sets.home, match.sets.away):
        checked_sets(sets, match.to_win)


def _check_start(number: int | None) -> None:
    if number is not None and number not in START_POSITIONS:
        raise Invalid("start-position-unknown", field="number", value=number, most=START_POSITIONS[-1])


_RULES: Mapping[type[Any], Callable[[Any], object]] = {
    Settings: check_settings,
    Rules: check_options,
    Player: _check_player,
    Match: _check_match,
    SetsRecorded: lambda event: checked_sets(event.after, MOST_SETS),
    StartPosition: lambda start: _check_start(start.number),
    GameTerms: lambda terms: _check_start(terms.start_position),
    TimeControl: lambda clock: TimeControl.parse(str(clock)),
    Plan: lambda plan: check_plan(Contest((), plan.categories, plan.prizes)),
    Category: lambda category: tidy("name", category.name),
    PrizeRules: check_rules,
}
"""What checks a value of each kind when a command brings it."""
_WITH_ID = frozenset((TournamentCreated, Player, Game, Bye, Match, BracketMatch, GameOpened, GameImported))
