"""What came of attacks, as figures: one file for each part, and the page put together from the newest of each."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "trust"
PAGE = ROOT / "docs" / "trust.md"
STALL = 1.0  # seconds that one hostile client may keep others waiting


@dataclass(frozen=True, slots=True)
class Attack:
    """One thing that was tried: how often, and what came of it. What was not measured is None."""

    tried: str
    times: str
    repeat: str
    """The command that does it once more."""
    lost: int | None = None
    doubled: int | None = None
    faults: int | None = None
    """Answers of 500 and above that are none of ours: 503 in words is one where nothing else can be said."""
    strangers: int | None = None
    """How often somebody saw or did what they may not."""
    stall: float | None = None
    """The longest that others waited, in seconds."""
    more: str = ""
    broken: tuple[str, ...] = ()
    """What did not hold, in words."""

    @property
    def holds(self) -> bool:
        """Whether nothing was lost, doubled, broken or seen by strangers; how long others waited is judged on a quiet
        machine alone, by whoever reads the page."""
        return not (self.lost or self.doubled or self.faults or self.strangers or self.broken)


@dataclass(frozen=True, slots=True)
class PartFigures:
    """The figures of one part, and where they come from."""

    part: str
    date: str
    commit: str
    machine: str
    scale: float
    seed: int
    seconds: float
    attacks: tuple[Attack, ...] = field(default=())


def machine() -> str:
    """What this machine is, and how busy."""
    load = os.getloadavg()[0]
    return (
        f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, load {load:.1f} at the start"
    )


def commit() -> str:
    """The commit of the working tree; a + where it has been changed."""

    def said(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
        return done.stdout.strip()

    changed = said("status", "--porcelain", "--", "src")
    return (said("rev-parse", "--short", "HEAD") or "unknown") + ("+" if changed else "")


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="minutes").replace("+00:00", "Z")


def store(figures: PartFigures, folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{figures.part}.json").write_text(json.dumps(asdict(figures), indent=1, ensure_ascii=False) + "\n")


def stored(part: str, folder: Path = FOLDER) -> PartFigures | None:
    """The newest figures of a part; None where it was never run."""
    file = folder / f"{part}.json"
    if not file.exists():
        return None
    content: dict[str, Any] = json.loads(file.read_text())
    attacks = tuple(Attack(**{**each, "broken": tuple(each["broken"])}) for each in content.pop("attacks"))
    return PartFigures(**content, attacks=attacks)


HEAD = """# What was attacked, and what came of it

Nothing lost, nothing twice, no fault of ours, nobody in where they do not belong: these are figures, and anyone can
make them again. `make trust` runs all of it in less than 30 minutes, on 127.0.0.1, and writes this page;
`make trust PARTS="kills load"` runs some of it, and `SCALE=0.1` a tenth of it. Each part stands here with its newest
run: the files in [docs/trust](trust) hold them. A sample of every part is in `make test`.
What Podium promises, and to whom, is in [security](security.md).

- *lost*, *doubled*: results that were acknowledged and are not there, or are there twice.
- *5xx*: answers of 500 and above. A database that is away, full or damaged is answered with 503 and a sentence, which
  is right and is not counted; a part that provokes it says how often.
- *strangers in*: cells or requests in which somebody saw or did what `app/access.py` does not permit them.
- *longest stall*: the longest that somebody else waited for a small answer meanwhile. The aim is less than a second; it
  is true of a quiet machine only, so look at the load beside it.
"""


def page(parts: Sequence[tuple[str, str, PartFigures | None]]) -> str:
    """The page: of each part its name, what it is about, and its figures."""
    run = [figures for _, _, figures in parts if figures is not None]
    sums = [each for figures in run for each in figures.attacks]
    lines = [HEAD, "## In short", ""]
    lines += [
        "| lost | doubled | 5xx | strangers in | longest stall of others, s | attacks that held |",
        "|" + " --- |" * 6,
    ]
    lines += [
        f"| {_sum(sums, 'lost')} | {_sum(sums, 'doubled')} | {_sum(sums, 'faults')} | {_sum(sums, 'strangers')} "
        f"| {max((each.stall for each in sums if each.stall is not None), default=0.0):.2f} "
        f"| {sum(each.holds for each in sums)} of {len(sums)} |",
        "",
    ]
    for part, about, figures in parts:
        lines += [f"## {part.capitalize()}", "", about, ""]
        lines += _part(figures) if figures else [f'Not run yet: `make trust PARTS="{part}"`.', ""]
    return "\n".join(lines)


def _sum(attacks: Sequence[Attack], name: str) -> int:
    return sum(getattr(each, name) or 0 for each in attacks)


def _part(figures: PartFigures) -> list[str]:
    lines = [
        f"{figures.date}, commit {figures.commit}, {figures.machine}; {figures.seconds:.0f} s, "
        f"scale {figures.scale:g}, seed {figures.seed}.",
        "",
        "| tried | how often | lost | doubled | 5xx | strangers in | longest stall, s | also |",
        "|" + " --- |" * 8,
    ]
    for each in figures.attacks:
        counts = " | ".join(
            _number(value) for value in (each.lost, each.doubled, each.faults, each.strangers, each.stall)
        )
        lines.append(f"| {each.tried} | {each.times} | {counts} | {each.more} |")
    lines.append("")
    for each in figures.attacks:
        lines += [f"- **{each.tried} did not hold:** {_cell(problem)}" for problem in each.broken[:20]]
    repeats = dict.fromkeys(each.repeat for each in figures.attacks)
    lines += ["", "Once more:", "", "```sh", *repeats, "```", ""]
    return lines


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "/")[:300]


def _number(value: int | float | None) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if isinstance(value, float) else f"{value:,}"
