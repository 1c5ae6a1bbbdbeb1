"""What an import would do, as values: a preview to show, and then to carry out."""

from dataclasses import dataclass
from enum import StrEnum

from podium.core.ids import PlayerId
from podium.core.player import PlayerFields
from podium.files.players.columns import Columns
from podium.files.players.matching import Change


class Action(StrEnum):
    """What happens to a row."""

    ADD = "add"
    UPDATE = "update"
    SKIP = "skip"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd: where (line and column from 1; 0 is the whole sheet or row), and what.

    `blocks` tells a problem from a warning. `other_line` is the line that this one repeats.
    """

    line: int
    column: int
    code: str
    value: str | None = None
    field: str | None = None
    other_line: int | None = None
    blocks: bool = False


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """The fate of one row.

    `fields` are the player after the import: for an update, what is known with what the list adds.
    `reason` says why a row is skipped (`unchanged`, `empty`) or cannot be imported. A bad cell that
    does not block is left out, and the rest of its row is taken.
    """

    line: int
    action: Action
    fields: PlayerFields | None = None
    player: PlayerId | None = None
    changes: tuple[Change, ...] = ()
    reason: str | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What would happen to every row; `findings` concern the sheet as a whole."""

    columns: Columns
    rows: tuple[PlannedRow, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def additions(self) -> tuple[PlayerFields, ...]:
        """The players to add, in the order of the list."""
        return tuple(r.fields for r in self.rows if r.action is Action.ADD and r.fields)

    @property
    def updates(self) -> tuple[tuple[PlayerId, PlayerFields], ...]:
        """The players to change, each with all fields as they will be."""
        return tuple((r.player, r.fields) for r in self.rows if r.action is Action.UPDATE and r.player and r.fields)

    @property
    def problems(self) -> tuple[Finding, ...]:
        """Why rows, or the whole sheet, cannot be imported."""
        return tuple(finding for finding in self._all_findings() if finding.blocks)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What is odd, and stops nothing."""
        return tuple(finding for finding in self._all_findings() if not finding.blocks)

    def count(self, action: Action) -> int:
        """How many rows meet that fate."""
        return sum(row.action is action for row in self.rows)

    def _all_findings(self) -> tuple[Finding, ...]:
        return (*self.findings, *(finding for row in self.rows for finding in row.findings))
