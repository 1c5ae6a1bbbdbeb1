"""The settings a client asks for, checked whole: on creation and after merging with what is stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from podium.core.errors import Invalid, Refused
from podium.flow.options import FORMAT, NAME, OPTIONS, ROUNDS, RULES, SCORING, Fixed, Kind, Null, Option
from podium.flow.readers import scoring_table
from podium.flow.state import Acceleration, Format, Settings
from podium.knockout import Rules
from podium.tiebreaks import criterion

GIVEN: Mapping[str, Option[Any]] = {option.json: option for option in OPTIONS if option.kind is not Kind.DRAWN}
"""What clients may name, by its name in JSON."""


def merge_settings(base: Settings | None, given: Mapping[str, object]) -> Settings:
    """`base` with the `given` values merged in; raises Invalid that names the field and the value.

    The rounds of a knockout follow from its players. Whoever creates one may name a number, as for any format, but it
    is not kept; a change to one is refused.
    """
    for name in given:
        if name not in GIVEN:
            raise Invalid("setting-unknown", field=name, value=given[name], allowed=sorted(GIVEN))
    changes = base is not None
    if base is None:
        for option in (NAME, FORMAT):
            if given.get(option.json) is None:
                raise Invalid(f"{option.json}-missing", field=option.json, value=given.get(option.json))
        base = Settings(name="", format=FORMAT.read(FORMAT.json, given[FORMAT.json]))
    rules = {option.json: given[option.json] for option in RULES if option.json in given}
    read = read_options({name: value for name, value in given.items() if name not in rules}, GIVEN)
    if SCORING.json in given:  # a table changes some values of the one there is
        read[SCORING.name] = scoring_table(SCORING.json, given[SCORING.json], base.scoring)
    settings = replace(base, **read)
    settings = _with_rules(settings, rules)
    if changes:
        refuse_rounds_of_knockout(settings.format, given)
    if settings.start and settings.end and settings.end < settings.start:
        raise Invalid("dates-reversed", field="end", value=settings.end, start=settings.start)
    accelerated = settings.acceleration is Acceleration.BAKU and settings.format is not Format.KNOCKOUT
    if accelerated and settings.rounds is None:
        raise Invalid("acceleration-needs-rounds", field="rounds", value=settings.rounds)
    if settings.format is Format.ROUND_ROBIN:
        for code in settings.tiebreaks:
            if criterion(code).row.swiss_only:
                raise Invalid("tiebreak-not-in-round-robin", field="tiebreaks", value=code, article="8")
    if settings.format is Format.DOUBLES:
        for name in ("sections", "tiebreaks"):
            if getattr(settings, name):
                raise Invalid("not-in-doubles", field=name, value=list(getattr(settings, name)))
    return settings


def merge_rules(base: Rules | None, given: Mapping[str, object]) -> Rules:
    """`base` (or the defaults) with the `given` rules of a knockout merged in, by their names in JSON; raises Invalid.

    The combination is judged after merging. Null leaves a value as it is, and clears the two that may be missing.

    >>> merge_rules(None, {"tieBreakPolicy": "RAPID", "timeControl": "15+10"}).tie_break_clock
    '15+10'
    """
    known = {option.json: option for option in RULES}
    for name, value in given.items():
        if name not in known:
            raise Invalid("setting-unknown", field=name, value=value, allowed=sorted(known))
    return replace(base or Rules(), **read_options(given, known))


def read_options(given: Mapping[str, object], known: Mapping[str, Option[Any]]) -> dict[str, Any]:
    """The `given` values read, by the attribute they are kept in; those that null leaves as they are are not there."""
    read: dict[str, Any] = {}
    for name, value in given.items():
        option = known[name]
        if value is not None or option.null is Null.REFUSED:
            read[option.name] = option.read(name, value)
        elif option.null is Null.CLEARS:
            read[option.name] = None
    return read


def write_options(settings: Settings, options: Iterable[Option[Any]]) -> dict[str, object]:
    """What `settings` say, by the names in JSON, as `merge_settings` reads it."""
    return {option.json: option.written(settings) for option in options}


def write_rules(rules: Rules) -> dict[str, object]:
    """The rules of a knockout, by their names in JSON, as `merge_rules` reads them."""
    return {option.json: option.write(getattr(rules, option.name)) for option in RULES}


def refuse_change(before: Settings | Rules, after: Settings | Rules, fixed: Fixed) -> None:
    """Nothing, unless `after` changes what is `fixed` by now; raises Refused that names it."""
    for option in OPTIONS:
        if option.fixed is fixed and getattr(before, option.name) != getattr(after, option.name):
            raise Refused(fixed.value, field=option.json, value=option.write(getattr(after, option.name)))


def refuse_rounds_of_knockout(format: Format, given: Mapping[str, object]) -> None:
    """Nothing, unless the rounds of a knockout are to be set, which follow from its players; raises Invalid."""
    if format is Format.KNOCKOUT and given.get(ROUNDS.json) is not None:
        raise Invalid("rounds-of-knockout", field=ROUNDS.json, value=given[ROUNDS.json])


def _with_rules(settings: Settings, given: Mapping[str, object]) -> Settings:
    """`settings` with the rules of a knockout, judged after merging; other formats have none of them."""
    if settings.format is not Format.KNOCKOUT:
        for name, value in given.items():
            raise Invalid("setting-of-knockout", field=name, value=value, format=settings.format.value)
        return replace(settings, knockout=None)
    if settings.sections:
        raise Invalid("knockout-in-sections", field="sections", value=list(settings.sections))
    if settings.tiebreaks:
        raise Invalid("not-in-knockout", field="tiebreaks", value=list(settings.tiebreaks))
    return replace(settings, rounds=None, knockout=merge_rules(settings.knockout, given))
