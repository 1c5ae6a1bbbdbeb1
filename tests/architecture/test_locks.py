"""What Podium is made of: `make audit` without the internet, and that it sees what would be wrong."""

from __future__ import annotations

import pytest

from scripts.audit import (
    NOBODY_ASKED,
    Pin,
    advice,
    advice_lines,
    differing,
    licence_problem,
    lock_problems,
    offline,
    pins,
)
from tests.kit.loops import every

HASH = "sha256:" + "0" * 64


def test_the_locks_of_podium_are_sound() -> None:
    assert offline() == []


def test_a_lock_is_read_with_hashes_and_reasons() -> None:
    reasons = "    # via\n    #   podium (pyproject.toml)\n    #   Two_x\n"
    text = f"one==1.0 ; python_version < '4' \\\n    --hash={HASH}\n{reasons}"
    assert pins(text) == [Pin("one", "1.0", (HASH,), ("podium", "two-x"))]
    assert pins(f"one==1.0 \\\n    --hash={HASH}\n    # via two\n")[0].needed_by == ("two",)


@pytest.mark.parametrize("line", ["one>=1.0", "one", "-e .", "one @ file:///tmp/one"])
def test_what_is_not_pinned_is_no_lock(line: str) -> None:
    with pytest.raises(ValueError, match="not a pinned package"):
        pins(line)


@pytest.mark.parametrize(
    ("pin", "problem"),
    [
        (Pin("one", "1.0", (), ("podium",)), "one 1.0 has no hash"),
        (Pin("one", "1.0", ("md5:0",), ("podium",)), "one 1.0 has no hash"),
        (Pin("two", "1.0", (HASH,), ("three",)), "two is needed by nothing that pyproject.toml names"),
        (Pin("two", "1.0", (HASH,), ("podium",)), "two is said to be named by pyproject.toml, and is not"),
    ],
)
def test_what_is_wrong_with_a_lock_is_found(pin: Pin, problem: str) -> None:
    sound = Pin("one", "1.0", (HASH,), ("podium",))
    assert list(lock_problems([sound], ["one"])) == []
    assert list(lock_problems([pin] if pin.name == "one" else [sound, pin], ["one"])) == [problem]


def test_a_package_that_is_missing_or_of_another_version_is_found() -> None:
    assert list(lock_problems([], ["one"])) == ["one is named by pyproject.toml, and is not in the lock"]
    assert list(differing([Pin("one", "1", (), ())], [Pin("one", "2", (), ())])) == [
        "one 1 is shipped, and not what the tests run on"
    ]


@every(
    ("words", "does"),
    [
        ("MIT", True),
        ("LGPL-3.0-only", True),
        ("GNU Lesser General Public License v3 (LGPLv3)", True),
        ("GPL-3.0-or-later", False),
        ("GNU General Public License v3 (GPLv3)", False),
        ("AGPL-3.0", False),
        ("", False),
    ],
)
def test_a_licence_that_does_not_do_is_found(words: str, does: bool) -> None:
    assert (licence_problem("one", words) is None) is does


SKIPPED = {"name": "one", "skip_reason": "not found"}
SOUND = {"name": "two", "version": "1", "vulns": []}
HOLED = {"name": "three", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}]}


def test_nothing_is_called_sound_that_nobody_was_asked_about() -> None:
    for nothing in (NOBODY_ASKED, advice({"dependencies": [SKIPPED]})):
        [line] = advice_lines(nothing)
        assert line.startswith("Advisories: NOT ASKED")
    assert advice_lines(advice({"dependencies": [SKIPPED, SOUND]})) == [
        "Advisories: no known vulnerability in 1 packages.",
        "Advisories: NOT ASKED about one.",
    ]


def test_a_known_vulnerability_is_named() -> None:
    found = advice({"dependencies": [SOUND, HOLED]})
    assert found.vulnerable == ("three 1: CVE-1, mended in 2",)
    assert advice_lines(found) == ["three 1: CVE-1, mended in 2"]
