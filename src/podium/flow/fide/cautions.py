"""How serious an act is in FIDE mode, and what an act has to be warned of.

One table, `LEVELS`, holds the level of everything that can be said; what a change comes to is read from its events, so
that a result that is undone is judged as one that is changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from podium.core.ids import PlayerId
from podium.flow.commands import Command, LeaveFideMode
from podium.flow.event.setting_values import RuleSet
from podium.flow.event.tournament import unrated_in_tiebreaks
from podium.flow.events import (
    BoardsChanged,
    BreachRemoved,
    Event,
    Events,
    FormatChanged,
    NumbersChanged,
    PlayersChanged,
    ResultRecorded,
    RoundPaired,
    RoundUnpaired,
    SettingsChanged,
)
from podium.flow.evolve import evolve
from podium.flow.fide.breaches import Breach, BreachKind
from podium.flow.fide.corrections import (
    ResultChange,
    allocated_byes,
    change_of,
    changed_byes,
    changed_pairings,
    changed_unrated,
    full_point_byes,
    is_draw,
    moved_numbers,
    numbered_otherwise,
)
from podium.flow.fide.round_window import changed_out_of_window, has_begun, is_followed, window_start
from podium.flow.formats.concerns import HandConcern
from podium.flow.players.unpaired import hand_concerns
from podium.flow.rounds.pairing import BY_HAND
from podium.flow.state import Boards, Tournament
from podium.swiss import Concern


class Level(Enum):
    """The levels of FIDE's checklist, from what is merely unusual to what is forbidden."""

    L1 = "L1"
    L2 = "L2"
    L3 = "L3"
    L4 = "L4"
    L5 = "L5"

    @property
    def steps(self) -> int:
        """How often it asks before anything is done: a notice or a question once, what is grave twice."""
        return {Level.L1: 0, Level.L4: 2}.get(self, 1)


LEAVING = "leaving-fide-mode"
OUT_OF_WINDOW = "round-out-of-window"
REWOUND = "event-rewound"
CORRECTED = "result-corrected"
BYE_CORRECTED = "bye-corrected"
PAIRING_CORRECTED = "pairings-corrected"
IMPORTED = "round-imported"
REGENERATED = "numbers-regenerated"
EXCHANGED = "numbers-exchanged"
EXCHANGED_FIRST = "numbers-exchanged-before-round-1"
NOT_BY_RATING = "numbers-not-by-rating"
RATINGS_NEEDED = "tiebreak-needs-ratings"
DECLARED_LATE = "unrated-declared-late"

LEVELS: Mapping[str, Level] = {
    "full-point-bye": Level.L2,
    "older-game-adjourned": Level.L2,
    RATINGS_NEEDED: Level.L2,
    Concern.BOTH_COLOURS.value: Level.L2,
    "adjourned-game-not-drawn": Level.L3,
    CORRECTED: Level.L3,
    BYE_CORRECTED: Level.L3,
    PAIRING_CORRECTED: Level.L3,
    "round-unpaired": Level.L3,
    REGENERATED: Level.L3,
    EXCHANGED: Level.L3,
    EXCHANGED_FIRST: Level.L3,
    NOT_BY_RATING: Level.L3,
    DECLARED_LATE: Level.L3,
    REWOUND: Level.L3,
    IMPORTED: Level.L3,
    Concern.REMATCH.value: Level.L3,
    Concern.FORBIDDEN.value: Level.L3,
    Concern.THIRD_COLOUR.value: Level.L3,
    Concern.COLOUR_DIFFERENCE.value: Level.L3,
    Concern.SECOND_BYE.value: Level.L3,
    Concern.BYE_AFTER_UNPLAYED_WIN.value: Level.L3,
    Concern.BYE_ABOVE_LOWEST.value: Level.L3,
    Concern.MEETS_AGAIN.value: Level.L3,
    Concern.UNMET.value: Level.L3,
    LEAVING: Level.L4,
    OUT_OF_WINDOW: Level.L5,
}
"""The level of every act that has to be warned of, by what it is called."""


@dataclass(frozen=True, slots=True)
class Caution:
    """One thing to be warned of: its name in `LEVELS`, the round and the players that it is about.

    `met_in` is the round in which they meet too; `first` the first round that can still change. `expected` and
    `actual` are the pairings that the rules would give and those that there are.
    """

    code: str
    round: int | None = None
    names: tuple[str, ...] = ()
    met_in: int | None = None
    first: int | None = None
    expected: str = ""
    actual: str = ""

    @property
    def level(self) -> Level:
        return LEVELS[self.code]


def cautions(state: Tournament, command: Command, events: Events, taken_back: Events = ()) -> list[Caution]:
    """Everything that a change of an event in FIDE mode has to be warned of, each thing once.

    Those of the events that are `taken_back` are no act of their own.
    """
    breaches = state.breaches
    found: dict[Caution, None] = {}
    if isinstance(command, LeaveFideMode):
        found[Caution(LEAVING)] = None
    put_right = [each.breach for each in events if isinstance(each, BreachRemoved)]
    for event in events:
        after = evolve(state, event)
        own = list(_of(state, event, after, breaches)) if event not in taken_back else []
        found |= {each: None for each in own if not any(_takes_back(breach, each) for breach in put_right)}
        state = after
    return list(found)


def _takes_back(breach: Breach, caution: Caution) -> bool:
    """Whether a change is an act that is taken back, and no new one: numbers are those of before again."""
    if caution.code in (CORRECTED, BYE_CORRECTED, PAIRING_CORRECTED):
        return (breach.kind, breach.round) == (BreachKind.CORRECTION, caution.round)
    if caution.code in (DECLARED_LATE, RATINGS_NEEDED):
        return breach.kind is BreachKind.CONFIGURATION
    of_numbers = breach.kind in (BreachKind.REGENERATION, BreachKind.EXCHANGE)
    return caution.code in (REGENERATED, EXCHANGED) and of_numbers


def leaves_by_settings(event: Event) -> bool:
    """Whether other settings take an event out of FIDE's rules."""
    if not isinstance(event, SettingsChanged | FormatChanged):
        return False
    return event.before.rules is RuleSet.FIDE and event.after.rules is not RuleSet.FIDE


def _of(state: Tournament, event: Event, after: Tournament, breaches: tuple[Breach, ...]) -> Iterator[Caution]:
    if (changed := changed_out_of_window(state, event, breaches)) is not None:
        yield Caution(OUT_OF_WINDOW, changed, first=window_start(state))
    if leaves_by_settings(event):
        yield Caution(LEAVING)
    match event:
        case ResultRecorded():
            yield from _of_result(state, event, breaches)
        case RoundPaired():
            yield from _of_pairing(state, event)
            if event.engine == BY_HAND:
                for bye in full_point_byes(event.boards):
                    yield Caution("full-point-bye", event.round, (state.players[bye.player].name,))
                yield from _of_hand(after, event.round, set())
        case PlayersChanged() | SettingsChanged():
            if state.rounds and changed_unrated(state.settings, after.settings):
                yield Caution(DECLARED_LATE, len(state.rounds))
            known = {player.id for player in unrated_in_tiebreaks(state)}
            if names := tuple(each.name for each in unrated_in_tiebreaks(after) if each.id not in known):
                yield Caution(RATINGS_NEEDED, names=names)
        case BoardsChanged():
            yield from _of_boards(state, event, after)
        case RoundUnpaired():
            here = state.rounds[event.undone.round - 1]
            if has_begun(here):
                yield Caution("round-unpaired", here.number)
        case NumbersChanged():
            moved = moved_numbers(state, after)
            exchanged = event.after is not None and event.after.by_hand
            if len(moved) > 1 and exchanged and not state.rounds:
                yield Caution(EXCHANGED_FIRST)
            elif len(moved) > 1 and state.rounds:
                yield Caution(EXCHANGED if exchanged else REGENERATED, len(state.rounds))
        case _:
            return


def _of_result(state: Tournament, event: ResultRecorded, breaches: tuple[Breach, ...]) -> Iterator[Caution]:
    names = tuple(state.players[id].name for id in state.pairing(event.pairing).players)
    change = change_of(state, event, breaches)
    if change is ResultChange.ADJOURNMENT and not is_draw(event) and is_followed(state, event.round):
        yield Caution("adjourned-game-not-drawn", event.round, names)
    if change is ResultChange.CORRECTION and is_followed(state, event.round):
        yield Caution(CORRECTED, event.round, names)


def _of_pairing(state: Tournament, event: RoundPaired) -> Iterator[Caution]:
    """In round 1 numbers that do not follow the ratings, and ratings that tie-breaks need and somebody has not; a game
    that was adjourned before the last completed round and is still not over."""
    if event.round == 1 and numbered_otherwise(state):
        yield Caution(NOT_BY_RATING, event.round)
    if event.round == 1 and (unrated := unrated_in_tiebreaks(state)):
        yield Caution(RATINGS_NEEDED, names=tuple(player.name for player in unrated))
    for here in state.rounds[: event.round - 2]:
        for game in here.in_order:
            if game.adjourned:
                yield Caution("older-game-adjourned", here.number, tuple(state.players[id].name for id in game.players))


def _of_boards(state: Tournament, event: BoardsChanged, after: Tournament) -> Iterator[Caution]:
    for bye in full_point_byes(event.after):
        if bye.player not in {each.player for each in full_point_byes(event.before)}:
            yield Caution("full-point-bye", event.round, (state.players[bye.player].name,))
    if is_followed(state, event.round):
        if any(changed_pairings(state, event)):
            yield Caution(PAIRING_CORRECTED, event.round)
        for change in changed_byes(state, event):
            yield Caution(BYE_CORRECTED, event.round, (state.players[change.players[0]].name,))
    here, there = state.rounds[event.round - 1], after.rounds[event.round - 1]
    moved = _seats(event.before) != _seats(event.after) and (here.editing or there.editing)
    if not moved and allocated_byes(event.before) == allocated_byes(event.after):
        return
    yield from _of_hand(after, event.round, set(hand_concerns(state, here)))


def _of_hand(state: Tournament, round: int, known: set[HandConcern]) -> Iterator[Caution]:
    """What speaks against a round made by hand, beside what was `known` before."""
    for found in hand_concerns(state, state.rounds[round - 1]):
        if found not in known and found.concern.value in LEVELS:
            names = tuple(state.players[id].name for id in found.players)
            yield Caution(found.concern.value, round, names, found.round)


def _seats(boards: Boards) -> set[tuple[PlayerId, ...]]:
    return {each.players for each in boards}
