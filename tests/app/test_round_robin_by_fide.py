"""Who leaves a round robin before half of the games (C.05, article 6.6), and round robins as report files.

The judge of standings is the same event without that player: replayed here by hand, and by gacrux from a report.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from podium.app.queries import card, crosstable, explained, standings, usable_for, why
from podium.app.standings.standings import StandingRow
from podium.app.trf.adoption import from_report
from podium.app.trf.checker import differences
from podium.app.trf.export import report_of
from podium.app.trf.round_robin import left_early
from podium.app.words.errors import sentence
from podium.core.dice import Dice
from podium.core.ids import TournamentId
from podium.core.points import Points
from podium.core.result import Result
from podium.files.trf import Cell, Report, read, write
from podium.flow.commands import PairAllRounds, RecordResult
from podium.flow.state import Game
from tests.kit.events import Director, director, refused
from tests.kit.judge import judged, loaded
from tests.kit.loops import every, seeds

PLAYED = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_WINS)
CODES = ("PTS", "DE", "WIN", "SB", "SB/C1", "KS", "KS/L+1", "KS/L-1", "BWG", "BPG", "STD")


def event_with_a_leaver(seed: int, players: int = 6, after: int = 2, **settings: object) -> Director:
    """A whole round robin with results by chance, whose last player leaves after so many rounds."""
    event = director("round-robin", "t1", **{"rules": "fide", "tiebreaks": list(CODES), **settings})
    names = [f"P{number}" for number in range(1, players + 1)]
    event.players(*names)
    event.do(PairAllRounds())
    dice = Dice(seed)
    for here in event.state.rounds:
        if here.number == after + 1:
            event.withdraws(names[-1])
        for game in event.state.rounds[here.number - 1].in_order:
            if isinstance(game, Game) and game.result is None:
                event.do(RecordResult(game.id, dice.pick(PLAYED)))
    return event


def without(report: Report, gone: int) -> Report:
    """The report of the same event as if the player had never been in it."""
    entries = tuple(
        replace(
            entry,
            rank=None,
            cells=tuple(Cell(0, "-", "Z") if cell.opponent == gone else cell for cell in entry.cells),
        )
        for entry in report.entries
        if entry.number != gone
    )
    bare = replace(report, entries=entries, adjustments=(), absent=())
    return replace(bare, entries=tuple(replace(entry, points=bare.score(entry)) for entry in bare.entries))


def row_of(event: Director, name: str) -> StandingRow:
    return next(row for row in standings(event.state) if row.player.name == name)


@seeds(range(6), long=range(12))
@every("players", [6, 8])
def test_standings_and_tie_breaks_are_those_of_the_event_without_the_player(players: int, seed: int) -> None:
    event = event_with_a_leaver(seed, players)
    *rows, last = standings(event.state)
    assert (last.player.name, last.annulled, last.points, last.rank) == (f"P{players}", True, Points(0), players)
    rest = without(report_of(event.state, ""), players)
    judge = loaded(write(rest))
    for code in ("PTS", "WIN", "SB", "SB/C1", "BWG"):
        values = judged(judge, code, edition=2026, rounds=players - 1, round_robin=True)
        assert [float(row.tiebreaks[code] or 0) for row in rows] == [
            float(values[int(row.player.name[1:])] or 0) for row in rows
        ], code


@every("players", [6, 7])
def test_koya_asks_for_half_of_the_games_that_count_and_moves_by_half_points(players: int) -> None:
    """9.2 by its letter, over the crosstable without the player."""
    event = event_with_a_leaver(5, players, after=1)
    rows = [row for row in standings(event.state) if not row.annulled]
    points = {row.player.id: row.points.units for row in rows}
    games = len(rows) - 1
    for code, moved in (("KS", 0), ("KS/L+1", 50), ("KS/L-1", -50)):
        for row in rows:
            total = 0
            for here in event.state.rounds:
                game = here.pairing_of(row.player.id)
                if not isinstance(game, Game) or game.result is None or not points.keys() >= set(game.players):
                    continue
                white = game.white == row.player.id
                other = game.black if white else game.white
                if points[other] >= games * 50 + moved:
                    total += event.state.settings.scoring.points(
                        game.result.white if white else game.result.black
                    ).units
            assert float(row.tiebreaks[code] or 0) == total / 100, (code, row.player.name)


def test_the_games_stay_in_the_crosstable_in_brackets_and_the_unplayed_ones_are_dashes() -> None:
    event = event_with_a_leaver(1)
    [table] = crosstable(event.state)
    assert table.annulled == ("P6",)
    last = table.rows[-1]
    assert {cell.text for cell in last.cells} <= {"(1)", "(½)", "(0)", "(-)", "*"}
    assert sum(cell.text == "(-)" for cell in last.cells) == 3
    assert sum(row.cells[-1].text == "(-)" for row in table.rows) == 3
    assert not any("(" in cell.text for row in table.rows[:-1] for cell in row.cells[:-1])


def test_a_round_robin_begun_by_hand_has_them_in_brackets_too() -> None:
    event = director("round-robin")
    event.players(*"ABCD")
    event.pairs(1, [("A", "D"), ("B", "C")])
    event.result("A", "1-0")
    event.result("B", "1-0")
    event.withdraws("D")
    [table] = crosstable(event.state)
    assert {row.standing.player.name: row.cells[0].text for row in table.rows} == {
        "A": "4w(1)",
        "B": "3w1",
        "C": "2b0",
        "D": "1b(0)",
    }


def test_details_and_card_say_what_does_not_count() -> None:
    event = event_with_a_leaver(1)
    first = event.pairing("P6", 1)
    assert isinstance(first, Game)
    opponent = event.name(first.white)
    assert row_of(event, opponent).details.endswith("; 1 game not counted")
    assert row_of(event, "P6").details == "withdrew before half of the games; 2 games not counted"
    [line] = [line for line in card(event.state, event.id(opponent)).lines if not line.counted]
    assert (line.round, str(line.points), str(line.total)) == (1, "0.0", "0.0")
    assert line.outcome.endswith(", not counted")
    assert usable_for(event.state, event.player("P6")) == ([], [])
    assert explained(event.state, event.player("P6"), ["SB"]) == []


def test_from_half_of_the_games_on_everything_counts_and_the_rest_is_forfeited() -> None:
    event = event_with_a_leaver(1, after=3)
    assert not any(row.annulled for row in standings(event.state))
    [table] = crosstable(event.state)
    assert sorted(cell.text for cell in table.rows[-1].cells if cell.text == "-") == ["-", "-"]
    assert [row.cells[-1].text for row in table.rows].count("+") == 2


def test_a_club_that_counts_all_games_ranks_the_player() -> None:
    event = event_with_a_leaver(1, rules="club", annul_early=False)
    assert not any(row.annulled for row in standings(event.state))


@every("dialect", ["trf26", "trf16"])
@every("players", [5, 6])
def test_a_report_says_who_left_early_and_passes_the_check(players: int, dialect: str) -> None:
    event = event_with_a_leaver(3, players, after=1)
    report = report_of(event.state, "")
    again = read(write(report, "trf26" if dialect == "trf26" else "trf16"))
    assert left_early(again) == {players}
    assert list(differences(again)) == []
    assert again.by_number[players].cells == report.by_number[players].cells  # the games are there
    wrong = replace(
        again, entries=tuple(replace(entry, rank=players + 1 - (entry.rank or 0)) for entry in again.entries)
    )
    assert list(differences(wrong)) != []


def event_with_forfeits(missed: Sequence[int], **settings: object) -> Director:
    """A round robin of six, whose last player does not come to the games of the rounds that are `missed`."""
    event = director("round-robin", "t1", **{"rules": "fide", "tiebreaks": ["SB"], **settings})
    event.players(*(f"P{number}" for number in range(1, 7)))
    event.do(PairAllRounds())
    for here in event.state.rounds:
        for game in here.in_order:
            assert isinstance(game, Game)
            absent = event.id("P6") if here.number in missed else None
            forfeits = {game.white: Result.BLACK_WINS_BY_FORFEIT, game.black: Result.WHITE_WINS_BY_FORFEIT}
            event.do(RecordResult(game.id, forfeits.get(absent, Result.WHITE_WINS) if absent else Result.WHITE_WINS))
    return event


@every("missed", [(3, 4, 5), (1, 2, 3), (1, 2, 3, 4, 5)])
def test_whoever_forfeits_more_than_half_of_the_games_counts_for_nobody_though_nobody_withdrew_them(
    missed: tuple[int, ...],
) -> None:
    event = event_with_forfeits(missed)
    *rows, last = standings(event.state)
    assert (last.player.name, last.annulled, last.points) == ("P6", True, Points(0))
    assert last.details.startswith("forfeited more than half of the games")
    without_them = without(report_of(event.state, ""), 6)
    judge = judged(loaded(write(without_them)), "PTS", edition=2026, rounds=5, round_robin=True)
    assert [row.points.units / 100 for row in rows] == [float(judge[int(row.player.name[1:])] or 0) for row in rows]
    [table] = crosstable(event.state)
    assert table.annulled == ("P6",)
    again = read(write(report_of(event.state, "")))
    assert left_early(again) == {6}
    assert list(differences(again)) == []


def test_with_half_of_the_games_left_or_as_a_club_event_forfeits_are_no_leaving() -> None:
    for event in (event_with_forfeits((4, 5)), event_with_forfeits((3, 4, 5), rules="club")):
        assert not any(row.annulled for row in standings(event.state))
        assert left_early(read(write(report_of(event.state, "")))) == frozenset()


def test_a_forfeit_that_was_none_lets_the_games_count_again() -> None:
    event = event_with_forfeits((3, 4, 5))
    last = event.pairing("P6", 5)
    event.do(RecordResult(last.id, Result.DRAW))
    assert not any(row.annulled for row in standings(event.state))


def test_the_report_says_whose_games_do_not_count() -> None:
    event = event_with_a_leaver(3)
    report = read(write(report_of(event.state, "")))
    [line] = [line for line in report.others if line.startswith("### Annulled")]
    assert line == "### Annulled: 6 (C.05, 6.6)"
    assert list(differences(report)) == []
    again = from_report(report, TournamentId("t2"), Dice("there")).command
    assert line not in {each.text for each in again.kept.lines}  # it is said anew


def test_nobody_is_taken_for_a_leaver_in_an_ordinary_report() -> None:
    event = event_with_a_leaver(3, after=4)
    assert left_early(read(write(report_of(event.state, "")))) == frozenset()


# --- the table (podium check) -------------------------------------------------------------------


@every("cycles", [1, 2])
@every("swap", [True, False])
@every("players", [3, 4, 5, 6, 9])
def test_every_round_robin_of_ours_is_replayed_without_a_difference(players: int, swap: bool, cycles: int) -> None:
    event = director("round-robin", cycles=cycles, swap_last_two=swap, table_numbers="drawn")
    event.players(*(f"P{number}" for number in range(players)))
    event.do(PairAllRounds())
    report = report_of(event.state, "")
    wanted = {(1, True): "FIDE_ROUNDROBIN", (1, False): "FIDE_ROUNDROBIN", (2, True): "FIDE_DOUBLEROUNDROBIN"}
    assert report.type_code == wanted.get((cycles, swap), "BERGER_DOUBLEROUNDROBIN")
    for after in (1, report.paired_rounds):
        assert list(differences(read(write(report.after(after))))) == []


def test_a_late_entry_and_one_who_left_before_the_draw_make_no_difference() -> None:
    event = director("round-robin")
    event.players(*"ABCDEF")
    event.withdraws("B")
    event.pair()
    event.players("G")
    event.pair()
    assert list(differences(read(write(report_of(event.state, ""))))) == []


def test_the_board_that_differs_is_named() -> None:
    event = director("round-robin")
    event.players(*"ABCDEF")
    event.pair()
    event.pairs(2, [("F", "D"), ("C", "E"), ("A", "B")])
    event.pairs(3, [("B", "C"), ("D", "A"), ("E", "F")])
    found = list(differences(read(write(report_of(event.state, "")))))
    assert [(each.round, each.text) for each in found] == [
        (2, "round 2: colours should be 5-3 (board 2); is 3-5"),
        (3, "round 3: should be 2-6 (board 1), 3-1 (board 2), 4-5 (board 3); is 2-3, 4-1, 5-6"),
    ]


def test_a_round_robin_paired_by_hand_is_not_held_against_the_table() -> None:
    event = director("round-robin")
    event.players(*"ABCD")
    event.pairs(1, [("A", "B"), ("C", "D")])
    report = report_of(event.state, "")
    assert report.type_code == "CUSTOM_ROUNDROBIN"
    [found] = differences(read(write(report)))
    assert (found.text, found.verified) == ("The rounds follow no table: only second meetings are checked.", False)


def test_the_free_day_has_its_own_code_in_the_report() -> None:
    codes = {}
    for free_day in ("zero", "half", "full", "bye"):
        event = director("round-robin", free_day=free_day)
        event.players(*"ABC")
        event.pair()
        codes[free_day] = report_of(event.state, "").by_number[1].cell(1).code
    assert codes == {"zero": "Z", "half": "H", "full": "F", "bye": "U"}


def test_the_refusal_of_a_free_list_names_the_value() -> None:
    event = director("round-robin")
    event.players(*"AB")
    with refused("choice-unknown") as caught:
        event.settings(free_day="two points")
    assert "two points" in sentence(caught.value)


def test_a_free_day_is_called_so_and_a_bye_that_was_asked_for_is_not() -> None:
    event = director("round-robin")
    event.players(*"ABC")
    event.asks("C", {2: "zero"})
    event.pair()
    event.pair()
    [free] = [line for line in card(event.state, event.id("A")).lines if line.opponent is None]
    assert (free.round, free.outcome, str(free.points)) == (1, "free day", "0.0")
    assert card(event.state, event.id("C")).lines[1].outcome == "zero-point bye"
    [table] = crosstable(event.state)
    assert table.rows[0].cells[-1].text == "free day 0"
    reasons = why(event.state, event.pairing("A", 1))
    assert [part.title for part in reasons.parts] == ["Berger table"]
    event.players("D")
    assert card(event.state, event.id("A")).lines[0].outcome == "free day"
