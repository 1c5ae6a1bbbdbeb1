"""What `import podium` offers."""

import subprocess
import sys

import podium


def test_the_public_names_are_sorted_and_listed_once() -> None:
    assert podium.__all__ == sorted(set(podium.__all__))


def test_every_public_name_exists() -> None:
    assert [name for name in podium.__all__ if not hasattr(podium, name)] == []


def test_the_engines_come_with_it() -> None:
    """In an interpreter that has imported nothing else: tests import the engines anyway."""
    code = "import podium; print(podium.pair.__module__, podium.allocate.__module__, podium.doubles.draw.__module__)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert [name.split(".")[1] for name in ran.stdout.split()] == ["swiss", "prizes", "doubles"]
