"""The fields of a form as values: what a page shows of them, and what is compared, merged and refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from podium.app.words.language import _
from podium.web.frame.forms import Errors, Form

Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Field:
    """One field; `control` is `input`, `select` or `tick`, and `value` several texts where its name is sent repeatedly.

    `box` is the field that is sent with a box to tick, ticked or not; fields of one `group` are taken together or not
    at all. One without a label is shown nowhere: that it is sent says that its group was changed. `only_for` are the
    formats that have the field, where those are fewer than around it.
    """

    name: str
    label: str
    hint: str = ""
    control: str = "input"
    choices: Choices = ()
    attributes: Mapping[str, object] = field(default_factory=dict)
    value: str | tuple[str, ...] = ""
    error: str | None = None
    only_for: str = ""
    hidden: bool = False
    box: str = ""
    group: str = ""

    @property
    def unit(self) -> str:
        """What is merged as one: its group, or itself."""
        return self.group or self.name

    @property
    def texts(self) -> tuple[str, ...]:
        """What a form sends of it."""
        if isinstance(self.value, tuple):
            return self.value
        return (self.value,) if self.value or self.control != "tick" else ()

    def is_in(self, form: Form) -> bool:
        """Whether a form that was sent has it."""
        return (self.box or self.name) in form.texts

    def in_words(self, texts: tuple[str, ...]) -> str:
        """What it is called to hold these texts."""
        if self.control == "tick":
            return _("yes") if texts else _("no")
        words = dict(self.choices)
        return "; ".join(words.get(each, each) for each in texts if each) or _("empty")


Fields = tuple[Field, ...]


def as_sent(fields: Iterable[Field], form: Form, errors: Errors) -> Fields:
    """The fields with what a form sent of them, as far as it has them, and what is wrong with each."""
    return tuple(
        replace(each, value=form.secret(each.name) if each.is_in(form) else each.value, error=errors.get(each.name))
        for each in fields
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that somebody else changed meanwhile: what was sent, what it holds now, and by whom and when.

    `unit` is what gives way together, if the sender keeps what it is now.
    """

    unit: str
    label: str
    mine: str
    theirs: str
    author: str = ""
    at: str = ""
