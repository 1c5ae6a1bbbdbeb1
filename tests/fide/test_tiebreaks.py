"""Tie-breaks in FIDE mode: every code of the two lists is taken, computed and written to the report."""

from __future__ import annotations

import pytest

from podium.app.queries import standings
from podium.app.trf.export import report_of
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers
from tests.kit.events import Director, director, games
from tests.kit.loops import every

SWISS = [
    *("AOB", "AOB/F", "APPO", "APRO", "ARO", "ARO/C1", "ARO/C2", "ARO/M1", "ARO/M2"),
    *("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BPG", "BWG", "DE", "DE/P"),
    *("FB", "FB/C1", "FB/C2", "FB/M1", "FB/M2", "PS", "PS/C1", "PS/C2", "PTP", "REP"),
    *("RTNG", "RTNG/R", "SB", "SB/C1", "SB/C2", "STD", "TPN", "TPN/R", "TPR", "WIN", "WON"),
]
ROUND_ROBIN = [
    *("DE", "BPG", "BWG", "REP", "STD", "SB", "SB/C1", "SB/C2", "RTNG", "RTNG/R", "WIN", "TPN", "TPN/R"),
    *("KS", "KS/L1", "KS/L2", "KS/L-1", "KS/L-2"),
]
RESULTS = ["1-0", "0-1", "0-1", "1-0", "1-0", "1/2-1/2", "1-0"]
EQUAL = ("REP",)  # all have played every round


def played(format: str, codes: list[str]) -> Director:
    """Eight players, seven rounds planned, five of them played."""
    event = director(format, rules="fide", rounds=7, tiebreaks=codes)
    event.do(AddPlayers(tuple(PlayerFields(name, 2000 - 50 * at) for at, name in enumerate("ABCDEFGH"))))
    for number in range(1, 6):
        event.pair()
        for board, game in enumerate(games(event.round())):
            event.result(event.name(game.white), RESULTS[(number + 3 * board) % len(RESULTS)])
        event.close(number)
    return event


@pytest.fixture(scope="module")
def swiss() -> Director:
    return played("swiss", SWISS)


@pytest.fixture(scope="module")
def round_robin() -> Director:
    return played("round-robin", ROUND_ROBIN)


@every("code", SWISS)
def test_every_code_for_swiss_tournaments_ranks_one(swiss: Director, code: str) -> None:
    assert len(SWISS) == 39
    assert values(swiss, code) > (0 if code in EQUAL else 1)


@every("code", ROUND_ROBIN)
def test_every_code_for_round_robins_ranks_one(round_robin: Director, code: str) -> None:
    assert len(ROUND_ROBIN) == 18
    assert values(round_robin, code) > (0 if code in EQUAL else 1)


def test_the_report_names_them_all(swiss: Director, round_robin: Director) -> None:
    assert report_of(swiss.state, "").tiebreaks == tuple(SWISS)
    written = tuple(code.replace("L+", "L") for code in report_of(round_robin.state, "").tiebreaks)
    assert written == tuple(ROUND_ROBIN)


def values(event: Director, code: str) -> int:
    """How many different values the players have."""
    rows = standings(event.state, codes=[code])
    return len({value for row in rows for value in row.tiebreaks.values() if value is not None})
