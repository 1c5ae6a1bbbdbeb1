"""What is wrong with a database, named so that somebody can look at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from podium.app.words import counts
from podium.app.words.language import N_
from podium.app.words.phrases import filled


class Problem(Enum):
    """Each thing that can be wrong; the sentences are in `podium.app.server.findings`."""

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


OTHER_VERSIONS = frozenset({Problem.REVISION_OLDER, Problem.TABLE_UNKNOWN, Problem.COLUMN_UNKNOWN})
"""What another version, or somebody beside Podium, may have made on purpose."""
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


SENTENCES: Mapping[Problem, str] = {
    Problem.CHANGES_LOST: N_(
        "changes that were confirmed cannot be read (about %(count:bare)s): the write-ahead log (the file ending in "
        "-wal) is damaged, cut off or gone. Copy both files away; then bring a backup back (podium restore), or go on "
        "without these changes: podium doctor --accept-loss"
    ),
    Problem.FILE_DAMAGED: N_("the file is damaged: %(value:whole)s"),
    Problem.REVISION_OLDER: N_(
        "this is a database of an older version (%(value)s): podium migrate brings it up to date; look at it again then"
    ),
    Problem.REVISION_OTHER: N_("the tables are those of another version, %(value)s: podium migrate"),
    Problem.TABLE_UNKNOWN: N_("a table that Podium does not know"),
    Problem.TABLE_MISSING: N_("the table is missing"),
    Problem.COLUMN_UNKNOWN: N_("a column that Podium does not know: %(value)s"),
    Problem.COLUMN_MISSING: N_("the column %(value)s is missing"),
    Problem.HEAD_MISSING: N_("commits without a head"),
    Problem.VERSIONS_MISSING: N_("version %(value:bare)s is missing (%(count:bare)s in all)"),
    Problem.COMMITS_BEYOND_HEAD: N_("the head is version %(value:bare)s, and %(count:bare)s later commits are there"),
    Problem.PARENT_WRONG: N_("version %(value:bare)s follows a version that is not before it"),
    Problem.COMMIT_MISSING: N_("events of version %(value:bare)s, which is not there"),
    Problem.EVENTS_MISSING: N_("events of version %(value:bare)s are missing"),
    Problem.REPLAY_FAILED: N_("the events cannot be replayed (%(value:bare)s)"),
    Problem.VALUE_REFUSED: N_("it holds what no command would have taken: %(value:whole)s"),
    Problem.ROWS_DIFFER: N_("%(rows:bare)s not as the journal has it, the first: %(value)s"),
    Problem.ROWS_ORPHANED: N_("%(rows:bare)s of something that is not there: %(owner)s"),
}


def finding_text(finding: Finding) -> str:
    """A finding with its table and stream: `pairings t1: 1 row not as the journal has it, the first: "t1-4"`."""
    owner = finding.stream if finding.stream is not None else finding.value
    facts = {"value": finding.value, "count": finding.count, "rows": counts.rows(finding.count), "owner": owner}
    where = " ".join(filter(None, (finding.table, finding.stream)))
    said = filled(SENTENCES[finding.problem], facts)
    return f"{where}: {said}" if where else said
