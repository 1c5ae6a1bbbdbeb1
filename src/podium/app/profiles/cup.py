"""A knockout cup: who loses is out."""

from __future__ import annotations

from podium.app.profiles.protocol import Profile
from podium.app.words.language import N_
from podium.flow.event import options as known
from podium.flow.event.knockout_options import (
    GRAND_FINAL,
    REQUIRES_DECISIVE_RESULT,
    SEEDING,
    THIRD_PLACE_MATCH,
    TIE_BREAK_POLICY,
)
from podium.flow.event.options import TABLES
from podium.flow.event.setting_values import ProfileName
from podium.flow.event.stage_options import STAGES
from podium.flow.formats.knockout import DOUBLE_ELIMINATION, KNOCKOUT
from podium.flow.formats.registry import FORMAT, STAGES_FORMAT

CUP = Profile(
    ProfileName.CUP,
    N_("A bracket: who loses is out, at once or after a second loss, and the last one holds the cup."),
    formats=(KNOCKOUT, DOUBLE_ELIMINATION, STAGES_FORMAT),
    asked=(FORMAT, TIE_BREAK_POLICY, STAGES, known.START),
    options=(REQUIRES_DECISIVE_RESULT, SEEDING, THIRD_PLACE_MATCH, GRAND_FINAL, TABLES),
)
