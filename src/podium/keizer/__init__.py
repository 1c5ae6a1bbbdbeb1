"""The Keizer system of clubs: who beats somebody gets the worth of that player, which follows from the table itself.

    Rules, what each round was  ->  Table.after     ·     Table, who is there  ->  pair

There is no rule book of a federation; `docs/rules/keizer.md` says what is played here, with its sources. The articles
below are those of that page.

| article                                  | function                    | test                        | status |
| ---------------------------------------- | --------------------------- | --------------------------- | ------ |
| 1 worth by rank, the highest              | `Table.value`               | test_tables, test_judge     | done   |
| 2 score of games and of rounds without   | `Table.score`, `parts`      | test_tables, test_judge     | done   |
| 3 all rounds worth anew, until it stands | `Table.after`               | test_judge                  | done   |
| 3 circles, 100 times at most             | `Table.after`               | test_circles                | done   |
| 4 order of equals, newcomers             | `Table.after`, `joined`     | test_tables                 | done   |
| 5 who sits out                           | `pairing.pair`              | test_pairing                | done   |
| 6 neighbours from the top, not so soon   | `pairing.pair`              | test_pairing                | done   |
| 6 relaxed by the least                   | `pairing.pair`              | test_pairing (brute force)  | done   |
| 7 colours                                | `pairing.white_of`          | test_pairing                | done   |
| at most so many meetings in a season     | none                        | none                        | not here |
| at most so many absences that count      | none                        | none                        | not here |
"""

from podium.core.arguments import guard
from podium.keizer.pairing import Board, Evening, PairedEvening, pair
from podium.keizer.rules import MOST_AGAIN, MOST_TOP, PRESETS, UNIT, USUAL, Preset, Rules, Share
from podium.keizer.table import EMPTY

__all__ = [
    "EMPTY",
    "MOST_AGAIN",
    "MOST_TOP",
    "PRESETS",
    "UNIT",
    "USUAL",
    "Board",
    "Evening",
    "PairedEvening",
    "Preset",
    "Rules",
    "Share",
    "pair",
]

guard(globals())
