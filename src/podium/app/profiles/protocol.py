"""What a profile is: what belongs to one trade, as far as pages show it. No rule of a game asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from podium.app.words.language import _
from podium.core.player import Player, player_fields
from podium.core.ratings.official_ratings import OFFICIAL_NAMES
from podium.core.result import Result
from podium.flow.event import options as known
from podium.flow.event.announcement_options import DESCRIPTION, ROUND_TIMES
from podium.flow.event.declaration import Options
from podium.flow.event.setting_values import ProfileName, Settings
from podium.flow.event.settings import GIVEN, formats_with, suggested_settings
from podium.flow.event.stage_options import STAGES
from podium.flow.formats.protocol import Format

COMMON_OPTIONS: Options = (
    *(known.PROFILE, known.NAME, known.PLACE, known.START, known.END, known.LANGUAGE),
    *(known.PLAYER_REPORTS, known.FORECASTS, DESCRIPTION, ROUND_TIMES),
)
"""What any director may want to decide, whatever the trade."""
RATING_FIELDS = ("rating", "title", "federation", "fide_id", "national_id", *OFFICIAL_NAMES)
"""The fields of a player that only those need who have ratings."""
GAME_RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


@dataclass(frozen=True, slots=True)
class Profile:
    """One trade. A new event of it has the first of its `formats` and the `usual` settings, and is `asked` few others.

    `options` are what its settings show beside those of every event, `foreign` what says nothing of its events and is
    not found in their settings either. `results` are those of a correction at first
    sight. Where it is `rated`, pages name articles of regulations and offer the reports of federations; where it has
    `ratings`, players have ratings, titles, numbers and federations. `stages` are offered to an event of several.
    Where there are `forecasts`, odds are shown unless the event says otherwise. `fits` is asked of settings that name
    no profile.
    """

    name: ProfileName
    summary: str
    formats: tuple[Format, ...]
    asked: Options
    options: Options
    foreign: Options = ()
    usual: Mapping[str, object] = field(default_factory=dict)
    results: tuple[Result, ...] = GAME_RESULTS
    rated: bool = False
    ratings: bool = True
    forecasts: bool = True
    stages: tuple[str, ...] = ("round-robin groups=4", "knockout perGroup=2 tieBreakPolicy=RAPID")
    fits: Callable[[Settings], bool] = lambda settings: True

    @property
    def title(self) -> str:
        return _(dict(known.PROFILE.choices)[self.name])

    @property
    def shown(self) -> Options:
        """What its settings show at first sight."""
        return (*COMMON_OPTIONS, *self.asked, *self.options)

    def serves(self, format: str) -> bool:
        """Whether its events can be of the format of that name."""
        return any(each.name == format for each in self.formats)

    def known(self, player: Player) -> Player:
        """What its pages know of a player: of the fields of ratings none where there are no ratings."""
        if self.ratings:
            return player
        said = {name: value for name, value in player.fields.values().items() if name not in RATING_FIELDS}
        return replace(player, fields=player_fields(said), later_ratings={})

    def usual_settings(self, format: str) -> dict[str, object]:
        """What a new event of it in that format is offered, as commands take it."""
        own = {name: value for name, value in self.usual.items() if format in formats_with(GIVEN[name])}
        if format in formats_with(STAGES):
            own[STAGES.json] = list(self.stages)
        return {**suggested_settings(format), **own, known.PROFILE.json: self.name.value}
