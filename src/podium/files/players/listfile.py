"""Players from a file of any kind that has them, told by its content."""

from collections.abc import Callable, Mapping

from podium.files.file_kinds import FileKind, refuse_unless_list
from podium.files.players.csvfile import read_csv
from podium.files.players.dbf_list import read_dbf
from podium.files.players.fide_list import read_fide_list
from podium.files.players.html_list import read_html
from podium.files.players.json_list import read_json
from podium.files.players.ods import read_ods
from podium.files.players.xlsx import read_xlsx
from podium.files.players.xml_list import read_xml
from podium.files.sheet import Sheet

_READERS: Mapping[FileKind, Callable[[bytes], Sheet]] = {
    FileKind.DBF: read_dbf,
    FileKind.FIDE_LIST: read_fide_list,
    FileKind.JSON: read_json,
    FileKind.XML: read_xml,
    FileKind.PAGE: read_html,
    FileKind.LIST: read_csv,
}


def read_list(content: bytes, sheet: str | None = None) -> Sheet:
    """The table in a file, whatever the file is called; `sheet` is that of a workbook.

    Raises `FormatError` for a file of another kind, which it names, and for one that is damaged or too large.
    """
    kind = refuse_unless_list(content)
    if kind is FileKind.OPEN_DOCUMENT:
        return read_ods(content, sheet)
    reader = _READERS.get(kind)
    return reader(content) if reader is not None else read_xlsx(content, sheet)
