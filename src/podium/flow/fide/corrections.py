"""What a change of a paired round is: another result, bye or game, other numbers, or another rule for the unrated."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from podium.core.ids import PlayerId
from podium.core.points import Points
from podium.core.result import ByeType, Result, Worth
from podium.flow.event.declaration import changed_options
from podium.flow.event.options import NUMBERING, UNRATED, UNRATED_METHOD
from podium.flow.event.setting_values import Settings
from podium.flow.events import BoardsChanged, BreachRecorded, CommitReverted, Events, ResultRecorded
from podium.flow.fide.breaches import Breach, BreachKind
from podium.flow.formats.registry import format_of
from podium.flow.players.numbers import every_number
from podium.flow.state import Boards, Bye, Tournament


class ResultChange(Enum):
    """What a changed result is. A game that was emptied by a correction may get the result of before again."""

    FIRST = "first"
    ADJOURNMENT = "adjournment"
    CORRECTION = "correction"
    RESTORATION = "restoration"


def change_of(state: Tournament, event: ResultRecorded, breaches: tuple[Breach, ...]) -> ResultChange:
    """What `event` is, where these acts were recorded before it."""
    was, now = final(event.before), final(event.after)
    earlier = emptied_by(state, event, breaches)
    if earlier is not None and was is None:
        return _after_emptying(event, earlier)
    if event.before is None:
        return ResultChange.FIRST
    if was is None and now is not None:
        return ResultChange.ADJOURNMENT
    return ResultChange.CORRECTION


def adjourned_again(events: Events) -> tuple[ResultRecorded, ...]:
    """Those of `events`, which take a commit back, by which a game that was over is adjourned as before it.

    One that a correction had emptied was not adjourned, and is recorded as that.
    """
    if any(isinstance(each, BreachRecorded) or (isinstance(each, CommitReverted) and each.again) for each in events):
        return ()
    return tuple(each for each in events if isinstance(each, ResultRecorded) and each.after is Result.ADJOURNED)


def _after_emptying(event: ResultRecorded, earlier: Breach) -> ResultChange:
    original, now = earlier.results[0], final(event.after)
    if now is None:
        adjourned_as_before = original is None and event.after is not None
        return ResultChange.RESTORATION if adjourned_as_before else ResultChange.FIRST
    if original is None:
        return ResultChange.ADJOURNMENT
    return ResultChange.RESTORATION if original is now else ResultChange.CORRECTION


def emptied_by(state: Tournament, event: ResultRecorded, breaches: tuple[Breach, ...]) -> Breach | None:
    """The recorded correction that left the game without a result, or adjourned; None where there is none.

    A game is who plays whom: with other players it is another, and taken away and written again it is the same.
    """
    emptied = BreachKind.CORRECTION, event.round, state.pairing(event.pairing).players, None
    return next((each for each in breaches if (each.kind, each.round, each.players, each.results[1]) == emptied), None)


def final(result: Result | None) -> Result | None:
    """The result, if it is one: of an adjourned game none."""
    return result if result is not None and result.final else None


def is_draw(event: ResultRecorded) -> bool:
    """Whether both players have what a draw brings."""
    return event.after is not None and {event.after.white, event.after.black} == {Worth.DRAW}


def changed_byes(state: Tournament, event: BoardsChanged) -> Iterator[Breach]:
    """What has become of the byes that bring other points, or become the one of the pairing, or cease to be it.

    A bye other than that one for somebody who had no record, and has none in a later round, is a late entry's: nothing
    was paired with what it changes.
    """
    before, after = _byes(event.before), _byes(event.after)
    seated = {id for boards in (event.before, event.after) for game in boards.games for id in game.players}
    for id in dict.fromkeys((*before, *after)):
        old, new = before.get(id), after.get(id)
        if id in seated or _effect(state, old) == _effect(state, new):
            continue
        about = new or old
        assert about is not None  # the player is in one of the two
        was, now = (each.kind if each is not None else None for each in (old, new))
        plays_after = any(here.pairing_of(id) is not None for here in state.rounds[event.round :])
        if old is not None or ByeType.BYE in (was, now) or plays_after:
            yield Breach(BreachKind.CORRECTION, event.round, about.section, (id,), byes=(was, now))


def allocated_byes(boards: Boards) -> set[PlayerId]:
    """Who has the bye of the pairing."""
    return {bye.player for bye in boards.byes if bye.kind is ByeType.BYE}


def full_point_byes(boards: Boards) -> list[Bye]:
    """The byes that the director pays as a win."""
    return [bye for bye in boards.byes if bye.kind is ByeType.UNPAIRED]


def _byes(boards: Boards) -> dict[PlayerId, Bye]:
    return {bye.player: bye for bye in boards.byes}


def _effect(state: Tournament, bye: Bye | None) -> tuple[Points, bool]:
    """The points, and whether it is the bye of the pairing."""
    if bye is None:
        return Points(0), False
    return bye.points(state.settings.scoring), bye.kind is ByeType.BYE


def changed_pairings(state: Tournament, event: BoardsChanged) -> Iterator[Breach]:
    """By section the games of a round that there are no longer, and those that there are in their place; nothing where
    tables pair, whatever was played before."""
    if not format_of(state).engine.follows_results:
        return
    for section in state.sections:
        old, new = _pairs(event.before, section), _pairs(event.after, section)
        if old.keys() != new.keys():
            gone, come = (tuple(pair for pair in one if pair not in other) for one, other in ((old, new), (new, old)))
            yield Breach(BreachKind.CORRECTION, event.round, section, pairings=(gone, come))


def _pairs(boards: Boards, section: str) -> dict[tuple[PlayerId, ...], None]:
    return {game.players: None for game in boards.games if game.section == section}


def numbered_otherwise(state: Tournament) -> list[str]:
    """The sections in which somebody has a lower pairing number than somebody who is rated higher."""
    found = []
    for section, numbers in every_number(state).items() if NUMBERING in format_of(state).options else ():
        ratings = [state.players[id].fields.rating or 0 for id in sorted(numbers, key=lambda id: numbers[id])]
        if ratings != sorted(ratings, reverse=True):
            found.append(section)
    return found


def moved_numbers(before: Tournament, after: Tournament) -> list[tuple[str, int, int]]:
    """The pairing numbers that are others after a change: section, number before, number after."""
    old, new = every_number(before), every_number(after)
    return [
        (section, number, new[section][id])
        for section, numbers in old.items()
        for id, number in sorted(numbers.items(), key=lambda item: item[1])
        if new[section].get(id, number) != number
    ]


def changed_unrated(before: Settings, after: Settings) -> bool:
    """Whether something else stands for players without a rating."""
    return bool(changed_options(before, after, (UNRATED, UNRATED_METHOD)))
