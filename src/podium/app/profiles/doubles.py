"""Table football and other games of two against two, with a new partner in every round."""

from __future__ import annotations

from podium.app.profiles.protocol import Profile
from podium.app.words.language import N_
from podium.flow.event import options as known
from podium.flow.event.setting_values import ProfileName
from podium.flow.event.stage_options import STAGES
from podium.flow.formats.doubles import DOUBLES as PARTNERS
from podium.flow.formats.registry import FORMAT, STAGES_FORMAT

DOUBLES = Profile(
    ProfileName.DOUBLES,
    N_("Two against two, a new partner in every round, and one table of single players."),
    formats=(PARTNERS, STAGES_FORMAT),
    asked=(FORMAT, STAGES, known.SETS_TO_WIN, known.TABLES),
    options=(known.ROUNDS, known.FREE_GAMES, known.SETTING, known.AVOID_OPPONENTS, known.SET_DIFFERENCE),
    foreign=(known.FEDERATION, known.CHIEF_ARBITER, known.DEPUTY_ARBITERS, known.LONG_EVENT),
    stages=("doubles", "knockout best=8 teams=crosswise tieBreakPolicy=RAPID"),
    results=(),
    ratings=False,
)
