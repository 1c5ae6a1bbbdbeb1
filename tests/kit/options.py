"""A value that an option does not have yet, for tests that change each one."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from podium.core.ids import PlayerId
from podium.core.player import Player, PlayerFields
from podium.core.result import FIDE
from podium.flow.event.declaration import Kind, Option
from podium.flow.event.keizer_options import KEIZER
from podium.flow.event.setting_values import Settings
from podium.flow.event.settings import merge_settings
from podium.keizer import Preset, Share
from podium.keizer import Rules as KeizerRules
from podium.knockout import DrawConfig, Rules, TieBreakPolicy

STAGES: list[dict[str, Any]] = [
    {"format": "round-robin", "groups": 2},
    {"format": "knockout", "qualify": {"perGroup": 2}, "tieBreakPolicy": "RAPID"},
]
"""Groups that end in a knockout."""
ANN, BEN = (Player(PlayerId(f"p{number}"), number, PlayerFields(name)) for number, name in ((1, "Ann"), (2, "Ben")))
BEFORE = Settings("Open", "swiss", knockout=Rules(tie_break_policy=TieBreakPolicy.RAPID))  # it goes with every rule


def another_value(option: Option[Any], now: Settings = BEFORE) -> Any:
    """A value that the option does not have in the settings."""
    match option.kind:
        case Kind.CHOICE | Kind.SEVERAL:
            return option.choices[-1 if option.value_in(now) != option.choices[-1][0] else 0][0]
        case Kind.YES_NO | Kind.TICK:
            return not option.value_in(now)
        case Kind.PARTS:
            if option is KEIZER:
                shares = {each.name.lower(): Decimal(f"0.{9 - at}") for at, each in enumerate(Share)}
                return replace(KeizerRules(Preset.FREE_KEIZER, 60, again=5), **shares)  # type: ignore[arg-type]  # by kind
            return DrawConfig(30, 2, {"repetition": "fivefold"}, claims=True, claim_penalty=True)
        case Kind.NUMBER:
            return 1500 if option.metavar == "RATING" else 2
        case Kind.TEXT | Kind.PERSON:
            return option.example or "Another"
        case Kind.CLOCK:
            return "5+0/4+0"
        case _:
            return {
                Kind.DATE: "2026-08-31",
                Kind.LINES: (option.example,) if option.example else ("A", "B"),
                Kind.PERSONS: ("FA A (4612345)", "B"),
                Kind.DATES: ("2026-08-31", "2026-08-31"),
                Kind.TIMES: ("2026-08-31 09:00", "2026-08-31 14:00"),
                Kind.PARAGRAPHS: "Bring a set.\n\nDoors open at nine.",
                Kind.SCORING: FIDE,
                Kind.TIEBREAKS: ("BH", "SB"),
                Kind.GROUPS: ((ANN.id, BEN.id),),
                Kind.ORDER: (BEN.id, ANN.id),
                Kind.DRAWN: "a-seed",
                Kind.STAGES: merge_settings(None, {"name": "Open", "stages": STAGES}).stages,
            }[option.kind]
