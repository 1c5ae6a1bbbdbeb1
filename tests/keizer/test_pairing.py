"""Rounds: everybody once, neighbours from the top, nobody too soon as far as that is possible, colours balanced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from podium.core.ids import PlayerId
from podium.keizer import Evening, PairedEvening, pair
from podium.keizer.pairing import Colour
from tests.kit.loops import every, seeds

Pairs = tuple[tuple[str, str], ...]


def evening(
    players: str,
    *,
    round: int = 1,
    met: dict[str, int] | None = None,
    colours: dict[str, str] | None = None,
    byes: dict[str, int] | None = None,
    again: int = 3,
) -> Evening:
    """Players of one letter by the table; `met` is the round in which a pair of letters met."""
    last: dict[PlayerId, dict[PlayerId, int]] = {}
    for pair_of, number in (met or {}).items():
        one, other = pair_of[0], pair_of[1]
        last.setdefault(PlayerId(one), {})[PlayerId(other)] = number
        last.setdefault(PlayerId(other), {})[PlayerId(one)] = number
    return Evening(
        round,
        tuple(PlayerId(player) for player in players),
        last,
        {PlayerId(player): had for player, had in (colours or {}).items()},
        {PlayerId(player): had for player, had in (byes or {}).items()},
        again,
    )


def meetings(found: PairedEvening) -> list[str]:
    """Who meets whom, the higher in the table first."""
    return [
        "".join((board.higher, *(each for each in board.players if each != board.higher))) for board in found.boards
    ]


def matchings(players: Sequence[PlayerId]) -> Iterator[list[tuple[PlayerId, PlayerId]]]:
    """Every way to pair all of them, those in which the first meet their nearest neighbours first."""
    if not players:
        yield []
        return
    for at in range(1, len(players)):
        rest = [*players[1:at], *players[at + 1 :]]
        for others in matchings(rest):
            yield [(players[0], players[at]), *others]


def random_evening(dice: Random, most: int) -> Evening:
    players = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: dice.randint(0, most)]
    round = dice.randint(1, 12)
    pairs = [one + other for one in players for other in players if one < other]
    met = {
        each: dice.randint(1, round - 1) for each in pairs if round > 1 and dice.random() < dice.choice([0.2, 0.7, 1])
    }
    colours = {player: "".join(dice.choices("wb", k=dice.randint(0, 5))) for player in players}
    byes = {player: dice.randint(0, 2) for player in players}
    return evening(players, round=round, met=met, colours=colours, byes=byes, again=dice.choice([0, 1, 3, 99]))


def test_neighbours_meet_from_the_top() -> None:
    assert meetings(pair(evening("ABCDEF"))) == ["AB", "CD", "EF"]


def test_who_met_lately_meets_the_next_in_the_table() -> None:
    found = pair(evening("ABCDEF", round=2, met={"AB": 1}))
    assert meetings(found) == ["AC", "BD", "EF"]
    assert found.boards[0].passed == ("B",)


def test_nobody_is_left_over_for_the_sake_of_those_above() -> None:
    found = pair(evening("ABCD", round=2, met={"CD": 1}))
    assert meetings(found) == ["AC", "BD"]
    assert not any(board.too_soon for board in found.boards)


@every("round, met_again", [(4, False), (5, True)])
def test_they_meet_again_once_so_many_rounds_lie_between(round: int, met_again: bool) -> None:
    found = pair(evening("ABCD", round=round + 1, met={"AB": 1}, again=4))
    assert ("AB" in meetings(found)) is met_again


def test_of_those_who_have_to_meet_too_soon_the_longest_ago_do() -> None:
    met = {"AB": 3, "CD": 3, "AC": 1, "BD": 1, "AD": 2, "BC": 2}
    found = pair(evening("ABCD", round=4, met=met))
    assert meetings(found) == ["AC", "BD"]
    assert [board.too_soon for board in found.boards] == [1, 1]


@seeds(range(150), long=range(3_000))
def test_the_round_is_the_first_of_all_that_come_too_soon_the_least(seed: int) -> None:
    found_for = random_evening(Random(seed), 8)
    found = pair(found_for)
    everybody = [player for board in found.boards for player in board.players] + ([found.bye] if found.bye else [])
    assert Counter(everybody) == Counter(found_for.players)
    players = [player for player in found_for.players if player != found.bye]

    def cost(pairs: list[tuple[PlayerId, PlayerId]]) -> tuple[list[int], int]:
        soon = sorted((found_for.too_soon(*each) for each in pairs), reverse=True)
        return soon, sum(found_for.same_due(*each) for each in pairs)

    best = min(matchings(players), key=cost)
    assert meetings(found) == ["".join(each) for each in best]


@seeds(range(60), long=range(1_000))
def test_the_bye_goes_to_the_lowest_who_had_fewest_and_makes_nobody_meet_too_soon(seed: int) -> None:
    dice = Random(seed)
    found_for = random_evening(dice, 7)
    found = pair(found_for)
    if len(found_for.players) % 2 == 0:
        assert found.bye is None
        return
    assert found.bye is not None
    fewest = min(found_for.byes.values())
    able = []
    for player in reversed(found_for.players):
        rest = [each for each in found_for.players if each != player]
        fits = any(not any(any(found_for.drawback(*each)) for each in pairs) for pairs in matchings(rest))
        if found_for.byes[player] == fewest:
            able.append((fits, player))
    assert found.bye == next((player for fits, player in able if fits), able[0][1])


def test_the_same_evening_is_paired_the_same() -> None:
    for seed in range(20):
        assert pair(random_evening(Random(seed), 20)) == pair(random_evening(Random(seed), 20))


@every(
    "a, b, white, why",
    [
        ("", "", "A", Colour.BOARD),
        ("w", "", "B", Colour.BALANCE),
        ("wb", "wwb", "A", Colour.BALANCE),
        ("wb", "bw", "A", Colour.TURN),
        ("bw", "wb", "B", Colour.TURN),
        ("wb", "wb", "A", Colour.BOARD),
    ],
)
def test_colours(a: str, b: str, white: str, why: Colour) -> None:
    [board] = pair(evening("AB", round=9, colours={"A": a, "B": b})).boards
    assert (board.white, board.colour) == (white, why)


def test_without_other_reasons_the_higher_have_white_on_every_other_board() -> None:
    assert [board.white for board in pair(evening("ABCDEF")).boards] == ["A", "D", "E"]


def test_in_a_season_nobody_s_colours_part_by_more_than_two() -> None:
    dice, colours = Random(7), dict.fromkeys("ABCDEFGHIJKLMNOP", "")
    met: dict[str, int] = {}
    for number in range(1, 41):
        there = "".join(dice.sample("ABCDEFGHIJKLMNOP", 10))
        found = pair(evening(there, round=number, met=met, colours=colours))
        for board in found.boards:
            met["".join(sorted(board.players))] = number
            colours[board.white] += "w"
            colours[board.black] += "b"
        assert all(abs(had.count("w") - had.count("b")) <= 2 for had in colours.values())
