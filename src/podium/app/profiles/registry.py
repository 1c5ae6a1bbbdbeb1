"""The profiles there are, and the one of an event."""

from __future__ import annotations

from podium.app.profiles.club import CLUB
from podium.app.profiles.cup import CUP
from podium.app.profiles.doubles import DOUBLES
from podium.app.profiles.online import ONLINE
from podium.app.profiles.protocol import Profile
from podium.app.profiles.rated import RATED
from podium.app.profiles.school import SCHOOL
from podium.flow.event.setting_values import ProfileName, Settings, ShownForecasts

PROFILES: tuple[Profile, ...] = (CLUB, RATED, DOUBLES, CUP, ONLINE, SCHOOL)
"""In the order in which they are offered."""
_BY_NAME = {each.name: each for each in PROFILES}
assert (ProfileName.FITTING, *_BY_NAME) == tuple(ProfileName)  # so that no server starts that knows a profile by half
_MOST_SPECIAL_FIRST = (RATED, ONLINE, DOUBLES, CUP, CLUB)


def profile_called(name: ProfileName) -> Profile:
    """The profile of that name; the first for none."""
    return _BY_NAME.get(name, PROFILES[0])


def shows_forecasts(settings: Settings) -> bool:
    """Whether odds are shown: as its director decided, else as events of its trade do."""
    if settings.forecasts is ShownForecasts.USUAL:
        return profile_of(settings).forecasts
    return settings.forecasts is ShownForecasts.SHOWN


def profile_of(settings: Settings) -> Profile:
    """The profile that was chosen, if it has events of the format; else the one that fits."""
    chosen = _BY_NAME.get(settings.profile)
    if chosen is not None and chosen.serves(settings.format):
        return chosen
    return next(each for each in _MOST_SPECIAL_FIRST if each.serves(settings.format) and each.fits(settings))
