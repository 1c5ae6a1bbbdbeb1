"""The tutorial of the README, run as a reader would run it: every `sh` block, in order, in one shell."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.kit.services import free_port

README = Path(__file__).parents[2] / "README.md"
BLOCKS = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
PORT = "8765"


def script(port: int) -> str:
    """All blocks as one script that stops at the first failure and ends the server it started."""
    blocks = BLOCKS.findall(README.read_text(encoding="utf-8"))
    assert len(blocks) == 6, "the tutorial has changed: does the test still run all of it?"
    said = "\n".join(blocks).replace(PORT, str(port))
    return f"set -euo pipefail\ntrap 'kill %1 && wait %1 || true' EXIT\n{said}\necho\necho the end\n"


def test_every_command_of_the_tutorial_works(tmp_path: Path) -> None:
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parents[1])
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PODIUM_")}
    run = subprocess.run(
        ["bash", "-c", script(free_port())],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.rstrip().endswith("the end"), run.stdout
    assert "bye (0.5) = 0.5" in run.stdout
    assert '"details":"1W (1.0) = 1.0"' in run.stdout.replace('": "', '":"')
    history = run.stdout[: run.stdout.index('{"')]
    assert "Ivan" in history
    assert (tmp_path / "club.db").is_file()
    assert "1 file, 5 rounds: no differences." in run.stdout
    assert run.stdout.rstrip().removesuffix("the end").rstrip().endswith("((1, 6), (2, 5), (3, 4))")
