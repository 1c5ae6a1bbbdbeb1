"""Forecasts of events on their way: sums, seeds, certainty, symmetry, and the last round by brute force."""

from __future__ import annotations

import math

import pytest

from podium.app.access import Role, visible_tournament
from podium.app.forecast.forecast import MOST_RUNS, forecast, forecast_of
from podium.app.forecast.question import question
from podium.app.forecast.runs import Counted, Key, count_runs, last_contests
from podium.app.formats.stage_ends import with_finished
from podium.app.prizes.contests import RunOptions, contest_of
from podium.app.queries import standings
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import AddPlayers, PairRound, RecordResult, SetPrizes, StartStage, WithdrawPlayer
from podium.flow.state import Game, Tournament
from podium.forecast.model import believed_chances
from podium.forecast.tally import Tally, margin
from podium.prizes.allocation import allocate
from tests.app.forecast import judge
from tests.kit.events import Director, refused
from tests.kit.finished import NAMES, SETTINGS, entered, finished, pair, play, play_out

FORMATS = sorted(SETTINGS.keys() - {"manual"})


def _on_the_way(format: str, rounds: int, open_games: int = 0) -> Tournament:
    """An event after so many rounds, the last of which lacks the results of the first boards."""
    event = entered(format)
    for number in range(1, rounds + 1):
        pair(event, number)
        if number < rounds or not open_games:
            play(event, number)
    for game in event.state.rounds[-1].boards[open_games:] if open_games else ():
        event.do(RecordResult(game.id, Result.DRAW))
    return event.state


def public(state: Tournament) -> Tournament:
    """The event as those see it who are nothing in it."""
    return visible_tournament(state, Role.PUBLIC)


@pytest.mark.parametrize("format", FORMATS)
def test_the_odds_add_up_in_every_format(format: str) -> None:
    begun = format not in ("doubles", "round-robin")
    state = entered(format).state if begun else _on_the_way(format, 1)
    found = forecast(state, runs=40)
    assert {each.player for each in found.players} == set(state.players)
    for each in found.players:
        assert sum(each.places.values()) == pytest.approx(1)
        assert each.first <= each.podium <= 1 + 1e-9
    for place in range(1, len(NAMES) + 1):
        assert sum(each.places.get(place, 0) for each in found.players) == pytest.approx(1), place


@pytest.mark.parametrize("format", FORMATS)
def test_an_event_that_is_over_is_certain(format: str) -> None:
    state = finished(format).state
    found = forecast(state, runs=5)
    assert found.exact
    assert found.margin == 0
    assert not found.needs
    assert not found.deciding
    for row in standings(state):
        sharing = sum(each.rank == row.rank for each in standings(state))
        own = next(each for each in found.players if each.player == row.player.id)
        assert own.places == pytest.approx({row.rank + at: 1 / sharing for at in range(sharing)})
        assert own.points == row.points.number


def test_the_same_seed_gives_the_same_answer_in_any_parts() -> None:
    state = entered("swiss").state
    whole = forecast(state, runs=60, seed=7)
    asked, joined = question(state), Tally[Key]()
    for first, count in ((40, 20), (0, 25), (25, 15)):
        joined.join(count_runs(asked, "7", first, count))
    assert forecast_of(state, Counted(joined), 7) == whole
    assert forecast(state, runs=60, seed=8) != whole


def test_equals_have_equal_odds_before_a_game_is_played() -> None:
    event = entered("round-robin", ())
    event.do(AddPlayers(tuple(PlayerFields(name, 2000) for name in NAMES[:6])))
    runs = 900
    found = forecast(event.state, runs=runs)
    for each in found.players:
        assert abs(each.first - 1 / 6) < 1.6 * margin(1 / 6, runs)
        assert each.points == pytest.approx(2.5, abs=0.2)


def test_the_stronger_is_more_likely_first_and_results_move_that() -> None:
    before = forecast(entered("swiss").state, runs=200)
    assert [each.first for each in before.players] == sorted((each.first for each in before.players), reverse=True)
    assert before.players[0].player == next(iter(entered("swiss").state.players))
    state = _on_the_way("swiss", 2)
    after = {each.player: each for each in forecast(state, runs=200).players}
    leader = standings(state)[0].player.id
    assert after[leader].first > next(each.first for each in before.players if each.player == leader)


def test_the_last_round_is_what_brute_force_says() -> None:
    state = _on_the_way("swiss", 3, open_games=3)
    asked = question(state)
    left = last_contests(asked)
    assert left is not None
    chances: judge.Chances = {}
    for game in left:
        assert isinstance(game, Game)
        own, other = (asked.beliefs.strengths[id] for id in game.players)
        level = asked.beliefs.level(game.white, game.black)
        likely = believed_chances(own.mean - other.mean, math.hypot(own.spread, other.spread), level)
        chances[game.id] = tuple(likely)  # type: ignore[assignment]  # three of them
    judged = judge.place_odds(state, chances)
    found = forecast(state, runs=1000)
    assert found.exact
    for each in found.players:
        assert each.places == pytest.approx(judged[each.player])
    counted = count_runs(asked, "brute", 0, 1500)
    for each in found.players:
        for place, chance in each.places.items():
            assert abs(counted.odds(each.player).get(place, 0) - chance) < 1.7 * margin(chance, 1500)


@pytest.mark.parametrize("boards", [1, 2, 3, 4])
def test_sure_is_what_holds_whichever_way_the_other_games_end(boards: int) -> None:
    state = _on_the_way("swiss", 3, open_games=boards)
    needs = forecast(state, runs=20).needs
    assert any(need.sure for need in needs)
    assert all(need.sure for need in needs) == (boards == 1)  # no other game is open
    every = [(written, {row.player.id: row.rank for row in standings(end)}) for written, end in judge.ends(state)]
    for need in needs:
        game = next(each for each in state.rounds[-1].boards if need.player in each.players and not each.entered)
        ranks = [ranks[need.player] for written, ranks in every if written[game.id] is Result(need.result)]
        reached = [rank <= need.place for rank in ranks]
        assert any(reached)
        assert need.sure == all(reached)
        assert (need.chance == 1) == need.sure
        assert need.chance > 0


def test_in_a_large_round_sure_is_what_points_alone_decide() -> None:
    names = tuple(f"P{at}" for at in range(16))
    event = entered("swiss", names)
    for number in (1, 2, 3):
        pair(event, number)
        play(event, number, but=8 if number == 3 else 0)
    sure = [need for need in forecast(event.state, runs=10).needs if need.sure]
    assert sure
    points = {row.player.id: row.points.number for row in standings(event.state)}
    for need in sure:  # nobody else can come level with whoever is first and wins
        assert sorted(points.values(), reverse=True).index(points[need.player]) < need.place


@pytest.mark.parametrize("format", ["knockout", "double-elimination"])
def test_in_a_bracket_it_is_sure_what_a_win_brings(format: str) -> None:
    event = entered(format, NAMES[:4], thirdPlaceMatch=False) if format == "knockout" else entered(format, NAMES[:2])
    event.do(PairRound(1))
    found = {(need.place, need.result): need.sure for need in forecast(event.state, runs=30).needs}
    assert found[2, "1-0"]
    assert not found[1, "1-0"]
    if format == "knockout":
        assert found[3, "0-1"]  # both who lose are third


def test_pairs_of_doubles_go_on_to_a_bracket_together() -> None:
    plan = ["doubles rounds=1 setsToWin=2", "knockout best=4 teams=crosswise tieBreakPolicy=RAPID"]
    event = entered("stages", NAMES, stages=plan)
    pair(event, 1)
    play(event, 1)
    before = forecast(event.state, runs=30)
    assert sum(each.qualify or 0 for each in before.players) == pytest.approx(4)
    event.do(with_finished(event.state, StartStage(2, lot="")))
    found = forecast(event.state, runs=30)
    [one, other, *others] = found.players[:4]
    assert {each.player for each in found.players} == {id for id in event.state.players if len(id) < 30} - set(
        event.state.stages[1].begun.teams
    )
    assert one.first + other.first + sum(each.first for each in others) == pytest.approx(1)
    assert {need.player for need in found.needs} == {each.player for each in found.players[:4]}
    assert all(need.sure for need in found.needs if need.place == 2)  # there is one match, and two share a place


def _prizes(**category: object) -> SetPrizes:
    places = [{"place": place, "cash": 90 // place} for place in (1, 2)]
    return SetPrizes(({"name": "Open", "prizes": places}, {"name": "Own", "prizes": places, **category}))


def test_prizes_are_given_as_the_event_gives_them() -> None:
    event = entered("swiss")
    event.do(_prizes(max_rating=1800))
    plan = event.state.prizes.plan.prizes
    before = forecast(event.state, runs=40)
    for prize in plan:
        assert sum((each.prizes or {}).get(prize.id, 0) for each in before.players) == pytest.approx(1)
    for each in before.players:
        assert each.prize == pytest.approx(sum((each.prizes or {}).values()))  # one prize each
    play_out(event)
    winners = {each.prize_id: each.player_id for each in allocate(contest_of(event.state, RunOptions())).winners}
    over = {prize: each.player for each in forecast(event.state, runs=5).players for prize in each.prizes or {}}
    assert over == winners
    assert len(winners) == len(plan)


def test_who_may_not_know_ages_learns_no_odds_of_prizes_that_ask_for_them() -> None:
    event = entered("swiss", start="2026-01-01")
    assert forecast(event.state, runs=5).players[0].prizes is None  # there are none
    event.do(AddPlayers((PlayerFields("Zoe", 1500, birth="2015-01-01"),)))
    event.do(_prizes(max_age=12))
    known = {each.player: each.prize for each in forecast(event.state, runs=5).players}
    assert max(each or 0 for each in known.values()) == 1  # the only child
    assert all(each.prizes is None and each.prize is None for each in forecast(public(event.state), runs=5).players)


def test_the_game_that_decides_most_is_that_of_those_who_can_win() -> None:
    state = _on_the_way("swiss", 3, open_games=3)
    found = forecast(state, runs=1000)
    weights = [each.weight for each in found.deciding]
    assert weights == sorted(weights, reverse=True)
    first = state.pairing(found.deciding[0].pairing)
    can_win = {each.player for each in found.players if each.first > 0}
    assert can_win & set(first.players)


def test_who_leaves_and_who_asked_for_a_bye_is_left_out() -> None:
    event = entered("swiss")
    pair(event, 1)
    play(event, 1)
    best = next(iter(event.state.players))
    before = next(each for each in forecast(event.state, runs=100).players if each.player == best)
    event.do(WithdrawPlayer(best))
    after = next(each for each in forecast(event.state, runs=100).players if each.player == best)
    assert after.points == 1.0 < before.points


def test_players_without_ratings_are_forecast_by_their_results() -> None:
    event = entered("doubles")
    with refused("forecast-without-strengths"):
        forecast(event.state)
    pair(event, 1)
    play(event, 1)
    found = forecast(event.state, runs=60)
    won = {row.player.id for row in standings(event.state) if row.points.number == 1}
    assert sum(each.first for each in found.players if each.player in won) > 0.6


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (lambda: entered("manual"), "forecast-by-hand"),
        (lambda: entered("swiss", rounds=None), "forecast-needs-rounds"),
        (lambda: entered("swiss", ()), "too-few-players"),
        (lambda: entered("knockout", ("Ann",)), "too-few-players"),
    ],
)
def test_what_cannot_be_forecast_says_why(event: object, code: str) -> None:
    with refused(code):
        forecast(event().state)  # type: ignore[operator]  # a function


@pytest.mark.parametrize("runs", [0, -1, MOST_RUNS + 1])
def test_runs_out_of_range_are_refused(runs: int) -> None:
    with refused("runs-out-of-range"):
        forecast(entered("swiss").state, runs)


def test_a_bracket_is_played_through_its_tie_breaks() -> None:
    event: Director = entered("knockout", NAMES[:4])
    event.do(PairRound(1))
    game = event.state.rounds[0].boards[0]
    event.do(RecordResult(game.id, Result.DRAW))
    found = forecast(event.state, runs=200)
    assert sum(each.first for each in found.players) == pytest.approx(1)
    assert not found.exact
    assert len(found.deciding) == 2


def test_stages_are_played_through_the_cut() -> None:
    found = forecast(entered("stages").state, runs=60)
    places = sum(each.qualify or 0 for each in found.players)
    assert places == pytest.approx(round(places))
    assert 2 <= places < len(found.players)
    assert (found.players[0].qualify or 0) > (found.players[-1].qualify or 0)
    assert all(each.qualify is not None and each.first <= each.qualify for each in found.players)
    assert forecast(finished("stages").state, runs=5).players[0].qualify is None
