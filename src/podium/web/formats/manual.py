"""A tournament that is paired by hand, on the pages."""

from __future__ import annotations

from podium.app.words.language import N_, _
from podium.flow.state import Tournament
from podium.web.formats.protocol import FormatPages, NextStep, Traits, Words


def written_step(number: int, url: str) -> NextStep:
    """The way to the sheet where the director writes round `number`."""
    title = _("Pair round %(round)s", round=number)
    return NextStep(title, _("You write who meets whom."), f"{url}/rounds/pair", title)


class ManualPages(FormatPages):
    name = "manual"
    words = Words(
        N_("Manual"),
        N_("as many as you like"),
        label=N_("Paired by hand"),
    )
    traits = Traits(goes_on_as_another=True)

    def pair_step(self, state: Tournament, number: int, url: str) -> NextStep:
        return written_step(number, url)


MANUAL_PAGES = ManualPages()
