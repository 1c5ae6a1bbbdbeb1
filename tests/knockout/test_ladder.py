"""Tie-break games: how many, with which colours and clock, and what they decide."""

from podium.knockout import Outcome, Reason, Status, TieBreakPolicy
from tests.kit.loops import every
from tests.knockout.hall import Hall, check, refused


def drawn(policy: str, **given: object) -> Hall:
    """A final of two that was drawn: player 1 had White."""
    hall = Hall(2, tieBreakPolicy=policy, **given)
    hall.draw("1", "2", Reason.FIFTY_MOVE_RULE)
    return hall


def play(hall: Hall, games: str) -> None:
    """Plays tie-break games: each sign is the player who wins, `=` for a draw, `x` if nobody comes."""
    for who in games:
        match who:
            case "=":
                hall.draw("1", "2")
            case "x":
                hall.nobody_comes("1", "2")
            case _:
                hall.wins(who, "2" if who == "1" else "1")


@every(
    ("policy", "colours"),
    [
        ("RAPID", [("1", "2")]),
        ("BLITZ", [("1", "2")]),
        ("ARMAGEDDON", [("2", "1")]),
        ("BEST_OF_3", [("1", "2"), ("2", "1"), ("1", "2")]),
        ("BEST_OF_5", [("1", "2"), ("2", "1"), ("1", "2"), ("2", "1"), ("1", "2")]),
    ],
)
def test_the_games_of_each_policy_and_their_colours(policy: str, colours: list[tuple[str, str]]) -> None:
    hall = drawn(policy, timeControl="15+10", tieBreakTimeControl="3+2")
    parent = hall.on(1, 1)
    games = hall.games(parent)
    assert [(game.white, game.black) for game in games] == colours
    assert [game.index for game in games] == list(range(1, len(colours) + 1))
    assert {(game.round, game.board, game.parent) for game in games} == {(1, 1, parent.id)}
    assert {(game.kind, game.clock) for game in games} == {(TieBreakPolicy(policy), "3+2")}
    assert {(game.status, game.result) for game in games} == {(Status.PENDING, None)}


def test_the_clock_is_the_event_s_where_tie_breaks_have_none() -> None:
    hall = drawn("RAPID", timeControl="25+5")
    assert [game.clock for game in hall.games(hall.on(1, 1))] == ["25+5"]


@every(
    ("policy", "games", "winner", "reason"),
    [
        ("RAPID", "1", "1", "RAPID"),
        ("RAPID", "2", "2", "RAPID"),
        ("RAPID", "=1", "1", "ARMAGEDDON"),
        ("RAPID", "=2", "2", "ARMAGEDDON"),
        ("RAPID", "==", "1", "ARMAGEDDON"),
        ("BLITZ", "1", "1", "BLITZ"),
        ("BLITZ", "2", "2", "BLITZ"),
        ("BLITZ", "==", "1", "ARMAGEDDON"),
        ("ARMAGEDDON", "1", "1", "ARMAGEDDON"),
        ("ARMAGEDDON", "2", "2", "ARMAGEDDON"),
        ("ARMAGEDDON", "=", "1", "ARMAGEDDON"),
        ("BEST_OF_3", "11", "1", "BEST_OF_3"),
        ("BEST_OF_3", "22", "2", "BEST_OF_3"),
        ("BEST_OF_3", "121", "1", "BEST_OF_3"),
        ("BEST_OF_3", "1=1", "1", "BEST_OF_3"),
        ("BEST_OF_3", "1==", "1", "BEST_OF_3"),
        ("BEST_OF_3", "=2=", "2", "BEST_OF_3"),
        ("BEST_OF_3", "==2", "2", "BEST_OF_3"),
        ("BEST_OF_3", "1=22", "2", "ARMAGEDDON"),
        ("BEST_OF_3", "12==", "1", "ARMAGEDDON"),
        ("BEST_OF_3", "====", "1", "ARMAGEDDON"),
        ("BEST_OF_3", "===2", "2", "ARMAGEDDON"),
        ("BEST_OF_5", "111", "1", "BEST_OF_5"),
        ("BEST_OF_5", "222", "2", "BEST_OF_5"),
        ("BEST_OF_5", "11=1", "1", "BEST_OF_5"),
        ("BEST_OF_5", "1=1=", "1", "BEST_OF_5"),
        ("BEST_OF_5", "12121", "1", "BEST_OF_5"),
        ("BEST_OF_5", "1====", "1", "BEST_OF_5"),
        ("BEST_OF_5", "122=11", "1", "ARMAGEDDON"),
        ("BEST_OF_5", "======", "1", "ARMAGEDDON"),
        ("RAPID", "x2", "2", "ARMAGEDDON"),
        ("BEST_OF_3", "1xx", "1", "BEST_OF_3"),
    ],
)
def test_who_wins_the_match_and_by_what(policy: str, games: str, winner: str, reason: str) -> None:
    hall = drawn(policy)
    play(hall, games[:-1])
    parent = hall.on(1, 1)
    assert (parent.status, parent.result, parent.reason) == (Status.FINISHED, Outcome.DRAW, Reason.FIFTY_MOVE_RULE)
    assert hall.champions() == ()
    play(hall, games[-1])
    parent = hall.on(1, 1)
    assert parent.result is (Outcome.WHITE_WIN if winner == "1" else Outcome.BLACK_WIN)
    assert parent.reason is Reason(f"TIE_BREAK_{reason}")
    assert parent.finished_at == "minute 1"  # when the match was drawn
    assert hall.champions() == (winner,)
    assert hall.over()
    check(hall.state)


@every(
    ("policy", "games", "cancelled"),
    [("BEST_OF_3", "11", [3]), ("BEST_OF_3", "121", []), ("BEST_OF_5", "111", [4, 5]), ("BEST_OF_5", "1=1=", [5])],
)
def test_the_rest_of_a_decided_best_of_is_cancelled(policy: str, games: str, cancelled: list[int]) -> None:
    hall = drawn(policy)
    play(hall, games)
    states = {game.index: game.status for game in hall.games(hall.on(1, 1))}
    assert [index for index, status in states.items() if status is Status.CANCELED] == cancelled
    assert all(status is not Status.PENDING for status in states.values())
    for index in cancelled:
        with refused("match-cancelled"):
            hall.report(hall.games(hall.on(1, 1))[index - 1], Outcome.DRAW)


@every(
    ("policy", "games", "index"),
    [("RAPID", "=", 2), ("BLITZ", "=", 2), ("BEST_OF_3", "12=", 4), ("BEST_OF_5", "1212=", 6)],
)
def test_level_games_lead_to_one_armageddon_with_colours_swapped(policy: str, games: str, index: int) -> None:
    hall = drawn(policy, tieBreakTimeControl="3+2")
    play(hall, games)
    last = hall.games(hall.on(1, 1))[-1]
    assert (last.index, last.kind, last.clock) == (index, TieBreakPolicy.ARMAGEDDON, "3+2")
    assert (last.white, last.black, last.status) == ("2", "1", Status.PENDING)
    assert len(hall.games(hall.on(1, 1))) == index


def test_games_of_a_best_of_may_be_reported_in_any_order() -> None:
    hall = drawn("BEST_OF_3")
    first, second, third = hall.games(hall.on(1, 1))
    hall.report(third, Outcome.BLACK_WIN)  # player 2
    hall.report(second, Outcome.WHITE_WIN)  # player 2
    assert hall.champions() == ("2",)
    assert hall.now_is(first).status is Status.CANCELED


def test_wins_are_counted_per_player_and_not_per_colour() -> None:
    hall = drawn("BEST_OF_3")
    for game in hall.games(hall.on(1, 1)):
        hall.report(game, Outcome.WHITE_WIN)  # 1, then 2, then 1
    assert hall.on(1, 1).result is Outcome.WHITE_WIN


def test_if_nobody_comes_to_the_armageddon_nobody_advances() -> None:
    hall = Hall(4, tieBreakPolicy="ARMAGEDDON")
    hall.wins("2", "3")
    hall.draw("1", "4")
    hall.nobody_comes("1", "4")
    assert (hall.on(1, 1).result, hall.on(1, 1).reason) == (Outcome.DOUBLE_FORFEIT, Reason.DOUBLE_NO_SHOW)
    assert (hall.on(2, 1).result, hall.on(2, 1).white) == (Outcome.BYE, "2")
    assert hall.champions() == ("2",)


def test_a_match_drawn_again_after_tie_breaks_is_a_new_set_of_games() -> None:
    hall = drawn("RAPID")
    parent = hall.on(1, 1)
    [old] = hall.games(parent)
    hall.report(parent, Outcome.WHITE_WIN, confirm=True)
    hall.report(hall.on(1, 1), Outcome.DRAW, confirm=True)
    [new] = hall.games(hall.on(1, 1))
    assert new.id != old.id
    assert new.index == 1
