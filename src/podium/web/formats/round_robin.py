"""A round robin on the pages."""

from __future__ import annotations

from podium.app.views.progress import planned_rounds
from podium.flow.formats.round_robin import MOST_AT_ONCE, games_of_tables
from podium.flow.state import Tournament
from podium.web.formats.manual import written_step
from podium.web.formats.protocol import FormatPages, NextStep, Traits, Words


class RoundRobinPages(FormatPages):
    name = "round-robin"
    words = Words("Round robin", "as many as the players need")
    traits = Traits(builds_on_results=False)

    def pair_step(self, state: Tournament, number: int, url: str) -> NextStep:
        if _is_written(state):
            return written_step(number, url)
        note = "By the Berger tables; you can look at it before others do."
        return NextStep(f"Pair round {number}", note, f"{url}/rounds", f"Pair round {number}", posts=True)

    def other_pair_step(self, state: Tournament, url: str) -> NextStep | None:
        """All rounds that are left, at once."""
        planned, paired = planned_rounds(state), len(state.rounds)
        if planned is None or planned - paired < 2 or _is_written(state):
            return None
        if games_of_tables(state, planned) > MOST_AT_ONCE:
            return None
        label = f"Pair the other {planned - paired} rounds" if paired else f"Pair all {planned} rounds"
        return NextStep("", "", f"{url}/rounds/all", label, posts=True)


def _is_written(state: Tournament) -> bool:
    """Whether it was begun by hand: there are no tables then to pair it by."""
    return bool(state.rounds) and not state.seats


ROUND_ROBIN_PAGES = RoundRobinPages()
