"""What each code that is about knockouts means, as a sentence for the person who runs the event.

The two sentences on impossible combinations are part of the contract with clients: in English they stand as they are.
"""

from collections.abc import Mapping

from podium.app.words.language import N_

KNOCKOUT_SENTENCES: Mapping[str, str] = {
    "decisive-without-tie-break": N_(
        "requiresDecisiveResult=true is incompatible with tieBreakPolicy=NONE. Either set "
        "requiresDecisiveResult=false or choose a tie-break policy (RAPID, BLITZ, ARMAGEDDON, BEST_OF_3, "
        "BEST_OF_5)."
    ),
    "no-draw-without-tie-break": N_(
        "drawRuleMode=NO_DRAW is incompatible with tieBreakPolicy=NONE. If no draws are allowed, a "
        "tie-break policy must be specified to resolve automatic draws (stalemate, 50 moves, threefold "
        "repetition). Either set drawRuleMode=ALLOW_ALL or drawRuleMode=NO_DRAW_OFFER, or choose a "
        "tie-break policy (RAPID, BLITZ, ARMAGEDDON, BEST_OF_3, BEST_OF_5)."
    ),
    "double-elimination-without-tie-break": N_(
        "In a double elimination every match needs a winner, so tieBreakPolicy cannot be %(value)s: use %(allowed:or)s."
    ),
    "third-place-decided": N_(
        "A double elimination has no match for third place: third is who loses the losers’ final."
    ),
    "setting-of-double-elimination": N_("%(field)s is a rule of double eliminations: a knockout has none."),
    "time-control-malformed": N_(
        "%(value)s is no %(field:bare)s: write minutes and seconds for each move, for example 10+5, "
        "40/90+30 : 30+30, 90d5 (delay), 90b5 (Bronstein) or 0:30+0."
    ),
    "time-control-out-of-range": N_(
        "The %(field:bare)s %(value)s is not possible: use more than 0+0 and at most %(most:bare)s."
    ),
    "draw-config-malformed": N_(
        "The %(field:bare)s must be an object such as {“minMove”: 30, “maxOffers”: 1}, not %(value)s."
    ),
    "draw-config-value": N_(
        "The draw rule %(value)s cannot be kept: a rule is what JSON can say, with whole numbers of at most 64 bits, "
        "and at most %(most)s values inside one another."
    ),
    "draw-config-size": N_("These draw rules have %(value)s characters: at most %(most)s can be kept."),
    "draw-reason-missing": N_(
        "Players cannot agree a draw here (%(mode:bare)s): report a draw with the reason that made it one, "
        "%(allowed:or)s."
    ),
    "draw-agreement-refused": N_(
        "Players cannot agree a draw here (%(mode:bare)s), so %(value)s is refused: a draw comes about by "
        "%(allowed:or)s."
    ),
    "bracket-built": N_("The %(field:bare)s cannot become %(value)s: the first round stands already."),
    "bracket-size": N_("A bracket of %(value)s is not possible: %(least)s to %(most)s can take part."),
    "outcome-unknown": N_("Invalid result %(value)s: use %(allowed:or)s."),
    "reason-unknown": N_("Invalid resultReason %(value)s: use %(allowed:or)s."),
    "reason-misfit": N_("A result %(result)s cannot be reported with the reason %(value)s."),
    "match-open": N_("This match waits for its players: enter the results before it first."),
    "match-cancelled": N_("This game is cancelled: it is not needed any more, or nobody is left to play it."),
    "tie-break-running": N_(
        "Board %(value)s of round %(round)s was drawn, and its tie-break decides. Report game "
        "%(games:some)s with `podium match TOURNAMENT %(round)s %(value)s RESULT --game INDEX`, or by its id; "
        "with --confirm this verb corrects the draw itself."
    ),
    "result-has-consequences": N_(
        "Another result would undo what followed from the one there is: confirm it to do so."
    ),
    "rounds-of-knockout": N_(
        "The rounds of a knockout follow from its players, so their number cannot be set to %(value)s: leave it out."
    ),
    "not-in-knockout": N_(
        "A knockout ranks by the round reached and has no %(field:bare)s, so %(value)s cannot be set: leave them empty."
    ),
    "tiebreak-not-in-knockout": N_(
        "%(value)s is no tie-break of a knockout: it ranks by the round reached, and draws are decided by "
        "tie-break games."
    ),
    "knockout-without-tiebreaks": N_(
        "A knockout has no tie-breaks on points: it ranks by the round reached, and draws "
        "are decided by tie-break games, which the player's card shows."
    ),
    "match-is-bye": N_("This is a bye: its player goes on to the next round, and there is nothing to record."),
    "no-joint-champions": N_("There is no further round to order: that is for joint champions only."),
}
