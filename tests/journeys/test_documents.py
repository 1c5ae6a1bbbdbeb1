"""The documents do what they say: commands run, links lead somewhere, every setting is told."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import invoke
from tests.kit.loops import every

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
SERVER = ROOT / "docs" / "how-to" / "run-a-server.md"


def blocks(page: Path, kind: str = "") -> list[str]:
    """The fenced blocks of a page that are of that kind."""
    found = re.findall(r"^```(\w*)\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [text for what, text in found if what == kind]


@every("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = LINK.findall(page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", ["docs/reference/cli.md", "docs/how-to/doubles.md"])
def test_an_event_by_commands_runs(page: str, tmp_path: Path) -> None:
    commands = [shlex.split(line)[1:] for line in blocks(ROOT / page)[-1].splitlines()]
    assert len(commands) >= 6
    for arguments in commands:
        said = invoke(tuple(arguments), PODIUM_DB=str(tmp_path / "podium.db"), PODIUM_PASSWORD="long enough")
        assert said.code == 0, said


def test_the_backup_of_the_server_page_is_a_podium(tmp_path: Path) -> None:
    made = invoke(("tournament", "create", "Winter Cup", "--format", "swiss"), PODIUM_DB=str(tmp_path / "club.db"))
    assert made.code == 0, made
    commands = "".join(blocks(SERVER, "sh")).splitlines()
    lines = [line for line in commands if line.startswith(("podium backup", "podium restore")) and "://" not in line]
    assert len(lines) == 2
    script = "\n".join(lines).replace("/backups/", f"{tmp_path}/") + "\npodium tournament list --db club.db\n"
    name = f"podium() {{ '{sys.executable}' -m podium \"$@\"; }}\nset -e\n"
    run = subprocess.run(
        ["bash", "-c", name + script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env=dict(os.environ),
        timeout=240,
    )
    assert run.returncode == 0, run.stderr
    assert "Winter Cup" in run.stdout


def test_every_setting_of_the_environment_is_on_the_server_page() -> None:
    code = (ROOT / "src" / "podium" / "config.py").read_text("utf-8")
    assert {name for name in re.findall(r"PODIUM_\w+", code) if name not in SERVER.read_text("utf-8")} == set()


def test_the_readme_names_every_page_and_every_format() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    contents = ROOT / "docs" / "README.md"
    told = {
        (page.parent / link).resolve()
        for page in (ROOT / "README.md", *(ROOT / "docs").rglob("README.md"))
        for link in LINK.findall(page.read_text("utf-8"))
    }
    assert contents in told
    folders = {path for path in told if path.is_dir()}
    assert [
        page for page in PAGES if page.name != "README.md" and page not in told and page.parent not in folders
    ] == []
    for word in ("Swiss", "round robin", "knockout", "doubles", "by hand"):
        assert word in readme.split("![")[0]
