"""The flags for everything one can decide about a tournament, made from the options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from podium.app.event.option_words import description
from podium.app.words.language import N_, _
from podium.flow.event.declaration import Kind, Option, plain
from podium.flow.event.options import NAME, TIEBREAKS
from podium.flow.event.setting_values import Settings
from podium.flow.event.settings import OPTIONS
from podium.flow.readers import json_of
from podium.tiebreaks import PRESETS

NO_LIST = "none"
LIST = "preset"
_TIMES = N_("Again for another.")


def settings_flags(function: click.decorators.FC, *, create: bool) -> click.decorators.FC:
    """`function` with a flag for each option; to `create` a tournament, its name is an argument instead."""
    made = [
        flag
        for option in OPTIONS
        if not (create and option is NAME)
        for flag in _flags(option, required=create and option.required)
    ]
    for flag in reversed(made):  # the last one to be added is listed first
        function = flag(function)
    return function


def settings_given(flags: dict[str, object], stands: Settings | None = None) -> dict[str, object]:
    """The settings that were named, as commands take them; the others stay as they are, or as they `stand`."""
    lists = {key: list(value) if isinstance(value, tuple) else value for key, value in flags.items()}
    named = {key: value for key, value in lists.items() if value not in (None, [])}
    if usual := named.pop(LIST, None):
        if TIEBREAKS.json in named:
            raise click.UsageError(_("Use --preset or --tiebreak, not both."))
        named[TIEBREAKS.json] = [] if usual == NO_LIST else usual
    for option in OPTIONS:
        if option.kind is Kind.CHOICE and option.json in named:
            values = {str(plain(value)): plain(value) for value, _label in option.choices}
            named[option.json] = values[str(named[option.json])]
        parts = {part: named.pop(part.json) for part in option.parts if part.json in named}
        if parts:
            keeps = any(part.kind is Kind.OBJECT for part in option.parts)  # what else is merged, its format merges
            stored = option.written(stands) if keeps and stands is not None else None
            named[option.json] = _together(stored if isinstance(stored, dict) else {}, option, parts)
    return named


def _together(stored: dict[str, object], option: Option[Any], parts: dict[Option[Any], object]) -> dict[str, object]:
    """The parts that were named beside those that stand; what further names there are is said all at once."""
    limits = {part.json: value for part, value in parts.items() if part.kind is not Kind.OBJECT}
    known = {part.json for part in option.parts}
    for part, value in parts.items():
        if part.kind is Kind.OBJECT:
            stored = {name: each for name, each in stored.items() if name in known}
            stored |= part.read(part.json, json_of(str(value)))
    return {**stored, **limits}


def _flags(option: Option[Any], *, required: bool = False) -> Iterator[Any]:
    """The decorators that add the flags of an option; an option about certain players has a verb of its own."""
    spelling, help = option.flag or f"--{option.name.replace('_', '-')}", description(option)
    metavar = option.metavar or None
    choice = click.Choice([str(plain(value)) for value, _label in option.choices])
    match option.kind:
        case Kind.CHOICE if option.flag_value is not None:
            means = dict(option.choices)[option.flag_value]
            yield click.option(
                spelling, option.json, flag_value=plain(option.flag_value), default=None, help=f"{help} {means}."
            )
        case Kind.CHOICE | Kind.SCORING:
            yield click.option(spelling, option.json, type=choice, required=required, help=help)
        case Kind.SEVERAL:
            members = dict.fromkeys(each for value, _label in option.choices for each in value)  # type: ignore[attr-defined]
            several = click.Choice([plain(each) for each in members])
            yield click.option(spelling, option.json, multiple=True, type=several, help=f"{help} {_TIMES}")
        case Kind.YES_NO | Kind.TICK:
            both = spelling if "/" in spelling else f"{spelling}/--no-{spelling.removeprefix('--')}"
            yield click.option(both, option.json, default=None, help=help)
        case Kind.LINES | Kind.PERSONS | Kind.DATES | Kind.TIMES | Kind.STAGES:
            yield click.option(spelling, option.json, multiple=True, metavar=metavar, help=f"{help} {_TIMES}")
        case Kind.TIEBREAKS:
            usual = click.Choice([*sorted(PRESETS), NO_LIST])
            yield click.option(f"--{LIST}", type=usual, help="A usual list of tie-breaks, or none.")
            yield click.option(
                spelling, option.json, multiple=True, metavar=metavar, help=f"A tie-break: its code. {_TIMES}"
            )
        case Kind.NUMBER:
            yield click.option(spelling, option.json, type=int, metavar=metavar, help=help)
        case Kind.DATE:
            yield click.option(spelling, option.json, metavar="DATE", help=f"{help} As 2026-08-31.")
        case Kind.TEXT | Kind.PERSON | Kind.PARAGRAPHS | Kind.CLOCK | Kind.OBJECT | Kind.SHARE:
            yield click.option(spelling, option.json, metavar=metavar, help=help)
        case Kind.PARTS:
            for part in option.parts:
                yield from _flags(part)
        case Kind.GROUPS | Kind.ORDER | Kind.DRAWN:
            return
