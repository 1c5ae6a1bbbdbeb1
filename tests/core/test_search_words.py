"""Names as they are looked for: whatever the accents, and as far as they are typed."""

from hypothesis import given
from hypothesis import strategies as st

from podium.core.collation import search_words
from tests.kit.loops import every

LETTERS = st.text(st.sampled_from("aeouMüäöøßéÅåłz'-, éñ"), max_size=14)


@every(
    "spellings",
    [
        ("Müller", "Mueller", "MULLER", "muller"),
        ("Sørensen", "Soerensen", "Sorensen"),
        ("Ågård", "Aagaard", "Agard"),
        ("Łukasz", "Lukasz"),
        ("O'Neil", "O’Neil", "Oneil"),
        ("Weiß", "Weiss"),
        ("García", "Garcia"),
        ("Jean-Luc", "Jean Luc", "jean, luc"),
    ],
)
def test_spellings_of_one_name_are_the_same(spellings: tuple[str, ...]) -> None:
    assert len({tuple(search_words(each)) for each in spellings}) == 1


@given(LETTERS)
def test_what_is_typed_so_far_is_how_the_words_begin(name: str) -> None:
    whole = search_words(name)
    for end in range(len(name) + 1):
        typed = search_words(name[:end])
        assert typed[:-1] == whole[: max(len(typed) - 1, 0)]
        assert not typed or whole[len(typed) - 1].startswith(typed[-1])


@given(st.text(max_size=40))
def test_any_text_becomes_words_without_signs(text: str) -> None:
    for word in search_words(text):
        assert word
        assert not set(word) & set(" ,%_'\t\n\\")
        assert search_words(word.upper()) or not word.upper().isascii()


def test_the_quick_way_for_plain_letters_gives_the_same_words() -> None:
    for name in ("O'Neil-Smith, J. R.", "Mueller (Hans) 2", "van der Aa", "Joe", "A_b%c"):
        accented = search_words(f"{name} é")
        assert accented == [*search_words(name), "e"]
