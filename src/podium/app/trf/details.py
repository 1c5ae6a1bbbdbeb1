"""What FIDE's report asks for beside players and rounds, and whether an event says it."""

from __future__ import annotations

from podium.app.views.schedule import round_days
from podium.app.words.language import _
from podium.app.words.lists import separated
from podium.app.words.options import noun
from podium.flow.declaration import Options
from podium.flow.options import CHIEF_ARBITER, END, FEDERATION, PLACE, ROUND_DATES, START
from podium.flow.state import RuleSet, Settings

FOR_RATING: Options = (PLACE, FEDERATION, START, END, CHIEF_ARBITER, ROUND_DATES)
"""The records without which FIDE does not rate an event: 022, 032, 042, 052, 102 and 132."""


def missing_details(settings: Settings) -> str | None:
    """What the report of an event by FIDE's rules still lacks, in a sentence; None where it lacks nothing."""
    missing = [
        noun(option)
        for option in FOR_RATING
        if not (round_days(settings) if option is ROUND_DATES else option.of(settings))
    ]
    if settings.rules is not RuleSet.FIDE or not missing:
        return None
    return _("FIDE’s report still asks for: %(details)s.", details=separated(missing))
