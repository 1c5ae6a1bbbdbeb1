"""What the schema lets the columns of tables hold: closed sets, each from the enum that is its truth, and ranges.

The schema has these as CHECK constraints, which migrations write: a value that is added to an enum here needs a
migration that lets the column have it, and `tests/storage/test_checks.py` says so. Not among them is the journal, which
is written by the codec alone and read for ever, nor a set that a registry owns, such as the formats of tournaments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from sqlalchemy import Boolean, Table

from podium.app.access import Role
from podium.app.accounts.credentials import TokenScope
from podium.app.event.attachments import AttachmentKind
from podium.app.hall.event_clock import ClockKind
from podium.app.hall.screens import Theme
from podium.app.ratings.rating_lists import ListStatus
from podium.core.player import GENDERS
from podium.core.ratings.rated_player import Layout
from podium.core.result import ByeType, Result
from podium.files.raster import MEDIA_TYPES
from podium.games.state import DueKind
from podium.games.state import Status as GameStatus
from podium.knockout import DrawRuleMode, Outcome, Reason, TieBreakPolicy
from podium.knockout import Status as MatchStatus
from podium.prizes import Mode, Order, Sharing
from podium.storage import read_model, tables
from podium.storage.journal.heads import StreamKind

SETS = "%:%"
"""What the result of a match of doubles is like: `3:1`."""


@dataclass(frozen=True, slots=True)
class Check:
    """What a column may hold: one of `values`, a text `like` another, or a number from `least`; NULL where it may."""

    values: frozenset[str] = frozenset()
    like: str | None = None
    least: int | None = None


def _enum(kind: type[Enum]) -> Check:
    return Check(frozenset(each.value for each in kind))


def _words(words: Iterable[str]) -> Check:
    return Check(frozenset(words))


def _from(least: int) -> Check:
    return Check(least=least)


_ROLE = _words(role.word for role in Role)
_RESULT = Check(frozenset((*(each.value for each in Result), *(each.row for each in ByeType))), like=SETS)

CHECKS: Mapping[Table, Mapping[str, Check]] = {
    tables.head: {"version": _from(1), "kind": _enum(StreamKind)},
    read_model.due: {"at": _from(0), "kind": _enum(DueKind), "ply": _from(0)},
    tables.roles: {"role": _ROLE},
    tables.links: {"role": _ROLE},
    tables.attachments: {
        "kind": _enum(AttachmentKind),
        "media_type": _words(tuple(MEDIA_TYPES)),
        "width": _from(1),
        "height": _from(1),
    },
    tables.tokens: {"scope": _words(scope.word for scope in TokenScope)},
    tables.rating_lists: {
        "status": _enum(ListStatus),
        "layout": _enum(Layout),
        "players": _from(0),
        "left_out": _from(0),
    },
    tables.followers: {"told_round": _from(0), "told_start": _from(0)},
    tables.window_changes: {"away": _from(1)},
    tables.check_ins: {"round": _from(1)},
    tables.second_entries: {"result": _enum(Result)},
    tables.displays: {
        "version": _from(1),
        "clock": _enum(ClockKind),
        "clock_length": _from(0),
        "clock_left": _from(0),
        "revealed": _from(1),
    },
    tables.screens: {"place": _from(0), "theme": _enum(Theme)},
    read_model.tournaments: {
        "rounds": _from(0),
        "rounds_paired": _from(0),
        "rounds_published": _from(0),
        "players": _from(0),
        "drawRuleMode": _enum(DrawRuleMode),
        "tieBreakPolicy": _enum(TieBreakPolicy),
    },
    read_model.players: {"number": _from(1), "rating": _from(0), "gender": _words(GENDERS), "rank": _from(1)},
    read_model.pairings: {
        "round": _from(1),
        "board": _from(0),
        "result": _RESULT,
        "color": _words(["white"]),
        "bye_type": _enum(ByeType),
    },
    read_model.results: {"round": _from(1), "result": _RESULT},
    read_model.doubles_matches: {"round": _from(1), "home_sets": _from(0), "away_sets": _from(0)},
    read_model.matches: {
        "roundNumber": _from(1),
        "boardNumber": _from(1),
        "status": _enum(MatchStatus),
        "result": _enum(Outcome),
        "resultReason": _enum(Reason),
        "tieBreakIndex": _from(1),
        "tieBreakType": _enum(TieBreakPolicy),
    },
    read_model.games: {
        "round": _from(1),
        "status": _enum(GameStatus),
        "result": _enum(Outcome),
        "result_reason": _enum(Reason),
    },
    read_model.categories: {"gender": _words(GENDERS)},
    read_model.prizes: {"place": _from(1), "cash": _from(0)},
    read_model.rule_config: {
        "multipleEligibilityMode": _enum(Mode),
        "order": _enum(Order),
        "sharing": _enum(Sharing),
    },
    read_model.conflicts: {"number": _from(1)},
}


def booleans(table: Table) -> list[str]:
    """The columns that are true or false; SQLite has them as numbers, and a check that they are 0 or 1."""
    return [column.name for column in table.columns if isinstance(column.type, Boolean)]
