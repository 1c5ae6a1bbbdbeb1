"""A Swiss, as it is read: reasons and comparisons by the Dutch system."""

from __future__ import annotations

from podium.app.event.rules_words import swiss_rules
from podium.app.event.schedule import too_many_rounds
from podium.app.formats.protocol import FormatViews, RatedSystem, Traits
from podium.app.rounds.hand_pairing import Contrast, Warning, dutch_contrast
from podium.app.rounds.why import Why, dutch_reason, plain_reason, reason_of_bye
from podium.files.trf_systems import dutch_code
from podium.flow.event.setting_values import Acceleration
from podium.flow.formats.swiss import SWISS as FORMAT
from podium.flow.state import Pairing, Round, Tournament

WORDS = "Individual: Swiss-System (FIDE Dutch)"


class SwissViews(FormatViews):
    name = FORMAT.name
    traits = Traits(report_kind=(WORDS, dutch_code(baku=False)), rules=swiss_rules, rated_as=RatedSystem.SWISS)

    def report_kind(self, state: Tournament) -> tuple[str, str] | None:
        """By FIDE's codes: the Baku acceleration is named in them."""
        return (WORDS, dutch_code(baku=state.settings.acceleration is Acceleration.BAKU))

    def why(self, state: Tournament, here: Round, pairing: Pairing) -> Why:
        bye = reason_of_bye(state, pairing)
        return plain_reason(state, here, pairing, bye) if bye is not None else dutch_reason(state, here, pairing)

    def plan_warnings(self, state: Tournament) -> tuple[Warning, ...]:
        return too_many_rounds(state)

    def contrast(self, state: Tournament, here: Round) -> Contrast | None:
        return dutch_contrast(state, here)


SWISS = SwissViews()
