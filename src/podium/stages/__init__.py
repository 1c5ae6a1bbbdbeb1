"""Stages of one event: who plays in which group, who goes on, with what, and from which seed.

    players  ->  serpentine, by_lot  ->  tables and games  ->  who_goes_on  ->  seeded, carried

Which formats the stages are played in is no question here. `docs/rules/stages.md` says what is done, in articles that
are ours; those below are its articles.

| article | function | test | status |
| --- | --- | --- | --- |
| 1 groups in a serpentine, by lot, by hand | `serpentine`, `by_lot`, `check_by_hand` | `test_groups.py` | done |
| 2 who goes on, the best others, who has left | `who_goes_on` | `test_cut.py`, against all courses | done |
| 3 comparing groups of different sizes | `measures` | `test_cut.py` | done |
| 4 ties at the cut | `who_goes_on`, `OpenCut` | `test_cut.py` | done |
| 5 seeds that keep group mates apart | `seeded` | `test_seeding.py`, all sizes to 128 | done |
| 6 what is carried on | `carried` | `test_carry.py` | done |
| 7 what is refused | `check_groups`, `check_qualify` | `test_groups.py`, `test_cut.py` | done |
"""

from podium.core.arguments import guard
from podium.stages.cut import (
    AllLevel,
    Cut,
    Lot,
    Named,
    OpenCut,
    Qualifier,
    Qualify,
    Ruling,
    check_qualify,
    who_goes_on,
)
from podium.stages.groups import FEWEST_IN_GROUP, Groups, by_lot, check_by_hand, check_groups, group_name, serpentine
from podium.stages.results import ACROSS, Carried, Carry, Game, Line, Measure, Table, carried, measures
from podium.stages.seeding import seeded

__all__ = [
    "ACROSS",
    "FEWEST_IN_GROUP",
    "AllLevel",
    "Carried",
    "Carry",
    "Cut",
    "Game",
    "Groups",
    "Line",
    "Lot",
    "Measure",
    "Named",
    "OpenCut",
    "Qualifier",
    "Qualify",
    "Ruling",
    "Table",
    "by_lot",
    "carried",
    "check_by_hand",
    "check_groups",
    "check_qualify",
    "group_name",
    "measures",
    "seeded",
    "serpentine",
    "who_goes_on",
]

guard(globals())
