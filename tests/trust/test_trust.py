"""A sample of `make trust`: what each part does in minutes is done here in a moment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.kit.forged import FORGERIES
from tests.kit.waiting import in_a_thread
from tests.trust import parts
from tests.trust.disk_full import disk_full
from tests.trust.figures import Attack, PartFigures, page, store, stored
from tests.trust.forged_archives import attacked
from tests.trust.form_races import form_races
from tests.trust.load import loaded
from tests.trust.moved_file import moved
from tests.trust.stepped_clock import stepped
from tests.trust.torn_files import torn

HALF_AN_HOUR = 30 * 60
LOAD_PATIENCE = 240  # seconds for a server, its crowd and their end, on a busy machine


def test_scorers_and_phones_all_get_what_they_came_for(ready_sqlite_url: str) -> None:
    check_load(in_a_thread(lambda: loaded(ready_sqlite_url, scale=0.005, seconds=0.5), LOAD_PATIENCE), 8, 10)


@pytest.mark.long
def test_many_scorers_and_phones_do(ready_sqlite_url: str) -> None:
    check_load(in_a_thread(lambda: loaded(ready_sqlite_url, scale=0.05, seconds=1.5), LOAD_PATIENCE), 50, 100)


@pytest.mark.long
def test_scorers_and_phones_at_several_processes_do_too(empty_postgres_url: str) -> None:
    check_load(
        in_a_thread(lambda: loaded(empty_postgres_url, workers=2, scale=0.05, seconds=5), LOAD_PATIENCE), 50, 100
    )


def check_load(came: dict[str, Any], players: int, phones: int) -> None:
    assert (came["players"], came["phones"], came["watchers"]) == (players, phones, phones)
    assert came["results"] > 50
    assert set(came["answers"]) == {"200"}
    assert came["no_answer"] == {}
    wrong = ("lost", "doubled", "wrong", "streams_ended", "streams_refused", "deaf")
    assert {what: came[what] for what in wrong} == dict.fromkeys(wrong, 0)


@pytest.mark.long  # without a server: tests/storage/test_database_faults.py
def test_a_full_disk_is_refused_in_words_and_nothing_is_lost(tmp_path: Path) -> None:
    came = disk_full(tmp_path, 1)
    assert came["answers"].keys() == {200, 503}
    assert came["codes"] == {"database-full": 1}
    assert came["reads"] == {200: 2}
    assert (came["lost"], came["doubled"], came["refused_and_there"]) == (0, 0, 0)
    assert (came["ready_when_full"], came["not_well_again"]) == (0, 0)


@pytest.mark.long  # without a server: tests/storage/test_database_faults.py
def test_a_file_that_is_moved_away_takes_nothing_and_goes_on_when_it_is_back(tmp_path: Path) -> None:
    came = moved(tmp_path, 3)
    assert came["wrong"] == []
    assert (came["lost"], came["doubled"], came["refused_and_there"]) == (0, 0, 0)


@pytest.mark.long  # in one process: tests/web/test_conflicts.py
def test_forms_that_are_sent_at_once_overwrite_nothing(ready_url: str) -> None:
    came = form_races(ready_url, turns=1, clients=5, workers=1)
    assert came["broken"] == []
    assert came["answers"] == {303: 7, 409: 8}  # one player, one place, and all five roles are saved


def test_a_clock_that_is_set_changes_nothing_that_was_done(tmp_path: Path) -> None:
    came = stepped(tmp_path, 2)
    assert came["entered"] == came["asked"]
    wrong = ("lost", "doubled", "faults", "revived", "limits_that_stick", "times_that_go_back")
    assert {what: came[what] for what in wrong} == dict.fromkeys(wrong, 0)


def test_damaged_files_are_refused_in_words() -> None:
    figures = torn(12)
    assert figures.faults == []
    assert figures.wrong == []
    assert set(figures.files.values()) == {3}
    assert figures.came["refused at the start"]


def test_forged_archives_are_refused_in_words_or_are_events_like_any_other() -> None:
    figures = attacked(12, seed=5)
    assert figures.wrong == []
    assert set(figures.answers) <= {201, 400, 409}
    assert figures.answers[400] >= len(FORGERIES)


def test_all_parts_end_within_half_an_hour() -> None:
    assert sum(part.seconds for part in parts.PARTS) <= HALF_AN_HOUR


def test_the_page_is_put_together_from_the_newest_figures_of_each_part(tmp_path: Path) -> None:
    held = Attack("servers killed", "3 times", "python -m x", lost=0, doubled=0, stall=0.25)
    broken = Attack("a clock set back", "2 times", "python -m y", strangers=2, broken=("a token lives",))
    for attacks in ((broken,), (held, broken)):
        store(PartFigures("kills", "2026-08-01T10:00Z", "abc", "2 cores", 1.0, 16, 3.0, attacks), tmp_path)
    text = page([(name, "About it.", stored(name, tmp_path)) for name in ("kills", "load")])
    assert "| 0 | 0 | 0 | 2 | 0.25 | 1 of 2 |" in text
    assert "a clock set back did not hold:** a token lives" in text
    assert 'Not run yet: `make trust PARTS="load"`' in text
    assert (held.holds, broken.holds) == (True, False)
