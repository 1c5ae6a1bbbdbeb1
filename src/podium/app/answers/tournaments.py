"""A tournament with its settings, and the list of tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from podium.app.access import Role
from podium.app.views.status import TournamentStatus, tournament_status
from podium.core.result import Scoring
from podium.flow.doubles import promised
from podium.flow.state import Format, Tournament
from podium.knockout import told


class TournamentRow(Struct, kw_only=True):
    """A tournament: all its settings, its status in a word, and how large it is; the prizes say `start_date`."""

    id: str
    name: str
    format: str
    rounds: int | None
    place: str | None
    start: str | None
    start_date: str | None
    end: str | None
    sections: list[str]
    scoring: str | dict[str, float]
    tiebreaks: list[str]
    cycles: int
    edition: int
    unrated: int | None
    initial_colour: Literal["white", "black", "drawn"]
    lot: str | None
    acceleration: Literal["none", "baku"]
    numbering: Literal["rating", "list"]
    forbidden: list[list[str]]
    apart: list[str]
    status: TournamentStatus
    players: int
    rounds_paired: int
    # What a knockout has besides.
    drawRuleMode: str | UnsetType = UNSET  # noqa: N815  # the contract's spelling, as in those below
    drawConfig: dict[str, int] | UnsetType | None = UNSET  # noqa: N815
    requiresDecisiveResult: bool | UnsetType = UNSET  # noqa: N815
    tieBreakPolicy: str | UnsetType = UNSET  # noqa: N815
    timeControl: str | UnsetType = UNSET  # noqa: N815
    tieBreakTimeControl: str | UnsetType | None = UNSET  # noqa: N815
    seeding: str | UnsetType = UNSET
    thirdPlaceMatch: bool | UnsetType = UNSET  # noqa: N815
    # What doubles have besides; the last two are the rounds guaranteed and possible for those present.
    freeGames: str | UnsetType = UNSET  # noqa: N815
    setting: str | UnsetType = UNSET
    setsToWin: int | UnsetType = UNSET  # noqa: N815
    avoidOpponents: bool | UnsetType = UNSET  # noqa: N815
    setDifference: bool | UnsetType = UNSET  # noqa: N815
    guaranteed: int | UnsetType | None = UNSET
    possible: int | UnsetType | None = UNSET


class TournamentAnswer(TournamentRow, kw_only=True):
    version: int


class TournamentView(TournamentAnswer, kw_only=True):
    """A tournament, and what whoever asks is in it."""

    role: str


class ReportImported(TournamentAnswer, kw_only=True):
    """A tournament made from a report file, what was filled in, and what is not as in the file."""

    filled_in: list[str]
    left_out: list[str]


class ListedTournament(Struct):
    id: str
    name: str
    format: str
    place: str | None
    start: str | None
    end: str | None
    rounds: int | None
    rounds_paired: int
    players: int
    created_at: str
    status: TournamentStatus
    role: str


class TournamentsAnswer(Struct):
    tournaments: list[ListedTournament]


def tournament_row(state: Tournament) -> TournamentRow:
    settings = state.settings
    return TournamentRow(
        id=state.id,
        name=settings.name,
        format=settings.format.value,
        rounds=state.rounds_planned,
        place=settings.place,
        start=settings.start,
        start_date=settings.start,
        end=settings.end,
        sections=list(settings.sections),
        scoring=scoring_row(settings.scoring),
        tiebreaks=list(settings.tiebreaks),
        cycles=settings.cycles,
        edition=settings.edition,
        unrated=settings.unrated,
        initial_colour=settings.initial_colour.value,
        lot=settings.lot,
        acceleration=settings.acceleration.value,
        numbering=settings.numbering.value,
        forbidden=[list(group) for group in settings.forbidden],
        apart=[each.value for each in settings.apart],
        status=tournament_status(state),
        players=len(state.players),
        rounds_paired=state.rounds_paired,
        **_of_its_format(state),
    )


def _of_its_format(state: Tournament) -> Mapping[str, Any]:
    settings = state.settings
    if settings.knockout is not None:
        return told(settings.knockout)
    if settings.format is not Format.DOUBLES:
        return {}
    rounds = promised(state)
    return {
        "freeGames": settings.free_games.value,
        "setting": settings.setting.value,
        "setsToWin": settings.sets_to_win,
        "avoidOpponents": settings.avoid_opponents,
        "setDifference": settings.set_difference,
        "guaranteed": rounds.guaranteed if rounds else None,
        "possible": rounds.possible if rounds else None,
    }


def scoring_row(scoring: Scoring) -> str | dict[str, float]:
    """The name of the preset, or the whole table where it is none of them."""
    if scoring.name != "custom":
        return scoring.name
    return {each.name: getattr(scoring, each.name).number for each in fields(scoring)}


def listed_tournament(row: Mapping[str, Any]) -> ListedTournament:
    """A tournament of the registry's list, with the role of whoever asks for it."""
    columns = ListedTournament.__struct_fields__[: -len(("status", "role"))]
    return ListedTournament(
        **{name: row[name] for name in columns},
        status="archived" if row["archived"] else "published" if row["published"] else "draft",
        role=row["role"] or Role.PUBLIC.word,
    )
