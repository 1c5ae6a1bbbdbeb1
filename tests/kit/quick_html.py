"""A reader of the HTML that Podium writes: the calls of `html.parser.HTMLParser` in a quarter of its time.

A third of what the tests of pages took was that parser. It mends what is broken; this one need not, for the pages of
Podium are whole, which tests/web/test_quick_html.py holds against the parser of the standard library.
"""

from __future__ import annotations

import re
from html import unescape

Attributes = list[tuple[str, str | None]]

_MARKUP = re.compile(r"""<(?:!--.*?--|![^>]*|(/?)([a-zA-Z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*))>""", re.DOTALL)
_ATTRIBUTE = re.compile(r"""([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
_AS_IT_IS = {tag: re.compile(f"</{tag}", re.IGNORECASE) for tag in ("script", "style")}


class QuickReader:
    """Calls a method for every tag and every piece of text between tags."""

    def read(self, html: str) -> None:
        """Goes through the whole text once."""
        at = 0
        while (found := _MARKUP.search(html, at)) is not None:
            if found.start() > at:
                self.handle_data(unescape(html[at : found.start()]))
            at = found.end()
            ends, tag, inside = found.groups()
            if tag is None:  # a comment, or the kind of document
                continue
            tag = tag.lower()
            if ends:
                self.handle_endtag(tag)
                continue
            self.handle_starttag(tag, _attributes(inside))
            if inside.endswith("/"):
                self.handle_endtag(tag)
            elif tag in _AS_IT_IS and (end := _AS_IT_IS[tag].search(html, at)) is not None:
                if end.start() > at:
                    self.handle_data(html[at : end.start()])
                at = end.start()
        if at < len(html):
            self.handle_data(unescape(html[at:]))

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        """Comes upon an element with its attributes; one without a value has None."""

    def handle_endtag(self, tag: str) -> None:
        """Comes upon the end of an element."""

    def handle_data(self, data: str) -> None:
        """Comes upon text."""


def _attributes(inside: str) -> Attributes:
    found: Attributes = []
    for match in _ATTRIBUTE.finditer(inside):
        value = match[match.lastindex] if match.lastindex and match.lastindex > 1 else None
        found.append((match[1].lower(), unescape(value) if value and "&" in value else value))
    return found
