"""No sentence is composed with a value that is not there: "the rank nothing is missing"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import podium
from podium.app.trf.swiss_field import pairing_order
from podium.app.words.errors import sentence
from podium.core.errors import Invalid, Refused, TooSlow
from podium.files.trf import Entry, Report


def raised_without_value() -> Iterator[Refused]:
    """What any part of Podium raises with `value=None`, with the facts that the source spells out."""
    texts = (file.read_text() for file in Path(podium.__file__).parent.rglob("*.py"))
    for text in (each for each in texts if "value=None" in each):
        for call in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)):
            empty = any(each.arg == "value" and ast.unparse(each.value) == "None" for each in call.keywords)
            if empty and call.args and isinstance(call.args[0], ast.Constant):
                facts = {each.arg: each.value.value for each in call.keywords if isinstance(each.value, ast.Constant)}
                yield Refused(str(call.args[0].value), **{str(name): fact for name, fact in facts.items()})


def test_what_is_raised_without_a_value_names_none() -> None:
    said = [sentence(error) for error in raised_without_value()]
    assert len(said) > 3
    assert [each for each in said if "nothing" in each or "None" in each] == []


def test_a_rank_that_is_missing_is_named_by_its_player_and_one_that_is_twice_by_itself() -> None:
    said = []
    for ranks in ((1, None), (1, 1)):
        entries = tuple(Entry(number, rank=rank) for number, rank in enumerate(ranks, start=1))
        try:
            pairing_order(Report(entries=entries, by_rank=True))
        except Invalid as problem:
            said.append(sentence(problem))
    assert said == [
        "The file asks to be paired by rank, but player 2 has none.",
        "The file asks to be paired by rank, but the rank 1 is there twice.",
    ]


def test_what_was_given_up_says_after_how_long() -> None:
    texts = [file.read_text() for file in Path(podium.__file__).parent.rglob("*.py")]
    codes = {code for text in texts for code in re.findall(r'TooSlow\("([a-z-]+)"', text)}
    assert len(codes) > 4
    assert [code for code in codes if "50" not in sentence(TooSlow(code, 50.0))] == []
