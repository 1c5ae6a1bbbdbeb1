"""Builds the folder that runs Podium where there is no Python: `make bundle`, or `python packaging/bundle/build.py`.

It makes an environment of its own from the two locks, installs Podium into it as users would, and has PyInstaller
collect what `podium.spec` says. The same on Linux, Windows and macOS; each builds for itself alone.

Usage: build.py [--into FOLDER]        the folder is FOLDER/podium; FOLDER is dist where none is named
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
LOCKS = ("requirements.lock", "requirements-bundle.lock")
PROGRAM = "podium.exe" if sys.platform == "win32" else "podium"


def environment(folder: Path) -> Path:
    """The programs of an environment with all that the locks name, made anew where they are others now."""
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    wanted = "".join((ROOT / lock).read_text("utf-8") for lock in LOCKS)
    noted = folder / "locks"
    if not noted.is_file() or noted.read_text("utf-8") != wanted:
        venv.create(folder, clear=True, with_pip=True)
        for lock in LOCKS:
            pip(programs, "--no-deps", "--require-hashes", "-r", ROOT / lock)
        noted.write_text(wanted, "utf-8")
    pip(programs, "--no-deps", "--no-build-isolation", "--force-reinstall", ROOT)
    return programs


def pip(programs: Path, *what: object) -> None:
    """Install something there."""
    command = [programs / "python", "-m", "pip", "--quiet", "--disable-pip-version-check", "install", *what]
    subprocess.run([str(each) for each in command], check=True)


def build(into: Path) -> Path:
    """The folder with Podium in it, anew."""
    work = ROOT / "build"
    programs = environment(work / "bundle")
    shutil.rmtree(into / "podium", ignore_errors=True)
    collect = [programs / "pyinstaller", "--noconfirm", "--log-level", "ERROR", "--workpath", work / "pyinstaller"]
    command = [str(each) for each in (*collect, "--distpath", into, HERE / "podium.spec")]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": "0"})
    shutil.copy(ROOT / "LICENSE", into / "podium" / "LICENSE.txt")
    return into / "podium"


def main() -> None:
    """Build, and say where it is and how large."""
    asked = argparse.ArgumentParser(description="Builds a folder that runs Podium where there is no Python.")
    asked.add_argument("--into", type=Path, default=ROOT / "dist", help="where the folder `podium` is to be")
    folder = build(asked.parse_args().into.resolve())
    size = sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())
    print(f"{folder / PROGRAM}: start it, or pass the whole folder on ({size // 1_000_000} MB)")


if __name__ == "__main__":
    main()
