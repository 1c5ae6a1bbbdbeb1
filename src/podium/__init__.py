"""Podium: run a whole tournament, from the first pairing to the podium.

As a library, Podium is its engines: values in, values out, with no database, no server and nothing but the standard
library. Points and tie-breaks are exact (`Fraction`, never rounded; plain numbers from bare games), chance is a seed
that you give.

>>> import podium
>>> [each.boards for each in podium.berger(4).rounds]
[((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1))]

Whole events, from names and results, are `Swiss`, `RoundRobin`, `Knockout`, `DoubleElimination`, `Doubles`, `Keizer`:

>>> event = podium.Swiss(["Ann", "Ben", "Cleo", "Dan"], rounds=3)
>>> [(board.white, board.black) for board in event.pair()]
[('Ann', 'Cleo'), ('Dan', 'Ben')]

| question | function | engine |
| --- | --- | --- |
| who meets whom in the next round of a Swiss | `pair` | `podium.swiss` |
| who meets whom in a round robin | `berger` | `podium.roundrobin` |
| who plays with whom tonight, partners anew each round | `draw` | `podium.doubles` |
| how many rounds of that there can be | `promise` | `podium.doubles` |
| what a knockout looks like, and what a result leads to | | `podium.knockout` |
| how many points did the opponents score | `buchholz` and its family | `podium.tiebreaks` |
| who is first, by any list of tie-breaks | `standings` | `podium.tiebreaks` |
| who wins which prize | `allocate` | `podium.prizes` |
| what games are worth to a rating or a title | | `podium.ratings` |
| which moves are legal, and how a game ends | | `podium.chess` |
| what is in a tournament report file (TRF) | `read_report`, `field_of`, `view_of` | `podium.files.trf` |

`docs/reference/library.md` shows each of them at work. What is wrong with a question is raised as a `PodiumError`,
which carries a `code` and `facts`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from podium import chess, doubles, knockout, prizes, ratings, roundrobin, swiss, tiebreaks
    from podium.app.trf.swiss_field import field_of
    from podium.app.trf.tiebreak_view import view_of
    from podium.app.words.errors import sentence
    from podium.core.dice import Dice
    from podium.core.errors import Invalid, PodiumError, Refused
    from podium.core.ids import PairingId, PlayerId
    from podium.core.points import Points
    from podium.core.result import Worth
    from podium.doubles import draw, promise
    from podium.events import (
        Board,
        DoubleElimination,
        Doubles,
        Keizer,
        Knockout,
        Odds,
        Place,
        RoundRobin,
        Swiss,
        Table,
    )
    from podium.files.trf import Report
    from podium.files.trf import read as read_report
    from podium.files.trf import write as write_report
    from podium.prizes import allocate
    from podium.roundrobin import berger
    from podium.swiss import Field, pair
    from podium.tiebreaks import (
        Game,
        GameKind,
        Player,
        Result,
        View,
        average_opponents_buchholz,
        buchholz,
        buchholz_cut1,
        buchholz_cut2,
        buchholz_median1,
        buchholz_median2,
        fore_buchholz,
        standings,
        tiebreak,
    )

__all__ = [
    "Board",
    "Dice",
    "DoubleElimination",
    "Doubles",
    "Field",
    "Game",
    "GameKind",
    "Invalid",
    "Keizer",
    "Knockout",
    "Odds",
    "PairingId",
    "Place",
    "Player",
    "PlayerId",
    "PodiumError",
    "Points",
    "Refused",
    "Report",
    "Result",
    "RoundRobin",
    "Swiss",
    "Table",
    "View",
    "Worth",
    "allocate",
    "average_opponents_buchholz",
    "berger",
    "buchholz",
    "buchholz_cut1",
    "buchholz_cut2",
    "buchholz_median1",
    "buchholz_median2",
    "chess",
    "doubles",
    "draw",
    "field_of",
    "fore_buchholz",
    "knockout",
    "pair",
    "prizes",
    "promise",
    "ratings",
    "read_report",
    "roundrobin",
    "sentence",
    "standings",
    "swiss",
    "tiebreak",
    "tiebreaks",
    "view_of",
    "write_report",
]

# Module -> the names it gives. Each is loaded when it is first asked for: a program that wants one engine, or one verb
# of the command line, does not wait for the others.
_HOMES = {
    "app.trf.swiss_field": ("field_of",),
    "app.trf.tiebreak_view": ("view_of",),
    "core.dice": ("Dice",),
    "app.words.errors": ("sentence",),
    "core.errors": ("Invalid", "PodiumError", "Refused"),
    "core.ids": ("PairingId", "PlayerId"),
    "core.points": ("Points",),
    "core.result": ("Worth",),
    "doubles": ("draw", "promise"),
    "events": (
        "Board",
        "DoubleElimination",
        "Doubles",
        "Keizer",
        "Knockout",
        "Odds",
        "Place",
        "RoundRobin",
        "Swiss",
        "Table",
    ),
    "files.trf": ("Report",),
    "prizes": ("allocate",),
    "roundrobin": ("berger",),
    "swiss": ("Field", "pair"),
    "tiebreaks": (
        "Game",
        "GameKind",
        "Player",
        "Result",
        "View",
        "average_opponents_buchholz",
        "buchholz",
        "buchholz_cut1",
        "buchholz_cut2",
        "buchholz_median1",
        "buchholz_median2",
        "fore_buchholz",
        "standings",
        "tiebreak",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_RENAMED = {"read_report": ("files.trf", "read"), "write_report": ("files.trf", "write")}
_ENGINES = ("chess", "doubles", "knockout", "prizes", "ratings", "roundrobin", "swiss", "tiebreaks")


if not TYPE_CHECKING:  # a checker of types would take any name for a public one

    def __getattr__(name: str) -> object:
        """The public name `name`, from the engine it belongs to."""
        if name in _ENGINES:
            return import_module(f"podium.{name}")
        if name not in __all__:
            raise AttributeError(f"module 'podium' has no attribute {name!r}")
        home, inside = _RENAMED.get(name) or (_HOME_OF[name], name)
        found = globals()[name] = getattr(import_module(f"podium.{home}"), inside)
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
