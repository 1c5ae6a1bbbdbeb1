"""What FIDE's report asks for beside players and rounds, and whether an event says it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from podium.app.event.option_words import noun
from podium.app.event.schedule import round_days
from podium.app.queries import refusals
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.app.words.phrases import separated
from podium.core.arbiter import Arbiter
from podium.core.timecontrol import TimeControl, TimeControls
from podium.flow.event.declaration import Options
from podium.flow.event.options import CHIEF_ARBITER, END, FEDERATION, PLACE, RATE_OF_PLAY, ROUND_DATES, START
from podium.flow.event.setting_values import RuleSet, Settings
from podium.flow.formats.registry import rounds_planned
from podium.flow.rounds.open_games import open_games
from podium.flow.state import Tournament

ENCODED_TIME = "222"
_MINUTES = r"(?:minutes?|mins?\.?|min\.?|m|'|′)"
_SECONDS = r"(?:seconds?|secs?\.?|sec\.?|s\.?|''|″|\")"
_FROM_MOVE_1 = r"(?:\s*(?:from|starting\s(?:from|with|at))\s*move\s*(?:1|one))?"
_EACH_MOVE = rf"(?:\s*(?:/|per|each|a|for\seach|for\severy)\s*move)?{_FROM_MOVE_1}"
_AND = r"\s*(?:\+|,\s*then|,\s*and|,|and|plus|with|then|followed\sby)\s*"
_ADDED = rf"(?:{_AND}(?P<seconds>\d{{1,3}})\s*{_SECONDS}?(?:\s*(?:increment|added))?{_EACH_MOVE})?"
_ONE = re.compile(rf"(?P<minutes>\d{{1,3}})\s*(?P<unit>{_MINUTES})?(?:\s*for (?:the|all)[a-z ]*)?{_ADDED}")
_TWO = re.compile(
    rf"(?P<first>\d{{1,3}})\s*{_MINUTES}\s*(?:for|/)\s*(?:the first\s*)?(?P<moves>\d{{1,3}})\s*moves?"
    rf"{_AND}(?P<minutes>\d{{1,3}})\s*{_MINUTES}(?:\s*for (?:the|all)[a-z ]*)?{_ADDED}"
)
_ENCODED = re.compile(r"(?:\d{1,3}/)?\d{3,5}(?:\+\d{1,3})?(?::(?:\d{1,3}/)?\d{3,5}(?:\+\d{1,3})?)*")


def encoded_time(settings: Settings) -> str:
    """The rate of play of an event by its clocks, or by its words where they can be read; else nothing."""
    if settings.live:
        clocks = TimeControls.parse(settings.time_control)
        white, black = clocks.white.in_seconds, clocks.black.in_seconds
        encoded = white if white == black else f"W{white}-B{black}"
        return "" if set("db") & set(encoded) else encoded  # the record knows no delays
    return encoded_words(settings.rate_of_play or "")


def encoded_words(text: str) -> str:
    """The rate of play that words say, or that is encoded already; nothing where they say anything else.

    >>> [encoded_words(text) for text in ("90 min + 30 sec per move", "15+10", "10 min", "40/6000+30:900+30", "90")]
    ['5400+30', '900+10', '600', '40/6000+30:900+30', '']
    >>> encoded_words("90 minutes for 40 moves, then 30 minutes, 30 seconds per move from move 1")
    '40/5400+30:1800+30'
    """
    words = " ".join(text.lower().split()).removesuffix(".")
    if _ENCODED.fullmatch(words):
        return words
    if two := _TWO.fullmatch(words):
        added = f"+{two['seconds']}" if two["seconds"] else ""
        return f"{two['moves']}/{60 * int(two['first'])}{added}:{60 * int(two['minutes'])}{added}"
    if (one := _ONE.fullmatch(words)) and (one["unit"] or one["seconds"]):
        return TimeControl(int(one["minutes"]), int(one["seconds"] or 0)).in_seconds
    return ""


FOR_RATING: Options = (PLACE, FEDERATION, START, END, CHIEF_ARBITER, RATE_OF_PLAY, ROUND_DATES)
"""The records without which FIDE does not rate an event: 022, 032, 042, 052, 102, 122 and 132."""


MOST_NAMED = 10
"""How many players are named; the others are counted."""


def missing_details(settings: Settings) -> str | None:
    """What the report of an event by FIDE's rules still lacks, in a sentence; None where it lacks nothing."""
    missing = [
        noun(option)
        for option in FOR_RATING
        if not (round_days(settings) if option is ROUND_DATES else option.value_in(settings))
    ]
    if settings.rules is not RuleSet.FIDE or not missing:
        return None
    return _("FIDE’s report still asks for: %(details)s.", details=separated(missing))


def upload_obstacles(state: Tournament) -> Iterator[str]:
    """Whatever keeps the report of an event by FIDE's rules from being uploaded as it is, a sentence each; of any event
    the declared tie-breaks that its ranks ignore."""
    settings = state.settings
    yield from map(sentence, refusals(state))
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
    if unknown := [each.name for each in map(Arbiter.parse, arbiters) if each.fide_id is None]:
        yield _("Arbiters without a FIDE number: %(names)s.", names=separated(unknown))
    if unknown := [player.name for player in state.players.values() if not player.fields.fide_id]:
        named = separated([*unknown[:MOST_NAMED], *("…" for _name in unknown[MOST_NAMED : MOST_NAMED + 1])])
        yield _("Players without a FIDE number (%(count)s): %(names)s.", count=len(unknown), names=named)
    if games := len(open_games(state.rounds)):
        yield _("Games that are not over: %(count)s.", count=games)
    if len(state.rounds) < planned:
        yield _("Rounds that are not paired: %(count)s.", count=planned - len(state.rounds))
