"""The words of templates in the current language, safe to stand anywhere in a page."""

from __future__ import annotations

from functools import lru_cache

from jinja2 import Environment
from markupsafe import Markup, escape

from podium.app.words.language import CURRENT, Catalogue, _, available, html_language, own_name, written
from podium.web.frame.forms import Choices

MOST_TEXTS = 16_384  # of all languages together


def in_language(options: Choices) -> Choices:
    """Choices that were declared at import time, as they are shown: (value, text)."""
    return tuple((value, _(text) if text else "") for value, text in options)


def languages() -> tuple[tuple[str, str], ...]:
    """The languages to choose from, each by its code and its own name; none where there is no choice."""
    return _languages(available())


@lru_cache(maxsize=4)
def _languages(codes: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    names = ((code, own_name(code)) for code in codes)
    return tuple((code, name[:1].upper() + name[1:]) for code, name in names) if len(codes) > 1 else ()


def speak_in(environment: Environment) -> None:
    """Let templates say `_("...")` and `ngettext(...)`, by the names that tools extract texts by.

    Neither the text nor what is filled in can hold markup, unless that is marked as safe. The functions are our own
    and not those of Jinja's extension, which need 25 microseconds for a word: a table has a thousand of them.
    """
    environment.globals |= {"_": _text, "ngettext": _texts, "language": html_language, "languages": languages}


def _text(text: str, /, **facts: object) -> Markup:
    known = _escaped(text, CURRENT.get()[1])  # not by a call: a page has thousands of words
    return known % written(facts) if facts or "%" in known else known


def _texts(one: str, many: str, num: int, /, **facts: object) -> Markup:
    return escape(CURRENT.get()[1].many(one, many, num)) % {"num": num, **written(facts)}


@lru_cache(maxsize=MOST_TEXTS)
def _escaped(text: str, catalogue: Catalogue) -> Markup:
    """The text in the language of a catalogue."""
    return escape(catalogue.one(text))
