"""Who waits at a terminal sees how far it is; nobody else sees anything of it."""

from __future__ import annotations

import doctest
import io
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from podium.cli import progress as module
from podium.cli.progress import ERASE, progress
from tests.kit.waiting import PATIENCE, program

# Does a step for each line it gets.
WORK = """
import sys
from podium.cli import progress as module
module.PATIENCE = {patience}
with module.progress("Playing", 4) as shown:
    for _ in sys.stdin:
        shown.step()
print("done")
"""
# The program, with a painter that draws at once and once, however fast the verb is.
EAGER = """
from podium.cli import main, progress as module
module._paint = lambda shown, stream, over: stream.write(shown.line(0))
main()
"""


class Terminal:
    """A terminal that a program has for its stderr."""

    def __init__(self, run: subprocess.Popen[bytes], screen: int) -> None:
        self.run = run
        self.screen = screen
        self.shown = ""

    def until(self, text: str) -> None:
        """Wait until `text` was shown."""
        while text not in self.shown:
            self.shown += (piece := self._read())
            assert piece, f"the program ended, and showed {self.shown!r}"

    def step(self) -> None:
        """Have the program do a step."""
        stdin: IO[bytes] | None = self.run.stdin
        assert stdin is not None
        stdin.write(b"\n")
        stdin.flush()

    def ended(self) -> str:
        """What the program wrote to stdout, once it has ended."""
        assert self.run.stdin is not None
        assert self.run.stdout is not None
        self.run.stdin.close()
        while piece := self._read():  # to the end: a program that nobody reads from cannot write, and never ends
            self.shown += piece
        out: bytes = self.run.stdout.read()
        self.run.wait(PATIENCE)
        return out.decode()

    def _read(self) -> str:
        try:
            return os.read(self.screen, 4096).decode()
        except OSError:  # how Linux says that nobody writes any more
            return ""


@contextmanager
def on_terminal(*arguments: object, **environment: str) -> Iterator[Terminal]:
    screen, theirs = pty.openpty()
    how = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": theirs}
    surroundings = {**os.environ, "TERM": "xterm", "COLUMNS": "80", **environment}
    with program([sys.executable, *arguments], env=surroundings, **how) as run:
        os.close(theirs)
        yield Terminal(run, screen)
    os.close(screen)


def test_a_bar_grows_and_is_gone_in_the_end() -> None:
    with on_terminal("-c", WORK.format(patience=0)) as terminal:
        terminal.until("Playing [                        ]   0 %")
        terminal.step()
        terminal.until("Playing [######                  ]  25 %")
        terminal.step()
        terminal.until("Playing [############            ]  50 %")
        assert terminal.ended() == "done\n"
    assert terminal.shown.endswith(ERASE)


def test_who_does_not_wait_long_sees_nothing() -> None:
    with on_terminal("-c", WORK.format(patience=600)) as terminal:
        assert terminal.ended() == "done\n"
    assert terminal.shown == ""


def test_a_terminal_that_cannot_erase_shows_nothing() -> None:
    with on_terminal("-c", WORK.format(patience=0), TERM="dumb") as terminal:
        assert terminal.ended() == "done\n"
    assert terminal.shown == ""


def test_a_line_fits_the_terminal() -> None:
    with on_terminal("-c", WORK.format(patience=0), COLUMNS="12") as terminal:
        terminal.until(f"{ERASE}Playing [  {ERASE}")
        terminal.ended()


def test_the_slow_verbs_show_it(tmp_path: Path) -> None:
    file = tmp_path / "random.trf"
    with on_terminal("-c", EAGER, "generate", "--players", 20, "--rounds", 5, "--seed", 1) as terminal:
        file.write_text(terminal.ended())
    assert "Playing [" in terminal.shown
    for arguments, word in (
        (("check", file, file), "Checking ["),
        (("pair", file, "--round", 5), "Pairing ..."),
        (("tiebreaks", file, "BH", "SB", "AOB"), "Computing ["),
        (("standings", file), "Ranking ..."),
        (("simulate", "--format", "knockout", "--players", 8, "--times", 5), "Playing ["),
        (("import", file, "--db", tmp_path / "new.db"), "Importing ..."),
    ):
        with on_terminal("-c", EAGER, *arguments) as terminal:
            said = terminal.ended()
        assert word in terminal.shown
        assert word not in said


def test_without_a_terminal_nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = io.StringIO()
    monkeypatch.setattr(sys, "stderr", quiet)
    monkeypatch.setattr(module, "PATIENCE", 0)
    with progress("Playing", 2) as shown:
        shown.step()
    assert quiet.getvalue() == ""
    assert shown.done == 1


def test_the_lines_are_doctests() -> None:
    assert doctest.testmod(module) == doctest.TestResults(failed=0, attempted=2)
