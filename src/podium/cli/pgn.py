"""PGN files at the command line: what they bring to the boards of an event."""

from __future__ import annotations

from podium.app.pgn.answers import PgnAnswer, PgnGameRow, imported_answer, preview_answer
from podium.app.pgn.importing import import_games, preview_games
from podium.app.words import counts
from podium.app.words.language import N_, _
from podium.cli.frame import Console, say, table, values_of_a_file
from podium.cli.naming import tournament
from podium.cli.progress import progress
from podium.files.file_kinds import FileKind, file_kind


def is_pgn(name: str, content: bytes) -> bool:
    """Whether a file holds games: because it begins like that, or by its name where it is text of any kind."""
    kind = file_kind(content)
    return kind is FileKind.GAMES or (kind is FileKind.LIST and name.lower().endswith(".pgn"))


def import_pgn(here: Console, content: bytes, named: str, number: int | None, *, preview: bool) -> None:
    """Bring the games of a file to their boards, and say what came of each."""
    seen, desk = tournament(here, named), here.podium.desk
    with progress(_("Reading")), values_of_a_file():
        games = preview_games(desk, seen, content, number)
    if preview:
        answer = preview_answer(games, seen.version)
    else:
        with progress(_("Importing")):
            written = import_games(desk, here.actor, seen, games, results=True)
        answer = imported_answer(written, desk.see(here.actor, seen.state.id).version)
    if not here.as_json:
        for row in answer.games:
            for remark in [*row.remarks, *([row.problem.detail] if row.problem else [])]:
                say(_("Game %(number)s: %(remark)s", number=row.game, remark=remark))
    here.answer(answer, _text(answer))


def _text(answer: PgnAnswer) -> str:
    text = (
        N_("%(games)s to store, %(results)s to enter, %(problems)s.")
        if answer.preview
        else N_("%(games)s stored, %(results)s entered, %(problems)s.")
    )
    said = _(
        text,
        games=counts.games(answer.records),
        results=counts.results(answer.results),
        problems=counts.problems(answer.problems),
    )
    if not answer.preview:
        return said
    header = ("no.", "board", "white", "black", "result", "fate")
    return f"{table(header, [_line(row) for row in answer.games], 'no.')}\n{said}"


def _line(row: PgnGameRow) -> tuple[object, ...]:
    fate = _("left out") if row.problem else _("new") if row.records else _("as it is")
    return row.game, row.board, row.white, row.black, row.result, fate
