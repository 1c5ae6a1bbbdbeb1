"""One number for each player, and reports that stay right when a rating, a title or a name is corrected.

Each report is judged by the rules of `podium check` and by gacrux, FIDE's reference checker.
"""

from __future__ import annotations

from podium.app.access import Role, visible_tournament
from podium.app.players.numbers import player_numbers, players_by_number
from podium.app.queries import crosstable, standings
from podium.app.trf.adoption import from_report
from podium.app.trf.checker import differences
from podium.app.trf.export import report_of
from podium.core.dice import Dice
from podium.core.ids import TournamentId
from podium.core.player import TITLES, PlayerFields
from podium.core.result import FIDE, ByeType, Result
from podium.files.trf import Cell, Entry, Report, read, write
from podium.flow.commands import AddPlayers
from podium.flow.state import Bye, Game, Tournament
from tests.kit.events import Director, director, games
from tests.kit.judge import judged_round, loaded
from tests.kit.loops import every, seeds

RESULTS = [Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW] * 8 + [Result.WHITE_WINS_BY_FORFEIT]
SCORINGS = ("fide", "club", "3-1-0")


def corrected(event: Director, dice: Dice) -> None:
    """A rating, a title or a name that was wrong."""
    who = event.name(dice.pick(sorted(event.state.players)))
    match dice.below(3):
        case 0:
            event.edit(who, rating=1000 + dice.below(1700))
        case 1:
            event.edit(who, title=dice.pick(TITLES))
        case _:
            event.edit(who, name=f"{dice.pick(['Aa', 'Mm', 'Zz'])}{event.player(who).number}")


def entrant(number: int, dice: Dice) -> PlayerFields:
    rating = 1500 + 100 * dice.below(6)  # many are level, so that titles and names decide
    return PlayerFields(f"{dice.pick('ABCXYZ')}{number}", rating, title=dice.pick([None, None, "FM", "IM"]))


def played(seed: str, first: int, rounds: int = 6) -> Director:
    """A Swiss of that seed: after round `first` and later rounds something is corrected, and somebody comes late."""
    dice = Dice(seed)
    event = director("swiss", rounds=rounds, scoring=dice.pick(SCORINGS), initial_colour="drawn")
    event.do(AddPlayers(tuple(entrant(number, dice) for number in range(1, 12 + dice.below(5)))))
    for number in range(1, rounds + 1):
        event.pair()
        for game in games(event.round()):
            event.result(event.name(game.white), dice.pick(RESULTS).value)
        if number >= first:
            corrected(event, dice)
        if number in (2, 5) and dice.below(2):
            event.do(AddPlayers((entrant(50 + number, dice),)))
    return event


def judged_otherwise(state: Tournament, text: str) -> list[int]:
    """The rounds of a report that gacrux pairs otherwise."""
    numbers, judge = player_numbers(state), loaded(text)
    return [
        here.number
        for here in state.rounds
        if judged_round(judge, here.number)
        != {
            (numbers[each.white], numbers[each.black]) if isinstance(each, Game) else (numbers[each.players[0]], 0)
            for each in here.games.values()
            if not isinstance(each, Bye) or each.kind is ByeType.BYE
        }
    ]


@seeds(range(5), long=range(30))
def test_a_correction_after_round_4_leaves_every_round_what_the_report_asks_for(seed: int) -> None:
    event = played(f"corrected-{seed}", first=4)
    text = write(report_of(event.state, ""), "trf26")
    assert [found.text for found in differences(read(text))] == []
    assert judged_otherwise(event.state, text) == []


@seeds(range(3), long=range(6))
def test_a_correction_in_the_first_rounds_does_so_too(seed: int) -> None:
    event = played(f"early-{seed}", first=1, rounds=5)
    text = write(report_of(event.state, ""), "trf16")
    assert [found.text for found in differences(read(text))] == []


def test_list_crosstable_report_and_tie_break_have_one_number() -> None:
    event = played("one", first=2, rounds=5)
    state, numbers = event.state, player_numbers(event.state)
    assert [numbers[each.id] for each in players_by_number(state)] == list(range(1, len(numbers) + 1))
    assert {each.name: each.number for each in report_of(state, "").entries} == {
        state.players[id].name: number for id, number in numbers.items()
    }
    [table] = crosstable(state)
    assert {row.standing.player.id: row.number for row in table.rows} == numbers
    assert {row.player.id: row.tiebreaks["TPN"] for row in standings(state, codes=["TPN"])} == {
        id: str(number) for id, number in numbers.items()
    }
    assert any(state.players[id].number != number for id, number in numbers.items())


def test_whoever_looks_sees_the_same_numbers() -> None:
    event = played("public", first=9, rounds=1)
    event.edit(event.name(players_by_number(event.state)[-1].id), rating=2900)
    assert event.round(1).stage.value == "draft"
    assert player_numbers(visible_tournament(event.state, Role.PUBLIC)) == player_numbers(event.state)


@every("rounds", [0, 1])
def test_the_numbers_of_a_report_are_the_numbers(rounds: int) -> None:
    cells = (Cell(0, "-", "Z"), Cell(4, "w", "1"), Cell(2, "b", "0"), Cell(7, "b", "="), Cell(5, "w", "="))
    entries = tuple(
        Entry(number, name=f"Player {number}", rating=rating, cells=(cell,) * rounds)
        for number, rating, cell in zip((1, 2, 4, 5, 7), (1500, 2400, 1700, 2100, 1900), cells, strict=True)
    )
    report = Report(entries, name="Open", planned_rounds=5, initial_colour="w", scoring=FIDE)
    event = Director(director("swiss", "other").journal, TournamentId("t2"))
    event.do(from_report(read(write(report, "trf26")), TournamentId("t2"), Dice("import")).command)
    assert {event.name(id): number for id, number in player_numbers(event.state).items()} == {
        f"Player {number}": number for number in (1, 2, 4, 5, 7)
    }
    event.do(AddPlayers((PlayerFields("Late", 2900),)))
    assert player_numbers(event.state)[event.id("Late")] == 8
