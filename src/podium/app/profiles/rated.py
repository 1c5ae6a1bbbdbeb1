"""Rated chess: an event that is reported to FIDE or to a federation."""

from __future__ import annotations

from podium.app.profiles.protocol import GAME_RESULTS, Profile
from podium.app.words.language import N_
from podium.core.result import Result
from podium.flow.event import options as known
from podium.flow.event.announcement_options import CONTACT, ORGANISER
from podium.flow.event.setting_values import ProfileName, RuleSet, Settings, StartingRank
from podium.flow.formats.manual import MANUAL
from podium.flow.formats.registry import FORMAT
from podium.flow.formats.round_robin import ROUND_ROBIN
from podium.flow.formats.swiss import SWISS


def _is_reported(settings: Settings) -> bool:
    ranked = settings.starting_rank is not StartingRank.UNSTATED
    return settings.rules is RuleSet.FIDE or ranked or bool(settings.federation or settings.chief_arbiter)


RATED = Profile(
    ProfileName.RATED,
    N_("By the rules of FIDE or of a federation, with ratings, arbiters and the report."),
    formats=(SWISS, ROUND_ROBIN, MANUAL),
    asked=(FORMAT, known.ROUNDS, known.START),
    options=(
        *(known.RULE_SET, known.SECTIONS, known.SCORING, known.TIEBREAKS, known.CYCLES, known.ANNUL_EARLY),
        *(known.FEDERATION, known.CHIEF_ARBITER, known.DEPUTY_ARBITERS, known.RATE_OF_PLAY, known.ROUND_DATES),
        *(known.STARTING_RANK, known.NATIONAL_RATINGS, known.CHECK_RATINGS, known.INITIAL_COLOUR, known.ACCELERATION),
        *(known.APART, known.FORBIDDEN, known.TABLE_NUMBERS, ORGANISER, CONTACT),
    ),
    usual={known.RULE_SET.json: RuleSet.FIDE.value},
    results=(*GAME_RESULTS, Result.BOTH_FORFEIT),
    rated=True,
    fits=_is_reported,
)
