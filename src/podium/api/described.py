"""The OpenAPI document with words: what the framework made of the handlers, described, with examples.

What an operation, a body or an answer is stands in its docstring. What the fields are called stands in one chapter of
the manual for all of them (docs/reference/fields.md), and the examples beside it are what tests were answered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from inspect import cleandoc
from typing import Any

import msgspec

from podium.config import manual_folder

_ENTRY = re.compile(r"^\| `([\w.]+)` \| (.+) \|$", re.MULTILINE)
_BYTES = {"type": "string", "format": "binary"}
_STREAM = "text/event-stream"
_REFERENCE = "#/components/schemas/"
RULES = "PrizeRules"
_ANY_RULES = {"type": "object", "additionalProperties": True}
_RULES_OR_NULL = {"anyOf": [{"$ref": _REFERENCE + RULES}, {"type": "null"}]}


@cache
def words() -> dict[str, str]:
    """What each field is, by its name, or by its schema and name where it is something else there; and each schema
    that has no docstring."""
    page = manual_folder() / "reference" / "fields.md"
    return dict(_ENTRY.findall(page.read_text("utf-8")))


@cache
def examples() -> dict[str, dict[str, Any]]:
    """A `body` and an `answer` by operation, as far as there are any."""
    file = manual_folder() / "reference" / "examples.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, Any]])


def title_of(key: str) -> str:
    """The title of a schema, one for each: that of `rounds_ComparisonRow` is `RoundsComparisonRow`."""
    *rooms, name = re.split(r"_(?=[A-Z])", key)
    return "".join(each.title() for room in rooms for each in room.split("_")) + name


def describe(document: dict[str, Any]) -> dict[str, Any]:
    """The document, with a meaning for everything in it."""
    document = _unions(document)
    schemas = document["components"]["schemas"]
    meanings = {key: _meaning(key) for key in schemas}
    for key, schema in schemas.items():
        schema |= {"title": title_of(key), "description": meanings[key]}
        for name, field in schema.get("properties", {}).items():
            _describe_field(schema["properties"], schema["title"], name, field)
    schemas[RULES] = _ANY_RULES | {"title": RULES, "description": words()[RULES]}
    for operation in operations(document):
        _describe_operation(operation, meanings)
    return document


def _unions(value: Any) -> Any:
    """The same with unions whose members overlap, as whole numbers and numbers do: that is no `oneOf`."""
    match value:
        case dict():
            return {"anyOf" if name == "oneOf" else name: _unions(each) for name, each in value.items()}
        case list():
            return [_unions(each) for each in value]
        case _:
            return value


def operations(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every operation of a document."""
    for path in document["paths"].values():
        yield from path.values()


def _describe_field(fields: dict[str, Any], schema: str, name: str, field: dict[str, Any]) -> None:
    if name in ("rules", "ruleConfig", "rule_config") and schema.endswith("Body") and "anyOf" in field:
        field = _RULES_OR_NULL  # one type for the three names of one thing, or generators make three of one name
    if "$ref" in field:
        field = {"allOf": [field]}  # beside a reference some readers see nothing else
    if "description" not in field:
        own = words().get(f"{schema}.{name}")
        field = {**field, "description": words()[name] if own is None else own}
    fields[name] = field


def _describe_operation(operation: dict[str, Any], meanings: Mapping[str, str]) -> None:
    paragraphs = [operation.get("description") or f"{operation['summary']}."]
    known = examples().get(operation["operationId"], {})
    if (body := operation.get("requestBody", {}).get("content", {}).get("application/json")) is not None:
        paragraphs += _named(body["schema"], "Body", meanings)
        if "body" in known:
            body["example"] = known["body"]
    for status, answer in operation["responses"].items():
        if not status.startswith("2"):
            continue
        for media_type, content in answer.get("content", {}).items():
            if media_type == "application/json":
                paragraphs += _named(content["schema"], "Answer", meanings)
                if "answer" in known:
                    content["example"] = known["answer"]
            else:
                content["schema"] = {"type": "string"} if media_type == _STREAM else _BYTES
    operation["description"] = "\n\n".join(paragraphs)


def _named(schema: Mapping[str, Any], what: str, meanings: Mapping[str, str]) -> list[str]:
    key = schema.get("$ref", "").removeprefix(_REFERENCE)
    return [f"{what}: {meanings[key]}"] if meanings.get(key) else []


def _meaning(key: str) -> str:
    return words().get(title_of(key)) or _docstrings()[key]


@cache
def _docstrings() -> dict[str, str]:
    """The docstrings of bodies and answers, by the names that the document has for them."""
    found: dict[str, str] = {}
    kinds = [msgspec.Struct]
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        if doc := vars(kind).get("__doc__"):
            found[kind.__qualname__] = " ".join(cleandoc(doc).split())
    return found
