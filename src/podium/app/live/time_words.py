"""Time controls in words: `90 minutes for 40 moves, then 30 minutes, 30 seconds a move`."""

from __future__ import annotations

from podium.app.words.language import N_, _, ngettext
from podium.core.timecontrol import Added, TimeControl, TimeControls

_ADDED = {
    Added.INCREMENT: N_("%(time)s, %(seconds)s a move"),
    Added.DELAY: N_("%(time)s, a delay of %(seconds)s before each move"),
    Added.BRONSTEIN: N_("%(time)s, up to %(seconds)s of each move given back"),
}


def time_words(times: TimeControls) -> str:
    """The time of both sides, each named where they differ."""
    if times.white == times.black:
        return side_words(times.white)
    return _("White %(white)s, Black %(black)s", white=side_words(times.white), black=side_words(times.black))


def side_words(control: TimeControl) -> str:
    """The time of a side; what each move brings is said once where all periods bring the same."""
    periods = list(control.periods)
    if len({(each.added, each.increment) for each in periods}) == 1:
        return _with_moves(_joined([_base(each) for each in periods]), control)
    return _joined([_with_moves(_base(each), each) for each in periods])


def _joined(parts: list[str]) -> str:
    said, *rest = parts
    for each in rest:
        said = _("%(first)s, then %(second)s", first=said, second=each)
    return said


def _with_moves(time: str, period: TimeControl) -> str:
    return _(_ADDED[period.added], time=time, seconds=_seconds(period.increment)) if period.increment else time


def _base(period: TimeControl) -> str:
    said = ngettext("%(num)s minute", "%(num)s minutes", period.minutes) if period.minutes else ""
    if period.seconds or not said:
        said = " ".join(filter(None, (said, _seconds(period.seconds))))
    return (
        ngettext("%(time)s for %(num)s move", "%(time)s for %(num)s moves", period.moves, time=said)
        if period.moves
        else said
    )


def _seconds(number: int) -> str:
    return ngettext("%(num)s second", "%(num)s seconds", number)
