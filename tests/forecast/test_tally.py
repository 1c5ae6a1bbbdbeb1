"""Odds from runs: sums, shared places, what follows from a game, and parts added in any order."""

from collections.abc import Iterable, Iterator

import pytest

from podium.core.dice import Dice
from podium.forecast.tally import Ended, Tally, margin

Games = dict[str, tuple[tuple[str, ...], str]]
Run = tuple[list[Ended[str]], Games]


def _tally(runs: Iterable[Run]) -> Tally[str]:
    tally: Tally[str] = Tally()
    for ended, games in runs:
        tally.add(ended, games)
    return tally


def _random_runs(seed: str, count: int) -> Iterator[Run]:
    dice = Dice(seed)
    for _ in range(count):
        scores = {name: dice.below(3) for name in "abcdefg"}
        ended = []
        for name, score in scores.items():
            better = sum(other > score for other in scores.values())
            level = sum(other == score for other in scores.values())
            ended.append(Ended(name, better + 1, level, score * 100))
        yield ended, {"game": (("a", "b"), "1-0" if scores["a"] > scores["b"] else "0-1")}


def test_the_places_of_a_player_and_the_players_of_a_place_add_up_to_one() -> None:
    tally = _tally(_random_runs("sums", 200))
    odds = {name: tally.odds(name) for name in "abcdefg"}
    for name, places in odds.items():
        assert sum(places.values()) == pytest.approx(1), name
    for place in range(1, 8):
        assert sum(places.get(place, 0) for places in odds.values()) == pytest.approx(1), place


def test_parts_in_any_order_are_the_whole() -> None:
    runs = list(_random_runs("parts", 90))
    whole = _tally(runs)
    joined: Tally[str] = Tally()
    for start in (60, 0, 30):
        joined.join(_tally(runs[start : start + 30]))
    assert joined == whole


def test_a_shared_place_is_split() -> None:
    tally = _tally([([Ended("a", 1, 2, 300), Ended("b", 1, 2, 300), Ended("c", 3, 1, 150)], {})])
    assert tally.odds("a") == tally.odds("b") == {1: 0.5, 2: 0.5}
    assert tally.points("c") == 1.5


def test_what_follows_from_a_game_and_how_much_it_decides() -> None:
    won = [Ended("a", 1, 1, 100), Ended("b", 2, 1, 0)]
    lost = [Ended("b", 1, 1, 100), Ended("a", 2, 1, 0)]
    decides: Games = {"final": (("a", "b"), "1-0"), "other": (("c", "d"), "1-0")}
    tally = _tally([(won, decides), (lost, {**decides, "final": (("a", "b"), "0-1")})])
    assert tally.reached("a", "1-0", 1) == 1
    assert tally.reached("a", "0-1", 1) == 0
    assert tally.reached("a", "0-1", 2) == 1
    assert tally.reached("a", "1/2-1/2", 1) is None
    assert tally.weight_of("final", ("1-0", "0-1")) == 0.5
    assert tally.weight_of("other", ("1-0", "0-1")) == 0


def test_what_a_game_decides_is_the_same_to_the_last_digit_whichever_part_comes_first() -> None:
    dice, parts = Dice("order"), []
    for _part in range(12):
        runs: list[Run] = []
        for _run in range(5):
            sharing, result = 1 + dice.below(7), dice.pick(["1-0", "1/2-1/2", "0-1"])
            first = dice.shuffled("abcdefgh")[:sharing]
            runs.append(([Ended(player, 1, sharing, 100) for player in first], {"game": (("a", "b"), result)}))
        parts.append(_tally(runs))

    def weight(order: Iterable[Tally[str]]) -> float:
        joined: Tally[str] = Tally()
        for part in order:
            joined.join(part)
        return joined.weight_of("game", ("1-0", "1/2-1/2", "0-1"))

    assert {weight(dice.shuffled(parts)) for _again in range(20)} == {weight(parts)}


def test_the_margin_holds_nineteen_times_of_twenty() -> None:
    dice = Dice("margin")
    for chance in (0.02, 0.3, 0.9):
        inside = 0
        for _ in range(400):
            counted = sum(dice.chance(100 * chance) for _ in range(200)) / 200
            inside += abs(counted - chance) <= margin(counted, 200)
        assert inside / 400 > 0.92
