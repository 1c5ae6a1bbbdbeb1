"""Tie-breaks of US Chess and of Go, with their own treatment of unplayed games."""

from podium.tiebreaks import explain, values
from tests.kit.crosstables import view
from tests.kit.loops import every

# Five rounds. Ann has a bye, Bob withdraws after three rounds, Dee wins one by forfeit.
TABLE = """
Ann Bob:w1 Cas:b1 U      Dee:w= Eve:b0
Bob Ann:b0 Dee:w1 Eve:b1 Z      Z
Cas Dee:b0 Ann:w0 H      Eve:w1 Dee:w-
Dee Cas:w1 Bob:b0 Z      Ann:b= Cas:b+
Eve Z      U      Bob:w0 Cas:b0 Ann:w1
"""
# Scores: Ann 3.5, Bob 2, Cas 1.5, Dee 2.5, Eve 2. Adjusted (unplayed games are draws):
# Ann 3, Bob 3, Cas 2, Dee 2.5, Eve 2.


@every(
    ("code", "ann", "bob"),
    [
        ("SOLK", 3 + 2 + 0 + 2.5 + 2, 3 + 2.5 + 2),
        ("MMED", 3 + 2 + 2.5 + 2, 3 + 2.5 + 2),  # Ann is plus: the bye goes; Bob minus: the 3 goes
        ("CUM", 1 + 2 + (3 - 1) + 3.5 + 3.5, 0 + 1 + 2 + 2 + 2),
        ("KASH", 4 + 4 + 2 + 1, 1 + 4 + 4),
        ("BLK", 2, 2),
        ("SOS", 2 + 1.5 + 2.5 + 2, 3.5 + 2.5 + 2),
        ("SODOS", 2 + 1.5 + 2.5 / 2, 2.5 + 2),
    ],
)
def test_each_value_by_hand(code: str, ann: float, bob: float) -> None:
    found = values(view(TABLE), code)
    expected_bob = bob - 3 if code == "MMED" else bob
    assert (found["Ann"], found["Bob"]) == (ann, expected_bob)


def test_an_even_score_loses_both_ends() -> None:
    table = view("Ann Bob:w1 Cas:b0\nBob Ann:b0 Dee:w0\nCas Dee:w0 Ann:w1\nDee Cas:b1 Bob:b1")
    parts = explain(table, "Ann", "MMED").parts
    assert [part.cut_by for part in parts] == ["34E1", "34E1"]
    assert values(table, "MMED")["Ann"] == 0


def test_nine_rounds_lose_two_scores() -> None:
    rounds = " ".join(["Bob:w1"] * 9)
    others = " ".join(["Ann:b0"] * 9)
    parts = explain(view(f"Ann {rounds}\nBob {others}"), "Ann", "MMED").parts
    assert sum(part.cut_by is not None for part in parts) == 2


def test_opposition_cumulative_adds_the_cumulative_scores_of_opponents() -> None:
    table = view(TABLE)
    alone = values(table, "CUM")
    assert values(table, "OCUM")["Bob"] == sum(alone[name] for name in ("Ann", "Dee", "Eve"))  # type: ignore[misc]  # none is None


def test_sosos_adds_the_sos_of_opponents() -> None:
    table = view(TABLE)
    alone = values(table, "SOS")
    assert values(table, "SOSOS")["Bob"] == sum(alone[name] for name in ("Ann", "Dee", "Eve"))  # type: ignore[misc]  # none is None


def test_fine_buchholz_is_the_sum_where_the_average_is_the_mean() -> None:
    table = view(TABLE)
    games = len([part for part in explain(table, "Ann", "AOB").parts if part.contribution is not None])
    assert games == 4
    assert values(table, "SOB")["Ann"] == games * values(table, "AOB")["Ann"]  # type: ignore[operator]  # Ann has games
