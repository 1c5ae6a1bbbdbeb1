"""What options are called in sentences and tables."""

from __future__ import annotations

from typing import Any

from podium.app.words.language import SOURCE, _, language
from podium.flow.event.declaration import Kind, Option
from podium.flow.event.settings import formats_with
from podium.knockout import Rules


def noun(option: Option[Any]) -> str:
    """The option as it stands inside a sentence: `First day` is `first day`."""
    if option.noun:
        return _(option.noun)
    label = _(option.label)
    return uncapitalised(label) if language() == SOURCE else label


def description(option: Option[Any]) -> str:
    """The label with the help and what holds where nothing is given; first the format, where only one has the option
    or it is a rule of brackets, last the parts of which it is made.

    >>> from podium.flow.event.knockout_options import TIE_BREAK_TIME_CONTROL
    >>> from podium.flow.event.options import ROUNDS
    >>> description(ROUNDS)
    'Rounds. If none: as many as the format needs.'
    >>> description(TIE_BREAK_TIME_CONTROL)
    'Knockout: time control of tie-break games. Written as the time control of the matches. If none: the same.'
    """
    formats = formats_with(option)
    of_one = len(formats) == 1 or (option.holder is Rules and not option.shared)
    label = f"{format_name(formats[0])}: {uncapitalised(option.label)}" if of_one else option.label
    keys = (
        (part, _("Any other key") if part.kind is Kind.OBJECT else (*part.also, part.json)[0]) for part in option.parts
    )
    parts = (f"{key}: {uncapitalised(_sentences(part, part.label))}" for part, key in keys)
    return " ".join((_sentences(option, label), *parts))


def _sentences(option: Option[Any], label: str) -> str:
    return " ".join(filter(None, (f"{label}.", option.help, option.without and f"If none: {option.without}")))


def format_name(format: str) -> str:
    """The format in a word or two."""
    return format.replace("-", " ").capitalize()


def uncapitalised(label: str) -> str:
    """The label as it stands inside a sentence; `FIDE id` stays as it is."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]
