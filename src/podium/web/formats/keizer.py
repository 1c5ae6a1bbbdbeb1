"""A Keizer on the pages."""

from __future__ import annotations

from podium.app.desk import Seen
from podium.app.event.progress import Step
from podium.app.players.card import Card, explained_score
from podium.app.queries import progress
from podium.app.words.language import N_, _
from podium.flow.state import Tournament
from podium.web.formats.protocol import FormatPages, NextStep, Part, Traits, Words


class KeizerPages(FormatPages):
    name = "keizer"
    words = Words(
        N_("Keizer"),
        N_("as many as the season has"),
        points=N_("Score"),
        details=N_("How it adds up"),
    )
    traits = Traits(pairs_ahead=False)  # the next round asks for all results of this one

    def pair_step(self, state: Tournament, number: int, url: str) -> NextStep:
        note = _("Who is checked in is paired; everybody else counts as absent, unless they said why.")
        title = _("Pair round %(round)s", round=number)
        return NextStep(title, note, f"{url}/rounds", title, posts=True)

    def other_pair_step(self, state: Tournament, url: str) -> NextStep | None:
        if progress(state).step is not Step.PAIR:
            return None
        return NextStep("", "", f"{url}/rounds/pair", _("Write round %(round)s by hand", round=len(state.rounds) + 1))

    def card_part(self, seen: Seen, card: Card, after: int | None, url: str) -> Part:
        return Part("player_keizer.html", tuple(explained_score(card)))


KEIZER_PAGES = KeizerPages()
