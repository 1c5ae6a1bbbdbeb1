"""Tournaments paired by bbpPairings 6: each round must follow from the rounds before it."""

import os
from pathlib import Path

import pytest

from podium.app.trf.checker import differences
from podium.app.trf.swiss_field import field_of, paired_in
from podium.files.trf import decode, read
from podium.swiss import check_round, pair
from tests.kit.loops import every
from tests.kit.swiss import pairs_of

GOLDEN = Path(__file__).parents[1] / "golden" / "dutch"
FILES = sorted(path for path in GOLDEN.glob("*.trf") if path.stem.isdigit())
MORE = sorted(Path(os.environ["PODIUM_ORACLE"]).glob("*.trf")) if "PODIUM_ORACLE" in os.environ else []


def found_in(path: Path) -> list[str]:
    return [finding.text for finding in differences(read(decode(path.read_bytes())))]


@every("path", FILES, ids=lambda path: path.stem)
def test_no_round_and_no_rank_differs(path: Path) -> None:
    assert found_in(path) == []


@pytest.mark.long
def test_a_larger_folder_differs_nowhere() -> None:
    """The folder is named by PODIUM_ORACLE; without it, the files at hand are gone through once more."""
    assert {path.name: found for path in MORE or FILES if (found := found_in(path))} == {}


def test_a_wrong_pairing_is_noticed() -> None:
    """The control: with two players of the first board exchanged, the round is reported."""
    report = read(decode(FILES[0].read_bytes()))
    pairs, bye = paired_in(report, 1)
    white, black = min(pairs)
    found = check_round(field_of(report, 1), pairs - {(white, black)} | {(black, white)}, bye)
    assert found is not None
    assert found.colours_only
    assert found.missing == ((white, black),)


def test_nobody_gets_a_second_allocated_bye() -> None:
    """bbpPairings 6 gives player 2 a second one here; C2 leaves the bye to 8."""
    report = read(decode((GOLDEN / "second-bye.trf").read_bytes()))
    assert pairs_of(pair(field_of(report, 6))) == {(4, 2), (7, 5), (6, 3), (8, 0)}
