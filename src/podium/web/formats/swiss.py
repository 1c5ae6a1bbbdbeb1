"""A Swiss on the pages."""

from __future__ import annotations

from podium.app.event.progress import Step
from podium.app.queries import progress
from podium.app.words.language import N_, _
from podium.flow.state import Tournament
from podium.web.formats.protocol import FormatPages, NextStep, Traits, Words


class SwissPages(FormatPages):
    name = "swiss"
    words = Words(
        N_("Swiss"),
        N_("as many as you like"),
        label=N_("Swiss (FIDE Dutch)"),
        as_stage=N_("the Swiss"),
    )
    traits = Traits(pairs_ahead=False, takes_over=True)  # the next round asks for all results of this one

    def pair_step(self, state: Tournament, number: int, url: str) -> NextStep:
        note = _("You can look at it, and ask why, before others do.")
        title = _("Pair round %(round)s", round=number)
        return NextStep(title, note, f"{url}/rounds", title, posts=True)

    def other_pair_step(self, state: Tournament, url: str) -> NextStep | None:
        if progress(state).step is not Step.PAIR:
            return None
        return NextStep("", "", f"{url}/rounds/pair", _("Write round %(round)s by hand", round=len(state.rounds) + 1))


SWISS_PAGES = SwissPages()
