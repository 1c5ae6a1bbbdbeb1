"""Tables of whole seasons against the naive judge."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from podium.core.ids import PlayerId
from podium.keizer import EMPTY, PRESETS, UNIT, Preset, Rules, Share
from podium.keizer.table import Table, Turn
from tests.keizer.judge import Line, judged
from tests.kit.loops import every, seeds

RESULTS = (("win", "loss"), ("loss", "win"), ("draw", "draw"))
WITHOUT = ("bye", "clubDuty", "excused", "absent")


def season(dice: Random) -> tuple[list[str], list[dict[str, Line]]]:
    """Players, and rounds to which some come, some say why not, and some are not entered yet."""
    players = [f"p{number}" for number in range(dice.randint(1, 14))]
    entry = {player: 1 if dice.random() < 0.8 else dice.randint(2, 6) for player in players}
    rounds = []
    for number in range(1, dice.randint(1, 12) + 1):
        entered = [player for player in players if entry[player] <= number]
        here = dice.sample(entered, dice.randint(0, len(entered)))
        lines: dict[str, Line] = {}
        for one, other in zip(here[::2], here[1::2], strict=False):
            first, second = dice.choice(RESULTS)
            lines |= {one: (first, other), other: (second, one)}
        lines |= {each: (dice.choice(WITHOUT), None) for each in entered if each not in lines}
        rounds.append(lines)
    return players, rounds


def played(rounds: list[dict[str, Line]], rules: Rules, players: list[str]) -> Table:
    """The table that the engine has after the rounds."""
    table = EMPTY
    for here in rounds:
        turns = {
            PlayerId(player): Turn(Share(share), PlayerId(other) if other else None)
            for player, (share, other) in here.items()
        }
        table = table.after(turns, rules, [PlayerId(player) for player in players])
    return table


@seeds(range(60), long=range(5_000))
def test_every_table_is_that_of_the_judge(seed: int) -> None:
    dice = Random(seed)
    players, rounds = season(dice)
    preset, top = dice.choice(list(Preset)), dice.choice([None, None, 5, 40])
    shares = {share.value: Fraction(worth) for share, worth in PRESETS[preset].items()}
    table = played(rounds, Rules(preset, top=top), players)
    order, worths, scores, circle = judged(rounds, shares, top, players)
    assert list(table.order) == order
    assert {player: table.value(PlayerId(player)) for player in order} == worths
    assert {player: Fraction(units, UNIT) for player, units in table.scores.items()} == scores
    assert table.circle is circle


@every("preset", list(Preset))
def test_every_preset_has_every_share(preset: Preset) -> None:
    assert list(PRESETS[preset]) == list(Share)
