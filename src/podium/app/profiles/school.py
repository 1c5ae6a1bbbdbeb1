"""Children at school: no ratings, and nobody has to know a rule book."""

from __future__ import annotations

from podium.app.profiles.protocol import Profile
from podium.app.words.language import N_
from podium.flow.event import options as known
from podium.flow.event.keizer_options import KEIZER_PRESET
from podium.flow.event.setting_values import ProfileName
from podium.flow.event.stage_options import STAGES
from podium.flow.formats.keizer import KEIZER_FORMAT
from podium.flow.formats.registry import FORMAT, STAGES_FORMAT
from podium.flow.formats.round_robin import ROUND_ROBIN
from podium.flow.formats.swiss import SWISS

SCHOOL = Profile(
    ProfileName.SCHOOL,
    N_("Children of classes or schools; a list of names is enough."),
    formats=(SWISS, ROUND_ROBIN, KEIZER_FORMAT, STAGES_FORMAT),
    asked=(FORMAT, known.ROUNDS, STAGES, known.START),
    options=(known.SECTIONS, known.APART, known.SCORING, KEIZER_PRESET),
    ratings=False,
    forecasts=False,
)
