"""What speaks against a round that is being edited by hand, and how it differs from the engine's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.app.words.lists import enumeration
from podium.core.errors import PodiumError, Refused
from podium.core.ids import PlayerId
from podium.flow.formats.round_robin import is_written_by_hand, sheet_of
from podium.flow.formats.swiss_field import (
    compared,
    field_of,
    games_and_byes,
    names_by_number,
    present,
    refusal_by_name,
)
from podium.flow.numbers import numbers_in
from podium.flow.state import Game, Round, Tournament
from podium.flow.unpaired import left_out
from podium.swiss import Concern, Field, Warned, concerns

WARNINGS = {
    Concern.REMATCH: N_("%(who)s met in round %(round)s."),
    Concern.FORBIDDEN: N_("%(who)s may not be paired with each other."),
    Concern.THIRD_COLOUR: N_("%(who)s gets the same colour a third time in a row."),
    Concern.COLOUR_DIFFERENCE: N_("%(who)s gets a colour difference of three."),
    Concern.BOTH_COLOURS: N_("%(who)s are each due the colour that the other has."),
    Concern.SECOND_BYE: N_("%(who)s has had the bye before."),
    Concern.BYE_AFTER_UNPLAYED_WIN: N_("%(who)s has had a win's points without playing, and gets the bye."),
    Concern.BYE_ABOVE_LOWEST: N_("%(who)s gets the bye, though somebody with fewer points can have it."),
    Concern.TWICE: N_("%(who)s is paired twice."),
    Concern.ABSENT: N_("%(who)s does not take part in this round."),
    Concern.LEFT_OUT: N_("%(who)s has neither a game nor a bye."),
}


@dataclass(frozen=True, slots=True)
class Warning:
    """One thing to mind, by its kind, the players it is about, and in words."""

    kind: str
    players: tuple[PlayerId, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Contrast:
    """The round beside the engine's: what it would have that is not there, and the other way round."""

    same: bool
    engine: tuple[str, ...]
    here: tuple[str, ...]
    note: str | None = None


def hand_warnings(state: Tournament, here: Round) -> tuple[Warning, ...]:
    """Everything to be warned of in the round; nothing of it forbids."""
    return tuple(
        _warning(state, section, here, found)
        for section in state.sections
        for found in concerns(_field(state, section, here), *games_and_byes(state, section, here))
        if not (state.withheld and found.concern is Concern.FORBIDDEN)
    )


def dutch_contrast(state: Tournament, here: Round) -> Contrast:
    """How the round differs from what the Dutch system makes of the same players."""
    engine: list[str] = []
    made: list[str] = []
    notes: list[str] = []
    for section in state.sections:
        try:
            found = compared(state, section, here)
        except PodiumError as refusal:
            notes.append(sentence(refusal_by_name(state, section, refusal)))
            continue
        if found is None:
            continue
        if found.unpairable is not None:
            notes.append(sentence(refusal_by_name(state, section, found.unpairable)))
            continue
        names = names_by_number(state, section, here.number)
        engine += [f"{names[white]} - {names[black]}" for white, black in found.missing]
        made += [f"{names[white]} - {names[black]}" for white, black in found.extra]
        if found.expected_bye != found.actual_bye:
            engine += [_("%(name)s: bye", name=names[found.expected_bye])] if found.expected_bye else []
            made += [_("%(name)s: bye", name=names[found.actual_bye])] if found.actual_bye else []
    return Contrast(not (engine or made or notes), tuple(engine), tuple(made), " ".join(notes) or None)


def berger_contrast(state: Tournament, here: Round) -> Contrast | None:
    """How the round differs from the Berger tables; None in a round robin that was begun by hand."""
    if is_written_by_hand(state):
        return None
    try:
        planned = [game.players for game in sheet_of(state, here.number).games]
    except Refused as refusal:
        return Contrast(False, (), (), sentence(refusal))
    made = [game.players for game in here.in_order if isinstance(game, Game)]
    engine = tuple(_line(state, players) for players in planned if players not in made)
    others = tuple(_line(state, players) for players in made if players not in planned)
    return Contrast(not (engine or others), engine, others)


def _line(state: Tournament, players: Sequence[PlayerId]) -> str:
    return " - ".join(state.players[id].name for id in players)


def _field(state: Tournament, section: str, here: Round) -> Field:
    """The section before the round, with everybody who is to be paired in it or was."""
    waiting = {player.id for player in left_out(state, here.number) if player.section == section}
    return field_of(state, section, here.number, playing=present(state, section, here.number) | waiting)


def _warning(state: Tournament, section: str, here: Round, found: Warned) -> Warning:
    ids = {number: id for id, number in numbers_in(state, section, here.number).items()}
    players = tuple(ids[number] for number in found.players)
    who = enumeration([state.players[id].name for id in players])
    return Warning(found.concern.value, players, _(WARNINGS[found.concern], who=who, round=found.round))
