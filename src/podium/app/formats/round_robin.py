"""A round robin, as it is read: tie-breaks by the rules of all-play-all, reasons from the Berger table."""

from __future__ import annotations

from podium.app.event.rules_words import round_robin_rules
from podium.app.event.schedule import rounds_not_of_table
from podium.app.formats.protocol import FormatViews, RatedSystem, Traits
from podium.app.players.participation import ROUND_ROBIN_ACTS
from podium.app.rounds.hand_pairing import Contrast, Warning, berger_contrast
from podium.app.rounds.why import Part, Why, plain_reason, reason_of_bye
from podium.app.words.language import _
from podium.flow.formats.round_robin import ROUND_ROBIN as FORMAT
from podium.flow.formats.round_robin import is_written_by_hand
from podium.flow.players.seats import is_free_day
from podium.flow.rounds.pairing import BY_HAND
from podium.flow.state import Pairing, Round, Tournament


class RoundRobinViews(FormatViews):
    name = FORMAT.name
    traits = Traits(
        all_play_all=True,
        report_kind=("Individual: Round-Robin", "FIDE_ROUNDROBIN"),
        participation=ROUND_ROBIN_ACTS,
        rules=round_robin_rules,
        rated_as=RatedSystem.ROUND_ROBIN,
    )

    def report_kind(self, state: Tournament) -> tuple[str, str] | None:
        """By FIDE's codes: two cycles have one of their own, and another where no rounds are exchanged."""
        if is_written_by_hand(state):
            return ("Individual: Round-Robin, paired by hand", "CUSTOM_ROUNDROBIN")
        if state.settings.cycles == 1:
            return self.traits.report_kind
        code = "FIDE_DOUBLEROUNDROBIN" if state.settings.swap_last_two else "BERGER_DOUBLEROUNDROBIN"
        return ("Individual: Double-Round-Robin", code)

    def why(self, state: Tournament, here: Round, pairing: Pairing) -> Why:
        by_table = pairing.is_bye and is_free_day(state, pairing)
        if here.engine == BY_HAND or (not by_table and reason_of_bye(state, pairing)):
            return super().why(state, here, pairing)
        berger = _("Round %(round)s of the Berger table has it so (C.05, Annex 1).", round=here.number)
        table = Part(_("Berger table"), (berger,))
        return plain_reason(state, here, pairing, table)

    def plan_warnings(self, state: Tournament) -> tuple[Warning, ...]:
        return rounds_not_of_table(state)

    def contrast(self, state: Tournament, here: Round) -> Contrast | None:
        return berger_contrast(state, here)


ROUND_ROBIN = RoundRobinViews()
