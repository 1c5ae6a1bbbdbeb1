"""How points add up, in one line."""

from __future__ import annotations

from podium.app.rounds.result_words import outcome
from podium.app.standings.tally import Tally, in_order, total
from podium.app.words.language import N_, _, ngettext
from podium.app.words.numbers import figure
from podium.core.points import Points
from podium.core.result import ByeType, Source, Worth

_SEVERAL: dict[ByeType, str] = {
    ByeType.BYE: N_("%(num)s byes"),
    ByeType.UNPAIRED: N_("%(num)s unpaired"),
    ByeType.HALF: N_("%(num)s half-point byes"),
    ByeType.ZERO: N_("%(num)s zero-point byes"),
    ByeType.ABSENT: N_("%(num)s times absent"),
    ByeType.FREE: N_("%(num)s free games"),
    ByeType.UNSPECIFIED: N_("%(num)s unspecified byes"),
}

NOTHING = Points(0)


def details(tally: Tally, left_out: int = 0, added: Points = NOTHING) -> str:
    """How the points add up, as `2W (2.0) + bye (0.5) = 2.5`; `0.0` for no points.

    `left_out` games that were played and do not count are named after it; `added` is what came by no result.
    """
    parts = [f"{_counted(source, part.count)} ({figure(part.points)})" for source, part in in_order(tally)]
    sum = " + ".join(parts) or figure(NOTHING)
    if added:
        sum = _("%(points)s %(added)s by decision", points=sum, added=_signed(added))
    if parts or added:
        sum = f"{sum} = {figure(total(tally) + added)}"
    return f"{sum}; {_not_counted(left_out)}" if left_out else sum


def _signed(points: Points) -> str:
    """Points as they stand in a sum: `+ 0.5` or `- 1.0`."""
    return f"+ {figure(points)}" if points > NOTHING else f"- {figure(NOTHING - points)}"


def left_early(games: int, *, withdrew: bool) -> str:
    """What stands for the details of somebody who left a round robin before half of the games, or forfeited them."""
    why = _("withdrew before half of the games") if withdrew else _("forfeited more than half of the games")
    return f"{why}; {_not_counted(games)}" if games else why


def _not_counted(games: int) -> str:
    return ngettext("%(num)s game not counted", "%(num)s games not counted", games)


def _counted(source: Source, count: int) -> str:
    match source:
        case Worth.WIN:
            return _("%(num)sW", num=count)
        case Worth.DRAW:
            return _("%(num)sD", num=count)
        case Worth.LOSS:
            return _("%(num)sL", num=count)
        case Worth.FORFEIT_WIN:
            return ngettext("%(num)s forfeit win", "%(num)s forfeit wins", count)
        case Worth.FORFEIT_LOSS:
            return ngettext("%(num)s forfeit loss", "%(num)s forfeit losses", count)
        case ByeType():
            return outcome(source) if count == 1 else _(_SEVERAL[source], num=count)
        case _:
            raise AssertionError(f"{source} is counted as a bye")
