"""The alphabetical order of names, as people know it: Böhm before Busch, and in Sweden Zetterberg before Åberg.

Every list of people by name is sorted by `name_key`. Without a language the order is the one that most alphabets share:
a letter with an accent stands beside the letter without. A language adds the letters that it counts as letters of
their own, by the order of its dictionaries (as Unicode's CLDR records it).

| step | what decides                                                                              |
| ---- | ----------------------------------------------------------------------------------------- |
| 1    | the letters, whatever their accents and case; a shorter word, and a number by its value   |
| 2    | accents: the letter without comes first                                                   |
| 3    | the text itself, so that the order never depends on the order of entry                    |
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache


def plain(text: str) -> str:
    """The letters and figures of `text` in lower case without accents, to compare words by.

    >>> plain("Année de Naissance"), plain("FIDE-ID")
    ('anneedenaissance', 'fideid')
    """
    bare = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in bare if character.isalnum())


NameKey = tuple[str, str, str]


class Language(Enum):
    """A language by whose alphabet names are sorted, by its code."""

    ANY = "any"
    CROATIAN = "hr"
    CZECH = "cs"
    DANISH = "da"
    DUTCH = "nl"
    ENGLISH = "en"
    ESTONIAN = "et"
    FINNISH = "fi"
    FRENCH = "fr"
    GERMAN = "de"
    HUNGARIAN = "hu"
    ICELANDIC = "is"
    ITALIAN = "it"
    LATVIAN = "lv"
    LITHUANIAN = "lt"
    NORWEGIAN = "no"
    POLISH = "pl"
    PORTUGUESE = "pt"
    ROMANIAN = "ro"
    SLOVAK = "sk"
    SLOVENE = "sl"
    SPANISH = "es"
    SWEDISH = "sv"
    TURKISH = "tr"


# Letters that Unicode does not take apart, as the letters they stand beside.
_BESIDE = {
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ı": "i", "ŋ": "n", "ŧ": "t",
    "ə": "e",
}  # fmt: skip
# Cyrillic in one order for all who write it: the additional letters do not follow each other in Unicode.
_CYRILLIC = "абвгґдђѓеєжзѕиіїйјклљмнњопрстћќуўфхцчџшщъыьэюя"
# What each language adds, after a letter (`<`) or in the same place (`=`); two letters may be one, as the Czech ch.
_TAILORED: Mapping[Language, str] = {
    Language.CROATIAN: "c < č < ć, d < dž < đ, l < lj, n < nj, s < š, z < ž",
    Language.CZECH: "c < č, h < ch, r < ř, s < š, z < ž",
    Language.DANISH: "y = ü, z < æ = ä < ø = ö < å = aa",
    Language.ESTONIAN: "s < š < z < ž, w < õ < ä < ö < ü",
    Language.FINNISH: "y = ü, z < å < ä = æ < ö = ø",
    Language.HUNGARIAN: "c < cs, d < dz < dzs, g < gy, l < ly, n < ny, o < ö = ő, s < sz, t < ty, u < ü = ű, z < zs",
    Language.ICELANDIC: "a < á, d < ð, e < é, i < í, o < ó, u < ú, y < ý, z < þ < æ < ö = ø < å",
    Language.LATVIAN: "c < č, g < ģ, i < y, k < ķ, l < ļ, n < ņ, s < š, z < ž",
    Language.LITHUANIAN: "c < č, i = y, s < š, z < ž",
    Language.NORWEGIAN: "y = ü, z < æ = ä < ø = ö < å = aa",
    Language.POLISH: "a < ą, c < ć, e < ę, l < ł, n < ń, o < ó, s < ś, z < ź < ż",
    Language.ROMANIAN: "a < ă < â, i < î, s < ș = ş, t < ț = ţ",
    Language.SLOVAK: "a < ä, c < č, h < ch, o < ô, s < š, z < ž",
    Language.SLOVENE: "c < č < ć, d < đ, s < š, z < ž",
    Language.SPANISH: "n < ñ",
    Language.SWEDISH: "y = ü, z < å < ä = æ < ö = ø",
    Language.TURKISH: "c < ç, g < ğ, h < ı, o < ö, s < ş, u < ü",
}
_AFTER = 0x10FF00  # from here on, characters that no name has: a letter with one of them comes after the letter alone
_COMMA, _SPACE = "\x01", "\x02"  # before every letter, so that a whole word comes before a longer one
_APOSTROPHES = frozenset("'’ʼ`´")  # O’Neil stands beside Oneil
_BREAKS = re.compile(f"[{_COMMA}{_SPACE}]+")
_NUMBER = re.compile(r"\d+")


@lru_cache(65_536)  # as many as an event has several times over; a list is sorted again with every page
def name_key(name: str, language: Language = Language.ANY) -> NameKey:
    """What names are sorted by.

    >>> sorted(["Busch", "Böhm", "Bohn"], key=name_key)
    ['Böhm', 'Bohn', 'Busch']
    >>> sorted(["Åberg", "Zetterberg", "Aalto"], key=lambda name: name_key(name, Language.SWEDISH))
    ['Aalto', 'Zetterberg', 'Åberg']
    """
    text = unicodedata.normalize("NFC", _lower(unicodedata.normalize("NFKC", name), language))
    return _letters(text, language), unicodedata.normalize("NFD", text), name


def _lower(name: str, language: Language) -> str:
    """`name` in small letters; Turkish has two of i."""
    if language is Language.TURKISH:
        name = name.replace("I", "ı").replace("İ", "i")
    return name.casefold()


def _letters(text: str, language: Language) -> str:
    """The letters alone, each as what decides its place."""
    places, known = _alphabet(language)
    bare = "".join(letter if letter in places else _bare(letter) for letter in text)
    words = _BREAKS.sub(lambda found: _COMMA if _COMMA in found[0] else _SPACE, bare).strip(_COMMA + _SPACE)
    numbered = _NUMBER.sub(lambda found: found[0].zfill(12), words)
    return known.sub(lambda found: places[found[0]], numbered)


@lru_cache
def _alphabet(language: Language) -> tuple[dict[str, str], re.Pattern[str]]:
    """The place of each letter that does not have the usual one, and what finds them in a text."""
    places = _BESIDE | {letter: chr(ord("а") + place) for place, letter in enumerate(_CYRILLIC)}
    for chain in filter(None, _TAILORED.get(language, "").split(",")):
        first, *others = chain.split()
        place, after = first, 0
        for sign, letter in zip(others[::2], others[1::2], strict=True):
            if sign == "<":
                after += 1
                place = first + chr(_AFTER + after)
            places[letter] = place
    return places, re.compile("|".join(sorted(map(re.escape, places), key=len, reverse=True)))


def _bare(letter: str) -> str:
    """A letter without its accents; nothing for an apostrophe, a break for other signs."""
    if letter == ",":
        return _COMMA
    if letter in _APOSTROPHES:
        return ""
    if unicodedata.category(letter)[0] in "CPSZ":
        return _SPACE
    return "".join(part for part in unicodedata.normalize("NFD", letter) if not unicodedata.combining(part))


# ae, oe and ue are how an umlaut is written without one, and aa how å is; each counts as its first letter.
_TWO_FOR_ONE = re.compile("([aou])e|aa")
_PLAIN_BREAKS = str.maketrans(
    {chr(code): " " for code in range(128) if not chr(code).isalnum()} | dict.fromkeys(("'", "`"), "")
)


def search_words(name: str) -> list[str]:
    """The words of a name as they are looked for: no case, no accents, and one spelling of every umlaut.

    The words of the beginning of a name are the beginnings of its words, so that one can look for what is typed so far.

    >>> search_words("Müller, Jörg"), search_words("MUELLER Joerg"), search_words("O'Neil-Sørensen")
    (['muller', 'jorg'], ['muller', 'jorg'], ['oneil', 'sorensen'])
    """
    if name.isascii():
        bare = name.lower().translate(_PLAIN_BREAKS)
    else:
        folded = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold())
        bare = "".join(_BESIDE.get(letter) or _bare(letter) for letter in folded)
        bare = bare.replace(_COMMA, " ").replace(_SPACE, " ")
    return _TWO_FOR_ONE.sub(lambda found: found[1] or "a", bare).split()
