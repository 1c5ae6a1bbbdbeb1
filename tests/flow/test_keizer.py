"""A club season by Keizer: what is decided, who is paired, and whole seasons with all that happens in a club."""

from __future__ import annotations

from typing import Any

import pytest

from podium.app.players.card import explained_score
from podium.app.queries import card, standings, why
from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    AddPlayers,
    CloseRound,
    CorrectResult,
    HandPairing,
    PairByHand,
    PairRound,
    RecordResult,
    RequestByes,
    UnpairRound,
    WithdrawPlayer,
)
from podium.flow.event.keizer_options import read_rules
from podium.flow.formats.registry import format_of
from podium.flow.obstacles import problems
from podium.flow.state import Stage
from tests.kit.events import Director, director, refused
from tests.kit.loops import every, seeds

KINDS = (ByeType.CLUB_DUTY, ByeType.EXCUSED, ByeType.ABSENT)
RESULTS = [*[Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW] * 4, *Result]


def season(*names: str, rounds: int | None = 30, **rules: Any) -> Director:
    """Members of these names, each rated less than the one before."""
    event = director("keizer", rounds=rounds, keizer=rules)
    event.do(AddPlayers(tuple(PlayerFields(name, 2000 - 10 * at) for at, name in enumerate(names))))
    return event


def play(event: Director, *results: Result) -> None:
    """The next round, paired, with these results by board, and closed."""
    event.do(PairRound())
    for game, result in zip(event.state.rounds[-1].boards, results, strict=True):
        event.do(RecordResult(game.id, result))
    event.do(CloseRound(len(event.state.rounds)))


def meetings(event: Director) -> list[set[str]]:
    """Who meets whom in the last round."""
    return [{event.state.players[id].name for id in game.players} for game in event.state.rounds[-1].boards]


@every(
    "given, code",
    [
        ({"preset": "modern"}, "choice-unknown"),
        ({"top": 0}, "count-out-of-range"),
        ({"top": "high"}, "count-out-of-range"),
        ({"again": -1}, "count-out-of-range"),
        ({"again": None}, "count-out-of-range"),
        ({"bye": -0.1}, "share-malformed"),
        ({"bye": 11}, "share-malformed"),
        ({"bye": 0.1234567}, "share-malformed"),
        ({"bye": "1e3"}, "share-malformed"),
        ({"bye": True}, "share-malformed"),
        ({"draw": 2}, "draw-out-of-order"),
        ({"win": 0, "draw": 0}, "draw-out-of-order"),
        ({"halves": 1}, "keizer-malformed"),
        ("classic", "keizer-malformed"),
    ],
)
def test_what_cannot_be_is_refused_and_named(given: object, code: str) -> None:
    with pytest.raises(Invalid) as caught:
        read_rules("keizer", given)
    assert caught.value.code == code
    assert "value" in caught.value.facts


def test_there_are_no_tiebreaks() -> None:
    with refused("tiebreak-not-in-keizer"):
        director("keizer", tiebreaks=["BH"])


def test_the_first_round_is_by_rating_then_by_the_list() -> None:
    event = director("keizer", rounds=5)
    fields = (PlayerFields("Ann", 1500), PlayerFields("Ben"), PlayerFields("Cid", 1800), PlayerFields("Dan", 1500))
    event.do(AddPlayers(fields))
    event.do(PairRound())
    assert meetings(event) == [{"Cid", "Ann"}, {"Dan", "Ben"}]


def test_results_must_be_in_and_an_adjourned_game_is_a_draw_until_it_is_over() -> None:
    event = season("Ann", "Ben")
    event.do(PairRound())
    with refused("results-missing"):
        event.do(PairRound())
    event.do(RecordResult(event.state.rounds[0].boards[0].id, Result.ADJOURNED))
    event.do(PairRound())
    assert [row.details for row in standings(event.state, 1)] == ["worth 3 + 1D (1) = 4", "worth 2 + 1D (1.5) = 3.5"]


def test_one_alone_has_the_bye_and_all_can_be_away() -> None:
    event = season("Ann", "Ben")
    event.do(RequestByes(event.id("Ann"), {1: ByeType.EXCUSED, 2: ByeType.EXCUSED}))
    event.do(RequestByes(event.id("Ben"), {2: ByeType.CLUB_DUTY}))
    event.do(PairRound())
    assert {bye.kind for bye in event.state.rounds[0].byes} == {ByeType.BYE, ByeType.EXCUSED}
    event.do(CloseRound(1))
    play(event)
    assert {bye.kind for bye in event.state.rounds[1].byes} == {ByeType.CLUB_DUTY, ByeType.EXCUSED}
    with refused("too-few-players"):  # a check-in to which nobody has come
        event.do(PairRound(absent=tuple(event.state.players)))


def test_a_newcomer_begins_behind_the_table_and_missed_rounds_bring_nothing() -> None:
    event = season("Ann", "Ben", "Cid", "Dan", absent=0.5)
    play(event, Result.WHITE_WINS, Result.BLACK_WINS)
    event.do(AddPlayers((PlayerFields("Zoe", 2600),)))
    zoe = standings(event.state)[-1]
    assert (zoe.player.name, zoe.points.number, zoe.valued.value if zoe.valued else "") == ("Zoe", 0, None)
    event.do(PairRound())
    assert [bye.player for bye in event.state.rounds[1].byes] == [event.id("Zoe")]
    assert [line.outcome for line in card(event.state, event.id("Zoe")).lines] == ["not paired", "bye"]


def test_who_leaves_keeps_a_place_and_comes_back_to_it() -> None:
    event = season("Ann", "Ben", "Cid", "Dan", absent=0.5)
    play(event, Result.WHITE_WINS, Result.WHITE_WINS)
    event.do(WithdrawPlayer(event.id("Ann")))
    play(event, Result.WHITE_WINS)
    assert len(standings(event.state)) == 4
    assert event.state.rounds[1].pairing_of(event.id("Ann")) is None
    event.do(WithdrawPlayer(event.id("Ann"), withdrawn=False))
    event.do(PairRound())
    assert event.state.rounds[2].pairing_of(event.id("Ann")) is not None


def test_a_forfeit_is_a_win_for_one_and_nothing_for_the_other_and_no_meeting() -> None:
    event = season("Ann", "Ben", loss=0.25)
    play(event, Result.WHITE_WINS_BY_FORFEIT)
    assert [row.details for row in standings(event.state)] == ["worth 3 + 1W (2) = 5", "worth 2"]
    event.do(PairRound())
    [reason] = [why(event.state, game) for game in event.state.rounds[1].boards]
    assert not any("met in" in said for part in reason.parts for said in part.sentences)


def test_two_who_have_nobody_else_meet_and_the_reason_says_that_it_is_too_soon() -> None:
    event = season("Ann", "Ben")
    play(event, Result.DRAW)
    event.do(PairRound())
    [game] = event.state.rounds[1].boards
    said = [said for part in why(event.state, game).parts for said in part.sentences]
    assert any("met in round 1, less than 4 rounds ago" in each for each in said)


def test_tables_that_go_round_are_said_to() -> None:
    event = season("Ann", "Ben", again=0)
    for result in (Result.BLACK_WINS, Result.BLACK_WINS, Result.DRAW):
        play(event, result)
    assert [row.valued.circle for row in standings(event.state) if row.valued] == [True, True]
    assert [row.valued.circle for row in standings(event.state, 1) if row.valued] == [False, False]
    assert "round in a circle" in list(explained_score(card(event.state, event.id("Ann"))))[-1]


def test_a_change_of_shares_counts_for_all_rounds_at_once() -> None:
    event = season("Ann", "Ben", "Cid")
    play(event, Result.WHITE_WINS)
    assert standings(event.state)[1].details == "worth 4 + bye (2.668) = 6.668"
    event.settings(keizer={"bye": 1})
    assert standings(event.state)[1].details == "worth 4 + bye (4) = 8"


def test_seasons_of_two_sections_are_kept_apart() -> None:
    event = director("keizer", rounds=3, sections=["A", "B"])
    event.do(AddPlayers(tuple(PlayerFields(f"{name}{at}", section=name) for name in "AB" for at in range(3))))
    event.do(PairRound())
    assert all(len({name[0] for name in pair}) == 1 for pair in meetings(event))
    assert [row.valued.value for row in standings(event.state) if row.valued] == [5, 4, 3, 5, 4, 3]


def test_thirty_rounds_with_another_third_of_the_club_each_evening() -> None:
    event, dice = season(*(f"M{at:02}" for at in range(30)), again=3), Dice("season")
    for number in range(1, 31):
        there = set(dice.shuffled(list(event.state.players))[:10])
        event.do(PairRound(absent=tuple(id for id in event.state.players if id not in there)))
        here = event.state.rounds[-1]
        assert {id for game in here.boards for id in game.players} == there
        assert not any(sum(set(game.players) == set(each.players) for each in before.boards) for game in here.boards
                       for before in event.state.rounds[-4:-1])  # fmt: skip
        for game in here.boards:
            event.do(RecordResult(game.id, dice.pick(RESULTS[:3])))
        event.do(CloseRound(number))
    rows = standings(event.state)
    assert [row.valued.value for row in rows if row.valued] == list(range(45, 15, -1))
    assert [row.valued.score for row in rows if row.valued] == sorted(
        (row.valued.score for row in rows if row.valued), reverse=True
    )


def step(event: Director, dice: Dice) -> None:
    """One thing that happens in a club; refusals are no dead ends."""
    state, players = event.state, list(event.state.players.values())
    due = len(state.rounds) + 1
    match dice.below(9):
        case 0:
            event.do(AddPlayers((PlayerFields(f"N{len(players)}", dice.pick([None, 1000 + dice.below(1000)])),)))
        case 1 if players:
            event.do(WithdrawPlayer(dice.pick(players).id, withdrawn=dice.chance(50)))
        case 2 if players:
            one = dice.pick(players)
            event.do(RequestByes(one.id, {**one.byes, due + dice.below(3): dice.pick(KINDS)}))
        case 3 if state.rounds:
            here = dice.pick(state.rounds)
            if here.boards:
                event.do(CorrectResult(RecordResult(dice.pick(here.boards).id, dice.pick(RESULTS))))
        case 4:
            event.undo()
        case 5 if state.rounds and state.rounds[-1].stage is not Stage.CLOSED and dice.chance(30):
            event.do(UnpairRound(len(state.rounds)))
        case 6:
            event.settings(keizer={"again": dice.below(6), "top": dice.pick(["auto", 5, 60])})
        case 7 if not state.rounds or not state.rounds[-1].pending:
            playing = [each.id for each in players if not each.withdrawn and due not in each.byes]
            lines = [HandPairing(one, other) for one, other in zip(playing[::2], playing[1::2], strict=False)]
            event.do(PairByHand(tuple(lines[: 1 + dice.below(3)])))
        case _:
            event.redo()


@seeds(range(6), long=range(1_000))
def test_a_season_is_played_to_its_end_whatever_happens(seed: int) -> None:
    dice, rounds = Dice(f"season/{seed}"), 6
    event = season(*(f"M{at}" for at in range(2 + dice.below(12))), rounds=rounds, again=dice.below(5))
    for _ in range(400):
        state = event.state
        for _ in range(dice.below(3)):
            try:
                step(event, dice)
            except (Refused, Invalid):
                continue
        state = event.state
        if (
            len(state.rounds) == rounds
            and state.rounds[-1].stage is Stage.CLOSED
            and not any(here.pending for here in state.rounds)
        ):
            break
        open_ones = [game for here in state.rounds for game in here.pending]
        if open_ones:
            for game in open_ones:
                event.do(CorrectResult(RecordResult(game.id, dice.pick(RESULTS))))
            continue
        late = next((here for here in state.rounds if here.stage is not Stage.CLOSED), None)
        if late is not None:
            event.do(CloseRound(late.number))
            continue
        if len(state.rounds) == rounds:
            break
        here = [
            each for each in state.players.values() if not each.withdrawn and len(state.rounds) + 1 not in each.byes
        ]
        if not here:
            event.do(AddPlayers((PlayerFields("Late"),)))
        event.do(PairRound())
    state = event.state
    assert len(state.rounds) == rounds
    assert list(problems(state)) == []
    rows = standings(state)
    assert {row.player.id for row in rows} == set(state.players)
    for row in rows:
        told = card(state, row.player.id)
        parts = [line.keizer.score for line in told.lines if line.keizer is not None]
        if row.valued is not None and row.valued.value is not None:
            assert row.valued.score == row.valued.value + sum(parts)
    for pairing in (each for here in state.rounds for each in here.in_order):
        assert why(state, pairing).who
    assert format_of(state).engine.differences(state, state.rounds[-1]) is not None
