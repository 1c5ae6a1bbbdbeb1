"""A round robin on the pages."""

from __future__ import annotations

from podium.app.event.progress import planned_rounds
from podium.app.words.language import N_, _
from podium.flow.formats.round_robin import MOST_AT_ONCE, games_of_tables
from podium.flow.state import Tournament
from podium.web.formats.manual import written_step
from podium.web.formats.protocol import FormatPages, NextStep, Traits, Words


class RoundRobinPages(FormatPages):
    name = "round-robin"
    words = Words(
        N_("Round robin"),
        N_("as many as the players need"),
        as_stage=N_("the round robin"),
    )
    traits = Traits(builds_on_results=False, takes_over=True)

    def pair_step(self, state: Tournament, number: int, url: str) -> NextStep:
        if _is_written(state):
            return written_step(number, url)
        note = _("By the Berger tables; you can look at it before others do.")
        title = _("Pair round %(round)s", round=number)
        return NextStep(title, note, f"{url}/rounds", title, posts=True)

    def other_pair_step(self, state: Tournament, url: str) -> NextStep | None:
        """All rounds that are left, at once."""
        planned, paired = planned_rounds(state), len(state.rounds)
        if planned is None or planned - paired < 2 or _is_written(state):
            return None
        if games_of_tables(state, planned) > MOST_AT_ONCE:
            return None
        label = (
            _("Pair the other %(count)s rounds", count=planned - paired)
            if paired
            else _("Pair all %(count)s rounds", count=planned)
        )
        return NextStep("", "", f"{url}/rounds/all", label, posts=True)


def _is_written(state: Tournament) -> bool:
    """Whether it was begun by hand: there are no tables then to pair it by."""
    return bool(state.rounds) and not state.seats


ROUND_ROBIN_PAGES = RoundRobinPages()
