"""The written form of tie-breaks, and what is refused in it."""

import pytest

from podium.core.errors import Invalid
from podium.tiebreaks import CATALOGUE, Rules, View, criterion
from podium.tiebreaks.codes import Modifiers
from tests.kit.loops import every


@every(
    ("text", "modifiers"),
    [
        ("BH", Modifiers()),
        ("bh/c1", Modifiers(low=1)),
        ("BH-C2", Modifiers(low=2)),
        ("BH/C12", Modifiers(low=12)),
        ("BH/M2", Modifiers(low=2, high=2)),
        ("BH/C1/P", Modifiers(low=1, forfeits=True)),
        ("AOB/F", Modifiers(fore=True)),
        ("KS/L+1", Modifiers(limit=1)),
        ("KS/L-2", Modifiers(limit=-2)),
        ("KS/L2", Modifiers(limit=2)),  # as FIDE lists it
        ("TPN/R", Modifiers(reverse=True)),
        (" DE/P ", Modifiers(forfeits=True)),
    ],
)
def test_codes_are_read_in_every_usual_spelling(text: str, modifiers: Modifiers) -> None:
    assert criterion(text).modifiers == modifiers


def test_the_older_code_for_rounds_elected_is_known() -> None:
    assert criterion("GE").row is criterion("REP").row


@every(
    ("text", "code"),
    [
        ("BUCH", "tiebreak-unknown"),
        ("", "tiebreak-unknown"),
        ("/C1", "tiebreak-unknown"),
        ("BH/X", "tiebreak-modifier-unknown"),
        ("BH/C0", "tiebreak-modifier-unknown"),
        ("BH/C", "tiebreak-modifier-unknown"),
        ("BH/", "tiebreak-modifier-unknown"),
        ("KS/L20", "tiebreak-modifier-unknown"),  # a percentage to other programs
        ("SB/M1", "tiebreak-modifier-not-applicable"),
        ("WIN/C1", "tiebreak-modifier-not-applicable"),
        ("BH/R", "tiebreak-modifier-not-applicable"),
        ("BH/L+1", "tiebreak-modifier-not-applicable"),
        ("TPR/C1", "tiebreak-modifier-not-applicable"),
        ("BH/C1/M1", "tiebreak-modifier-twice"),
        ("BH/P/P", "tiebreak-modifier-twice"),
    ],
)
def test_what_is_not_known_or_does_not_apply_is_refused(text: str, code: str) -> None:
    with pytest.raises(Invalid) as raised:
        criterion(text)
    assert (raised.value.code, raised.value.facts["value"]) == (code, text)


FIDE_CODES = {
    "PTS", "DE", "WIN", "WON", "BPG", "BWG", "PS", "REP", "STD", "TPN", "RTNG", "BH", "AOB", "FB", "SB", "KS",
    "ARO", "TPR", "PTP", "APRO", "APPO",
}  # fmt: skip


def test_every_code_of_the_regulations_is_in_the_catalogue() -> None:
    codes = [row.code for row in CATALOGUE]
    assert set(codes) >= FIDE_CODES
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("edition", [2022, 2023, 2025])
def test_an_edition_that_there_is_not_is_refused(edition: int) -> None:
    with pytest.raises(Invalid, match="edition-unknown"):
        Rules(edition)


def test_a_rating_out_of_range_is_refused() -> None:
    with pytest.raises(Invalid, match="rating-out-of-range"):
        Rules(unrated=9000)


def test_a_round_before_the_first_is_refused() -> None:
    with pytest.raises(Invalid, match="round-unknown"):
        View([], after=-1)
