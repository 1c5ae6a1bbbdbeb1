"""Imports point one way: each room may enter those named here, and no other."""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import podium

ENGINES = {
    "swiss",
    "roundrobin",
    "doubles",
    "knockout",
    "keizer",
    "stages",
    "chess",
    "tiebreaks",
    "prizes",
    "ratings",
    "forecast",
}
INNER = {"core"} | ENGINES
PURE = INNER | {"games", "flow", "simulation"}
LEFT_OF_APP = PURE | {"files"}
TO_APP = PURE | {"app", "config"}

# Room -> the rooms it may import; its own modules are always allowed. "" is podium/__init__.py.
MAY_ENTER: dict[str, set[str]] = {
    "core": set(),
    **{engine: {"core"} for engine in ENGINES},  # what two engines share belongs in core
    "files": {"core"},
    "games": {"core", "chess", "knockout"},
    "flow": INNER | {"games"},
    "simulation": INNER | {"games", "flow"},
    "app": LEFT_OF_APP,
    "storage": TO_APP,
    "api": TO_APP | {"files"},
    "web": TO_APP | {"files"},
    "documents": TO_APP,
    "config": set(),
    "bootstrap": LEFT_OF_APP | {"app", "config", "storage", "api", "web", "documents"},
    # The verbs ask bootstrap for the parts, wired; so bootstrap knows nothing of them.
    "cli": TO_APP | {"files", "bootstrap", "client"},
    "client": set(),  # the standard library alone: it talks to a Podium elsewhere
    "events": LEFT_OF_APP | {"app"},  # whole events in memory, for programs
    "__main__": {"cli"},
    "": LEFT_OF_APP | {"app", "events"},  # of app only what turns a report into a question, and errors into sentences
}

# Library -> the rooms it stays in. The rooms of PURE use none.
LIBRARY_STAYS_IN: dict[str, set[str]] = {
    "chess": set(),  # python-chess is GPL: it judges our rules in tests, and never runs with Podium
    "openpyxl": {"files"},
    "typst": {"documents"},
    "cryptography": {"app"},
    "babel": {"app"},
    "dask": {"app"},
    "distributed": {"app"},
    "sqlalchemy": {"storage"},
    "alembic": {"storage"},
    "psycopg": {"storage"},
    "litestar": {"api", "web", "bootstrap"},
    "jinja2": {"web", "documents"},
    "click": {"cli"},
    "uvicorn": {"cli", "bootstrap"},
}

# Inner rooms have no clock, file, network, log, locale or process; `random` only behind Dice.
OUTSIDE_WORLD = {
    "asyncio", "glob", "http", "io", "locale", "logging", "multiprocessing", "os", "pathlib",
    "secrets", "shutil", "socket", "sqlite3", "subprocess", "tempfile", "threading", "time",
    "urllib", "uuid",
}  # fmt: skip


def violations(package: Path) -> list[str]:
    """Each import below `package` that breaks a rule above, as `file:line: reason`."""
    found = []
    for path in sorted(package.rglob("*.py")):
        module = path.relative_to(package).with_suffix("")
        room = module.parts[0] if module.parts != ("__init__",) else ""
        if room not in MAY_ENTER:
            found.append(f"{module}: {room!r} is not a room of the design")
            continue
        for line, name in imports(ast.parse(path.read_text("utf-8"))):
            if reason := objection(room, module.as_posix(), name):
                found.append(f"{path.relative_to(package)}:{line}: {reason}")
    return found


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The line and full name of everything imported, in functions and under conditions too."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module="podium", level=0, names=names):
                yield from ((node.lineno, f"podium.{alias.name}") for alias in names)
            case ast.ImportFrom(module=module, level=level):
                yield node.lineno, "." * level + (module or "")


def objection(room: str, module: str, name: str) -> str | None:
    """Why a module in `room` may not import `name`, or None."""
    top, _, rest = name.partition(".")
    if top == "podium":
        target = rest.partition(".")[0]
        if target not in MAY_ENTER or not target:
            return f"{name} is not a room: inside, import from where a thing lives"
        if target != room and target not in MAY_ENTER[room]:
            return f"{room or 'podium'} may not enter {target}"
    elif not top:
        return f"{name} is relative: a full name shows which room it enters"
    elif top in sys.stdlib_module_names:
        if room in INNER and (top in OUTSIDE_WORLD or (top == "random" and module != "core/dice")):
            return f"{room} may not use {top}: inner rooms know no outside world"
    elif room not in LIBRARY_STAYS_IN.get(top, set() if room in PURE else {room}):
        return f"{room} may not use {top}"
    return None


def test_imports_point_one_way() -> None:
    assert violations(Path(podium.__file__).parent) == []


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("core/a.py", "from podium.swiss.pairing import pair"),
        ("core/a.py", "import msgspec"),
        ("core/a.py", "import time"),
        ("core/ids.py", "import random"),
        ("swiss/a.py", "from podium.tiebreaks import buchholz"),
        ("chess/a.py", "import chess"),
        ("app/a.py", "from chess import pgn"),
        ("swiss/a.py", "from ..tiebreaks import buchholz"),
        ("prizes/a.py", "from podium import tiebreaks"),
        ("prizes/a.py", "from podium import buchholz"),
        ("tiebreaks/a.py", "def late():\n    import podium.flow.state"),
        ("files/a.py", "from podium.flow import state"),
        ("flow/a.py", "from podium.app.handle import handle"),
        ("flow/a.py", "import sqlalchemy"),
        ("app/a.py", "from podium.storage import journal"),
        ("app/a.py", "import litestar"),
        ("storage/a.py", "from podium.api import routes"),
        ("api/a.py", "from sqlalchemy import text"),
        ("api/a.py", "from podium.bootstrap import wire"),
        ("config.py", "from podium.core import ids"),
        ("bootstrap.py", "from podium.cli import main"),
        ("utils/a.py", "import re"),
    ],
)
def test_a_forbidden_import_is_found(tmp_path: Path, path: str, code: str) -> None:
    (tmp_path / path).parent.mkdir(exist_ok=True)
    (tmp_path / path).write_text(code)
    assert len(violations(tmp_path)) == 1


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("__init__.py", "from podium.tiebreaks import buchholz"),
        ("core/dice.py", "import random"),
        ("chess/a.py", "from podium.core.errors import Invalid"),
        ("swiss/a.py", "from podium.swiss.criteria import check\nfrom podium.core import ids"),
        ("files/a.py", "import openpyxl"),
        ("app/a.py", "from podium.flow.decide import decide"),
        ("storage/a.py", "from sqlalchemy import text\nimport os"),
        ("cli/a.py", "def serve():\n    from podium.bootstrap import wire"),
        ("bootstrap.py", "from podium.storage import journal\nfrom podium.api import routes"),
    ],
)
def test_an_allowed_import_is_left_alone(tmp_path: Path, path: str, code: str) -> None:
    (tmp_path / path).parent.mkdir(exist_ok=True)
    (tmp_path / path).write_text(code)
    assert violations(tmp_path) == []


def test_no_folder_holds_more_than_a_reader_can_take_in() -> None:
    flat = {"versions", "resources", "verbs"}  # lists, one module an entry
    package = Path(podium.__file__).parent
    modules = Counter(path.parent for path in package.rglob("*.py") if path.parent.name not in flat)
    assert {str(folder.relative_to(package)): count for folder, count in modules.items() if count > 20} == {}
