"""Games that are played in Podium, move by move."""

from __future__ import annotations

from podium.app.profiles.protocol import Profile
from podium.app.words.language import N_
from podium.flow.event import live_options as live
from podium.flow.event import options as known
from podium.flow.event.knockout_options import (
    GRAND_FINAL,
    SEEDING,
    THIRD_PLACE_MATCH,
    TIE_BREAK_POLICY,
    TIE_BREAK_TIME_CONTROL,
)
from podium.flow.event.setting_values import ProfileName
from podium.flow.event.stage_options import STAGES
from podium.flow.formats.keizer import KEIZER_FORMAT
from podium.flow.formats.knockout import DOUBLE_ELIMINATION, KNOCKOUT
from podium.flow.formats.manual import MANUAL
from podium.flow.formats.registry import FORMAT, STAGES_FORMAT
from podium.flow.formats.round_robin import ROUND_ROBIN
from podium.flow.formats.swiss import SWISS

ONLINE = Profile(
    ProfileName.ONLINE,
    N_("Chess in the browser: players need a link, and clocks and results are Podium’s work."),
    formats=(SWISS, ROUND_ROBIN, KNOCKOUT, DOUBLE_ELIMINATION, KEIZER_FORMAT, MANUAL, STAGES_FORMAT),
    asked=(FORMAT, known.ROUNDS, STAGES, live.TIME_CONTROL),
    options=(
        *(live.LIVE, live.DRAW_RULE_MODE, live.NO_SHOW_WAIT, live.PUBLIC_DELAY, known.CYCLES, known.TIEBREAKS),
        *(TIE_BREAK_POLICY, TIE_BREAK_TIME_CONTROL, SEEDING, THIRD_PLACE_MATCH, GRAND_FINAL),
    ),
    usual={live.LIVE.json: True},
    fits=lambda settings: settings.live,
)
