"""Lists of players: files and pasted text in, files out.

    bytes or text -> Sheet -> Columns (guessed, then chosen) -> ImportPlan -> the caller adds players

| step | function |
| --- | --- |
| what a file is | `file_kinds` |
| a file or pasted names as a table | `read_list`, `read_csv`, `read_xlsx`, `read_names` |
| which column holds what | `guess_columns`, `choose_columns` |
| what an import would do | `plan` |
| players as a file, other tables | `write_csv`, `write_xlsx`; `spreadsheet` |

A file that cannot be read raises `FormatError`; a bad row or cell is a `Finding` of the plan.
"""

from podium.files.columns import Columns, choose_columns, guess_columns
from podium.files.csvfile import read_csv, write_csv
from podium.files.headers import Column
from podium.files.importplan import plan
from podium.files.listfile import read_list
from podium.files.matching import Change, Known
from podium.files.names import read_names, read_pasted
from podium.files.planned import Action, Finding, ImportPlan, PlannedRow
from podium.files.prizelist import read_prize_list, read_prizes
from podium.files.sheet import Row, Sheet
from podium.files.xlsx import read_xlsx, write_xlsx

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
    "read_pasted",
    "read_prize_list",
    "read_prizes",
    "read_xlsx",
    "write_csv",
    "write_xlsx",
]
