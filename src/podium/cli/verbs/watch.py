"""`podium watch`: the electronic boards of a round, as they are moved."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.pgn.answers import PgnGameRow, imported_answer
from podium.app.pgn.export import GOES_ON
from podium.app.pgn.importing import ACT, BoardsLook, games_of, import_games, look_at_boards, records_of, seen_games
from podium.app.pgn.matching import matched_games
from podium.app.words.errors import sentence
from podium.app.words.language import _, ngettext
from podium.cli.frame import Console, in_json, on_database, regular_bytes, say
from podium.cli.naming import tournament
from podium.core.errors import Forbidden, FormatError, Invalid, Refused, Unavailable, Unknown
from podium.files.livechess import INDEX, round_folder
from podium.flow.lookups import find_round

PACE = 1.0  # seconds from one look to the next


@click.command("watch")
@click.argument("folder")
@click.option("--tournament", "named", metavar="TOURNAMENT", required=True, help="Whose boards.")
@click.option("--round", "number", type=int, metavar="ROUND", required=True, help="Which round is played on them.")
@click.option("--once", is_flag=True, help="Look once, and stop.")
@on_database(acts=True)
def verb(here: Console, folder: str, named: str, number: int, once: bool) -> None:
    """Follow the electronic boards of a round: FOLDER is where LiveChess writes its files (`index.json`,
    `game-1.json` ...), or the folder of a whole event with `round-1` and so on.

    Every second the moves that came are stored. A result is only proposed: the round's page shows it beside the board
    until somebody confirms it. Stop it with Ctrl+C.
    """
    if click.get_current_context().meta["podium.server"] is not None:
        raise Refused("only-on-the-machine")
    seen = tournament(here, named)
    find_round(seen.state, number)
    if seen.role < Role.ARBITER:
        raise Forbidden(ACT)
    if not Path(folder).is_dir():
        raise Unknown("folder", folder)
    watch = _Watch(here, Path(folder), seen, number)
    while True:
        watch.look()
        if once:
            return
        time.sleep(PACE)


class _Watch:
    """What was seen at the last look, and what was said of it."""

    def __init__(self, here: Console, folder: Path, seen: Seen, number: int) -> None:
        self._here = here
        self._folder = folder
        self._tournament = seen.state.id
        self._number = number
        self._files: frozenset[tuple[str, int, int]] | None = None
        self._said: frozenset[str] = frozenset()
        self._refused = False  # what was refused for now is tried again, though the files are the same

    def look(self) -> None:
        """Store what the boards have seen since, and say it; what is wrong is said once."""
        folder = self._of_round()
        files = frozenset(_files(folder))
        if files == self._files:
            return
        try:
            look = look_at_boards(self._number, lambda name: _content(folder / name))
            troubles = frozenset(self._store(look))
        except (Invalid, FormatError, Unavailable) as error:
            look, troubles = BoardsLook((), whole=False), frozenset({sentence(error)})
        for trouble in sorted(troubles - self._said):
            say(trouble)
        self._said = troubles
        self._files = files if look.whole and not self._refused else None

    def _store(self, look: BoardsLook) -> Iterator[str]:
        """Writes the games that have grown, and gives what is wrong."""
        desk, actor = self._here.podium.desk, self._here.actor
        seen = desk.see(actor, self._tournament)
        records = records_of(seen_games(desk, seen, games_of(seen.state, self._number)))
        games = matched_games(seen.state, look.games, records, self._number)
        written = import_games(desk, actor, seen, games, results=False)
        self._refused = any(each.refusal for each in written)
        for row in imported_answer(written, seen.version).games:
            if row.problem:
                yield _("Board %(number)s: %(problem)s", number=row.line, problem=row.problem.detail)
            elif row.records:
                self._tell(row)

    def _tell(self, row: PgnGameRow) -> None:
        proposed = row.result if row.result != GOES_ON else None
        if self._here.as_json:
            change = {"board": row.board, "pairing_id": row.pairing_id, "plies": row.plies, "proposed": proposed}
            click.echo(in_json(change, sys.stdout))
            return
        moves = ngettext("%(num)s half-move", "%(num)s half-moves", row.plies)
        line = _("Board %(board)s: %(moves)s", board=row.board, moves=moves)
        click.echo(line if proposed is None else _("%(line)s, it says %(result)s", line=line, result=proposed))

    def _of_round(self) -> Path:
        """Where the files of the round are: in a folder of its own, or here."""
        own = self._folder / round_folder(self._number)
        return own if (own / INDEX).exists() else self._folder


def _files(folder: Path) -> Iterator[tuple[str, int, int]]:
    """What tells whether something was written since: each file with its size and its time."""
    for path in folder.glob("*.json"):
        try:
            about = path.stat()
        except OSError:  # it was replaced at this moment
            continue
        yield path.name, about.st_size, about.st_mtime_ns


def _content(path: Path) -> bytes | None:
    """The content of a file; None where there is none, or it cannot be read at this moment."""
    try:
        return regular_bytes(path)
    except OSError:
        return None
