"""How outcomes and points are called: in words, in details, and as marks in a table."""

from __future__ import annotations

from podium.app.views.tally import Source, Tally, in_order, total
from podium.app.words.language import N_, _, ngettext
from podium.core.points import UNIT, Points
from podium.core.result import ByeType, Worth

NOT_PAIRED = N_("not paired")
PENDING = N_("pending")
NO_RESULT = N_("no result yet")
COLOURS = (N_("white"), N_("black"))

_ONE: dict[Source, str] = {
    Worth.WIN: N_("win"),
    Worth.DRAW: N_("draw"),
    Worth.LOSS: N_("loss"),
    Worth.FORFEIT_WIN: N_("forfeit win"),
    Worth.FORFEIT_LOSS: N_("forfeit loss"),
    ByeType.BYE: N_("bye"),
    ByeType.UNPAIRED: N_("unpaired"),
    ByeType.HALF: N_("half-point bye"),
    ByeType.ZERO: N_("zero-point bye"),
    ByeType.ABSENT: N_("absent"),
    ByeType.FREE: N_("free game"),
    ByeType.UNSPECIFIED: N_("unspecified bye"),
}
_SEVERAL: dict[ByeType, str] = {
    ByeType.BYE: N_("%(num)s byes"),
    ByeType.UNPAIRED: N_("%(num)s unpaired"),
    ByeType.HALF: N_("%(num)s half-point byes"),
    ByeType.ZERO: N_("%(num)s zero-point byes"),
    ByeType.ABSENT: N_("%(num)s times absent"),
    ByeType.FREE: N_("%(num)s free games"),
    ByeType.UNSPECIFIED: N_("%(num)s unspecified byes"),
}
_RECORDED: dict[ByeType, str] = {
    ByeType.BYE: N_("Bye recorded: %(points)s points"),
    ByeType.UNPAIRED: N_("Unpaired recorded: %(points)s points"),
    ByeType.HALF: N_("Half-point bye recorded: %(points)s points"),
    ByeType.ZERO: N_("Zero-point bye recorded: %(points)s points"),
    ByeType.ABSENT: N_("Absence recorded: %(points)s points"),
    ByeType.FREE: N_("Free game recorded: %(points)s points"),
    ByeType.UNSPECIFIED: N_("Unspecified bye recorded: %(points)s points"),
}
_MARKS: dict[Source, str] = {
    Worth.WIN: "1",
    Worth.DRAW: "½",
    Worth.LOSS: "0",
    Worth.FORFEIT_WIN: "+",
    Worth.FORFEIT_LOSS: "-",
}


def outcome(source: Source) -> str:
    """An outcome in words: `win`, `forfeit loss`, `half-point bye`."""
    return _(_ONE[source])


def mark(source: Source) -> str:
    """The outcome of a game as one sign: 1, ½, 0, and + or - for a forfeit."""
    return _MARKS[source]


def in_brackets(source: Source | None) -> str:
    """The outcome of a game that does not count as one sign; one that was not played is `(-)` for both (C.05, 6.6)."""
    return f"({_MARKS[source] if source in (Worth.WIN, Worth.DRAW, Worth.LOSS) else '-'})"


def short(points: Points) -> str:
    """Points as they stand in a crosstable: `0`, `½`, `1½`, `2`, and decimals for anything finer."""
    whole, rest = divmod(points.units, UNIT)
    if points.units < 0 or rest not in (0, UNIT // 2):
        return str(points)
    return f"{whole or ''}½" if rest else str(whole)


def details(tally: Tally, left_out: int = 0) -> str:
    """How the points add up, as `2W (2.0) + bye (0.5) = 2.5`; `0.0` for no points.

    `left_out` games that were played and do not count are named after it.
    """
    parts = [f"{_counted(source, part.count)} ({part.points})" for source, part in in_order(tally)]
    sum = f"{' + '.join(parts)} = {total(tally)}" if parts else str(Points(0))
    return f"{sum}; {_not_counted(left_out)}" if left_out else sum


def left_early(games: int) -> str:
    """What stands for the details of somebody who left a round robin before half of the games."""
    why = _("withdrew before half of the games")
    return f"{why}; {_not_counted(games)}" if games else why


def without_count(outcome: str) -> str:
    """An outcome in words, of a game that does not count."""
    return _("%(outcome)s, not counted", outcome=outcome)


def _not_counted(games: int) -> str:
    return ngettext("%(num)s game not counted", "%(num)s games not counted", games)


def bye_message(kind: ByeType, points: Points) -> str:
    """What a director reads once a bye is recorded: `Bye recorded: 0.5 points`."""
    return _(_RECORDED[kind], points=points)


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
