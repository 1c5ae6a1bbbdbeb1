"""How a line of the log is written, as JSON or for people, and what never stands in one.

A line holds facts that Podium chose: no addresses, bodies, headers, names or values. An error is told by its type and
the lines of code it came through, without its message, which may quote what somebody sent; a library's line by its
template, without what was filled in. A fault of Podium itself has an id, by which what somebody was told is found here.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import traceback
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from podium.app.server.observation import OBSERVATION, UNROUTED
from podium.core.errors import PodiumError

OURS = "podium"
DEEPEST = 40  # frames of an error that are written, the innermost
LONGEST_CHAIN = 5  # errors that caused one another
LONGEST_FAULT = 8  # letters of the id of a fault
_PLAIN = re.compile(r"[^\s\"=\\]+")

log = logging.getLogger(__name__)


class LogLine(logging.Formatter):
    """Writes a record as one line."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        facts = facts_of(record)
        if self._as_json:
            return json.dumps(facts, ensure_ascii=True, default=str)
        at, level, kind = facts.pop("at"), facts.pop("level"), facts.pop("kind")
        trace = facts.pop("trace", None)
        words = [f"{name}={_word(value)}" for name, value in facts.items()]
        if trace is not None:
            words.append("trace=" + _word(" | ".join(trace)))
        return " ".join([at, level, kind, *words])


def facts_of(record: logging.LogRecord) -> dict[str, Any]:
    """What is written of a record, by name."""
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    facts: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "kind": "message"}
    given = getattr(record, "facts", None)
    ours = is_ours(record)
    if ours and isinstance(given, Mapping):
        facts |= {"kind": record.getMessage(), **given}
    else:
        text = record.getMessage() if ours else str(record.msg).partition("\n")[0]
        facts |= {"from": record.name, "text": text}
    if record.exc_info and record.exc_info[1] is not None:
        facts |= {"error": _description(record.exc_info[1]), "trace": list(_trace(record.exc_info[1]))}
    return facts


def is_ours(record: logging.LogRecord) -> bool:
    """Whether Podium says that, and no library."""
    return record.name == OURS or record.name.startswith(f"{OURS}.")


def with_request(facts: Mapping[str, object]) -> dict[str, object]:
    """Facts for `extra`, with the id of the request that is being answered."""
    observation = OBSERVATION.get()
    known = {"request": observation.request} if observation is not None else {}
    return {"facts": {**known, **facts}}


def _trace(error: BaseException) -> Iterator[str]:
    """The errors that led to this one, each with the code it came through, outermost first."""
    chain: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in chain and len(chain) < LONGEST_CHAIN:
        chain.append(cause)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    for each in reversed(chain):
        for frame, line in list(traceback.walk_tb(each.__traceback__))[-DEEPEST:]:
            code = frame.f_code
            yield f"{_place(code.co_filename)}:{line} {code.co_name}"
        yield _description(each)


def _description(error: BaseException) -> str:
    """The type of an error, with what can be said of it and holds nothing that was sent."""
    name = type(error).__name__
    match error:
        case PodiumError():
            return f"{name} {error.code}"
        case OSError() if isinstance(error.errno, int):
            return f"{name} {error.errno}"
    original = getattr(error, "orig", error)  # of the database, inside the error of the library before it
    code = getattr(original, "sqlite_errorname", None) or getattr(original, "sqlstate", None)
    return f"{name} {code}" if isinstance(code, str) else name


def _place(file: str) -> str:
    """A file of code by its package: where things are installed is nobody's business."""
    parts = Path(file).parts
    for root in ("site-packages", "src"):
        if root in parts:
            return "/".join(parts[len(parts) - parts[::-1].index(root) :])
    return parts[-1] if parts else file


def _word(value: object) -> str:
    text = str(value)
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=True)


def report_fault(scope: Mapping[str, Any], error: Exception) -> str:
    """The id of what broke while a request was answered, which goes into the log under it.

    The log has the template of the address: the address itself may hold a secret.
    """
    fault = new_fault_id()
    facts = {
        "kind": "fault",
        "fault": fault,
        "method": scope.get("method"),
        "route": scope.get("path_template") or UNROUTED,
    }
    log.error("Fault %s", fault, extra=with_request(facts), exc_info=error)
    return fault


def new_fault_id() -> str:
    """An id to be said and logged; it is the beginning of the request's, and says nothing of what went wrong."""
    observation = OBSERVATION.get()
    if observation is None:
        return f"F-{secrets.token_hex(LONGEST_FAULT // 2)}"
    observation.fault = f"F-{observation.request[:LONGEST_FAULT]}"
    return observation.fault
