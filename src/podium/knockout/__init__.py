"""Knockouts with draw rules and tie-break games that always end.

An engine of values: `build` makes a `Knockout`, `report` says what a result leads to, `applied` makes it so. Ids come
from the caller's `mint`, times from the caller's clock.

| rule | function | test | status |
| --- | --- | --- | --- |
| names, defaults and the two impossible combinations | `Rules`, `settled` | `test_rules.py` | done |
| time controls | `TimeControl.of` | `test_rules.py` | done |
| seeding and byes | `first_round` | `test_seeding.py` | done |
| whole bracket, open slots, third place | `bracket` | `test_bracket.py` | done |
| tie-break games: creation, colours, clock | `first_games` | `test_ladder.py` | done |
| tie-break games: resolution, Armageddon at the end | `judged` | `test_ladder.py` | done |
| draws that take both on | `openended` | `test_open_ended.py` | done |
| corrections and what they undo | `report`, `consequences`, `clear` | `test_corrections.py` | done |
| every event ends | all of it | `test_properties.py` | done |
| ranking | `ranking` | `test_ranking.py` | done |
| picture, and the sheets it is printed on | `picture`, `sheets` | `test_picture.py`, `test_sheets.py` | done |
"""

from podium.knockout.event import Consequences, another_round, build, clear, consequences, report, start
from podium.knockout.match import Match, Outcome, Reason, Status, reported
from podium.knockout.picture import PAGE, PAPER, Part, is_due, marks, picture, seat_label
from podium.knockout.ranking import Place, ranking
from podium.knockout.round_names import round_name
from podium.knockout.rules import (
    FIXED,
    SETTINGS,
    DrawConfig,
    DrawRuleMode,
    Rules,
    Seeding,
    TieBreakPolicy,
    refuse_change,
    settled,
    told,
)
from podium.knockout.sentences import SENTENCES
from podium.knockout.sheets import Sheet, sheets
from podium.knockout.slots import Bye, LoserOf, Seed, Slot, WinnerOf
from podium.knockout.state import Changed, Knockout, Round, applied
from podium.knockout.timecontrol import TimeControl

__all__ = [
    "FIXED",
    "PAGE",
    "PAPER",
    "SENTENCES",
    "SETTINGS",
    "Bye",
    "Changed",
    "Consequences",
    "DrawConfig",
    "DrawRuleMode",
    "Knockout",
    "LoserOf",
    "Match",
    "Outcome",
    "Part",
    "Place",
    "Reason",
    "Round",
    "Rules",
    "Seed",
    "Seeding",
    "Sheet",
    "Slot",
    "Status",
    "TieBreakPolicy",
    "TimeControl",
    "WinnerOf",
    "another_round",
    "applied",
    "build",
    "clear",
    "consequences",
    "is_due",
    "marks",
    "picture",
    "ranking",
    "refuse_change",
    "report",
    "reported",
    "round_name",
    "seat_label",
    "settled",
    "sheets",
    "start",
    "told",
]
