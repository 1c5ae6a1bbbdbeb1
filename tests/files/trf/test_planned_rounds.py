"""The number of rounds is written into a file that does not say it, and nothing else changes."""

from __future__ import annotations

import codecs

from hypothesis import given
from hypothesis import strategies as st

from podium.files.trf import decode, read, with_planned_rounds
from tests.kit.loops import every

PLAYER = "001    1      Somebody                          2000                             0.0    1"


@every("ending", ["\n", "\r\n", "\r"])
@every("codec", ["utf-8", "latin-1", "utf-16-le", "utf-16-be"])
def test_the_file_says_it_then_and_all_else_is_as_it_was(ending: str, codec: str) -> None:
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}.get(codec, b"")
    before = mark + ending.join(("012 Évora", PLAYER, "")).encode(codec)
    after = with_planned_rounds(before, 9)
    assert after == mark + ending.join(("012 Évora", "XXR 9", PLAYER, "")).encode(codec)
    assert read(decode(before)).planned_rounds is None
    assert read(decode(after)).planned_rounds == 9


def test_a_file_with_records_of_trf26_gets_one_of_these() -> None:
    assert b"142 9\n001" in with_planned_rounds(f"152 W\n{PLAYER}\n".encode(), 9)


def test_without_players_it_comes_last() -> None:
    assert with_planned_rounds(b"012 Open", 9) == b"012 Open\nXXR 9\n"


@given(st.binary(max_size=200), st.integers(1, 999))
def test_whatever_the_bytes_are_none_is_lost(content: bytes, rounds: int) -> None:
    added = len(with_planned_rounds(content, rounds)) - len(content)
    assert 0 < added <= 2 * (len("XXR 999") + len("\r\n\r\n"))
