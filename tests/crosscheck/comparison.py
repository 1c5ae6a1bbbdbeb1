"""One random tournament, made by one of the two programs and examined by the other."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from gacrux import chessjson, drawresult, pairing
from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.tournamentgenerator import tournamentgenerator
from gacrux.trf2json import trf2json

from podium.app.trf.checker import differences as podium_differences
from podium.app.trf.simulated import report_of
from podium.app.trf.swiss_field import paired_in
from podium.app.trf.tiebreak_view import view_of
from podium.core.dice import Dice
from podium.files.trf import Report, read, write
from podium.simulation.plan import Plan
from podium.simulation.random_plan import LISTS_OF_CODES, random_plan, random_tiebreaks
from podium.simulation.swiss import play
from podium.tiebreaks import criterion, standings, value_text, values
from tests.kit.judge import judged, judged_ranks, judged_round, loaded

EDITION = 2026
MORE_CODES = 3  # tie-breaks that are compared besides those that the file is ranked by
READ_DIFFERENTLY = "STD"  # where a game has an odd result: see docs/rules/results.md
# The judge draws from a source of chance that is the whole process's: on a worker of a cluster others take from it too.
chessjson.random = drawresult.random = pairing.random = random.Random()


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was compared in one tournament, and each difference in words."""

    rounds: int
    pairs: int
    values: int
    ranks: int
    differences: tuple[str, ...]


def size(dice: Dice) -> int:
    """A number of players, mostly small, so that many tournaments can be compared."""
    return 6 + dice.below(dice.pick([10, 14, 20, 30, 60]))


def podium_plan(seed: int) -> tuple[str, Plan, tuple[str, ...]]:
    """What Podium plays for a number: seed, plan and list of tie-breaks, as `podium generate` would draw them."""
    name = f"podium-{seed}"
    plan = random_plan(name, {"players": size(Dice(f"{name}/size"))})
    codes = random_tiebreaks(Dice(f"{name}/tiebreaks"), rated=True)
    if plan.odd_results:
        codes = tuple(code for code in codes if code != READ_DIFFERENTLY) or ("PTS",)
    return name, plan, codes


def made_by_podium(seed: int) -> str:
    """A report file that Podium makes."""
    name, plan, codes = podium_plan(seed)
    return write(report_of(play(plan, Dice(name)), name, codes))


def made_by_gacrux(seed: int) -> str:
    """A report file that the judge's generator makes and its tie-break engine ranks."""
    dice = Dice(f"gacrux-{seed}")
    players = size(dice)
    rounds = 3 + dice.below(max(min(9, 2 * players // 3) - 2, 1))
    options = {
        "players": str(players),
        "members": "1",
        "rating": [str(1900 + 50 * dice.below(15)), str(dice.below(25)), str(dice.pick([0, 50, 150, 300]))],
        "statistics": [str(dice.pick([0, 0.01, 0.05])), str(dice.pick([0, 0.05, 0.1])), str(dice.pick([0, 0.02, 0.1]))],
        "acceleration": dice.chance(30),
        "method": ["dutch"],
        "maxmeets": "0",
        "top_color": " ",
        "experimental": [],
        "verbose": 0,
        "current_round": -1,
        "game_score": None,
        "match_score": None,
    }
    codes = ["PTS", *(code for code in random_tiebreaks(dice, rated=True) if code != "PTS")]
    while True:
        try:
            return _generated(seed, {**options, "number_of_rounds": rounds}, codes)
        except GacruxNoLegalPairing:
            rounds -= 1  # the field is too small for as many


def _generated(seed: int, options: dict[str, Any], codes: list[str]) -> str:
    generator = tournamentgenerator()
    generator.params = dict(options)
    generator.statistics.set_seed(seed * 10_000 + 4711)
    event = generator.gen_tournament(seed)
    text = trf2json().output_file(event, 1, 0)
    codes = _usable(codes, read(text))
    ranks = judged_ranks(loaded(text), codes, edition=EDITION, rounds=options["number_of_rounds"])
    tournament = event["tournaments"][0]
    tournament["rankOrder"] = codes
    for competitor in tournament["competitors"]:
        competitor["rank"] = ranks[competitor["cid"]]
    written: str = trf2json().output_file(event, 1, 0)
    return written


def examined_by_gacrux(text: str, dice: Dice) -> Comparison:
    """What the judge says of a file of Podium's."""
    report, tournament = read(text), loaded(text)
    found: list[str] = []
    pairs = 0
    for number in range(1, report.paired_rounds + 1):
        ours, theirs = _pairs(report, number), judged_round(tournament, number)
        pairs += len(ours)
        if theirs != ours:
            found.append(_round(number, sorted(theirs - ours) if theirs else None, sorted(ours - (theirs or set()))))
    ranks = judged_ranks(tournament, _with_points(report), edition=EDITION, rounds=report.paired_rounds)
    found += _ranks(report, ranks)
    compared, more = _values(report, text, dice)
    return Comparison(report.paired_rounds, pairs, compared, len(ranks), (*found, *more))


def examined_by_podium(text: str, dice: Dice) -> Comparison:
    """What Podium says of a file of the judge's."""
    report = read(text)
    found = [one.text for one in podium_differences(report)]
    ranks = {int(number): rank for number, rank in standings(_view(report), _with_points(report)).ranks.items()}
    found += _ranks(report, ranks)
    pairs = sum(len(_pairs(report, number)) for number in range(1, report.paired_rounds + 1))
    compared, more = _values(report, text, dice)
    return Comparison(report.paired_rounds, pairs, compared, len(ranks), (*found, *more))


def podium_to_gacrux(seed: int) -> Comparison:
    """A tournament of Podium's, examined by the judge; Podium's own checker has to be content as well."""
    text = made_by_podium(seed)
    compared = examined_by_gacrux(text, Dice(f"podium-{seed}/more"))
    own = tuple(f"podium check: {one.text}" for one in podium_differences(read(text)))
    return replace(compared, differences=(*compared.differences, *own))


def gacrux_to_podium(seed: int) -> Comparison:
    """A tournament of the judge's, examined by Podium."""
    return examined_by_podium(made_by_gacrux(seed), Dice(f"gacrux-{seed}/more"))


DIRECTIONS: dict[str, Callable[[int], Comparison]] = {
    "podium-to-gacrux": podium_to_gacrux,
    "gacrux-to-podium": gacrux_to_podium,
}


def _pairs(report: Report, number: int) -> set[tuple[int, int]]:
    """The pairs of a round, White first, the bye as a pair with 0."""
    pairs, bye = paired_in(report, number)
    return {*pairs, (bye, 0)} if bye else set(pairs)


def _round(number: int, expected: Sequence[tuple[int, int]] | None, actual: Sequence[tuple[int, int]]) -> str:
    if expected is None:
        return f"round {number}: the judge finds no legal round"
    return f"round {number}: judged {_listed(expected)}, is {_listed(actual)}"


def _listed(pairs: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{white}-{black}" for white, black in pairs)


def _with_points(report: Report) -> list[str]:
    return list(report.tiebreaks) if "PTS" in report.tiebreaks else ["PTS", *report.tiebreaks]


def _ranks(report: Report, ranks: dict[int, int]) -> Iterator[str]:
    by = " ".join(report.tiebreaks)
    for entry in report.entries:
        if entry.rank != (rank := ranks[entry.number]):
            yield f"rank of {entry.number} by {by}: {rank}, the file has {entry.rank}"


def _view(report: Report) -> Any:
    return view_of(report, edition=EDITION, round_robin=False)


def _usable(codes: Sequence[str], report: Report) -> list[str]:
    """Those of `codes` that an event with such players may have: none by rating where somebody has no rating."""
    rated = all(entry.rating for entry in report.entries)
    return [code for code in codes if rated or not criterion(code).row.on_ratings]


def _values(report: Report, text: str, dice: Dice) -> tuple[int, list[str]]:
    """How many values of tie-breaks were compared, and those that differ; direct encounter has ranks, no values."""
    codes = [code for code in report.tiebreaks if not code.startswith("DE")]
    further = [dice.pick(row) for row in dice.shuffled(LISTS_OF_CODES) if row[0] not in ("DE", READ_DIFFERENTLY)]
    codes += [code for code in _usable(further, report) if code not in codes][:MORE_CODES]
    view, tournament, compared, found = _view(report), loaded(text), 0, []
    for code in codes:
        ours, one = values(view, code), criterion(code)
        theirs = judged(tournament, code, edition=EDITION, rounds=report.paired_rounds)
        for player, value in theirs.items():
            mine = ours[player]
            if one.row.scale.quotient and mine is not None:  # the judge rounds averages
                mine = Fraction(str(value_text(view, one, mine)))
            compared += 1
            if mine != (None if value is None else Fraction(value)):
                found.append(f"{code} of {player}: Podium {mine}, judged {value}")
    return compared, found
