"""How results, outcomes and points are called: on buttons, in words, and as marks in a table."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.words.language import N_, _
from podium.app.words.numbers import decimal
from podium.core.points import Points
from podium.core.result import AS_OFFERED, ByeType, Result, Source, Worth

NOT_PAIRED = N_("not paired")
PENDING = N_("pending")
FREE_DAY = N_("free day")
NO_RESULT = N_("no result yet")
COLOURS = (N_("white"), N_("black"))

RESULTS: dict[Result, str] = {
    Result.WHITE_WINS: N_("White wins"),
    Result.DRAW: N_("Draw"),
    Result.BLACK_WINS: N_("Black wins"),
    Result.WHITE_WINS_BY_FORFEIT: N_("White wins by forfeit"),
    Result.BLACK_WINS_BY_FORFEIT: N_("Black wins by forfeit"),
    Result.BOTH_FORFEIT: N_("Both lose by forfeit"),
    Result.WHITE_DRAWS: N_("Half a point for White only"),
    Result.BLACK_DRAWS: N_("Half a point for Black only"),
    Result.BOTH_LOSE: N_("Played, no points for either"),
    Result.WHITE_WINS_UNRATED: N_("White wins, not rated"),
    Result.DRAW_UNRATED: N_("Draw, not rated"),
    Result.BLACK_WINS_UNRATED: N_("Black wins, not rated"),
    Result.WHITE_DRAWS_UNRATED: N_("Half a point for White only, not rated"),
    Result.BLACK_DRAWS_UNRATED: N_("Half a point for Black only, not rated"),
    Result.BOTH_LOSE_UNRATED: N_("Played, no points for either, not rated"),
    Result.ADJOURNED: N_("Adjourned: a draw until it is over"),
}
"""What each result means, for the buttons that enter it."""
WORTHS: dict[Worth, str] = {
    Worth.WIN: N_("Win"),
    Worth.DRAW: N_("Draw"),
    Worth.LOSS: N_("Loss"),
    Worth.FORFEIT_WIN: N_("Forfeit win"),
    Worth.FORFEIT_LOSS: N_("Forfeit loss"),
    Worth.BYE: N_("Bye (by the pairing)"),
    Worth.UNPAIRED: N_("Unpaired (by the director)"),
    Worth.HALF_BYE: N_("Half-point bye"),
    Worth.ZERO_BYE: N_("Zero-point bye"),
}
"""The rows of a scoring table."""
_ADJOURNED = N_("adjourned")
_ONE: dict[Source, str] = {
    Worth.WIN: N_("win"),
    Worth.DRAW: N_("draw"),
    Worth.LOSS: N_("loss"),
    Worth.FORFEIT_WIN: N_("forfeit win"),
    Worth.FORFEIT_LOSS: N_("forfeit loss"),
    Worth.BYE: N_("bye"),
    Worth.UNPAIRED: N_("full-point bye"),
    Worth.HALF_BYE: N_("half-point bye"),
    Worth.ZERO_BYE: N_("absent"),
    ByeType.BYE: N_("bye"),
    ByeType.UNPAIRED: N_("unpaired"),
    ByeType.HALF: N_("half-point bye"),
    ByeType.ZERO: N_("zero-point bye"),
    ByeType.ABSENT: N_("absent"),
    ByeType.CLUB_DUTY: N_("club duty"),
    ByeType.EXCUSED: N_("excused"),
    ByeType.FREE: N_("free game"),
    ByeType.UNSPECIFIED: N_("unspecified bye"),
}
GIVEN: dict[ByeType, str] = {
    ByeType.BYE: N_("comes from the pairing"),
    ByeType.UNPAIRED: N_("is the full point the director gives"),
    ByeType.HALF: N_("was asked for, with half a point"),
    ByeType.ZERO: N_("was asked for, with no points"),
    ByeType.ABSENT: N_("did not come"),
    ByeType.CLUB_DUTY: N_("plays for the club that day (Keizer)"),
    ByeType.EXCUSED: N_("said so beforehand (Keizer)"),
}
"""Where a bye that can be given comes from, for the help of the command line."""
_RECORDED: dict[ByeType, str] = {
    ByeType.BYE: N_("Bye recorded: %(points)s points"),
    ByeType.UNPAIRED: N_("Unpaired recorded: %(points)s points"),
    ByeType.HALF: N_("Half-point bye recorded: %(points)s points"),
    ByeType.ZERO: N_("Zero-point bye recorded: %(points)s points"),
    ByeType.ABSENT: N_("Absence recorded: %(points)s points"),
    ByeType.CLUB_DUTY: N_("Club duty recorded: %(points)s points"),
    ByeType.EXCUSED: N_("Excused absence recorded: %(points)s points"),
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


def score_text(stored: str) -> str:
    """A stored result as it stands on a board: `½-½` for `1/2-1/2`."""
    return _(_ADJOURNED) if stored == Result.ADJOURNED.value else stored.replace("1/2", "½")


@dataclass(frozen=True, slots=True)
class ResultChoice:
    """A result as it is offered: what is sent, what stands on the button, what it means, and its key."""

    value: str
    text: str
    meaning: str
    key: str
    usual: bool


def result_choices() -> tuple[ResultChoice, ...]:
    """The results of a game to choose from, as a page offers them."""
    return tuple(
        ResultChoice(each.value, score_text(each.value), _(RESULTS[each]), each.key, each.usual) for each in AS_OFFERED
    )


def in_words(result: Result) -> str:
    """What a result means and how it is written: `White wins (1-0)`."""
    meaning = _(RESULTS[result])
    return f"{meaning} ({score_text(result.value)})" if result.final else meaning


def side_outcome(result: Result, *, white: bool) -> str:
    """What one side has of a game, in words: `win`, `loss, not rated`, `half a point` where the other has none."""
    if not result.final:
        return _(_ADJOURNED)
    own, other = (result.white, result.black) if white else (result.black, result.white)
    words = _("half a point") if own is Worth.DRAW and other is Worth.LOSS else outcome(own)
    return _("%(outcome)s, not rated", outcome=words) if result.played and not result.rated else words


def side_mark(result: Result, *, white: bool) -> str:
    """What one side has of a game as one sign: that of the outcome, ? while it is adjourned."""
    return mark(result.white if white else result.black) if result.final else "?"


def mark(source: Source) -> str:
    """The outcome of a game as one sign: 1, ½, 0, and + or - for a forfeit."""
    return _MARKS[source]


def in_brackets(sign: str, *, played: bool) -> str:
    """The sign of a game that does not count; one that was not played is `(-)` for both (C.05, 6.6)."""
    return f"({sign if played else '-'})"


def bye_message(kind: ByeType, points: Points) -> str:
    """What a director reads once a bye is recorded: `Bye recorded: 0.5 points`."""
    return _(_RECORDED[kind], points=decimal(points))
