"""Templates that leave nothing behind for the garbage collector.

The macros of a template and the values that it reads hold each other. A page imports some two hundred macros, so it
would leave a thousand objects, and all that it was made of, until the collector comes by. A crowd of phones has made
hundreds of pages by then, and the collector needs longer for them than a result may take.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from jinja2 import Environment, Template
from jinja2.runtime import Context, Macro

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


def leave_nothing_behind(environment: Environment) -> None:
    """Have `environment` make its pages so."""
    environment.template_class = PageTemplate
    environment.context_class = PageContext
