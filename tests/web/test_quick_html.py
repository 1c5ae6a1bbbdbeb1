"""The quick reader of pages says of them what the parser of the standard library says."""

from __future__ import annotations

from html.parser import HTMLParser

from tests.kit.quick_html import Attributes, QuickReader
from tests.web.conftest import House

ODD = """<!DOCTYPE html><!-- a > comment --><P Class='a "b"' hidden data-x=1>&lt;Ann&nbsp;&amp; Ben&gt; 3 &lt; 4<br>
<svg><path d="M0 0"/><use href="#a>b" /></svg><script>if (1 < 2) { a = "</p>" && "&amp;" }</script>
<style>a > b { color: red }</style><textarea name="t">&quot;one
two</textarea><option value="" selected>Zoë</option></P> end"""


class Finds:
    """What a reader comes upon; pieces of one text as one."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[object, ...]] = []

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        self.found.append(("begin", tag, *attrs))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(("end", tag))

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1][0] == "text":
            data = f"{self.found.pop()[1]}{data}"
        self.found.append(("text", data))


class Slow(Finds, HTMLParser): ...


class Quick(Finds, QuickReader): ...


def test_both_come_upon_the_same(house: House) -> None:
    event = house.event("Ann & Ben", "<Cleo>", "Zoë", 'Dan "D"', format="swiss", rounds=3)
    owner = house.visitor("owner")
    paths = ("", "/players", "/standings", "/settings", "/rounds/pair", "/screens", "/prizes", "/story", "/people")
    pages = [owner.get(f"{event.url}{path}").html for path in paths]
    for html in (ODD, *pages, owner.get("/new").html, owner.get("/help/how-to/byes").html):
        slow, quick = Slow(), Quick()
        slow.feed(html)
        slow.close()
        quick.read(html)
        assert quick.found == slow.found
