"""Bodies of requests: strict about types and about fields that nobody knows. Each stands beside its handler."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

import msgspec
from litestar import Request
from litestar.exceptions import InternalServerException
from msgspec import UNSET, Struct

from podium.api.callers import Caller
from podium.api.problems import Edge, malformed
from podium.app.words.language import _

_PATH = re.compile(r" - at `(?P<path>[^`]*)`$")
_FIELD = re.compile(r"^Object (?P<problem>missing required|contains unknown) field `(?P<name>[^`]*)`")
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")


class Body(Struct, forbid_unknown_fields=True):
    """Any body; fields that are not among these are refused. `ALSO` holds other names of fields, and what they mean.

    No text may hold a NUL character, but in a body that is `JUDGED` by its handler, which says what is wrong with it.
    """

    ALSO: ClassVar[Mapping[str, str]] = {}
    JUDGED: ClassVar[bool] = False

    def named_fields(self) -> dict[str, object]:
        """The fields that the client named, by name; raises for one that was said under two names."""
        values = ((name, getattr(self, name)) for name in self.__struct_fields__)
        named = {name: value for name, value in values if value is not UNSET}
        for name in self.ALSO.keys() & named.keys():
            value, ours = named.pop(name), self.ALSO[name]
            if ours in named:
                raise malformed(
                    _("Say %(field)s once, not also as %(other)s.", field=ours, other=name), field=name, value=value
                )
            named[ours] = value
        return named


class EmptyBody(Body):
    """Nothing."""


class ApiRequest(Request[Caller, None, Any]):
    """A request whose body is read into what its handler takes as `data`.

    It is read strictly, nothing at all counts as an empty object, whatever type the client calls it, and what does not
    fit is a 400 that names field and value.
    """

    async def body(self) -> bytes:
        try:
            return await super().body() or b"{}"
        except InternalServerException:  # the framework's word for a connection that ended before the body did
            raise Edge(400, "client-gone", _("The connection ended before the request did.")) from None

    async def json(self) -> Any:
        field = self.route_handler.parsed_data_field
        assert field is not None  # only the body of a handler that takes one is read
        return read(await self.body(), field.annotation)

    async def raw_body(self) -> bytes:
        """The body as it came, which may be empty."""
        return await super().body()


def read(raw: bytes, kind: Any) -> Any:
    """The body in `raw`; raises a 400 that names field and value."""
    try:
        body = _decoder(kind).decode(raw)
    except msgspec.ValidationError as problem:
        raise _not_fitting(str(problem), _plain(raw)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise malformed(_("The body is not JSON: %(problem)s.", problem=problem)) from None
    if b"\\u0000" in raw and not (isinstance(body, Body) and body.JUDGED):
        _refuse_nul(_plain(raw), "$")
    return body


def convert(values: object, kind: Any) -> Any:
    """The body in values that were read from JSON already; raises a 400 that names field and value."""
    try:
        return msgspec.convert({} if values is None else values, kind)
    except msgspec.ValidationError as problem:
        raise _not_fitting(str(problem), values) from None


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _plain(raw: bytes) -> object:
    try:
        return msgspec.json.decode(raw)
    except (ValueError, RecursionError):
        return None


def _not_fitting(complaint: str, values: object) -> Edge:
    """The error for JSON of the wrong shape, with the field and the value that is wrong."""
    path = match["path"] if (match := _PATH.search(complaint)) else "$"
    at, value = _walk(path, values)
    if field := _FIELD.match(complaint):
        at = f"{at}.{field['name']}" if at else field["name"]
        value = value.get(field["name"]) if isinstance(value, dict) else None
        missing = field["problem"] == "missing required"
        sentence = (
            _("The field %(field)s is missing.", field=at) if missing else _("There is no field %(field)s.", field=at)
        )
        return malformed(sentence, field=at, value=value)
    words = _PATH.sub("", complaint).replace("`", "")
    where = _("The field %(field)s", field=at) if at else _("The body")
    return malformed(
        _("%(where)s is wrong: %(problem)s.", where=where, problem=f"{words[:1].lower()}{words[1:]}"),
        field=at or None,
        value=value,
    )


def _walk(path: str, values: object) -> tuple[str, object]:
    """The field at a path such as `$.players[2].name`, and what stands there as far as it can be followed."""
    value: object = values
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
            raise malformed(_("The field %(field)s holds a NUL character.", field=field), field=field, value=value)
        case dict():
            for name, each in value.items():
                _refuse_nul(name, at)
                _refuse_nul(each, f"{at}.{name}")
        case list():
            for index, each in enumerate(value):
                _refuse_nul(each, f"{at}[{index}]")
        case _:
            pass
