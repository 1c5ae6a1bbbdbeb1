"""An event of stages on the pages."""

from __future__ import annotations

from podium.app.words.language import N_, _
from podium.flow.state import Tournament
from podium.web.formats.protocol import FormatPages, NextStep, Traits, Words


class StagesPages(FormatPages):
    name = "stages"
    words = Words(
        N_("Stages"),
        N_("Several stages"),
        N_("as many as its stages have"),
        details=N_("Reached"),
    )
    traits = Traits(pairs_ahead=False)

    def pair_step(self, state: Tournament, number: int, url: str) -> NextStep:
        title = _("Pair round %(round)s", round=number)
        return NextStep(title, "", f"{url}/rounds", title, posts=True)


STAGES_PAGES = StagesPages()
