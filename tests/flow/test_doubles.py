"""Doubles as a tournament: drawn, entered set by set, closed, reopened, undone."""

from __future__ import annotations

from itertools import combinations

import pytest

from podium.app.access import Actor, Role
from podium.app.event.answers import tournament_row
from podium.app.queries import standings, why
from podium.app.rounds.answers import SetsRow, pairing_row, round_row
from podium.app.words.errors import sentence
from podium.core.dice import Dice
from podium.core.errors import Forbidden
from podium.core.ids import PlayerId
from podium.doubles import draw
from podium.flow.commands import (
    ClickSets,
    GiveBye,
    PairRound,
    PairTeams,
    RecordBye,
    RecordResult,
    RecordSets,
    WithdrawPlayer,
)
from podium.flow.formats.doubles import options, played, present, promised
from podium.flow.state import Bye, Match, Side
from tests.kit.events import Director, director, refused
from tests.kit.loops import every

HOME, AWAY = Side.HOME, Side.AWAY


def club(players: int = 9, rounds: int | None = 5, **settings: object) -> Director:
    event = director("doubles", rounds=rounds)
    if settings:
        event.settings(**settings)
    event.players(*(f"P{number}" for number in range(1, players + 1)))
    return event


def matches(event: Director, round: int | None = None) -> list[Match]:
    return [each for each in event.round(round).in_order if isinstance(each, Match)]


def free(event: Director, round: int | None = None) -> list[str]:
    return [event.name(each.player) for each in event.round(round).in_order if isinstance(each, Bye)]


def play(event: Director, home: int = 3, away: int = 1) -> None:
    """Draw the next round, give every match the same score, close it."""
    number = len(event.state.rounds) + 1
    event.pair()
    for match in matches(event):
        event.do(RecordSets(match.id, {HOME: home, AWAY: away}))
    event.close(number)


def test_a_round_has_everybody_once_and_free_games_worth_a_point() -> None:
    event = club(10)
    event.pair()
    everybody = [player for each in event.round().games.values() for player in each.players]
    assert sorted(everybody) == sorted(event.state.players)
    assert (len(matches(event)), len(free(event))) == (2, 2)
    byes = [each for each in event.round().games.values() if isinstance(each, Bye)]
    assert [str(bye.points(event.state.settings.scoring)) for bye in byes] == ["1.0", "1.0"]
    assert all(match.sets.home is None and match.sets.away is None for match in matches(event))


def test_no_partners_twice_up_to_the_last_possible_round() -> None:
    event = club(10, rounds=11)
    for _ in range(11):
        play(event)
    played = [match for number in range(1, 12) for match in matches(event, number)]
    pairs = [frozenset(team) for match in played for team in (match.home, match.away)]
    assert len(pairs) == len(set(pairs)) == 44 <= len(list(combinations(range(10), 2)))
    with refused("rounds-exhausted"):
        event.pair()


def test_the_recorded_seed_draws_the_same_round_again() -> None:
    event = club(13, rounds=9)
    play(event)
    before = event.state
    event.pair()
    here = event.round()
    assert here.seed is not None
    assert before.rounds[-1].draw is not None
    chosen = options(before.settings, 13, 1)
    again = draw(present(before), played(before.rounds), chosen, Dice(here.seed), before.rounds[-1].draw.reserve)
    assert [(each.home, each.away) for each in again.matches] == [(each.home, each.away) for each in matches(event)]


def test_the_same_seed_draws_the_same_with_other_ids() -> None:
    event = club(8)
    event.do(PairRound(seed="saturday"))
    teams, ids = [(each.home, each.away) for each in matches(event)], set(event.round().games)
    event.unpair(1)
    event.do(PairRound(seed="saturday"))
    assert [(each.home, each.away) for each in matches(event)] == teams
    assert event.round().seed == "saturday"
    assert ids.isdisjoint(event.round().games)


def test_a_click_makes_a_zero_counts_and_wraps() -> None:
    event = club(8, setsToWin=2)
    event.pair()
    match = matches(event)[0]
    seen = []
    for _ in range(4):
        event.do(ClickSets(match.id, HOME))
        seen.append(matches(event)[0].sets.home)
    assert seen == [0, 1, 2, 0]
    assert matches(event)[0].sets.away is None


def test_a_side_that_is_not_named_stays_and_none_clears() -> None:
    event = club(8)
    event.pair()
    match = matches(event)[0]
    event.do(RecordSets(match.id, {HOME: 3}))
    event.do(RecordSets(match.id, {AWAY: 1}))
    assert (matches(event)[0].sets.home, matches(event)[0].sets.away) == (3, 1)
    event.do(RecordSets(match.id, {HOME: None}))
    assert (matches(event)[0].sets.home, matches(event)[0].sets.away) == (None, 1)
    version = event.version
    event.do(RecordSets(match.id, {AWAY: 1}))
    assert event.version == version


@every("sets", [-1, 4, 99])
def test_sets_outside_the_sets_to_win_are_refused(sets: int) -> None:
    event = club(8)
    event.pair()
    with refused("count-out-of-range") as caught:
        event.do(RecordSets(matches(event)[0].id, {HOME: 1, AWAY: sets}))
    assert sentence(caught.value) == f"The sets cannot be {sets}: use 0 to 3."
    assert matches(event)[0].sets.home is None


def test_closing_names_every_offending_match_and_what_is_wrong() -> None:
    event = club(20)
    event.pair()
    tie, incomplete, partial, missing, won = matches(event)
    event.do(RecordSets(tie.id, {HOME: 3, AWAY: 3}))
    event.do(RecordSets(incomplete.id, {HOME: 2, AWAY: 1}))
    event.do(RecordSets(partial.id, {AWAY: 3}))
    event.do(RecordSets(won.id, {HOME: 0, AWAY: 3}))
    with refused("round-not-complete") as caught:
        event.close(1)
    found = caught.value.facts["matches"]
    assert isinstance(found, list)
    assert [(each["id"], each["problem"]) for each in found] == [
        (tie.id, "tie"), (incomplete.id, "incomplete"), (partial.id, "partial"), (missing.id, "missing"),
    ]  # fmt: skip
    said = sentence(caught.value)
    for words in ("table 1 is a tie", "table 2 is incomplete", "table 3 is a partial entry", "table 4 has no result"):
        assert words in said


def test_a_closed_round_cannot_be_closed_twice_nor_changed() -> None:
    event = club(8)
    play(event)
    with refused("round-closed"):
        event.close(1)
    with refused("round-closed"):
        event.do(ClickSets(matches(event)[0].id, HOME))


def test_open_rounds_do_not_score_and_reopening_recomputes() -> None:
    event = club(8)
    play(event)
    winners = matches(event)[0].home
    table = {row.player.id: row for row in standings(event.state)}
    assert all(str(table[player].points) == "1.0" for player in winners)
    event.reopen(1)
    assert all(not row.points and row.tiebreaks["BH"] == "0" for row in standings(event.state))
    event.do(RecordSets(matches(event)[0].id, {HOME: 0, AWAY: 3}))
    event.close(1)
    table = {row.player.id: row for row in standings(event.state)}
    assert all(not table[player].points for player in winners)


def test_buchholz_is_the_opponents_minus_the_partners() -> None:
    event = club(5, rounds=2)
    play(event, 3, 0)
    [match] = matches(event)
    table = {row.player.id: row for row in standings(event.state)}
    assert table[match.home[0]].tiebreaks == {"BH": "-1"}
    assert table[match.away[0]].tiebreaks == {"BH": "2"}
    sat_out = event.id(free(event)[0])
    assert (str(table[sat_out].points), table[sat_out].tiebreaks) == ("1.0", {"BH": "0"})
    assert table[sat_out].details == "free game (1.0) = 1.0"
    assert table[sat_out].rank == 1


def test_set_difference_is_a_further_criterion_where_chosen() -> None:
    event = club(8, setDifference=True)
    play(event, 3, 1)
    assert {row.tiebreaks["SETS"] for row in standings(event.state)} == {"2", "-2"}


@every(("players", "rounds", "most"), [(4, 4, 3), (8, 8, 7), (9, 10, 9)])
def test_a_plan_beyond_the_possible_is_refused_with_the_number(players: int, rounds: int, most: int) -> None:
    event = club(players, rounds=rounds)
    with refused("rounds-impossible") as caught:
        event.pair()
    assert caught.value.facts["most"] == most
    assert not event.state.rounds
    with refused("rounds-impossible"):
        event.settings(rounds=rounds + 1)
    event.settings(rounds=most)
    event.pair()


def test_both_numbers_are_told_before_round_one_and_anew_when_somebody_leaves() -> None:
    event = club(9, rounds=9)
    row = tournament_row(event.state)
    assert (row.guaranteed, row.possible) == (9, 9)
    play(event)
    event.withdraws("P9")
    now = promised(event.state)
    assert now is not None
    assert 1 <= now.guaranteed <= now.possible <= 8
    for name in ("P5", "P6", "P7", "P8"):
        event.withdraws(name)
    assert promised(event.state) is not None
    event.withdraws("P4")
    assert tournament_row(event.state).possible is None
    with refused("too-few-players"):
        event.pair()


def test_without_a_plan_rounds_go_on_as_long_as_there_are_partners() -> None:
    event = club(5, rounds=None)
    for _ in range(5):
        play(event)
    with refused("partners-exhausted"):
        event.pair()


def test_who_joins_sits_out_first_and_who_left_keeps_the_points() -> None:
    event = club(8)
    play(event)
    winner = event.name(matches(event)[0].home[0])
    event.withdraws(winner)
    event.players("Late 1", "Late 2")
    event.pair()
    assert free(event) == ["Late 2"] or free(event) == ["Late 1"]
    table = {row.player.name: row for row in standings(event.state)}
    assert str(table[winner].points) == "1.0"
    assert winner not in [event.name(id) for each in event.round().games.values() for id in each.players]


def test_nobody_sits_out_twice_before_everybody_did() -> None:
    event = club(9, rounds=9)
    for _ in range(9):
        play(event)
    assert sorted(name for number in range(1, 10) for name in free(event, number)) == [f"P{n}" for n in range(1, 10)]


@every(
    "given",
    [
        {"freeGames": "random"},
        {"setting": "random"},
        {"setsToWin": 2},
        {"avoidOpponents": True},
        {"setDifference": True},
        {"format": "manual"},
    ],
    ids=lambda given: next(iter(given)),
)
def test_options_are_fixed_once_round_one_is_drawn(given: dict[str, object]) -> None:
    event = club(8)
    event.pair()
    with refused("rounds-exist") as caught:
        event.settings(**given)
    assert caught.value.facts["field"] == next(iter(given))
    event.unpair(1)
    event.settings(**given)


@every(
    ("given", "code"),
    [
        ({"freeGames": "highest"}, "choice-unknown"),
        ({"setting": 3}, "choice-unknown"),
        ({"setsToWin": 0}, "count-out-of-range"),
        ({"avoidOpponents": "yes"}, "choice-unknown"),
        ({"sections": ["A"]}, "not-in-doubles"),
        ({"tiebreaks": ["BH"]}, "not-in-doubles"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(given: dict[str, object], code: str) -> None:
    event = director("doubles", rounds=3)
    with refused(code):
        event.settings(**given)


def test_a_free_game_has_no_result() -> None:
    event = club(9)
    event.pair()
    [bye] = [each for each in event.round().games.values() if isinstance(each, Bye)]
    with refused("sets-on-free-game") as caught:
        event.do(RecordSets(bye.id, {HOME: 3}))
    assert "free game" in sentence(caught.value)
    with refused("sets-on-free-game"):
        event.do(RecordBye(bye.id, bye.kind.BYE))
    with refused("result-on-bye"):
        event.do(RecordResult(bye.id, None))
    with refused("match-has-sets"):
        event.do(RecordResult(matches(event)[0].id, None))
    with refused("doubles-are-drawn"):
        event.do(GiveBye(1, bye.player, bye.kind.BYE))
    with refused("doubles-are-drawn"):
        event.pairs(2, [("P1", "P2")])


def test_a_game_of_two_has_no_sets() -> None:
    event = director()
    event.players("A", "B")
    event.pairs(1, [("A", "B")])
    with refused("game-without-sets"):
        event.do(ClickSets(event.pairing_id("A"), HOME))


def test_undo_takes_back_one_side_and_leaves_the_other() -> None:
    event = club(8)
    event.pair()
    match = matches(event)[0]
    clicked = event.do(ClickSets(match.id, HOME)).version
    event.do(ClickSets(match.id, AWAY))
    event.undo(clicked)
    assert (matches(event)[0].sets.home, matches(event)[0].sets.away) == (None, 0)
    clicked = event.redo().version
    assert matches(event)[0].sets.home == 0
    event.do(ClickSets(match.id, HOME))
    with refused("change-depended-on"):
        event.undo(clicked)


def test_a_drawn_round_can_be_undone_and_redone_to_the_letter() -> None:
    event = club(11, rounds=13)
    play(event)
    event.pair()
    drawn = event.round()
    event.undo()
    assert len(event.state.rounds) == 1
    event.redo()
    assert event.round() == drawn


def test_a_player_enters_the_sets_of_the_own_match_only() -> None:
    event = club(8)
    event.pair()
    event.publish(1)
    match, other = matches(event)
    who, phone = event.name(match.away[1]), Actor("link:1", "phone")
    event.do(ClickSets(match.id, HOME), by=phone, role=Role.PLAYER, player=who)
    with pytest.raises(Forbidden):
        event.do(ClickSets(other.id, HOME), by=phone, role=Role.PLAYER, player=who)


def test_rows_say_teams_sets_and_who_is_free() -> None:
    event = club(9)
    event.pair()
    match = matches(event)[0]
    event.do(RecordSets(match.id, {HOME: 3, AWAY: 1}))
    row = pairing_row(event.state, matches(event)[0])
    assert (row.home, row.away, row.sets) == ([*match.home], [*match.away], SetsRow(home=3, away=1))
    assert row.result == "3:1"
    told = round_row(event.state, event.round())
    assert told.free == [event.id(free(event)[0])]
    assert told.status == "draft"


def by_hand(event: Director, *matches: str, round: int | None = None) -> None:
    """`12-34`: players 1 and 2 against 3 and 4."""
    teams = [[event.id(f"P{number}") for number in each.replace("-", "")] for each in matches]
    event.do(PairTeams(tuple(((one, two), (three, four)) for one, two, three, four in teams), round))


def test_a_round_made_by_hand_is_a_round_like_any_other() -> None:
    event = club(9)
    play(event)
    partners = {frozenset(team) for match in matches(event) for team in (match.home, match.away)}
    names = [event.id(f"P{number}") for number in range(1, 10)]
    fresh = next(
        f"{one}{two}-{three}{four}"
        for one, two, three, four in ((1, 2, 3, 4), (1, 3, 2, 4), (1, 4, 2, 3))
        if not {frozenset((names[one - 1], names[two - 1])), frozenset((names[three - 1], names[four - 1]))} & partners
    )
    by_hand(event, fresh)
    here = event.round()
    assert (here.number, here.engine, here.seed) == (2, "hand", None)
    assert sorted(free(event)) == ["P5", "P6", "P7", "P8", "P9"]
    row = round_row(event.state, here)
    assert isinstance(row.free_games, list)
    assert len(row.free_games) == 5
    assert row.rounds_left == 3
    [match] = matches(event)
    event.do(RecordSets(match.id, {HOME: 3, AWAY: 0}))
    event.close(2)
    assert sum(row.points.number for row in standings(event.state)) == (4 + 1) + (2 + 5)
    play(event)  # the draw goes on from there
    teams = [frozenset(team) for at in (1, 2, 3) for match in matches(event, at) for team in (match.home, match.away)]
    assert len(teams) == len(set(teams))


def test_a_round_by_hand_is_undone_and_redone_as_it_was() -> None:
    event = club(8)
    by_hand(event, "12-34", "56-78")
    made = event.state.rounds
    event.undo()
    assert event.state.rounds == ()
    event.redo()
    assert event.state.rounds == made


def test_what_cannot_be_made_by_hand() -> None:
    event = club(8, rounds=2)
    by_hand(event, "12-34", "56-78")
    with refused("partner-repeated") as caught:
        by_hand(event, "21-35")
    assert sentence(caught.value) == '"P2" and "P1" have been partners before: nobody has the same partner twice.'
    with refused("player-twice") as caught:
        by_hand(event, "13-14")
    assert "P1" in sentence(caught.value)
    with refused("matches-missing"):
        by_hand(event)
    with refused("round-exists"):
        by_hand(event, "13-24", round=1)
    with refused("unknown-player"):
        event.do(PairTeams((((event.id("P1"), PlayerId("nobody")), (event.id("P3"), event.id("P5"))),)))
    event.do(WithdrawPlayer(event.id("P8")))
    with refused("player-withdrawn"):
        by_hand(event, "13-28")
    others = director("manual")
    others.players(*(f"P{number}" for number in range(1, 5)))
    with refused("teams-outside-doubles"):
        by_hand(others, "12-34")
    assert len(event.state.rounds) == 1


def test_why_a_match_is_what_it_is() -> None:
    event = club(9)
    event.pair()
    [drawn, *_] = matches(event)
    [sits_out] = [each for each in event.round().games.values() if isinstance(each, Bye)]
    said = why(event.state, drawn)
    assert said.parts[0].title == "Draw of the teams"
    assert f"Drawn from the seed {event.round().seed}." in said.parts[0].sentences
    assert "had 0 free games before" in why(event.state, sits_out).parts[0].sentences[0]
    event.unpair(1)
    by_hand(event, "12-34")
    assert why(event.state, matches(event)[0]).parts[0].title == "By hand"
    other = next(each for each in event.round().games.values() if isinstance(each, Bye))
    assert "was given it by the director" in why(event.state, other).parts[0].sentences[0]


def test_a_further_round_while_one_has_no_set_is_to_be_confirmed() -> None:
    event = club()
    event.pair()
    with refused("round-without-results"):
        event.pair()
    event.do(PairRound(2, confirm=True))
    assert len(event.state.rounds) == 2
