"""What is installed where Podium is not run from its clone."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[2]


def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", tmp_path],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=240,
    )
    [wheel] = tmp_path.glob("*.whl")
    with ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("podium/")}
        [metadata] = (archive.read(name).decode() for name in archive.namelist() if name.endswith("/METADATA"))
    files = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "podium").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert "podium/py.typed" in packed
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist") and "extra ==" not in line]
    assert needed == []  # the library alone brings nothing with it
    assert files - packed == set()  # templates, static files and migrations above all
    manual = {
        f"podium/web/help/docs/{path.relative_to(ROOT / 'docs').as_posix()}" for path in (ROOT / "docs").rglob("*.*")
    }
    assert manual - packed == set()
