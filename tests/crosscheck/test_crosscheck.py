"""A sample of `make crosscheck`, and that it notices, keeps and tells what differs."""

from __future__ import annotations

import json
import signal
import sys
import threading
import time
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from podium.app.server.worker_pool import WorkerPool
from podium.app.trf.checker import differences
from podium.app.trf.tiebreak_view import view_of
from podium.cli.progress import Progress
from podium.core.dice import Dice
from podium.files.trf import Report, read, write
from podium.tiebreaks import criterion, standings
from tests.crosscheck.__main__ import TooSlow, compared, limited, main, run
from tests.crosscheck.comparison import (
    DIRECTIONS,
    EDITION,
    examined_by_gacrux,
    examined_by_podium,
    made_by_gacrux,
    made_by_podium,
    podium_plan,
)
from tests.crosscheck.page import EXPLANATIONS, page
from tests.crosscheck.records import BLOCK, Block, Difference, missing, store, stored
from tests.kit.judge import judged, loaded
from tests.kit.loops import every

SEEDS = (1_000_007, 1_000_025, 1_000_030)  # small ones, beyond those of a full run
DONE = Block(0, "abc", "1.0", 90, 700, 4000, 300, 12.5)


@every("direction", DIRECTIONS)
@every("seed", SEEDS)
def test_both_programs_agree(direction: str, seed: int) -> None:
    came = DIRECTIONS[direction](seed)
    assert came.differences == ()
    assert min(came.rounds, came.pairs, came.values, came.ranks) > 0


def exchanged(report: Report) -> Report:
    """The report with the first and the last rank exchanged."""
    first, *others, last = sorted(report.entries, key=lambda entry: (entry.rank or 0, entry.number))
    entries = [replace(first, rank=last.rank), *others, replace(last, rank=first.rank)]
    return replace(report, entries=tuple(sorted(entries, key=lambda entry: entry.number)))


def turned(report: Report) -> Report:
    """The report with the colours of its second round turned."""
    other = {"w": "b", "b": "w", "-": "-"}
    entries = []
    for entry in report.entries:
        cells = list(entry.cells)
        cells[1] = replace(cells[1], colour=other[cells[1].colour])
        entries.append(replace(entry, cells=tuple(cells)))
    return replace(report, entries=tuple(entries))


@pytest.mark.parametrize("examined", [examined_by_gacrux, examined_by_podium])
@pytest.mark.parametrize("made", [made_by_podium, made_by_gacrux])
def test_a_wrong_rank_and_wrong_colours_are_noticed(examined: object, made: object) -> None:
    assert callable(examined)
    assert callable(made)
    report = read(made(SEEDS[0]))
    ranks = examined(write(exchanged(report)), Dice(1)).differences
    assert any(text.startswith("rank of") for text in ranks)
    colours = examined(write(turned(report)), Dice(1)).differences
    assert any(text.startswith("round 2:") for text in colours)


def test_a_program_that_fails_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(seed: int) -> None:
        raise ZeroDivisionError(f"seed {seed}")

    monkeypatch.setitem(DIRECTIONS, "podium-to-gacrux", broken)
    block = compared("podium-to-gacrux", 40, "abc")
    assert [one.seed for one in block.differences] == list(range(40, 40 + BLOCK))
    assert block.differences[0].texts == ("ZeroDivisionError: seed 40",)


def test_a_program_that_never_ends_is_left() -> None:
    with pytest.raises(TooSlow), limited(0.01):
        for _ in count():
            pass


def test_a_pause_is_no_finding() -> None:
    with limited(0.5):
        threading.Event().wait(0.6)  # nobody works meanwhile


def test_a_run_goes_on_where_it_was_ended(tmp_path: Path) -> None:
    for first in (0, 2 * BLOCK):
        store(tmp_path, "podium-to-gacrux", replace(DONE, first=first))
    with (tmp_path / "podium-to-gacrux.jsonl").open("a") as file:
        file.write(json.dumps({"first": BLOCK})[:5])  # cut off
    assert missing(stored(tmp_path, "podium-to-gacrux"), 4 * BLOCK) == [BLOCK, 3 * BLOCK]
    assert missing(stored(tmp_path, "gacrux-to-podium"), BLOCK) == [0]


def test_no_tie_break_by_rating_is_used_where_a_player_has_none() -> None:
    """Seed 16860: two ratings of gacrux's generator fell to nothing, and PTP was drawn."""
    report = read(made_by_gacrux(16860))
    assert not all(entry.rating for entry in report.entries)
    assert report.tiebreaks
    assert not any(criterion(code).row.on_ratings for code in report.tiebreaks)


def test_a_block_that_differed_is_compared_again(tmp_path: Path) -> None:
    store(tmp_path, "podium-to-gacrux", replace(DONE, differences=(Difference(3, ("rank of 1",)),)))
    assert missing(stored(tmp_path, "podium-to-gacrux"), 2 * BLOCK) == [0, BLOCK]
    store(tmp_path, "podium-to-gacrux", DONE)
    assert missing(stored(tmp_path, "podium-to-gacrux"), 2 * BLOCK) == [BLOCK]


def test_a_run_that_is_done_or_out_of_time_begins_nothing(tmp_path: Path) -> None:
    for direction in DIRECTIONS:
        store(tmp_path, direction, DONE)
    before = {direction: stored(tmp_path, direction) for direction in DIRECTIONS}
    with closing(WorkerPool("crosscheck", 1)) as pool:
        run(BLOCK, pool, tmp_path, time.monotonic() + 60, Progress("Comparing"))
        run(50 * BLOCK, pool, tmp_path, time.monotonic(), Progress("Comparing"))
    assert {direction: stored(tmp_path, direction) for direction in DIRECTIONS} == before


def test_the_page_counts_what_was_done_and_names_each_difference() -> None:
    blocks = [DONE, replace(DONE, first=20, podium="def", differences=(Difference(23, ("rank of 1", "BH of 2")),))]
    text = page({"podium-to-gacrux": blocks, "gacrux-to-podium": []})
    assert "| podium-to-gacrux | 40 | 50,000 | 180 | 1,400 | 8,000 | 600 | 1 | 25 |" in text
    assert "| gacrux-to-podium | 0 | 50,000 | 0 | 0 | 0 | 0 | 0 | 0 |" in text
    assert "- podium-to-gacrux 23: rank of 1; BH of 2" in text
    assert "20 tournaments: Podium's engines def" in text
    assert page({"podium-to-gacrux": [DONE]}).endswith("None.\n")


def test_an_explained_difference_is_the_judge_s() -> None:
    """Ranked by the values that it gives for each tie-break alone, everybody is where Podium has them."""
    [(direction, seed)] = EXPLANATIONS
    assert direction == "gacrux-to-podium"
    text = made_by_gacrux(seed)
    report, codes = read(text), ["PTS", "FB", "SB/C1"]
    alone = [judged(loaded(text), code, edition=EDITION, rounds=report.paired_rounds) for code in codes]
    by_values = {number: tuple(column[number] or 0 for column in alone) for number in alone[0]}
    ranks = {number: 1 + sum(other > own for other in by_values.values()) for number, own in by_values.items()}
    assert list(report.tiebreaks) == codes
    assert [one.text for one in differences(report) if "rank" not in one.text] == []
    view = view_of(report, edition=EDITION, round_robin=False)
    assert {int(number): rank for number, rank in standings(view, codes).ranks.items()} == ranks
    assert ranks != {entry.number: entry.rank for entry in report.entries}
    assert EXPLANATIONS[direction, seed] in page(
        {direction: [replace(DONE, differences=(Difference(seed, ("rank of 1",)),))]}
    )


def test_the_tournaments_have_every_kind_of_result_and_bye() -> None:
    reports = [read(made_by_podium(seed)) for seed in range(40)]
    codes = {cell.code for report in reports for entry in report.entries for cell in entry.cells}
    assert codes >= set("10=+-WDLUFHZ")
    assert any(report.accelerations for report in reports)
    assert any(report.forbidden for report in reports)
    assert {podium_plan(seed)[1].initial for seed in range(40)} == set(type(podium_plan(0)[1].initial))


@every(
    ("words", "said"),
    [
        ("--tournaments -1", "-1"),
        ("--workers many", "many"),
        ("--minutes 0", "at most a year, not 0"),
        ("--minutes nan", "not nan"),
        ("--seed sideways 3", "no direction sideways"),
        ("--seed gacrux-to-podium -3", "no seed: -3"),
        ("--on scheduler:8786", "tcp://scheduler:8786"),
    ],
)
def test_what_cannot_be_asked_for_is_named(
    words: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page_file = tmp_path / "page.md"
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(sys, "argv", ["crosscheck", "--state", str(tmp_path), "--page", str(page_file), *words.split()])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code in (1, 2)
    assert said in capsys.readouterr().err
    assert not page_file.exists()
