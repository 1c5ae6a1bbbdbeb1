"""A round of doubles that a director makes: who sits out, what can follow, what is refused."""

from __future__ import annotations

import pytest

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.doubles import Options, Sets, Team, TeamMatch, TeamRound, arranged, draw

EIGHT = [PlayerId(name) for name in "abcdefgh"]
PLAN = Options(rounds=7)


def team(names: str) -> Team:
    return PlayerId(names[0]), PlayerId(names[1])


def matches(text: str) -> list[tuple[Team, Team]]:
    """`ab-cd ef-gh`: two matches."""
    return [(team(each[:2]), team(each[3:])) for each in text.split()]


def played(text: str, free: str = "") -> TeamRound:
    won = tuple(TeamMatch(home, away, Sets(3, 0)) for home, away in matches(text))
    return TeamRound(won, tuple(PlayerId(name) for name in free))


def test_who_is_in_no_match_sits_out_the_lowest_first() -> None:
    before = [played("ab-cd ef-gh")]
    made = arranged(EIGHT, before, PLAN, matches("ae-bf"))
    assert [(each.player, each.had, each.rank) for each in made.free_games] == [
        ("h", 0, 5),
        ("g", 0, 5),
        ("d", 0, 5),
        ("c", 0, 5),
    ]


def test_the_rounds_that_can_follow_can_be_drawn() -> None:
    rounds = [played("ab-cd ef-gh"), played("ac-bd eg-fh")]
    made = arranged(EIGHT, rounds, PLAN, matches("ad-bc eh-fg"))
    rounds.append(played("ad-bc eh-fg"))
    assert made.rounds_left == 4  # two groups of four have used up their partners, and four rounds across are left
    for number in range(4, 8):
        drawn = draw(EIGHT, rounds, PLAN, Dice(number))
        rounds.append(TeamRound(drawn.matches, drawn.free))
    teams = [frozenset(each) for here in rounds for match in here.matches for each in (match.home, match.away)]
    assert len(teams) == len(set(teams)) == 28


def test_draws_go_on_with_those_who_sat_out_least() -> None:
    nine = [*EIGHT, PlayerId("i")]
    rounds = [played("ab-cd ef-gh", free="i"), played("ac-be fi-dg", free="h"), played("ad-bh ci-eg", free="f")]
    twice = arranged(nine, rounds, Options(rounds=6), matches("ae-bc dh-fg"))
    assert [(each.player, each.had) for each in twice.free_games] == [("i", 1)]  # the director's choice, and it is told
    rounds.append(played("ae-bc dh-fg", free="i"))
    drawn = draw(nine, rounds, Options(rounds=6), Dice(1))
    assert not {"i", "h", "f"} & set(drawn.free)


def test_partners_are_never_the_same_twice() -> None:
    with pytest.raises(Refused, match="partner-repeated") as caught:
        arranged(EIGHT, [played("ab-cd ef-gh")], PLAN, matches("ac-ef bd-gh"))
    assert caught.value.facts["value"] == ["e", "f"]


@pytest.mark.parametrize(
    ("given", "value"),
    [("ab-cd ae-fg", "a"), ("aa-cd", "a"), ("ab-bc", "b")],
    ids=["in two matches", "as the own partner", "in both teams"],
)
def test_nobody_plays_twice(given: str, value: str) -> None:
    with pytest.raises(Invalid, match="player-twice") as caught:
        arranged(EIGHT, [], PLAN, matches(given))
    assert caught.value.facts["value"] == value


def test_a_round_without_a_match_or_beyond_the_plan_is_none() -> None:
    with pytest.raises(Invalid, match="matches-missing"):
        arranged(EIGHT, [], PLAN, [])
    with pytest.raises(Refused, match="rounds-impossible"):
        arranged(EIGHT, [], Options(rounds=8), matches("ab-cd"))
    with pytest.raises(Refused, match="rounds-exhausted"):
        arranged(EIGHT, [played("ab-cd ef-gh")], Options(rounds=1), matches("ac-bd"))


def test_a_full_round_leaves_nobody_free() -> None:
    made = arranged(EIGHT, [], PLAN, matches("ab-cd ef-gh"))
    assert made.free_games == ()
    assert made.rounds_left == 6
