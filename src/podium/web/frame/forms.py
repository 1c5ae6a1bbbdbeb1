"""Forms: what a browser sends, and the declared fields that pages show, compare, merge and refuse."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl

from litestar import Request
from litestar.concurrency import sync_to_thread
from litestar.datastructures import UploadFile
from litestar.exceptions import ClientException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge

from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.core.errors import PodiumError

MOST_BYTES = 30_000_000  # a list of players that is kept in a hidden field needs a third more than the file
MOST_FIELDS = 50_000
AT_ONCE = 20_000  # bytes of a form that are read on the event loop
MOST_FILES = 2
UNREADABLE = N_("The form cannot be read.")
_ONCE = re.compile(r"[A-Za-z0-9_-]{1,80}")

SentFields = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a form by name, and the content of its files."""

    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """The field without the white space around it; empty where there is none."""
        return self.texts.get(name, ("",))[0].strip()

    def secret(self, name: str) -> str:
        """The field exactly as typed."""
        return self.texts.get(name, ("",))[0]

    def optional(self, name: str) -> str | None:
        """The field, or None where it is empty."""
        return self.text(name) or None

    @property
    def once(self) -> str | None:
        """By what a form that is sent twice is carried out once; None where no page of ours wrote it."""
        text = self.text("once")
        return text if _ONCE.fullmatch(text) else None

    def number(self, name: str) -> int | None:
        """The field as a whole number; None where it is none."""
        return whole_number(self.text(name))

    def values(self) -> dict[str, str]:
        """Every field as text, to show a form again as it was sent."""
        return {name: texts[0] for name, texts in self.texts.items()}


def whole_number(text: str) -> int | None:
    """The whole number that `text` is, or None; never more digits than a number here can have."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def number_or_text(text: str) -> int | str | None:
    """A whole number where there is one, else the text, so that a refusal can name it; None for nothing."""
    number = whole_number(text)
    return number if number is not None else text or None


async def read_form(request: Request[Any, Any, Any]) -> Form:
    """The form in the body of `request`; raises ClientException where there is none or it is too large."""
    match request.content_type[0]:
        case "application/x-www-form-urlencoded":
            return _checked(await _url_encoded(request), {})
        case "multipart/form-data":
            return await _multipart(request)
    raise ClientException(_("The page sends forms; this was none."))


async def _url_encoded(request: Request[Any, Any, Any]) -> SentFields:
    """The fields of the body. `request.form()` is not asked: it would keep the last thousand bodies, passwords too."""
    body = await request.body()
    try:
        if len(body) <= AT_ONCE:
            return _fields(body)
        return await sync_to_thread(_fields, body)  # a megabyte takes half a second
    except ValueError:
        raise ClientException(_(UNREADABLE)) from None


def _fields(body: bytes) -> SentFields:
    return parse_qsl(body.decode("latin-1"), keep_blank_values=True, max_num_fields=MOST_FIELDS)


async def _multipart(request: Request[Any, Any, Any]) -> Form:
    try:
        parts = await request.form()
    except RequestEntityTooLarge:
        raise
    except (ClientException, ValueError, LookupError):  # a charset that nobody knows is a LookupError
        raise ClientException(_(UNREADABLE)) from None
    try:
        uploads = {name: part for name, part in parts.items() if isinstance(part, UploadFile)}
        if len(uploads) > MOST_FILES:
            raise ClientException(_(UNREADABLE))
        files = {name: await upload.read() for name, upload in uploads.items()}
        return _checked([(name, part) for name, part in parts.items() if isinstance(part, str)], files)
    finally:
        await parts.close()


def _checked(fields: SentFields, files: Mapping[str, bytes]) -> Form:
    """The form with these fields in their order; raises ClientException for what no database takes."""
    texts: dict[str, list[str]] = {}
    for name, text in fields:
        if "\0" in name + text:
            raise ClientException(_("The form holds a NUL character, which no database takes."))
        texts.setdefault(name, []).append(text)
    return Form({name: tuple(values) for name, values in texts.items()}, files)


Errors = dict[str, str]
"""What is wrong with a form: a sentence by the name of its field."""


def refusals(values: Mapping[str, object], check: Callable[[str, object], object]) -> Errors:
    """The sentence of each value that `check` refuses, by its field: all that is wrong, not only the first."""
    errors: Errors = {}
    for name, value in values.items():
        try:
            check(name, value)
        except PodiumError as error:
            errors[name] = sentence(error)
    return errors


def under_field(error: PodiumError, names: Iterable[str], otherwise: str) -> Errors:
    """The error under the field it is about, as far as the form has such a field."""
    about = str(error.facts.get("field", ""))
    return {about if about in names else otherwise: sentence(error)}


Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Field:
    """One field; `control` is `input`, `select` or `tick`, and `value` several texts where its name is sent repeatedly.

    `box` is the field that is sent with a box to tick, ticked or not; fields of one `group` are taken together or not
    at all. One without a label is shown nowhere: that it is sent says that its group was changed.

    Of a setting, `only_for` are the formats that have it, where not all do, `needs` what another field holds where it
    says something; it is `folded` where it is looked for, and `unusual` where it is not as events of its kind have it.
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
    needs: str = ""
    folded: bool = False
    unusual: bool = False
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


@dataclass(slots=True)
class RefusedForm:
    """A form that was sent to `action` and refused; each form of the page that is shown again asks whether it is that.

    Several forms may be sent to one address, so the page is made twice: first the likeness of each form is noted, then
    the most alike says the sentence. The page says it above everything where it has no such form.
    """

    action: str
    sent: Mapping[str, str]
    sentence: str
    likenesses: list[int] = field(default_factory=list)
    place: int | None = None

    def is_at(self, action: str, hidden: Mapping[str, object]) -> bool:
        """Whether the form with these hidden fields is the place for the sentence."""
        if action != self.action:
            return False
        self.likenesses.append(sum(1 if self.sent.get(name) == str(value) else -1 for name, value in hidden.items()))
        return self.place == len(self.likenesses) - 1

    def choose(self) -> None:
        """Choose the form that is most alike of all that asked."""
        self.place = self.likenesses.index(max(self.likenesses)) if self.likenesses else -1
        self.likenesses.clear()

    @property
    def is_elsewhere(self) -> bool:
        """Whether no form of the page is the one that was refused."""
        return self.place == -1
