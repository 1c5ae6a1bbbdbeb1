"""Backups, copies, the doctor and the settings, from the command line."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest

from podium.app.server.findings import SENTENCES, Problem
from podium.bootstrap import opened
from podium.config import VARIABLES, Config, Limits, Source, from_environment, phone_address, settings
from podium.storage.sql.database import newest_revision
from tests.cli.conftest import Run
from tests.trust.old_databases import load, revisions


def damage(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(statement)
        connection.commit()


def test_a_backup_and_the_way_back(event: Run, tmp_path: Path) -> None:
    file = tmp_path / "monday.db"
    assert event("backup", file).out == f"{file} holds 1 tournament, opened and replayed.\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    event("result", "evening", 1, 1, "1-0")
    assert "with --force" in event("restore", file, code=1).err
    assert event("restore", file, "--force").out == f"{tmp_path / 'podium.db'} is restored: 1 tournament.\n"
    games = event("round", "show", "evening", "--json").json["pairings"]
    assert [game["result"] for game in games if game["board"] == 1] == [None]
    assert event("doctor").out == "Nothing is wrong.\n"


def test_a_backup_in_json(event: Run, tmp_path: Path) -> None:
    file = tmp_path / "monday.db"
    told = event("backup", file, "--json").json
    assert told == {"file": str(file), "bytes": file.stat().st_size, "tournaments": 1, "findings": [], "leftovers": []}
    assert "--force" in event("backup", file, code=1).err
    event("backup", file, "--force")
    rows = event("restore", file, "--db", tmp_path / "other.db", "--json").json["tables"]
    assert (rows["tournaments"], rows["players"], rows["users"]) == (1, 5, 1)


def test_a_backup_of_nothing(without_database: Run, tmp_path: Path) -> None:
    assert without_database("backup", tmp_path / "monday.db", code=4).err.startswith("There is no database ")
    assert list(tmp_path.iterdir()) == []


def test_a_copy_says_what_is_equal(event: Run, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    said = event("copy", "podium.db", target).out.splitlines()
    assert said[0].split() == ["table", "rows", "digest"]
    assert said[-1] == f"{target} is equal to what was copied."
    assert "empty database" in event("copy", "podium.db", target, "--json", code=1).err
    told = event("copy", target, tmp_path / "again.db", "--json").json["tables"]
    assert {"name", "rows", "digest"} == set(told[0])
    assert [row["rows"] for row in told if row["name"] == "players"] == [5]


def test_a_backup_says_what_it_removed_that_another_had_left(event: Run, tmp_path: Path) -> None:
    left = tmp_path / "monday.db.abcd_123.partial"
    left.touch()
    said = event("backup", tmp_path / "monday.db")
    assert f"Removed {left}, which a backup left" in said.out + said.err
    left.touch()
    assert event("backup", tmp_path / "monday.db", "--force", "--json").json["leftovers"] == [str(left)]
    assert not left.exists()


def test_the_doctor_names_what_is_wrong_and_repairs_what_can_be(event: Run, tmp_path: Path) -> None:
    file = tmp_path / "podium.db"
    id = event("tournament", "show", "evening", "--json").json["id"]
    damage(file, "UPDATE players SET name = 'Zed' WHERE name = 'Bob'")
    said = event("doctor", code=1).out
    assert said.startswith(f"players {id}: 1 row not as the journal has it, the first: ")
    assert said.endswith("1 problem found.\n")
    told = event("doctor", "--repair", "--json").json
    assert told == {"findings": [], "repaired": True, "kept": None}
    damage(file, "DELETE FROM event WHERE version = 2")
    [finding] = event("doctor", "--repair", "--json", code=1).json["findings"]
    assert (finding["problem"], finding["table"], finding["stream"]) == ("events-missing", "event", id)
    assert finding["detail"] == f"event {id}: events of version 2 are missing"
    said = event("backup", tmp_path / "monday.db", code=1).out
    assert said.endswith("is a copy of a damaged database.\n")


def test_the_doctor_looks_at_a_database_without_bringing_it_up_to_date(event: Run, tmp_path: Path) -> None:
    damage(tmp_path / "podium.db", "UPDATE alembic_version SET version_num = '0003'")
    for _ in range(2):
        assert "podium migrate" in event("doctor", code=1).out


def test_an_older_database_is_to_be_migrated_and_nothing_else_is_wrong_with_it(
    without_database: Run, tmp_path: Path
) -> None:
    load(f"sqlite:///{tmp_path}/podium.db", revisions()[0])
    lines = without_database("doctor", code=1).out.splitlines()
    assert len(lines) == 2
    assert "older version" in lines[0]
    assert "podium migrate" in lines[0]
    without_database("migrate")
    assert without_database("doctor").out == "Nothing is wrong.\n"


def test_a_backup_and_the_way_back_count_the_same(event: Run, tmp_path: Path) -> None:
    event("tournament", "create", "Gone", "--format", "swiss")
    event("tournament", "delete", "Gone", input="y\n")
    file = tmp_path / "monday.db"
    assert "holds 1 tournament," in event("backup", file).out
    assert event("restore", file, "--db", tmp_path / "other.db").out.endswith("is restored: 1 tournament.\n")


def test_a_log_that_lost_something_is_named_and_given_up_on_demand(event: Run, tmp_path: Path) -> None:
    file, killed = tmp_path / "podium.db", tmp_path / "killed.db"
    with opened(Config(database=str(file))) as podium:
        for name in ("ann", "bea"):
            podium.registry.add_user(name, "long-enough")
        for side in ("", "-wal", "-acknowledged"):
            shutil.copyfile(f"{file}{side}", f"{killed}{side}")
    Path(f"{killed}-wal").unlink()
    for verb in ("serve", "migrate", ("user", "list")):
        words = [verb] if isinstance(verb, str) else verb
        assert "2" in event(*words, "--db", killed, code=1).err
    assert "podium restore" in event("doctor", "--db", killed, code=1).out
    said = event("doctor", "--accept-loss", "--db", killed).out.splitlines()
    assert said == [
        f"What cannot be read is given up; {killed}.damaged is the database as it was.",
        "Nothing is wrong.",
    ]
    assert event("user", "list", "--db", killed).code == 0


@pytest.mark.parametrize("verb", [("import",), ("check",), ("unarchive",), ("pair",), ("standings",)])
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_is_no_file_is_not_read(event: Run, tmp_path: Path, verb: tuple[str, ...], kind: str) -> None:
    odd = tmp_path / "odd.trf"
    os.mkfifo(odd) if kind == "pipe" else odd.symlink_to("/dev/zero")
    said = event(*verb, odd, code=3)
    assert f"{odd} is a pipe or a device, and no file: nothing was read from it." in said.out + said.err


def test_a_database_that_is_no_file_is_refused(without_database: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "podium.db")
    assert "SQLite" in without_database("doctor", code=3).err
    assert "SQLite" in without_database("user", "list", code=3).err


def test_every_problem_has_its_sentence() -> None:
    assert set(SENTENCES) == set(Problem)
    assert len(set(SENTENCES.values())) == len(SENTENCES)


def test_settings_and_where_they_come_from(podium: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES.values():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PODIUM_PORT", "8000")
    monkeypatch.setenv("PODIUM_PUSH_KEY", "very-secret")
    monkeypatch.setenv("PODIUM_DB", "postgresql://ana:hunter2@db.example/club?password=hunter3")
    said = podium("config", "--host", "0.0.0.0")
    assert "hunter" not in said.out + said.err
    assert "very-secret" not in said.out + said.err
    told = {row["name"]: row for row in podium("config", "--host", "::1", "--json").json["settings"]}
    assert {name: (row["value"], row["source"]) for name, row in told.items() if row["source"] != "default"} == {
        "database": ("postgresql+psycopg://ana:***@db.example/club", "environment"),
        "host": ("::1", "flag"),
        "port": (8000, "environment"),
        "push_key": ("***", "environment"),
    }
    assert told["setup_code"] == {
        "name": "setup_code", "value": None, "source": "default", "variable": "PODIUM_SETUP_CODE",
    }  # fmt: skip
    named = {row["name"]: row for row in podium("config", "--db", "club.db", "--json").json["settings"]}
    assert (named["database"]["value"], named["database"]["source"]) == ("club.db", "flag")


def test_every_setting_but_that_of_tests_has_a_variable_that_is_obeyed() -> None:
    plain = {each.name for each in fields(Config)} - {"push_anywhere", "launch_key", "limits"}
    listed = settings(Config(), (), {})
    assert {each.name for each in listed} == plain | {f"limits.{each.name}" for each in fields(Limits)}
    for each in listed:
        choices = {"PODIUM_LOG": "json", "PODIUM_LOG_LEVEL": "error"}
        environment = {each.variable: choices.get(each.variable, "7")}
        changed = {one.name: one for one in settings(from_environment(environment), (), environment)}
        assert changed.pop(each.name).source is Source.ENVIRONMENT
        assert {one.source for one in changed.values()} == {Source.DEFAULT}
        assert from_environment(environment) != Config()


def test_a_variable_that_is_empty_sets_nothing() -> None:
    environment = {"PODIUM_PORT": "", "PODIUM_HTTPS": ""}
    assert {each.source for each in settings(from_environment(environment), (), environment)} == {Source.DEFAULT}


def test_the_address_for_phones_is_the_public_one_else_one_that_other_machines_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    everywhere, here = Config(host="0.0.0.0"), "http://127.0.0.1:8000"  # no socket is opened
    monkeypatch.setattr("podium.config._network_address", lambda: "192.168.0.7")
    assert phone_address(Config(public_url="https://club.example"), here) == "https://club.example"
    assert phone_address(Config(), "http://club.example") == "http://club.example"
    assert phone_address(everywhere, here) == "http://192.168.0.7:8000"
    assert phone_address(Config(host="10.0.0.5"), "http://localhost:8000") == "http://10.0.0.5:8000"
    assert phone_address(Config(), here) is None
    monkeypatch.setattr("podium.config._network_address", lambda: None)
    assert phone_address(everywhere, here) is None


def test_an_upgrade_keeps_the_way_back(without_database: Run, tmp_path: Path) -> None:
    load(f"sqlite:///{tmp_path}/podium.db", revisions()[0])
    checked = without_database("upgrade", "--check", "--json", code=1).json
    assert [checked["missing"][0][:4], checked["missing"][-1][:4]] == ["0002", newest_revision()]
    assert checked["backup"] is None
    assert "not up to date" in without_database("upgrade", "--check", code=1).out
    upgraded = without_database("upgrade", "--json").json
    assert without_database("upgrade", "--check").out.endswith("is up to date.\n")
    assert without_database("doctor").out == "Nothing is wrong.\n"
    kept = Path(upgraded["backup"])
    assert kept.parent == tmp_path
    shutil.copy(kept, tmp_path / "podium.db")
    assert without_database("upgrade", "--check", "--json", code=1).json["missing"] == checked["missing"]
    without_database("upgrade", code=1)  # the copy of the first upgrade stays
    without_database("upgrade", "--without-backup")


def test_a_newer_database_is_neither_checked_nor_upgraded(event: Run, tmp_path: Path) -> None:
    damage(tmp_path / "podium.db", "UPDATE alembic_version SET version_num = '9999'")
    before = (tmp_path / "podium.db").read_bytes()
    for verb in (("upgrade", "--check"), ("upgrade",), ("tournament", "list")):
        assert "a newer Podium: install that one" in event(*verb, code=1).err
    assert (tmp_path / "podium.db").read_bytes() == before
    assert list(tmp_path.glob("*before*")) == []
