"""Reading a request: its JSON, its numbers, its headers. Whatever a client can send is understood or a 400."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from starlette.requests import Request

from podium.api.problems import Edge, malformed
from podium.core.errors import Unknown

LONGEST_ID = 80
_PATH = re.compile(r" - at `(?P<path>[^`]*)`$")
_FIELD = re.compile(r"^Object (?:missing required|contains unknown) field `(?P<name>[^`]*)`")
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
_VERSION = re.compile(r'(?:W/)?"(\d{1,18})(?:-[a-z]+)*"|(\d{1,18})', re.ASCII)
_KEY = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?")
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_ID = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]{1,80}")


class Reader:
    """Decodes bodies of one type."""

    def __init__(self, kind: Any) -> None:
        self._kind = kind
        self._decoder = msgspec.json.Decoder(kind)

    def read(self, raw: bytes) -> Any:
        """The body in `raw`, where nothing at all is an empty object; raises a 400 that names field and value."""
        raw = raw or b"{}"
        try:
            body = self._decoder.decode(raw)
        except msgspec.ValidationError as problem:
            raise _not_fitting(str(problem), _plain(raw)) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
            raise malformed(f"The body is not JSON: {problem}.") from None
        if b"\\u0000" in raw:
            _refuse_nul(_plain(raw), "$")
        return body

    def convert(self, given: object) -> Any:
        """The body in values that were read from JSON already."""
        try:
            return msgspec.convert({} if given is None else given, self._kind)
        except msgspec.ValidationError as problem:
            raise _not_fitting(str(problem), given) from None


def json_text(text: str, what: str) -> Any:
    """The value of a JSON text in a form field or the query."""
    try:
        return msgspec.json.decode(text)
    except (ValueError, RecursionError):
        raise malformed(f"{what} is not JSON.", field=what, value=text) from None


def identity(kind: str, text: str) -> str:
    """`text` as an id that can be looked up; raises Unknown for what no id looks like."""
    if not _ID.fullmatch(text):
        raise Unknown(kind, text[:LONGEST_ID])
    return text


def numbered(kind: str, text: str) -> int:
    """The number in a path; raises Unknown for what is no number."""
    if not _NUMBER.fullmatch(text):
        raise Unknown(kind, text[:LONGEST_ID])
    return int(text)


def query_number(request: Request, name: str) -> int | None:
    """The whole number in the query, None where it is not asked."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not _NUMBER.fullmatch(text):
        raise malformed(f"{name} must be a whole number.", field=name, value=text)
    return int(text)


def query_flag(request: Request, name: str) -> bool:
    """The yes or no in the query; no where it is not asked."""
    text = request.query_params.get(name, "false")
    if text not in ("true", "false", "1", "0"):
        raise malformed(f"{name} must be true or false.", field=name, value=text)
    return text in ("true", "1")


def query_choice(request: Request, name: str, allowed: Iterable[str]) -> str:
    """The word in the query, which must be one of those allowed."""
    text, words = request.query_params[name], tuple(allowed)
    if text not in words:
        raise malformed(f"{name} must be one of {', '.join(words)}.", field=name, value=text)
    return text


def field_number(field: str, text: str) -> int:
    """The whole number that names something in a field."""
    if not _NUMBER.fullmatch(text):
        raise malformed(f"{field} must be named by whole numbers.", field=field, value=text)
    return int(text)


def expected_version(request: Request) -> int | None:
    """The version in `If-Match`, None where any will do; takes a whole ETag as well."""
    text = request.headers.get("if-match")
    if text is None or text == "*":
        return None
    if not (found := _VERSION.fullmatch(text.strip())):
        detail = 'If-Match must be a version in quotes, for example "12".'
        raise Edge(400, "if-match-malformed", detail, field="If-Match", value=text)
    return int(found[1] or found[2])


def command_id(request: Request) -> str | None:
    """The `Idempotency-Key`, None where there is none."""
    text = request.headers.get("idempotency-key")
    if text is None:
        return None
    if not _KEY.fullmatch(text):
        detail = "An Idempotency-Key has 1 to 200 printable ASCII characters."
        raise Edge(400, "idempotency-key-malformed", detail, field="Idempotency-Key", value=text)
    return text


def _plain(raw: bytes) -> object:
    try:
        return msgspec.json.decode(raw)
    except (ValueError, RecursionError):
        return None


def _not_fitting(complaint: str, given: object) -> Edge:
    """The error for JSON of the wrong shape, with the field and the value that is wrong."""
    path = found["path"] if (found := _PATH.search(complaint)) else "$"
    at, value = _walk(path, given)
    if named := _FIELD.match(complaint):
        at = f"{at}.{named['name']}" if at else named["name"]
        value = value.get(named["name"]) if isinstance(value, dict) else None
    said = _PATH.sub("", complaint).replace("`", "")
    where = f"The field {at}" if at else "The body"
    return malformed(f"{where} is wrong: {said[:1].lower()}{said[1:]}.", field=at or None, value=value)


def _walk(path: str, given: object) -> tuple[str, object]:
    """The field at a path such as `$.players[2].name`, and what stands there as far as it can be followed."""
    value: object = given
    for name, index in _STEP.findall(path):
        if name and isinstance(value, dict):
            value = value.get(name)
        elif index and isinstance(value, list) and int(index) < len(value):
            value = value[int(index)]
        else:
            value = None
    return path.removeprefix("$").removeprefix("."), value


def _refuse_nul(value: object, at: str) -> None:
    """Nothing, unless a text holds the character that no database takes."""
    match value:
        case str() if "\0" in value:
            field = at.removeprefix("$").removeprefix(".")
            raise malformed(f"The field {field} holds a NUL character.", field=field, value=value)
        case dict():
            for name, each in value.items():
                _refuse_nul(name, at)
                _refuse_nul(each, f"{at}.{name}")
        case list():
            for index, each in enumerate(value):
                _refuse_nul(each, f"{at}[{index}]")
        case _:
            pass
