"""What starts without what it does not need: verbs on files and the library load no database and no server."""

import subprocess
import sys

import podium
from podium.cli import VERBS
from tests.kit.loops import every

HEAVY = {
    "alembic", "anyio", "argon2", "asyncio", "babel", "cryptography", "distributed", "jinja2", "limits", "litestar",
    "multiprocessing", "openpyxl", "psycopg", "sqlalchemy", "typst", "uvicorn",
}  # fmt: skip
OUTER = {"api", "bootstrap", "flow", "storage", "web"}
ON_FILES = [verb.name for verb in VERBS["Files, without a database"]]


def loaded(code: str) -> set[str]:
    """The modules that a fresh Python has once it has run `code`."""
    after = f"{code}\nimport sys\nprint('loaded:', *sys.modules)"
    run = subprocess.run([sys.executable, "-c", after], capture_output=True, text=True, check=True, timeout=60)
    return set(run.stdout.rpartition("loaded:")[2].split())


def excess(modules: set[str]) -> set[str]:
    rooms = {name.split(".")[1] for name in modules if name.startswith("podium.")}
    return {name.partition(".")[0] for name in modules} & HEAVY | rooms & OUTER


def helped(*arguments: str) -> str:
    return f"from podium.cli import program\nprogram({[*arguments, '--help']}, standalone_mode=False)"


@every("verb", ON_FILES)
def test_a_verb_on_files_loads_no_database(verb: str) -> None:
    assert excess(loaded(helped(verb))) == set()


def test_the_list_of_verbs_loads_no_verb() -> None:
    modules = loaded(helped())
    assert excess(modules) == set()
    assert {name for name in modules if name.startswith("podium.cli.")} == {
        f"podium.cli.{name}" for name in ("click_or_plain", "frame", "program")
    }


def test_the_library_loads_no_database_whatever_is_asked_for() -> None:
    everything = loaded(f"import podium\n[getattr(podium, name) for name in {podium.__all__}]")
    assert excess(everything) == {"flow"}  # of the events
    assert "podium.flow" not in loaded("import podium; podium.pair, podium.standings, podium.read_report")


def test_the_library_loads_an_engine_when_it_is_asked_for() -> None:
    assert "podium.swiss" not in loaded("import podium; podium.buchholz")
    assert "podium.swiss" in loaded("import podium; podium.pair")


def test_what_a_verb_with_a_database_loads_is_seen() -> None:
    assert {"sqlalchemy", "storage", "bootstrap"} <= excess(loaded(helped("serve")))


def test_a_verb_on_a_database_loads_neither_pictures_nor_another_database() -> None:
    asked = "program(['tournament', 'list', '--db', 'none.db'], standalone_mode=False)"
    modules = loaded(f"from podium.cli import program\ntry:\n    {asked}\nexcept SystemExit:\n    pass")
    unwanted = {"babel", "psycopg", "sqlalchemy.dialects.postgresql", "alembic", "http.client", "multiprocessing"}
    pictures = ("podium.app.pictures.", "podium.app.story.story_pictures")
    readers = ("podium.files.players.listfile", "podium.files.rating_lists.", "podium.files.trf.")
    assert [name for name in modules if name in unwanted or name.startswith((*pictures, *readers))] == []
    assert "podium.storage.sql.database" in modules


def test_verbs_of_one_module_do_not_load_what_only_the_other_needs() -> None:
    assert not {"podium.app.showcase.events", "uvicorn"} & loaded(helped("serve"))
    assert not {"sqlalchemy", "uvicorn"} & loaded(helped("push-keys"))
