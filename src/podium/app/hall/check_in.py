"""Check-in: who has come before a round, and what becomes of the absent.

Who has come is kept beside the journal: nobody will ever undo it. What becomes of the absent is a command like any
other, one for all of them, so it is one entry of the history and one undo.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Protocol

import msgspec

from podium.app.desk import Seen
from podium.app.ports import Receipt
from podium.app.words.language import N_, _
from podium.core.dice import Dice
from podium.core.errors import Forbidden, Invalid, Refused, Unknown
from podium.core.ids import PlayerId, TournamentId
from podium.core.player import Player
from podium.core.result import ByeType
from podium.flow.commands import SettleAbsences
from podium.flow.decide import decide
from podium.flow.formats.registry import format_of
from podium.flow.lookups import find_player, single_players
from podium.flow.state import Tournament

LONGEST = 7 * 24 * 60  # minutes until a deadline
WITH_LINK = "link-"
"""How the code of a check-in begins that gives players their links."""


class Absence(Enum):
    """What becomes of the absent."""

    LEFT_OUT = "left-out"
    HALF_POINT = "half-point-bye"
    ABSENT = "absent"
    WITHDRAWN = "withdrawn"

    @property
    def bye(self) -> ByeType | None:
        """The bye they get in the round; None where they leave the event."""
        return _BYES.get(self)


_BYES = {Absence.LEFT_OUT: ByeType.ZERO, Absence.HALF_POINT: ByeType.HALF, Absence.ABSENT: ByeType.ABSENT}


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The check-in for one round: until when players may come by themselves, the code of the address at which they do,
    and who has come when, in ISO times. A code that begins with `WITH_LINK` also makes a phone a player's own."""

    round: int
    code: str
    deadline: str | None = None
    present: Mapping[PlayerId, str] = field(default_factory=dict)

    @property
    def gives_links(self) -> bool:
        """Whether the first phone that checks a player in by the code gets the player's link."""
        return self.code.startswith(WITH_LINK)

    def is_over(self, now: str) -> bool:
        """Whether the deadline has passed."""
        return self.deadline is not None and now >= self.deadline


class CheckIns(Protocol):
    """Where check-ins are kept; one at a time for an event."""

    def now(self) -> str:
        """What time it is, as an ISO text in UTC."""

    def under_way(self, tournament: TournamentId) -> CheckIn | None:
        """The check-in that is under way, if there is one."""

    def open(self, tournament: TournamentId, round: int, deadline: str | None, *, links: bool = False) -> CheckIn:
        """A new check-in to which nobody has come; one under way keeps who came, and its code unless `links` differ."""

    def note(self, tournament: TournamentId, player: PlayerId, *, present: bool) -> None:
        """Note that a player has come, or has not."""

    def end(self, tournament: TournamentId) -> None:
        """No check-in any more."""


def next_round(state: Tournament) -> int:
    """The round that players check in for."""
    return len(state.rounds) + 1


def may_check_in(state: Tournament) -> bool:
    """Whether a round is still to be paired, for which players could come."""
    automatic = bool(state.rounds) and state.rounds[0].automatic
    planned = format_of(state).rounds_expected(state)
    return not automatic and (planned is None or next_round(state) <= planned)


def expected_players(state: Tournament, round: int) -> list[Player]:
    """The players who should come for a round, by name: they take part and have not asked for a bye in it."""
    players = [each for each in single_players(state) if not each.withdrawn and round not in each.byes]
    return sorted(players, key=lambda each: (each.name.casefold(), each.number))


def absent_players(state: Tournament, check_in: CheckIn) -> list[Player]:
    """The players who should have come and have not."""
    return [each for each in expected_players(state, check_in.round) if each.id not in check_in.present]


def open_check_in(check_ins: CheckIns, seen: Seen, minutes: int | None, *, links: bool = False) -> CheckIn:
    """The check-in for the next round; players come by themselves for so many minutes, or until it is ended."""
    if minutes is not None and not 1 <= minutes <= LONGEST:
        raise Invalid("minutes-out-of-range", field="minutes", value=minutes, most=LONGEST)
    if seen.state.archived:
        raise Refused("tournament-archived", name=seen.state.settings.name)
    if not may_check_in(seen.state):
        raise Refused("no-round-to-come", value=len(seen.state.rounds))
    deadline = None
    if minutes is not None:
        end = datetime.fromisoformat(check_ins.now()).astimezone(UTC) + timedelta(minutes=minutes)
        deadline = end.isoformat(timespec="milliseconds")
    return check_ins.open(seen.state.id, next_round(seen.state), deadline, links=links)


def check_in_under_way(check_ins: CheckIns, state: Tournament) -> CheckIn:
    """The check-in for the next round; refuses where there is none."""
    check_in = check_ins.under_way(state.id)
    if check_in is None or check_in.round != next_round(state):
        raise Refused("no-check-in", value=next_round(state))
    return check_in


def note_at_desk(check_ins: CheckIns, state: Tournament, player: PlayerId, *, present: bool) -> None:
    """Somebody at the desk notes who has come, deadline or not."""
    check_in_under_way(check_ins, state)
    check_ins.note(state.id, find_player(state, player).id, present=present)


def come_by_code(check_ins: CheckIns, state: Tournament, player: PlayerId, code: str) -> CheckIn:
    """The check-in to which a player comes by the address that hangs on the wall."""
    check_in = check_in_under_way(check_ins, state)
    must_be_code(check_in, code)
    _come(check_ins, state, check_in, player)
    return check_in


def come_by_link(check_ins: CheckIns, seen: Seen) -> None:
    """A player comes by the own link."""
    if seen.player is None:
        raise Forbidden(_("check players in"))
    _come(check_ins, seen.state, check_in_under_way(check_ins, seen.state), seen.player)


def must_be_code(check_in: CheckIn, code: str) -> None:
    """Nothing, unless that is not the code of the check-in."""
    if not hmac.compare_digest(code.encode(), check_in.code.encode()):
        raise Unknown("check-in", code)


def settle(
    check_ins: CheckIns, seen: Seen, act: Absence | None, perform: Callable[[SettleAbsences], Receipt]
) -> tuple[CheckIn, Receipt | None]:
    """The check-in that is ended, and the receipt of what becomes of the absent: nothing where no act is named."""
    check_in = check_in_under_way(check_ins, seen.state)
    absent = absent_players(seen.state, check_in)
    receipt = None
    if act is not None and absent:
        receipt = perform(SettleAbsences(tuple(each.id for each in absent), check_in.round, act.bye))
    check_ins.end(seen.state.id)
    return check_in, receipt


def possible_absences(state: Tournament, check_in: CheckIn) -> list[Absence]:
    """What may become of the absent, by the rules of the event."""
    absent = tuple(each.id for each in absent_players(state, check_in))
    return [act for act in Absence if _is_possible(state, SettleAbsences(absent, check_in.round, act.bye))]


def _is_possible(state: Tournament, command: SettleAbsences) -> bool:
    try:
        decide(state, command, "", Dice("look"))
    except (Refused, Invalid):  # against the rules of the event, or nothing that its format knows
        return False
    return True


def _come(check_ins: CheckIns, state: Tournament, check_in: CheckIn, player: PlayerId) -> None:
    if check_in.is_over(check_ins.now()):
        raise Refused("check-in-over", value=check_in.deadline)
    who = find_player(state, player)
    if who.withdrawn:
        raise Refused("player-withdrawn", value=who.id, name=who.name)
    check_ins.note(state.id, who.id, present=True)


class CheckInAnswer(msgspec.Struct):
    """Who has come for a round, `since` when, and who has not; players come by themselves until `deadline` at `url`."""

    round: int
    deadline: str | None
    over: bool
    url: str | None
    present: list[str]
    since: dict[str, str]
    absent: list[str]
    version: int


def check_in_answer(
    state: Tournament, check_in: CheckIn, now: str, version: int, address: str | None = None
) -> CheckInAnswer:
    """The check-in of an event; `address` is where players come by themselves, for readers who may know it."""
    present: list[str] = [each.id for each in expected_players(state, check_in.round) if each.id in check_in.present]
    absent: list[str] = [each.id for each in absent_players(state, check_in)]
    since = {id: check_in.present[PlayerId(id)] for id in present}
    over = check_in.is_over(now)
    return CheckInAnswer(check_in.round, check_in.deadline, over, address, present, since, absent, version)


_WORDS = {
    Absence.LEFT_OUT: N_("Leave them out of this round, without a point"),
    Absence.HALF_POINT: N_("Give them a half-point bye in this round"),
    Absence.ABSENT: N_("Note them as absent from this round"),
    Absence.WITHDRAWN: N_("Withdraw them from the tournament"),
}


def absence_words(absence: Absence) -> str:
    """What an act means for the absent."""
    return _(_WORDS[absence])
