"""Rating lists, who is in them, and the players of an event beside one."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from podium.app.ratings.list_updates import UpdateState
from podium.app.ratings.rating_check import RatingCheck
from podium.app.ratings.rating_comparison import ComparedPlayer, Comparison
from podium.app.ratings.rating_lists import Found, RatingList
from podium.app.versions import Page, copied
from podium.app.words.errors import sentence
from podium.core.ratings.rated_player import RatedPlayer
from podium.core.ratings.rating_kind import RatingKind

KindName = Literal["standard", "rapid", "blitz"]


class RatingListRow(Struct):
    """A list that is in use (`ready`), on its way (`loading`, with the `part` that is done), or that failed."""

    list: str
    file: str
    status: Literal["loading", "ready", "failed"]
    stopped: bool
    layout: Literal["fide-text", "fide-xml", "csv", "dbf"] | None
    edition: str | None
    month: str
    players: int
    left_out: int
    part: float
    started_at: str
    loaded_at: str | None
    loaded_by: str
    problem: str | None


class RatingListsAnswer(Struct):
    lists: list[RatingListRow]


class ListUpdateAnswer(Struct):
    """Where FIDE's list is fetched from, whether daily, when it was last tried, and what stood in the way."""

    address: str
    daily: bool
    under_way: bool
    checked_at: str | None
    problem: str | None


class RatedPlayerRow(Struct):
    """A player of a list; `rating` is the one of the kind that was asked for, or the standard one in its place."""

    id: str
    name: str
    federation: str | None
    title: str | None
    gender: str | None
    birth: str | None
    fide_id: str | None
    national_id: str | None
    club: str | None
    standard: int | None
    rapid: int | None
    blitz: int | None
    rating: int | None
    active: bool


Rows = list[RatedPlayerRow]


class LookUpAnswer(Struct):
    """Those whom what was typed fits, and the list they are from; none where no list is loaded."""

    list: str | None
    edition: str | None
    kind: KindName
    players: Rows


class DifferenceRow(Struct):
    """A field of which the list says something else."""

    __qualname__ = "rating_lists_DifferenceRow"

    field: str
    before: str | int | None
    after: str | int | None


class ComparedPlayerRow(Struct):
    """A player of the event, and of the list the one with the same FIDE id; else the ones that may be meant."""

    player_id: str
    name: str
    listed: RatedPlayerRow | None
    changes: list[DifferenceRow]
    proposals: list[RatedPlayerRow]


class CheckedListRow(Struct):
    """A list that was looked in, and whether it is the one in force on the day of the check."""

    list: str
    month: str
    current: bool


class AffectedPlayerRow(Struct):
    """A player of whom the lists say something else; `typed`: the rating was typed by hand."""

    player_id: str
    name: str
    typed: bool
    changes: list[DifferenceRow]


class RatingCheckAnswer(Struct):
    """What the lists in force on `day` say otherwise. `unlisted` are players to whom the main list gives none."""

    day: str
    current: bool
    lists: list[CheckedListRow]
    missing: list[str]
    affected: list[AffectedPlayerRow]
    unlisted: list[str]
    version: int


ComparedRows = list[ComparedPlayerRow]


class ComparisonAnswer(Page):
    __qualname__ = "rating_lists_ComparisonAnswer"
    list: str
    edition: str | None
    kind: KindName
    players: ComparedRows
    version: int


def rating_list_row(list_: RatingList) -> RatingListRow:
    return copied(
        RatingListRow,
        list_,
        list=list_.name,
        status=list_.status.value,
        layout=list_.layout.value if list_.layout else None,
        part=round(list_.part, 3),
        problem=sentence(list_.problem) if list_.problem else None,
    )


def list_update_answer(state: UpdateState) -> ListUpdateAnswer:
    return copied(ListUpdateAnswer, state, problem=sentence(state.problem) if state.problem else None)


def rated_player_row(player: RatedPlayer, kind: RatingKind) -> RatedPlayerRow:
    return copied(RatedPlayerRow, player, rating=player.rating(kind))


def look_up_answer(found: Found, kind: RatingKind) -> LookUpAnswer:
    list_ = found.list
    rows = [rated_player_row(player, kind) for player in found.players]
    return LookUpAnswer(list_.name if list_ else None, list_.edition if list_ else None, kind.value, rows)


def comparison_answer(comparison: Comparison, version: int) -> ComparisonAnswer:
    list_ = comparison.list
    rows = [_compared_row(each, comparison.kind) for each in comparison.players]
    return ComparisonAnswer(list_.name, list_.edition, comparison.kind.value, rows, version)


def rating_check_answer(check: RatingCheck, version: int) -> RatingCheckAnswer:
    return RatingCheckAnswer(
        day=check.day.isoformat(),
        current=check.current,
        lists=[CheckedListRow(each.list.name, each.list.month, each.current) for each in check.lists],
        missing=[*check.missing],
        affected=[
            AffectedPlayerRow(
                each.player.id,
                each.player.name,
                each.typed,
                [copied(DifferenceRow, change) for change in each.differences],
            )
            for each in check.affected
        ],
        unlisted=[player.id for player in check.unlisted],
        version=version,
    )


def _compared_row(compared: ComparedPlayer, kind: RatingKind) -> ComparedPlayerRow:
    return ComparedPlayerRow(
        player_id=compared.player.id,
        name=compared.player.name,
        listed=rated_player_row(compared.listed, kind) if compared.listed else None,
        changes=[copied(DifferenceRow, each) for each in compared.changes],
        proposals=[rated_player_row(each, kind) for each in compared.proposals],
    )
