"""What speaks against a round that is being edited by hand, and how it differs from the engine's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from podium.app.rounds.hand_pairing_words import concern_sentence
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.core.errors import PodiumError, Refused
from podium.core.ids import PlayerId
from podium.flow.formats.round_robin import is_written_by_hand, sheet_of
from podium.flow.formats.swiss_field import compared, names_by_number, refusal_by_name
from podium.flow.players.unpaired import hand_concerns
from podium.flow.state import Round, Tournament
from podium.swiss import Concern


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
    warnings = []
    for found in hand_concerns(state, here):
        if not (state.withheld and found.concern is Concern.FORBIDDEN):
            names = [state.players[id].name for id in found.players]
            said = concern_sentence(found.concern, names, found.round)
            warnings.append(Warning(found.concern.value, found.players, said))
    return tuple(warnings)


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
    made = [game.players for game in here.boards]
    engine = tuple(_line(state, players) for players in planned if players not in made)
    others = tuple(_line(state, players) for players in made if players not in planned)
    return Contrast(not (engine or others), engine, others)


def _line(state: Tournament, players: Sequence[PlayerId]) -> str:
    return " - ".join(state.players[id].name for id in players)
