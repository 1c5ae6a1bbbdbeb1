"""Every benchmark, and docs/benchmarks.md with what each printed.

    python bench/_page.py [bench/chess.py ...]

Each ends with 1 where one of its limits is missed, and so does this. Those that are named are measured anew, the others
stay on the page as they were.
"""

from __future__ import annotations

import ast
import json
import os
import platform
import re
import resource
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
SECTION = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
HEAD = """# Figures

What Podium's benchmarks measured, as they printed it. `make bench` measures anew and writes this page; it fails where a
limit that stands here is missed. Most limits are ratios of two things measured by turns in one run, so that a slower
machine, or one with other work, changes both; where a limit is a rate, other work can miss it. Each section says how
long it took, and how much else the machine had to do.

Run it on your machine before you believe ours. [How far it goes](scale.md) says what the figures of whole servers mean.

"""


def used() -> float:
    """The processor time of all benchmarks so far, in seconds: what else a machine does is not in it."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def measured(script: Path) -> tuple[str, bool]:
    """The section of a benchmark, and whether it kept its limits."""
    began, before = monotonic(), used()
    done = subprocess.run([sys.executable, script], cwd=ROOT, capture_output=True, text=True)
    seconds, processor = monotonic() - began, used() - before
    doc = ast.get_docstring(ast.parse(script.read_text("utf-8"))) or ""
    about = "\n\n".join(part for part in doc.split("\n\n") if not part.startswith("    "))
    kept = done.returncode == 0
    verdict = "kept" if kept else "MISSED"
    sys.stdout.write(f"{script.stem}: {seconds:.0f} s, {processor:.0f} s of processors, {verdict}\n")
    sys.stdout.write(f"{done.stdout}{done.stderr}\n")
    sys.stdout.flush()
    said = "Every limit was kept." if kept else "**A limit was missed.**"
    made = f"{said} {datetime.now(UTC):%Y-%m-%d}, {seconds:.0f} s and {processor:.0f} of processors, {machine()}."
    text = f"\n{about}\n\n```text\n{done.stdout.strip() or done.stderr.strip()[-2000:]}\n```\n\n{made}\n\n"
    return text, kept


def machine() -> str:
    """What it was measured on, and what else went on there."""
    busy = os.getloadavg()[0]
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, load {busy:.1f} at the end"


def main(named: list[str]) -> int:
    scripts = [Path(each) for each in named] or sorted((ROOT / "bench").glob("[a-z]*.py"))
    sections = dict(SECTION.findall(PAGE.read_text("utf-8"))) if PAGE.exists() else {}
    missed = []
    for script in scripts:
        sections[script.stem], kept = measured(script)
        missed += [] if kept else [script.stem]
        body = "".join(f"## {name}\n{sections[name]}" for name in sorted(sections))
        PAGE.write_text(HEAD + body.replace("\n\n\n", "\n\n"), "utf-8")
    sys.stdout.write(json.dumps({"processor_minutes": round(used() / 60, 1), "missed": missed}) + "\n")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
