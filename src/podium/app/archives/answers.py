"""An event that was restored from its archive, with what was compared."""

from __future__ import annotations

from msgspec import Struct

from podium.app.archives.archives import Restored


class ComparisonRow(Struct):
    """A part of the archive beside what became of it; `difference` is the first row that differs, null where none does.

    `commit` to `messages` are what is stored, `pairings` to `history` what comes of it.
    """

    part: str
    rows: int
    equal: bool
    difference: str | None


class RestoredAnswer(Struct):
    """A restored event: `equal` says whether nothing differs.

    `paused` are the games that were being played. `copied_from` is the id in the archive, where the copy got another.
    `fide_mode_exit` is how many rounds were paired when it, or the event that it copies, left FIDE mode; else null.
    """

    id: str
    name: str
    version: int
    taken_at: str
    podium: str
    equal: bool
    compared: list[ComparisonRow]
    paused: int
    copied_from: str | None
    fide_mode_exit: int | None


def restored_answer(restored: Restored) -> RestoredAnswer:
    return RestoredAnswer(
        id=restored.id,
        name=restored.name,
        version=restored.version,
        taken_at=restored.taken_at,
        podium=restored.podium,
        equal=restored.equal,
        compared=[ComparisonRow(each.part, each.rows, each.equal, each.difference) for each in restored.compared],
        paused=restored.paused,
        copied_from=restored.copied_from,
        fide_mode_exit=restored.fide_mode_exit,
    )
