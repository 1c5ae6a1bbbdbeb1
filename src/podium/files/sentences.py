"""What each code of this package means, as a sentence for the person with the list."""

from collections.abc import Mapping
from dataclasses import asdict

from podium.core.errors import PodiumError
from podium.files.planned import Finding

SENTENCES: Mapping[str, str] = {
    # The file as a whole.
    "file-too-large": "The file has {value} bytes; at most {most} are read.",
    "not-text": "The file is not text. Save the list as CSV or XLSX.",
    "encoding-unknown": "The file is neither UTF-8, UTF-16 nor Windows text. Save it as UTF-8.",
    "quote-not-closed": "The quotation mark that opens on line {line} is never closed.",
    "cell-too-long": "A cell on line {line} has more than {most} characters.",
    "too-many-rows": "The list has more than {most} rows.",
    "too-many-columns": "Line {line} has more than {most} columns.",
    "not-a-workbook": "The file is not an XLSX workbook.",
    "old-workbook": "The file is an old Excel workbook (.xls). Save it as .xlsx.",
    "workbook-locked": "The workbook is protected by a password. Save it without one.",
    "workbook-too-large": "The workbook unpacks to {value} bytes; at most {most} are read.",
    "workbook-damaged": "The workbook is damaged and cannot be read. Save it again.",
    "no-such-sheet": "The workbook has no sheet called {value}.",
    "list-empty": "There is nothing in the list.",
    # The choice of columns.
    "no-such-column": "The list has no column {value}; it has {columns}, counted from 0.",
    "no-such-field": "Players have no field called {value}.",
    "field-chosen-twice": "Two columns are chosen for {value}.",
    "no-name-column": "No column holds the names. Choose one.",
    "birth-order-assumed": "Every date can be read both ways; the day is taken to come first.",
    # A row.
    "name-missing": "The row has no name.",
    "name-without-letters": "The name {value} has no letter in it.",
    "name-repeated": "{value} is already on line {other_line}.",
    "fide-id-repeated": "FIDE number {value} is already on line {other_line}.",
    "several-players-match": "Several entered players could be {value}. Add a FIDE number or birth.",
    "namesake-entered": "Another {value} is entered, with other dates; this one is added.",
    "fide-id-of-another-name": "This FIDE number belongs to {value}, who would be renamed.",
    # A cell.
    "cell-error": "The cell holds the spreadsheet error {value}; it is left out.",
    "rating-malformed": "{value} is not a rating; it is left out.",
    "rating-out-of-range": "The rating {value} is not between 0 and 4000; it is left out.",
    "federation-malformed": "{value} is not a federation of three letters; it is left out.",
    "fide-id-malformed": "{value} is not a FIDE number; it is left out.",
    "title-not-fide": "{value} is not a FIDE title; it is kept as it is.",
    "gender-unknown": "{value} is not m, f or x; it is left out.",
    "birth-malformed": "{value} is not a date of birth; it is left out.",
    "text-too-long": "The text is too long: {value}",
    "text-malformed": "The text has characters that cannot be shown: {value}",
}


def sentence(found: Finding | PodiumError) -> str:
    """The sentence for a finding, or for an error that this package raised.

    >>> sentence(Finding(3, 2, "rating-malformed", value="abc"))
    'abc is not a rating; it is left out.'
    """
    facts = found.facts if isinstance(found, PodiumError) else asdict(found)
    return SENTENCES[found.code].format_map(facts)
