"""What is around the program: pipes, terminals, signals, disks. Nothing of it ends in a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.kit.waiting import PATIENCE, program

PODIUM = (sys.executable, "-m", "podium")
NAME = "Jiří Ünal ½"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report in which the first player has a name with letters that not every terminal knows."""
    made = subprocess.run(
        [*PODIUM, "generate", "--players", "20", "--rounds", "2", "--seed", "1"],
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    file = tmp_path_factory.mktemp("report") / "random.trf"
    file.write_text(made.stdout.decode().replace("Player 0001", NAME), encoding="utf-8")
    return file


def shell(script: str, environment: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """What a shell makes of `script`, in which `podium` is the program."""
    name = f"podium() {{ '{sys.executable}' -m podium \"$@\"; }}\n"
    return subprocess.run(
        ["bash", "-c", name + script],
        env={**os.environ, **(environment or {})},
        capture_output=True,
        encoding="latin-1",
        check=False,
        timeout=300,
    )


@pytest.mark.parametrize("arguments", ["--help", "pair --help", "tiebreaks {report}", "tiebreaks {report} --json"])
def test_a_reader_who_has_seen_enough_ends_it_in_silence(report: Path, arguments: str) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    words = arguments.format(report=report).split()
    ran = subprocess.run([*PODIUM, *words], stdout=writes, stderr=subprocess.PIPE, check=False, timeout=PATIENCE)
    os.close(writes)
    assert (ran.returncode, ran.stderr) == (141, b"")


@pytest.mark.parametrize("arguments", ["--help", "pair --help", "--version", "tiebreaks '{report}'"])
def test_a_full_disk_is_a_sentence(report: Path, arguments: str) -> None:
    ran = shell(f"podium {arguments.format(report=report)} > /dev/full")
    assert (ran.returncode, ran.stderr) == (1, "No space left on device.\n")


@pytest.mark.parametrize("verb", ["pair", "check", "standings", "prizes", "import"])
def test_a_closed_stdin_is_a_sentence(verb: str) -> None:
    ran = shell(f"podium {verb} - <&-")
    assert ran.returncode == 3
    assert 'The file "-" cannot be read' in ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr


def test_an_interrupt_is_exit_code_130() -> None:
    with program([*PODIUM, "pair", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdin is not None
        assert run.stderr is not None
        run.stdin.write(b"x" * 1_000_000)  # more than a pipe holds: once it is through, the verb is reading
        run.stdin.flush()
        run.send_signal(signal.SIGINT)
        run.stdin.close()  # Python sees a signal that comes just before it waits only once the waiting ends
        assert run.stderr.read() == b"\n"
        assert run.wait(PATIENCE) == 130


def test_an_interrupt_while_it_loads_shows_no_traceback() -> None:
    interrupted = "import sys; sys.modules['podium.cli'] = None\nimport builtins\nreal = builtins.__import__\n"
    interrupted += "def stopped(name, *rest):\n    if name == 'podium.cli': raise KeyboardInterrupt\n"
    interrupted += (
        "    return real(name, *rest)\nfrom podium.__main__ import main\nbuiltins.__import__ = stopped\nmain()"
    )
    ran = subprocess.run([sys.executable, "-c", interrupted], capture_output=True, check=False, timeout=PATIENCE)
    assert (ran.returncode, ran.stderr) == (130, b"")


@pytest.mark.parametrize("encoding", ["latin-1", "cp437", "utf-8"])
def test_names_a_terminal_cannot_show_are_escaped(report: Path, encoding: str) -> None:
    script = f"podium standings '{report}'; podium standings '{report}' --json"
    ran = shell(script, {"PYTHONIOENCODING": encoding})
    assert (ran.returncode, ran.stderr) == (0, "")
    said = ran.stdout.encode("latin-1").decode(encoding)
    text, _, rest = said.partition("{")
    assert NAME.encode(encoding, "backslashreplace").decode(encoding) in text
    assert NAME in [row["name"] for row in json.loads("{" + rest)["standings"]]


def test_a_file_name_that_is_no_text_can_be_spoken_of(tmp_path: Path) -> None:
    ran = shell(f"cd '{tmp_path}' && podium check $'\\xff.trf'")
    assert ran.returncode == 4
    assert 'There is no file "\\udcff.trf".' in ran.stdout


def test_a_folder_that_is_not_there_is_named(podium: Run) -> None:
    for arguments in ("tournament create X --format swiss", "migrate", "serve --port 0", "demo --port 0", "user add x"):
        said = podium(*arguments.split(), "--db", "nowhere/podium.db", code=4)
        assert said.err == 'There is no folder "nowhere".\n'


def test_with_json_wrong_usage_is_json_too(podium: Run) -> None:
    said = podium("pair", "--json", code=2)
    assert json.loads(said.err) == {"code": "usage", "detail": "Missing argument 'FILE'.", "value": None}
    assert json.loads(podium("nonsense", "--json", code=2).err)["detail"] == "There is no verb nonsense."


def test_of_two_tournaments_of_one_name_the_ids_are_told(podium: Run) -> None:
    ids = [podium("tournament", "create", "Open", "--format", "manual", "--json").json["id"] for _ in range(2)]
    said = podium("table", "open", code=2)
    assert all(f'"Open ({id})"' in said.err for id in ids)
    assert podium("table", ids[1]).code == 0


@pytest.mark.parametrize("name", ["PODIUM_PORT", "PODIUM_AUDIT_DAYS"])
def test_what_is_no_number_is_named(podium: Run, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "eighty")
    assert f"{name} is not a number: eighty" in podium("serve", code=2).err
