"""Games, byes and matches answer the same questions, and a round lists each kind in order."""

from __future__ import annotations

from dataclasses import fields, replace

from podium.core.ids import PairingId, PlayerId
from podium.core.result import ByeType, Result
from podium.doubles import Sets
from podium.flow.state import Bye, Game, Match, Pairing, Round
from tests.kit.loops import every

ANN, BEN, CY, DAN = (PlayerId(name) for name in ("ann", "ben", "cy", "dan"))
GAME = Game(PairingId("g"), 2, ANN, BEN)
DRAWN = Game(PairingId("d"), 1, CY, DAN, result=Result.DRAW)
PLAYED_OFF = Game(PairingId("t"), 1, DAN, CY)
MATCH = Match(PairingId("m"), 3, (ANN, BEN), (CY, DAN))
BYE = Bye(PairingId("b"), 1, ANN, ByeType.HALF)
ROUND = Round(1, {each.id: each for each in (BYE, GAME, MATCH, DRAWN)}, tie_breaks={DRAWN.id: (PLAYED_OFF,)})


@every(
    ("pairing", "entered", "played", "open_"),
    [
        (GAME, False, False, True),
        (DRAWN, True, True, False),
        (replace(GAME, result=Result.WHITE_WINS_BY_FORFEIT), True, False, False),
        (MATCH, False, False, True),
        (replace(MATCH, sets=Sets(1, None)), True, False, True),
        (replace(MATCH, sets=Sets(3, 3)), True, False, True),
        (replace(MATCH, sets=Sets(3, 1)), True, True, False),
        (BYE, False, False, False),
    ],
)
def test_every_pairing_says_how_far_it_is(pairing: Pairing, entered: bool, played: bool, open_: bool) -> None:
    assert (pairing.entered, pairing.played, pairing.problem is not None) == (entered, played, open_)


def test_only_a_bye_has_a_kind_and_only_a_game_a_result() -> None:
    assert [each.bye_kind for each in (GAME, MATCH, BYE)] == [None, None, ByeType.HALF]
    assert [each.is_bye for each in (GAME, MATCH, BYE)] == [False, False, True]
    assert [each.result for each in (DRAWN, replace(MATCH, sets=Sets(3, 1)), BYE)] == [Result.DRAW, None, None]
    assert [replace(GAME, result=Result.ADJOURNED).adjourned, MATCH.adjourned, BYE.adjourned] == [True, False, False]


def test_what_a_pairing_answers_is_not_stored_in_it() -> None:
    assert [each.name for each in fields(Game)][5:] == ["result", "pinned", "recorded"]
    assert [each.name for each in fields(Bye)] == ["id", "board", "player", "kind", "section", "recorded"]
    assert [each.name for each in fields(Match)] == ["id", "board", "home", "away", "section", "sets", "to_win"]


def test_sides_opponents_and_partners() -> None:
    assert (GAME.sides, MATCH.sides) == (((ANN,), (BEN,)), ((ANN, BEN), (CY, DAN)))
    assert [GAME.opponent(ANN), GAME.opponent(BEN)] == [BEN, ANN]
    assert [MATCH.partner(each) for each in MATCH.players] == [BEN, ANN, DAN, CY]
    assert [MATCH.opponents(BEN), MATCH.opponents(DAN)] == [(CY, DAN), (ANN, BEN)]


def test_a_round_lists_each_kind_by_board() -> None:
    assert ROUND.in_order == [DRAWN, GAME, MATCH, BYE]
    assert ROUND.meetings == [DRAWN, GAME, MATCH]
    assert (ROUND.boards, ROUND.matches, ROUND.byes) == ([DRAWN, GAME], [MATCH], [BYE])
    assert ROUND.every_board == [DRAWN, PLAYED_OFF, GAME]
    assert (ROUND.pending, ROUND.unsettled, ROUND.adjourned) == ([GAME, MATCH], 3, 0)
