"""Requests that no client should send: every route of the API's own document, with odd values in every place.

`odd_requests(document, known, seed)` yields them for ever, in an order that the seed decides; take as many as wanted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote

ODD: tuple[object, ...] = (
    "",
    " ",
    None,
    True,
    0,
    -1,
    10**30,
    -(10**30),
    2**31,
    2**63,
    1e308,
    0.1,
    "\0",
    "a\0b",
    "\ud800",
    "a\udfffb",
    "\u200b",
    "\u202e",
    "x" * 5000,
    "1" * 400,
    [],
    {},
    [[]],
    [[[[[[[[[[]]]]]]]]]],
    [None],
    [""],
    [{}],
    {"": ""},
    {"a": {"b": {"c": []}}},
    "../../etc/passwd",
    "%00",
    "'; --",
    "9999-99-99",
    "2026-02-30",
    "0000-00-00",
    "-0",
    "NaN",
)
STREAMS = ("/events",)  # they do not end


@dataclass(frozen=True, slots=True)
class OddRequest:
    """A request, and what is odd about it."""

    method: str
    path: str
    body: object = None
    has_body: bool = False
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def content(self) -> bytes:
        """The body; half a pair of surrogates is written as JSON lets one write it."""
        return json.dumps(self.body).encode() if self.has_body else b""

    @property
    def address(self) -> str:
        return f"{self.path}?{self.query}" if self.query else self.path

    def __str__(self) -> str:
        return f"{self.method} {self.address[:200]} {self.content[:300]!r}"


class OddRequests:
    """Makes requests of a document of OpenAPI; `known` are values of parameters and fields that lead to something.

    Of pairings and matches, the `id` is a `game`.
    """

    def __init__(self, document: Mapping[str, Any], known: Mapping[str, list[str]], seed: int) -> None:
        self._document = document
        self._known = known
        self._dice = Random(seed)
        self._routes = [
            (method.upper(), path, operation)
            for path, operations in document["paths"].items()
            for method, operation in operations.items()
            if not path.endswith(STREAMS) and method in ("get", "put", "post", "patch", "delete")
        ]

    def __iter__(self) -> Iterator[OddRequest]:
        while True:
            routes = self._routes[:]
            self._dice.shuffle(routes)
            for method, path, operation in routes:
                yield self._request(method, path, operation)

    def plain(self, method: str, path: str) -> OddRequest:
        """A request to a route with nothing odd about it; without a body where the document has no such route."""
        operation = self._document["paths"].get(path, {}).get(method.lower(), {})
        return self._request(method, path, operation, odd_place="nowhere")

    def _request(self, method: str, path: str, operation: Mapping[str, Any], odd_place: str = "") -> OddRequest:
        odd_place = odd_place or self._dice.choice(("body", "body", "body", "query", "path", "header"))
        query, headers = [], {}
        for parameter in operation.get("parameters", ()):
            name, where = parameter["name"], parameter["in"]
            schema = parameter.get("schema", {})
            if where == "path":
                odd = odd_place == "path" and self._dice.random() < 0.7
                of_game = name == "id" and path.startswith(("/api/pairings", "/api/matches"))
                value = (
                    self._odd_text()
                    if odd
                    else self._dice.choice(self._known.get("game" if of_game else name, ["none"]))
                )
                path = path.replace("{" + name + "}", quote(value, safe="", errors="surrogatepass") or "%20")
            elif where == "query" and self._dice.random() < 0.6:
                value = self._odd_text() if odd_place == "query" else str(self._valid(schema))
                query.append(f"{quote(name)}={quote(value, errors='surrogatepass')}")
            elif where == "header" and odd_place == "header":
                headers[name] = self._dice.choice(('"1"', '""', "W/", '"99999999999999999999"', "-1", "x" * 300))
        schema = self._body_schema(operation)
        if schema is None:
            return OddRequest(method, path, query="&".join(query), headers=headers)
        body = self._valid(schema)
        if odd_place == "body":
            body = self._spoilt(body)
        return OddRequest(method, path, body, True, "&".join(query), headers)

    def _body_schema(self, operation: Mapping[str, Any]) -> Mapping[str, Any] | None:
        content = operation.get("requestBody", {}).get("content", {})
        found: Mapping[str, Any] | None = content.get("application/json", {}).get("schema")
        return found

    def _odd_text(self) -> str:
        odd = self._dice.choice([each for each in ODD if isinstance(each, str | int | float)])
        return str(odd)

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        while "$ref" in schema:
            found: Any = self._document
            for part in schema["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            schema = found
        return schema

    def _valid(self, schema: Mapping[str, Any], name: str = "", depth: int = 0) -> Any:
        """A value that the schema allows, or nearly."""
        schema = self._resolved(schema)
        if name in self._known and schema.get("type") in ("string", None) and self._dice.random() < 0.9:
            return self._dice.choice(self._known[name])
        if "example" in schema:
            return schema["example"]
        if schema.get("enum"):
            return self._dice.choice(schema["enum"])
        for several in ("oneOf", "anyOf", "allOf"):
            if schema.get(several):
                return self._valid(self._dice.choice(schema[several]), name, depth)
        match schema.get("type"):
            case "object" if depth < 5:
                required = schema.get("required", ())
                fields = {
                    each: self._valid(about, each, depth + 1)
                    for each, about in schema.get("properties", {}).items()
                    if each in required or self._dice.random() < 0.5
                }
                if isinstance(more := schema.get("additionalProperties"), Mapping):
                    fields |= {self._dice.choice(("1", "2", "Ann", "chief")): self._valid(more, "", depth + 1)}
                return fields
            case "array" if depth < 5:
                items = schema.get("items", {})
                return [self._valid(items, name, depth + 1) for _ in range(self._dice.choice((0, 1, 1, 2)))]
            case "integer" | "number":
                return self._dice.randint(0, 3)
            case "boolean":
                return self._dice.random() < 0.5
            case "null":
                return None
            case _:
                return self._dice.choice(("Ann", "1-0", "half", "2026-08-31", "club", "e2e4"))

    def _spoilt(self, body: Any) -> Any:
        """The body with one odd value somewhere in it."""
        places = list(_places(body))
        if not places or self._dice.random() < 0.05:
            return self._dice.choice(ODD)
        place = self._dice.choice(places)
        return _with(body, place, self._dice.choice(ODD))


def _places(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*here, key)
        yield from _places(inner, (*here, key))


def _with(value: Any, place: tuple[Any, ...], odd: object) -> Any:
    if not place:
        return odd
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = _with(value[place[0]], place[1:], odd)
    return copy
