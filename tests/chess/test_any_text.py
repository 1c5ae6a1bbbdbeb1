"""Whatever is sent, it is read or refused, and nothing else happens."""

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from podium.chess import INITIAL, is_legal, pgn, read_fen, read_move, write_fen
from podium.core.errors import Invalid

MARKS = st.text(alphabet='KQRBNOabcdefgh12345678x=+#-0 /wkq.{}()[]"$;%*\n\\', max_size=30)


FEN = st.from_regex(r"[1-8kKpP/]{10,40} [wb] [KQkq]{1,4} (-|[a-h][36]) [0-9] [0-9]", fullmatch=True)


@given(text=st.text() | MARKS)
def test_a_text_is_a_legal_move_or_refused(text: str) -> None:
    with suppress(Invalid):
        assert is_legal(INITIAL, read_move(INITIAL, text))


@given(text=st.text() | MARKS | FEN)
def test_a_text_is_a_position_or_refused(text: str) -> None:
    with suppress(Invalid):
        position = read_fen(text)
        assert read_fen(write_fen(position)) == position


@given(text=st.text() | MARKS)
def test_a_text_holds_games_that_can_be_written_again(text: str) -> None:
    for game in pgn.read(text):
        [again] = pgn.read(pgn.write(game.game, game.result, dict(game.tags), game.comments))
        assert (again.moves, again.result) == (game.moves, game.result)
