"""The settings a client asks for, checked whole: on creation and after merging with what is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date

from podium.core.choice import one_of, truth
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.core.player import RATINGS, tidy
from podium.core.result import CLUB, PRESETS, Scoring, scoring
from podium.doubles import FreeGames, Setting
from podium.doubles.rounds import MOST_SETS
from podium.flow.formats.registry import format_of, read_format_name
from podium.flow.state import Acceleration, Apart, InitialColour, Numbering, Settings
from podium.knockout import SETTINGS as OF_KNOCKOUT
from podium.tiebreaks import EDITIONS, criterion, preset

MOST_ROUNDS = 999
MOST_SECTIONS = 50
MOST_FORBIDDEN = 1000
GIVEN = {
    "free_games": "freeGames",
    "sets_to_win": "setsToWin",
    "avoid_opponents": "avoidOpponents",
    "set_difference": "setDifference",
}
"""How clients call the settings whose names are two words."""
FIXED = ("format", "cycles", "setting", *GIVEN, "initial_colour", "acceleration", "numbering")
"""What cannot change once a round is paired."""


def settled(base: Settings | None, given: Mapping[str, object]) -> Settings:
    """`base` with the `given` values merged in; raises Invalid that names the field and the value.

    A new event whose tie-breaks are not named gets those of its format; so does one that changes its format and has
    those of the old one.
    """
    for name in given:
        if name not in _READERS and name not in OF_KNOCKOUT:
            allowed = sorted((*_READERS, *OF_KNOCKOUT))
            raise Invalid("setting-unknown", field=name, value=given[name], allowed=allowed)
    old = base
    if base is None:
        for name in ("name", "format"):
            if given.get(name) is None:
                raise Invalid(f"{name}-missing", field=name, value=given.get(name))
        format = read_format_name("format", given["format"])
        base = Settings(name="", format=format)
    own = {theirs: ours for ours, theirs in GIVEN.items()}
    read = {own.get(name, name): _READERS[name](name, value) for name, value in given.items() if name in _READERS}
    if "scoring" in given:
        read["scoring"] = _scoring("scoring", given["scoring"], base.scoring)
    settings = replace(base, **read)  # type: ignore[arg-type]  # each reader gives its field's type
    inherited = old is not None and old.tiebreaks and old.tiebreaks == format_of(old).default_tiebreaks
    if "tiebreaks" not in given and (old is None or (inherited and old.format != settings.format)):
        settings = replace(settings, tiebreaks=format_of(settings).default_tiebreaks)
    settings = format_of(settings).check(settings, given, old)
    if settings.start and settings.end and settings.end < settings.start:
        raise Invalid("dates-reversed", field="end", value=settings.end, start=settings.start)
    return settings


def _name(field: str, value: object) -> str:
    name = _text(field, value)
    if name is None:
        raise Invalid("name-missing", field=field, value=value)
    return name


def _text(field: str, value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise Invalid("text-malformed", field=field, value=value)
    return tidy(field, value)


def _count(most: int) -> Callable[[str, object], int]:
    def read(field: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
            raise Invalid("count-out-of-range", field=field, value=value, least=1, most=most)
        return value

    return read


def _rounds(field: str, value: object) -> int | None:
    return None if value is None else _count(MOST_ROUNDS)(field, value)


def _date(field: str, value: object) -> str | None:
    text = _text(field, value)
    if text is None:
        return None
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise Invalid("date-malformed", field=field, value=value) from None


def _names(field: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise Invalid("list-malformed", field=field, value=value)
    if len(value) > MOST_SECTIONS:
        raise Invalid("count-out-of-range", field=field, value=len(value), least=0, most=MOST_SECTIONS)
    names = tuple(_name(field, each) for each in value)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Invalid("name-twice", field=field, value=twice)
    return names


def tiebreak_codes(field: str, value: object) -> tuple[str, ...]:
    """Tie-breaks by their codes, or the usual list of that name; raises Invalid that names the field and the value."""
    try:
        if isinstance(value, str):
            return preset(value)
        return _names(field, [criterion(code).code for code in _names(field, value)])
    except Invalid as problem:
        problem.facts.setdefault("field", field)
        raise


def _edition(field: str, value: object) -> int:
    if value not in EDITIONS or isinstance(value, bool):
        raise Invalid("edition-unknown", field=field, value=value, allowed=list(EDITIONS))
    return int(str(value))


def _rating(field: str, value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value not in RATINGS:
        raise Invalid("rating-out-of-range", field=field, value=value)
    return value


def _scoring(field: str, value: object, base: Scoring = CLUB) -> Scoring:
    if not isinstance(value, str | dict):
        raise Invalid("scoring-unknown", field=field, value=value, allowed=sorted(PRESETS))
    return scoring(value, base)


def _apart(field: str, value: object) -> tuple[Apart, ...]:
    return tuple(one_of(Apart)(field, each) for each in _names(field, value))


def _groups(field: str, value: object) -> tuple[tuple[PlayerId, ...], ...]:
    """Groups of at least two players who may not meet; whether they exist is asked where the players are known."""
    if not isinstance(value, list | tuple) or len(value) > MOST_FORBIDDEN:
        raise Invalid("list-malformed", field=field, value=value)
    groups = []
    for group in value:
        if not isinstance(group, list | tuple) or not all(isinstance(id, str) for id in group) or len(set(group)) < 2:
            raise Invalid("group-malformed", field=field, value=group)
        groups.append(tuple(PlayerId(id) for id in dict.fromkeys(group)))
    return tuple(groups)


_READERS: dict[str, Callable[[str, object], object]] = {
    "name": _name,
    "format": read_format_name,
    "rounds": _rounds,
    "place": _text,
    "start": _date,
    "end": _date,
    "sections": _names,
    "scoring": _scoring,
    "tiebreaks": tiebreak_codes,
    "cycles": _count(2),
    "edition": _edition,
    "unrated": _rating,
    "freeGames": one_of(FreeGames),
    "setting": one_of(Setting),
    "setsToWin": _count(MOST_SETS),
    "avoidOpponents": truth,
    "setDifference": truth,
    "initial_colour": one_of(InitialColour),
    "acceleration": one_of(Acceleration),
    "numbering": one_of(Numbering),
    "forbidden": _groups,
    "apart": _apart,
}
