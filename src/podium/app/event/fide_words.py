"""What FIDE mode says: the badge of an event, what an act has to be warned of, and the comments of report files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from unicodedata import category, normalize

from podium.app.rounds.hand_pairing_words import concern_sentence
from podium.app.words.language import N_, _
from podium.app.words.phrases import enumeration
from podium.core.ids import PlayerId
from podium.core.result import ByeType
from podium.flow.fide.breaches import BYE_SIGNS, NO_RESULT, NONE, Breach, BreachKind, Seats
from podium.flow.state import Tournament
from podium.swiss import Concern
from podium.tiebreaks import UnratedMethod

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
"""What is said of an act, by its name in `flow.fide.cautions.LEVELS`; hand pairings have words of their own."""

_LEAVING = N_(
    "This cannot be undone, not by undo, not by going back, not by bringing the event over from a file: every page and "
    "every report file of the event will say that it left FIDE mode, and in which round. A federation may refuse to "
    "rate it. Rounds, points, tie-breaks and earlier rounds can then be changed."
)
"""What the second step spells out of leaving FIDE mode."""


def caution_sentences(facts: Mapping[str, Any]) -> list[str]:
    """Everything an act has to be warned of, one sentence or more for each; at the second step, what it would mean."""
    second = facts.get("step") == 2
    return [_caution(each, second=second) for each in facts["cautions"]]


def _caution(caution: Mapping[str, Any], *, second: bool) -> str:
    code, names = caution["code"], caution["names"]
    if second and code == "leaving-fide-mode":
        return _(_LEAVING)
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
    if state.in_fide_mode:
        return _("FIDE mode")
    if state.fide_mode_exit is None:
        return ""
    if state.fide_mode_exit == 0:
        return _("Left FIDE mode before round 1")
    return _("Left FIDE mode in round %(round)s", round=state.fide_mode_exit)


EXIT = "### FIDE mode exited @ Round "
_EXIT = re.compile(r"\bFIDE[\W_]*mode[\W_]*exited\b(?:[\W_]*Round[\W_]*(?P<round>[0-9]{1,3})\b)?", re.IGNORECASE)


def exit_in_comment(text: str) -> int | None:
    """How many rounds were paired when an event left FIDE mode, if a comment says that it did, however it is spaced;
    letters of another width are read as usual ones, and invisible characters are passed over.

    >>> exit_in_comment(f"{EXIT}3"), exit_in_comment("### MPA @ Round 3: 1-2 => 2-1")
    (3, None)
    >>> exit_in_comment("###fide mode exited @ round 2 (hall closed)"), exit_in_comment("###\\tFIDE  mode\\texited")
    (2, 0)
    """
    visible = (each for each in normalize("NFKC", text) if category(each) not in ("Cf", "Mn"))
    found = _EXIT.search("".join(visible))
    return int(found["round"] or 0) if found is not None else None


def breach_comment(breach: Breach, numbers: Mapping[PlayerId, int]) -> str:
    """An act as a comment of a report file in which players have these `numbers`.

    >>> from podium.core.result import Result
    >>> ann, ben, cid = (PlayerId(each) for each in "abc")
    >>> numbers = {ann: 12, ben: 3, cid: 9}
    >>> breach_comment(Breach(BreachKind.BY_HAND, 5, pairings=(((ann, ben), (cid,)), ((ann, cid), (ben,)))), numbers)
    '### MPA @ Round 5: 12-3 9=PAB => 12-9 3=PAB'
    >>> breach_comment(Breach(BreachKind.ADJOURNMENT, 1, "", (ben, cid), (None, Result.WHITE_WINS)), numbers)
    '### Adjournment @ Round 1: 3-9 1-0'
    """
    return f"### {breach.kind.value} @ Round {breach.round}: {breach.text or _change(breach, numbers)}"


def _change(breach: Breach, numbers: Mapping[PlayerId, int]) -> str:
    """What stood and what stands, in the signs of comments."""
    who = "-".join(_numbers(breach.players, numbers))
    results = [each.value if each is not None else NO_RESULT for each in breach.results]
    byes = [f"{who}={BYE_SIGNS[each]}" if each is not None else NONE for each in breach.byes]
    match breach.kind:
        case BreachKind.FULL_POINT_BYE:
            return byes[1]
        case BreachKind.ADJOURNMENT:
            return f"{who} {results[1]}"
        case BreachKind.NUMBERING:
            both = ["by rating", "not by rating"]
        case BreachKind.CONFIGURATION:
            stand = (each.value if isinstance(each, UnratedMethod) else each for each in breach.unrated)
            both = [f"unrated {each or NONE}" for each in stand]
        case BreachKind.REGENERATION | BreachKind.EXCHANGE:
            both = [" ".join(map(str, each)) for each in breach.numbers]
        case _ if len(breach.players) == 1:
            both = byes
        case _ if breach.players:
            both = [f"{who}: {results[0]}", results[1]]
        case _:
            both = [pairing_signs(_numbers(each, numbers) for each in pairings) for pairings in breach.pairings]
            if breach.kind is BreachKind.BY_HAND and not breach.pairings[1]:
                both[1] = ""  # as report files always had it
    return " => ".join(both)


def pairing_signs(pairings: Iterable[Sequence[object]]) -> str:
    """Pairings by the numbers of their players as comments write them; one alone has the bye of the pairing.

    >>> pairing_signs([(12, 3), (7,)]), pairing_signs([])
    ('12-3 7=PAB', 'none')
    """
    signs = ("-".join(map(str, each)) if len(each) > 1 else f"{each[0]}={BYE_SIGNS[ByeType.BYE]}" for each in pairings)
    return " ".join(signs) or NONE


def _numbers(players: Seats, numbers: Mapping[PlayerId, int]) -> list[str]:
    return [str(numbers.get(id, NO_RESULT)) for id in players]
