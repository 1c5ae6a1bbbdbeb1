"""Looks at what Podium is made of, from its locks: `make audit`.

Without the internet: every package has one version and hashes, is needed by something that pyproject.toml names, and
what runs in production has a licence that Podium can be given away with. With it: `pip-audit` asks for known
vulnerabilities. Ends with 1 where anything is wrong.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
RUNS, DEVELOPS, BUNDLES = "requirements.lock", "requirements-dev.lock", "requirements-bundle.lock"
DECLARED = "podium"
PARTS = ("server", "postgres", "paper", "push")
TESTED = ("cluster", "dev")  # what only the second lock has
INSTALLS = 180  # seconds for pip-audit to be installed
ASKS = 180  # seconds for the advisories
_PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(\[[^\]]*\])?==(?P<version>[^\s;]+)\s*(;(?P<marker>[^\\]*))?\\?")
_STRONG = re.compile(r"(?<!L)(?<!Lesser )\bA?GPL|(?<!Lesser )General Public License", re.IGNORECASE)
_LESSER = re.compile(r"LGPL|Lesser General Public", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Pin:
    """One line of a lock: a package with its version, its hashes, and what it is there for."""

    name: str
    version: str
    hashes: tuple[str, ...]
    needed_by: tuple[str, ...]


def normal(name: str) -> str:
    """The name of a package as all of them are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(text: str) -> list[Pin]:
    """The packages of a lock; raises ValueError for a line that is none."""
    found: list[tuple[str, str, list[str], list[str]]] = []
    for line in text.splitlines():
        if pin := _PIN.match(line):
            found.append((normal(pin["name"]), pin["version"], [], []))
        elif line.startswith("    --hash="):
            found[-1][2].append(line.strip().removesuffix("\\").strip().removeprefix("--hash="))
        elif line.lstrip().startswith("#"):
            if found and (word := re.fullmatch(r"\s+#\s+(?:via\s*)?([A-Za-z0-9._-]*)(?: \(.*\))?", line)) and word[1]:
                found[-1][3].append(normal(word[1]))
        elif line.strip():
            raise ValueError(f"not a pinned package: {line.strip()}")
    return [Pin(name, version, tuple(hashes), tuple(by)) for name, version, hashes, by in found]


def lock_problems(locked: Iterable[Pin], declared: Iterable[str]) -> Iterator[str]:
    """What is wrong with a lock by itself, where pyproject.toml names these packages."""
    locked, names = list(locked), {normal(each) for each in declared}
    for pin in locked:
        if not pin.hashes or not all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in pin.hashes):
            yield f"{pin.name} {pin.version} has no hash"
    by_name: dict[str, set[str]] = {}
    for pin in locked:
        by_name.setdefault(pin.name, set()).update(pin.needed_by)
    reached = {name for name, by in by_name.items() if DECLARED in by}
    for name in sorted(reached - names):
        yield f"{name} is said to be named by pyproject.toml, and is not"
    for name in sorted(names - set(by_name)):
        yield f"{name} is named by pyproject.toml, and is not in the lock"
    while further := {name for name, by in by_name.items() if name not in reached and by & reached}:
        reached |= further
    for name in sorted(set(by_name) - reached):
        yield f"{name} is needed by nothing that pyproject.toml names"


def differing(runs: Iterable[Pin], develops: Iterable[Pin]) -> Iterator[str]:
    """Packages that the tests have in other versions than what is shipped."""
    tested = {(pin.name, pin.version) for pin in develops}
    for pin in runs:
        if (pin.name, pin.version) not in tested:
            yield f"{pin.name} {pin.version} is shipped, and not what the tests run on"


def licence(package: Distribution) -> str:
    """What a package says of its licence, in its own words."""
    told = package.metadata
    classifiers = [
        each.rpartition("::")[2].strip() for each in told.get_all("Classifier") or () if "License ::" in each
    ]
    expression, text = ("".join(told.get_all(name) or ()) for name in ("License-Expression", "License"))
    return expression or " / ".join(classifiers) or text.partition("\n")[0]


def licence_problem(name: str, words: str) -> str | None:
    """Why a licence does not do for what runs in production; None where it does. A lesser GPL does, for a library."""
    if not words:
        return f"{name} does not say its licence"
    if _STRONG.search(_LESSER.sub("", words)) is not None:
        return f"{name} is under {words}, which Podium cannot be given away with"
    return None


def declared(project: Mapping[str, object], *extras: str) -> list[str]:
    """The packages that pyproject.toml names, by itself and for these extras."""
    table = project["project"]
    assert isinstance(table, dict)
    lines = [*table["dependencies"], *(line for extra in extras for line in table["optional-dependencies"][extra])]
    return [re.split(r"[\[<>=!~; ]", line, maxsplit=1)[0] for line in lines]


def offline() -> list[str]:
    """Everything that is wrong and can be seen without the internet."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    runs, develops = (pins((ROOT / name).read_text()) for name in (RUNS, DEVELOPS))
    wrong = [f"{RUNS}: {each}" for each in lock_problems(runs, declared(project, *PARTS, "build"))]
    wrong += [f"{DEVELOPS}: {each}" for each in lock_problems(develops, declared(project, *PARTS, "build", *TESTED))]
    bundles = pins((ROOT / BUNDLES).read_text())
    wrong += [f"{BUNDLES}: {each}" for each in lock_problems(bundles, declared(project, "bundle"))]
    wrong += differing(runs, develops)
    installed = {normal(each.metadata["Name"]): each for each in distributions()}
    for name in sorted({pin.name for pin in runs} & set(installed)):
        if (problem := licence_problem(name, licence(installed[name]))) is not None:
            wrong.append(problem)
        versions = {pin.version for pin in runs if pin.name == name}
        if installed[name].version not in versions:
            wrong.append(f"{name} {installed[name].version} is installed, and {' or '.join(versions)} locked")
    return wrong


@dataclass(frozen=True, slots=True)
class Advice:
    """What is known of packages: their vulnerabilities, and of how many and which nothing could be found out."""

    asked: int
    vulnerable: tuple[str, ...]
    not_asked: tuple[str, ...]


NOBODY_ASKED = Advice(0, (), ())


def advice(answer: Mapping[str, Any]) -> Advice:
    """What `pip-audit` found out. It ends well, and calls nothing vulnerable, also where it could look nothing up."""
    packages = answer["dependencies"]
    asked = [each for each in packages if "skip_reason" not in each]
    vulnerable = tuple(
        f"{each['name']} {each['version']}: {known['id']}, mended in {', '.join(known['fix_versions']) or '-'}"
        for each in asked
        for known in each["vulns"]
    )
    return Advice(len(asked), vulnerable, tuple(each["name"] for each in packages if "skip_reason" in each))


def advisories() -> Advice:
    """Known vulnerabilities of what is shipped, as far as anybody could be asked."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python")
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pip-audit"]
        ask = [
            python,
            "-m",
            "pip_audit",
            "-r",
            str(ROOT / RUNS),
            "--require-hashes",
            "--disable-pip",
            "--format",
            "json",
        ]
        try:
            subprocess.run(install, check=True, capture_output=True, timeout=INSTALLS)
            asked = subprocess.run(ask, check=False, capture_output=True, timeout=ASKS, text=True)
            return advice(json.loads(asked.stdout))
        except (subprocess.SubprocessError, OSError, json.JSONDecodeError):
            return NOBODY_ASKED


def advice_lines(found: Advice) -> list[str]:
    """What is printed of the advisories: nothing is called sound that nobody was asked about."""
    if not found.asked:
        return [f"Advisories: NOT ASKED, they cannot be reached from here. Where they can: pip-audit -r {RUNS}"]
    lines = [*found.vulnerable] or [f"Advisories: no known vulnerability in {found.asked} packages."]
    if found.not_asked:
        lines.append(f"Advisories: NOT ASKED about {', '.join(found.not_asked)}.")
    return lines


def main() -> int:
    """Print what was looked at and what is wrong."""
    wrong, found = offline(), advisories()
    sound = "Locks: one version and hashes for every package, all needed, licences fit."
    print(*(wrong or [sound]), *advice_lines(found), sep="\n")
    return 1 if wrong or found.vulnerable else 0


if __name__ == "__main__":
    sys.exit(main())
