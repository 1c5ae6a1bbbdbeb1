"""Attack Podium in every way we know, and write down what came of it.

    python -m tests.trust                        # all parts: less than half an hour
    python -m tests.trust kills load             # some
    python -m tests.trust --scale 0.05 kills     # less of it

Each part runs in a process of its own. It begins nothing more when most of its time is over, reports what it has done,
and is ended after all of it; its figures go to docs/trust/PART.json, and the
page docs/trust.md is put together from the newest of each.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

from tests.trust.figures import FOLDER, PAGE, ROOT, PartFigures, commit, machine, now, page, store, stored
from tests.trust.parts import PARTS, Part
from tests.trust.time_limit import TimeLimit

WORKING = 0.75  # of the time of a part, after which it begins nothing more; the rest is to end what it has begun
LEAVING = 60  # seconds for a part that is told to end


def run(part: Part, scale: float, seed: int, folder: Path, slack: float) -> bool:
    """Run a part and store its figures; whether everything held."""
    at, where, what, began = now(), machine(), commit(), time.monotonic()
    attacks = tuple(part.run(scale, seed, TimeLimit.of(WORKING * slack * part.seconds)))
    store(PartFigures(part.name, at, what, where, scale, seed, round(time.monotonic() - began, 1), attacks), folder)
    for attack in attacks:
        sys.stdout.write(
            f"  {'held' if attack.holds else 'DID NOT HOLD'}: {attack.tried}, {attack.times}. {attack.more}\n"
        )
        for problem in attack.broken:
            sys.stdout.write(f"    {problem}\n")
    return all(attack.holds for attack in attacks)


def run_apart(part: Part, scale: float, seed: int, folder: Path, slack: float) -> bool:
    """The same in a process of its own, which is told to end when its time is over."""
    command = [sys.executable, "-m", "tests.trust", "--here", part.name]
    command += ["--scale", str(scale), "--seed", str(seed), "--folder", str(folder)]
    command += ["--slack", str(slack)]
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            return process.wait(part.seconds * slack) == 0
        except subprocess.TimeoutExpired:
            sys.stdout.write(f"  {part.name} took more than {part.seconds * slack:.0f} s and was ended\n")
            return False
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a part that still runs, with what it started; it ends its own servers when it is told to."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(LEAVING)
        except subprocess.TimeoutExpired:
            process.kill()


def leave(_number: int, _frame: FrameType | None) -> None:
    """Leave every block, so that what was started in it is ended."""
    raise SystemExit(1)


def write_page(folder: Path = FOLDER, file: Path = PAGE) -> None:
    """Put the page together from the newest figures of each part."""
    file.write_text(page([(part.name, part.about, stored(part.name, folder)) for part in PARTS]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=" ".join(part.name for part in PARTS))
    parser.add_argument("--scale", type=float, default=1.0, help="of the counts")
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--slack", type=float, default=1.0, help="times the time of each part, on a busy machine")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="for the figures")
    parser.add_argument("--here", action="store_true", help="in this process, without writing the page")
    wanted = parser.parse_args()
    unknown = set(wanted.parts) - {part.name for part in PARTS}
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    signal.signal(signal.SIGTERM, leave)
    held = True
    for part in PARTS:
        if not wanted.parts or part.name in wanted.parts:
            if not wanted.here:
                sys.stdout.write(f"{part.name}\n")
                sys.stdout.flush()
            how = (part, wanted.scale, wanted.seed, wanted.folder, wanted.slack)
            held = (run(*how) if wanted.here else run_apart(*how)) and held
    if not wanted.here:
        write_page(wanted.folder, PAGE if wanted.folder == FOLDER else wanted.folder / "trust.md")
    return 0 if held else 1


if __name__ == "__main__":
    raise SystemExit(main())
