"""A tournament with its settings, and the list of tournaments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from msgspec import UNSET, Struct, UnsetType, defstruct

from podium.app.access import Role
from podium.app.event.arbiters import chief_arbiter, deputy_arbiters
from podium.app.event.progress import TournamentStatus, tournament_status
from podium.app.event.settings_schema import answer_fields, answer_values
from podium.app.formats.registry import views_of
from podium.app.queries import plan_warnings
from podium.app.rounds.answers import WarningRow, warning_row
from podium.app.versions import Page
from podium.flow.event.options import ROUNDS
from podium.flow.event.setting_values import Settings
from podium.flow.event.settings import IN_EVERY_ANSWER, OPTIONS, own_answers
from podium.flow.formats.registry import rounds_planned
from podium.flow.state import Tournament

DOC = "A tournament: all its settings, its status in a word, and how large it is; the prizes say `start_date`."


class ArbiterRow(Struct):
    """An arbiter of the settings, as far as the line there tells."""

    role: Literal["chief", "deputy"]
    title: str | None
    name: str
    fide_id: str | None


if TYPE_CHECKING:  # the fields are made from the options, which no type checker can follow

    class TournamentRow(Struct, kw_only=True):
        id: str
        status: TournamentStatus
        scoring: str | dict[str, float]
        warnings: list[WarningRow]
        arbiters: list[ArbiterRow]
        guaranteed: int | UnsetType | None = UNSET
        possible: int | UnsetType | None = UNSET

else:
    TournamentRow = defstruct(
        "TournamentRow",
        [
            ("id", str),
            *(
                (ROUNDS.json, int | None) if field[0] == ROUNDS.json else field
                for field in answer_fields(IN_EVERY_ANSWER)
            ),
            ("status", TournamentStatus),
            ("players", int),
            ("rounds_paired", int),
            # Whether it is in FIDE mode; and how many rounds were paired when it left it, if it did.
            ("fide_mode", bool),
            ("fide_mode_exit", int | None),
            # What speaks against the plan while nothing is paired.
            ("warnings", list[WarningRow]),
            # The chief arbiter and the deputies of the settings, in parts.
            ("arbiters", list[ArbiterRow]),
            *answer_fields((option for option in OPTIONS if option not in IN_EVERY_ANSWER), sometimes=True),
            # The rounds of doubles that are guaranteed and possible for those present.
            ("guaranteed", int | UnsetType | None, UNSET),
            ("possible", int | UnsetType | None, UNSET),
        ],
        namespace={"__doc__": DOC},
        module=__name__,
        kw_only=True,
    )


class TournamentAnswer(TournamentRow, kw_only=True):
    version: int


class TournamentView(TournamentAnswer, kw_only=True):
    """A tournament, and what whoever asks is in it."""

    role: str


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


class TournamentsAnswer(Page):
    tournaments: list[ListedTournament]


def tournament_row(state: Tournament) -> TournamentRow:
    settings = state.settings
    fields: dict[str, Any] = {
        **answer_values(settings, IN_EVERY_ANSWER),
        ROUNDS.json: rounds_planned(state),
        "status": tournament_status(state),
        "players": len(state.players),
        "rounds_paired": state.rounds_paired,
        "fide_mode": state.in_fide_mode,
        "fide_mode_exit": state.fide_mode_exit,
        "warnings": [warning_row(each) for each in plan_warnings(state)],
        "arbiters": list(_arbiters(settings)),
        **answer_values(settings, own_answers(settings)),
        **views_of(state).tournament_fields(state),
    }
    return TournamentRow(id=state.id, **fields)


def _arbiters(settings: Settings) -> Iterator[ArbiterRow]:
    if (chief := chief_arbiter(settings)) is not None:
        yield ArbiterRow("chief", chief.title, chief.name, chief.fide_id)
    for each in deputy_arbiters(settings):
        yield ArbiterRow("deputy", each.title, each.name, each.fide_id)


def listed_tournament(row: Mapping[str, Any]) -> ListedTournament:
    """A tournament of the registry's list, with the role of the reader."""
    columns = ListedTournament.__struct_fields__[: -len(("status", "role"))]
    return ListedTournament(
        **{name: row[name] for name in columns},
        status="archived" if row["archived"] else "published" if row["published"] else "draft",
        role=row["role"] or Role.PUBLIC.word,
    )
