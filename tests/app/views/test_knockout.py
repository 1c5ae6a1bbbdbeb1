"""A knockout in the views of every format: card, crosstable, reasons, history, what would change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from podium.app.event.changes import changes
from podium.app.formats.knockout.words import undone_words
from podium.app.history.commit_words import summary
from podium.app.queries import card, crosstable, explained, standings, why
from podium.app.rounds.answers import pairing_row, round_row
from podium.core.errors import Unknown
from podium.core.ids import PairingId
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, AnotherRound, PairRound, WithdrawPlayer
from podium.flow.formats.knockout import match_report
from podium.flow.formats.knockout_rounds import with_bracket
from podium.flow.lookups import find_pairing
from podium.flow.state import Tournament
from podium.knockout import BracketMatch, Knockout, Outcome, Reason
from tests.kit.cups import NAMES, bracket, cup, match
from tests.kit.events import Director, director


def report(event: Director, id: PairingId, outcome: Outcome, reason: Reason | None = None) -> str:
    """The report, and what the history says of it."""
    before = event.state
    receipt = event.do(match_report(id, outcome, reason))
    return summary(before, receipt.events)


def games(event: Director, round: int, board: int = 1) -> list[BracketMatch]:
    return bracket(event).games_of(match(event, round, board))


def cells(state: Tournament, after: int | None = None) -> dict[str, tuple[str, ...]]:
    [table] = crosstable(state, after)
    assert table.columns == tuple(str(number + 1) for number in range(len(table.rows[0].cells)))
    return {row.standing.player.name: tuple(cell.text for cell in row.cells) for row in table.rows}


def told(event: Director, id: PairingId) -> list[str]:
    return [line for part in why(event.state, find_pairing(event.state, id)).parts for line in part.sentences]


@pytest.fixture
def played() -> Director:
    """Four players and a match for third place; Cid beats Ben in a best of three, Ann wins the final by a no-show."""
    event = cup(4, "BEST_OF_3", thirdPlaceMatch=True)
    report(event, match(event, 1, 1).id, Outcome.WHITE_WIN, Reason.CHECKMATE)
    report(event, match(event, 1, 2).id, Outcome.DRAW)
    first, second, _ = games(event, 1, 2)
    report(event, first.id, Outcome.BLACK_WIN)
    report(event, second.id, Outcome.WHITE_WIN, Reason.RESIGNATION)
    report(event, match(event, 2, 1).id, Outcome.WHITE_WIN, Reason.NO_SHOW)
    report(event, match(event, 2, 2).id, Outcome.BLACK_WIN)
    return event


def test_the_crosstable_is_in_the_order_of_the_ranking(played: Director) -> None:
    assert cells(played.state) == {
        "Ann": ("4w1", "2w+"),
        "Cid": ("3b½t1", "1b-"),
        "Ben": ("2w½t0", "4b1 (3rd)"),
        "Dan": ("1b0", "3w0 (3rd)"),
    }


def test_the_crosstable_after_a_round_has_its_own_numbers(played: Director) -> None:
    assert cells(played.state, 1) == {"Ann": ("4w1",), "Cid": ("3b½t1",), "Ben": ("2w½t0",), "Dan": ("1b0",)}
    with pytest.raises(Unknown):
        crosstable(played.state, 3)


def test_a_cell_before_the_result_and_while_a_tie_break_is_played() -> None:
    event = cup(3, "RAPID")
    assert cells(event.state) == {"Ann": ("bye",), "Ben": ("3w",), "Cid": ("2b",)}
    report(event, match(event, 1, 2).id, Outcome.DRAW)
    assert cells(event.state) == {"Ann": ("bye",), "Ben": ("3w½t",), "Cid": ("2b½t",)}


def test_who_is_not_in_the_bracket_has_an_empty_row() -> None:
    event = director("knockout")
    for name in NAMES[:3]:
        event.do(AddPlayers((PlayerFields(name),)))
    event.do(WithdrawPlayer(event.player("Cid").id))
    assert crosstable(event.state)[0].columns == ()
    event.do(PairRound())
    assert cells(event.state)["Cid"] == ("",)
    assert card(event.state, event.player("Cid").id).lines == ()


def test_a_card_tells_every_match_and_game(played: Director) -> None:
    ben = card(played.state, played.player("Ben").id)
    assert [line.outcome for line in ben.lines] == [
        "draw, then lost in the best of three",
        "win (match for third place)",
    ]
    first, third = (line.knockout for line in ben.lines)
    assert first is not None
    assert third is not None
    assert [(game.colour, game.outcome, game.reason) for game in first.games] == [
        ("white", "loss", None),
        ("black", "loss", "resignation"),
        ("white", "not needed", None),
    ]
    assert (first.reason, third.match.third_place) == ("in the best of three", True)
    assert [str(line.total) for line in ben.lines] == ["0.0", "0.0"]
    assert str(ben.standing.points) == "0.0"


def test_the_points_of_a_card_are_the_rounds_got_through(played: Director) -> None:
    for row in standings(played.state):
        lines = card(played.state, row.player.id).lines
        assert lines[-1].total == row.points
    cid = card(played.state, played.player("Cid").id)
    assert [line.outcome for line in cid.lines] == ["draw, then won in the best of three", "forfeit loss"]
    assert cid.lines[1].knockout is not None
    assert cid.lines[1].knockout.reason == "did not come"
    assert len(card(played.state, played.player("Cid").id, 1).lines) == 1


def test_a_bye_and_a_draw_that_takes_both_on_are_a_round_each() -> None:
    event = cup(3, "NONE")
    report(event, match(event, 1, 2).id, Outcome.DRAW)
    outcomes = {name: card(event.state, event.player(name).id).lines[0].outcome for name in NAMES[:3]}
    assert outcomes == {"Ann": "bye", "Ben": "draw, both go on", "Cid": "draw, both go on"}
    assert {
        row.player.name: (row.rank, str(row.points), row.details) for row in standings(event.state)
    } == dict.fromkeys(NAMES[:3], (1, "1.0", "joint champion"))


def test_the_beaten_of_the_semi_finals_are_told_what_they_play_for() -> None:
    event = cup(4, thirdPlaceMatch=True)
    report(event, match(event, 1, 1).id, Outcome.WHITE_WIN)
    report(event, match(event, 1, 2).id, Outcome.WHITE_WIN)
    assert [row.details for row in standings(event.state)][2:] == ["out in the semi-finals, plays for third place"] * 2


def test_standings_after_a_round(played: Director) -> None:
    first = [(row.player.name, row.rank, row.details) for row in standings(played.state, 1)]
    assert first == [
        ("Ann", 1, "still in"),
        ("Cid", 1, "still in"),
        ("Ben", 3, "out in the semi-finals"),
        ("Dan", 3, "out in the semi-finals"),
    ]
    assert standings(played.state, 2) == standings(played.state)
    assert [row.details for row in standings(played.state)][2:] == [
        "out in the semi-finals, then won the match for third place",
        "out in the semi-finals",
    ]
    assert {row.rank for row in standings(played.state, 0)} == {1}
    assert explained(played.state, played.player("Ann"), (), 1) == []
    with pytest.raises(Unknown):
        standings(played.state, 3)


def test_nobody_wins_where_nobody_came_to_the_last_game() -> None:
    event = cup(2, "ARMAGEDDON")
    id = match(event, 1).id
    report(event, id, Outcome.DRAW)
    said = report(event, games(event, 1)[0].id, Outcome.DOUBLE_FORFEIT)
    assert said == "Final, board 1, Armageddon game: Ben nobody came Ann; nobody wins the match"
    assert pairing_row(event.state, find_pairing(event.state, id)).result == "0-0F"
    assert cells(event.state) == {"Ann": ("2w½t-",), "Ben": ("1b½t-",)}
    outcome = card(event.state, event.player("Ann").id).lines[0].outcome
    assert outcome == "draw, then neither player came to the tie-break"


def test_the_last_round_that_was_played_is_the_present() -> None:
    event = cup(4, "RAPID")
    for board in (1, 2):
        report(event, match(event, 1, board).id, Outcome.DOUBLE_FORFEIT)  # so that there is no final
    assert [row.rank for row in standings(event.state)] == [2, 2, 2, 2]
    assert standings(event.state, 1) == standings(event.state)
    assert {row.rank for row in standings(event.state, 0)} == {1}


def test_a_round_waits_for_tie_breaks() -> None:
    event = cup(4, "RAPID")
    report(event, match(event, 1, 1).id, Outcome.DRAW)
    report(event, match(event, 1, 2).id, Outcome.WHITE_WIN)
    paired = event.state
    assert round_row(paired, paired.rounds[0]).pending == 1
    with pytest.raises(Unknown):
        find_pairing(event.state, match(event, 2).id)  # one of its players is known


def test_history_tells_reasons_games_and_who_won_the_match() -> None:
    event = cup(4, "RAPID", thirdPlaceMatch=True)
    first = match(event, 1, 1).id
    assert report(event, first, Outcome.WHITE_WIN) == "Semi-finals, board 1: Ann 1-0 Dan"
    checkmate = "Semi-finals, board 1: Ann 1-0 Dan, checkmate (was no reason given)"
    assert report(event, first, Outcome.WHITE_WIN, Reason.CHECKMATE) == checkmate
    assert report(event, match(event, 1, 2).id, Outcome.DRAW).endswith("Ben ½-½ Cid; 1 tie-break game")
    said = report(event, games(event, 1, 2)[0].id, Outcome.BLACK_WIN)
    assert said == "Semi-finals, board 2, Rapid game: Ben 0-1 Cid; Cid wins the match"
    third = match(event, 2, 2).id
    assert report(event, third, Outcome.WHITE_WIN, Reason.NO_SHOW) == "Third place, board 2: Dan 1-0 Ben, by a no-show"
    assert undone_words(event.state, [third], [event.player("Ann").id]) == [
        "Third place, board 2: Dan 1-0 Ben",
        "the title of Ann",
    ]


def test_byes_and_verdicts_that_a_correction_undoes_are_told() -> None:
    event = cup(4, "RAPID")
    report(event, match(event, 1, 2).id, Outcome.DRAW)
    report(event, games(event, 1, 2)[0].id, Outcome.WHITE_WIN)
    report(event, match(event, 1, 1).id, Outcome.DOUBLE_FORFEIT)
    assert undone_words(event.state, [match(event, 1, 2).id, match(event, 2).id], []) == [
        "Semi-finals, board 2: Ben 1-0 Cid, in the rapid tie-break",
        "Final, board 1: the bye of Ben",
    ]


def test_a_final_that_nobody_comes_to_is_told() -> None:
    event = cup(4, "RAPID")
    for board in (1, 2):
        report(event, match(event, 1, board).id, Outcome.DOUBLE_FORFEIT)
    assert undone_words(event.state, [match(event, 2).id], []) == ["Final, board 1: that nobody comes to it"]


def test_history_tells_of_a_round_that_was_ordered_and_undone() -> None:
    event = cup(2, "NONE")
    report(event, match(event, 1).id, Outcome.DRAW)
    before = event.state
    receipt = event.do(AnotherRound())
    assert summary(before, receipt.events) == "Round 2 ordered: 1 match"


def test_why_a_board_is_what_it_is(played: Director) -> None:
    assert told(played, match(played, 1, 1).id)[0] == "Ann is seed 1 and Dan is seed 4."
    assert told(played, match(played, 2, 1).id)[0] == (
        "They came through the semi-finals: Ann from board 1 and Cid from board 2."
    )
    assert told(played, match(played, 2, 2).id) == [
        "Dan and Ben were beaten in the semi-finals and play for third place."
    ]
    _, second, _ = games(played, 1, 2)
    assert told(played, second.id) == [
        "Board 2 of the semi-finals was drawn, so tie-break games decide it.",
        "Best of three, game 2: Cid has White this time, since colours alternate.",
    ]


def test_why_somebody_has_a_bye() -> None:
    event = cup(7, "RAPID")
    assert told(event, match(event, 1, 1).id) == [
        "The bracket has room for 8 and there are 7 players, so there is 1 bye for the best seeds: Ann is seed 1."
    ]
    report(event, match(event, 1, 2).id, Outcome.DOUBLE_FORFEIT)
    assert told(event, match(event, 2, 1).id) == ["Nobody came through the quarter-finals to meet Ann."]
    both = cup(6, "NONE")
    for board in (2, 4):
        report(both, match(both, 1, board).id, Outcome.DRAW)
    both.do(AnotherRound())
    assert told(both, match(both, 2, 1).id)[0].startswith("They came through round 1: Ann from board 1 and")
    odd = cup(5, "NONE")
    report(odd, match(odd, 1, 2).id, Outcome.DRAW)
    odd.do(AnotherRound())
    assert told(odd, match(odd, 2, 3).id) == [
        "An odd number goes on: Dan is the best seed among those with the fewest byes, and sits out."
    ]


def test_why_an_armageddon_game_has_its_colours() -> None:
    event = cup(2, "BLITZ")
    report(event, match(event, 1).id, Outcome.DRAW)
    report(event, games(event, 1)[0].id, Outcome.DRAW)
    assert told(event, games(event, 1)[1].id)[1] == (
        "The games before it left the two level. Armageddon game: colours are those of the match exchanged, "
        "and Black wins a draw."
    )


def test_what_would_change_shows_tie_break_games() -> None:
    event = cup(2, "BEST_OF_3")
    then = event.state
    report(event, match(event, 1).id, Outcome.DRAW)
    find_pairing = changes(then, event.state)
    assert [(each.before is None, each.after is None) for each in find_pairing.pairings] == [(False, False)] + [
        (True, False)
    ] * 3
    back = changes(event.state, then)
    assert [each.after for each in back.pairings[1:]] == [None] * 3


@pytest.mark.parametrize(
    ("policy", "at_once"),
    [("RAPID", True), ("NONE", False)],
    ids=["byes meet in a whole bracket", "rounds one at a time"],
)
def test_a_round_is_paired_when_it_gets_its_first_match(policy: str, at_once: bool) -> None:
    event = cup(5, policy)
    for each in bracket(event).rounds[0].parents:
        if each.played is None:
            report(event, each.id, Outcome.WHITE_WIN)
    first, second = (str(here.paired_at) for here in event.state.rounds)
    assert first == second if at_once else first < second


def test_of_a_bracket_from_before_times_were_kept_none_is_told() -> None:
    event = cup(4)
    known = bracket(event)
    forgotten = [replace(each, paired_at=None) for each in known]
    state = with_bracket(event.state, Knockout.from_matches(known.rules, known.entrants, known.seed, forgotten))
    assert round_row(event.state, event.state.rounds[0]).paired_at
    assert round_row(state, state.rounds[0]).paired_at is None
