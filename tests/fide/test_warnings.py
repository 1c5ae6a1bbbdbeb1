"""Warnings of FIDE mode are part of the program: nothing that anybody can set turns one off or makes it milder."""

from __future__ import annotations

import re

from podium.flow.settings import OPTIONS

ABOUT_WARNINGS = re.compile(
    r"\b(warn|caution|confirm|acknowledg|notice|level|strict|silen|quiet|dialog)", re.IGNORECASE
)


def test_no_setting_is_about_warnings() -> None:
    texts = {option.json: f"{option.json} {option.label} {option.help}".replace("_", " ") for option in OPTIONS}
    assert len(texts) > 40
    found = {name for name, text in texts.items() if ABOUT_WARNINGS.search(text)}
    assert found == {"playerReports"}  # what players confirm to each other
