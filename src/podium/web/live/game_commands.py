"""What an arbiter does to a live game, as the forms of the game's own page and of the live boards send it."""

from __future__ import annotations

from collections.abc import Callable

from podium.games.commands import (
    AddTime,
    CountGame,
    DeclareResult,
    GameCommand,
    PauseGame,
    ReplayGame,
    ResumeGame,
    VoidGame,
)
from podium.knockout import outcome_and_reason
from podium.web.frame.forms import number_or_text
from podium.web.frame.visit import Visit

UNREADABLE = -1  # in place of a number that cannot be read: no game takes it


def whole_number(visit: Visit, name: str) -> int:
    """The number in a field, none where it is empty."""
    value = number_or_text(visit.form.text(name))
    return UNREADABLE if isinstance(value, str) else value or 0


def is_confirmed(visit: Visit) -> bool:
    """Whether the form says that what follows is meant."""
    return visit.form.text("confirm") == "yes"


def _declaration(visit: Visit) -> GameCommand:
    return DeclareResult(*outcome_and_reason(visit.form.optional("result"), visit.form.optional("reason")))


COMMANDS: dict[str, Callable[[Visit], GameCommand]] = {
    "pause": lambda visit: PauseGame(),
    "resume": lambda visit: ResumeGame(),
    "time": lambda visit: AddTime(whole_number(visit, "white"), whole_number(visit, "black")),
    "declare": _declaration,
    "void": lambda visit: VoidGame(),
    "replay": lambda visit: ReplayGame(is_confirmed(visit)),
    "count": lambda visit: CountGame(is_confirmed(visit)),
}
"""The command of each act, by the end of its address, which is that of the API; raises Invalid for what is none."""
