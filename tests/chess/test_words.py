"""Every reason to refuse a move has a sentence of its own."""

from podium.app.live.error_words import OBJECTIONS
from podium.app.words.errors import sentence
from podium.chess import Objection
from podium.chess.illegal import illegal


def test_every_objection_has_its_own_sentence() -> None:
    assert set(OBJECTIONS) == set(Objection)
    said = {sentence(illegal("e4", each, start="e2", end="e4", allowed=["e3", "e4"])) for each in Objection}
    assert len(said) == len(Objection)


def test_a_sentence_names_the_move() -> None:
    error = illegal("e2e5", Objection.UNREACHABLE, start="e2", end="e5")
    assert sentence(error) == '"e2e5" is not a legal move here: the piece on e2 cannot go to e5.'
