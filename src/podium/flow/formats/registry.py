"""The formats there are, and the one that a tournament has."""

from __future__ import annotations

from collections.abc import Mapping

from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.core.translation import mark
from podium.flow.event.declaration import Fixed, Kind, Option
from podium.flow.event.options import NUMBERING, ROUNDS, TABLE_NUMBERS
from podium.flow.event.setting_values import Settings
from podium.flow.formats.doubles import DOUBLES
from podium.flow.formats.keizer import KEIZER_FORMAT
from podium.flow.formats.knockout import DOUBLE_ELIMINATION, KNOCKOUT
from podium.flow.formats.manual import MANUAL
from podium.flow.formats.protocol import Format
from podium.flow.formats.round_robin import ROUND_ROBIN
from podium.flow.formats.stages import stages_of
from podium.flow.formats.swiss import SWISS
from podium.flow.players.numbers import every_number, may_be_renumbered, numbers_in, pairing_numbers, starting_list
from podium.flow.players.seats import berger_numbers, numbers_decided, numbers_to_come
from podium.flow.state import Tournament

STAGES_FORMAT = stages_of((SWISS, ROUND_ROBIN, DOUBLES, KNOCKOUT, DOUBLE_ELIMINATION))
FORMATS: tuple[Format, ...] = (
    *(SWISS, ROUND_ROBIN, MANUAL, DOUBLES, KNOCKOUT, DOUBLE_ELIMINATION, KEIZER_FORMAT),
    STAGES_FORMAT,
)
FORMAT_NAMES = tuple(format.name for format in FORMATS)
_BY_NAME = {format.name: format for format in FORMATS}


def format_of(event: Tournament | Settings) -> Format:
    """The format of a tournament, or of its settings."""
    settings = event.settings if isinstance(event, Tournament) else event
    return _BY_NAME[settings.format]


def read_format_name(field: str, value: object) -> str:
    """The name of a format; raises Invalid that lists those there are."""
    if not isinstance(value, str) or value not in _BY_NAME:
        raise Invalid("format-unknown", field=field, value=value, allowed=list(FORMAT_NAMES))
    return value


FORMAT = Option(
    "format",
    Kind.CHOICE,
    read_format_name,
    mark("Format"),
    choices=tuple((format.name, format.label) for format in FORMATS),
    fixed=Fixed.ROUND_PAIRED,
)


def rounds_planned(state: Tournament) -> int | None:
    """How many rounds there will be as far as that is decided: by the director, or by the format where it decides."""
    format = format_of(state)
    return state.settings.rounds if ROUNDS in format.options else format.rounds_expected(state)


def numbers_of(state: Tournament, section: str) -> Mapping[PlayerId, int]:
    """The number that each player of a section is known by, lowest first.

    Where players are numbered for pairing, their pairing numbers; at the tables of a round robin, those that they have
    there or are decided to get; else the places in the list of entries.
    """
    if NUMBERING in format_of(state).options:
        return pairing_numbers(state, section)
    if section in state.seats:
        return berger_numbers(state, section)
    if TABLE_NUMBERS in format_of(state).options and numbers_decided(state):
        return numbers_to_come(state, section)
    return {player.id: player.number for player in state.in_section(section)}


def numbers_in_round(state: Tournament, section: str, round: int) -> Mapping[PlayerId, int]:
    """The numbers by which players are named in a round: those that it was paired with, where it was by numbers."""
    return numbers_in(state, section, round) if NUMBERING in format_of(state).options else numbers_of(state, section)


def numbers_to_move(state: Tournament) -> int:
    """How many players would get another pairing number if numbers were given anew now; 0 where they cannot be."""
    if NUMBERING not in format_of(state).options or not state.rounds or not may_be_renumbered(state):
        return 0
    now, then = every_number(state), starting_list(state)
    return sum(then[section][id] != number for section, numbers in now.items() for id, number in numbers.items())
