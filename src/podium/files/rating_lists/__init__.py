"""Rating lists: FIDE's in its text and XML layouts, national ones as CSV and DBF, each also as the one file of a ZIP.

    file -> opened_list -> ListFile.players, one after another, whatever the size -> the caller keeps them

| layout | told by |
| --- | --- |
| FIDE's text: one rating, or all three, of any year since 2001 | its heading |
| FIDE's XML, likewise | `<` |
| CSV of a national federation | a heading with a name |
| DBF of a national federation | how it begins |

What the columns are called is in one table (`columns.HEADINGS`) for all of them. A file that cannot be read raises
`FormatError`; what is odd in a row is counted, and the first of it noted, in `ListFile.oddities`.
"""

from podium.files.rating_lists.columns import Oddities
from podium.files.rating_lists.opening import ListFile, opened_list

__all__ = ["ListFile", "Oddities", "opened_list"]
