"""Tie-breaks and standings: all of FIDE's C.07 for individuals, and others, exact and explained.

    Entrants (with a Record a round)  ->  View  ->  values · standings · explain

| article   | function                          | codes                            | tests            |
| --------- | --------------------------------- | -------------------------------- | ---------------- |
| 4.2       | `ranking.standings`               | any list                         | test_ranking     |
| 6         | `direct.ranked`                   | DE                               | test_direct      |
| 7         | `results`                         | WIN WON BPG BWG PS REP STD TPN   | test_golden      |
| 8         | `opponents`                       | BH AOB FB                        | test_golden      |
| 9         | `opponents`                       | SB KS                            | test_golden      |
| 10        | `ratings`, `performance`          | ARO TPR PTP APRO APPO RTNG       | test_golden      |
| 11 to 13  | not here: tie-breaks of teams     |                                  |                  |
| 14        | `codes`, `unplayed.cut`           | /Cn /Mn /L±n /P /F /R            | test_codes       |
| 15, 16    | `unplayed`                        | all of the above                 | test_unplayed    |
| typed in  | `results`                         | EXT                              | test_typed       |
| elsewhere | `elsewhere`                       | MMED SOLK CUM OCUM KASH BLK,     | test_elsewhere   |
|           |                                   | SOS SOSOS SODOS, SOB             |                  |

`docs/rules/tiebreaks.md` says what was decided where the regulations leave room.
"""

import sys
from importlib import import_module

from podium.core.arguments import guard
from podium.tiebreaks import library
from podium.tiebreaks.catalogue import CATALOGUE, PRESETS, Criterion, TieBreak, criterion, preset
from podium.tiebreaks.engine import value, value_text, values
from podium.tiebreaks.explanation import Explanation, Part, explain
from podium.tiebreaks.library import (
    Game,
    GameKind,
    Player,
    Result,
    average_opponents_buchholz,
    buchholz,
    buchholz_cut1,
    buchholz_cut2,
    buchholz_median1,
    buchholz_median2,
    fore_buchholz,
    tiebreak,
)
from podium.tiebreaks.ranking import Standing, Standings, standings
from podium.tiebreaks.unplayed import Category
from podium.tiebreaks.view import EDITIONS, Colour, Entrant, PlayerKey, Record, Rules, UnratedMethod, View

__all__ = [
    "CATALOGUE",
    "EDITIONS",
    "PRESETS",
    "Category",
    "Colour",
    "Criterion",
    "Entrant",
    "Explanation",
    "Game",
    "GameKind",
    "Part",
    "Player",
    "PlayerKey",
    "Record",
    "Result",
    "Rules",
    "Standing",
    "Standings",
    "TieBreak",
    "UnratedMethod",
    "View",
    "average_opponents_buchholz",
    "buchholz",
    "buchholz_cut1",
    "buchholz_cut2",
    "buchholz_median1",
    "buchholz_median2",
    "criterion",
    "explain",
    "fore_buchholz",
    "preset",
    "standings",
    "tiebreak",
    "value",
    "value_text",
    "values",
]

guard(globals())
for _name in ("average", "cut1", "cut2", "fore", "median1", "median2"):  # the path they had before is still one
    sys.modules[f"{library.__name__}.{_name}"] = import_module(f"{__name__}.{_name}")
    setattr(library, _name, sys.modules[f"{__name__}.{_name}"])
