"""Files of SQLite in which bytes were changed, for every verb that reads one: an answer, or a sentence that names the
file; never a traceback."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from podium.cli import program
from tests.cli.conftest import Said, invoke
from tests.kit.loops import every, seeds
from tests.trust.torn_files import EVENT, prepare

DATABASE, OTHER = "damaged.db", "other.db"
VERBS = (
    ("doctor",),
    ("doctor", "--repair"),
    ("backup", OTHER),
    ("migrate",),
    ("tournament", "list"),
    ("history", EVENT),
    ("archive", EVENT, "-o", "event.podium.json"),
    ("rebuild",),
    ("copy", DATABASE, OTHER),
    ("restore", DATABASE, "--db", OTHER),
    ("import", DATABASE, "--preview", "--db", OTHER),
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with an event of which two rounds are played."""
    file = tmp_path_factory.mktemp("sound") / "podium.db"
    prepare(file)
    return file.read_bytes()


def tried(folder: Path, content: bytes, verb: tuple[str, ...]) -> Said:
    """What a verb says to a database of that content, beside which nothing else is left; raises a fault."""
    for each in folder.iterdir():
        each.unlink()
    (folder / DATABASE).write_bytes(content)
    return invoke(verb, PODIUM_DB=DATABASE)


def is_named(said: Said) -> bool:
    return DATABASE in said.out + said.err


@every("verb", VERBS)
def test_a_damaged_name_in_what_the_driver_says_of_the_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sound: bytes, verb: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    damaged = sound.replace(b'"archived" IN (0, 1)', b'"archived" IN (\xe9, 1)')
    assert damaged != sound
    said = tried(tmp_path, damaged, verb)
    if verb[0] in ("copy", "restore"):  # they only read, and that goes well
        assert said.code == 0
    else:
        assert (said.code, is_named(said)) == ((1, True) if verb[0] == "import" else (3, True))


@every(
    ("said", "written", "damaged"),
    [
        ("no such column: z", b'"archived" IN (0, 1)', b'"archived" IN (z, 1)'),
        ("CHECK constraint failed in pairings", b"'white'", b"'vhite'"),
    ],
)
def test_what_only_a_writer_would_meet_is_found_by_doctor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sound: bytes, said: str, written: bytes, damaged: bytes
) -> None:
    monkeypatch.chdir(tmp_path)
    assert written in sound
    content = sound.replace(written, damaged)
    assert said in tried(tmp_path, content, ("doctor",)).out
    assert is_named(tried(tmp_path, content, ("rebuild",)))


@seeds(range(24), long=range(600))
def test_bytes_that_a_disk_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sound: bytes, seed: int
) -> None:
    monkeypatch.chdir(tmp_path)
    dice = random.Random(seed)
    damaged = bytearray(sound)
    written = [at for at, byte in enumerate(sound) if byte]
    for _ in range(dice.choice((1, 2, 8, 40))):
        damaged[dice.choice(written)] ^= dice.choice((1, 4, 16, 128, 255))
    for verb in dice.sample(VERBS, 4):
        said = tried(tmp_path, bytes(damaged), verb)
        assert said.code in (0, 1, 3, 4), (verb, said)
        named = is_named(said) or (verb[0] == "backup" and OTHER in said.out)  # as damaged as it is
        named = named or said.code == 4  # the name of the event is damaged
        assert said.code == 0 or verb[0] == "doctor" or named, (verb, said)


def test_a_fault_that_nobody_foresaw_is_the_files_only_where_that_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sound: bytes
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / DATABASE
    file.write_bytes(sound)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute('UPDATE "commit" SET parent = 999 WHERE version = 9')
    said = invoke(("rebuild",), PODIUM_DB=DATABASE)
    assert (said.code, is_named(said)) == (3, True)

    def fail(*_given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("podium.storage.journal.journal.SqlJournal.rebuild", fail)
    file.write_bytes(sound)
    result = CliRunner().invoke(program, ["rebuild"], env={"PODIUM_DB": DATABASE})
    assert isinstance(result.exception, ZeroDivisionError)
