"""The final report of an event in FIDE mode: every record that the format has for what happened."""

from __future__ import annotations

import pytest

from podium.app.trf.export import report_of
from podium.app.trf.import_report import examine_report
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.files.trf import write
from podium.flow.commands import AddPlayers, CorrectResult, GiveBye, RecordResult, RequestByes
from tests.kit.events import Director, director, games
from tests.kit.loops import every

WHOLE: dict[str, object] = {
    "place": "Bonn",
    "federation": "GER",
    "start": "2026-04-01",
    "end": "2026-04-05",
    "chief_arbiter": "Anna 123456",
    "deputy_arbiters": ["Ben 234567", "Cid 345678"],
    "rate_of_play": "90 min + 30 s",
    "round_dates": [f"2026-04-0{day}" for day in range(1, 6)],
    "starting_rank": "FIDE",
    "acceleration": "baku",
    "tiebreaks": ["BH/C1", "BH", "SB"],
}
TAGS = (
    *("012", "022", "032", "042", "052", "062", "072", "092", "102", "112", "122", "132"),
    *("142", "152", "172", "182", "192", "202", "222", "001", "240", "250", "260"),
)


@pytest.fixture(scope="module")
def event() -> Director:
    made = director("swiss", "t1", rules="fide", rounds=5, **WHOLE)
    names = [f"P{number}" for number in range(1, 10)]
    made.do(
        AddPlayers(tuple(PlayerFields(name, 2400 - 50 * at, fide_id=str(100 + at)) for at, name in enumerate(names)))
    )
    made.settings(forbidden=[[made.id("P1"), made.id("P2")]])
    made.do(RequestByes(made.id("P9"), {4: ByeType.HALF}))
    for number in (1, 2):
        made.pair()
        for game in games(made.round(number)):
            made.do(RecordResult(game.id, Result.WHITE_WINS))
        made.close(number)
    made.pair()
    made.do(CorrectResult(RecordResult(games(made.round(1))[0].id, Result.DRAW)), acknowledged=1)
    made.do(AddPlayers((PlayerFields("P10", 1500),)))
    made.do(GiveBye(3, made.id("P10"), ByeType.UNPAIRED), acknowledged=1)
    return made


@every("tag", TAGS)
def test_the_record_is_there(event: Director, tag: str) -> None:
    assert [line for line in lines(event) if line.startswith(tag)]


def lines(event: Director) -> list[str]:
    return write(report_of(event.state, "")).splitlines()


def test_arbiters_rate_and_ranking_are_said_as_they_were_declared(event: Director) -> None:
    for line in ("102 Anna 123456", "112 Ben 234567", "112 Cid 345678", "222 5400+30", "172 GER FIDE"):
        assert line in lines(event)
    assert {len(line[84:89].split()) for line in lines(event) if line.startswith("001")} == {1}  # a rank each


@every(
    ("codes", "records"),
    [
        (["PTS", "BH", "SB"], {"202": "BH,SB", "212": "PTS,BH,SB"}),
        (["BH", "SB"], {"202": "BH,SB"}),
        (["WIN", "PTS", "SB"], {"212": "WIN,PTS,SB"}),
        (["PTS"], {"212": "PTS"}),
    ],
)
def test_what_breaks_ties_and_the_whole_order_have_a_record_each(codes: list[str], records: dict[str, str]) -> None:
    made = director("swiss", rules="fide", rounds=3, tiebreaks=codes)
    made.players(*"ABCD")
    text = write(report_of(made.state, ""))
    assert {line[:3]: line[4:] for line in text.splitlines() if line[:3] in ("202", "212")} == records
    again, _differences = examine_report(text.encode(), TournamentId("t2"), "seed")
    assert again.command.given["tiebreaks"] == codes


def test_the_program_that_pairs_is_named_unless_a_file_names_another() -> None:
    made = director("swiss", rules="fide", rounds=3)
    made.players(*"ABCD")
    text = write(report_of(made.state, ""))
    assert "182 Podium" in text.splitlines()
    own, _differences = examine_report(text.encode(), TournamentId("t2"), "seed")
    assert not own.kept
    other, _differences = examine_report(text.replace("182 Podium", "182 Other").encode(), TournamentId("t2"), "seed")
    event = Director(director("swiss", "another").journal, TournamentId("t2"))
    event.do(other.command)
    assert [line for line in lines(event) if line.startswith("182")] == ["182 Other"]


def test_the_acts_are_named(event: Director) -> None:
    kinds = {line.split(" @ ")[0] for line in lines(event) if line.startswith("###")}
    assert kinds == {"### Correction", "### FPB"}


def test_points_that_games_do_not_bring_are_record_299() -> None:
    event = director("round-robin", rules="fide")
    event.players(*"ABCD")
    event.pair()
    for game in games(event.round(1)):
        event.do(RecordResult(game.id, Result.BLACK_WINS))
    event.withdraws("D")
    assert [line for line in lines(event) if line.startswith("299")]


def test_nothing_that_an_event_has_a_field_for_is_kept_beside_it(event: Director) -> None:
    made, _ = examine_report("\n".join(lines(event)).encode(), TournamentId("t2"), "seed")
    assert made.command.given["rate_of_play"] == WHOLE["rate_of_play"]
    assert not any(line.text.startswith("222") for line in made.command.kept.lines)
