"""Exit codes: 0 done, 1 the rules say no, 2 wrong usage, 3 the file is wrong, 4 no such thing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from podium.cli.frame import exit_code
from podium.core import errors
from podium.core.errors import (
    Cautioned,
    Forbidden,
    FormatError,
    Invalid,
    LimitExceeded,
    NotInstalled,
    PodiumError,
    Refused,
    Stale,
    TooSlow,
    Unavailable,
    Unknown,
    Unpairable,
    WorkersAway,
)
from tests.cli.conftest import Run

LEAVING: dict[str, object] = {
    **dict.fromkeys(("round", "met_in", "first", "expected", "actual")),
    "code": "leaving-fide-mode",
    "level": "L4",
    "names": [],
}

CODES = {
    PodiumError: 1,
    Refused: 1,
    Invalid: 2,
    Unpairable: 1,
    Cautioned: 1,
    Stale: 1,
    Unknown: 4,
    Forbidden: 1,
    FormatError: 3,
    LimitExceeded: 3,
    Unavailable: 1,
    NotInstalled: 2,
    WorkersAway: 1,
    TooSlow: 1,
}
EXAMPLES: list[PodiumError] = [
    PodiumError("stream-damaged"),
    Refused("round-closed", value=1),
    Invalid("name-missing", value=""),
    Unpairable("no-pairing"),
    Cautioned([LEAVING], "L4", 1, 2),
    Stale(1, 2),
    Unknown("player", "x"),
    Forbidden("PairRound"),
    FormatError(1, 1, "not-text"),
    LimitExceeded(1, 1, "workbook-too-large", most=1, value=2),
    Unavailable(),
    NotInstalled("typst"),
    WorkersAway(),
    TooSlow("prizes-too-slow", 60),
]


def test_every_error_has_an_exit_code() -> None:
    classes = {each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, PodiumError)}
    assert classes == CODES.keys()
    assert {type(each): exit_code(each) for each in EXAMPLES} == CODES


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        pytest.param("result evening 1 1 1-0", 0, "", id="done"),
        pytest.param("result evening 1 3 1-0", 1, "This is a bye", id="a result on a bye"),
        pytest.param("round close evening", 1, "2 games without a result", id="a round that is not complete"),
        pytest.param("round pair evening --round 1", 1, "Round 1 is paired already", id="a round paired twice"),
        pytest.param("user add ana", 1, "There is a user", id="a name that is taken"),
        pytest.param("undo evening --commit 1", 1, "cannot be undone", id="the creation undone"),
        pytest.param("redo evening", 1, "nothing to redo", id="nothing to redo"),
        pytest.param("result evening 1 1 2-0", 2, 'Invalid result "2-0"', id="a result there is not"),
        pytest.param("result evening one 1 1-0", 2, "Name a round, a board", id="a round that is no number"),
        pytest.param("players byes evening Alice 2=full", 2, 'Invalid bye "full"', id="a bye one cannot ask for"),
        pytest.param("players byes evening Alice two=half", 2, "two", id="a bye in no round"),
        pytest.param("players add evening Zed --rating 9999", 2, "rating 9999", id="a rating out of range"),
        pytest.param("tournament create X --format chess", 2, "chess", id="a format there is not"),
        pytest.param("round edit evening 1", 2, "Say what to change", id="an edit that changes nothing"),
        pytest.param("undo evening --commit 2 --to 1", 2, "either", id="two ways to undo"),
        pytest.param("nonsense", 2, "There is no verb nonsense", id="a verb there is not"),
        pytest.param("table evening --db postgres@nowhere://", 2, "not a database", id="no database address"),
        pytest.param("import broken.xlsx --tournament evening", 3, "workbook", id="a broken workbook"),
        pytest.param("table evening --db text.db", 3, "not a SQLite database", id="a text as database"),
        pytest.param("import text.db", 3, "not a SQLite database", id="a text as older database"),
        pytest.param("table nowhere", 4, 'There is no tournament "nowhere"', id="an unknown tournament"),
        pytest.param("result evening 1 9 1-0", 4, 'There is no board "9"', id="an unknown board"),
        pytest.param("result evening 7 1 1-0", 4, "There is no round 7", id="an unknown round"),
        pytest.param("players withdraw evening Zoe", 4, 'There is no player "Zoe"', id="an unknown player"),
        pytest.param("token add bob", 4, 'There is no user "bob"', id="an unknown user"),
        pytest.param("table evening --as bob", 4, 'There is no user "bob"', id="an unknown actor"),
        pytest.param("table evening --db typo.db", 4, 'There is no database "typo.db"', id="an unknown database"),
        pytest.param("import nothing.csv --tournament evening", 4, 'There is no file "nothing.csv"', id="no file"),
        pytest.param("undo evening --to 99", 4, "There is no version 99", id="an unknown version"),
    ],
)
def test_what_goes_wrong_is_a_sentence_and_a_code(
    event: Run, tmp_path: Path, arguments: str, code: int, sentence: str
) -> None:
    (tmp_path / "broken.xlsx").write_bytes(b"PK\x03\x04 nothing in it")
    (tmp_path / "text.db").write_text("not a database at all")
    said = event(*arguments.split(), code=code)
    assert sentence in said.err
    if code:
        assert said.out == ""
    assert not (tmp_path / "typo.db").exists()


def test_with_json_an_error_is_json_on_stderr(event: Run) -> None:
    said = event("table", "nowhere", "--json", code=4)
    assert json.loads(said.err) == {
        "code": "unknown-tournament",
        "detail": 'There is no tournament "nowhere".',
        "value": "nowhere",
    }


def test_a_refusal_writes_nothing(event: Run) -> None:
    before = event("history", "evening", "--json").json
    event("round", "close", "evening", code=1)
    event("bye", "evening", 1, "Alice", "unpaired", code=1)
    assert event("history", "evening", "--json").json == before
