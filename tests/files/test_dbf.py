"""Tables of dBase III: what is written is read, and what is no table is refused."""

import struct
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from podium.core.errors import FormatError, LimitExceeded
from podium.files.dbf import Field, Table, Value, is_table, read_table, write_table
from tests.kit.loops import every

FIELDS = (
    Field("NAME", "C", 20),
    Field("RATING", "N", 6),
    Field("SCORE", "N", 5, 1),
    Field("BORN", "D", 8),
    Field("PAID", "L", 1),
)
# All that this code has; to look for them among all characters takes seconds.
_letters = (bytes(range(0x20, 0x7F)) + bytes(range(0x80, 0x100))).decode("cp1252", "ignore")
_rows = st.tuples(
    st.text(_letters, max_size=20).map(lambda text: text.strip()),
    st.none() | st.integers(-99_999, 999_999),
    st.none() | st.integers(-199, 1999).map(lambda half: Decimal(half) / 2),
    st.none() | st.dates(date(1000, 1, 1)),
    st.none() | st.booleans(),
)


@given(st.lists(_rows, max_size=8))
def test_what_is_written_is_read_back(rows: list[tuple[Value, ...]]) -> None:
    assert read_table(write_table(FIELDS, rows)) == Table(FIELDS, tuple(rows))


@given(st.binary(max_size=400) | st.binary(max_size=300).map(lambda rest: write_table(FIELDS, [])[:40] + rest))
def test_whatever_comes_is_a_table_or_an_error_of_the_file(content: bytes) -> None:
    try:
        code = "" if isinstance(read_table(content), Table) else "no table"
    except FormatError as refused:
        code = refused.code
    assert code in ("", "not-a-dbf", "dbf-damaged", "dbf-locked", "dbf-too-many-records")


@given(st.data())
def test_a_flipped_byte_never_does_more_harm_than_an_error(data: st.DataObject) -> None:
    content = bytearray(write_table(FIELDS, [("Ann", 1500, Decimal("2.5"), date(2001, 2, 3), True)] * 2))
    content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        assert len(read_table(bytes(content)).rows) <= 2
    except FormatError:
        pass


def test_the_head_says_what_dbase_expects() -> None:
    content = write_table(FIELDS, [("Ann", 1500, None, None, None)], date(2026, 11, 17))
    assert content[:4] == bytes([3, 126, 11, 17])
    assert struct.unpack_from("<IHH", content, 4) == (1, 32 + 32 * len(FIELDS) + 1, 41)
    assert content[32:43] == b"NAME".ljust(11, b"\0")
    assert content[32 + 32 * len(FIELDS)] == 0x0D
    assert content.endswith(b" " + b"Ann".ljust(20) + b"  1500" + b" " * 5 + b" " * 8 + b"?" + b"\x1a")
    assert is_table(content)


def test_deleted_records_are_left_out() -> None:
    content = write_table([Field("NAME", "C", 3)], [("Ann",), ("Ben",), ("Cas",)])
    assert read_table(content.replace(b" Ben", b"*Ben")).rows == (("Ann",), ("Cas",))


def test_letters_that_the_code_page_lacks_lose_their_accents() -> None:
    content = write_table([Field("NAME", "C", 20)], [("Čapek, Ağa Müller 李",)])
    assert read_table(content).rows == (("Capek, Aga Müller ?",),)


def test_a_file_without_a_code_page_is_read_as_utf_8_or_western() -> None:
    content = bytearray(write_table([Field("NAME", "C", 8)], [("Müller",)]))
    content[29] = 0
    assert read_table(bytes(content)).rows == (("Müller",),)
    assert read_table(bytes(content).replace(b"M\xfcller  ", "Müller ".encode())).rows == (("Müller",),)


def test_the_code_page_of_dos_is_obeyed() -> None:
    content = bytearray(write_table([Field("NAME", "C", 8)], [("M?ller",)]))
    content[29] = 0x02
    assert read_table(bytes(content).replace(b"?", b"\x81")).rows == (("Müller",),)


def test_a_number_that_did_not_fit_comes_as_its_text() -> None:
    content = write_table([Field("RATING", "N", 4)], [(1500,)]).replace(b"1500", b"****")
    assert read_table(content).rows == (("****",),)


def test_a_table_that_ends_too_early_names_the_record() -> None:
    content = write_table([Field("NAME", "C", 8)], [("Ann",), ("Ben",)])
    with pytest.raises(FormatError) as refused:
        read_table(content[:-8])
    assert (refused.value.code, refused.value.line) == ("dbf-damaged", 2)


def test_more_records_than_are_read_are_refused_before_any_is() -> None:
    content = bytearray(write_table([Field("NAME", "C", 8)], []))
    struct.pack_into("<I", content, 4, 2_000_000_000)
    with pytest.raises(LimitExceeded):
        read_table(bytes(content))


@every(
    ("field", "value"),
    [
        (Field("NAME", "C", 3), "Anna"),
        (Field("RATING", "N", 3), 1500),
        (Field("RATING", "N", 4), "1500"),
        (Field("BORN", "D", 8), "1990"),
        (Field("BORN", "D", 10), date(1990, 1, 1)),
        (Field("A_NAME_TOO_LONG", "C", 3), "Ann"),
        (Field("NAME", "X", 3), "Ann"),
    ],
    ids=["long text", "long number", "text as number", "text as day", "long day", "long name", "no type"],
)
def test_what_does_not_fit_is_the_callers_mistake(field: Field, value: Value) -> None:
    with pytest.raises(ValueError, match=r"field|fit|holds"):
        write_table([field], [(value,)])
