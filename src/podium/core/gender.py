"""The gender of a player, and of those whom a category is for, in the words that people write."""

from __future__ import annotations

from functools import lru_cache

from podium.core.collation import plain

GENDERS = ("m", "f", "x")
# Plain spellings, in English, German, French, Spanish and Dutch.
_WORDS = {
    "m": """m male males man men boy boys mannlich maennlich mann manner maenner herr herren junge jungen h homme
        hommes garcon garcons hombre hombres chico chicos nino ninos masculin masculine masculino varon varones
        jongen jongens mannelijk mannen heren""",
    "f": """f w female females woman women girl girls weiblich frau frauen dame damen madchen maedchen femme femmes
        feminin feminine fille filles femenino femenina mujer mujeres chica chicas nina ninas dona v vrouw vrouwen
        vrouwelijk meisje meisjes dames""",
    "x": "x d divers diverse nonbinary nb other autre otro anders andere",
}
_GENDER = {word: code for code, words in _WORDS.items() for word in words.split()}


@lru_cache(1024)  # a field has few words for it, and is asked player by player
def known_gender(text: str) -> str | None:
    """The gender that a word stands for, or None for a word that stands for none.

    >>> [known_gender(word) for word in ("Female", "W", "girls", "weiblich", "féminin", "Q")]
    ['f', 'f', 'f', 'f', 'f', None]
    """
    return _GENDER.get(plain(text))
