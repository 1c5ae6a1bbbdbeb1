"""An arbiter in one line of text, in every spelling that files and forms have."""

from podium.core.arbiter import Arbiter
from tests.kit.loops import every

SPELLINGS = [
    ("IA Berg, Anna (4612345)", "IA", "Berg, Anna", "4612345"),
    ("ia Anna Berg 4612345", "IA", "Anna Berg", "4612345"),
    ("Berg, Anna, FIDE ID: 4612345", None, "Berg, Anna", "4612345"),
    ("Anna Berg (FIDE 4612345)", None, "Anna Berg", "4612345"),
    ("Anna Berg; ID 4612345", None, "Anna Berg", "4612345"),
    ("4612345 FA Anna Berg", "FA", "Anna Berg", "4612345"),
    ("Anna Berg", None, "Anna Berg", None),
    ("Anna Berg 2", None, "Anna Berg 2", None),
    ("IA", None, "IA", None),
    ("4612345", None, "4612345", None),
    ("Ida Nord", None, "Ida Nord", None),
    ("Python, ver 3.13", None, "Python, ver 3.13", None),
]


@every(("text", "title", "name", "number"), SPELLINGS)
def test_a_line_is_taken_apart(text: str, title: str | None, name: str, number: str | None) -> None:
    assert Arbiter.parse(text) == Arbiter(name, title, number)


@every("text", [text for text, *_rest in SPELLINGS])
def test_what_is_written_again_says_the_same(text: str) -> None:
    arbiter = Arbiter.parse(text)
    assert Arbiter.parse(arbiter.text) == arbiter
