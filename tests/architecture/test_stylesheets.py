"""Rules of stylesheets that would have a browser style a long page anew with every key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import podium.web

STATIC = Path(podium.web.__file__).parent / "static"
OF_A_ROUND = ("podium.css", "public.css", "strip.css", "entry.css", "report.css")
WHOLE_PAGE = re.compile(
    r"(?:^|[\s,{}>~+(])(?:html|body|:root|main|table|tbody|\.list|\.boards|\*)[^\s,{}>~+]*:has\(", re.MULTILINE
)


@pytest.mark.parametrize("name", OF_A_ROUND)
def test_nothing_that_holds_all_rows_depends_on_what_is_in_it(name: str) -> None:
    rules = re.sub(r"/\*.*?\*/", "", (STATIC / name).read_text(), flags=re.DOTALL)
    assert WHOLE_PAGE.findall(rules) == []


@pytest.mark.parametrize("rule", ["html:has(#me) th {}", "a, body.x:has(p) {}", ".list.boards:has(tr) > tbody {}"])
def test_such_a_rule_is_noticed(rule: str) -> None:
    assert WHOLE_PAGE.search(rule)
