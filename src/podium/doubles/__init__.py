"""Doubles with a new partner every round.

Values in, values out: players are ids in list order, rounds what was played so far. `docs/rules/doubles.md`
says what is promised and proves it.

| rule | function | test | status |
| --- | --- | --- | --- |
| partners at random, none twice | `draw` | `test_every_round.py` | done |
| round 1: top half with bottom half | `draw` | `test_in_round_one_...` | done |
| free games in turn | `draw` | `test_every_round.py`, `test_fair.py` | done |
| free games by bottom-ranking or at random | `draw` | `test_free_games.py` | done |
| no dead end | `promise`, `draw` | `test_every_round.py`, `test_promise.py` | done |
| players leave and join | `draw`, `promise` | `test_coming_and_going.py` | done |
| power pairing, random setting | `draw` | `test_setting.py` | done |
| a round by hand, no partner twice | `arranged` | `test_by_hand.py` | done |
| new opponents | `draw` | `test_setting.py` | option, off |
| sets to win, clicks, closing a round | `click`, `verdict`, `problems` | `test_sets.py` | done |
| points, Buchholz, explained by round | `ranking` | `test_ranking.py` | done |
| set difference | `ranking` | `test_ranking.py` | option, off |
"""

from podium.core.arguments import guard
from podium.doubles.draw import Arranged, Drawn, FreeGame, PassedOver, arranged, draw
from podium.doubles.field import Later, Reserve
from podium.doubles.promise import Promise, check_plan, promise
from podium.doubles.ranking import Kind, Line, Standing, ranking
from podium.doubles.rounds import (
    FreeGames,
    Options,
    Sets,
    Setting,
    Team,
    TeamMatch,
    TeamRound,
    Verdict,
    checked,
    click,
    problems,
    verdict,
    won_scores,
)
from podium.doubles.setting import Encounter
from podium.doubles.whole import FEWEST_PLAYERS, most_rounds

__all__ = [
    "FEWEST_PLAYERS",
    "Arranged",
    "Drawn",
    "Encounter",
    "FreeGame",
    "FreeGames",
    "Kind",
    "Later",
    "Line",
    "Options",
    "PassedOver",
    "Promise",
    "Reserve",
    "Sets",
    "Setting",
    "Standing",
    "Team",
    "TeamMatch",
    "TeamRound",
    "Verdict",
    "arranged",
    "check_plan",
    "checked",
    "click",
    "draw",
    "most_rounds",
    "problems",
    "promise",
    "ranking",
    "verdict",
    "won_scores",
]

guard(globals())
