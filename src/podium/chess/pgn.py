"""Games as Portable Game Notation, PGN: read as they come, written as the standard's export format wants them.

Read are tags, moves, comments and results. Variations and numeric glyphs (`$1`, `!?`) are passed over, and so are
move numbers. What is wrong in one game stops that game where it is wrong; the others are read.

>>> [game] = read('[White "Ann"] 1. e4 {[%clk 0:05:00]} e5 (1... c5) 2. Nf3 $1 *')
>>> game.tag("White"), [each.san for each in game.moves], game.comments, game.result
('Ann', ['e4', 'e5', 'Nf3'], ((1, '[%clk 0:05:00]'),), '*')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Final

from podium.chess.fen import read as read_fen
from podium.chess.fen import write as write_fen
from podium.chess.game import Game, PlayedMove, replayed
from podium.chess.illegal import LONGEST_VALUE
from podium.chess.moves import after
from podium.chess.notation import read_san, san
from podium.chess.position import INITIAL, WHITE, Position
from podium.core.errors import Invalid, Refused

UNKNOWN: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")
STANDARD_VARIANTS: Final = ("", "standard", "chess", "normal", "from position")
CHESS960: Final = "Chess960"
_CHESS960: Final = ("chess960", "chess 960", "fischerandom", "fischer random", "freestyle")
COLUMNS: Final = 79
LONGEST_GAME: Final = 17_697  # half-moves: the law of 75 moves allows no more

Tags = Sequence[tuple[str, str]]
"""The names and values of the tags of a game, in their order."""

_RESULT_SPELLINGS: Final = {"½-½": "1/2-1/2", "1/2": "1/2-1/2", **{result: result for result in RESULTS}}
# What was looked at is taken, so that reading takes time in proportion to the file whatever is in it: a broken tag is
# its whole line, and a comment without an end lasts until the next game.
_TOKEN: Final = re.compile(
    r"""
      (?P<blank> \s+ | ^%[^\n]* | \$\d* | [!?]+ | \.+ | e\.p\.? )
    | (?P<tag> \[ \s* (?P<name> \w+ ) \s* " (?P<value> (?: \\. | [^\n\\] )*? ) " \s* \] )
    | (?P<comment> \{ (?: [^}\[] | \[ (?! Event\b ) )* (?P<closed> \} )? | ;[^\n]* )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<result> (?: 1-0 | 0-1 | 1/2-1/2 | ½-½ | 1/2 | \* ) (?! [\w/-] ) )
    | (?P<number> \d+ (?: \s* \.+ | (?= \s | $ ) ) )
    | (?P<move> [A-Za-z0-9] [^\s{}();$!?.\[\]*]*? (?= e\.p\. | [\s{}();$!?.\[\]*] | $ ) | -- )
    | (?P<sign> [-+/=~<>\u00b1\u2212\u221e\u2213\u2a71\u2a72]+ )
    | (?P<wrong> \[[^\n]* | \S+ )
    """,
    re.VERBOSE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class PgnProblem:
    """Where a game could be read no further, lines counted from 1, and why."""

    line: int
    error: Refused


@dataclass(frozen=True, slots=True)
class PgnGame:
    """A game of a file. Comments stand with the number of half-moves played before them.

    The moves are legal, and no more is judged: a file may go on after a draw by the laws. `result` is what stands
    behind the moves, or the tag where nothing does.
    """

    tags: tuple[tuple[str, str], ...]
    game: Game
    comments: tuple[tuple[int, str], ...]
    result: str
    line: int
    problem: PgnProblem | None

    @property
    def moves(self) -> tuple[PlayedMove, ...]:
        """The moves, up to the first problem."""
        return self.game.moves

    def tag(self, name: str) -> str:
        """The value of a tag, empty if there is none."""
        return next((value for each, value in self.tags if each == name), "")


def decoded(content: bytes) -> str:
    """The text of a file: UTF-8 with or without its mark, else Latin-1 as older programs write it."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def read(text: str, wanted: Callable[[Tags], bool] = lambda tags: True) -> list[PgnGame]:
    """Every game in a text; of those that are not `wanted` by their tags the moves are passed over, which is fast."""
    return list(_games(text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff"), wanted))


@dataclass(slots=True)
class _Draft:
    """A game while it is read."""

    line: int
    wanted: Callable[[Tags], bool]
    tags: list[tuple[str, str]] = field(default_factory=list)
    passed_over: bool = False
    begun: bool = False  # whether anything has come behind the tags
    initial: Position = INITIAL
    position: Position = INITIAL
    moves: list[PlayedMove] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)
    variations: list[int] = field(default_factory=list)  # that are open, by the line they begin on
    problem: PgnProblem | None = None

    def tag(self, name: str) -> str:
        return next((value for each, value in self.tags if each == name), "")

    def begin(self, line: int) -> None:
        """Sets up the position that the tags name."""
        if self.begun:
            return
        self.begun = True
        self.passed_over = not self.wanted(self.tags)
        try:
            chess960 = (variant := self.tag("Variant")).lower() in _CHESS960
            if not chess960 and variant.lower() not in STANDARD_VARIANTS:
                raise Invalid("pgn-variant", value=variant)
            if fen := self.tag("FEN"):
                self.initial = self.position = read_fen(fen, chess960=chess960)
        except Refused as error:
            self.fail(line, error)

    def play(self, line: int, text: str) -> None:
        if self.problem or self.variations or self.passed_over:
            return
        try:
            if len(self.moves) == LONGEST_GAME:
                raise Invalid("pgn-too-long", value=text[:LONGEST_VALUE], most=LONGEST_GAME)
            move = read_san(self.position, text)
        except Refused as error:
            self.fail(line, error)
        else:
            self.moves.append(PlayedMove(move, san(self.position, move)))
            self.position = after(self.position, move)

    def fail(self, line: int, error: Refused) -> None:
        self.problem = self.problem or PgnProblem(line, error)

    def is_followed_by(self, tag: str) -> bool:
        """Whether a tag belongs to the next game."""
        return self.begun or (tag == "Event" and tag in dict(self.tags))

    def finished(self, line: int, result: str) -> PgnGame:
        self.begin(line)
        game = replayed(self.initial, self.moves)
        return PgnGame(tuple(self.tags), game, tuple(self.comments), result, self.line, self.problem)

    def unfinished(self, line: int) -> PgnGame:
        """The game where no result stands behind its moves."""
        if self.variations:
            self.fail(self.variations[0], Invalid("pgn-malformed", value="("))
        return self.finished(line, _RESULT_SPELLINGS.get(self.tag("Result"), "*"))


def _games(text: str, wanted: Callable[[Tags], bool]) -> Iterator[PgnGame]:
    draft: _Draft | None = None
    line = 1
    for token in _TOKEN.finditer(text):
        kind, content = token.lastgroup, token[0]
        if kind != "blank":
            if kind == "tag" and draft and draft.is_followed_by(token["name"]):
                yield draft.unfinished(line)
                draft = None
            draft = draft or _Draft(line, wanted)
            if kind == "result" and not draft.variations:
                yield draft.finished(line, _RESULT_SPELLINGS[content])
                draft = None
            else:
                _take(draft, line, kind or "wrong", token)
        line += content.count("\n")
    if draft:
        yield draft.unfinished(line)


def _take(draft: _Draft, line: int, kind: str, token: re.Match[str]) -> None:
    """Adds to a game what a token says."""
    if kind == "tag" and not draft.begun:
        draft.tags.append((token["name"], re.sub(r'\\(["\\])', r"\1", token["value"])))
        return
    draft.begin(line)
    unclosed = kind == "comment" and token[0].startswith("{") and not token["closed"]
    if kind == "wrong" or unclosed or (kind == "close" and not draft.variations):
        draft.fail(line, Invalid("pgn-malformed", value=token[0][:LONGEST_VALUE]))
    elif kind == "move":
        draft.play(line, token[0])
    elif kind == "comment" and not draft.variations and not draft.problem:
        draft.comments.append((len(draft.moves), " ".join(token[0][1:].removesuffix("}").split())))
    elif kind == "open":
        draft.variations.append(line)
    elif kind == "close":
        draft.variations.pop()


def write(game: Game, result: str, tags: Mapping[str, str], comments: Iterable[tuple[int, str]] = ()) -> str:
    """A game in the export format: the seven tags first, unknown where they are not given, then the others.

    Comments come with the number of half-moves before them. Tags of the result and of the position are written by
    what the game says.
    """
    others = {name: value for name, value in tags.items() if name not in ("SetUp", "FEN", "Variant")}
    if game.initial.rooks is not None:
        others["Variant"] = CHESS960
    if game.initial != INITIAL:
        others |= {"SetUp": "1", "FEN": write_fen(game.initial)}
    return _written(others, result, _movetext(game, comments))


def write_without_moves(result: str, tags: Mapping[str, str], fen: str) -> str:
    """A game of Chess960 of which no moves are known, in the export format: the position is in its tags."""
    return _written({**tags, "Variant": CHESS960, "SetUp": "1", "FEN": fen}, result, ())


def _written(tags: Mapping[str, str], result: str, movetext: Iterable[str]) -> str:
    roster = {name: tags.get(name) or unknown for name, unknown in UNKNOWN.items()} | {"Result": result}
    others = {name: value for name, value in tags.items() if name not in roster}
    lines = [f'[{name} "{_tag_text(value)}"]' for name, value in (roster | others).items()]
    words = " ".join([*movetext, result])
    return "\n".join([*lines, "", *wrap(words, COLUMNS, break_long_words=False, break_on_hyphens=False), "", ""])


def _movetext(game: Game, comments: Iterable[tuple[int, str]]) -> Iterator[str]:
    """The moves with their numbers and comments, piece by piece."""
    by_ply: dict[int, list[str]] = {}
    for ply, comment in comments:
        by_ply.setdefault(ply, []).append("{" + " ".join(comment.replace("}", ")").split()) + "}")
    position, numbered = game.initial, False
    yield from by_ply.get(0, ())
    for ply, played in enumerate(game.moves, 1):
        if position.turn is WHITE:
            yield f"{position.number}."
        elif not numbered:
            yield f"{position.number}..."
        yield played.san
        said = by_ply.get(ply, ())
        yield from said
        numbered = position.turn is WHITE and not said  # Black's number is written at the start and after a comment
        position = after(position, played.move)


def _tag_text(value: str) -> str:
    """A value as it stands between quotation marks: on one line, and only what can be printed."""
    printable = "".join(mark if mark.isprintable() else " " for mark in value)
    return printable.replace("\\", "\\\\").replace('"', '\\"')
