"""What FIDE mode says: the badge of an event, and what an act has to be warned of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from podium.app.words.concerns import concern_sentence
from podium.app.words.language import N_, _
from podium.app.words.lists import enumeration
from podium.flow.breaches import NONE
from podium.flow.fide_mode import in_fide_mode
from podium.flow.state import Tournament
from podium.swiss import Concern

CAUTIONS = {
    "full-point-bye": N_(
        "%(who)s gets a full-point bye in round %(round)s. The regulations no longer provide for it; the report file "
        "names it."
    ),
    "older-game-adjourned": N_("The game %(who)s of round %(round)s is still adjourned: it is paired as a draw."),
    "adjourned-game-not-drawn": N_(
        "The adjourned game %(who)s of round %(round)s was counted as a draw, and does not end as one: rounds paired "
        "meanwhile rest on the draw. The report file names it."
    ),
    "result-corrected": N_(
        "The result of %(who)s in round %(round)s changes, though later rounds were paired with the old one: they stay "
        "as they are. The report file names the correction."
    ),
    "bye-corrected": N_(
        "The bye of %(who)s in round %(round)s changes, though later rounds were paired with what it was: they stay as "
        "they are. The report file names the correction."
    ),
    "pairings-corrected": N_(
        "Pairings of round %(round)s change, though later rounds were paired with them: these stay as they are. The "
        "report file names the correction."
    ),
    "round-unpaired": N_("Round %(round)s has been seen or played, and its pairings are thrown away."),
    "numbers-regenerated": N_(
        "Players get other pairing numbers after round %(round)s. The rounds that were paired stay as they are; the "
        "report file names it."
    ),
    "numbers-exchanged": N_(
        "Two players exchange their pairing numbers after round %(round)s. The report file names it."
    ),
    "numbers-exchanged-before-round-1": N_(
        "Two players exchange their pairing numbers: these are then not in the order that the regulations give equals."
    ),
    "numbers-not-by-rating": N_(
        "Round 1 is paired by numbers that do not follow the ratings, as the regulations (C.04.2) have them. Renumber "
        "the players, or have them numbered by rating in the settings; otherwise the report file names it."
    ),
    "tiebreak-needs-ratings": N_(
        "%(who)s: without a rating, though the tie-breaks of the event need one. Say in the settings what stands for "
        "unrated players, or give them a rating; until then these tie-breaks decide nothing, and there is no final "
        "report."
    ),
    "unrated-declared-late": N_(
        "What stands for unrated players in tie-breaks is declared after round %(round)s, and not before round 1. The "
        "report file names it."
    ),
    "event-rewound": N_("Everything that was done since then is dropped."),
    "round-imported": N_(
        "Round %(round)s of the file is not as the rules pair it: it should be %(expected)s and is %(actual)s. Every "
        "report file of the event will name it."
    ),
    "leaving-fide-mode": N_("The event leaves FIDE mode."),
    "round-out-of-window": N_(
        "Round %(round)s cannot change any more (C.04.2, 4.3): the last round that was played and the one before it "
        "can. Correct the result for the rating report alone, or leave FIDE mode first."
    ),
}
"""What is said of an act, by its name in `flow.fide_cautions.LEVELS`; hand pairings have words of their own."""

CONSEQUENCES = {
    "leaving-fide-mode": N_(
        "This cannot be undone, not by undo, not by going back, not by bringing the event over from a file: every page "
        "and every report file of the event will say that it left FIDE mode, and in which round. A federation may "
        "refuse to rate it. Rounds, points, tie-breaks and earlier rounds can then be changed."
    ),
}
"""What the second step spells out."""


def caution_text(facts: Mapping[str, Any]) -> str:
    """Everything an act has to be warned of, in one text; at the second step, what it would mean."""
    return " ".join(caution_sentences(facts))


def caution_sentences(facts: Mapping[str, Any]) -> list[str]:
    """Everything an act has to be warned of, one sentence or more for each; at the second step, what it would mean."""
    second = facts.get("step") == 2
    return [_caution(each, second=second) for each in facts["cautions"]]


def _caution(caution: Mapping[str, Any], *, second: bool) -> str:
    code, names = caution["code"], caution["names"]
    if second and code in CONSEQUENCES:
        return _(CONSEQUENCES[code])
    if code in CAUTIONS:
        pairings = {each: _pairings(caution[each]) for each in ("expected", "actual")}
        who = enumeration(names) if code == "tiebreak-needs-ratings" else _together(names)
        return _(CAUTIONS[code], who=who, round=caution["round"], **pairings)
    return concern_sentence(Concern(code), names, caution["met_in"])


def _pairings(text: str) -> str:
    """The pairings of a round as they are written; a word where there are none."""
    return text if text not in ("", NONE) else _("none")


def _together(names: Sequence[str]) -> str:
    """The players of a game, or the one that it is about."""
    return " – ".join(names) if len(names) == 2 else enumeration(list(names))


def mode_badge(state: Tournament) -> str:
    """The badge on every page of an event: in FIDE mode, or out of it, and since when; empty for a club event."""
    if in_fide_mode(state):
        return _("FIDE mode")
    if state.fide_mode_exit is None:
        return ""
    if state.fide_mode_exit == 0:
        return _("Left FIDE mode before round 1")
    return _("Left FIDE mode in round %(round)s", round=state.fide_mode_exit)
