"""A tournament with its settings, and the list of tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict

from podium.app.settings_schema import answer_fields
from podium.flow.options import ROUNDS
from podium.flow.settings import IN_EVERY_ANSWER, OPTIONS

if TYPE_CHECKING:  # the fields are made from the options, which no type checker can follow

    class TournamentShape(TypedDict):
        id: str

else:
    TournamentShape = TypedDict(
        "TournamentShape",
        {
            "id": str,
            **dict(answer_fields(IN_EVERY_ANSWER)),
            ROUNDS.json: int | None,
            "status": Literal["draft", "published", "archived"],
            "players": int,
            "rounds_paired": int,
            **{
                name: NotRequired[kind]
                for name, kind in answer_fields(option for option in OPTIONS if option not in IN_EVERY_ANSWER)
            },
            "guaranteed": NotRequired[int | None],
            "possible": NotRequired[int | None],
        },
    )


class TournamentAnswer(TournamentShape):
    version: int


class TournamentView(TournamentAnswer):
    role: str


class ReportImported(TournamentAnswer):
    filled_in: list[str]
    left_out: list[str]


class ListedTournament(TypedDict):
    id: str
    name: str
    format: str
    place: str | None
    start: str | None
    end: str | None
    rounds: int | None
    rounds_paired: int
    players: int
    status: Literal["draft", "published", "archived"]
    role: str
    created_at: str


class TournamentsAnswer(TypedDict):
    tournaments: list[ListedTournament]
