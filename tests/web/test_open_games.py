"""What pages say, and offer, while a game is not over."""

from __future__ import annotations

import pytest

from podium.web.formats.registry import pages_of
from podium.web.pages.event_files import report_files
from tests.kit.events import Director
from tests.kit.open_games import OPEN, played


@pytest.mark.parametrize(
    ("event", "names"),
    [
        (played(*OPEN[1]), ["Intermediate report (ITDX)"]),
        (played(*OPEN[1], rounds=3), ["Report file (TRF)", "Intermediate report (ITDX)"]),
        (played(*OPEN[1], rules="club"), ["Report file (TRF)"]),
        (played("1-0", "0-1", "1-0"), ["Report file (TRF)"]),
    ],
)
def test_pages_offer_the_report_that_can_be_made(event: Director, names: list[str]) -> None:
    assert [name for name, _url in report_files(event.state)] == names


@pytest.mark.parametrize(
    ("results", "note"),
    [
        (OPEN[1], "After round 1; not final: 1 game is not over"),
        (OPEN[2], "After round 1, 1 of its results still missing; not final: 2 games are not over"),
        (("1-0", "1-0", "1-0"), "After round 1"),
    ],
)
def test_the_standings_are_called_not_final(results: tuple[str, ...], note: str) -> None:
    event = played(*results)
    assert pages_of(event.state).standings_note(event.state, None) == note
