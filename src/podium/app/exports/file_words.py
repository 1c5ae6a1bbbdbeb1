"""What the codes of files mean: of lists of players, and of report files (TRF)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from podium.app.words.language import N_, _
from podium.app.words.phrases import filled

if TYPE_CHECKING:  # what reads files takes a while to load, and these are words of everything
    from podium.files.players.importplan import Finding
    from podium.files.trf.remark import Kind, Remark

# A list as a whole, its columns, rows and cells.
LIST_PROBLEMS: Mapping[str, str] = {
    # The file as a whole.
    "file-too-large": N_("The file has %(value)s bytes; at most %(most)s are read."),
    "not-text": N_("The file is not text. Save the list as CSV or XLSX."),
    "encoding-unknown": N_("The file is neither UTF-8, UTF-16 nor Windows text. Save it as UTF-8."),
    "quote-not-closed": N_("The quotation mark that opens on line %(line)s is never closed."),
    "cell-too-long": N_("A cell on line %(line)s has more than %(most)s characters."),
    "too-many-lines": N_("The file has more than %(most)s lines."),
    "line-too-long": N_("Line %(line)s has %(value)s characters; at most %(most)s are read."),
    "too-many-cells": N_("The list has more than %(most)s cells with text."),
    "too-much-text": N_("The list has more than %(most)s characters of text."),
    "too-many-rows": N_("The list has more than %(most)s rows."),
    "too-many-columns": N_("Line %(line)s has more than %(most)s columns."),
    "not-a-workbook": N_("The file is not an XLSX workbook."),
    "old-workbook": N_(
        "The file is an old Excel workbook (.xls). Open it in Excel or LibreOffice and save it as .xlsx."
    ),
    "workbook-locked": N_("The workbook is protected by a password. Save it without one."),
    "workbook-too-large": N_("The workbook unpacks to %(value)s bytes; at most %(most)s are read."),
    "workbook-too-many-cells": N_("The workbook has more than %(most)s cells, rows and texts, empty ones counted."),
    "workbook-row-too-far": N_("The workbook names a row %(value)s; the last one that is read is %(most)s."),
    "workbook-cell-too-long": N_("A cell of the workbook has %(value)s characters; at most %(most)s are read."),
    "workbook-damaged": N_("The workbook is damaged and cannot be read. Save it again."),
    "no-such-sheet": N_("The workbook has no sheet called %(value)s."),
    "not-a-list": N_("This is %(name:whole)s, not a list. %(advice:whole)s"),
    "not-a-report": N_("This is %(name:whole)s, not a tournament report (TRF). %(advice:whole)s"),
    "page-too-large": N_("The page has more than %(most)s tags: save the table alone, as XLSX or CSV."),
    "list-misaligned": N_(
        "Line %(line)s, column %(column)s: %(value)s runs from one column of the list into the next."
    ),
    "json-damaged": N_("The JSON cannot be read from line %(line)s on."),
    "json-without-list": N_("The JSON holds no list of players: an object for each of them."),
    "xml-damaged": N_("The XML cannot be read from line %(line)s on."),
    "not-a-dbf": N_("The file is not a dBase table (.dbf)."),
    "dbf-locked": N_("The dBase table is encrypted. Save it without that."),
    "dbf-damaged": N_("The dBase table is damaged and cannot be read. Save it again."),
    "dbf-too-many-records": N_("The dBase table has %(value)s records; at most %(most)s are read."),
    "rating-list-unknown": N_("This is no rating list: neither FIDE's, as text or XML, nor a CSV or DBF with names."),
    "rating-list-broken": N_("The XML is broken on line %(line)s. Fetch the list again."),
    "rating-list-empty": N_("There is no player in the list."),
    "rating-list-too-large": N_("The list is more than is read: at most %(most)s."),
    "archive-broken": N_("The archive is broken, or locked by a password. Fetch the list again."),
    "archive-not-one-file": N_("The archive holds %(value)s files: send the one that is the list."),
    "list-empty": N_("There is nothing in the list."),
    # The choice of columns.
    "no-such-column": N_("The list has no column %(value)s; it has %(columns)s, counted from 0."),
    "no-such-field": N_("Players have no field called %(value)s."),
    "field-chosen-twice": N_("Two columns are chosen for %(value)s."),
    "no-name-column": N_("No column holds the names. Choose one."),
    "no-players": N_("Many lines of this text do not look like players. Save the list alone, as XLSX or CSV."),
    "birth-order-assumed": N_("Every date can be read both ways; the day is taken to come first."),
    "names-left-out": N_(
        "This column looks like names too (%(value)s), and they are left out: is this a list of pairings? Take a list "
        "with one player a row."
    ),
    "maybe-pairings": N_(
        "Every row looks like two names (%(value)s): is this a list of pairings? Take a list with one player a row."
    ),
    # A row.
    "name-missing": N_("The row has no name."),
    "name-without-letters": N_("The name %(value)s has no letter in it."),
    "not-a-player": N_("%(value)s does not look like a player; the row is left out. Enter them by hand if it is one."),
    "name-repeated": N_("%(value)s is already on line %(other_line)s."),
    "fide-id-repeated": N_("FIDE number %(value)s is already on line %(other_line)s."),
    "several-players-match": N_("Several entered players could be %(value)s. Add a FIDE number or birth."),
    "namesake-entered": N_("Another %(value)s is entered, with other dates; this one is added."),
    "fide-id-of-another-name": N_("This FIDE number belongs to %(value)s, who would be renamed."),
    # A cell.
    "cell-error": N_("The cell holds the spreadsheet error %(value)s; it is left out."),
    "rating-malformed": N_("%(value)s is not a rating; it is left out."),
    "rating-out-of-range": N_("The rating %(value)s is not between 0 and 4000; it is left out."),
    "federation-malformed": N_("%(value)s is not a federation of three letters; it is left out."),
    "fide-id-malformed": N_("%(value)s is not a FIDE number; it is left out."),
    "national-id-malformed": N_("%(value)s is not a national id; it is left out."),
    "title-not-fide": N_("%(value)s is not a FIDE title; it is kept as it is."),
    "gender-unknown": N_("%(value)s is not m, f or x; it is left out."),
    "rank-malformed": N_("%(value)s is not a rank; it is left out."),
    "rank-out-of-range": N_("The rank %(value)s is not between 1 and 100000; it is left out."),
    "birth-malformed": N_("%(value)s is not a date of birth; it is left out."),
    "text-too-long": N_("The text is too long: %(value)s"),
    "text-malformed": N_("The text has characters that cannot be shown: %(value)s"),
}


# What a file is that was brought in place of another: the kinds of `files/file_kinds.py`.
KINDS: Mapping[str, str] = {
    "list": N_("a list"),
    "xlsx": N_("an Excel workbook"),
    "xls": N_("an old Excel workbook (.xls)"),
    "dbf": N_("a dBase table (DBF)"),
    "json": N_("a JSON file"),
    "xml": N_("an XML file without players"),
    "fide-list": N_("a rating list of FIDE"),
    "trf": N_("a tournament report (TRF)"),
    "event-archive": N_("the archive of an event"),
    "pgn": N_("a file of games (PGN)"),
    "html": N_("a web page (HTML)"),
    "pdf": N_("a PDF"),
    "picture": N_("a picture"),
    "document": N_("a text document"),
    "ods": N_("an OpenDocument spreadsheet"),
    "archive": N_("an archive (ZIP or the like)"),
    "database": N_("a database"),
    "swiss-manager": N_("a file of Swiss-Manager (.TUNX, .TURX, .TUMX)"),
    "swiss-perfect": N_("a file of SwissPerfect (.SCO, .INI)"),
    "access": N_("an Access database, as Papi and others keep their events in"),
    "program": N_("the own file of another program"),
}
_OTHER_FILE = N_("another file")
# What to do with it.
_SAVE_AS_LIST = N_("Save the list as XLSX or CSV.")
_EXPORT_REPORT = N_(
    "Export a tournament report (TRF) from the program that it is of (Swiss-Manager, SwissSys, WinTD, Vega and others "
    "have it in their menu, often as FIDE report), or the list of players as XLSX or CSV."
)
_OF_PROGRAMS: Mapping[str, str] = {
    "swiss-manager": N_(
        "Open it in Swiss-Manager and export the event as a report (TRF, for FIDE), or its players to Excel."
    ),
    "swiss-perfect": N_(
        "The players are in the .TRN of the same name, which is read as a list; for the whole event export it as a "
        "report (TRF, Krause) from SwissPerfect."
    ),
    "access": _EXPORT_REPORT,
    "program": _EXPORT_REPORT,
}
_OWN_TOURNAMENT = N_("It makes a tournament of its own: bring it under New tournament.")
_ADVICE: Mapping[str, str] = {
    **_OF_PROGRAMS,
    "trf": _OWN_TOURNAMENT,
    "event-archive": _OWN_TOURNAMENT,
    "pgn": N_("Bring it under Games of a round."),
    "archive": N_("Unpack it and bring what is in it."),
    "database": N_("podium import brings older databases."),
}
_ADVICE_FOR_REPORTS: Mapping[str, str] = {
    **_OF_PROGRAMS,
    **dict.fromkeys(
        ("list", "xlsx", "xls", "dbf", "json", "fide-list", "ods"),
        N_("Players are imported into a tournament: make one, then bring the list under Players."),
    ),
    **{kind: _ADVICE[kind] for kind in ("event-archive", "pgn", "archive", "database")},
}
_ASK_FOR_REPORT = N_("Ask for the report file of the event.")


# A report file; all but the first stand at a line and a column.
REPORT_PROBLEMS: Mapping[str, str] = {
    "team-event": N_(
        "this is a team event (record %(tag:bare)s: %(value)s), which Podium cannot run: only individual ones are read."
    ),
    "players-missing": N_("The file has no players: a tournament report has a line 001 for each of them."),
    # Lines and numbers.
    "column-misaligned": N_("%(value)s stands where the format has a blank, so the line has slipped."),
    "rating-impossible": N_("the rating %(value)s is not possible: use 0 to 4000."),
    "player-name-malformed": N_("%(value)s is no name that can be shown."),
    "start-number-missing": N_("the player has no start number."),
    "start-number-malformed": N_("%(value)s is no start number."),
    "start-number-duplicate": N_("the start number %(value)s is on line %(first_line)s already."),
    "rating-malformed": N_("%(value)s is no rating."),
    "points-malformed": N_("%(value)s is no number of points."),
    "rank-malformed": N_("%(value)s is no rank."),
    # One round of one player.
    "opponent-malformed": N_("%(value)s is no opponent's start number."),
    "opponent-unknown": N_("the opponent %(value)s of player %(player)s in round %(round)s is not in the file."),
    "opponent-self": N_("player %(player)s is paired with themselves in round %(round)s."),
    "opponents-disagree": N_("player %(player)s names %(value)s in round %(round)s, who names somebody else."),
    "results-disagree": N_(
        "player %(player)s and the opponent in round %(round)s do not tell the same result, here %(value)s."
    ),
    "colours-disagree": N_(
        "player %(player)s and the opponent in round %(round)s do not tell the colours alike, here %(value)s."
    ),
    "colour-unknown": N_("%(value)s is no colour: use w, b or -."),
    "colour-missing": N_("the game has no colour."),
    "result-without-opponent": N_("the result %(value)s needs an opponent."),
    "bye-with-opponent": N_("%(value)s is a bye, but there is the opponent %(opponent)s."),
    "round-not-planned": N_("the player has %(value)s rounds, but %(planned)s are planned."),
    "points-do-not-add-up": N_(
        "player %(player)s has %(value)s points, but the results add up to %(sum)s. If that is meant, bring the file "
        "with its points kept: the difference becomes an adjustment."
    ),
    # Records about the tournament.
    "rounds-malformed": N_("%(value)s is no number of rounds: use 1 to 999."),
    "rounds-disagree": N_("%(value)s rounds here, %(other)s elsewhere."),
    "initial-colour-unknown": N_("%(value)s is no initial colour: use W or B."),
    "initial-colours-disagree": N_("the initial colour is %(value)s here, %(other)s elsewhere."),
    "configuration-unknown": N_("%(value)s is no setting of XXC: use white1, black1 or rank."),
    "scoring-malformed": N_("the scoring %(value)s cannot be read."),
    "scoring-code-unknown": N_("%(value)s is no code of this scoring record."),
    "scoring-differs-by-colour": N_("White and Black cannot get different points, here %(value)s."),
    "player-malformed": N_("%(value)s is no start number of a player."),
    "player-unknown": N_("player %(value)s is not in the file."),
    "round-malformed": N_("%(value)s is no round."),
    "round-missing": N_("the record names no round."),
    "bye-unknown": N_("%(value)s is no kind of bye: use F, H or Z."),
    "bye-contradicted": N_("player %(value)s has something else than this bye in round %(round)s."),
    "acceleration-malformed": N_("the acceleration %(value)s needs points, rounds and players."),
    "adjustment-unknown": N_("%(value)s is no kind of adjustment."),
    "adjustment-unclear": N_("the adjustment %(value)s does not say for whom, or for which round."),
}
_NOWHERE = "players-missing"
_PLAYER = "%(player)s"
# What is not as in a report file, and was not wrong either: the codes of `files/trf/remark.py`.
REMARKS_ON_REPORTS: Mapping[str, str] = {
    "date-converted": N_("the date %(value)s is read as %(taken:bare)s."),
    "sex-converted": N_("the sex %(value)s is read as %(taken:bare)s."),
    "title-converted": N_("the title %(value)s is read as %(taken:bare)s."),
    "colour-converted": N_("the colour %(value)s of player %(player)s in round %(round)s is read as %(taken:bare)s."),
    "result-converted": N_("the result %(value)s of player %(player)s in round %(round)s is read as a game not over."),
    "result-not-known": N_(
        "the result %(value)s of player %(player)s in round %(round)s is none of the format: an unknown result, "
        "kept as an adjourned game."
    ),
    "result-not-agreed": N_(
        "the result %(value)s of player %(player)s in round %(round)s is unknown on the opponent’s line: "
        "kept as an adjourned game."
    ),
    "bye-not-known": N_(
        "the code %(value)s of player %(player)s in round %(round)s is none of the format, and there is no opponent: "
        "taken as no code."
    ),
    "bye-converted": N_(
        "the result %(value)s without an opponent, of player %(player)s in round %(round)s, is read as the bye "
        "%(taken:bare)s."
    ),
    "bye-by-points": N_(
        "player %(player)s has no game and no code in round %(round)s: the bye %(value:bare)s, as the points tell."
    ),
    "points-kept": N_(
        "player %(player)s keeps %(value:bare)s points, though the results add up to %(sum:bare)s: the difference is "
        "adjusted."
    ),
    "rounds-by-dates": N_("the number of rounds, %(value)s, is that of their dates."),
    "adjourned-not-drawn": N_("a game that is not over is a draw until it is, and does not bring %(value)s."),
    "round-without-players": N_("round %(value)s, in which everybody is absent, is left out."),
}


def remark(finding: Finding) -> str:
    """What is odd about a row or a cell of a list.

    >>> remark(Finding(3, 2, "rating-malformed", value="abc"))
    'abc is not a rating; it is left out.'
    """
    return _(LIST_PROBLEMS[finding.code], **asdict(finding))


def other_kind(code: str, kind: str) -> Mapping[str, object]:
    """What a sentence says of a file that is of another kind than was asked for: its name, and what to do with it."""
    for_reports = code == "not-a-report"
    advice = _ADVICE_FOR_REPORTS.get(kind, _ASK_FOR_REPORT) if for_reports else _ADVICE.get(kind, _SAVE_AS_LIST)
    return {"name": _(KINDS.get(kind, _OTHER_FILE)), "advice": _(advice)}


def report_sentence(code: str, facts: Mapping[str, object]) -> str | None:
    """What is wrong with a report file, and where in it; None for a code that reports do not have."""
    if code not in REPORT_PROBLEMS:
        return None
    problem = filled(REPORT_PROBLEMS[code], facts)
    if code == _NOWHERE:
        return problem
    place = N_("Line %(line)s, column %(column)s: %(problem:whole)s")
    if "player" in facts and _PLAYER not in REPORT_PROBLEMS[code]:
        place = N_("Line %(line)s, column %(column)s, player %(player)s: %(problem:whole)s")
    return filled(place, {**facts, "problem": problem})


def remarks_on_report(remarks: Iterable[Remark], kind: Kind | None = None) -> list[str]:
    """What is to be said of a report file, with record and lines; the same remark on several lines is one sentence."""
    lines: dict[tuple[str, str], list[int]] = {}
    for each in remarks:
        if kind is None or each.kind is kind:
            lines.setdefault((each.tag, filled(REMARKS_ON_REPORTS[each.code], each.facts)), []).append(each.line)
    return [at_lines(tag, numbers, text) for (tag, text), numbers in lines.items()]


def at_lines(tag: str, lines: Sequence[int], text: str) -> str:
    """A sentence with the record and the lines of a report file that it is about.

    >>> at_lines("001", [4], "a word."), at_lines("001", [4, 5, 6, 9], "a word."), at_lines("152", [], "a word.")
    ('Line 4, record 001: a word.', 'Lines 4-6, 9, record 001: a word.', 'Record 152: a word.')
    """
    if not lines:
        return _("Record %(tag)s: %(text)s", tag=tag, text=text)
    if len(lines) == 1:
        return _("Line %(line)s, record %(tag)s: %(text)s", line=lines[0], tag=tag, text=text)
    return _("Lines %(lines)s, record %(tag)s: %(text)s", lines=_runs(lines), tag=tag, text=text)


def _runs(numbers: Sequence[int]) -> str:
    """Numbers as people list them: `4-6, 9`."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
