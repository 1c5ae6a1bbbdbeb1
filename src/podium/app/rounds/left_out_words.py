"""What is said of players who have nothing in a round."""

from __future__ import annotations

from podium.app.rounds.result_words import outcome
from podium.app.words.language import ngettext
from podium.app.words.lists import alternatives, enumeration
from podium.app.words.phrases import first_few
from podium.flow.players.unpaired import byes_on_offer, left_out
from podium.flow.state import Tournament


def left_out_sentence(state: Tournament, round: int) -> str | None:
    """Who takes part and has neither game nor bye in a paired round, and what each can be given; None for nobody."""
    names = [player.name for player in left_out(state, round)]
    if not names:
        return None
    kinds = alternatives([outcome(kind) for kind in byes_on_offer(state, state.rounds[round - 1])])
    who = enumeration(first_few(names))
    if not kinds:
        return ngettext(
            "%(names)s has neither game nor bye in round %(round)s.",
            "%(names)s have neither game nor bye in round %(round)s.",
            len(names),
            names=who,
            round=round,
        )
    return ngettext(
        "%(names)s has neither game nor bye in round %(round)s: record one of %(kinds)s.",
        "%(names)s have neither game nor bye in round %(round)s: record for each one of %(kinds)s.",
        len(names),
        names=who,
        round=round,
        kinds=kinds,
    )
