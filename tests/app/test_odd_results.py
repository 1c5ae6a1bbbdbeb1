"""Every result an arbiter can give, all the way: points, table, card, report file and back."""

from __future__ import annotations

from pathlib import Path

from podium.app.event.progress import Step
from podium.app.queries import card, crosstable, progress, standings
from podium.app.rounds.result_words import RESULTS, WORTHS, result_choices, side_mark, side_outcome
from podium.app.trf.adoption import from_report
from podium.app.trf.export import report_of
from podium.core.dice import Dice
from podium.core.ids import TournamentId
from podium.core.result import AS_OFFERED, Result, Worth
from podium.files.trf import check, read, write
from podium.flow.state import Game
from tests.kit.events import Director, director, games, refused
from tests.kit.loops import every

POINTS = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (0.5, 0.5), "0-0": (0, 0), "1/2-0": (0.5, 0), "0-1/2": (0, 0.5)}
PLAYED = [result for result in Result if result.played and result.final]


def swiss(*results: Result) -> Director:
    """A Swiss of six whose first round ended so."""
    event = director("swiss", "t1", rounds=3, scoring="fide")
    event.players(*"ABCDEF")
    event.pair()
    for game, result in zip(games(event.round()), results, strict=True):
        event.result(event.name(game.white), result.value)
    event.close(1)
    return event


@every("result", PLAYED, ids=lambda result: result.value)
def test_a_played_game_scores_and_is_not_played_again(result: Result) -> None:
    event = swiss(result, result, result)
    for game in games(event.round()):
        scores = {row.player.id: row.points.number for row in standings(event.state)}
        assert (scores[game.white], scores[game.black]) == POINTS[result.score.value]
    met = [frozenset(game.players) for game in games(event.round())]
    event.pair()
    assert not {frozenset(game.players) for game in games(event.round())} & set(met)


@every("result", Result, ids=lambda result: result.value)
def test_a_report_says_every_result_and_brings_it_back(result: Result) -> None:
    event = swiss(result, Result.DRAW, Result.WHITE_WINS)
    text = write(report_of(event.state, ""))
    assert check(text) == ()
    report = read(text)
    assert write(report) == text
    made = from_report(report, TournamentId("t2"), Dice("there"))
    found = [each.result for each in made.command.rounds[0].in_order if isinstance(each, Game)]
    assert found == [result, Result.DRAW, Result.WHITE_WINS]


@every(
    ("result", "white", "black", "marks"),
    [
        ("0-0", "loss", "loss", "00"),
        ("1/2-0", "half a point", "loss", "½0"),
        ("0-1/2", "loss", "half a point", "0½"),
        ("1-0U", "win, not rated", "loss, not rated", "10"),
        ("1/2-1/2U", "draw, not rated", "draw, not rated", "½½"),
        ("1/2-0U", "half a point, not rated", "loss, not rated", "½0"),
        ("0-1F", "forfeit loss", "forfeit win", "-+"),
        ("adjourned", "adjourned", "adjourned", "??"),
    ],
)
def test_a_card_and_the_crosstable_say_what_each_side_has(result: str, white: str, black: str, marks: str) -> None:
    event = swiss(Result(result), Result.DRAW, Result.DRAW)
    game = games(event.round())[0]
    for player, words in ((game.white, white), (game.black, black)):
        line = card(event.state, player).lines[0]
        assert (line.outcome, line.result, line.rated) == (words, result.removesuffix("U"), not result.endswith("U"))
    cells = {row.standing.player.id: row.cells[0].text[-1] for row in crosstable(event.state)[0].rows}
    assert cells[game.white] + cells[game.black] == marks


def test_every_result_has_its_words_and_is_offered_with_its_key() -> None:
    """A new result is a row in core/result.py: this names what it still lacks."""
    assert set(RESULTS) == set(Result) == set(AS_OFFERED)
    assert set(WORTHS) == set(Worth)
    assert [choice.key for choice in result_choices()] == [*"123456789wdlxyza"]
    assert [choice.text for choice in result_choices() if choice.usual] == ["1-0", "½-½", "0-1"]
    for result in Result:
        assert all(side_outcome(result, white=white) and side_mark(result, white=white) for white in (True, False))


def test_the_page_on_results_has_every_one_of_them() -> None:
    text = (Path(__file__).parents[2] / "docs" / "rules" / "results.md").read_text("utf-8")
    assert [result.value for result in Result if f"`{result.value}`" not in text] == []
    assert [result.key for result in Result if f"`{result.key}`" not in text] == []


def test_an_event_with_an_adjourned_game_is_not_over() -> None:
    event = director("manual", "m1", rounds=1)
    event.players("Ann", "Ben")
    event.pairs(1, [("Ann", "Ben")])
    event.publish(1)
    event.result("Ann", "adjourned")
    event.close(1)
    now = progress(event.state)
    assert (now.step, now.round, now.missing) == (Step.ENTER_RESULTS, 1, 1)
    event.result("Ann", "1-0")
    assert progress(event.state).step is Step.LOOK


def test_an_adjourned_game_is_a_draw_until_it_is_over() -> None:
    event = swiss(Result.ADJOURNED, Result.DRAW, Result.DRAW)
    game = games(event.round())[0]
    assert {row.points.number for row in standings(event.state)} == {0.5}
    event.pair()
    with refused("round-closed"):
        event.result(event.name(games(event.round(1))[1].white), "1-0", 1)
    event.result(event.name(game.white), "1-0", 1)  # the round stays closed
    assert event.round(1).stage.value == "closed"
    scores = {row.player.id: row.points.number for row in standings(event.state)}
    assert (scores[game.white], scores[game.black]) == (1, 0)
    event.undo()
    assert {row.points.number for row in standings(event.state)} == {0.5}
    with refused("round-closed"):
        event.result(event.name(game.white), None, 1)  # it would leave a closed round without a result
    event.redo()
    assert games(event.round(1))[0].result is Result.WHITE_WINS


def test_tie_breaks_of_an_event_count_the_game() -> None:
    event = swiss(Result.WHITE_DRAWS, Result.BOTH_LOSE, Result.WHITE_WINS_UNRATED)
    event.settings(tiebreaks=["BH", "WON"])
    rows = {row.player.id: row.tiebreaks for row in standings(event.state)}
    first, second, third = games(event.round())
    assert [rows[first.black]["BH"], rows[first.white]["BH"], rows[second.white]["BH"]] == ["0.5", "0.0", "0.0"]
    assert [rows[third.white]["WON"], rows[first.white]["WON"]] == ["1", "0"]
