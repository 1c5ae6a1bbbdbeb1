"""Every reader on damaged files: a sample always, many with `-m long`."""

from __future__ import annotations

import pytest

from tests.trust.fuzz_parsers import READERS, damaged, fuzz

PATIENCE = 60.0  # seconds for one file: a busy machine is no fault here; `make trust` is stricter


def test_the_same_seed_makes_the_same_files() -> None:
    for reader in READERS:
        assert damaged(reader, "seed/1") == damaged(reader, "seed/1")
        assert len({damaged(reader, f"seed/{number}") for number in range(20)}) > 5


@pytest.mark.parametrize("seed", ["sample"])
def test_damaged_files_are_read_or_refused(seed: str) -> None:
    figures = fuzz(40, seed, PATIENCE)
    assert figures.faults == []
    assert set(figures.files.values()) == {40}
    assert all(figures.refused[reader] for reader in ("list (XLSX)", "report (TRF)", "prizes", "picture"))


@pytest.mark.long
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_many_damaged_files_are_read_or_refused(seed: str) -> None:
    assert fuzz(3_000, seed, PATIENCE).faults == []
