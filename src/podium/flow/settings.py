"""The settings a client asks for, checked whole: on creation and after merging with what is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date

from podium.core.errors import Invalid
from podium.core.player import RATINGS, tidy
from podium.core.result import CLUB, PRESETS, Scoring, scoring
from podium.flow.state import Format, Settings
from podium.knockout import SETTINGS as OF_KNOCKOUT
from podium.knockout import settled as rules_settled
from podium.tiebreaks import EDITIONS, criterion, preset

MOST_ROUNDS = 999
MOST_SECTIONS = 50
FIXED = ("format", "cycles")
"""What cannot change once a round is paired."""


def settled(base: Settings | None, given: Mapping[str, object]) -> Settings:
    """`base` with the `given` values merged in; raises Invalid that names the field and the value."""
    for name in given:
        if name not in _READERS and name not in OF_KNOCKOUT:
            allowed = sorted((*_READERS, *OF_KNOCKOUT))
            raise Invalid("setting-unknown", field=name, value=given[name], allowed=allowed)
    if base is None:
        for name in ("name", "format"):
            if given.get(name) is None:
                raise Invalid(f"{name}-missing", field=name, value=given.get(name))
        base = Settings(name="", format=_format("format", given["format"]))
    read = {name: _READERS[name](name, value) for name, value in given.items() if name in _READERS}
    if "scoring" in given:
        read["scoring"] = _scoring("scoring", given["scoring"], base.scoring)
    settings = replace(base, **read)  # type: ignore[arg-type]  # each reader gives its field's type
    settings = _with_rules(settings, {name: value for name, value in given.items() if name in OF_KNOCKOUT})
    if settings.start and settings.end and settings.end < settings.start:
        raise Invalid("dates-reversed", field="end", value=settings.end, start=settings.start)
    if settings.format is Format.ROUND_ROBIN:
        for code in settings.tiebreaks:
            if criterion(code).row.swiss_only:
                raise Invalid("tiebreak-not-in-round-robin", field="tiebreaks", value=code, article="8")
    return settings


def _with_rules(settings: Settings, given: Mapping[str, object]) -> Settings:
    """`settings` with the rules of a knockout, judged after merging; other formats have none of them."""
    if settings.format is not Format.KNOCKOUT:
        for name, value in given.items():
            raise Invalid("setting-of-knockout", field=name, value=value, format=settings.format.value)
        return replace(settings, knockout=None)
    if settings.sections:
        raise Invalid("knockout-in-sections", field="sections", value=list(settings.sections))
    return replace(settings, knockout=rules_settled(settings.knockout, given))


def _name(field: str, value: object) -> str:
    name = _text(field, value)
    if name is None:
        raise Invalid("name-missing", field=field, value=value)
    return name


def _text(field: str, value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise Invalid("text-malformed", field=field, value=value)
    return tidy(field, value)


def _format(field: str, value: object) -> Format:
    try:
        return Format(value)
    except ValueError:
        allowed = [each.value for each in Format]
        raise Invalid("format-unknown", field=field, value=value, allowed=allowed) from None


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


def _codes(field: str, value: object) -> tuple[str, ...]:
    """Tie-breaks by their codes, or the usual list of that name."""
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


_READERS: dict[str, Callable[[str, object], object]] = {
    "name": _name,
    "format": _format,
    "rounds": _rounds,
    "place": _text,
    "start": _date,
    "end": _date,
    "sections": _names,
    "scoring": _scoring,
    "tiebreaks": _codes,
    "cycles": _count(2),
    "edition": _edition,
    "unrated": _rating,
}
