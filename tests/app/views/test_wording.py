"""Every error that the sources can raise has its own sentence."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import podium
from podium.app.exports.file_words import LIST_PROBLEMS, REPORT_PROBLEMS
from podium.app.live.error_words import ACTS as ACTS_IN_GAMES
from podium.app.rounds.result_words import bye_message
from podium.app.words.errors import ACTS, OBSTACLES, SENTENCES, sentence, title
from podium.app.words.language import speaking
from podium.core.errors import (
    Forbidden,
    FormatError,
    Invalid,
    PodiumError,
    Refused,
    Stale,
    Unavailable,
    Unknown,
    Unpairable,
)
from podium.core.result import CLUB, ByeType
from podium.flow.commands import Act, OfThePast
from podium.games.commands import ARBITER_ACTS, PLAYER_ACTS
from tests.kit.events import director
from tests.kit.loops import every

SOURCES = Path(podium.__file__).parent
CODE_AT = {
    "Refused": 0,
    "Invalid": 0,
    "Unpairable": 0,
    "PodiumError": 0,
    "FormatError": 2,
    "LimitExceeded": 2,
    "TooManyRequests": 0,
}
OWN = {
    "Stale": "stale",
    "Forbidden": "forbidden",
    "Unavailable": "database-away",
    "WorkersAway": "workers-away",
    "NotInstalled": "extra-missing",
}
# Codes that are put together from what is at hand, and all that can come of them.
COMPOSED = {
    "f'{option.json}-missing'": ["name-missing", "format-missing"],
    "option.fixed.value": ["rounds-exist", "declared-before-round-1", "bracket-built"],
    "f'tiebreak-not-in-{views.name}'": ["tiebreak-not-in-doubles", "tiebreak-not-in-knockout"],
    "traits.tiebreaks_missing": ["knockout-without-tiebreaks"],
    "finding.code": ["list-empty", "no-name-column"],  # what stops a whole list of players
}


def raised() -> Iterator[tuple[str, str]]:
    """Every code that the sources raise, and where."""
    for path in sorted(SOURCES.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            where = f"{path.relative_to(SOURCES)}:{node.lineno}"
            name = node.func.id
            if name in OWN:
                yield OWN[name], where
            elif name in CODE_AT:
                around = [each for each in functions if node in ast.walk(each)]
                for code in codes(node.args[CODE_AT[name]], around, where):
                    yield code, where


def codes(given: ast.expr, around: list[ast.FunctionDef | ast.AsyncFunctionDef], where: str) -> list[str]:
    """The codes that an expression can stand for."""
    match given:
        case ast.Constant(value=str() as code):
            return [code]
        case ast.IfExp(body=one, orelse=other):
            return [*codes(one, around, where), *codes(other, around, where)]
        case ast.BoolOp(values=values):
            return [code for value in values for code in codes(value, around, where)]
        case ast.JoinedStr() | ast.Attribute():
            return COMPOSED[ast.unparse(given)]
        case ast.Name(id=name):
            assigned = [
                node.value
                for function in around
                for node in ast.walk(function)
                if isinstance(node, ast.Assign)
                and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
            ]
            assert assigned, f"{where}: where does the code {name} come from?"
            return [code for value in assigned for code in codes(value, around, where)]
        case _:
            raise AssertionError(f"{where}: {ast.unparse(given)} is no code that can be read here")


def test_every_code_that_is_raised_has_its_own_sentence() -> None:
    found = list(raised())
    assert len(found) > 60  # the sources were really read
    known = {*SENTENCES, *LIST_PROBLEMS, *REPORT_PROBLEMS}
    missing = sorted(f"{where} {code}" for code, where in found if code not in known)
    assert missing == []


def test_no_two_codes_have_the_same_sentence() -> None:
    assert len(set(SENTENCES.values())) == len(SENTENCES)


def test_every_act_in_a_game_that_can_be_forbidden_is_named() -> None:
    assert set(ACTS_IN_GAMES) == {command.__name__ for command in (*PLAYER_ACTS, *ARBITER_ACTS)}
    assert sentence(Forbidden("PauseGame")).endswith("ask the owner of the tournament.")
    for act in PLAYER_ACTS:  # whoever owns the tournament may not either
        told = sentence(Forbidden(act.__name__))
        assert told.startswith(f"You may not {ACTS_IN_GAMES[act.__name__]}: only its two players may")


def test_every_command_that_can_be_forbidden_is_named() -> None:
    commands = {command.__name__ for command in (*get_args(Act), *get_args(OfThePast))}
    assert set(ACTS) == commands
    assert (
        sentence(Forbidden("DeleteTournament")) == "You may not delete the tournament: ask the owner of the tournament."
    )


def test_everything_that_keeps_a_commit_from_being_undone_is_named() -> None:
    whats = {
        node.elts[0].value
        for name in ("revert.py", "obstacles.py", "formats/knockout_rounds.py", "fide/gate.py")
        for node in ast.walk(ast.parse((SOURCES / "flow" / name).read_text("utf-8")))
        if isinstance(node, ast.Tuple)
        and len(node.elts) == 2
        and isinstance(node.elts[0], ast.Constant)
        and isinstance(node.elts[1], ast.Dict | ast.Name)
    }
    assert whats == set(OBSTACLES)


@every(
    ("error", "said"),
    [
        (
            Invalid("bye-type-unknown", field="byeType", value="xyz", allowed=["bye", "unpaired"]),
            'Invalid byeType "xyz": use "bye" or "unpaired"',
        ),
        (
            Invalid("count-out-of-range", field="rounds", value=0, least=1, most=999),
            "The rounds cannot be 0: use 1 to 999.",
        ),
        (
            Invalid("section-unknown", field="section", value="C", allowed=("A", "B")),
            'There is no section "C". Sections: "A" and "B".',
        ),
        (
            Invalid("section-unknown", field="section", value="C", allowed=[]),
            'There is no section "C". Sections: none.',
        ),
        (
            Refused("result-differs", value=None, stored="1-0"),
            "The result is 1-0, not open: somebody changed it meanwhile.",
        ),
        (
            Refused("round-not-complete", value=2, matches=[{"id": "a"}, {"id": "b"}]),
            "Round 2 cannot be closed: 2 games without a result.",
        ),
        (Refused("round-not-complete", value=2, matches=[]), "Round 2 cannot be closed: nobody is paired."),
        (
            Refused("round-robin-started", value="Ann", section="A"),
            "The round robin has begun, and its tables have no place for Ann.",
        ),
        (
            Refused("round-robin-started", value=2),
            "The round robin has begun, and its tables have no place for round 2 paired by hand.",
        ),
        (
            Refused("sections-differ", value=["a", "b"], names=["Ann", "Ben"], sections=["A", "B"]),
            '"Ann" and "Ben" are in different sections: "A" and "B".',
        ),
        (
            Refused("change-depended-on", value=7, what="pairing", round=2, board=3),
            "Version 7 cannot be undone: board 3 of round 2 was changed since.",
        ),
        (Unknown("pairing", "t1-abc"), 'There is no pairing "t1-abc".'),
        (Unknown("round", 9), "There is no round 9."),
        (Unknown("commit", 9), "There is no version 9."),
        (Unknown("tournament", None), "There is no such tournament."),
        (Stale(3, 5), "The tournament has moved on to version 5 since version 3: look again, then repeat."),
        (Forbidden("see the roles"), "You may not see the roles: ask the owner of the tournament."),
        (Forbidden("CloseRound"), "You may not close rounds: ask the owner of the tournament."),
        (FormatError(3, 0, "quote-not-closed", value="x"), "The quotation mark that opens on line 3 is never closed."),
        (Unavailable(), "The database cannot be reached, and nothing was written: try again in a moment."),
    ],
    ids=lambda each: each.code if isinstance(each, PodiumError) else "",
)
def test_sentences_name_the_value_and_the_way_on(error: PodiumError, said: str) -> None:
    assert sentence(error) == said


def test_a_sentence_never_fails_whatever_the_facts() -> None:
    for code in (*SENTENCES, *LIST_PROBLEMS, "never-heard-of"):
        assert sentence(Refused(code))
        assert sentence(Refused(code, value={"a": [1, None]}, allowed=None, matches=3, name="{x}"))


def test_a_very_long_value_is_cut() -> None:
    assert len(sentence(Invalid("format-unknown", value="x" * 10_000, allowed=["manual"]))) < 200


def test_every_kind_of_error_has_a_title_of_its_own() -> None:
    errors = [
        Invalid("name-missing"),
        Refused("round-open"),
        Unpairable("none"),
        Stale(1, 2),
        Unknown("round", 3),
        Forbidden("Redo"),
        FormatError(0, 0, "not-text"),
        Unavailable(),
        PodiumError("stream-damaged"),
    ]
    assert len({title(error) for error in errors}) == len(errors)


def test_a_refusal_from_the_hall_reads_well() -> None:
    event = director()
    event.players("Ann", "Ben")
    event.pairs(1, [("Ann", "Ben")])
    with pytest.raises(Refused) as caught:
        event.bye(1, "Ann", "unpaired")
    route = f"PUT /api/pairings/{caught.value.facts['pairing']}/result"
    assert sentence(caught.value) == (
        f"Ann has a game in round 1: forfeit that game instead, with the result 0-1F ({route})."
    )


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (ByeType.BYE, "Bye recorded: 0.5 points"),
        (ByeType.UNPAIRED, "Unpaired recorded: 1.0 points"),
        (ByeType.HALF, "Half-point bye recorded: 0.5 points"),
        (ByeType.ZERO, "Zero-point bye recorded: 0.0 points"),
    ],
)
def test_a_recorded_bye_says_its_points(kind: ByeType, message: str) -> None:
    assert bye_message(kind, CLUB.points(kind.worth)) == message


@every(("language", "draw", "half"), [("en", "0.35", "1½"), ("de", "0,35", "1½"), ("fr", "0,35", "1½")])
def test_points_in_a_refusal_are_written_as_people_read_them(language: str, draw: str, half: str) -> None:
    with speaking(language):
        said = sentence(Invalid("draw-out-of-order", value=0.35, win=1.5, loss=0.0))
    assert draw in said
    assert half in said
    assert "1.5" not in said
