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
