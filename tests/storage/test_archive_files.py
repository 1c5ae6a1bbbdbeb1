"""Archives as files: what is wrong with one is named by its place, and those of earlier schemas are read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from podium.app.words.errors import sentence
from podium.core.errors import FormatError
from podium.core.ids import TournamentId
from podium.storage.archives import archive_file
from podium.storage.archives.archive_replay import read_archive
from tests.kit.events import refused
from tests.kit.forged import FORGERIES, Forgery, forged, renamed, setting
from tests.kit.loops import every

SAMPLES = Path(__file__).parent / "archives"
"""Archives as each schema wrote them: they are read for ever."""


@pytest.fixture(scope="module")
def sample() -> bytes:
    return (SAMPLES / "schema-1.podium.json").read_bytes()


def changed(content: bytes, change: Callable[[Any], object]) -> bytes:
    """The archive after a change to what is in it."""
    values = json.loads(content)
    change(values)
    return json.dumps(values).encode()


def at_commit(number: int, **fields: object) -> Callable[[Any], object]:
    return lambda archive: archive["streams"][0]["commits"][number].update(fields)


WRONG: dict[str, tuple[Callable[[Any], object], str, str]] = {
    "another format": (lambda a: a.update(format="other"), "not-an-archive", ""),
    "a newer schema": (lambda a: a.update(schema=99), "archive-newer", ""),
    "a schema that never was": (lambda a: a.update(schema=0), "archive-wrong", "schema"),
    "no streams": (lambda a: a.update(streams=[]), "archive-wrong", "streams"),
    "an unknown field": (lambda a: a.update(more=1), "not-an-archive", ""),
    "an unknown table": (lambda a: a["tables"].update(users=[]), "archive-wrong", "tables.users"),
    "a version left out": (lambda a: a["streams"][0]["commits"].pop(2), "archive-wrong", "streams[0].commits[2]"),
    "a parent that is none": (at_commit(3, parent=9), "archive-wrong", "streams[0].commits[3]"),
    "no time": (at_commit(3, at="yesterday"), "archive-wrong", "streams[0].commits[3].at"),
    "an actor who is a number": (at_commit(3, actor=5), "archive-wrong", "streams[0].commits[3].actor"),
    "an author renamed": (at_commit(3, actor="mallory"), "archive-damaged", "commit"),
    "a place of an event that is a text": (
        lambda a: a["streams"][0]["commits"][0]["events"][0].update(body="x"),
        "archive-wrong",
        "streams[0].commits[0].events[0].body",
    ),
    "another name of the event": (
        lambda a: a["streams"][0]["commits"][0]["events"][0]["body"]["settings"].update(name="Other"),
        "archive-damaged",
        "event",
    ),
    "another picture": (lambda a: a["tables"]["logos"][0].update(content="PHN2Zz4="), "archive-damaged", "logos"),
    "an id with a slash": (lambda a: a["tournament"].update(id="../x"), "archive-wrong", "tournament.id"),
    "another id": (lambda a: a["tournament"].update(id="another"), "archive-wrong", "streams[0]"),
    "a standing changed": (lambda a: a["outcome"]["standings"][0].update(points=9), "archive-damaged", "standings"),
    "a digest left out": (lambda a: a["digests"].pop("messages"), "archive-damaged", "messages"),
}


@every("name", WRONG)
def test_what_is_wrong_is_named_by_its_place(sample: bytes, name: str) -> None:
    change, code, place = WRONG[name]
    with refused(code) as caught:
        read_archive(changed(sample, change))
    assert isinstance(caught.value, FormatError)
    assert caught.value.facts.get("place", "") == place


def test_an_archive_that_is_cut_off_says_where(sample: bytes) -> None:
    with refused("archive-not-json") as caught:
        read_archive(sample[: len(sample) // 2])
    assert caught.value.facts["column"] == len(sample) // 2 + 1


OTHERS = (b"", b"null", b"[]", b"[1, 2]", b'"x"', b"1-0", b"PK\x03\x04", b"012 Open\r\n", b"\xff\xfe")


@every("content", OTHERS)
def test_other_files_are_named_as_no_archive(content: bytes) -> None:
    with refused("not-an-archive"):
        read_archive(content)


def test_an_archive_that_is_nested_without_end_is_refused() -> None:
    deep = b'{"format": "podium-event-archive", "schema": 1, "outcome": ' + b"[" * 200_000
    with pytest.raises(FormatError) as caught:
        read_archive(deep)
    assert caught.value.code in ("archive-too-deep", "archive-not-json")


def test_an_archive_that_was_laid_out_anew_is_the_same(sample: bytes) -> None:
    laid_out = json.dumps(json.loads(sample), indent=2, ensure_ascii=True).encode()
    assert read_archive(laid_out).archive == read_archive(sample).archive


FORGED: dict[str, tuple[Callable[[Any], object], str]] = {
    "an event that nobody knows": (
        lambda a: a["streams"][0]["commits"][1]["events"][0].update(type="Nonsense"),
        "archive-unplayable",
    ),
    "a body of another event": (
        lambda a: a["streams"][0]["commits"][1]["events"][0].update(body={}),
        "archive-value",
    ),
    "a game of no pairing": (
        lambda a: a["streams"].append({**a["streams"][1], "id": "k3v9w2m4xq-nowhere"}),
        "archive-unplayable",
    ),
    "an event that was deleted": (
        lambda a: a["streams"][0]["commits"].append(
            {
                **a["streams"][0]["commits"][-1],
                "version": len(a["streams"][0]["commits"]) + 1,
                "parent": len(a["streams"][0]["commits"]),
                "events": [
                    {"type": "VisibilityChanged", "schema": 1, "body": {"before": {}, "after": {"deleted": True}}}
                ],
            }
        ),
        "archive-deleted",
    ),
    "a page in the place of a logo": (
        lambda a: a["tables"]["logos"][0].update(content="PGh0bWw+", media_type="text/html"),
        "archive-wrong",
    ),
    "a clock beyond all time": (lambda a: a["tables"]["displays"][0].update(clock_ends=10**30), "archive-wrong"),
    "an event of a newer Podium": (
        lambda a: a["streams"][0]["commits"][1]["events"][0].update(schema=9),
        "archive-newer",
    ),
    "a move beyond all time": (
        lambda a: next(
            event["body"].update(at=10**30)
            for stream in a["streams"][1:]
            for one in stream["commits"]
            for event in one["events"]
            if event["body"].get("san") == "c5"
        ),
        "archive-value",
    ),
    "a screen of nonsense": (lambda a: a["tables"]["screens"][0].update(items="[[1]]"), "archive-wrong"),
}


@every("name", FORGED)
def test_forged_archives_are_refused(sample: bytes, name: str) -> None:
    change, code = FORGED[name]
    with refused(code):
        read_archive(forged(sample, change))


@every("forgery", FORGERIES, ids=lambda each: each.name)
def test_what_no_command_would_have_taken_is_refused_whoever_sealed_it(sample: bytes, forgery: Forgery) -> None:
    """The digests are right: anybody can compute them."""
    with pytest.raises(FormatError) as caught:
        read_archive(forged(sample, forgery.change))
    assert caught.value.code != "archive-damaged"
    assert len(sentence(caught.value)) < 600


def test_the_value_is_named_with_its_place(sample: bytes) -> None:
    with refused("archive-value") as caught:
        read_archive(forged(sample, setting(start="9999-99-99")))
    assert sentence(caught.value) == (
        "The archive holds what no command would have taken: version 1 of k3v9w2m4xq. "
        '"9999-99-99" is not a date of the years 1900 to 2200: write it as 2026-08-31.'
    )


def test_an_event_with_an_id_of_another_program_comes_as_a_copy(sample: bytes) -> None:
    older = forged(sample, renamed("import"))
    with refused("archive-id"):
        read_archive(older)
    assert read_archive(older, TournamentId("0123456789")).archive.id == "0123456789"


@given(st.data())
def test_whatever_bytes_come_are_refused_or_read_as_they_were(data: st.DataObject) -> None:
    content = bytearray((SAMPLES / "schema-1.podium.json").read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at] = data.draw(st.integers(0, 255))
    try:
        read = read_archive(bytes(content))
    except FormatError:
        return
    same = read_archive((SAMPLES / "schema-1.podium.json").read_bytes())
    assert read.archive.rows == same.archive.rows


def test_there_is_a_sample_of_every_schema() -> None:
    schemas = {json.loads(each.read_bytes())["schema"] for each in SAMPLES.iterdir()}
    assert schemas == {*range(1, archive_file.SCHEMA + 1)}
