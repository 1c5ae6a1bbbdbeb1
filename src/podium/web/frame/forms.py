"""What a browser sends with a form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.types import Message, Receive

from podium.app.words.errors import sentence
from podium.core.errors import PodiumError

MOST_BYTES = 30_000_000  # a list of players that is kept in a hidden field needs a third more than the file
MOST_FIELDS = 50_000
_ONCE = re.compile(r"[A-Za-z0-9_-]{1,80}")


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

    def maybe(self, name: str) -> str | None:
        """The field, or None where it is empty."""
        return self.text(name) or None

    @property
    def once(self) -> str | None:
        """By what a form that is sent twice is carried out once; None where no page of ours wrote it."""
        text = self.text("once")
        return text if _ONCE.fullmatch(text) else None

    def number(self, name: str) -> int | None:
        """The field as a whole number; None where it is none."""
        return whole(self.text(name))

    def values(self) -> dict[str, str]:
        """Every field as text, to show a form again as it was sent."""
        return {name: texts[0] for name, texts in self.texts.items()}


def whole(text: str) -> int | None:
    """The whole number that `text` is, or None; never more digits than a number here can have."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def number_or_text(text: str) -> int | str | None:
    """A whole number where there is one, else the text, so that a refusal can name it; None for nothing."""
    number = whole(text)
    return number if number is not None else text or None


async def submitted(request: Request) -> Form:
    """The form in the body of `request`; raises HTTPException where there is none or it is too large."""
    _limit(request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in ("application/x-www-form-urlencoded", "multipart/form-data"):
        raise HTTPException(400, "The page sends forms; this was none.")
    try:
        sent = await request.form(max_files=2, max_fields=MOST_FIELDS, max_part_size=MOST_BYTES)
    except (MultiPartException, ValueError, UnicodeError):
        raise HTTPException(400, "The form cannot be read.") from None
    texts: dict[str, list[str]] = {}
    files: dict[str, bytes] = {}
    for name, value in sent.multi_items():
        if isinstance(value, UploadFile):
            files[name] = await value.read()
        elif "\0" in name + value:
            raise HTTPException(400, "The form holds a NUL character, which no database takes.")
        else:
            texts.setdefault(name, []).append(value)
    await sent.close()
    return Form({name: tuple(values) for name, values in texts.items()}, files)


def _limit(request: Request) -> None:
    """Make the body of `request` end in an HTTPException once it is longer than any form of ours."""
    receive: Receive = request.receive
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > MOST_BYTES:
            raise HTTPException(413, f"At most {MOST_BYTES} bytes are read.")
        return message

    request._receive = counted  # Starlette has no public way to look over a body while it arrives


Errors = dict[str, str]
"""What is wrong with a form: a sentence by the name of its field."""


def wrong(values: Mapping[str, object], check: Callable[[str, object], object]) -> Errors:
    """The sentence of each value that `check` refuses, by its field: all that is wrong, not only the first."""
    found: Errors = {}
    for name, value in values.items():
        try:
            check(name, value)
        except PodiumError as error:
            found[name] = sentence(error)
    return found


def under_field(error: PodiumError, names: Iterable[str], otherwise: str) -> Errors:
    """The error under the field it is about, as far as the form has such a field."""
    about = str(error.facts.get("field", ""))
    return {about if about in names else otherwise: sentence(error)}
