"""The OpenAPI document: what each route takes and answers, told by the tables the routes are made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import msgspec
from fastapi import FastAPI

from podium.api.problems import MEDIA_TYPE
from podium.api.shapes.outcome import Problem
from podium.api.writing import JSON

MEANINGS = {
    304: "You have it already.",
    400: "The request is malformed, or a value is not allowed.",
    401: "No credentials, or bad ones.",
    403: "Visible, but not yours to do.",
    404: "There is no such thing, or it is hidden from you.",
    409: "The state of the event forbids it, or somebody was faster.",
    413: "The body is too large.",
    429: "Too many attempts.",
    503: "The database is away.",
    504: "It took too long and was given up; nothing was changed.",
}
PARAMETERS = {
    "id": "A tournament, a pairing or a match.",
    "pid": "A player.",
    "n": "The number of a round.",
    "lid": "A link.",
    "tid": "A token.",
    "format": "csv or xlsx",
}
READING = (400, 401, 404, 503)
WRITING = (400, 401, 403, 404, 409, 413, 503)
WRITE_HEADERS = (
    (
        "Idempotency-Key",
        {"type": "string", "pattern": "^[!-~]{1,200}$"},
        "The same key and body: the first answer again.",
    ),
    ("If-Match", {"type": "string", "pattern": '^"[0-9]{1,18}"$'}, "Only if the tournament is still at this version."),
)
SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "A token of `podium token add` or POST /api/tokens."},
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "podium_session",
        "description": "A browser's session; writes also need its X-CSRF-Token header.",
    },
}


@dataclass(frozen=True, slots=True)
class Operation:
    """What the document says of one route. `content` names media types other than JSON."""

    summary: str
    tag: str
    shape: Any = None
    status: int = 200
    problems: tuple[int, ...] = READING
    body: Any = None
    query: tuple[tuple[str, str, str], ...] = ()
    versioned: bool = False
    tagged: bool = False
    content: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    open: bool = False


class Document:
    """Collects routes and the shapes they speak of."""

    def __init__(self) -> None:
        self._operations: dict[tuple[str, str], Operation] = {}
        self._written: dict[str, Any] | None = None

    def add(self, app: FastAPI, method: str, path: str, endpoint: Callable[..., Any], told: Operation) -> None:
        """Serve `path` with `endpoint`, and tell about it."""
        self._operations[method, path] = told
        app.add_api_route(path, endpoint, methods=[method], include_in_schema=False, response_model=None)

    def written(self) -> dict[str, Any]:
        """The whole document, made when it is first asked for."""
        if self._written is None:
            self._written = self._write()
        return self._written

    def _write(self) -> dict[str, Any]:
        kinds = _kinds(self._operations.values())
        refs, schemas = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
        schema_of = {id(kind): ref for kind, ref in zip(kinds, refs, strict=True)}
        paths: dict[str, dict[str, Any]] = {}
        for (method, path), told in self._operations.items():
            paths.setdefault(path, {})[method.lower()] = _operation(method, path, told, schema_of)
        return {
            "openapi": "3.1.0",
            "info": {"title": "Podium", "version": version("podium"), "description": INTRODUCTION},
            "paths": paths,
            "components": {"schemas": schemas, "securitySchemes": SCHEMES},
            "security": [{"token": []}, {"session": []}, {}],
        }


INTRODUCTION = """\
Run a whole tournament, from the first pairing to the podium.

Every write answers with the new `version` of the tournament; every read of one carries an `ETag` that starts with it.
Errors are `application/problem+json` with a stable `code`, a sentence in `detail`, and the offending `value`."""


def _kinds(operations: Iterable[Operation]) -> list[Any]:
    kinds = {id(Problem): Problem}
    for told in operations:
        for kind in (told.body, told.shape):
            if kind is not None:
                kinds[id(kind)] = kind
    return list(kinds.values())


def _operation(method: str, path: str, told: Operation, schema_of: dict[int, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": "Done."}
    if told.shape is not None:
        answer["content"] = {JSON: {"schema": schema_of[id(told.shape)]}}
    for media_type in told.content:
        answer.setdefault("content", {})[media_type] = {"schema": {"type": "string"}}
    if told.tagged:
        answer["headers"] = {"ETag": {"schema": {"type": "string"}, "description": "Begins with the version."}}
    problem = {MEDIA_TYPE: {"schema": schema_of[id(Problem)]}}
    responses: dict[str, Any] = {str(told.status): answer}
    if told.tagged:
        responses["304"] = {"description": MEANINGS[304]}
    for status in told.problems:
        responses[str(status)] = {"description": MEANINGS[status], "content": problem}
    operation: dict[str, Any] = {
        "summary": told.summary,
        "operationId": _name(method, path),
        "tags": [told.tag],
        "parameters": _parameters(path, told),
        "responses": responses,
    }
    if told.body is not None:
        operation["requestBody"] = {"content": {JSON: {"schema": schema_of[id(told.body)]}}, "required": True}
    for media_type in told.takes:
        content = operation.setdefault("requestBody", {"content": {}, "required": True})["content"]
        content[media_type] = {"schema": _upload(media_type)}
    if told.open:
        operation["security"] = []
    return operation


def _upload(media_type: str) -> dict[str, Any]:
    if media_type != "multipart/form-data":
        return {"type": "string", "format": "binary"}
    return {
        "type": "object",
        "properties": {
            "file": {"type": "string", "format": "binary"},
            "columns": {"type": "string", "description": 'JSON, for example {"0": "name", "3": null}'},
            "sheet": {"type": "string"},
        },
        "required": ["file"],
    }


def _parameters(path: str, told: Operation) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": PARAMETERS[name],
            "schema": {"type": "string", "minLength": 1},
        }
        for name in re.findall(r"\{(\w+)\}", path)
    ]
    for name, kind, meaning in told.query:
        schema: dict[str, Any] = {"type": kind}
        if kind == "integer":
            schema |= {"minimum": 0, "maximum": 999_999_999}
        found.append({"name": name, "in": "query", "description": meaning, "schema": schema})
    if told.versioned:
        found += [
            {"name": name, "in": "header", "description": meaning, "schema": schema}
            for name, schema, meaning in WRITE_HEADERS
        ]
    return found


def _name(method: str, path: str) -> str:
    words = re.sub(r"[{}]", "", path).removeprefix("/api").strip("/").replace("/", "_").replace("-", "_")
    return f"{method.lower()}_{words}"
