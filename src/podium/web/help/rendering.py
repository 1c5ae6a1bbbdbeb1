"""Markdown as HTML that stands in a page: with anchors, of tags in the text only pictures and the ends of lines.

A link to another file of the manual leads to its page; one to a file that the manual has not is its words alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup, escape

ADDRESS = "/help"
ANCHORS = "at-"  # how those of a chapter begin: the page around it has ids of its own
ELSEWHERE = ("https://", "http://")
_PICTURE = re.compile(r'<img src="(?P<src>[^"<>]+)"(?: width="(?P<width>\d+)")? alt="(?P<alt>[^"<>]*)">')
_NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")


@dataclass(frozen=True, slots=True)
class Section:
    """What stands below a heading: its passages in plain words, a row of a table in one, and the files it leads to."""

    anchor: str
    heading: str
    level: int
    passages: tuple[str, ...]
    links: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RenderedText:
    """A file as a page shows it below its title, and what stands below each of its headings, the title the first."""

    html: Markup
    sections: tuple[Section, ...]


class PageRenderer(RendererHTML):
    """Writes what is wide so that it can be scrolled on a phone, and of raw HTML only pictures."""

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        name = escape(env["tables"].pop(0))
        caption = f'<caption class="unseen">{name}</caption>'
        return f'<div class="scroll" tabindex="0" role="group" aria-label="{name}"><table>{caption}\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return "</table></div>\n"

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return f'<pre tabindex="0"><code>{escape(tokens[idx].content)}</code></pre>\n'

    def html_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return self._pictures(tokens[idx].content, env)

    def html_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return f"<p>{self._pictures(tokens[idx].content, env)}</p>\n"

    def _pictures(self, html: str, env: Any) -> str:
        """The pictures in a piece of HTML, or the end of a line; anything else is shown as it is written."""
        if html == "<br>":
            return html
        last, parts = 0, []
        for each in _PICTURE.finditer(html):
            parts.append(escape(html[last : each.start()]))
            width = Markup(' width="{}"').format(each["width"]) if each["width"] else ""
            source = picture_address(each["src"], env["folder"])
            parts.append(Markup('<img src="{}"{} alt="{}" loading="lazy">').format(source, width, each["alt"]))
            last = each.end()
        return str(Markup("").join([*parts, escape(html[last:])]))


def render(source: str, key: str, known: Mapping[str, str]) -> RenderedText:
    """The file `key` ("how-to/byes") with this text; `known` are the chapters of the files that links may lead to."""
    parser = MarkdownIt("commonmark", {"html": True}, renderer_cls=PageRenderer).enable("table")
    env: MutableMapping[str, Any] = {"folder": PurePosixPath(key).parent, "tables": []}
    tokens = parser.parse(source, env)
    anchors: Counter[str] = Counter()
    heading = ""
    for i, token in enumerate(tokens):
        match token.type:
            case "heading_open":
                heading = _text(tokens[i + 1])
                token.attrSet("id", _anchor(heading, anchors))
            case "table_open":
                env["tables"].append(heading)  # a table is called what stands above it
            case "th_open" | "td_open":
                _write_cell(tokens, i)
        for child in token.children or ():
            _point(child, env["folder"], known)
        if token.children:
            token.children = _without_dead_links(token.children)
    shown = tokens[3:] if tokens[0].tag == "h1" else tokens
    html = Markup(parser.renderer.render(shown, parser.options, env))  # made above, of nothing but text
    return RenderedText(html, tuple(_sections(tokens)))


def _write_cell(tokens: Sequence[Token], place: int) -> None:
    """Say what a heading is the heading of, and by a class what is a figure; an empty heading is none."""
    cell, content, end = tokens[place : place + 3]
    if cell.attrs.pop("style", "") == "text-align:right":
        cell.attrSet("class", "figure")
    if cell.tag == "th" and content.content:
        cell.attrSet("scope", "col")
    elif cell.tag == "th":
        cell.tag = end.tag = "td"


def picture_address(source: str, folder: PurePosixPath) -> str:
    """Where a picture is that a file in `folder` shows."""
    return f"{ADDRESS}/{normpath(folder / source)}"


def _point(token: Token, folder: PurePosixPath, known: Mapping[str, str]) -> None:
    """Let a link or a picture lead to where that is in the program; a link that leads nowhere has no address."""
    if token.type == "image":
        token.attrSet("src", picture_address(str(token.attrGet("src")), folder))
        token.attrSet("loading", "lazy")
    elif token.type == "link_open":
        href = str(token.attrGet("href"))
        if href.startswith(ELSEWHERE):
            token.attrSet("rel", "noreferrer")
        elif href.startswith("#"):
            token.attrSet("href", f"#{ANCHORS}{href[1:]}")
        else:
            path, mark, anchor = href.partition("#")
            key = known.get(normpath(folder / path.removesuffix(".md")))
            if path.endswith(".md") and key:
                token.meta["key"] = key
                token.attrSet("href", f"{ADDRESS}/{key}{mark and f'#{ANCHORS}{anchor}'}")
            else:
                token.attrs = {}


def _without_dead_links(children: Sequence[Token]) -> list[Token]:
    kept, dead = [], False
    for each in children:
        if each.type == "link_open" and not each.attrs:
            dead = True
        elif each.type == "link_close" and dead:
            dead = False
        else:
            kept.append(each)
    return kept


def _anchor(heading: str, taken: Counter[str]) -> str:
    """What leads to a heading: what the places make of it where such files are read on the web, and a beginning."""
    anchor = ANCHORS + _NOT_IN_ANCHORS.sub("", heading.lower()).replace(" ", "-")
    taken[anchor] += 1
    return anchor if taken[anchor] == 1 else f"{anchor}-{taken[anchor] - 1}"


def _text(inline: Token) -> str:
    """The words of a piece of text, without what makes them bold or links."""
    breaks = ("softbreak", "hardbreak", "html_inline")
    return "".join(" " if each.type in breaks else each.content for each in inline.children or ())


def _sections(tokens: Sequence[Token]) -> Iterator[Section]:
    """The headings with what stands below each, up to the next."""
    begins = [i for i, token in enumerate(tokens) if token.type == "heading_open"]
    for begin, end in zip(begins, [*begins[1:], len(tokens)], strict=False):
        heading, below = tokens[begin], tokens[begin + 2 : end]
        links = (child.meta.get("key") for token in below for child in token.children or ())
        yield Section(
            anchor=str(heading.attrGet("id")),
            heading=_text(tokens[begin + 1]),
            level=int(heading.tag[1:]),
            passages=tuple(_passages(below)),
            links=tuple(key for key in links if key),
        )


def _passages(tokens: Sequence[Token]) -> Iterator[str]:
    """What a reader takes in at once: a paragraph, an item of a list, a row of a table, an example."""
    cells: list[str] | None = None
    for token in tokens:
        if token.type == "tr_open":
            cells = []
        elif token.type == "tr_close" and cells is not None:
            yield " · ".join(cell for cell in cells if cell)
            cells = None
        elif token.type == "fence":
            yield " ".join(token.content.split())
        elif token.type == "inline" and cells is not None:
            cells.append(_text(token))
        elif token.type == "inline":
            yield _text(token)
