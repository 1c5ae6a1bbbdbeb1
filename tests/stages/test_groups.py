"""Groups in a serpentine, by lot from pots, and by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from podium.core.dice import Dice
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.stages import by_lot, check_by_hand, check_groups, group_name, serpentine
from tests.kit.loops import every

PLAYERS = [PlayerId(f"p{number:03}") for number in range(200)]
SIZES = [(players, groups) for players in (2, 3, 5, 8, 17, 30, 64, 101) for groups in range(1, players // 2 + 1)]


def evenly(groups: tuple[tuple[PlayerId, ...], ...], players: list[PlayerId]) -> bool:
    sizes = {len(group) for group in groups}
    return max(sizes) - min(sizes) <= 1 and sorted(p for group in groups for p in group) == players


@every("players, groups", SIZES)
def test_a_serpentine_turns_round_at_its_ends(players: int, groups: int) -> None:
    found = serpentine(PLAYERS[:players], groups)
    assert evenly(found, PLAYERS[:players])
    for number, player in enumerate(PLAYERS[:players]):
        turn, at = divmod(number, groups)
        assert player in found[at if turn % 2 == 0 else groups - 1 - at]


@every("players, groups", SIZES)
def test_a_lot_gives_every_group_one_of_each_pot(players: int, groups: int) -> None:
    ratings = {player: 2500 - number for number, player in enumerate(PLAYERS[:players])}
    found = by_lot(ratings, groups, Dice("pots"))
    assert evenly(found, PLAYERS[:players])
    for group in found:
        pots = [PLAYERS.index(player) // groups for player in group]
        assert pots == list(range(len(pots)))


def test_the_same_seed_draws_the_same_groups() -> None:
    ratings = dict.fromkeys(PLAYERS[:20], 0)
    assert by_lot(ratings, 4, Dice("a")) == by_lot(dict(reversed(ratings.items())), 4, Dice("a"))
    assert by_lot(ratings, 4, Dice("a")) != by_lot(ratings, 4, Dice("b"))


def test_where_nobody_is_rated_everybody_can_meet_everybody() -> None:
    together: Counter[tuple[object, PlayerId]] = Counter()
    for seed in range(300):
        for group in by_lot(dict.fromkeys(PLAYERS[:5], 0), 2, Dice(seed)):
            together.update((one, other) for one in group for other in group if one < other)
            together[len(group), group[0]] += 1
    pairs = [together[one, other] for one in PLAYERS[:5] for other in PLAYERS[:5] if one < other]
    assert min(pairs) > 300 * 4 // 10 * 7 // 10


@every("group, name", [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (511, "SR")])
def test_groups_have_letters(group: int, name: str) -> None:
    assert group_name(group) == name


@every(
    "groups, players, code, most",
    [
        (4, 7, "too-many-groups", 3),
        (2, 3, "too-many-groups", 1),
        (1, 1, "too-many-groups", 0),
        (0, 8, "count-out-of-range", 4),
    ],
)
def test_too_many_groups_are_refused_with_how_many_there_can_be(
    groups: int, players: int, code: str, most: int
) -> None:
    for fill in (
        lambda: check_groups(groups, players),
        lambda: serpentine(PLAYERS[:players], groups),
        lambda: by_lot(dict.fromkeys(PLAYERS[:players], 0), groups, Dice(1)),
    ):
        with pytest.raises(Refused) as refused:
            fill()
        assert (refused.value.code, refused.value.facts["value"], refused.value.facts["most"]) == (code, groups, most)


@every(
    "groups, code, value",
    [
        (["ab", "c"], "group-too-small", 1),
        (["ab", "cx"], "group-player-unknown", "x"),
        (["ab", "cad"], "group-player-twice", "a"),
        (["ab", "ce"], "group-player-missing", ["d"]),
    ],
)
def test_groups_by_hand_have_everybody_once(groups: list[str], code: str, value: object) -> None:
    with pytest.raises(Refused) as refused:
        check_by_hand([[PlayerId(each) for each in group] for group in groups], [PlayerId(each) for each in "abcde"])
    assert (refused.value.code, refused.value.facts["value"]) == (code, value)


def test_groups_by_hand_may_be_uneven() -> None:
    check_by_hand([[PlayerId(each) for each in group] for group in ("abc", "de")], [PlayerId(each) for each in "abcde"])
