"""What FIDE's report asks for beside players and rounds, and whether an event says it."""

from __future__ import annotations

from collections.abc import Iterator

from podium.app.event.option_words import noun
from podium.app.event.schedule import round_days
from podium.app.queries import refusals
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.app.words.lists import separated
from podium.core.arbiter import Arbiter
from podium.flow.event.declaration import Options
from podium.flow.event.options import CHIEF_ARBITER, END, FEDERATION, PLACE, RATE_OF_PLAY, ROUND_DATES, START
from podium.flow.formats.registry import rounds_planned
from podium.flow.rounds.open_games import open_games
from podium.flow.state import RuleSet, Settings, Tournament

FOR_RATING: Options = (PLACE, FEDERATION, START, END, CHIEF_ARBITER, RATE_OF_PLAY, ROUND_DATES)
"""The records without which FIDE does not rate an event: 022, 032, 042, 052, 102, 122 and 132."""


MOST_NAMED = 10
"""How many players are named; the others are counted."""


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


def upload_obstacles(state: Tournament) -> Iterator[str]:
    """Whatever keeps the report of an event by FIDE's rules from being uploaded as it is, a sentence each."""
    settings = state.settings
    if settings.rules is not RuleSet.FIDE:
        return
    if missing := missing_details(settings):
        yield missing
    days, planned = round_days(settings), rounds_planned(state) or len(state.rounds)
    if days and len(days) != planned:
        yield _("Dates of rounds: %(dates)s, of rounds there are %(rounds)s.", dates=len(days), rounds=planned)
    first, last = settings.start or "", settings.end or max(days, default="")
    if list(days) != sorted(days) or any(not first <= day <= last for day in days):
        yield _("The dates of the rounds do not follow one another from the first to the last day.")
    arbiters = filter(None, (settings.chief_arbiter, *settings.deputy_arbiters))
    if unknown := [each.name for each in map(Arbiter.of, arbiters) if each.fide_id is None]:
        yield _("Arbiters without a FIDE number: %(names)s.", names=separated(unknown))
    if unknown := [player.name for player in state.players.values() if not player.fields.fide_id]:
        named = separated([*unknown[:MOST_NAMED], *("…" for _name in unknown[MOST_NAMED : MOST_NAMED + 1])])
        yield _("Players without a FIDE number (%(count)s): %(names)s.", count=len(unknown), names=named)
    if games := len(open_games(state.rounds)):
        yield _("Games that are not over: %(count)s.", count=games)
    if len(state.rounds) < planned:
        yield _("Rounds that are not paired: %(count)s.", count=planned - len(state.rounds))
    yield from map(sentence, refusals(state))
