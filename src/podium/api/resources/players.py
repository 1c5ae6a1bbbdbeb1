"""The players of a tournament: their entries, their byes, their cards."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from msgspec import UNSET, Meta, UnsetType

from podium.api.acts import act
from podium.api.bodies import Body
from podium.api.documentation import read
from podium.api.pages import paged
from podium.api.parameters import After, Injected, Player, query_number
from podium.api.reading import needs
from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.settings_schema import Whole, one_of
from podium.app.players.answers import (
    CardAnswer,
    ParticipationAnswer,
    PlayerAnswer,
    PlayerRow,
    PlayersAnswer,
    card_answer,
    meaning_row,
    player_row,
    player_rows,
)
from podium.app.ports import Receipt
from podium.app.queries import card, meanings
from podium.app.versions import version_answer, versioned
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.core.player import player_fields
from podium.core.result import ByeType
from podium.flow import commands
from podium.flow.events import PlayersChanged
from podium.flow.lookups import find_player
from podium.flow.players.entries import MOST_PLAYERS
from podium.flow.readers import MOST_ROUNDS

GENDER = Meta(description="m, f or x, or a word for it in a common language", examples=["f", "Female", "weiblich"])
NATIONAL_ID = Meta(description="The number of the player's own federation, as the member id of US Chess")
FINAL_RANK = Meta(description="The final rank of an event whose games were played elsewhere; it may be shared")
OFFICIAL = Meta(description="An official rating; `rating` is computed from them, unless it is given")
REQUESTED = [each for each in ByeType if each.foreseen]


class PlayerChangesBody(Body, kw_only=True):
    """Fields of a player to change; what is not named stays as it is, null clears."""

    ALSO: ClassVar = {"date_of_birth": "birth"}

    name: str | UnsetType = UNSET
    rating: Whole | UnsetType | None = UNSET
    federation: str | UnsetType | None = UNSET
    fide_id: str | UnsetType | None = UNSET
    title: str | UnsetType | None = UNSET
    gender: Annotated[str, GENDER] | UnsetType | None = UNSET
    birth: str | UnsetType | None = UNSET
    date_of_birth: str | UnsetType | None = UNSET  # as the prizes call it
    club: str | UnsetType | None = UNSET
    city: str | UnsetType | None = UNSET
    state: str | UnsetType | None = UNSET
    disability: str | UnsetType | None = UNSET
    section: str | UnsetType | None = UNSET
    rank: Annotated[Whole, FINAL_RANK] | UnsetType | None = UNSET
    national_id: Annotated[str, NATIONAL_ID] | UnsetType | None = UNSET
    standard: Annotated[Whole, OFFICIAL] | UnsetType | None = UNSET
    rapid: Annotated[Whole, OFFICIAL] | UnsetType | None = UNSET
    blitz: Annotated[Whole, OFFICIAL] | UnsetType | None = UNSET
    national: Annotated[Whole, OFFICIAL] | UnsetType | None = UNSET


class PlayerBody(PlayerChangesBody, kw_only=True):
    """A player to add."""

    name: str


class PlayerEditBody(PlayerChangesBody, kw_only=True):
    """Fields of a player to change, and whether half-point byes are due to them."""

    half_byes: bool | UnsetType = UNSET


class PlayersBody(Body):
    """Players to add."""

    players: Annotated[list[PlayerBody], Meta(min_length=1, max_length=MOST_PLAYERS)]


class ExchangeBody(Body):
    """Two players, by their ids."""

    player: str
    other: str


RequestedByesBody = dict[str, Annotated[str, one_of(*(each.value for each in REQUESTED))]]
"""The byes a player asks for: `{"3": "half", "5": "zero"}`, in a Keizer `club-duty`, `excused` and `absent`; those not
named are dropped."""


LaterRatingsBody = dict[str, Whole]
"""The ratings of a player by the round from which each holds: `{"4": 2130, "7": 2120}`; those not named go."""


class LeavingBody(Body):
    """Why a player leaves; the history keeps it."""

    reason: str | None = None


class ReturnBody(Body):
    """Why a player comes back; one who was expelled does only if that is confirmed."""

    confirm: bool = False
    reason: str | None = None


def added_players(receipt: Receipt) -> list[PlayerRow]:
    """The players that a commit added."""
    changes = [event for event in receipt.events if isinstance(event, PlayersChanged) and not event.before]
    return [player_row(receipt.state, player) for change in changes for player in change.after]


def _added(receipt: Receipt) -> PlayersAnswer:
    return PlayersAnswer(added_players(receipt), receipt.version)


def _all(receipt: Receipt) -> PlayersAnswer:
    return PlayersAnswer(player_rows(receipt.state), receipt.version)


def _answer(receipt: Receipt, pid: str) -> PlayerAnswer:
    row = player_row(receipt.state, receipt.state.players[PlayerId(pid)])
    return versioned(PlayerAnswer, row, receipt.version)


@read("/tournaments/{id:str}/players", summary="The players")
@paged("players")
def players(seen: Injected[Seen]) -> PlayersAnswer:
    return PlayersAnswer(player_rows(seen.state), seen.version)


@act("POST /tournaments/{id:str}/players", "Add players", _added, status=201)
def add_players(data: PlayersBody) -> commands.Command:
    return commands.AddPlayers(tuple(player_fields(each.named_fields()) for each in data.players))


@read("/tournaments/{id:str}/players/{pid:str}", summary="A player")
def player(seen: Injected[Seen], pid: Player) -> PlayerAnswer:
    return versioned(PlayerAnswer, player_row(seen.state, find_player(seen.state, PlayerId(pid))), seen.version)


@read(
    "/tournaments/{id:str}/players/{pid:str}/card",
    summary="A player's own card",
)
def player_card(seen: Injected[Seen], pid: Player, after: After = None) -> CardAnswer:
    return card_answer(card(seen.state, PlayerId(pid), query_number("after", after)), seen.version)


@act("PATCH /tournaments/{id:str}/players/{pid:str}", "Edit a player", _answer)
def edit_player(pid: Player, data: PlayerEditBody) -> commands.Command:
    given = data.named_fields()
    given.pop("half_byes", None)
    return commands.EditPlayer(PlayerId(pid), given, None if data.half_byes is UNSET else data.half_byes)


@act("DELETE /tournaments/{id:str}/players/{pid:str}", "Remove a player who was never paired", version_answer)
def remove_player(pid: Player) -> commands.Command:
    return commands.RemovePlayer(PlayerId(pid))


@act("POST /tournaments/{id:str}/players/{pid:str}/withdraw", "Withdraw a player", _answer)
def withdraw_player(pid: Player, data: LeavingBody) -> commands.Command:
    return commands.WithdrawPlayer(PlayerId(pid))


@act(
    "POST /tournaments/{id:str}/players/{pid:str}/expel",
    "Expel a player: withdrawn, marked, and back only if that is confirmed",
    _answer,
)
def expel_player(pid: Player, data: LeavingBody) -> commands.Command:
    return commands.WithdrawPlayer(PlayerId(pid), expelled=True)


@act("POST /tournaments/{id:str}/players/{pid:str}/return", "Bring a withdrawn player back", _answer)
def return_player(pid: Player, data: ReturnBody) -> commands.Command:
    return commands.WithdrawPlayer(PlayerId(pid), withdrawn=False, confirm=data.confirm)


@read(
    "/tournaments/{id:str}/participation",
    summary="What it means to enter now that rounds are paired",
    opt=needs(Role.ARBITER),
)
def late_entry(seen: Injected[Seen]) -> ParticipationAnswer:
    return ParticipationAnswer([meaning_row(each) for each in meanings(seen.state)], seen.version)


@read(
    "/tournaments/{id:str}/players/{pid:str}/participation",
    summary="What leaving, coming back or asking for a bye would mean",
    opt=needs(Role.ARBITER),
)
def participation(seen: Injected[Seen], pid: Player) -> ParticipationAnswer:
    who = find_player(seen.state, PlayerId(pid))
    return ParticipationAnswer([meaning_row(each) for each in meanings(seen.state, who)], seen.version)


@act(
    "POST /tournaments/{id:str}/players/{pid:str}/forget",
    "Remove a player's personal data from the event and its whole history, for good",
    version_answer,
)
def forget_player(pid: Player) -> commands.Command:
    return commands.ForgetPlayer(PlayerId(pid))


@act(
    "POST /tournaments/{id:str}/players/renumber",
    "Give the players their pairing numbers anew, until round 4 is paired",
    _all,
)
def renumber_players() -> commands.Command:
    return commands.RenumberPlayers()


@act(
    "POST /tournaments/{id:str}/players/exchange-numbers",
    "Exchange the pairing numbers of two equally rated players, until round 4 is paired",
    _all,
)
def exchange_numbers(data: ExchangeBody) -> commands.Command:
    return commands.ExchangeNumbers(PlayerId(data.player), PlayerId(data.other))


@act("PUT /tournaments/{id:str}/players/{pid:str}/byes", "Ask for byes by round", _answer)
def request_byes(pid: Player, data: RequestedByesBody) -> commands.Command:
    byes: dict[int, ByeType] = {}
    for key, kind in data.items():
        if not re.fullmatch(r"[1-9]\d{0,8}", key, re.ASCII):
            raise Invalid("round-out-of-range", field="byes", value=key, most=None)
        byes[int(key)] = bye_type(REQUESTED, "byes", kind)
    return commands.RequestByes(PlayerId(pid), byes)


@act(
    "PUT /tournaments/{id:str}/players/{pid:str}/ratings",
    "Ratings of later rounds, in an event longer than 30 days",
    _answer,
)
def set_later_ratings(pid: Player, data: LaterRatingsBody) -> commands.Command:
    ratings: dict[int, int] = {}
    for key, rating in data.items():
        if not re.fullmatch(r"[1-9]\d{0,8}", key, re.ASCII):
            raise Invalid("rating-round-out-of-range", field="later_ratings", value=key, most=MOST_ROUNDS)
        ratings[int(key)] = rating
    return commands.SetLaterRatings(PlayerId(pid), ratings)


def bye_type(allowed: list[ByeType], field: str, text: str) -> ByeType:
    """The kind of bye that `text` names; raises Invalid for one that is not allowed there."""
    for kind in allowed:
        if kind.value == text:
            return kind
    raise Invalid("bye-type-unknown", field=field, value=text, allowed=[each.value for each in allowed])


HANDLERS = (
    players,
    add_players,
    player,
    player_card,
    edit_player,
    remove_player,
    withdraw_player,
    expel_player,
    late_entry,
    participation,
    return_player,
    forget_player,
    renumber_players,
    exchange_numbers,
    request_byes,
    set_later_ratings,
)
