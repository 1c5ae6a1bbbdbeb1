"""The settings a client asks for, checked whole: on creation and after merging with what is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from podium.core.errors import Invalid
from podium.flow.event import options
from podium.flow.event.announcement_options import ANNOUNCEMENT_OPTIONS
from podium.flow.event.declaration import Kind, Option, Options, read_options
from podium.flow.event.live_options import LIVE
from podium.flow.event.options import CHESS960, END, LANGUAGE, NAME, PLACE, RULE_SET, SCORING, START, TIEBREAKS
from podium.flow.event.setting_values import RuleSet, Settings, StagePlan
from podium.flow.event.stage_options import STAGES, with_settings
from podium.flow.formats.registry import FORMAT, FORMATS, STAGES_FORMAT, format_of
from podium.flow.readers import scoring_table
from podium.knockout import Rules

EVENT_OPTIONS: Options = (
    PLACE,
    START,
    END,
    LANGUAGE,
    options.PLAYER_REPORTS,
    options.FORECASTS,
    options.FEDERATION,
    options.CHIEF_ARBITER,
    options.DEPUTY_ARBITERS,
    options.ROUND_DATES,
    options.LONG_EVENT,
    options.PROFILE,
    *ANNOUNCEMENT_OPTIONS,
)
IN_EVERY_FORMAT: Options = (NAME, FORMAT, *EVENT_OPTIONS)
IN_EVERY_ANSWER: Options = (
    *(NAME, FORMAT, options.ROUNDS),
    *EVENT_OPTIONS,
    *(options.SECTIONS, SCORING, TIEBREAKS, options.CYCLES),
    *(
        options.EDITION,
        options.UNRATED,
        options.UNRATED_METHOD,
        options.INITIAL_COLOUR,
        options.LOT,
        options.ACCELERATION,
    ),
    *(options.NUMBERING, options.FORBIDDEN, options.APART, RULE_SET),
)
"""What the answer about a tournament has whatever its format, in the order of the answer."""
OPTIONS: Options = tuple(
    dict.fromkeys((*IN_EVERY_ANSWER, *IN_EVERY_FORMAT, *(option for format in FORMATS for option in format.options)))
)
"""Every option there is."""
GIVEN: Mapping[str, Option[Any]] = {option.json: option for option in OPTIONS if option.kind is not Kind.DRAWN}
"""What clients may name, by its name in JSON."""


def formats_with(option: Option[Any]) -> tuple[str, ...]:
    """The names of the formats in which there is something to decide by `option`, or by what it is a part of."""
    return tuple(
        format.name
        for format in FORMATS
        if any(option is each or option in each.parts for each in (*IN_EVERY_FORMAT, *format.options))
    )


def own_answers(settings: Settings) -> Options:
    """The options that the answer about a tournament has for its format alone."""
    own = format_of(settings).options
    return tuple(option for option in OPTIONS if option in own and option not in IN_EVERY_ANSWER)


def suggested_settings(format: str) -> dict[str, object]:
    """What a person who creates an event of that format is offered in place of the API's defaults."""
    offered = (option for option in OPTIONS if option.suggested is not None and format in formats_with(option))
    return {option.json: option.write(option.suggested) for option in offered}


def merge_settings(base: Settings | None, given: Mapping[str, object]) -> Settings:
    """`base` with the `given` values merged in; raises Invalid that names the field and the value.

    Points that are the usual ones of the rules follow the rules. A new event whose tie-breaks are not named gets those
    of its format; so does one that changes its format and has those of the old one.
    """
    for name in given:
        if name not in GIVEN:
            raise Invalid("setting-unknown", field=name, value=given[name], allowed=sorted(GIVEN))
    old = base
    if base is None and STAGES.json in given and given.get(FORMAT.json) is None:
        given = {**given, FORMAT.json: STAGES_FORMAT.name}
    if base is None:
        for option in (NAME, FORMAT):
            if given.get(option.json) is None:
                raise Invalid(f"{option.json}-missing", field=option.json, value=given.get(option.json))
        initial = {option.name: option.initial for option in OPTIONS if option.initial is not None}
        base = replace(Settings(name="", format=FORMAT.read(FORMAT.json, given[FORMAT.json])), **initial)
    read = read_options(given, (option for option in OPTIONS if option.holder is Settings))
    if SCORING.json in given:  # a table changes some values of the one there is
        read[SCORING.name] = scoring_table(SCORING.json, given[SCORING.json], base.scoring)
    settings = replace(base, **read)
    if SCORING.json not in given and base.scoring == options.USUAL_SCORING[base.rules]:
        settings = replace(settings, scoring=options.USUAL_SCORING[settings.rules])
    inherited = old is not None and old.tiebreaks == format_of(old).default_tiebreaks
    if TIEBREAKS.json not in given and (old is None or (inherited and old.format != settings.format)):
        settings = replace(settings, tiebreaks=format_of(settings).default_tiebreaks)
    if STAGES not in format_of(settings).options:
        if settings.stages and STAGES.json in given:
            raise Invalid(
                "stages-of-another-format", field=STAGES.json, value=given[STAGES.json], format=settings.format
            )
        settings = replace(settings, stages=())
    settings = format_of(settings).check(settings, given, old)
    settings = replace(settings, stages=tuple(_stages_merged(settings, old)))
    if settings.rules is RuleSet.FIDE and RULE_SET not in format_of(settings).options:
        raise Invalid("rules-not-of-format", field=RULE_SET.json, value=settings.rules.value, format=settings.format)
    if settings.live and LIVE not in format_of(settings).options:
        raise Invalid("live-not-in-format", field=LIVE.json, value=True, format=settings.format)
    if settings.chess960 and CHESS960 not in format_of(settings).options:
        raise Invalid("chess960-not-in-format", field=CHESS960.json, value=True, format=settings.format)
    if settings.start and settings.end and settings.end < settings.start:
        raise Invalid("dates-reversed", field=END.json, value=settings.end, start=settings.start)
    return settings


def _stages_merged(settings: Settings, old: Settings | None) -> Iterator[StagePlan]:
    """The stages with whole settings of their formats: what all share, and what was named for each.

    One whose own options stay as they were keeps what was drawn for it, and the defaults of when it was planned.
    """
    known = old.stages if old is not None else ()
    for plan, was in zip_longest(settings.stages, known[: len(settings.stages)]):
        shared = {**_shared(settings, plan), NAME.json: settings.name}
        if was is not None and (plan.settings.format, plan.given) == (was.settings.format, was.given):
            stands = merge_settings(replace(was.settings, sections=()), shared)
        else:
            stands = merge_settings(None, {**shared, **plan.given, FORMAT.json: plan.settings.format})
        yield with_settings(plan, stands)


def _shared(settings: Settings, plan: StagePlan) -> dict[str, object]:
    """What the event decides for a stage, but for what the stage names itself, as JSON has it."""
    own = format_of(plan.settings).options
    options = (*EVENT_OPTIONS, *(each for each in format_of(settings).options if each in own))
    return {each.json: each.written(settings) for each in options if each.json not in plan.given}


def check_settings(settings: Settings) -> None:
    """Nothing, if somebody could have asked for these settings; raises Invalid that names the field and the value."""
    check_options(settings)
    merge_settings(settings, {})


def check_options(holder: Settings | Rules) -> None:
    """Nothing, if each option that is kept in `holder` has a value that can be given; raises Invalid."""
    for option in OPTIONS:
        value = getattr(holder, option.name, None)
        if value is not None:
            option.read(option.json, option.write(value))
