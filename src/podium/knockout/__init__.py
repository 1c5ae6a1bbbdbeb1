"""Knockouts with draw rules and tie-break games that always end.

An engine of values: `build` makes a `Knockout`, `report` says what a result leads to, `applied` makes it so. Ids come
from the caller's `mint`, times from the caller's clock.

| rule | function | test | status |
| --- | --- | --- | --- |
| defaults and the two impossible combinations | `Rules` | `test_rules.py` | done |
| time controls | `core.timecontrol` | `test_rules.py` | done |
| seeding and byes | `first_round` | `test_seeding.py` | done |
| whole bracket, open slots, third place | `bracket` | `test_bracket.py` | done |
| tie-break games: creation, colours, clock | `first_games` | `test_ladder.py` | done |
| tie-break games: resolution, Armageddon at the end | `judge_games` | `test_ladder.py` | done |
| draws that take both on | `openended` | `test_open_ended.py` | done |
| corrections and what they undo | `report`, `consequences`, `clear` | `test_corrections.py` | done |
| every event ends | all of it | `test_properties.py` | done |
| ranking | `ranking` | `test_ranking.py` | done |
"""

from podium.core.arguments import guard
from podium.knockout.event import Consequences, another_round, build, clear, consequences, report
from podium.knockout.match import (
    AUTOMATIC_DRAWS,
    BracketMatch,
    Outcome,
    Reason,
    Status,
    check_reason,
    is_due,
    outcome_and_reason,
    read_reason,
)
from podium.knockout.plan import Branch
from podium.knockout.ranking import Place, ranking
from podium.knockout.rules import DrawConfig, DrawRuleMode, GrandFinal, Rules, Seeding, TieBreakPolicy
from podium.knockout.slots import Bye, FinalistOf, LoserOf, Seed, Slot, WinnerOf, rounds_of
from podium.knockout.state import BracketRound, Changed, Knockout, applied

__all__ = [
    "AUTOMATIC_DRAWS",
    "BracketMatch",
    "BracketRound",
    "Branch",
    "Bye",
    "Changed",
    "Consequences",
    "DrawConfig",
    "DrawRuleMode",
    "FinalistOf",
    "GrandFinal",
    "Knockout",
    "LoserOf",
    "Outcome",
    "Place",
    "Reason",
    "Rules",
    "Seed",
    "Seeding",
    "Slot",
    "Status",
    "TieBreakPolicy",
    "WinnerOf",
    "another_round",
    "applied",
    "build",
    "check_reason",
    "clear",
    "consequences",
    "is_due",
    "outcome_and_reason",
    "ranking",
    "read_reason",
    "report",
    "rounds_of",
]

guard(globals())
