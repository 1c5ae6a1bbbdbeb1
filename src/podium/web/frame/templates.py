"""The templates of all pages: compiled once, kept on disk for the next start, and leaving nothing behind.

To compile all of them takes a second or two of processor time, in which visitors of a server that has just started
would wait. They are kept as Jinja keeps them: in a folder below the system's temporary one that only its owner may
read. Where that cannot be, they are compiled again at each start.

The macros of a template and the values that it reads hold each other. A page imports some two hundred macros, so it
would leave a thousand objects, and all that it was made of, until the garbage collector comes by. A crowd of phones has
made hundreds of pages by then, and the collector needs longer for them than a result may take.
"""

from __future__ import annotations

import threading
from collections.abc import MutableMapping
from contextlib import suppress
from contextvars import ContextVar
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, Template
from jinja2.bccache import Bucket
from jinja2.runtime import Context, Macro

from podium.app.rounds.result_words import outcome, score_text
from podium.app.words import counts
from podium.app.words.dates import day_in_figures
from podium.app.words.fields import federation_name
from podium.app.words.numbers import figure, halves
from podium.app.words.phrases import without_citations
from podium.core.federations import territory
from podium.core.points import Points
from podium.web.frame import words

TEMPLATES = Path(__file__).parents[1] / "templates"
FRAME = ("error.html", "base.html", "parts.html", "display_strip.html", "my_player.html")


def compile_templates() -> None:
    """Load every template, the frame of all pages first: for a server, whose first visitor need not wait then."""
    names = templates().list_templates()
    for name in sorted(names, key=lambda each: each not in FRAME):
        templates().get_template(name)


@cache
def templates() -> Environment:
    """The templates, compiled once; a name that a page forgot to give is an error, not an empty place."""
    environment = Environment(
        loader=TemplateLoader(TEMPLATES),
        auto_reload=False,  # to ask the disk with every page whether it is still the same costs more than the page
        cache_size=-1,
        bytecode_cache=compiled_templates(__file__, words.__file__),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_written,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.template_class = PageTemplate
    environment.context_class = PageContext
    words.speak_in(environment)
    environment.filters |= {
        "score_text": score_text,
        "figure": figure,
        "halves": halves,
        "day": day_in_figures,
    }
    environment.filters |= {"points": counts.points, "without_citations": without_citations}
    environment.globals |= {"territory": territory, "federation_name": federation_name, "outcome": outcome}
    return environment


def _written(value: object) -> object:
    """What a template puts into a page: points as the language writes them, everything else as it is."""
    return figure(value) if type(value) is Points else value


class TemplateLoader(FileSystemLoader):
    """Loads each template once, however many ask for it at the same moment."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._lock = threading.RLock()
        self._loaded: dict[str, Template] = {}

    def load(self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None) -> Template:
        """The template of that name."""
        with self._lock:
            if name not in self._loaded:
                self._loaded[name] = super().load(environment, name, globals)
            return self._loaded[name]


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates on disk; a disk without room keeps none, and no page suffers from it."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """What is kept of a template, unless it cannot be read."""
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, if there is room for it."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def compiled_templates(*settings: str, folder: str | None = None) -> BytecodeCache | None:
    """What is kept of templates that were compiled with the same settings: the modules that set them.

    In this folder, or in Jinja's own one; nothing where no folder is safe.
    """
    made_by = sha256(version("jinja2").encode())
    for module in settings:
        made_by.update(Path(module).read_bytes())
    try:
        return CompiledTemplates(folder, f"podium-{made_by.hexdigest()[:12]}-%s.cache")
    except (OSError, RuntimeError):
        return None


_CONTEXTS: ContextVar[list[PageContext] | None] = ContextVar("contexts", default=None)


class PageContext(Context):
    """The values that a template reads, and the macros that it imports or defines."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        contexts = _CONTEXTS.get()
        if contexts is not None:
            contexts.append(self)

    def release(self) -> None:
        """Let go of all macros and values: the page is made."""
        for value in self.vars.values():
            if isinstance(value, Macro):
                vars(value).clear()
        self.vars.clear()


class PageTemplate(Template):
    """A template whose every import is `with context`: what is imported lives as long as the page is made."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        """The text of the page."""
        contexts: list[PageContext] = []
        token = _CONTEXTS.set(contexts)
        try:
            return super().render(*args, **kwargs)
        finally:
            _CONTEXTS.reset(token)
            for each in contexts:
                each.release()
