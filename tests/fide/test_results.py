"""Results: which forfeits there are, and that nothing is half played."""

from __future__ import annotations

import itertools

from podium.core.errors import FormatError
from podium.core.result import BY_TRF, Result
from podium.files.trf import read
from podium.flow.commands import RecordResult
from tests.kit.events import director, games, refused


def test_there_are_three_forfeits() -> None:
    event = director("swiss", rules="fide", rounds=3)
    event.players("A", "B")
    event.pair()
    forfeits = [each for each in Result if not each.played]
    assert {each.value for each in forfeits} == {"1-0F", "0-1F", "0-0F"}
    white, black = event.sheet()[0].split("-")
    for result, points in {"1-0F": ("1.0", "0.0"), "0-1F": ("0.0", "1.0"), "0-0F": ("0.0", "0.0")}.items():
        event.result("A", result)
        assert (event.points[white], event.points[black]) == points


def test_no_result_mixes_a_game_with_a_forfeit() -> None:
    """Neither one that is entered nor one that a report file has."""
    assert all(each.white.played is each.black.played is each.played for each in Result)
    forfeited, played = "+-", "10=WDL"
    for white, black in (*itertools.product(forfeited, played), *itertools.product(played, forfeited)):
        assert (white, black) not in BY_TRF
        assert _refused(white, black), (white, black)
    assert not _refused("+", "-")


def _refused(white: str, black: str) -> bool:
    """Whether a report with such a game is damaged, whatever its points."""
    points = {"1": "1.0", "W": "1.0", "+": "1.0", "=": "0.5", "D": "0.5"}
    text = "".join(
        f"001 {number:>4}      {name:<33} 2000                             {points.get(code, '0.0')}    1  "
        f"{3 - number:>4} {colour} {code}\n"
        for number, name, colour, code in ((1, "Adler", "w", white), (2, "Braun", "b", black))
    )
    try:
        read(text)
    except FormatError:
        return True
    return False


def test_a_game_adjourned_by_mistake_asks_nothing_while_nothing_is_paired_upon_it() -> None:
    event = director("swiss", rules="fide", rounds=3)
    event.players(*"ABCD")
    event.pair()
    first, second = games(event.round())
    for game in (first, second):
        event.do(RecordResult(game.id, Result.ADJOURNED))
    event.do(RecordResult(first.id, Result.WHITE_WINS))
    assert event.state.breaches == ()
    event.pair()
    with refused("fide-mode-asks"):
        event.do(RecordResult(second.id, Result.WHITE_WINS))
