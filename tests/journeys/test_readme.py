"""The five minutes at a terminal, run as a reader would run them: every `sh` block, in order, in one shell."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit import forked_podium
from tests.kit.loops import ALL_SEEDS
from tests.kit.services import free_port

PAGE = Path(__file__).parents[2] / "docs" / "terminal.md"
BLOCKS = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
PORT = "8765"


def script(port: int) -> str:
    """All blocks as one script that stops at the first failure and ends the server it started."""
    blocks = BLOCKS.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) == 6, "the tutorial has changed: does the test still run all of it?"
    said = "\n".join(blocks).replace(PORT, str(port))
    return f"set -euo pipefail\ntrap 'kill %1 && wait %1 || true' EXIT\n{said}\necho\necho the end\n"


def make_environment(folder: Path) -> None:
    """Ours, but that `podium` is forked from a process that has loaded it: there are twenty commands."""
    ours = Path(sys.executable).parents[1]
    if ALL_SEEDS:
        folder.symlink_to(ours)
        return
    (folder / "bin").mkdir(parents=True)
    for each in (*ours.iterdir(), *(ours / "bin").iterdir()):
        if each.name not in ("bin", "podium"):
            (folder / each.relative_to(ours)).symlink_to(each)
    program = folder / "bin" / "podium"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(forked_podium.command())} "$@"\n')
    program.chmod(0o755)


@pytest.mark.seeds  # by the program itself in `make long`
def test_every_command_of_the_tutorial_works(tmp_path: Path) -> None:
    make_environment(tmp_path / ".venv")
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
