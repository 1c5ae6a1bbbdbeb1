"""Files over a limit on the pages: the form comes back with a sentence that names it, and nothing is changed."""

from __future__ import annotations

import pytest

from tests.web.conftest import House

BLANK_LINES = b"Name,Place,Category\n" + b"\n" * 3_000_000


@pytest.mark.parametrize("page", ["players/import", "prizes/import"])
def test_a_list_over_a_limit_comes_back_with_the_limit(house: House, page: str) -> None:
    event = house.event("Ann")
    owner = house.visitor("owner")
    owner.get(f"{event.url}/{page}")
    shown = owner.upload(f"{event.url}/{page}", BLANK_LINES)
    assert owner.status == 413
    assert "The file has more than 100000 lines." in shown.text
    assert [player.name for player in event.state.players.values()] == ["Ann"]
