"""Damaged files for every reader: whatever bytes come, a declared error or an answer, within a limit of processor time.

    python -m tests.trust.fuzz_parsers --count 5000 --seed 7

Each file is made from a sample by a few changes drawn from `seed/number`, so that `--only NUMBER` makes it again.
"""

from __future__ import annotations

import argparse
import io
import json
import struct
import sys
import time
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from podium.app.server.worker_pool import Cause, WorkerPool, WorkLimits, WorkStopped
from podium.app.trf.import_report import read_report
from podium.chess import pgn
from podium.core.dice import Dice
from podium.core.errors import PodiumError
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.files.livechess import read_game, read_index
from podium.files.players.columns import choose_columns
from podium.files.players.importplan import plan
from podium.files.players.listfile import read_list
from podium.files.players.names import read_pasted
from podium.files.prizelist import read_prize_list
from podium.files.raster import read_raster
from podium.flow.decide import decide
from podium.web.frame.uploads import packed, unpacked
from tests.files.test_reading_ods import HEADER, row, spreadsheet
from tests.files.test_reading_ods import cell as text_cell
from tests.kit.player_files import write_csv, write_xlsx
from tests.trust.time_limit import NO_LIMIT, TimeLimit

SECONDS = 5.0
MEMORY = 1_000_000_000
BATCH = 50
GOLDEN = Path(__file__).parents[1] / "golden"
NOW = "2026-01-01T00:00:00+00:00"
WORDS = [
    b"", b"\0", b"\n", b"\r", b" ", b",", b";", b'"', b"'", b"(", b"{", b"<", b"&", b"]", b"-1", b"0", b"00",
    b"999", b"9999", b"2024", b"2024/13/45", b"1e9", b"99999999999999999999", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe",
    "\u200b".encode(), "\u0661".encode(), "²".encode(), b"001 ", b"042 2024", b"052 2024", b"132 ", b"142 ",
    b"162 ", b"202 ", b"240 F", b"250 ", b"260 ", b"299 ", b"XXA ", b"XXC rank", b"XXP ", b"XXR 9", b"XXS W=",
    b"XXZ 1", b"[FEN \"", b"{[%clk ", b"1-0", b"e4", b"O-O", b"e8=Q", b"$1", b"null", b"true", b"[]", b"{}",
    b"<row r=\"", b"<c r=\"XFD1\">", b"<!DOCTYPE a>",
]  # fmt: skip


def imported_list(content: bytes) -> None:
    """A list, read and planned."""
    sheet = read_list(content)
    plan(sheet, choose_columns(sheet, {}))


def pasted_list(content: bytes) -> None:
    sheet = read_pasted(content)
    plan(sheet, choose_columns(sheet, {}))


def report_file(content: bytes) -> None:
    """A report, read and decided on."""
    _report, made = read_report(content, TournamentId("t"), "seed")
    decide(None, made.command, NOW, Dice("seed"))


def games(content: bytes) -> None:
    pgn.read(pgn.decoded(content))


def board_files(content: bytes) -> None:
    read_index(content)
    read_game(content)


def kept_file(content: bytes) -> None:
    unpacked(content.decode("latin-1"))


READERS: dict[str, Callable[[bytes], object]] = {
    "list (CSV)": imported_list,
    "list (XLSX)": imported_list,
    "list (ODS)": imported_list,
    "list (HTML)": imported_list,
    "pasted names": pasted_list,
    "report (TRF)": report_file,
    "games (PGN)": games,
    "prizes": read_prize_list,
    "picture": read_raster,
    "electronic boards": board_files,
    "kept file": kept_file,
}


@cache
def samples(reader: str) -> tuple[bytes, ...]:
    """Good files of a reader."""
    players = [
        PlayerFields(f"Müller, Hans {at}", 1500 + at, "GER", str(4_600_000 + at), "GM", "m", "1990-05-12", "SK")
        for at in range(12)
    ]
    game = (
        b'[Event "Open"]\n[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n\n'
        b"1. e4 {[%clk 0:05:00]} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 3. Bb5 a6 1-0\n\n"
    )
    moves = {"moves": ["e4 5399+12", "e5 5300"], "result": "WHITEWIN", "live": False, "chess960": 518}
    pairings = {"pairings": [{"white": {"lname": "A", "fideid": 1}, "black": {"fname": "B"}, "result": "1-0"}]}
    match reader:
        case "list (CSV)":
            return write_csv(players), write_csv(players, range(1, 13)), "Name;Elo\nGrün;1\n".encode("utf-16")
        case "list (XLSX)":
            return (write_xlsx(players),)
        case "list (ODS)":
            return (spreadsheet(List=HEADER + row(text_cell("Müller, Hans"), text_cell("1500"))),)
        case "list (HTML)":
            return (b"<html><table><tr><th>Name<th>Elo<tr><td>M&uuml;ller, Hans<td>1500</table></html>",)
        case "pasted names":
            return b"1. Lee, Ann, 1850\n2. Ben Oak 1500\n1600 Eva\n", b"Ann;1500;GER\nBen;1600;ENG\n"
        case "report (TRF)":
            return tuple(path.read_bytes() for path in sorted((GOLDEN / "dutch").glob("10*.trf"))[:20])
        case "games (PGN)":
            return game * 3, b"\xef\xbb\xbf" + game
        case "prizes":
            return (b"category,place,cash,trophy,max_rating\nOpen,1,100.50,yes,\nU1800,1,50,,1800\n",)
        case "picture":
            return picture(), b"\xff\xd8\xff\xe0\x00\x04JF\xff\xc0\x00\x0b\x08\x00\x20\x00\x20\x01\x11\x00\xff\xd9"
        case "electronic boards":
            return json.dumps(moves).encode(), json.dumps(pairings).encode()
        case _:
            return (packed(b"Name,Rating\nLee,1800\n" * 20).encode(),)


def picture() -> bytes:
    """A small PNG."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    pixels = zlib.compress(b"\0" * (33 * 32))
    head = struct.pack(">IIBBBBB", 32, 32, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def damaged(reader: str, seed: str) -> bytes:
    """A file of a reader with a few changes."""
    dice = Dice(seed)
    content = dice.pick(samples(reader))
    if not content.startswith(b"PK") or dice.below(4) == 0:
        return changed(content, dice)
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        target = dice.pick(old.namelist())
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, changed(part, dice) if name == target else part)
    return file.getvalue()


def changed(content: bytes, dice: Dice) -> bytes:
    """The bytes with up to six changes."""
    for _change in range(1 + dice.below(6)):
        at = dice.below(len(content) + 1)
        to = at + dice.below(40)
        match dice.below(7):
            case 0:
                content = content[:at] + bytes([dice.below(256)]) + content[at + 1 :]
            case 1:
                word = dice.pick(WORDS)
                content = content[:at] + word + content[at + len(word) :]
            case 2:
                content = content[:at] + dice.pick(WORDS) + content[at:]
            case 3:
                content = content[:at] + content[to:]
            case 4:
                content = content[:at] + content[at:to] * dice.pick([2, 3, 50, 2000]) + content[to:]
            case 5:
                content = (
                    content[:at] + b"\n" + b" ".join(dice.pick(WORDS) for _word in range(5)) + b"\n" + content[at:]
                )
            case _:
                content = content[: max(at, 1)]
    return content


def outcomes(reader: str, seed: str, numbers: Sequence[int]) -> list[tuple[int, str, float]]:
    """What came of each file: `read`, `refused`, or what was raised that nobody declared; and the seconds of a
    processor it took, which other work on the machine does not add to."""
    found = []
    for number in numbers:
        content = damaged(reader, f"{seed}/{reader}/{number}")
        began = time.process_time()
        try:
            READERS[reader](content)
            came = "read"
        except PodiumError:
            came = "refused"
        except Exception as error:  # noqa: BLE001 - what nobody declared is what is looked for
            came = f"{type(error).__name__}: {error}"[:200]
        found.append((number, came, time.process_time() - began))
    return found


@dataclass(slots=True)
class Figures:
    """What a run found."""

    seed: str
    seconds: float
    files: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    slowest: dict[str, float] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        rows = [
            f"{reader:<20}{self.files[reader]:>8} files{self.refused[reader]:>8} refused"
            f"{self.slowest.get(reader, 0.0):>8.2f} s at most"
            for reader in READERS
        ]
        total = f"{self.files.total()} damaged files (seed {self.seed}), {len(self.faults)} faults"
        return "\n".join([*rows, total, *self.faults])


def fuzz(count: int, seed: str, seconds: float = SECONDS, limit: TimeLimit = NO_LIMIT) -> Figures:
    """The figures of `count` damaged files for each reader, or as many as time allows; a file may take that many
    seconds."""
    figures = Figures(seed, seconds)
    pool = WorkerPool("fuzz", 1)
    try:
        for first in range(0, count, BATCH):
            for reader in READERS:
                if limit.over:
                    return figures
                _add(figures, pool, reader, range(first, min(first + BATCH, count)))
    finally:
        pool.close()
    return figures


def _add(figures: Figures, pool: WorkerPool, reader: str, numbers: Sequence[int]) -> None:
    limits = WorkLimits(figures.seconds * len(numbers), MEMORY)
    try:
        found = pool.run(limits, outcomes, reader, figures.seed, numbers)
    except WorkStopped as stopped:
        if len(numbers) == 1:
            what = "takes too long" if stopped.cause is Cause.TIME else f"stopped by {stopped.cause.value}"
            figures.files[reader] += 1
            figures.faults.append(f"{reader} {numbers[0]}: {what}")
            return
        for number in numbers:
            _add(figures, pool, reader, [number])
        return
    for number, came, took in found:
        figures.files[reader] += 1
        figures.refused[reader] += came == "refused"
        figures.slowest[reader] = max(took, figures.slowest.get(reader, 0.0))
        if came not in ("read", "refused"):
            figures.faults.append(f"{reader} {number}: {came}")
        elif took > figures.seconds:
            figures.faults.append(f"{reader} {number}: {took:.1f} seconds")


def main() -> int:
    """Run by hand or by a script: prints the figures, and ends with 1 where there is a fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="files for each reader")
    parser.add_argument("--seed", default="podium")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="that one file may take")
    parser.add_argument("--only", metavar="READER/NUMBER", help="write that file as damaged-NUMBER")
    options = parser.parse_args()
    if options.only:
        reader, _slash, number = options.only.rpartition("/")
        Path(f"damaged-{number}").write_bytes(damaged(reader, f"{options.seed}/{reader}/{number}"))
        return 0
    figures = fuzz(options.count, options.seed, options.seconds)
    sys.stdout.write(f"{figures}\n")
    return 1 if figures.faults else 0


if __name__ == "__main__":
    from tests.trust import fuzz_parsers  # by its name, which workers know it by

    raise SystemExit(fuzz_parsers.main())
