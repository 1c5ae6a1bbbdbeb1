"""Lists of players: files and pasted text in, files out.

    bytes or text -> Sheet -> Columns (guessed, then chosen) -> ImportPlan -> the caller adds players

| step | function |
| --- | --- |
| a file or pasted names as a table | `read_list`, `read_csv`, `read_xlsx`, `read_names` |
| which column holds what | `guess_columns`, `choose_columns` |
| what an import would do | `plan` |
| players as a file | `write_csv`, `write_xlsx` |
| codes in words | `sentence` |

A file that cannot be read raises `FormatError`; a bad row or cell is a `Finding` of the plan.
"""

from podium.formats.columns import Columns, choose_columns, guess_columns
from podium.formats.csvfile import read_csv, write_csv
from podium.formats.headers import Column
from podium.formats.importplan import plan
from podium.formats.listfile import read_list
from podium.formats.matching import Change, Known
from podium.formats.names import read_names
from podium.formats.planned import Action, Finding, ImportPlan, PlannedRow
from podium.formats.prizelist import read_prizes
from podium.formats.sentences import sentence
from podium.formats.sheet import Row, Sheet
from podium.formats.xlsx import read_xlsx, write_xlsx

__all__ = [
    "Action",
    "Change",
    "Column",
    "Columns",
    "Finding",
    "ImportPlan",
    "Known",
    "PlannedRow",
    "Row",
    "Sheet",
    "choose_columns",
    "guess_columns",
    "plan",
    "read_csv",
    "read_list",
    "read_names",
    "read_prizes",
    "read_xlsx",
    "sentence",
    "write_csv",
    "write_xlsx",
]
