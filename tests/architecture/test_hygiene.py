"""What no file of the repository may contain."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("src", "tests", "docs", "bench", "scripts", ".ci")

# Written in two halves, so that this file passes its own test.
REGISTRY_HOSTS = re.compile(
    b"|".join(
        re.escape(left + right).encode()
        for left, right in [
            ("py", "pi.org"),
            ("files.python", "hosted.org"),
            ("registry.npm", "js.org"),
            ("registry.yarn", "pkg.com"),
            ("jsdel", "ivr.net"),
            ("unp", "kg.com"),
        ]
    )
)
UNFINISHED = re.compile(rb"\b(TO" + rb"DO|FIX" + rb"ME)\b")


def files() -> Iterator[Path]:
    """Every file of the repository, whether or not it was cloned with git."""
    yield from (path for path in ROOT.iterdir() if path.is_file())
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def containing(pattern: re.Pattern[bytes]) -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in files() if pattern.search(path.read_bytes()))


def test_no_file_names_the_host_of_a_package_registry() -> None:
    assert containing(REGISTRY_HOSTS) == []


def test_no_file_of_ours_is_left_unfinished() -> None:
    assert [path for path in containing(UNFINISHED) if "/vendor/" not in path] == []


def test_the_files_are_really_read() -> None:
    assert "tests/architecture/test_hygiene.py" in containing(re.compile(rb"really_read"))
    assert "pyproject.toml" in containing(re.compile(rb"hatchling"))
