"""Every finding has its sentence, with line and column."""

import ast
import re
from pathlib import Path

import podium.app.trf.adoption
import podium.files.trf
from podium.app.exports.file_words import LIST_PROBLEMS, REMARKS_ON_REPORTS, REPORT_PROBLEMS
from podium.app.words.errors import SENTENCES, sentence
from podium.files.trf import check

CODE = re.compile(r"[a-z]+(-[a-z]+)+")


def codes() -> set[str]:
    """Every text in the sources of the package that looks like a code."""
    package = Path(podium.files.trf.__file__).parent
    return {
        node.value
        for path in (*package.glob("*.py"), Path(podium.app.trf.adoption.__file__))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value)
    }


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    own = set(REPORT_PROBLEMS) | set(REMARKS_ON_REPORTS)
    of_any_file_or_event = set(LIST_PROBLEMS) | set(SENTENCES)
    assert own <= codes() <= own | of_any_file_or_event


def test_the_sentence_says_where() -> None:
    (found,) = check("001    1      One                               2x00\n")
    assert sentence(found) == 'Line 1, column 49, player 1: "2x00" is no rating.'
