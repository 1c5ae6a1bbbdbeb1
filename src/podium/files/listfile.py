"""Players from a file of either kind, told apart by how it begins."""

from podium.files.csvfile import read_csv
from podium.files.sheet import Sheet
from podium.files.xlsx import OLD_OFFICE, ZIP, read_xlsx


def read_list(content: bytes, sheet: str | None = None) -> Sheet:
    """The table in a CSV file or an XLSX workbook, whatever the file is called."""
    if content.startswith((ZIP, OLD_OFFICE)):
        return read_xlsx(content, sheet)
    return read_csv(content)
