"""What entering late, leaving, coming back and asking for a bye mean, to be read before it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from podium.app.words.language import N_, _
from podium.app.words.numbers import figure
from podium.core.result import ByeType
from podium.flow.event.options import ANNUL_EARLY
from podium.flow.formats.registry import format_of
from podium.flow.state import Tournament


class Act(Enum):
    """What changes how a player takes part, once there are rounds."""

    LATE_ENTRY = "late-entry"
    WITHDRAWAL = "withdrawal"
    RETURN = "return"
    EXPULSION = "expulsion"
    BYE_REQUEST = "bye-request"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an act means for the points, the tie-breaks and the pairings to come, a sentence or two each."""

    act: Act
    points: str
    tiebreaks: str
    pairings: str


Sentences = tuple[str, str, str]
"""On the points, the tie-breaks and the pairings."""

_KEPT = N_("All points so far stay; each round to come counts 0.")
_MISSED = N_("The rounds missed count 0, unless the director gives a bye for them.")
_LEFT_FOR_GOOD = N_(
    "For the opponents each round to come counts as a draw (C.07, 16.3). In the player's own Buchholz it is a game "
    "against an imaginary opponent (16.4)."
)
_ONE_HALF_BYE = N_("In FIDE mode a player gets one half-point bye at most.")
_EXPELLED = N_("Marked as expelled: only an arbiter who confirms it brings the player back.")

SWISS_ACTS: Mapping[Act, Sentences] = {
    Act.LATE_ENTRY: (
        _MISSED,
        N_(
            "For the opponents the rounds missed count as scored. In the player's own Buchholz each is a game against "
            "an imaginary opponent, and the first that a cut takes away (C.07, 16.3 to 16.5)."
        ),
        N_(
            "Paired from round %(round)s on, with the pairing number that the rating earns (C.04.2). In a round that "
            "is paired already, give a game or a bye by hand."
        ),
    ),
    Act.WITHDRAWAL: (
        _KEPT,
        _LEFT_FOR_GOOD,
        N_("Not paired from round %(round)s on. A game that is paired stays: enter its result, or a forfeit."),
    ),
    Act.RETURN: (
        _MISSED,
        N_("For the opponents the rounds missed count as scored, no longer as draws (C.07, 16.3)."),
        N_("Paired again from round %(round)s on, with the same pairing number."),
    ),
    Act.EXPULSION: (
        N_(
            "All points so far stay, and so do those of the opponents; each round to come counts 0. A result that is "
            "to be another is corrected by itself. The player has no place in the standings and wins no prize."
        ),
        _LEFT_FOR_GOOD,
        N_("Not paired from round %(round)s on. A game that is paired stays: enter its result, or a forfeit."),
    ),
    Act.BYE_REQUEST: (
        N_("A half-point bye is worth %(half)s, a zero-point bye %(zero)s."),
        N_(
            "For the opponents it counts as scored if the player is there in a later round, else as a draw. In the "
            "player's own Buchholz it is a game against an imaginary opponent, and the first that a cut takes away "
            "(C.07, 16.3 to 16.5)."
        ),
        N_(
            "Not paired in that round; it can be asked for until the round is paired. A bye with points counts as a "
            "downfloat in the two rounds after it (C.04.3, 1.4)."
        ),
    ),
}

MANUAL_ACTS: Mapping[Act, Sentences] = {
    **SWISS_ACTS,
    Act.LATE_ENTRY: (*SWISS_ACTS[Act.LATE_ENTRY][:2], N_("Can be paired from round %(round)s on.")),
    Act.RETURN: (*SWISS_ACTS[Act.RETURN][:2], N_("Can be paired again from round %(round)s on.")),
    Act.BYE_REQUEST: (
        *SWISS_ACTS[Act.BYE_REQUEST][:2],
        N_("Has the bye in that round, unless you pair the player; it can be asked for until the round is paired."),
    ),
}

_TABLE_LEFT = N_("All points so far stay; the games to come are lost by forfeit.")
_ANNULLED = N_(
    "But if fewer than half of the player's games are completed, none of them counts in the standings, neither for the "
    "player nor for the opponents (C.05, 6.6)."
)
_FORFEITS = N_(
    "Forfeited games count as games against the opponent of the table; by the edition of 2026 not in tie-breaks on "
    "ratings (C.07, 15.2)."
)
_FORFEITED_TO = N_("Stays in the table: the opponents of the rounds to come win by forfeit.")

ROUND_ROBIN_ACTS: Mapping[Act, Sentences] = {
    Act.LATE_ENTRY: (
        _MISSED,
        N_("The rounds missed count as not played."),
        N_("Takes the free place of a table with an odd number of players; a full table lets nobody in."),
    ),
    Act.WITHDRAWAL: (_TABLE_LEFT, _FORFEITS, _FORFEITED_TO),
    Act.RETURN: (
        N_("Games that were forfeited in rounds that have begun stay so until they are corrected."),
        _FORFEITS,
        N_("Plays the games of the table from round %(round)s on."),
    ),
    Act.EXPULSION: (_TABLE_LEFT, _FORFEITS, _FORFEITED_TO),
    Act.BYE_REQUEST: (
        N_("A half-point bye is worth %(half)s, a zero-point bye %(zero)s. The opponent of that round has the bye."),
        N_("The game counts as not played."),
        N_("The game of that round is not played; it can be asked for until the round is paired."),
    ),
}

_RANKED_ALONE = N_("Rounds without the player add nothing to Buchholz or to the difference of sets.")

DOUBLES_ACTS: Mapping[Act, Sentences] = {
    Act.LATE_ENTRY: (N_("The rounds missed count 0."), _RANKED_ALONE, N_("Drawn from round %(round)s on.")),
    Act.WITHDRAWAL: (_KEPT, _RANKED_ALONE, N_("Not drawn from round %(round)s on.")),
    Act.RETURN: (N_("The rounds missed count 0."), _RANKED_ALONE, N_("Drawn again from round %(round)s on.")),
    Act.EXPULSION: (_KEPT, _RANKED_ALONE, N_("Not drawn from round %(round)s on.")),
}

_ALL_ANEW = N_("There are no tie-breaks: the score decides, then the rating.")
_STAYS_IN_TABLE = N_("All rounds so far stay, and count as the worths change; each round to come brings nothing.")
_NOT_PAIRED = N_("Not paired from round %(round)s on. A game that is paired stays: enter its result, or a forfeit.")

KEIZER_ACTS: Mapping[Act, Sentences] = {
    Act.LATE_ENTRY: (
        N_("The rounds missed bring nothing. From the first round on there is the own worth, as for everybody."),
        _ALL_ANEW,
        N_("Paired from round %(round)s on, behind those who are in the table, by rating."),
    ),
    Act.WITHDRAWAL: (_STAYS_IN_TABLE, _ALL_ANEW, _NOT_PAIRED),
    Act.RETURN: (
        N_("The rounds missed bring nothing."),
        _ALL_ANEW,
        N_("Paired again from round %(round)s on, from the place in the table."),
    ),
    Act.EXPULSION: (_STAYS_IN_TABLE, _ALL_ANEW, _NOT_PAIRED),
    Act.BYE_REQUEST: (
        N_("The round brings a share of the own worth, as the event has it for club duty, excused and absent."),
        _ALL_ANEW,
        N_("Not paired in that round; it can be noted until the round is paired."),
    ),
}

_IN_BRACKET = N_("Not in a bracket that is built from now on. In one that stands the place stays: report a no-show.")
_NO_POINTS = N_("A knockout counts no points: the rank is how far somebody came.")
_NO_TIEBREAKS = N_("The tie-breaks of a knockout are games of two players, and no others change.")

KNOCKOUT_ACTS: Mapping[Act, Sentences] = {
    Act.WITHDRAWAL: (_NO_POINTS, _NO_TIEBREAKS, _IN_BRACKET),
    Act.RETURN: (
        _NO_POINTS,
        _NO_TIEBREAKS,
        N_("In every bracket that is built from now on; one that stands does not change."),
    ),
    Act.EXPULSION: (_NO_POINTS, _NO_TIEBREAKS, _IN_BRACKET),
}


def meaning(state: Tournament, act: Act, sentences: Sentences) -> Meaning:
    """What an act means in the event as it stands now."""
    scoring = state.settings.scoring
    facts = {
        "round": state.rounds_paired + 1,
        "half": figure(scoring.points(ByeType.HALF.worth)),
        "zero": figure(scoring.points(ByeType.ZERO.worth)),
    }
    points, tiebreaks, pairings = (_(text, **facts) for text in sentences)
    annuls = state.settings.annul_early and ANNUL_EARLY in format_of(state).options
    if act in (Act.WITHDRAWAL, Act.EXPULSION) and annuls:
        points = f"{points} {_(_ANNULLED)}"
    if act is Act.BYE_REQUEST and state.in_fide_mode:
        points = f"{points} {_(_ONE_HALF_BYE)}"
    if act is Act.EXPULSION:
        pairings = f"{pairings} {_(_EXPELLED)}"
    return Meaning(act, points, tiebreaks, pairings)
