"""Lists of players: files and pasted text in, files out.

    bytes or text -> Sheet -> Columns (guessed, then chosen) -> ImportPlan -> the caller adds players

| step | function |
| --- | --- |
| what a file is | `file_kinds` |
| a file or pasted names as a table | `read_list`, `read_csv`, `read_xlsx`, `read_names` |
| which column holds what | `guess_columns`, `choose_columns` |
| what an import would do | `plan` |
| players as a file, other tables | `players.export`, `spreadsheet` |

A file that cannot be read raises `FormatError`; a bad row or cell is a `Finding` of the plan.
"""

from podium.files.players.columns import Columns, choose_columns, guess_columns
from podium.files.players.csvfile import read_csv
from podium.files.players.headers import Column
from podium.files.players.importplan import Action, Finding, ImportPlan, PlannedRow, plan
from podium.files.players.listfile import read_list
from podium.files.players.matching import Change, Known
from podium.files.players.names import read_names, read_pasted
from podium.files.players.xlsx import read_xlsx
from podium.files.prizelist import read_prize_list, read_prizes
from podium.files.sheet import Row, Sheet

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
]
