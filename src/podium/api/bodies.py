"""What clients send: the bodies of requests, strict about types and about fields that nobody knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from podium.api.problems import malformed
from podium.app.settings_schema import Whole, settings_struct
from podium.core.player import GENDERS
from podium.core.result import ByeType, Result
from podium.flow.entries import MOST_PLAYERS
from podium.knockout import Outcome, Reason
from podium.prizes import Order


def _listed(values: list[str]) -> Meta:
    """Documents the allowed values; the flow refuses others, with a sentence that names them."""
    return Meta(extra_json_schema={"enum": values})


ResultText = Annotated[str, _listed([each.value for each in Result])]
RecordedBye = Annotated[str, _listed([ByeType.BYE.value, ByeType.UNPAIRED.value])]
GivenBye = Annotated[str, _listed([each.value for each in ByeType if each.given])]
RequestedBye = Annotated[str, _listed([each.value for each in ByeType if each.requested])]
OutcomeName = Annotated[str, _listed([each.value for each in Outcome if each is not Outcome.BYE])]
ReasonName = Annotated[str, _listed([each.value for each in Reason if not each.system])]


class Body(Struct, forbid_unknown_fields=True):
    """Any body; fields that are not among these are refused. `ALSO` holds other names of fields, and what they mean."""

    ALSO: ClassVar[Mapping[str, str]] = {}

    def given(self) -> dict[str, object]:
        """The fields that the client named, by name; raises for one that was said under two names."""
        values = ((name, getattr(self, name)) for name in self.__struct_fields__)
        named = {name: value for name, value in values if value is not UNSET}
        for name in self.ALSO.keys() & named.keys():
            value, ours = named.pop(name), self.ALSO[name]
            if ours in named:
                raise malformed(f"Say {ours} once, not also as {name}.", field=name, value=value)
            named[ours] = value
        return named


if TYPE_CHECKING:  # the fields of both are made from the options, which no type checker can follow

    class SettingsBody(Body):
        """Settings to change."""

    class NewTournamentBody(SettingsBody):
        """A tournament to create."""

else:
    SettingsBody = settings_struct(
        "SettingsBody",
        Body,
        "Settings to change; what is not named stays as it is, null clears.",
        create=False,
    )
    NewTournamentBody = settings_struct("NewTournamentBody", Body, "A tournament to create.", create=True)


class EditBody(Body):
    """Whether the round is being edited by hand from now on."""

    open: bool = True


class PublishBody(Body):
    """Whether the public can see the tournament."""

    published: bool = True


class ArchiveBody(Body):
    """Whether the tournament is put away."""

    archived: bool = True


class PlayerChangesBody(Body, kw_only=True):
    """Fields of a player to change; what is not named stays as it is, null clears."""

    ALSO = {"date_of_birth": "birth"}

    name: str | UnsetType = UNSET
    rating: Whole | UnsetType | None = UNSET
    federation: str | UnsetType | None = UNSET
    fide_id: str | UnsetType | None = UNSET
    title: str | UnsetType | None = UNSET
    gender: Annotated[str, _listed(list(GENDERS))] | UnsetType | None = UNSET
    birth: str | UnsetType | None = UNSET
    date_of_birth: str | UnsetType | None = UNSET  # as the prizes call it
    club: str | UnsetType | None = UNSET
    city: str | UnsetType | None = UNSET
    state: str | UnsetType | None = UNSET
    disability: str | UnsetType | None = UNSET
    section: str | UnsetType | None = UNSET


class PlayerBody(PlayerChangesBody, kw_only=True):
    """A player to add."""

    name: str


class PlayersBody(Body):
    """Players to add."""

    players: Annotated[list[PlayerBody], Meta(min_length=1, max_length=MOST_PLAYERS)]


RequestedByesBody = dict[str, RequestedBye]
"""The byes a player asks for: `{"3": "half", "5": "zero"}`; those not named are dropped."""


TeamGiven = Annotated[list[str], Meta(min_length=2, max_length=2)]


class HandPairingBody(Body):
    """One line of a round paired by hand: `white` and `black`, without Black a bye; in doubles the teams `home` and
    `away`, and who is in no match has a free game."""

    white: str | None = None
    black: str | None = None
    byeType: GivenBye = ByeType.BYE.value  # noqa: N815  # the contract's spelling
    home: TeamGiven | None = None
    away: TeamGiven | None = None


class RoundBody(Body):
    """A round to pair: by the format's engine, or as the pairings say."""

    round: Whole | None = None
    pairings: list[HandPairingBody] | None = None


class GiveByeBody(Body):
    """A bye for a player who was left out of a paired round."""

    player_id: str
    byeType: GivenBye  # noqa: N815  # the contract's spelling


class AddPairingBody(Body):
    """A game for two players who were left out of a paired round."""

    white: str
    black: str


class PairingChangesBody(Body):
    """Others to seat at the board, its colours to swap, or the board to move to."""

    white: str | None = None
    black: str | None = None
    colours: Literal["swap"] | None = None
    board: Whole | None = None


class ResultBody(Body):
    """The result of a game, null to clear it; with `was`, only if that is the stored one. Of a match of a knockout,
    what followed from another result is undone only if confirmed."""

    result: ResultText | None
    was: ResultText | UnsetType | None = UNSET
    confirm: bool = False


class MatchResultBody(Body):
    """The result of a match, null to clear it; what followed from another one is undone only if confirmed."""

    result: OutcomeName | UnsetType | None = UNSET
    resultReason: ReasonName | None = None  # noqa: N815  # the contract's spelling
    confirm: bool = False


class ByeResultBody(Body):
    """What kind of bye a player without an opponent has."""

    byeType: RecordedBye  # noqa: N815  # the contract's spelling


class PrizeBody(Body, kw_only=True):
    """A prize; one without an id gets one."""

    id: str | Whole | None = None
    category_id: str | Whole | None = None
    place: Whole
    cash: Whole | float | str | None = None
    trophy: bool | None = None
    medal: bool | None = None
    active: bool | None = None
    main_category: bool | None = None


class CategoryBody(Body, kw_only=True):
    """Who may win some prizes, and the prizes; a limit of null or 0 is no limit."""

    id: str | Whole | None = None
    name: str | None = None
    brochure_order: Whole | None = None
    active: bool | None = None
    min_age: Whole | None = None
    max_age: Whole | None = None
    gender: str | None = None
    min_rating: Whole | None = None
    max_rating: Whole | None = None
    allow_unrated: bool | None = None
    disability: str | None = None
    city: str | None = None
    state: str | None = None
    club: str | None = None
    section: str | None = None
    prizes: list[PrizeBody] | None = None


class PrizesBody(Body):
    """All categories with their prizes; those not named are dropped."""

    categories: list[CategoryBody]


class OverrideBody(Body):
    """The organiser's word that this player wins this prize."""

    prize_id: str | Whole
    player_id: str | Whole


class AllocateBody(Body, kw_only=True):
    """How to decide the prizes; `ruleConfig` and `rule_config` are other names of `rules`."""

    overrides: list[OverrideBody] | None = None
    rules: dict[str, Any] | None = None
    ruleConfig: dict[str, Any] | None = None  # noqa: N815  # the contract's spelling
    rule_config: dict[str, Any] | None = None
    order: Annotated[str, _listed([each.value for each in Order])] | None = None
    dryRun: bool = False  # noqa: N815  # the contract's spelling


class SetsBody(Body):
    """The sets of the teams of a match; null is `?`, and a side that is not named stays as it is."""

    home: Whole | UnsetType | None = UNSET
    away: Whole | UnsetType | None = UNSET


class ClickBody(Body):
    """One click on one side of a match."""

    side: Literal["home", "away"]


class UndoBody(Body):
    """Nothing for the newest commit, `commit` for that one, `to` for the whole event as it was at a version."""

    commit: Whole | None = None
    to: Whole | None = None


class EmptyBody(Body):
    """Nothing."""


class WhatIfBody(Body):
    """A write that is not to be written."""

    method: str
    path: str
    body: Any = None


class SessionBody(Body):
    """A name and its password."""

    name: str
    password: str


class TokenBody(Body):
    """What a token is for, in words."""

    label: str = "token"


class RolesBody(Body):
    """Everybody who has a role, by user name."""

    roles: dict[str, Annotated[str, _listed(["owner", "arbiter", "scorer"])]]


class LinkBody(Body):
    """An address that makes whoever opens it scorer, or one player; `expires` is an ISO date or time."""

    role: Literal["scorer", "player"]
    player_id: str | None = None
    expires: str | None = None
