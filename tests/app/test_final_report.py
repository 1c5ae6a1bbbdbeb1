"""The final report waits for every game; until then there is an intermediate one."""

from __future__ import annotations

from podium.app.documents.rankings import ranking_note
from podium.app.exports.exports import exported_file
from podium.app.story.story import is_final
from podium.app.trf.adoption import from_report
from podium.app.trf.details import upload_obstacles
from podium.app.words.errors import sentence
from podium.core.dice import Dice
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.files.trf import check, read, write
from podium.flow.commands import AddPlayers, ArchiveTournament, ChangeSettings, PairAllRounds, PairRound, RecordResult
from podium.flow.state import Game
from tests.kit.events import Director, director, games, refused
from tests.kit.judge import loaded
from tests.kit.loops import every
from tests.kit.open_games import OPEN, played


def text(event: Director, kind: str) -> str:
    return exported_file(event.state, kind).content.decode()


@every("results", OPEN)
@every("kind", ["trf", "trf16", "trf26"])
def test_no_final_report_while_a_game_is_not_over(results: tuple[str, ...], kind: str) -> None:
    event = played(*results)
    with refused("report-not-final") as caught:
        text(event, kind)
    assert 'intermediate report, "itdx"' in sentence(caught.value)


@every("event", [played(*OPEN[1], rules="club"), played(*OPEN[1], rounds=3), played("1-0", "0-1", "1-0")])
def test_club_events_rounds_to_come_and_finished_events_are_reported(event: Director) -> None:
    assert check(text(event, "trf")) == ()


def test_the_older_form_has_no_sign_for_an_adjourned_game_and_waits_for_it_in_every_round() -> None:
    event = played("1-0", "adjourned", rounds=3)
    with refused("report-not-final") as caught:
        text(event, "trf16")
    facts = caught.value.facts
    assert (facts["count"], facts["round"], facts["board"], facts["instead"]) == (2, 1, 2, "itdx")
    assert text(event, "trf").count(" ?") == 4
    event.do(RecordResult(games(event.round(1))[1].id, Result.DRAW))
    with refused("report-not-final"):  # the third has no result yet
        text(event, "trf16")
    event.do(RecordResult(games(event.round(1))[2].id, Result.DRAW))
    assert "?" not in text(event, "trf16")


@every(("kind", "rules"), [*((kind, "fide") for kind in ("trf", "trf26", "itdx")), ("trf", "club"), ("trf16", "club")])
def test_no_report_in_the_middle_of_a_round_has_a_blank(kind: str, rules: str) -> None:
    event = played("1-0", "adjourned", rounds=3, rules=rules)
    players = [line for line in text(event, kind).splitlines() if line.startswith("001")]
    assert [line for line in players if not line[98:].strip()] == []
    assert sum(line.endswith("?") for line in players) == (0 if kind == "trf16" else 4)
    assert text(event, kind) == text(event, "itdx") or kind == "trf16"


@every("results", OPEN)
def test_the_intermediate_report_has_a_sign_and_a_worth_for_every_open_game(results: tuple[str, ...]) -> None:
    event = played(*results)
    written = text(event, "itdx")
    assert check(written) == ()
    players = [line for line in written.splitlines() if line.startswith("001")]
    over = 2 * sum(result != "adjourned" for result in results)
    assert sum(line.endswith("?") for line in players) == len(players) - over
    assert all(line[-1].strip() for line in players)
    [worths] = [line for line in written.splitlines() if line.startswith("162")]
    assert worths.endswith("X 0.5")


def test_the_intermediate_report_is_read_back_as_it_is() -> None:
    written = text(played("1-0", "adjourned"), "itdx")
    report = read(written)
    assert write(report) == written
    assert len(loaded(written)["competitors"]) == 6  # and by FIDE's checker
    made = from_report(report, TournamentId("t2"), Dice("there"))
    found = [each.result for each in made.command.rounds[0].in_order if isinstance(each, Game)]
    assert found == [Result.WHITE_WINS, Result.ADJOURNED, Result.ADJOURNED]


def test_rounds_paired_ahead_have_no_result_to_be_known() -> None:
    event = director("round-robin", rules="fide")
    event.players(*"ABCD")
    event.do(PairAllRounds())
    event.result("A", "1-0", 1)
    written = text(event, "itdx")
    assert check(written) == ()
    first = [line[91:99] for line in written.splitlines() if line.startswith("001")]
    assert sorted(cell[-1] for cell in first) == ["0", "1", "?", "?"]
    assert {len(line) for line in written.splitlines() if line.startswith("001")} == {99}  # and are not there


def test_a_club_event_says_which_of_its_tiebreaks_the_ranks_ignore() -> None:
    event = director("swiss", rounds=1, rules="club", tiebreaks=["ARO", "BH"])
    event.do(AddPlayers((*(PlayerFields(name, 2000) for name in "ABC"), PlayerFields("D"))))
    event.do(PairRound())
    event.all_results("1-0")
    for kind in ("trf", "trf16"):
        assert "### Tie-breaks not used in the ranks: ARO" in text(event, kind)
    assert any("ARO" in each for each in upload_obstacles(event.state))
    event.do(ChangeSettings({"unrated": 1400}))
    assert "not used" not in text(event, "trf")
    assert list(upload_obstacles(event.state)) == []


def test_no_final_report_has_ranks_by_other_tiebreaks_than_it_names() -> None:
    event = director("swiss", rounds=1, rules="fide", tiebreaks=["ARO", "BH"])
    event.do(AddPlayers((*(PlayerFields(name, 2000) for name in "ABC"), PlayerFields("D"))), acknowledged=1)
    event.do(PairRound(), acknowledged=1)
    event.all_results("1-0")
    with refused("tiebreak-unrated-players"):
        text(event, "trf")
    assert text(event, "itdx")
    event.do(ChangeSettings({"unrated": 1400}), acknowledged=1)
    written = text(event, "trf")
    assert "### Configuration @ Round 1: unrated none => unrated 1400" in written
    with refused("declared-before-round-1") as caught:
        event.settings(unrated=1500)
    assert sentence(caught.value).startswith("The setting unrated cannot be changed to 1500: ")


@every(
    ("results", "note"),
    [
        (("1-0", "adjourned", "1-0"), "After round 1; not final: 1 game is not over"),
        (("adjourned", "1-0"), "After round 1, 1 of its results still missing; not final: 2 games are not over"),
        (("1-0", "1-0", "1-0"), "After round 1"),
    ],
)
def test_paper_says_that_standings_are_not_final(results: tuple[str, ...], note: str) -> None:
    event = played(*results)
    assert ranking_note(event.state, None) == note
    assert not is_final(event.state, None)


def test_a_game_that_was_left_behind_is_named_in_every_later_round() -> None:
    event = played("1-0", "adjourned", "1-0", rounds=3)
    event.close(1)
    event.pair()
    for game in games(event.round()):
        event.result(event.name(game.white), "1-0")
    assert ranking_note(event.state, None) == "After round 2; not final: 1 game is not over"
    event.close(2)
    event.do(ArchiveTournament())
    assert not is_final(event.state, None)


def test_standings_are_final_once_every_game_is_over() -> None:
    event = played("1-0", "adjourned", "1-0")
    event.close(1)
    assert not is_final(event.state, None)
    ended = RecordResult(games(event.round())[1].id, Result.BLACK_WINS)
    event.do(ended, acknowledged=1)
    assert is_final(event.state, None)
    assert is_final(event.state, 1)
    assert not is_final(event.state, 0)
    assert text(event, "trf")
