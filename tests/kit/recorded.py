"""The examples of the OpenAPI document: what tests sent and were answered, the first of each operation that fits.

    PODIUM_EXAMPLES=docs/reference/examples.json pytest -n 0 tests/api

writes them anew; those of operations that no test of the run sends stay.
"""

from __future__ import annotations

import atexit
import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

from podium.api.documentation import finished
from podium.bootstrap import site

LONGEST = 2500  # letters of an example
SECRET = {"token": "podium_...", "csrf": "...", "password": "...", "secret": "..."}
FILE = os.environ.get("PODIUM_EXAMPLES")

_found: dict[str, dict[str, Any]] = {}


def record(method: str, url: str, body: object, status: int, answer: object) -> None:
    """Keep a request and its answer, if it is the first of its operation to succeed and is short enough."""
    path = url.partition("?")[0]
    operation = next((name for verb, form, name in _operations() if verb == method and form.fullmatch(path)), None)
    if operation is None or not 200 <= status < 300:
        return
    if not _found:
        atexit.register(_write)
    known = _found.setdefault(operation, {})
    for what, value in (("body", body), ("answer", answer)):
        short = _short(value)
        if what not in known and short not in (None, {}) and len(json.dumps(short)) <= LONGEST:
            known[what] = short


@cache
def _operations() -> list[tuple[str, re.Pattern[str], str]]:
    paths = finished(site())["paths"]
    return [
        (method.upper(), re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), operation["operationId"])
        for path in sorted(paths, key=lambda path: path.count("{"))
        for method, operation in paths[path].items()
    ]


def _short(value: object) -> Any:
    match value:
        case dict():
            return {name: SECRET[name] if name in SECRET and each else _short(each) for name, each in value.items()}
        case list():
            return [_short(each) for each in value[:2]]
        case str():
            return re.sub(r"/(l|invitation|reset)/\w+", r"/\1/...", value)
        case bytes():
            return None
        case _:
            return value


def _write() -> None:
    assert FILE is not None
    file = Path(FILE)
    before = json.loads(file.read_text("utf-8")) if file.exists() else {}
    text = json.dumps({**before, **_found}, ensure_ascii=False, indent=1, sort_keys=True)
    file.write_text(text + "\n", "utf-8")
