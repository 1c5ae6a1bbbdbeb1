"""The words of templates in the current language, safe to stand anywhere in a page."""

from __future__ import annotations

from jinja2 import Environment
from markupsafe import escape

from podium.app.words.language import SOURCE, language, plural_template, template


def speak_in(environment: Environment) -> None:
    """Let templates say `_("...")` and `ngettext(...)`; neither the text nor what is filled in can hold markup."""
    environment.add_extension("jinja2.ext.i18n")
    environment.globals["language"] = _locale
    environment.install_gettext_callables(_text, _texts, newstyle=True)  # type: ignore[attr-defined]  # by the extension


def _text(text: str) -> str:
    return escape(template(text))


def _texts(one: str, many: str, count: int) -> str:
    return escape(plural_template(one, many, count))


def _locale() -> str:
    """The language of a page, for its readers' programs: that of the source text is British."""
    return "en-GB" if language() == SOURCE else language()
