"""Lists of prizes: one row a prize, from CSV and from XLSX alike."""

import io

import openpyxl
import pytest

from podium.core.errors import FormatError
from podium.files.players.listfile import read_list
from podium.files.prizelist import read_prizes

TEXT = (
    "Prizes 2026\nCategory,Place,Cash,Trophy,Max rating,Order\nOpen,1,100,yes,,1\nOpen,2,50.5,no,,\nU1600,1,,,1600,2\n"
)
EXPECTED = (
    {
        "name": "Open",
        "brochure_order": 1,
        "prizes": [{"place": 1, "cash": "100", "trophy": True}, {"place": 2, "cash": "50.5", "trophy": False}],
    },
    {"name": "U1600", "max_rating": 1600, "brochure_order": 2, "prizes": [{"place": 1}]},
)


def test_rows_of_one_category_go_together() -> None:
    assert read_prizes(read_list(TEXT.encode())) == EXPECTED


def test_a_workbook_says_the_same() -> None:
    book = openpyxl.Workbook()
    sheet = book.create_sheet("Prizes", 0)
    for line in TEXT.splitlines():
        sheet.append([int(cell) if cell.isdigit() else cell or None for cell in line.split(",")])
    content = io.BytesIO()
    book.save(content)
    assert read_prizes(read_list(content.getvalue())) == EXPECTED


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("name,rating\nAnn,1500\n", "prize-columns-missing", 0),
        ("category,place\nOpen,1\n,2\n", "prize-row-incomplete", 3),
        ("category,place\nOpen,one\n", "prize-number-malformed", 2),
        ("category,place,medal\nOpen,1,gold\n", "prize-answer-malformed", 2),
    ],
)
def test_what_cannot_be_read_is_named_by_its_line(text: str, code: str, line: int) -> None:
    with pytest.raises(FormatError) as caught:
        read_prizes(read_list(text.encode()))
    assert (caught.value.code, caught.value.line) == (code, line)
