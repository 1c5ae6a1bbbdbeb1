"""The rest of an event: every format is played to its end, and the quick way of a Swiss ends as its commands do."""

from __future__ import annotations

from typing import Any

import pytest

from podium.core.dice import Dice
from podium.core.errors import Refused
from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    AddPlayers,
    ChangeSettings,
    CloseRound,
    PairRound,
    RecordResult,
    RequestByes,
    WithdrawPlayer,
)
from podium.flow.state import Tournament
from podium.forecast.strength import by_rating
from podium.simulation.director import Director
from podium.simulation.rest import Beliefs, Luck, is_over, open_contests, play_on, ready
from podium.simulation.swiss_rest import quick_rest
from tests.kit.finished import SETTINGS

FORMATS = sorted(SETTINGS.keys() - {"manual", "stages"})
"""Those in one piece: who goes on to another stage follows from standings, which are none of the simulation."""


def _beliefs(state: Tournament) -> Beliefs:
    ratings = {id: player.fields.rating for id, player in state.players.items()}
    return Beliefs(by_rating(ratings), {id: float(rating or 1500) for id, rating in ratings.items()})


def _random_swiss(seed: int) -> Tournament:
    """A Swiss somewhere on its way, with all that a hall brings about."""
    dice = Dice(seed)
    rounds = 3 + dice.below(3)
    settings: dict[str, Any] = {
        "format": "swiss",
        "rounds": rounds,
        "tiebreaks": ["BH/C1", "SB", "DE"],
        "initial_colour": dice.pick(["white", "black"]),
        "acceleration": dice.pick(["none", "baku"]),
        "scoring": dice.pick(["fide", "3-1-0"]),
    }
    names = [f"P{number}" for number in range(9 + dice.below(14))]
    sections = ["A", "B"] if dice.chance(30) else []
    event = Director({**settings, "sections": sections}, 0, seed)
    fields = tuple(
        PlayerFields(
            name,
            1400 + 10 * dice.below(90) if dice.chance(85) else None,
            section=dice.pick(sections) if sections else None,
            club=f"Club {dice.below(7)}",
        )
        for name in names
    )
    event.do(AddPlayers(fields))
    if dice.chance(20):
        event.do(ChangeSettings({"apart": ["club"]}))
    luck = Luck(_beliefs(event.state), dice)
    for number in range(1, 1 + dice.below(rounds)):
        for id in [id for id in event.state.players if dice.chance(6)]:
            asked = {min(number + 1 + dice.below(2), rounds): dice.pick([ByeType.HALF, ByeType.ZERO])}
            event.do(RequestByes(id, asked))
        event.do(PairRound(number))
        last_open = dice.chance(30)
        for game in event.state.rounds[-1].boards:
            result = luck.result(game.white, game.black) if dice.chance(90) else Result.WHITE_WINS_BY_FORFEIT
            if not (last_open and dice.chance(50)):
                event.do(RecordResult(game.id, result))
        if event.state.rounds[-1].pending:
            break
        event.do(CloseRound(number))
        if dice.chance(25):
            event.do(WithdrawPlayer(dice.pick(list(event.state.players))))
    return event.state


def _told(state: Tournament) -> list[list[tuple[object, ...]]]:
    return [
        [(each.board, each.players, each.section, each.result, each.bye_kind) for each in here.in_order]
        for here in state.rounds
    ]


def test_the_quick_way_ends_as_the_commands_do() -> None:
    quick_ones = 0
    for seed in range(60):
        try:
            state = ready(_random_swiss(seed))
        except Refused:  # no legal round, or a section of one
            continue
        quick = quick_rest(state)
        assert quick is not None
        for run in range(2):
            luck = Luck(_beliefs(state), Dice(f"{seed}/{run}"))
            slow = play_on(state, Luck(_beliefs(state), Dice(f"{seed}/{run}")), Dice("draws"))
            ended = quick.play(luck)
            assert _told(ended) == _told(slow), (seed, run)
            assert ended.where.keys() == {id for here in ended.rounds for id in here.games}
            quick_ones += len(slow.rounds) > len(state.rounds)
    assert quick_ones > 60


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_is_played_to_its_end(format: str) -> None:
    for players in (5, 8):
        director = Director({"format": format, **SETTINGS[format]}, players, seed=players)
        state = ready(director.state)
        for run in range(4):
            end = play_on(state, Luck(_beliefs(state), Dice(run)), Dice(f"{run}/draw"))
            assert is_over(end), (format, players, run)
            assert not list(open_contests(end))
            assert {id for here in end.rounds for each in here.games.values() for id in each.players} == set(
                end.players
            )


def test_an_event_is_played_on_from_open_games() -> None:
    director = Director({"format": "knockout", "tieBreakPolicy": "RAPID"}, 4, seed=1)
    director.do(PairRound(1))
    first = next(open_contests(director.state))
    assert hasattr(first, "white")
    director.do(RecordResult(first.id, Result.DRAW))
    state = ready(director.state)
    assert len(list(open_contests(state))) == 2  # the other semi-final, and the game that decides the drawn one
    assert is_over(play_on(state, Luck(_beliefs(state), Dice(1)), Dice(2)))


def test_the_stronger_wins_more_and_the_same_seed_gives_the_same_end() -> None:
    director = Director({"format": "swiss", "rounds": 5}, 16, seed=3)
    state = ready(director.state)
    beliefs = _beliefs(state)
    ends = [play_on(state, Luck(beliefs, Dice(run)), Dice("")) for run in (1, 1, 2)]
    assert _told(ends[0]) == _told(ends[1]) != _told(ends[2])
    strongest, *_, weakest = state.players
    luck = Luck(beliefs, Dice("many"))
    assert {luck.result(strongest, weakest) for _ in range(20)} == {Result.WHITE_WINS}
