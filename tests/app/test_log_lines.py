"""The lines of the log: one each, facts that Podium chose, and no message of an error or a library."""

from __future__ import annotations

import json
import logging
import sys

from podium.app.server.log_lines import LogLine, with_request
from podium.app.server.observation import OBSERVATION, Observation
from podium.core.errors import Refused
from tests.kit.loops import every

SECRET = "s3cret-of-somebody"


def record(name: str, message: str, *arguments: object, facts: object = None, error: bool = False) -> logging.LogRecord:
    made = logging.LogRecord(name, logging.ERROR, __file__, 1, message, arguments, sys.exc_info() if error else None)
    made.created = 0.0
    if facts is not None:
        made.facts = facts
    return made


def test_facts_are_written_for_people_and_as_json() -> None:
    made = record("podium.api", "request", facts={"route": "/t/{id}", "note": "two words"})
    assert LogLine(as_json=False).format(made) == (
        '1970-01-01T00:00:00.000Z error request route=/t/{id} note="two words"'
    )
    assert json.loads(LogLine(as_json=True).format(made)) == {
        "at": "1970-01-01T00:00:00.000Z",
        "level": "error",
        "kind": "request",
        "route": "/t/{id}",
        "note": "two words",
    }


@every("as_json", [True, False])
def test_an_error_is_told_by_its_type_and_its_way_and_not_by_its_message(as_json: bool) -> None:
    try:
        try:
            raise ValueError(SECRET)
        except ValueError as cause:
            raise Refused("not-possible", value=SECRET) from cause
    except Refused:
        line = LogLine(as_json=as_json).format(record("podium.app", "Fault", error=True))
    assert SECRET not in line
    assert "\n" not in line
    assert "Refused not-possible" in line
    assert "ValueError" in line
    assert "test_log_lines.py:" in line
    assert "test_an_error_is_told_by_its_type_and_its_way_and_not_by_its_message" in line


def test_an_error_of_the_system_is_told_by_its_number() -> None:
    try:
        raise FileNotFoundError(2, "No such file", f"/srv/{SECRET}")
    except FileNotFoundError:
        line = LogLine(as_json=True).format(record("podium.app", "Fault", error=True))
    assert json.loads(line)["error"] == "FileNotFoundError 2"


@every("as_json", [True, False])
def test_of_a_library_only_the_template_is_written(as_json: bool) -> None:
    line = LogLine(as_json=as_json)
    filled = line.format(record("uvicorn.error", "Odd request from %s", SECRET))
    assert "Odd request from %s" in filled
    longer = line.format(record("asyncio", f"Task exception was never retrieved\nfuture: <Task {SECRET}>"))
    assert "Task exception was never retrieved" in longer
    assert SECRET not in filled + longer


def test_a_value_cannot_begin_a_line_of_its_own() -> None:
    made = record("podium.api", "request", facts={"event": 'x\n1970-01-01 error fault="'})
    assert "\n" not in LogLine(as_json=False).format(made)
    assert "\n" not in LogLine(as_json=True).format(made)


def test_the_request_that_is_being_answered_is_named() -> None:
    assert with_request({"a": 1}) == {"facts": {"a": 1}}
    token = OBSERVATION.set(Observation("0123456789abcdef"))
    try:
        assert with_request({"a": 1}) == {"facts": {"request": "0123456789abcdef", "a": 1}}
    finally:
        OBSERVATION.reset(token)
