"""Older report files: what they cannot say is listed when they are brought in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from podium.app.event.fide_words import breach_comment, caution_sentences
from podium.app.exports.file_reader import FileReader
from podium.app.server.overload import TooManyRequests
from podium.app.server.worker_pool import Cause, WorkLimits, WorkStopped
from podium.app.trf.adoption import FromReport
from podium.app.trf.checker import Difference
from podium.app.trf.export import report_of
from podium.app.trf.import_report import ask_about_rounds, examine_report
from podium.core.errors import Cautioned, Refused
from podium.core.ids import TournamentId
from podium.files.trf import Report, write
from tests.kit.events import Director
from tests.kit.loops import every
from tests.kit.memory import MemoryJournal

PLAYERS = (
    "001    1      Adler                             2300                             1.0    1     3 w 1\n"
    "001    2      Braun                             2200                             0.5    3     4 b =\n"
    "001    3      Celik                             2100                             0.0    4     1 b 0\n"
    "001    4      Duarte                            2000                             0.5    2     2 w =\n"
    "001    5      Ek                                1900                             1.0    5  0000 - {bye}\n"
)
TRF16 = "012 Open\nXXR 5\n" + PLAYERS.format(bye="U")
TRF06 = "012 Open\n" + PLAYERS.format(bye="+")
GAPS = {
    "152": "initial colour",
    "142": "how many rounds",
    "192": "how it was paired",
    "162": "what results are worth",
    "202": "lists no tie-breaks",
}


@every(("text", "said"), [(TRF06, set(GAPS)), (TRF16, set(GAPS) - {"142"})], ids=["TRF06", "TRF16"])
def test_what_an_old_report_does_not_say_is_listed(text: str, said: set[str]) -> None:
    made, _ = examine_report(text.encode(), TournamentId("t1"), "seed")
    assert {record for record, words in GAPS.items() if any(words in line for line in made.filled_in)} == said
    assert len(made.filled_in) == len(said)
    assert bool(made.converted) is (text is TRF06)


def test_the_worth_of_results_is_said_as_the_points_show_it() -> None:
    half = TRF16.replace("1.0    5  0000", "0.5    5  0000")
    [said] = [line for line in examine_report(half.encode(), TournamentId("t1"), "s")[0].filled_in if "worth" in line]
    assert said.endswith("a win 1.0, a draw 0.5, a loss 0.0, the bye of the pairing 0.5.")


def test_a_report_that_says_everything_has_nothing_filled_in() -> None:
    whole = "142 005\n152 W\n192 FIDE_DUTCH_2026\n162  W 1.0    D 0.5    P 1.0\n202 BH\n"
    made, _ = examine_report((whole + TRF16.replace("XXR 5\n", "")).encode(), TournamentId("t1"), "seed")
    assert made.filled_in == ()


def named(made: FromReport) -> list[str]:
    """What report files will say of the event, by the numbers of the file."""
    return [breach_comment(each, made.command.numbers) for each in made.command.breaches]


REMATCHES = (
    "012 Open\n142 5\n152 W\n192 FIDE_DUTCH_2026\n"
    "001    1      Adler                             2400                             3.0    1     3 w =     2 b 1"
    "     4 w =     2 w 1     2 b 0\n"
    "001    2      Braun                             2380                             3.0    2     4 b 1     1 w 0"
    "     3 w 1     1 b 0     1 w 1\n"
    "001    3      Celik                             2360                             2.5    3     1 b =     4 w 1"
    "     2 b 0     4 w 1     4 b 0\n"
    "001    4      Duarte                            2340                             1.5    4     2 w 0     3 b 0"
    "     1 b =     3 b 0     3 w 1\n"
)
"""Everybody has met everybody after round 3: rounds 4 and 5 can be none of the rules."""


def test_rounds_that_no_rule_can_give_are_named_and_asked_about() -> None:
    made, found = examine_report(REMATCHES.encode(), TournamentId("t1"), "seed")
    assert named(made)[-2:] == [
        "### Import @ Round 4: none => 1-2 3-4",
        "### Import @ Round 5: none => 2-1 4-3",
    ]
    assert any("No legal pairing" in each.text and each.round == 4 for each in found)
    with pytest.raises(Cautioned) as caught:
        ask_about_rounds(made.command, found, 0)
    said = caution_sentences(caught.value.facts)
    assert any("Round 4 of the file" in each and "should be none and is 1-2 3-4" in each for each in said)
    ask_about_rounds(made.command, found, 1)


BY_HAND = (
    "012 Hall\n062 4\n142 3\n192 CUSTOM_ROUNDROBIN\n"
    "001    1      Adler                             2400                             3.0    1     2 w 1     2 b 1"
    "     3 w 1\n"
    "001    2      Braun                             2380                             1.0    2     1 b 0     1 w 0"
    "     4 b 1\n"
    "001    3      Celik                             2360                             1.0    2     4 w 1     4 b 0"
    "     1 b 0\n"
    "001    4      Duarte                            2340                             1.0    2     3 b 0     3 w 1"
    "     2 w 0\n"
)
"""A round robin of one cycle without a table, whose second round is its first with the colours turned."""


def test_second_meetings_of_a_round_robin_without_a_table_are_named_and_asked_about() -> None:
    made, found = examine_report(BY_HAND.encode(), TournamentId("t1"), "seed")
    assert named(made) == ["### Import @ Round 2: none => 2-1 4-3"]
    assert [each.text for each in found if each.round == 2] == ["round 2: second meetings in a cycle: 2-1, 4-3"]
    with pytest.raises(Cautioned):
        ask_about_rounds(made.command, found, 0)


TWO_CYCLES = (
    "012 Hall\n062 4\n142 6\n192 CUSTOM_ROUNDROBIN\n"
    "001    1      Adler                             2400                             4.0    1     2 w 1     3 b 1"
    "     4 w 1     2 b 1\n"
    "001    2      Braun                             2380                             2.0    2     1 b 0     4 w 1"
    "     3 b 1     1 w 0\n"
    "001    3      Celik                             2360                             1.0    3     4 w 1     1 w 0"
    "     2 w 0     4 b 0\n"
    "001    4      Duarte                            2340                             1.0    3     3 b 0     2 b 0"
    "     1 b 0     3 w 1\n"
)
"""The first game of the second cycle brings the players of round 1 together again."""


def test_everybody_may_meet_again_in_the_second_of_two_cycles() -> None:
    made, _found = examine_report(TWO_CYCLES.encode(), TournamentId("t1"), "seed")
    assert made.command.breaches == ()


class Limited(FileReader):
    """A reader whose longer work comes to nothing."""

    def __init__(self, cause: Cause) -> None:
        super().__init__()
        self._cause = cause

    def run(self, limits: WorkLimits, function: Callable[..., Any], *arguments: Any) -> Any:
        raise WorkStopped(self._cause)


@every(("cause", "said"), [(Cause.TIME, "longer than 30 seconds"), (Cause.MEMORY, "more memory")])
def test_a_file_whose_rounds_cannot_be_checked_is_not_in_fide_mode_and_its_reports_say_so(
    cause: Cause, said: str
) -> None:
    made, found = examine_report(REMATCHES.encode(), TournamentId("t1"), "seed", Limited(cause))
    assert [said in each.text or "not in FIDE mode" in each.text for each in found] == [True, True]
    event = Director(MemoryJournal(), TournamentId("t1"))
    event.do(made.command)
    assert not event.state.in_fide_mode
    assert "### FIDE mode exited @ Round 5" in write(report_of(event.state, "")).splitlines()


@every("cause", [Cause.QUEUE, Cause.NO_WORKER])
def test_where_nobody_is_free_to_check_a_file_it_has_to_wait(cause: Cause) -> None:
    with pytest.raises(TooManyRequests):
        examine_report(REMATCHES.encode(), TournamentId("t1"), "seed", Limited(cause))


def test_a_file_that_can_be_checked_in_part_only_is_not_in_fide_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    def check_one_round(report: Report) -> Iterator[Difference]:
        yield Difference(1, "round 1: should be 1-2; is 1-3", ((1, 2),), ((1, 3),))
        raise Refused("rounds-not-declared", field="rounds", value=None)

    monkeypatch.setattr("podium.app.trf.import_report.round_differences", check_one_round)
    made, found = examine_report(REMATCHES.encode(), TournamentId("t1"), "seed")
    assert (made.command.fide_mode_exit, len(found)) == (5, 3)
    assert named(made) == ["### Import @ Round 1: 1-2 => 1-3"]
