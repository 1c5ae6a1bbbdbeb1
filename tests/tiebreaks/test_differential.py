"""Podium against gacrux over made-up tournaments with every kind of unplayed round."""

from dataclasses import replace
from fractions import Fraction

import pytest

from podium.app.trf.tiebreak_view import view_of
from podium.core.dice import Dice
from podium.core.result import FIDE, PRESETS, Scoring, scoring
from podium.files.trf import Report, read, write
from podium.tiebreaks import UnratedMethod, criterion, standings, value_text, values
from tests.kit.judge import judged, judged_ranks, loaded
from tests.kit.loops import every, seeds
from tests.kit.tournaments import Habits, round_robin, swiss

CODES = [
    "PTS", "WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "PS/C2", "REP", "STD", "TPN", "RTNG", "BH", "BH/C1",
    "BH/C2", "BH/C3", "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "BH/M1/P", "BH/F", "BH/C1/F", "AOB", "AOB/F", "FB",
    "FB/C1", "FB/C2", "FB/M1", "FB/M2", "FB/P", "SB", "SB/C1", "SB/C2", "SB/C3", "SB/P", "SB/C1/P", "KS",
    "KS/L+1", "KS/L-2", "ARO", "ARO/C1", "ARO/C2", "ARO/M1", "TPR", "PTP", "APRO", "APPO",
]  # fmt: skip
# The judge does not treat forfeits in round robins as games (article 15.2) in tie-breaks on own
# results and on ratings; Podium does, as far as each edition says so. See test_unplayed.
# It measures every round by the points of a draw, in standard points; article 7.7 measures a played one by the
# opponent's points, which makes a difference where somebody is punished. See test_odd_results.
BY_POINTS_OF_A_DRAW = {"STD"}
ROUND_ROBIN_CODES = ["PTS", "WIN", "PS", "PS/C1", "STD", "TPN", "RTNG", "SB", "SB/C1", "SB/C2", "KS", "KS/L+1"]
LISTS = (
    ["PTS", "DE"],
    ["PTS", "DE/P"],
    ["PTS", "BH/C1", "DE", "BH", "SB"],
    ["PTS", "WIN", "DE", "BWG", "DE"],
    ["PTS", "BH", "TPN/R"],
    ["PTS", "PS", "DE", "REP", "RTNG/R"],
)
ROUND_ROBIN_LISTS = (["PTS", "DE"], ["PTS", "SB", "DE"], ["PTS", "KS", "DE"])
TABLES = (
    FIDE,
    FIDE,
    PRESETS["3-1-0"],
    scoring({"bye": 0.5}),
    scoring({"bye": 0}),
    scoring({"win": 3, "draw": 2, "loss": 1, "forfeit_win": 3, "unpaired": 3, "half_bye": 2, "bye": 2}),
)


def habits(dice: Dice) -> Habits:
    rare = (0, 3, 8, 25)
    return Habits(
        zero_bye=dice.pick(rare),
        half_bye=dice.pick(rare),
        full_bye=dice.pick(rare),
        forfeit=dice.pick((0, 5, 15)),
        both_forfeit=dice.pick((0, 3)),
        withdrawal=dice.pick((0, 2, 6)),
    )


def table(dice: Dice) -> Scoring:
    return dice.pick(TABLES)


def made_up(seed: int) -> tuple[Report, str, int]:
    """A Swiss tournament, its file, and the round to look at it after."""
    dice = Dice(f"differential {seed}")
    rounds = 1 + dice.below(9)
    planned = rounds + dice.pick((0, 0, 0, 2))
    players = 4 + dice.below(20)
    text = write(swiss(seed, players, rounds, habits=habits(dice), scoring=table(dice), planned=planned))
    report = read(text)
    last = report.finished_rounds
    return report, text, last if dice.chance(70) or not last else 1 + dice.below(last)


def differences(report: Report, text: str, after: int, codes: list[str], *, fixed: bool = False) -> list[str]:
    """Every value on which Podium and the judge differ, in words."""
    found = []
    tournament = loaded(text)
    for edition in (2024, 2026):
        view = view_of(report, after=after, edition=edition, round_robin=fixed)
        for code in codes:
            ours, one = values(view, code), criterion(code)
            theirs = judged(tournament, code, edition=edition, rounds=after, round_robin=fixed)
            for player, value in theirs.items():
                mine = ours[player]
                if one.row.scale.quotient and mine is not None:  # the judge rounds averages
                    mine = Fraction(str(value_text(view, one, mine)))
                if mine != (None if value is None else Fraction(value)):
                    found.append(f"{code} {edition} player {player} after {after}: {mine}, judged {value}")
    return found


def rank_differences(report: Report, text: str, lists: tuple[list[str], ...], *, fixed: bool = False) -> list[str]:
    """Every list of tie-breaks by which Podium and the judge rank differently."""
    last = report.finished_rounds
    tournament = loaded(text)
    view = view_of(report, edition=2026, round_robin=fixed)
    return [
        " ".join(codes)
        for codes in lists
        if standings(view, codes).ranks != judged_ranks(tournament, codes, edition=2026, rounds=last, round_robin=fixed)
    ]


def odd_differences(seed: int) -> list[str]:
    """What differs where a quarter of the games end 0-0, with a half for one side only, or are not rated."""
    dice = Dice(f"differential odd {seed}")
    odd, rounds = replace(habits(dice), odd=25), 2 + dice.below(7)
    text = write(swiss(seed, 4 + dice.below(16), rounds, habits=odd, scoring=table(dice)))
    report = read(text)
    codes = [code for code in CODES if code not in BY_POINTS_OF_A_DRAW]
    found = differences(report, text, report.finished_rounds, codes) + rank_differences(report, text, LISTS)
    text = write(round_robin(seed, 3 + dice.below(10), habits=odd, scoring=table(dice)))
    report = read(text)
    codes = [code for code in ROUND_ROBIN_CODES if code not in BY_POINTS_OF_A_DRAW]
    found += differences(report, text, report.finished_rounds, codes, fixed=True)
    return found + rank_differences(report, text, ROUND_ROBIN_LISTS, fixed=True)


def swiss_differences(seed: int) -> list[str]:
    report, text, after = made_up(seed)
    if not after:
        return []
    return differences(report, text, after, CODES) + rank_differences(report, text, LISTS)


def round_robin_differences(seed: int) -> list[str]:
    dice = Dice(f"differential round robin {seed}")
    made = round_robin(seed, 3 + dice.below(10), habits=habits(dice), scoring=table(dice))
    text = write(made)
    report = read(text)
    last = report.finished_rounds
    found = differences(report, text, last, ROUND_ROBIN_CODES, fixed=True)
    return found + rank_differences(report, text, ROUND_ROBIN_LISTS, fixed=True)


RATING_CODES = ["RTNG", "ARO", "ARO/C1", "ARO/M1", "TPR", "PTP", "APRO", "APPO"]


def unrated_differences(seed: int, method: UnratedMethod) -> list[str]:
    """What differs where every third player has no rating, and the judge is told the one that stands for it."""
    report, _, after = made_up(seed)
    entries = tuple(replace(each, rating=each.rating if each.number % 3 else None) for each in report.entries)
    report = replace(report, entries=entries)
    rated = [each.rating for each in entries if each.rating]
    stands = min(rated) if method is UnratedMethod.LOWEST else (2 * sum(rated) + len(rated)) // (2 * len(rated))
    tournament, found = loaded(write(report)), []
    view = view_of(report, after=after, edition=2026, round_robin=False, unrated_method=method)
    for code in RATING_CODES if after else ():
        ours = values(view, code)
        theirs = judged(tournament, code, edition=2026, rounds=after, unrated=stands)
        found += [
            f"{code} player {id}: {ours[id]}, judged {value}" for id, value in theirs.items() if ours[id] != value
        ]
    return found


@every("method", [UnratedMethod.LOWEST, UnratedMethod.AVERAGE])
@seeds(range(2), long=range(4))
def test_what_stands_for_unrated_players_agrees_with_the_judge(seed: int, method: UnratedMethod) -> None:
    assert unrated_differences(seed, method) == []


@seeds(range(4), long=range(12))
def test_swiss_tournaments_agree_with_the_judge(seed: int) -> None:
    assert swiss_differences(seed) == []


@seeds(range(2), long=range(6))
def test_round_robins_agree_with_the_judge(seed: int) -> None:
    assert round_robin_differences(seed) == []


@seeds(range(2), long=range(6))
def test_odd_results_agree_with_the_judge(seed: int) -> None:
    assert odd_differences(seed) == []


def test_the_sample_really_has_every_kind_of_unplayed_round() -> None:
    reports = [made_up(seed)[0] for seed in range(12)]
    codes = {cell.code for report in reports for entry in report.entries for cell in entry.cells}
    assert codes >= set("10=+-UFHZ")


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_many_tournaments_agree_with_the_judge(block: int) -> None:
    for seed in range(1000 + 50 * block, 1050 + 50 * block):
        assert swiss_differences(seed) == [], f"seed {seed}"
        assert odd_differences(seed) == [], f"odd results, seed {seed}"
        if seed % 5 == 0:
            assert round_robin_differences(seed) == [], f"round robin, seed {seed}"
