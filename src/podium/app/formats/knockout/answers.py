"""The bracket of a knockout and its matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import UNSET, Struct, UnsetType

from podium.app.formats.knockout.matches import Playing, branch_field, match_document
from podium.app.formats.knockout.words import round_name
from podium.app.versions import Page, versioned
from podium.knockout import BracketMatch, Bye, FinalistOf, Knockout, LoserOf, Seed, Slot, WinnerOf

if TYPE_CHECKING:  # a simulation has matches, and no tournament
    from podium.flow.state import Tournament


class MatchRow(Struct):
    """One match or tie-break game; `tournamentId` is null in a simulation, `bracket` that of a double elimination."""

    id: str
    tournamentId: str | None  # noqa: N815  # the contract's spelling, as in all below
    roundNumber: int  # noqa: N815
    boardNumber: int  # noqa: N815
    whiteEntryId: str | None  # noqa: N815
    blackEntryId: str | None  # noqa: N815
    status: Literal["PENDING", "RUNNING", "FINISHED", "CANCELED"]
    result: Literal["WHITE_WIN", "BLACK_WIN", "DRAW", "BYE", "DOUBLE_FORFEIT"] | None
    resultReason: str | None  # noqa: N815
    parentMatchId: str | None  # noqa: N815
    isTieBreak: bool  # noqa: N815
    tieBreakIndex: int | None  # noqa: N815
    tieBreakType: str | None  # noqa: N815
    timeControlOverride: str | dict[str, str] | None  # noqa: N815
    finishedAt: str | None  # noqa: N815
    tieBreakMatches: list[str]  # noqa: N815
    bracket: Literal["winners", "losers", "final"] | UnsetType = UNSET


class MatchAnswer(MatchRow, kw_only=True):
    version: int


class MatchesAnswer(Page):
    version: int
    matches: list[MatchRow]


class BoardRow(Struct):
    """A place in the bracket."""

    round: int
    board: int


class SlotRow(Struct):
    """Where a player of a match comes from: one of these."""

    seed: int | UnsetType = UNSET
    winnerOf: BoardRow | UnsetType = UNSET  # noqa: N815
    loserOf: BoardRow | UnsetType = UNSET  # noqa: N815
    finalistOf: BoardRow | UnsetType = UNSET  # noqa: N815
    bye: bool | UnsetType = UNSET


class BracketMatchRow(MatchRow, kw_only=True):
    """A match in its place: where its players come from, once that is known, and its tie-break games."""

    thirdPlace: bool  # noqa: N815
    slots: list[SlotRow] | None
    tieBreaks: list[MatchRow]  # noqa: N815


class BracketRoundRow(Struct):
    """A round; `bracket` is the one of a double elimination that it belongs to."""

    round: int
    number: int
    name: str
    begun: bool
    matches: list[BracketMatchRow]
    bracket: Literal["winners", "losers", "final"] | UnsetType = UNSET


class BracketRow(Struct):
    status: Literal["PENDING", "RUNNING", "FINISHED"]
    rounds: list[BracketRoundRow]
    champions: list[str]


class BracketAnswer(BracketRow):
    version: int


def match_row(
    knockout: Knockout, match: BracketMatch, tournament: str | None, playing: Playing = frozenset()
) -> MatchRow:
    """A match; one whose live game is among those `playing` is under way."""
    return MatchRow(**match_document(knockout, match, tournament, playing))


def match_rows(
    knockout: Knockout | None, tournament: str | None, playing: Playing = frozenset(), *, round: int | None = None
) -> list[MatchRow]:
    """All matches, or those of a round, each followed by its tie-break games; none before the bracket is built."""
    if knockout is None:
        return []
    matches = (match for match in knockout if round in (None, match.round + knockout.before))
    return [match_row(knockout, match, tournament, playing) for match in matches]


def bracket_row(knockout: Knockout, tournament: str, playing: Playing = frozenset()) -> BracketRow:
    """The whole bracket: its rounds with their matches, tie-break games inside them, and the champions."""
    return BracketRow(
        status="FINISHED" if knockout.over else "RUNNING",
        rounds=[
            BracketRoundRow(
                round=here.number + knockout.before,
                number=here.number + knockout.before,
                name=round_name(knockout, here.number),
                begun=here.number <= knockout.begun,
                matches=[_in_bracket(knockout, match, tournament, playing) for match in here.parents],
                **branch_field(knockout, here.number),
            )
            for here in knockout.rounds
        ],
        champions=list(knockout.champions),
    )


def bracket_answer(state: Tournament, version: int, playing: Playing = frozenset()) -> BracketAnswer:
    """The bracket, empty before it is built."""
    row = bracket_row(state.knockout, state.id, playing) if state.knockout else BracketRow("PENDING", [], [])
    return versioned(BracketAnswer, row, version)


def _in_bracket(knockout: Knockout, match: BracketMatch, tournament: str, playing: Playing) -> BracketMatchRow:
    slots = knockout.slots(match)
    return BracketMatchRow(
        **match_document(knockout, match, tournament, playing),
        thirdPlace=match.third_place,
        slots=None if slots is None else [_slot(slot, knockout.before) for slot in slots],
        tieBreaks=[match_row(knockout, game, tournament, playing) for game in knockout.games_of(match)],
    )


def _slot(slot: Slot, before: int) -> SlotRow:
    match slot:
        case Seed():
            return SlotRow(seed=slot.number)
        case WinnerOf():
            return SlotRow(winnerOf=BoardRow(slot.round + before, slot.board))
        case LoserOf():
            return SlotRow(loserOf=BoardRow(slot.round + before, slot.board))
        case FinalistOf():
            return SlotRow(finalistOf=BoardRow(slot.round + before, slot.board))
        case Bye():
            return SlotRow(bye=True)
