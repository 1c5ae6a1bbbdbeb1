"""Check-in, as JSON."""

from __future__ import annotations

import msgspec

from podium.app.hall.check_in import CheckIn, absent_players, expected_players
from podium.flow.state import Tournament


class CheckInAnswer(msgspec.Struct):
    """Who has come for a round, and who has not; players come by themselves until `deadline`, at `url`."""

    round: int
    deadline: str | None
    over: bool
    url: str | None
    present: list[str]
    absent: list[str]
    version: int


def check_in_answer(
    state: Tournament, check_in: CheckIn, now: str, version: int, address: str | None = None
) -> CheckInAnswer:
    """The check-in of an event; `address` is where players come by themselves, for those who may know it."""
    present = [each.id for each in expected_players(state, check_in.round) if each.id in check_in.present]
    absent = [each.id for each in absent_players(state, check_in)]
    return CheckInAnswer(
        check_in.round, check_in.deadline, check_in.is_over(now), address, list(present), list(absent), version
    )
