"""Rating lists: 1.5 million players loaded, and looked up as one types.

    python bench/ratings.py [--players 1500000] [--postgres]

A list in FIDE's combined layout is made from a seed, loaded by `podium ratings load` in a process of its own, and then
looked in. Printed: processor seconds of that process, its peak memory, look-ups a second. The limits are a minute and
500 MB. The peer, in the same run: a plain loop that cuts the same lines and hands five columns to SQLite, without a
look-up by words, the way one would import the list by hand; the ratio of processor time is printed. With `--postgres`
the same into PostgreSQL (a throwaway server is started).
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from _postgres import postgres  # needs the path above

PLAYERS = 1_500_000
SEED = 17
MOST_SECONDS, MOST_MEGABYTES = 60, 500
HEADING = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
FEDERATIONS = ("GER", "FRA", "ESP", "IND", "RUS", "USA", "POL", "ITA", "IRI", "TUR", "SRI", "NOR", "BRA", "HUN", "UKR")
SYLLABLES = "an ber cor dal en fer gar hol in ja ko lin mar no or pet qui ro san ti ul var wil xa yo zi mue sch ka ra"
FIRST = "Anna Ben Carlos Dmitri Eva Fatima Gabriel Hans Ivan Jose Karin Li Maria Nikolai Olga Peter Rahul Sofia Wei"
LOOK_UPS = 300


def names(dice: random.Random) -> Iterator[str]:
    """Names for ever: some surnames are far more common than others, some people have several words."""
    syllables, first_names = SYLLABLES.split(), FIRST.split()
    surnames = ["".join(dice.choices(syllables, k=dice.choice((2, 3, 3, 4)))).capitalize() for _ in range(120_000)]
    while True:
        words = [surnames[int(len(surnames) * dice.random() ** 2)]]
        if dice.random() < 0.2:
            words.append(surnames[dice.randrange(len(surnames))])
        first = dice.choice(first_names) + ("" if dice.random() < 0.7 else f" {dice.choice(first_names)}")
        yield f"{' '.join(words)}, {first}"[:60]


def write_list(file: Path, count: int) -> None:
    """A list of so many players in FIDE's layout; the same for the same count."""
    dice = random.Random(SEED)
    name = names(dice)
    with file.open("w") as out:
        out.write(f"{HEADING}\n")
        for number in range(count):
            rated = dice.random() < 0.35
            rating = dice.randrange(1400, 2500) if rated else 0
            sex = "F" if dice.random() < 0.15 else "M"
            title = "FM" if rating > 2300 else ""
            out.write(
                f"{100_000 + 7 * number:<15}{next(name):<61}{dice.choice(FEDERATIONS):<4}{sex:<4}{title:<5}{'':<24}"
                f"{rating:<6}{0:<4}{20:<3}{rating and rating - 30:<6}{0:<4}{20:<3}{rating and rating - 50:<6}"
                f"{0:<4}{20:<3}{dice.randrange(1940, 2018):<6}{'i' if dice.random() < 0.3 else '':<4}\n"
            )


def plain_import(list_: Path, target: Path) -> int:
    """The peer: cut each line, keep five columns, index them."""
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("CREATE TABLE players (id INTEGER, name TEXT, fed TEXT, rating INTEGER, born TEXT)")
        with list_.open(encoding="latin-1") as lines:
            next(lines)
            rows = (
                (int(line[:15]), line[15:76].strip(), line[76:79], int(line[113:119]), line[152:156]) for line in lines
            )
            connection.executemany("INSERT INTO players VALUES (?, ?, ?, ?, ?)", rows)
        connection.execute("CREATE INDEX by_id ON players (id)")
        connection.execute("CREATE INDEX by_name ON players (name)")
        connection.commit()
        return int(connection.execute("SELECT count(*) FROM players").fetchone()[0])


def measured(command: list[str]) -> tuple[float, float, float]:
    """Processor seconds, seconds by the clock and peak megabytes of a process and what it starts."""
    report = Path(tempfile.mkstemp(suffix=".json")[1])
    watch = (
        "import json, resource, subprocess, sys, time\n"
        "start = time.monotonic(); done = subprocess.run(sys.argv[2:]); clock = time.monotonic() - start\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "told = [used.ru_utime + used.ru_stime, clock, used.ru_maxrss / 1024, done.returncode]\n"
        "json.dump(told, open(sys.argv[1], 'w'))\n"
    )
    subprocess.run([sys.executable, "-c", watch, str(report), *command], check=True)
    seconds, clock, megabytes, code = json.loads(report.read_text())
    report.unlink()
    if code:
        raise SystemExit(f"{command} ended with {code}")
    return seconds, clock, megabytes


def look_ups(database: str, count: int) -> None:
    """Print how long look-ups take that somebody types, in one thread."""
    from podium.bootstrap import opened
    from podium.config import Config

    dice = random.Random(SEED + 1)
    name = names(random.Random(SEED))
    known = [next(name) for _ in range(2000)]

    def typed() -> str:
        surname, first = dice.choice(known).split(", ")
        return dice.choice(
            (
                surname[: dice.randrange(3, 12)],
                surname,
                f"{surname}, {first[0]}",
                f"{first} {surname}"[:14],
                f"{first[:3]} {surname[:4]}",
                str(100_000 + 7 * dice.randrange(count)),
            )
        )

    with opened(Config(database=database)) as podium:
        podium.rating_lists.find("warm")
        taken = []
        found = 0
        for _ in range(LOOK_UPS):
            what = typed()
            start = time.process_time()
            found += len(podium.rating_lists.find(what).players)
            taken.append(1000 * (time.process_time() - start))
    taken.sort()
    print(
        f"look-ups, by processor time: {1000 / statistics.mean(taken):.0f} a second, "
        f"median {statistics.median(taken):.1f} ms, "
        f"99 of 100 within {taken[int(0.99 * LOOK_UPS)]:.1f} ms, slowest {taken[-1]:.1f} ms; {found} players found"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--players", type=int, default=PLAYERS)
    options.add_argument("--postgres", action="store_true")
    wanted = options.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        list_ = folder / "players_list_foa.txt"
        write_list(list_, wanted.players)
        print(f"{wanted.players} players, {list_.stat().st_size / 1e6:.0f} MB, seed {SEED}")
        if wanted.postgres:
            with postgres(lasting=True) as url:
                if url is not None:
                    load(list_, url)
                    look_ups(url, wanted.players)
            return
        database = str(folder / "podium.db")
        seconds = load(list_, database)
        size = sum(file.stat().st_size for file in Path(f"{database}.ratings").iterdir())
        print(f"kept in {size / 1e6:.0f} MB")
        peer = [sys.executable, __file__, "--peer", str(list_), str(folder / "peer.db")]
        of_peer, clock, megabytes = measured(peer)
        print(f"plain loop into SQLite: {of_peer:.1f} s of processor ({clock:.1f} s), {megabytes:.0f} MB")
        print(f"ratio of processor time: {seconds / of_peer:.2f}")
        look_ups(database, wanted.players)


def load(list_: Path, database: str) -> float:
    command = [sys.executable, "-m", "podium", "ratings", "load", str(list_), "--list", "fide", "--db", database]
    seconds, clock, megabytes = measured(command)
    kept = seconds < MOST_SECONDS and megabytes < MOST_MEGABYTES
    verdict = "within the limits" if kept else "BEYOND THE LIMITS"
    print(f"podium ratings load: {seconds:.1f} s of processor ({clock:.1f} s), {megabytes:.0f} MB: {verdict}")
    return seconds


if __name__ == "__main__":
    if sys.argv[1:2] == ["--peer"]:
        plain_import(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        main()
