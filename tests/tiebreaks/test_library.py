"""The seven functions of the Buchholz library, with the cases of the original."""

import doctest
import json
import pickle
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

import podium
from podium import Dice, Game, GameKind, Player, Points
from podium.core.errors import Invalid
from podium.core.result import Worth
from podium.tiebreaks import Colour, Entrant, Record, View, value, values
from podium.tiebreaks import library as module
from podium.tiebreaks.view import PartialView
from tests.kit.loops import ALL_SEEDS, every, seeds

GOLDEN = Path(__file__).parents[1] / "golden/tiebreaks"
CASES = json.loads((GOLDEN / "echecs_cases.json").read_text("utf-8"))["cases"]
EVENTS = json.loads((GOLDEN / "echecs_values.json").read_text("utf-8"))["events"]
FUNCTIONS = {
    "buchholz": podium.buchholz,
    "buchholzCut1": podium.buchholz_cut1,
    "buchholzCut2": podium.buchholz_cut2,
    "buchholzMedian1": podium.buchholz_median1,
    "buchholzMedian2": podium.buchholz_median2,
    "averageOpponentsBuchholz": podium.average_opponents_buchholz,
    "foreBuchholz": podium.fore_buchholz,
}


def games(case: Any) -> list[list[Game]]:
    return [[Game(**game) for game in one_round] for one_round in case["games"]]


@every("case", CASES, ids=lambda case: f"{case['fn']} {case.get('note', '')}".strip())
def test_the_cases_of_the_original_hold(case: Any) -> None:
    value = FUNCTIONS[case["fn"]](case["player"], games(case))
    assert value == (pytest.approx(case["expected"]) if case.get("approx") else case["expected"])


@pytest.mark.seeds
@pytest.mark.parametrize("bye", ["no Black", "the player on both sides", "no White", "a mapping"])
def test_the_values_of_the_original_hold_in_random_events(bye: str) -> None:
    """115 seeded events with and without kinds, judged by versions 2.0.0 (no Black) and 3.0.3 (on both sides)."""

    def game(white: str, black: str, result: float, kind: GameKind | None) -> Game | dict[str, Any]:
        if bye == "a mapping":
            return {"white": white, "black": black, "result": result} | ({"kind": kind} if kind else {})
        if black or bye == "no Black":
            return Game(white, black, result, kind)
        return Game("", white, 1 - result, kind) if bye == "no White" else Game(white, white, result, kind)

    for event in EVENTS if ALL_SEEDS or bye == "no Black" else EVENTS[::5]:
        rounds = [[game(*each) for each in one_round] for one_round in event["games"]]
        found = {name: [FUNCTIONS[name](each, rounds) for each in event["players"]] for name in event["values"]}
        assert found == {name: pytest.approx(column) for name, column in event["values"].items()}


@every(
    "given",
    [
        {"white": "A", "black": "B"},
        {"white": "A", "black": "B", "result": 1, "round": 1},
        {"white": "A", "black": None, "result": 1},
        {"white": "", "black": "", "result": 1},
        ("A", "B", 1),
        None,
    ],
)
def test_what_is_no_game_is_refused_by_its_value(given: Any) -> None:
    with pytest.raises(Invalid) as raised:
        podium.buchholz("A", [[given]])
    assert raised.value.code == "argument-malformed"
    assert raised.value.facts["value"] in (given, None, "")


def test_the_quick_start_is_a_doctest() -> None:
    assert doctest.testmod(module) == doctest.TestResults(failed=0, attempted=2)


QUICK_START = [
    [Game("A", "B", 1)],
    [Game("A", "C", 0)],
    [Game("D", "A", 0.5)],
    [Game("A", "", 0.5, "half-bye")],
]


def test_byes_count_in_the_other_functions_too() -> None:
    assert podium.buchholz_cut1("A", QUICK_START) == 1.5  # the bye was asked for, so it goes first
    assert podium.average_opponents_buchholz("A", QUICK_START) == 2
    assert podium.fore_buchholz("A", QUICK_START) == 3.5


def test_a_bye_without_a_kind_counts_in_scores_and_is_no_opponent() -> None:
    """The description: "A bye is represented with an empty string for the absent side", and "byes are excluded"."""
    without = [*QUICK_START[:3], [Game("A", "", 0.5)]]
    assert podium.buchholz("A", without) == 1.5
    assert podium.buchholz("A", [[Game("A", "B", 1)], [Game("B", "", 1)]]) == 1


def test_no_record_of_a_round_is_no_round() -> None:
    games = [[Game("A", "B", 1)], [Game("B", "C", 1)]]
    assert podium.buchholz("A", games) == 1
    assert podium.buchholz("A", [*games, [Game("A", "", 0, "zero-bye")]]) == 2


def test_an_unplayed_opponent_brings_what_article_16_allows() -> None:
    games = [[Game("A", "B", 1, "forfeit-win")], [Game("A", "C", 1)]]
    assert podium.buchholz("A", games) == 0  # the dummy is capped by B's nothing
    assert podium.average_opponents_buchholz("A", games) == 2  # only C was played


@dataclass
class Person:
    id: str


def test_players_without_a_game_count_and_strangers_have_nothing() -> None:
    assert podium.buchholz("X", QUICK_START, players=[Person("X"), Person("A")]) == 0
    assert podium.buchholz("X", QUICK_START, players=["X"]) == 0
    assert podium.buchholz("X", QUICK_START, players=[Player("X")]) == 0
    assert podium.buchholz("X", QUICK_START, players=[{"id": "X"}, {"id": "A"}]) == 0
    assert podium.average_opponents_buchholz("X", [], players=["X"]) == 0


@every("name", sorted(FUNCTIONS))
def test_values_are_numbers_that_serialise(name: str) -> None:
    """The description: "all functions ... return number"."""
    value = FUNCTIONS[name]("A", QUICK_START)
    assert json.loads(json.dumps({name: value})) == {name: value}
    assert msgspec.json.decode(msgspec.json.encode(value)) == value
    assert pickle.loads(pickle.dumps(value)) == value


@pytest.mark.parametrize("game", [Game("A", "B", 0.5), Game("A", "", 1, "full-bye")])
def test_games_and_players_serialise(game: Game) -> None:
    assert Game(**json.loads(json.dumps(asdict(game)))) == game
    assert msgspec.json.decode(msgspec.json.encode(game), type=Game) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert msgspec.json.encode(Player("A")) == b'{"id":"A"}'


MODULES = {
    "": "buchholz",
    ".cut1": "buchholz_cut1",
    ".cut2": "buchholz_cut2",
    ".median1": "buchholz_median1",
    ".median2": "buchholz_median2",
    ".average": "average_opponents_buchholz",
    ".fore": "fore_buchholz",
}


def test_the_package_has_its_tiebreak() -> None:
    assert podium.tiebreak is podium.buchholz


@every("home", ["podium.tiebreaks", "podium.tiebreaks.library"])
@every(("module", "function"), MODULES.items())
def test_each_module_has_its_tiebreak_and_the_types(home: str, module: str, function: str) -> None:
    """The description: `tiebreak` beside each function; "all subpath exports re-export the same types"."""
    found = import_module(f"{home}{module}")
    assert found.tiebreak is getattr(found, function) is getattr(podium, function)
    for name in ("Game", "GameKind", "Player", "Result"):
        assert getattr(found, name) is getattr(podium, name)
        assert name in found.__all__


def whole_view(games: list[list[Game]]) -> View:
    """Everybody with every round, made another way than the functions do: by player, not by game."""
    names = {name for one_round in games for game in one_round for name in (game.white, game.black) if name}
    played: dict[float, Worth] = {1: Worth.WIN, 0.5: Worth.DRAW, 0: Worth.LOSS}
    forfeited: dict[float, Worth] = {1: Worth.FORFEIT_WIN, 0: Worth.FORFEIT_LOSS}
    byes = {
        "full-bye": Worth.UNPAIRED, "half-bye": Worth.HALF_BYE, "pairing-bye": Worth.BYE, "zero-bye": Worth.ZERO_BYE,
    }  # fmt: skip

    def record(name: str, one_round: list[Game]) -> Record | None:
        for game in one_round:
            if game.white == name and not game.black:
                points = Points.of(game.result)
                return Record(byes[game.kind], points=points) if game.kind else Record(played[game.result], name)
            if name in (game.white, game.black):
                white = game.white == name
                result = game.result if white else 1 - game.result
                colour = Colour.WHITE if white else Colour.BLACK
                other = game.black if white else game.white
                return Record((forfeited if game.kind else played)[result], other, colour)
        return None

    return View([Entrant(name, tuple(record(name, each) for each in games)) for name in sorted(names)])


BYES: tuple[tuple[float, GameKind | None], ...] = (
    (1, "full-bye"),
    (0.5, "half-bye"),
    (1, "pairing-bye"),
    (0, "zero-bye"),
    (1, None),
)


def eventful(seed: int) -> list[list[Game]]:
    """Rounds with byes of every kind, forfeits, and players who are not there."""
    dice = Dice(f"library {seed}")
    names = [f"p{number}" for number in range(9 + seed % 4)]
    rounds: list[list[Game]] = []
    for _ in range(5):
        names = dice.shuffled(names)
        present = names[dice.below(3) :]
        paired = len(present) - 2 * dice.below(3)
        games = [
            Game(white, black, dice.below(2), "forfeit-win")
            if dice.chance(15)
            else Game(white, black, dice.pick((0, 0.5, 1)))
            for white, black in zip(present[0:paired:2], present[1:paired:2], strict=False)
        ]
        games += [Game(name, "", *dice.pick(BYES)) for name in present[2 * len(games) :]]
        rounds.append(games)
    return rounds


@seeds(range(6), long=range(12))
def test_what_is_not_needed_changes_no_value(seed: int) -> None:
    """The functions look at few players; a whole view, which is judged elsewhere, gives everybody the same values."""
    games = eventful(seed)
    view = whole_view(games)
    codes = ("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "AOB", "FB")
    for code, function in zip(codes, MODULES.values(), strict=True):
        for player, expected in values(view, code).items():
            assert getattr(podium, function)(str(player), games) == float(expected or 0), (code, player)
            assert value(view, code, player) == expected


def test_a_call_prepares_the_opponents_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of 200 met one other, three times: the games of the 198 are read, but nothing is made of them."""
    prepared: list[Entrant] = []

    def view(entrants: list[Entrant]) -> PartialView:
        prepared.extend(entrants)
        return PartialView(entrants)

    games = [[Game(f"p{number}", f"p{number + 1}", 1) for number in range(0, 200, 2)]] * 3
    monkeypatch.setattr("podium.tiebreaks.library.value.PartialView", view)
    assert podium.buchholz("p1", games) == 9
    assert {entrant.id for entrant in prepared if entrant.records} == {"p0", "p1"}
    assert len(prepared) == 3  # and one who stands for everybody else


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (("A", "B", 2), "result-unknown"),
        (("A", "B", 1, "bye"), "kind-unknown"),
        (("A", "B", 0.5, "forfeit-win"), "forfeit-drawn"),
        (("A", "B", 0.5, "half-bye"), "bye-has-opponent"),
    ],
)
def test_a_game_that_cannot_be_is_refused(given: Any, code: str) -> None:
    with pytest.raises(Invalid) as raised:
        Game(*given)
    assert raised.value.code == code


def test_a_player_has_one_game_a_round() -> None:
    with pytest.raises(Invalid, match="player-twice-in-round"):
        podium.buchholz("A", [[Game("A", "B", 1), Game("C", "A", 1)]])
