"""What arbiters are told of players: how long their moves took."""

from __future__ import annotations

from podium.app.live.devices import PlayerDevices
from podium.core.ids import PlayerId
from tests.games.table import Table


def test_the_times_of_moves_are_said_by_player_and_no_longer_than_the_clock() -> None:
    table = Table("10+0").begun()
    white, black = (PlayerDevices(PlayerId(id), [], []) for id in ("anna", "bert"))
    table.move("e4", after=500)
    assert [each.time_for_moves(table.live) for each in (white, black)] == ["", ""]  # how long it waited is not known
    for seconds, move in enumerate(("e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4"), 3):
        table.move(move, after=seconds)
    assert white.time_for_moves(table.live) == "Time for a move: 0:04.0 to 0:08.0, half of them 0:06.0 or more"
    assert black.time_for_moves(table.live) == "Time for a move: 0:03.0 to 0:07.0, half of them 0:05.0 or more"
