"""What is wrong with a database, as sentences for whoever looks after it."""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.server.findings import Finding, Problem
from podium.app.words import counts
from podium.app.words.language import N_
from podium.app.words.phrases import filled

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
