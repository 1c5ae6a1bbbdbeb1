"""The scoring table of a report file: records 162, XXS and BBW to BBU, or what the points show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from podium.core.points import Points
from podium.core.result import FIDE, PRESETS, Scoring
from podium.files.trf.record import Columns, points_of

# Which rows of our table each code of each record sets. A shortcut sets several.
CODES_162 = {
    "W": ("win", "forfeit_win", "unpaired"),
    "D": ("draw", "half_bye"),
    "L": ("loss",),
    "A": ("zero_bye", "forfeit_loss"),
    "P": ("bye",),
    "X": (),  # a game that is not over is a draw until it is
}
CODES_XXS = {
    "W": ("win", "forfeit_win", "unpaired"),
    "D": ("draw", "half_bye"),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
    "PAB": ("bye",),
    "FPB": ("unpaired",),
    "HPB": ("half_bye",),
    "ZPB": ("zero_bye",),
    "WW": ("win",),
    "BW": ("win",),
    "WD": ("draw",),
    "BD": ("draw",),
    "WL": ("loss",),
    "BL": ("loss",),
}
CODES_BB = {
    "BBW": ("win", "forfeit_win", "unpaired"),
    "BBD": ("draw", "half_bye"),
    "BBL": ("loss",),
    "BBZ": ("zero_bye",),
    "BBF": ("forfeit_loss",),
    "BBU": ("bye",),
}
ROW_OF_299 = {
    "W": "win",
    "D": "draw",
    "L": "loss",
    "F": "unpaired",
    "H": "half_bye",
    "Z": "zero_bye",
    "U": "bye",
    "+": "forfeit_win",
    "-": "forfeit_loss",
}
"""Which row of our table each code of record 299 sets, where it names nobody."""
TAGS = frozenset({"162", "XXS", *CODES_BB})


def stated(lines: Iterable[Columns]) -> Scoring | None:
    """The table that the scoring records of a file give; None if it has none."""
    rows: dict[str, Points] = {}
    by_colour: dict[str, Points] = {}
    seen = bye_as_win = False
    for columns in lines:
        seen = True
        tag = columns.line.tag
        bye_as_win |= tag != "XXS"  # XXS leaves an allocated bye at one point unless it is named
        for column, code, value in _settings(columns):
            names = {"162": CODES_162, "XXS": CODES_XXS}.get(tag, CODES_BB)
            if code not in names:
                columns.refuse(column, "scoring-code-unknown", value=code)
            elif (points := points_of(value)) is None:
                columns.refuse(column, "points-malformed", value=value)
            else:
                rows.update(dict.fromkeys(names[code], points))
                if tag == "XXS" and code[-1] in "WDL" and code[0] in "WB" and len(code) == 2:
                    by_colour[code] = points
                    other = ("B" if code[0] == "W" else "W") + code[1]
                    if by_colour.get(other, points) != points:
                        # Podium gives both colours the same points, as every rule it serves does.
                        columns.refuse(column, "scoring-differs-by-colour", value=value)
    if not seen:
        return None
    if bye_as_win and "win" in rows:
        rows.setdefault("bye", rows["win"])
    return replace(FIDE, **rows)


def _settings(columns: Columns) -> Iterator[tuple[int, str, str]]:
    """(column, code, value) of every setting on a scoring line."""
    tag, text = columns.line.tag, columns.line.text
    if tag in CODES_BB:
        yield 5, tag, text[3:].strip()
        return
    pattern = r"(\w+)\s*=\s*(\S+)" if tag == "XXS" else r"([A-Za-z]+)\s*(-?[\d.]+)"
    position = 3
    for match in re.finditer(pattern, text[3:]):
        between = text[position : 3 + match.start()]
        if between.strip():
            break
        position = 3 + match.end()
        yield 4 + match.start(), match.group(1).upper(), match.group(2)
    if rest := text[position:].strip():
        columns.refuse(position + 1, "scoring-malformed", value=rest)


def worth_of_adjourned(columns: Columns) -> Points | None:
    """What a record says that a game brings while it is not over; None where it does not say."""
    said = re.search(r"X\s*(-?[\d.]+)", columns.line.text[3:], re.IGNORECASE) if columns.line.tag == "162" else None
    return points_of(said.group(1)) if said is not None else None


def candidates() -> Iterator[Scoring]:
    """The tables to try on a file without scoring records, the usual ones first."""
    for table in (FIDE, PRESETS["3-1-0"]):
        yield table
        yield replace(table, bye=table.draw)
        yield replace(table, bye=table.loss)


def lines_162(table: Scoring, *, adjourned: bool) -> list[str]:
    """Records of TRF26 for `table`: 162, and 299 for the kinds of result whose points 162 has together with others'.

    None for FIDE's own table; but a file with an `adjourned` game always says what it brings.
    """
    if table == FIDE and not adjourned:
        return []
    values = {
        "W": table.win,
        "D": table.draw,
        "L": table.loss,
        "A": table.zero_bye,
        "P": table.bye,
        **({"X": table.draw} if adjourned else {}),
    }
    usual = replace(table, forfeit_win=table.win, unpaired=table.win, half_bye=table.draw, forfeit_loss=table.zero_bye)
    others = {code: row for code, row in ROW_OF_299.items() if getattr(table, row) != getattr(usual, row)}
    return [
        "162  " + "    ".join(f"{code}{value!s:>4}" for code, value in values.items()),
        *(f"299 {code}        {getattr(table, row)!s:>4}" for code, row in others.items()),
    ]


def lines_xxs(table: Scoring) -> list[str]:
    """Records XXS for `table`; none for FIDE's own."""
    if table == FIDE:
        return []
    played = f"XXS WW={table.win} BW={table.win} WD={table.draw} BD={table.draw}"
    return [
        f"{played} WL={table.loss} BL={table.loss}",
        f"XXS FW={table.forfeit_win} FL={table.forfeit_loss}",
        f"XXS PAB={table.bye} FPB={table.unpaired} HPB={table.half_bye} ZPB={table.zero_bye}",
    ]
