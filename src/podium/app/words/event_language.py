"""The language of an event: of its walls and its paper, and of whoever asks for no other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from podium.app.words.language import available, language, nearest, speaking
from podium.core.collation import Language
from podium.core.errors import Unknown
from podium.flow.state import Settings


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
    with speaking(event_language(settings) or language()):
        yield
