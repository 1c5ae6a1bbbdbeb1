"""Compare Podium with gacrux over random tournaments, and write down what came of it.

    python -m tests.crosscheck                                  # 50,000 in each direction, on all processors
    python -m tests.crosscheck --tournaments 200 --workers 1
    python -m tests.crosscheck --minutes 30                     # as many as can be done
    python -m tests.crosscheck --on tcp://scheduler:8786        # on a Dask cluster
    python -m tests.crosscheck --seed gacrux-to-podium 17       # one again, with its file

What is done is kept in build/crosscheck, and a run goes on from there.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from itertools import chain, islice, zip_longest
from pathlib import Path
from types import FrameType

from gacrux.version import version

from podium.api.front.page_time import processor_time, raise_in, withdraw
from podium.app.server.cluster import Cluster, Workers
from podium.app.server.worker_pool import WorkerPool, WorkLimits
from podium.app.words.errors import sentence
from podium.cli.progress import Progress, progress
from podium.core.errors import PodiumError
from tests.crosscheck.comparison import DIRECTIONS, Comparison, made_by_gacrux, made_by_podium
from tests.crosscheck.page import GOAL, page
from tests.crosscheck.records import BLOCK, Block, Difference, engine_version, missing, store, stored

ROOT = Path(__file__).parents[2]
STATE, PAGE = ROOT / "build" / "crosscheck", ROOT / "docs" / "crosscheck.md"
PATIENCE = 300  # seconds of work for one tournament
LOOKS = 1.0  # seconds between two looks at how long it has taken
WAIT = 20 * PATIENCE  # for a block
LIMITS = WorkLimits(seconds=WAIT)
DIGITS = 7  # of what can be asked for
ONE_AT_A_TIME = threading.Lock()
"""Held while tournaments are compared: a worker of a cluster may have several threads, gacrux one source of chance."""


class TooSlow(Exception):
    """One tournament took longer than anybody waits."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """A block that is left after so many seconds of work: a machine that is busy, or pauses us, is not a finding."""
    me, over = threading.get_ident(), threading.Event()
    due = processor_time(me) + seconds

    def watch() -> None:
        while not over.wait(min(LOOKS, seconds)):
            if processor_time(me) > due:
                raise_in(me, TooSlow)
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    except TooSlow:
        raise TooSlow(f"not done within {seconds:.0f} s") from None
    finally:
        over.set()
        watcher.join()
        withdraw(TooSlow)  # it may have come too late


def compared(direction: str, first: int, engine: str) -> Block:
    """A block of tournaments; one that cannot be compared at all is a difference."""
    block = Block(first, engine, version()["version"], 0, 0, 0, 0, 0)
    began = time.thread_time()
    for seed in range(first, first + BLOCK):
        try:
            with ONE_AT_A_TIME, limited(PATIENCE):
                one = DIRECTIONS[direction](seed)
        except Exception as problem:  # noqa: BLE001 - whatever happens to either program is a finding
            one = Comparison(0, 0, 0, 0, (f"{type(problem).__name__}: {problem}",))
        block = replace(
            block,
            rounds=block.rounds + one.rounds,
            pairs=block.pairs + one.pairs,
            values=block.values + one.values,
            ranks=block.ranks + one.ranks,
            differences=(*block.differences, *([Difference(seed, one.differences)] if one.differences else [])),
        )
    return replace(block, seconds=round(time.thread_time() - began, 2))


def run(tournaments: int, workers: Workers, folder: Path, deadline: float, shown: Progress) -> None:
    """Compare what is missing, both directions in turn, until it is done or the deadline (monotonic) has passed."""
    left = [[(name, first) for first in missing(stored(folder, name), tournaments)] for name in DIRECTIONS]
    shown.total = sum(map(len, left)) * BLOCK
    todo = (job for job in chain.from_iterable(zip_longest(*left)) if job)
    pending: dict[Future[Block], str] = {}
    engine = engine_version()
    while True:
        if time.monotonic() < deadline:
            for direction, first in islice(todo, max(2 * workers.count - len(pending), 0)):
                pending[workers.submit(LIMITS, compared, direction, first, engine)] = direction
        if not pending:
            return
        finished, _ = wait(pending, timeout=WAIT, return_when=FIRST_COMPLETED)
        if not finished:
            raise TooSlow(f"no block was done within {WAIT} s")
        for one in finished:
            store(folder, pending.pop(one), one.result(timeout=0))
            shown.step(BLOCK)


def leave(_number: int, _frame: FrameType | None) -> None:
    """Leave every block, so that what was started in it is ended and the page is written."""
    raise SystemExit(1)


def one_again(direction: str, seed: int) -> int:
    """Print the file of one tournament and what differs."""
    made = made_by_podium if direction == "podium-to-gacrux" else made_by_gacrux
    sys.stdout.write(made(seed))
    differences = DIRECTIONS[direction](seed).differences
    sys.stdout.write("".join(f"{text}\n" for text in differences) or "no differences\n")
    return 1 if differences else 0


def amount(text: str) -> int:
    """A number of tournaments or workers, or a seed."""
    if text.isascii() and text.isdecimal() and len(text) <= DIGITS:
        return int(text)
    raise argparse.ArgumentTypeError(f"a whole number below {10**DIGITS:,}, not {text}")


def minutes(text: str) -> float:
    """A time that is left, up to a year."""
    with suppress(ValueError):
        if 0 < float(text) <= 366 * 24 * 60:
            return float(text)
    raise argparse.ArgumentTypeError(f"more than 0 and at most a year, not {text}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tournaments", type=amount, default=GOAL, help="in each direction")
    parser.add_argument("--workers", type=amount, default=os.cpu_count() or 1)
    parser.add_argument("--on", metavar="ADDRESS", help="a Dask cluster, as tcp://scheduler:8786")
    parser.add_argument("--minutes", type=minutes, default=24 * 60, help="begin nothing new after that")
    parser.add_argument("--state", type=Path, default=STATE, help="the folder for what is done")
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument("--seed", nargs=2, metavar=("DIRECTION", "SEED"), help="compare one again")
    wanted = parser.parse_args()
    if wanted.seed:
        direction, seed = wanted.seed
        if direction not in DIRECTIONS:
            parser.error(f"no direction {direction}: {' or '.join(DIRECTIONS)}")
        if not seed.isdecimal() or len(seed) > DIGITS:
            parser.error(f"no seed: {seed}")
        return one_again(direction, int(seed))
    signal.signal(signal.SIGTERM, leave)
    try:
        pool = WorkerPool("crosscheck", max(wanted.workers, 1)) if wanted.on is None else Cluster(wanted.on)
        with closing(pool), progress("Comparing") as shown:
            run(wanted.tournaments, pool, wanted.state, time.monotonic() + 60 * wanted.minutes, shown)
    except PodiumError as problem:
        parser.exit(1, f"{sentence(problem)}\n")
    finally:
        done = {name: stored(wanted.state, name) for name in DIRECTIONS}
        if any(done.values()):
            wanted.page.write_text(page(done), "utf-8")
    for name, blocks in done.items():
        differing = sum(len(block.differences) for block in blocks)
        sys.stdout.write(f"{name}: {len(blocks) * BLOCK} tournaments, {differing} differ\n")
    return 1 if any(block.differences for blocks in done.values() for block in blocks) else 0


if __name__ == "__main__":
    from tests.crosscheck.__main__ import main as run_by_name  # what workers are sent has to have a name there

    raise SystemExit(run_by_name())
