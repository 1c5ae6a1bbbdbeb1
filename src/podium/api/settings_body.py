"""The settings of a tournament, as a client sends them."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import UNSET, Meta, UnsetType

from podium.api.bodies import Body, Whole, one_of
from podium.core.result import PRESETS
from podium.doubles import FreeGames, Setting
from podium.flow.state import Acceleration, Apart, Format, InitialColour, Numbering
from podium.knockout import DrawRuleMode, Seeding, TieBreakPolicy
from podium.tiebreaks import EDITIONS
from podium.tiebreaks import PRESETS as TIEBREAK_LISTS

FormatName = Annotated[str, one_of(*(each.value for each in Format))]
FreeGamesName = Annotated[str, one_of(*(each.value for each in FreeGames))]
SettingName = Annotated[str, one_of(*(each.value for each in Setting))]
PolicyName = Annotated[str, one_of(*(each.value for each in TieBreakPolicy), None)]
DrawRuleName = Annotated[str, one_of(*(each.value for each in DrawRuleMode), None)]
SeedingName = Annotated[str, one_of(*(each.value for each in Seeding), None)]
Clock = Annotated[str, Meta(extra_json_schema={"examples": ["10+5"]})]
PointValue = Annotated[float, Meta(ge=0, le=100)]
ScoringGiven = Annotated[str, one_of(*sorted(PRESETS))] | dict[str, PointValue | str]
"""The name of a preset, or values that differ from it."""
PresetName = Annotated[str, one_of(*sorted(TIEBREAK_LISTS))]
"""A usual list of tie-breaks."""
Edition = Annotated[Whole, Meta(extra_json_schema={"extra": {"enum": list(EDITIONS)}})]
"""The year of the tie-break regulations."""


class SettingsBody(Body, kw_only=True):
    """Settings to change; what is not named stays as it is, null clears."""

    ALSO: ClassVar = {"start_date": "start"}

    name: str | UnsetType = UNSET
    format: FormatName | UnsetType = UNSET
    rounds: Whole | UnsetType | None = UNSET
    place: str | UnsetType | None = UNSET
    start: str | UnsetType | None = UNSET
    start_date: str | UnsetType | None = UNSET  # as the prizes call it
    end: str | UnsetType | None = UNSET
    sections: list[str] | UnsetType = UNSET
    scoring: ScoringGiven | UnsetType = UNSET
    tiebreaks: list[str] | PresetName | UnsetType = UNSET
    cycles: Whole | UnsetType = UNSET
    edition: Edition | UnsetType = UNSET
    unrated: Whole | UnsetType | None = UNSET
    freeGames: FreeGamesName | UnsetType = UNSET  # noqa: N815  # the contract's spelling
    setting: SettingName | UnsetType = UNSET
    setsToWin: Whole | UnsetType = UNSET  # noqa: N815  # the contract's spelling
    avoidOpponents: bool | UnsetType = UNSET  # noqa: N815  # the contract's spelling
    setDifference: bool | UnsetType = UNSET  # noqa: N815  # the contract's spelling
    initial_colour: Annotated[str, one_of(*(each.value for each in InitialColour))] | UnsetType = UNSET
    acceleration: Annotated[str, one_of(*(each.value for each in Acceleration))] | UnsetType = UNSET
    numbering: Annotated[str, one_of(*(each.value for each in Numbering))] | UnsetType = UNSET
    forbidden: list[list[str]] | UnsetType = UNSET
    apart: list[Annotated[str, one_of(*(each.value for each in Apart))]] | UnsetType = UNSET
    # The rules of a knockout, in the contract's spelling.
    drawRuleMode: DrawRuleName | UnsetType | None = UNSET  # noqa: N815
    drawConfig: dict[str, Whole | None] | UnsetType | None = UNSET  # noqa: N815
    requiresDecisiveResult: bool | UnsetType | None = UNSET  # noqa: N815
    tieBreakPolicy: PolicyName | UnsetType | None = UNSET  # noqa: N815
    timeControl: Clock | UnsetType | None = UNSET  # noqa: N815
    tieBreakTimeControl: Clock | UnsetType | None = UNSET  # noqa: N815
    seeding: SeedingName | UnsetType | None = UNSET
    thirdPlaceMatch: bool | UnsetType | None = UNSET  # noqa: N815


class NewTournamentBody(SettingsBody, kw_only=True):
    """A tournament to create."""

    name: str
    format: FormatName
