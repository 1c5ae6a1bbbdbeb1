"""What is installed where Podium is not run from its clone."""

import doctest
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import hatch_build as metadata

ROOT = Path(__file__).resolve().parents[2]
REPOSITORY = "https://example.org/podium"


def built(target: str, root: Path, folder: Path) -> Path:
    """The package that hatchling builds of a source tree."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    environment = {**os.environ, metadata.SETTING: REPOSITORY}
    subprocess.run(command, cwd=root, check=True, capture_output=True, timeout=240, env=environment)
    [package] = [path for path in folder.iterdir() if path.suffix in (".whl", ".gz")]
    return package


def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    with ZipFile(built("wheel", ROOT, tmp_path)) as archive:
        packed = {name for name in archive.namelist() if name.startswith("podium/")}
        [told] = (archive.read(name).decode() for name in archive.namelist() if name.endswith("/METADATA"))
        assert any(name.endswith("share/man/man1/podium.1") for name in archive.namelist())
    files = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "podium").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert "podium/py.typed" in packed
    assert files - packed == set()  # templates, static files and migrations above all
    manual = {
        f"podium/web/help/docs/{path.relative_to(ROOT / 'docs').as_posix()}" for path in (ROOT / "docs").rglob("*.*")
    }
    assert manual - packed == set()
    needed = [line for line in told.splitlines() if line.startswith("Requires-Dist") and "extra ==" not in line]
    assert needed == []  # the library alone brings nothing with it
    assert f"Project-URL: Source, {REPOSITORY}" in told
    targets = re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"", told)
    assert len(targets) > 20
    assert [one or other for one, other in targets if not (one or other).startswith(REPOSITORY)] == []


def test_addresses_are_made_of_one_setting() -> None:
    assert doctest.testmod(metadata).failed == 0


def test_the_sources_that_are_given_away_build_and_test_themselves(tmp_path: Path) -> None:
    with tarfile.open(built("sdist", ROOT, tmp_path / "sdist")) as archive:
        archive.extractall(tmp_path, filter="data")
    [root] = tmp_path.glob("podium-*")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert [name for name in listed.splitlines() if (ROOT / name).exists() and not (root / name).exists()] == []
    with ZipFile(built("wheel", root, tmp_path / "wheel")) as wheel:
        assert "podium/py.typed" in wheel.namelist()
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "tests/roundrobin",
        "tests/packaging",
        "-m",
        "not long",
    ]
    ran = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=240, env=environment)
    assert ran.returncode == 0, ran.stdout
    needed = {"Makefile", "scripts", "requirements.lock", "docs", "bench", "packaging", ".ci", ".dockerignore"}
    assert needed <= {path.name for path in root.iterdir()}
