"""Whatever a public function or class of the library is given, it answers, or refuses in its own words.

Every public callable is called with each of its arguments replaced by nonsense, the others being what it asks for. An
error of Python's own (AttributeError, TypeError, ...) fails; so does a value of another kind that is taken in silence.
"""

import inspect
import math
from collections.abc import Callable, Iterator
from datetime import date
from enum import Enum
from fractions import Fraction
from importlib import import_module
from itertools import count
from typing import Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import pytest

import podium
from podium import chess, knockout, prizes, ratings, swiss, tiebreaks
from podium.core.errors import Invalid, PodiumError
from podium.core.result import Scoring
from tests.kit.loops import every

MODULES = ("podium", "podium.files.trf", *(f"podium.{engine}" for engine in podium._ENGINES))
HUGE = 10**9
NONSENSE: tuple[object, ...] = (
    None, True, -1, 0, HUGE, -HUGE, 1.5, math.nan, math.inf, "", "nonsense", "\x00", b"", b"nonsense", (), (None,),
    [[]], [None], {}, {None: None}, {"id": None}, frozenset({-1}), frozenset({(HUGE, HUGE)}), ((1, 1),), range(3),
    object, len, Fraction(1, 3), date.max, podium.Points(-1), podium.Points(HUGE), Exception(), iter(()), podium,
)  # fmt: skip
REPORT = podium.read_report("012 Open\n142 3\n152 w\n001    1      Ann  \n001    2      Ben  \n")
CONTEST = prizes.Contest(
    (prizes.Player("a", "Ann", 1),), (prizes.Category("c", "Open"),), (prizes.Prize("p", "c", 1, 100),)
)
IDS = (podium.PairingId(f"m{number}") for number in count())
BOTH = [podium.PlayerId("a"), podium.PlayerId("b")]
CUP = knockout.build(knockout.Rules(), BOTH, "", lambda: next(IDS), podium.Dice(1))
RULES = ratings.rating_rules()
# Of what cannot be made from the kinds of its parts alone.
SAMPLES: dict[object, object] = {
    podium.Field: podium.Field((swiss.Entrant(1), swiss.Entrant(2)), 1, 3),
    podium.Report: REPORT,
    podium.View: podium.view_of(REPORT),
    podium.Points: podium.Points.of(1),
    Scoring: podium.Field((), 1, 1).scoring,
    chess.Position: chess.INITIAL,
    chess.Game: chess.begin(),
    chess.Move: chess.legal_moves(chess.INITIAL)[0],
    tiebreaks.Criterion: tiebreaks.criterion("BH"),
    type(tiebreaks.CATALOGUE[0].scale): tiebreaks.CATALOGUE[0].scale,
    swiss.Due: swiss.Due(1, swiss.preference(()), ()),
    knockout.Knockout: CUP,
    prizes.Contest: CONTEST,
    prizes.Allocation: podium.allocate(CONTEST),
    ratings.RatingRules: RULES,
    ratings.NormRules: ratings.norm_rules(),
    Fraction: Fraction(1),
    date: date(2026, 1, 1),
    str: "a",
    int: 1,
    float: 1.0,
    bool: False,
    bytes: b"",
    object: "a",
}


class Case(NamedTuple):
    """A callable and one argument of it; the others as it asks for them."""

    called: Callable[..., object]
    argument: str
    hint: object
    others: dict[str, object]


def public() -> Iterator[tuple[str, Any]]:
    """Every public function, and every class that can be made, once."""
    seen: set[int] = set()
    for module in map(import_module, MODULES):
        for name in module.__all__:
            found = getattr(module, name)
            made = inspect.isclass(found) and not issubclass(found, Enum | Exception | tuple)
            if (inspect.isfunction(found) or made) and id(found) not in seen:
                seen.add(id(found))
                yield f"{module.__name__}.{name}", found
    yield "podium.Points.of", podium.Points.of


def hints_of(called: Any) -> dict[str, Any]:
    """What each argument has to be."""
    hints = get_type_hints(called.__init__ if inspect.isclass(called) else called)
    return {name: hints[name] for name in inspect.signature(called).parameters if name in hints}


def sample(hint: Any) -> Any:
    """Something of the kind `hint`."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if hasattr(hint, "__supertype__"):
        return sample(hint.__supertype__)
    if kind is Union or type(hint).__name__ == "UnionType":
        return None if type(None) in inner else sample(inner[0])
    if type(hint).__name__ == "_LiteralGenericAlias":
        return inner[0]
    if isinstance(hint, TypeVar) or hint is Any:
        return "a"
    if kind in SAMPLES:
        return SAMPLES[kind]
    if issubclass(kind, Enum):
        return next(iter(kind))
    if kind is tuple and Ellipsis not in inner:
        return tuple(map(sample, inner))
    if inspect.isclass(kind) and kind.__module__.startswith("podium"):
        return kind(**{name: sample(each) for name, each in hints_of(kind).items()})
    if kind.__name__ == "Callable":
        return lambda: next(IDS)
    return {} if kind.__name__ in ("Mapping", "dict") else frozenset() if kind.__name__ in ("frozenset", "Set") else ()


PUBLIC = {name: called for name, called in public() if name != "podium.PodiumError"}  # its codes are anybody's


def cases(name: str) -> Iterator[Case]:
    """The callable, with each of its arguments."""
    parameters = inspect.signature(PUBLIC[name]).parameters
    for argument, hint in hints_of(PUBLIC[name]).items():
        others = {
            other: sample(kind)
            for other, kind in hints_of(PUBLIC[name]).items()
            if parameters[other].default is inspect.Parameter.empty and other != argument
        }
        yield Case(PUBLIC[name], argument, hint, others)


@every("name", PUBLIC)
def test_nonsense_is_answered_or_refused_in_podiums_words(name: str) -> None:
    for case in cases(name):
        for value in NONSENSE:
            try:
                found = case.called(**case.others, **{case.argument: value})
                if inspect.isgenerator(found):
                    list(found)
            except PodiumError:
                continue
            except Exception as error:
                raise AssertionError(f"{name}({case.argument}={value!r}): {error!r}") from error


@every("name", PUBLIC)
def test_a_value_of_another_kind_is_never_taken_in_silence(name: str) -> None:
    stranger = object()
    for case in cases(name):
        if case.hint in (object, Any) or isinstance(case.hint, TypeVar):
            continue
        with pytest.raises(Invalid) as raised:
            case.called(**case.others, **{case.argument: stranger})
        assert raised.value.facts["value"] is stranger


def test_the_whole_library_is_tried() -> None:
    assert {name.split(".")[1] for name in PUBLIC} >= set(podium._ENGINES)
    assert len(PUBLIC) > 150


def test_more_seats_than_rounds_of_an_event_are_refused_before_they_fill_the_memory() -> None:
    with pytest.raises(Invalid, match="count-out-of-range"):
        podium.berger(100_000)


WON, LOST = podium.Points.of(1), podium.Points.of(0)
WHITE, BLACK = swiss.Colour.WHITE, swiss.Colour.BLACK


@pytest.mark.parametrize(
    "other",
    [
        swiss.Turn(LOST, 3, BLACK, played=True),
        swiss.Turn(LOST, 1, WHITE, played=True),
        swiss.Turn(WON, 1, BLACK, played=True),
        swiss.Turn(LOST, 1, BLACK),
        swiss.Turn(WON, allocated=True),
    ],
    ids=["another opponent", "the same colour", "two wins", "played and not played", "a bye"],
)
def test_histories_that_contradict_each_other_are_not_paired(other: swiss.Turn) -> None:
    turns = swiss.Turn(WON, 2, WHITE, played=True), other, swiss.ABSENT, swiss.ABSENT
    entrants = tuple(swiss.Entrant(number, (turn,)) for number, turn in enumerate(turns, 1))
    with pytest.raises(Invalid, match="meeting-contradicted"):
        podium.pair(podium.Field(entrants, 2, 3))


def test_what_is_read_one_by_one_may_be_a_mapping_and_ids_may_be_letters() -> None:
    field = podium.Field((swiss.Entrant(1), swiss.Entrant(2)), 1, 3)
    assert swiss.board_order(field, {(1, 2): "a board"}) == [(1, 2)]
    assert podium.roundrobin.seating(podium.berger(4), "ABCD", []) == ("A", "B", "C", "D")
