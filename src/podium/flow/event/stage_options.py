"""The option that makes an event one of stages: its plan, read from what a client gave and written as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from json import dumps
from typing import Any

from podium.core.choice import one_of
from podium.core.errors import Invalid
from podium.core.translation import mark
from podium.flow.event.declaration import Kind, Option
from podium.flow.event.setting_values import GroupDraw, Settings, StagePlan, TeamsOf
from podium.flow.readers import json_of, whole_number
from podium.stages import FEWEST_IN_GROUP, Carry, Qualify, group_name

FEWEST_STAGES, MOST_STAGES = 2, 8
MOST_GROUPS = 64
MOST_GOING_ON = 1024
_QUALIFY = {"perGroup": "per_group", "bestOthers": "best_others", "best": "best"}
OWN = ("format", "groups", "draw", "qualify", "carry", "teams")
"""What a stage says beside the options of its format."""


def read_stages(field: str, value: object) -> tuple[StagePlan, ...]:
    """The plan of an event of stages; what the options of each format mean is not asked yet."""
    if not isinstance(value, list | tuple):
        raise Invalid("list-malformed", field=field, value=value)
    if not value:
        return ()  # as every other format has it
    if not FEWEST_STAGES <= len(value) <= MOST_STAGES:
        raise Invalid("count-out-of-range", field=field, value=len(value), least=FEWEST_STAGES, most=MOST_STAGES)
    plans = tuple(_read_stage(field, number, each) for number, each in enumerate(value, start=1))
    for before, plan in pairwise(plans):
        assert plan.qualify is not None  # every stage but the first has it
        least = FEWEST_IN_GROUP * (plan.groups if plan.teams is None else 2)
        places = plan.qualify.places(before.groups)
        if places < least:
            raise Invalid("too-few-go-on", field="qualify", value=places, least=least)
    return plans


def _read_stage(field: str, number: int, value: object) -> StagePlan:
    given = _named(field, value)
    format = given.get("format")
    if not isinstance(format, str):
        raise Invalid("format-missing", field="format", value=format)
    qualify = given.get("qualify")
    if number == 1 and qualify is not None:
        raise Invalid("qualify-in-first-stage", field="qualify", value=qualify)
    if number == 1 and given.get("carry") not in (None, Carry.NONE.value):
        raise Invalid("carry-in-first-stage", field="carry", value=given["carry"])
    if number > 1 and given.get("draw") is not None:
        raise Invalid("draw-after-first-stage", field="draw", value=given["draw"])
    return StagePlan(
        Settings("", format),
        {name: each for name, each in given.items() if name not in OWN},
        whole_number(1, MOST_GROUPS)("groups", 1 if given.get("groups") is None else given["groups"]),
        one_of(GroupDraw)("draw", given.get("draw") or GroupDraw.RATING.value),
        None if number == 1 else _read_qualify(qualify),
        one_of(Carry)("carry", given.get("carry") or Carry.NONE.value),
        None if given.get("teams") is None else one_of(TeamsOf)("teams", given["teams"]),
    )


def _named(field: str, value: object) -> Mapping[str, object]:
    """What a stage says by name; as a line it is the format and names with values: `round-robin groups=4`.

    >>> _named("stages", "knockout perGroup=2 thirdPlaceMatch=true")
    {'format': 'knockout', 'qualify': {'perGroup': 2}, 'thirdPlaceMatch': True}
    """
    if isinstance(value, Mapping) and all(isinstance(name, str) for name in value):
        return value
    if not isinstance(value, str) or not value.strip():
        raise Invalid("stage-malformed", field=field, value=value)
    format, *parts = value.split()
    given: dict[str, object] = {}
    for part in parts:
        name, sign, text = part.partition("=")
        if not sign:
            raise Invalid("stage-malformed", field=field, value=part)
        given[name] = json_of(text)
    qualify = {name: given.pop(name) for name in _QUALIFY if name in given}
    return {"format": format, **({"qualify": qualify} if qualify else {}), **given}


def _read_qualify(value: object) -> Qualify:
    if not isinstance(value, Mapping) or not value.keys() <= _QUALIFY.keys():
        raise Invalid("qualify-malformed", field="qualify", value=value)
    read = whole_number(1, MOST_GOING_ON)
    named = {_QUALIFY[name]: read(name, each) for name, each in value.items() if each is not None}
    try:
        return Qualify(**named)
    except Invalid:
        raise Invalid("qualify-malformed", field="qualify", value=value) from None


def write_stages(plans: Sequence[StagePlan]) -> list[dict[str, Any]]:
    """The plan as JSON."""
    return [_write_stage(plan) for plan in plans]


def _write_stage(plan: StagePlan) -> dict[str, Any]:
    written: dict[str, Any] = {"format": plan.settings.format, "groups": plan.groups}
    if plan.qualify is None:
        written["draw"] = plan.draw.value
    else:
        values = ((name, getattr(plan.qualify, own)) for name, own in _QUALIFY.items())
        written |= {"qualify": {name: value for name, value in values if value}, "carry": plan.carry.value}
    if plan.teams is not None:
        written["teams"] = plan.teams.value
    return {**written, **plan.given}


def stage_line(plan: StagePlan) -> str:
    """The stage as a line, which is read as it is written: `knockout perGroup=2 carry=none`."""
    written = _write_stage(plan)
    parts = {**{name: value for name, value in written.items() if name not in ("format", "qualify")}}
    parts |= written.get("qualify", {})
    return " ".join([plan.settings.format, *(f"{name}={_text(value)}" for name, value in parts.items())])


def _text(value: object) -> str:
    """A value as it stands in a line: JSON without spaces, or the text alone where that is read as the same."""
    if isinstance(value, str) and json_of(value) == value and " " not in value:
        return value
    return dumps(value, separators=(",", ":"), ensure_ascii=False).replace(" ", "\\u0020")


def sections_of(plan: StagePlan) -> tuple[str, ...]:
    """The groups of a stage as sections of its own event: by their letters, none where there is one group."""
    return tuple(map(group_name, range(plan.groups))) if plan.groups > 1 else ()


def with_settings(plan: StagePlan, settings: Settings) -> StagePlan:
    """The plan with whole settings of its format."""
    return replace(plan, settings=replace(settings, sections=sections_of(plan)))


STAGES: Option[tuple[StagePlan, ...]] = Option(
    "stages",
    Kind.STAGES,
    read_stages,
    mark("Stages"),
    mark(
        "What is played one after another, each with its format, its groups and who goes on to it: "
        "round-robin groups=4, then knockout perGroup=2."
    ),
    suggested=read_stages("stages", ["round-robin groups=4", "knockout perGroup=2 tieBreakPolicy=RAPID"]),
    write=write_stages,
    flag="--stage",
    metavar="STAGE",
    example="round-robin groups=4",
)
