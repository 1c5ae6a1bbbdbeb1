"""The Dutch system of FIDE (Handbook C.04.3), edition in force since February 2026.

    Field (what happened so far)  ->  pair · explain · check_round · concerns

| article           | what                                | function                               | test            |
| ----------------- | ----------------------------------- | -------------------------------------- | --------------- |
| 1.2, 1.3          | order, scoregroups, brackets        | `roster.Roster`, `bracket.Bracket`     | test_roster     |
| 1.4               | floats                              | `roster.float_in`                      | test_roster     |
| 1.6, 1.7          | colour difference, preference       | `colour.preference`                    | test_colour     |
| 1.8               | topscorers                          | `roster.Roster.topscorer`              | test_criteria   |
| 1.9.3             | no legal round: a proof             | `pairing.unpairable`                   | test_unpairable |
| 2.1.1 C1          | no second meeting                   | `roster.Roster.may_meet`               | test_criteria   |
| 2.1.2 C2          | no second bye                       | `roster.c2`                            | test_criteria   |
| 2.1.3 C3          | no two with the same absolute due   | `roster.Roster.may_meet`               | test_criteria   |
| 2.2 C4            | the rest can be completed           | `outlook`, `core.matching`             | test_matching   |
| 2.3 C5            | least score for the bye             | `pairing.bye_score`                    | test_criteria   |
| 2.4 C6, C7        | downfloaters: number, scores        | `bracket.Bracket.float_cost`           | test_criteria   |
| 2.4 C8            | the next bracket                    | `bracket.Bracket.past_below_cost`,     | test_criteria   |
|                   |                                     | `outlook.floats_well`                  |                 |
| 2.4 C9 to C21     | one function each                   | `criteria.c9` to `criteria.c21`        | test_criteria   |
| 3.2 to 3.8, 4.1   | candidates and the best of them     | `exact.pair_within`                    | test_oracle     |
|                   | the same, sooner                    | `exact.pair_exactly`,                  | test_ways       |
|                   |                                     | `swift.pair_swiftly`                   |                 |
| 4.2               | transpositions                      | `transposition.Transposition`          | test_order      |
| 4.3               | exchanges                           | `exact.order_of_remainder`             | test_order      |
| 4.4               | sets of moved-down players          | `exact.order_of_moved`                 | test_order      |
| 5                 | colour allocation                   | `colour.colour_of_higher`              | test_colour     |
| Baku method       | acceleration                        | `baku`                                 | test_baku       |

Forbidden pairs count as absolute, beside C1. `docs/rules/dutch.md` says what was decided where the
text leaves room, and how the engine works.
"""

from podium.core.arguments import guard
from podium.swiss.baku import last_accelerated, upper_group, virtual_points
from podium.swiss.checker import Concern, Difference, Warned, board_order, check_round, concerns
from podium.swiss.colour import ColourRule, Preference, Strength, preference
from podium.swiss.field import ABSENT, Colour, Entrant, Field, Turn, forbidden_groups
from podium.swiss.pairing import EDITION, ENGINE, Pair, PairedRound, pair
from podium.swiss.reasons import (
    BoardStory,
    BracketStory,
    ByeStory,
    Due,
    Exchange,
    FloatStory,
    Rejected,
    RoundStory,
    explain,
)

__all__ = [
    "ABSENT",
    "EDITION",
    "ENGINE",
    "BoardStory",
    "BracketStory",
    "ByeStory",
    "Colour",
    "ColourRule",
    "Concern",
    "Difference",
    "Due",
    "Entrant",
    "Exchange",
    "Field",
    "FloatStory",
    "Pair",
    "PairedRound",
    "Preference",
    "Rejected",
    "RoundStory",
    "Strength",
    "Turn",
    "Warned",
    "board_order",
    "check_round",
    "concerns",
    "explain",
    "forbidden_groups",
    "last_accelerated",
    "pair",
    "preference",
    "upper_group",
    "virtual_points",
]

guard(globals())
