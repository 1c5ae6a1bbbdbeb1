"""The language in which Podium speaks: the English of the source text, or a catalogue of translations.

A language is one file, `catalogues/<code>.po`. Sentences pass through `_` and `ngettext` with named placeholders,
`_("%(name)s is paired already", name=...)`; text declared at import time is marked by `N_` and passes through `_`
where it is shown. A literal per cent sign is written `%%`. An event may have a language of its own, for its walls and
its paper, and for readers who ask for no other. A text, or its translation, may have two words for one, of which the
words of the format choose (`Traits.words`): `{la ronde|le tour}`, and `{board||table}`.
"""

from __future__ import annotations

import os
import re
from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING

from podium.core.collation import Language
from podium.core.errors import Unknown

if TYPE_CHECKING:  # verbs that read files alone know of no events
    from podium.flow.event.setting_values import Settings

SOURCE = "en"
"""The language of the source text, for which there is no catalogue."""

FOLDER = Path(__file__).parent / "catalogues"
LONGEST_WISH = 400  # characters of `Accept-Language` that are looked at
_PLACEHOLDER = re.compile(r"%\(([\w:]+)\)s")
_EITHER = re.compile(r"\{([^{}|]*)(\|\|?)([^{}|]*)\}")


@dataclass(frozen=True, slots=True)
class EventWords:
    """How events are spoken of: of a *tour*, not a *ronde*; of `tables`, not boards; of points in `decimals`."""

    tours: bool = False
    tables: bool = False
    decimals: bool = False

    def chosen(self, text: str) -> str:
        """The text with one word where it has two."""
        second = {"|": self.tours, "||": self.tables}
        return _EITHER.sub(lambda found: found[3 if second[found[2]] else 1], text) if "|" in text else text


USUAL_WORDS = EventWords()


@dataclass(frozen=True, eq=False)
class Catalogue:
    """The translations of one language, in the words of an event; a text without one comes back in English."""

    _texts: Mapping[str, tuple[str, ...]]
    _form: Callable[[int], int]
    words: EventWords = USUAL_WORDS

    def one(self, text: str) -> str:
        forms = self._texts.get(text)
        return forms[0] if forms else self.words.chosen(text)

    def many(self, one: str, many: str, count: int) -> str:
        forms = self._texts.get(one, ())
        at = self._form(count)
        return forms[at] if at < len(forms) else one if count == 1 else many


@lru_cache
def _source_text(words: EventWords) -> Catalogue:
    return Catalogue({}, lambda count: 0, words)


CURRENT: ContextVar[tuple[str, Catalogue]] = ContextVar("language", default=(SOURCE, _source_text(USUAL_WORDS)))
"""The code of the language that is spoken now, and its catalogue."""


def _(text: str, /, **facts: object) -> str:
    """The sentence in the current language, with the facts filled in."""
    translated = CURRENT.get()[1].one(text)
    return translated % written(facts) if facts or "%" in translated else translated


def ngettext(one: str, many: str, num: int, /, **facts: object) -> str:
    """The form of a sentence that goes with the number, which is `%(num)s` in it."""
    return CURRENT.get()[1].many(one, many, num) % {"num": num, **written(facts)}


def written(facts: Mapping[str, object]) -> Mapping[str, object]:
    """Facts on their way into a sentence, with numbers as the current language writes them."""
    from podium.app.words.numbers import with_figures  # which asks here for the language

    return with_figures(facts)


def N_(text: str, /) -> str:  # noqa: N802 -- the name by which tools that extract texts know it
    """The text as it is: a mark on what is declared at import time and translated where it is shown."""
    return text


def template(text: str) -> str:
    """The text in the current language with its placeholders left open."""
    return CURRENT.get()[1].one(text)


def language() -> str:
    """The code of the current language."""
    return CURRENT.get()[0]


def html_language() -> str:
    """The tag of the current language, for readers' programs: the source text is British."""
    return "en-GB" if language() == SOURCE else language().replace("_", "-")


def own_name(code: str) -> str:
    """What a language calls itself: `English`, `Deutsch`, `français`."""
    from babel import Locale  # loads with the first language that needs it

    return Locale.parse(code).get_display_name(code) or code


@contextmanager
def speaking(code: str, settings: Settings | None = None) -> Iterator[None]:
    """Podium in another language, with the words of an event; one without a catalogue is English."""
    before = CURRENT.set(_spoken(code, settings))
    try:
        yield
    finally:
        CURRENT.reset(before)


def speak(code: str, settings: Settings | None = None) -> None:
    """Podium in another language from here on, for the current thread or task, with the words of an event."""
    CURRENT.set(_spoken(code, settings))


def available() -> tuple[str, ...]:
    """The codes of all languages, English first."""
    return _available(FOLDER)


def best_of(accepted: str) -> str | None:
    """The language that suits the header `Accept-Language` best; None where there is none of those it names.

    >>> best_of("xx, en-GB;q=0.8"), best_of("xx")
    ('en', None)
    """
    return _best_of(accepted[:LONGEST_WISH], FOLDER)


def best_of_environment(environment: Mapping[str, str] | None = None) -> str:
    """The language of a terminal: `PODIUM_LANGUAGE`, else what the locale says (`LC_ALL`, `LC_MESSAGES`, `LANG`)."""
    values = os.environ if environment is None else environment
    for name in ("PODIUM_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wish := values.get(name):
            return nearest(re.split(r"[.@]", wish)[0].replace("_", "-")) or SOURCE
    return SOURCE


def _spoken(code: str, settings: Settings | None) -> tuple[str, Catalogue]:
    words = USUAL_WORDS
    if settings is not None:
        from podium.app.formats.registry import traits_of  # which speaks itself

        words = traits_of(settings).words
    if code == SOURCE or code not in available():
        return SOURCE, _source_text(words)
    return code, read_catalogue(FOLDER / f"{code}.po", words)


@lru_cache(maxsize=4)
def _available(folder: Path) -> tuple[str, ...]:
    return (SOURCE, *sorted(path.stem for path in folder.glob("*.po")))


@lru_cache(maxsize=512)
def _best_of(accepted: str, _folder: Path) -> str | None:
    """The same, remembered: most browsers of a hall say the same."""
    return next((code for wish in _wishes(accepted) if (code := nearest(wish))), None)


def _wishes(accepted: str) -> list[str]:
    """The languages of a header, the dearest first."""
    weighed = []
    for part in accepted.split(","):
        code, _sep, weight = part.strip().partition(";")
        quality = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", weight) if weight else None
        value = float(quality[1]) if quality else 1.0
        if code and value > 0:
            weighed.append((value, code.strip()))
    return [code for _value, code in sorted(weighed, key=lambda each: -each[0])]


def nearest(wish: str) -> str | None:
    """The language itself, or the one of which it is a variant; None where there is no catalogue.

    >>> nearest("en-AU"), nearest("any")
    ('en', None)
    """
    known = {code.lower().replace("_", "-"): code for code in available()}
    parts = wish.lower().split("-")
    return next((known[tag] for end in range(len(parts), 0, -1) if (tag := "-".join(parts[:end])) in known), None)


def placeholders(text: str) -> set[str]:
    """The names of what is filled in.

    >>> sorted(placeholders("%(name)s has %(points)s points, 100%%"))
    ['name', 'points']
    """
    return set(_PLACEHOLDER.findall(text.replace("%%", "")))


def misfits(path: Path) -> list[str]:
    """The texts in a file whose translation names something that is not filled in, or is no format at all."""
    return [text for text, _forms, fits in _entries(path)[0] if not fits]


@lru_cache(maxsize=32)
def read_catalogue(path: Path, words: EventWords = USUAL_WORDS) -> Catalogue:
    """The catalogue in a file; what is empty, marked as fuzzy, or does not fit its text is left out."""
    entries, form = _entries(path)
    texts = {text: tuple(map(words.chosen, forms)) for text, forms, fits in entries if fits}
    return Catalogue(texts, form, words)


def _entries(path: Path) -> tuple[list[tuple[str, tuple[str, ...], bool]], Callable[[int], int]]:
    """Each text with its forms and whether they fit it; and which form goes with a number."""
    entries, plural = [], "0"
    for fields, fuzzy in _blocks(path.read_text("utf-8")):
        texts = [text for field, text in fields if not field.startswith("msgstr")]
        forms = tuple(text for field, text in fields if field.startswith("msgstr"))
        if not texts[0]:
            plural = forms[0].partition("plural=")[2].partition(";")[0] or plural
        elif not fuzzy and forms and all(forms):
            allowed = set().union(*map(placeholders, texts), {"num"} if len(texts) > 1 else set())
            entries.append((texts[0], forms, all(_fits(form, allowed) for form in forms)))
    return entries, c2py(plural)


def _blocks(content: str) -> Iterator[tuple[list[tuple[str, str]], bool]]:
    """The texts of each entry of a catalogue by their keywords, and whether it is marked as fuzzy.

    Read here, and not by Babel, which is not there where only the library is.
    """
    for block in re.split(r"\n\s*\n", content):
        fields: list[tuple[str, str]] = []
        for line in block.splitlines():
            field, _blank, text = ("", "", line) if line.startswith('"') else line.partition(" ")
            if text.startswith('"') and not line.startswith("#"):
                name, said = (field, "") if field else fields.pop()
                fields.append((name, said + str(literal_eval(text))))
        if fields:
            yield fields, re.search(r"^#,.*\bfuzzy\b", block, re.MULTILINE) is not None


def _fits(form: str, allowed: set[str]) -> bool:
    try:
        form % dict.fromkeys(allowed, "")
    except (KeyError, TypeError, ValueError):  # a name that is not filled in; a sign after % that means nothing
        return False
    return True


def event_language(settings: Settings) -> str | None:
    """The code of the event's language; None where it has none, or one that Podium does not speak."""
    return None if settings.language is Language.ANY else nearest(settings.language.value)


def paper_language(settings: Settings, wished: str | None = None) -> str:
    """The language of what is printed of an event: the wished one, else the event's, else the one spoken now.

    Raises Unknown for one that Podium does not speak.
    """
    if wished and wished not in available():
        raise Unknown("language", wished)
    return wished or event_language(settings) or language()


@contextmanager
def speaking_as_event(settings: Settings) -> Iterator[None]:
    """Podium in the language of an event, or as before where it has none that Podium speaks."""
    with speaking(event_language(settings) or language(), settings):
        yield
