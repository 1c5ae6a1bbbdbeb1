"""What is odd about rows of a rating list."""

from __future__ import annotations

from dataclasses import dataclass, field

from podium.files.players.planned import Finding

NOTED = 20  # oddities that are told one by one; of the others, how many


@dataclass(slots=True)
class Oddities:
    """What was odd in the rows of a list: how many rows were left out, how many cells, and the first of them."""

    rows: int = 0
    cells: int = 0
    noted: list[Finding] = field(default_factory=list)

    def row(self, line: int, code: str, value: str, field: str) -> None:
        """Note a row that is left out."""
        self.rows += 1
        self._note(Finding(line, 0, code, value[:40], field, blocks=True))

    def cell(self, line: int, code: str, value: str, field: str) -> None:
        """Note a cell that is left out, of a row that is taken."""
        self.cells += 1
        self._note(Finding(line, 0, code, value[:40], field))

    def _note(self, finding: Finding) -> None:
        if len(self.noted) < NOTED:
            self.noted.append(finding)
