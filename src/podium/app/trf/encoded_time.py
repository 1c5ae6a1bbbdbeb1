"""The rate of play as record 222 encodes it: seconds, a plus, what each move adds; periods with their moves."""

from __future__ import annotations

import re

from podium.core.timecontrol import TimeControl, TimeControls
from podium.flow.state import Settings

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
        return _of_clocks(TimeControls.of(settings.time_control))
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
        return _of_clock(TimeControl(int(one["minutes"]), int(one["seconds"] or 0)))
    return ""


def _of_clocks(times: TimeControls) -> str:
    white, black = _of_clock(times.white), _of_clock(times.black)
    return white if white == black else f"W{white}-B{black}"


def _of_clock(time: TimeControl) -> str:
    return f"{60 * time.minutes}+{time.increment}" if time.increment else str(60 * time.minutes)
