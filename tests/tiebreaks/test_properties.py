"""Values never depend on the order in which codes, players or rounds are given."""

from hypothesis import given, settings
from hypothesis import strategies as st

import podium
from podium.app.trf.tiebreak_view import entrant_of
from podium.files.trf import Report
from podium.tiebreaks import CATALOGUE, Rules, View, standings, values
from tests.kit.tournaments import Habits, swiss

CODES = [row.code for row in CATALOGUE] + ["BH/C1", "BH/M1", "SB/C1", "FB/C1", "AOB/F", "ARO/C1", "PS/C1", "DE/P"]
SEEDS = st.integers(0, 10_000)


def tournament(seed: int) -> Report:
    return swiss(seed, 9, 5, habits=Habits(12, 12, 4, 12, 4, 4))


def view(report: Report, order: list[int] | None = None, after: int | None = None) -> View:
    entries = report.entries if order is None else [report.entries[i] for i in order]
    rounds = report.finished_rounds
    return View([entrant_of(report, entry, rounds) for entry in entries], report.scoring, Rules(), after=after)


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.permutations(CODES))
def test_the_order_of_codes_does_not_matter(seed: int, order: list[str]) -> None:
    report = tournament(seed)
    together = view(report)
    for code in order:
        assert values(together, code) == values(view(report), code)


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.permutations(range(9)))
def test_the_order_of_players_does_not_matter(seed: int, order: list[int]) -> None:
    report = tournament(seed)
    straight, mixed = view(report), view(report, order)
    for code in CODES:
        assert values(straight, code) == values(mixed, code)
    codes = ["PTS", "DE", "BH/C1", "DE", "SB"]
    assert standings(straight, codes) == standings(mixed, codes)


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.permutations(range(6)))
def test_the_order_in_which_rounds_are_asked_for_does_not_matter(seed: int, order: list[int]) -> None:
    report = tournament(seed)
    for after in order:
        short = view(report.after(after), after=after)
        long = view(report, after=after)
        for code in CODES:
            if code not in ("FB", "FB/C1", "AOB/F"):  # these ask whether the final round is played
                assert values(long, code) == values(short, code)


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.randoms(use_true_random=False))
def test_the_order_of_games_in_a_round_does_not_matter(seed: int, chance: object) -> None:
    report = tournament(seed)
    rounds: list[list[podium.Game]] = []
    for number in range(1, report.finished_rounds + 1):
        cells = [(entry.number, entry.cell(number)) for entry in report.entries]
        rounds.append(
            [
                podium.Game(str(player), str(cell.opponent), {"1": 1, "=": 0.5, "0": 0}[cell.code])
                for player, cell in cells
                if cell.colour == "w" and cell.played
            ]
        )
    mixed = [sorted(games, key=lambda _: chance.random()) for games in rounds]  # type: ignore[attr-defined]  # a Random
    for entry in report.entries:
        assert podium.buchholz(str(entry.number), rounds) == podium.buchholz(str(entry.number), mixed)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_cuts_never_raise_a_value_and_medians_never_more(seed: int) -> None:
    table = view(tournament(seed))
    full, one, two, median = (values(table, code) for code in ("BH", "BH/C1", "BH/C2", "BH/M1"))
    for player in table.ids:
        a, b, c, d = full[player], one[player], two[player], median[player]
        assert a is not None
        assert b is not None
        assert c is not None
        assert d is not None
        assert a >= b >= c
        assert b >= d
