"""Every code this package can give has a sentence, and no sentence is left over."""

import ast
import re
from pathlib import Path

import podium.core.player
import podium.files
from podium.app.exports.file_words import KINDS, LIST_PROBLEMS
from podium.files.file_kinds import FileKind

CODE = re.compile(r"[a-z]+(-[a-z]+)+")


def codes_in(*modules: Path) -> set[str]:
    """The texts in these modules that are spelt like a code."""
    return {
        node.value
        for module in modules
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value)
    }


def test_codes_and_sentences_agree() -> None:
    here = Path(podium.files.__file__).parent
    elsewhere = {"livechess", "prizelist", "raster", "us_chess"}  # with sentences of their own
    elsewhere |= {"ods"}  # whose codes are those of workbooks, beside names of elements that are spelt like codes
    used = codes_in(
        Path(podium.core.player.__file__),
        *(
            path
            for path in (*here.glob("*.py"), *here.glob("players/*.py"), *here.glob("rating_lists/*.py"))
            if path.stem not in elsewhere
        ),
    )
    assert used - set(FileKind) == set(LIST_PROBLEMS)


def test_every_sentence_is_one_and_uses_only_facts_that_come_with_its_code() -> None:
    facts = dict.fromkeys(
        ("line", "column", "value", "most", "columns", "other_line", "name:whole", "advice:whole"), "7"
    )
    for text in LIST_PROBLEMS.values():
        assert re.fullmatch(r"[A-Z7].*[.7]", text % facts)


def test_every_kind_of_file_has_a_name() -> None:
    assert set(KINDS) == set(FileKind)
