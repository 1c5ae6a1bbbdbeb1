"""What is wrong with a database, named so that somebody can look at it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Problem(Enum):
    """Each thing that can be wrong; the sentences are in `podium.app.server.finding_words`."""

    CHANGES_LOST = "changes-lost"
    FILE_DAMAGED = "file-damaged"
    REVISION_OLDER = "revision-older"
    REVISION_OTHER = "revision-other"
    TABLE_UNKNOWN = "table-unknown"
    TABLE_MISSING = "table-missing"
    COLUMN_UNKNOWN = "column-unknown"
    COLUMN_MISSING = "column-missing"
    HEAD_MISSING = "head-missing"
    VERSIONS_MISSING = "versions-missing"
    COMMITS_BEYOND_HEAD = "commits-beyond-head"
    PARENT_WRONG = "parent-wrong"
    COMMIT_MISSING = "commit-missing"
    EVENTS_MISSING = "events-missing"
    REPLAY_FAILED = "replay-failed"
    VALUE_REFUSED = "value-refused"
    ROWS_DIFFER = "rows-differ"
    ROWS_ORPHANED = "rows-orphaned"


READ_MODEL_PROBLEMS = frozenset({Problem.ROWS_DIFFER})
"""What writing the read model anew repairs."""
JOURNAL_PROBLEMS = frozenset(
    {
        Problem.CHANGES_LOST,
        Problem.FILE_DAMAGED,
        Problem.HEAD_MISSING,
        Problem.VERSIONS_MISSING,
        Problem.COMMITS_BEYOND_HEAD,
        Problem.PARENT_WRONG,
        Problem.COMMIT_MISSING,
        Problem.EVENTS_MISSING,
        Problem.REPLAY_FAILED,
    }
)
"""What makes the history of an event unreadable, so that nothing can be made from it."""


FOREIGN_PROBLEMS = frozenset({Problem.VALUE_REFUSED})
"""What no command would have taken, in a history that can be read: of an earlier version, or written by somebody."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong in a table: in the rows of a stream, where it is one's; `value` says what."""

    problem: Problem
    table: str | None = None
    stream: str | None = None
    value: str | int | None = None
    count: int = 1
