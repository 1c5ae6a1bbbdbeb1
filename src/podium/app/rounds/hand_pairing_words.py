"""What speaks against a pairing made by hand, in words."""

from __future__ import annotations

from collections.abc import Sequence

from podium.app.words.language import N_, _
from podium.app.words.phrases import enumeration
from podium.swiss import Concern

WARNINGS = {
    Concern.REMATCH: N_("%(who)s met in round %(round)s."),
    Concern.FORBIDDEN: N_("%(who)s may not be paired with each other."),
    Concern.THIRD_COLOUR: N_("%(who)s gets the same colour a third time in a row."),
    Concern.COLOUR_DIFFERENCE: N_("%(who)s gets a colour difference of three."),
    Concern.BOTH_COLOURS: N_("%(who)s are each due the colour that the other has."),
    Concern.SECOND_BYE: N_("%(who)s has had the bye before."),
    Concern.BYE_AFTER_UNPLAYED_WIN: N_("%(who)s has had a win's points without playing, and gets the bye."),
    Concern.BYE_ABOVE_LOWEST: N_("%(who)s gets the bye, though somebody with fewer points can have it."),
    Concern.TWICE: N_("%(who)s is paired twice."),
    Concern.ABSENT: N_("%(who)s does not take part in this round."),
    Concern.LEFT_OUT: N_("%(who)s has neither a game nor a bye."),
    Concern.MEETS_AGAIN: N_("%(who)s meet again in round %(round)s."),
    Concern.UNMET: N_("%(who)s cannot meet everybody any more in the rounds that are left."),
}


def concern_sentence(concern: Concern, names: Sequence[str], round: int | None) -> str:
    """What speaks against a pairing of these players; `round` is that of their other meeting."""
    return _(WARNINGS[concern], who=enumeration(list(names)), round=round)
