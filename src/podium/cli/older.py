"""An older database: made Podium's own, and what was found in it, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from podium.app.older.adoption import Adopted, Report, adopt
from podium.app.older.records import Note, OlderRecords
from podium.app.words import counts
from podium.app.words.language import N_, _
from podium.app.words.phrases import enumeration
from podium.bootstrap import convert, database_file, opened
from podium.config import Config
from podium.core.result import ByeType

MOST_NAMED = 5

# What a note means; after it come the rows it is about, with what stood there in brackets.
NOTES = {
    "bye-unspecified": N_("Byes without a recorded type, kept as unspecified with these points"),
    "bye-type-unknown": N_("Bye types that are not known, kept as unspecified"),
    "bye-on-game": N_("Rows with two players that say bye, kept as games"),
    "result-unknown": N_("Results that are not known, left open"),
    "points-kept": N_("Byes paid otherwise than their type is worth, kept as paid"),
    "points-differ": N_("Games whose points in the table of results differ from their result; the result counts"),
    "points-unclear": N_("Byes whose points cannot be told, scored 0 unless a type is recorded"),
    "white-missing": N_("Rows without White, kept as byes of Black"),
    "players-missing": N_("Rows that name no player, kept as byes of nobody"),
    "against-self": N_("Rows with the same player on both sides, kept as byes"),
    "round-missing": N_("Rows without a usable round, put into a round after the last"),
    "round-empty": N_("Rounds without any row, kept empty so that the others keep their numbers"),
    "board-missing": N_("Games without a usable board, given the next one"),
    "board-twice": N_("Boards that a round has twice, kept so"),
    "player-twice": N_("Players who are paired twice in a round, kept so"),
    "player-not-listed": N_("Players who are missing in the table of players, named by their id"),
    "player-not-entered": N_("Players who are in no tournament, left out"),
    "player-field-dropped": N_("Fields of players that cannot be understood, left out"),
    "section-missing": N_("Players without a section, put into one of their own"),
    "sections-dropped": N_("Too many sections, left out"),
    "setting-dropped": N_("Settings that cannot be understood, left out"),
    "player-id-new": N_("Players whose id cannot be kept, and the new one"),
    "pairing-id-new": N_("Pairings whose id is taken or cannot be kept, and the new one"),
    "tournament-id-new": N_("The tournament's id is taken or cannot be kept; the new one"),
    "result-without-pairing": N_("Rows in the table of results that belong to no pairing"),
}


@dataclass(frozen=True, slots=True)
class Converted:
    """What became of an older database: a copy of what it was, and what was found in it."""

    copy: Path
    report: Report


def convert_older(config: Config) -> Converted | None:
    """What became of an older database at the place of `config`; None where there is none.

    Its tournaments belong to nobody until there is a user.
    """
    reports: list[Report] = []

    def build(file: Path, records: OlderRecords) -> None:
        with opened(replace(config, database=str(file))) as podium:
            reports.append(adopt(podium.desk, records, None))

    file = database_file(config.database)
    copy = convert(file, build) if file is not None else None
    return Converted(copy, reports[-1]) if copy is not None else None


def report_row(report: Report) -> dict[str, object]:
    """The report as JSON: each tournament, the counts, and every note."""
    return {
        "tournaments": [_adopted_row(each) for each in report.adopted],
        "notes": [_note_row(note) for note in report.notes],
    }


def report_text(report: Report) -> str:
    """The report as a director reads it."""
    parts = [line for each in report.adopted for line in _adopted_lines(each)]
    return "\n".join([*parts, *_note_lines(report.notes, "")]) or _("There is nothing in it.")


def conversion_text(converted: Converted) -> str:
    """What became of an older database that is now Podium's own."""
    return (
        _("An older database was converted; %(copy)s is what it was.", copy=converted.copy)
        + "\n"
        + report_text(converted.report)
    )


def _adopted_row(each: Adopted) -> dict[str, object]:
    adoption = each.adoption
    byes = adoption.byes
    return {
        "id": each.id,
        "name": adoption.name,
        "new": each.new,
        "version": each.version,
        "players": len(adoption.command.players),
        "rounds": len(adoption.command.rounds),
        "pairings": len(adoption.pairings),
        "games": len(adoption.pairings) - byes.total(),
        "byes": {kind.value: byes[kind.value] for kind in ByeType},
        "notes": [_note_row(note) for note in adoption.notes],
    }


def _adopted_lines(each: Adopted) -> list[str]:
    adoption = each.adoption
    byes = adoption.byes
    kinds = [f"{count} {kind}" for kind, count in sorted(byes.items())]
    text = (
        N_("%(tournament)s (%(id)s): %(players)s, %(rounds)s, %(games)s, %(byes)s (%(kinds)s).")
        if kinds
        else N_("%(tournament)s (%(id)s): %(players)s, %(rounds)s, %(games)s, %(byes)s.")
    )
    head = _(
        text,
        tournament=adoption.name,
        id=each.id,
        players=counts.players(len(adoption.command.players)),
        rounds=counts.rounds(len(adoption.command.rounds)),
        games=counts.games(len(adoption.pairings) - byes.total()),
        byes=counts.byes(byes.total()),
        kinds=enumeration(kinds),
    )
    if not each.new:
        head += " " + _("It was here already; nothing changed.")
    return [head, *_note_lines(adoption.notes, "  ")]


def _note_lines(notes: Iterable[Note], indent: str) -> list[str]:
    """One line for each kind of note, with the first few rows it is about."""
    by_code: dict[str, list[Note]] = {}
    for note in notes:
        by_code.setdefault(note.code, []).append(note)
    return [f"{indent}{_(NOTES[code])}: {_examples(found)}." for code, found in by_code.items()]


def _examples(notes: list[Note]) -> str:
    named = [f"{note.where} ({note.value})" if note.value else note.where for note in notes[:MOST_NAMED]]
    more = len(notes) - len(named)
    return enumeration([*named, _("%(count)s more", count=more)] if more else named)


def _note_row(note: Note) -> dict[str, object]:
    return {"code": note.code, "where": note.where, "value": note.value or None, "detail": _(NOTES[note.code])}
