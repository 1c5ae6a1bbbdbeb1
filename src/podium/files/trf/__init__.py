"""Tournament report files (FIDE's TRF16 and TRF26, and the usual extensions).

A file passes through three shapes, each with its own module:

| shape  | module   | what it keeps                                                     |
| ------ | -------- | ----------------------------------------------------------------- |
| text   |          | the characters of the file                                        |
| record | `record` | every line with its ending; `Record.parse(text).text == text`        |
| domain | `report` | what pairing and tie-breaks ask for; lines it has no field for    |
|        |          | are carried along unchanged in `Report.others`                    |

`read` gives the domain object or raises the first finding; `check` gives all findings. `read_report_file` reads the
bytes of a file, and names one of another kind.
"""

from podium.core.arguments import guard
from podium.files.trf.reader import check, read, read_report_file
from podium.files.trf.record import Line, Record, decode
from podium.files.trf.report import Acceleration, Adjustment, Cell, Entry, Forbidden, Report, RequestedBye
from podium.files.trf.writer import with_planned_rounds, write

__all__ = [
    "Acceleration",
    "Adjustment",
    "Cell",
    "Entry",
    "Forbidden",
    "Line",
    "Record",
    "Report",
    "RequestedBye",
    "check",
    "decode",
    "read",
    "read_report_file",
    "with_planned_rounds",
    "write",
]

guard(globals())
