"""Compare Podium with gacrux over random tournaments, and write down what came of it.

    python -m tests.crosscheck                                  # 50,000 in each direction, on all processors
    python -m tests.crosscheck --tournaments 200 --workers 1
    python -m tests.crosscheck --minutes 30                     # as many as can be done
    python -m tests.crosscheck --seed gacrux-to-podium 17       # one again, with its file

What is done is kept in build/crosscheck, and a run goes on from there.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, islice, zip_longest
from pathlib import Path
from types import FrameType

from gacrux.version import version

from podium.cli.progress import Progress, progress
from tests.crosscheck.comparison import DIRECTIONS, Comparison, made_by_gacrux, made_by_podium
from tests.crosscheck.page import GOAL, page
from tests.crosscheck.records import BLOCK, Block, Difference, engine_version, missing, store, stored

ROOT = Path(__file__).parents[2]
STATE, PAGE = ROOT / "build" / "crosscheck", ROOT / "docs" / "crosscheck.md"
PATIENCE = 300  # seconds of work for one tournament
WAIT = 20 * PATIENCE  # for a block


class TooSlow(Exception):
    """One tournament took longer than anybody waits."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """A block that is left after so many seconds of work: a machine that is busy, or pauses us, is not a finding."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlow(f"not done within {seconds:.0f} s")

    handler = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, handler)


def compared(direction: str, first: int, engine: str) -> Block:
    """A block of tournaments; one that cannot be compared at all is a difference."""
    block = Block(first, engine, version()["version"], 0, 0, 0, 0, 0)
    began = time.process_time()
    for seed in range(first, first + BLOCK):
        try:
            with limited(PATIENCE):
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
    return replace(block, seconds=round(time.process_time() - began, 2))


def run(tournaments: int, workers: int, folder: Path, deadline: float, shown: Progress) -> None:
    """Compare what is missing, both directions in turn, until it is done or the deadline (monotonic) has passed."""
    left = [[(name, first) for first in missing(stored(folder, name), tournaments)] for name in DIRECTIONS]
    shown.total = sum(map(len, left)) * BLOCK
    todo = (job for job in chain.from_iterable(zip_longest(*left)) if job)
    pending: dict[Future[Block], str] = {}
    engine = engine_version()
    pool = ProcessPoolExecutor(workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        while True:
            if time.monotonic() < deadline:
                for direction, first in islice(todo, 2 * workers - len(pending)):
                    pending[pool.submit(compared, direction, first, engine)] = direction
            if not pending:
                return
            finished, _ = wait(pending, timeout=WAIT, return_when=FIRST_COMPLETED)
            if not finished:
                raise TooSlow(f"no block was done within {WAIT} s")
            for one in finished:
                store(folder, pending.pop(one), one.result(timeout=0))
                shown.step(BLOCK)
    finally:
        pool.shutdown(cancel_futures=True)


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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tournaments", type=int, default=GOAL, help="in each direction")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=24 * 60, help="begin nothing new after that")
    parser.add_argument("--state", type=Path, default=STATE, help="the folder for what is done")
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument("--seed", nargs=2, metavar=("DIRECTION", "SEED"), help="compare one again")
    wanted = parser.parse_args()
    if wanted.seed:
        return one_again(wanted.seed[0], int(wanted.seed[1]))
    signal.signal(signal.SIGTERM, leave)
    try:
        with progress("Comparing") as shown:
            run(wanted.tournaments, wanted.workers, wanted.state, time.monotonic() + 60 * wanted.minutes, shown)
    finally:
        done = {name: stored(wanted.state, name) for name in DIRECTIONS}
        wanted.page.write_text(page(done), "utf-8")
    for name, blocks in done.items():
        differing = sum(len(block.differences) for block in blocks)
        sys.stdout.write(f"{name}: {len(blocks) * BLOCK} tournaments, {differing} differ\n")
    return 1 if any(block.differences for blocks in done.values() for block in blocks) else 0


if __name__ == "__main__":
    raise SystemExit(main())
