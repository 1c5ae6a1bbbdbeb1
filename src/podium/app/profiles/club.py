"""An evening at the club: an event that nobody rates."""

from __future__ import annotations

from podium.app.profiles.protocol import Profile
from podium.app.words.language import N_
from podium.flow.event import options as known
from podium.flow.event.keizer_options import KEIZER_AGAIN, KEIZER_PRESET
from podium.flow.event.setting_values import ProfileName
from podium.flow.event.stage_options import STAGES
from podium.flow.formats.keizer import KEIZER_FORMAT
from podium.flow.formats.manual import MANUAL
from podium.flow.formats.registry import FORMAT, STAGES_FORMAT
from podium.flow.formats.round_robin import ROUND_ROBIN
from podium.flow.formats.swiss import SWISS

CLUB = Profile(
    ProfileName.CLUB,
    N_("Chess or any game of two, over the board, for fun or for the club’s cup."),
    formats=(SWISS, ROUND_ROBIN, KEIZER_FORMAT, MANUAL, STAGES_FORMAT),
    asked=(FORMAT, known.ROUNDS, STAGES, known.START),
    options=(known.CYCLES, known.SCORING, known.TIEBREAKS, KEIZER_PRESET, KEIZER_AGAIN),
)
