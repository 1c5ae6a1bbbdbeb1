"""A round robin without scripts: what there is to decide by C.05, and who left early."""

from __future__ import annotations

from podium.core.result import Result
from podium.flow.commands import PairAllRounds, PairRound, PublishRound, WithdrawPlayer
from podium.flow.event.setting_values import FreeDay, TableNumbers
from tests.web.conftest import House
from tests.web.guide import rules


def test_numbers_and_free_day_are_decided_on_the_form_until_round_1(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", format="round-robin")
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/settings")
    page = arbiter.submit(
        f"{event.url}/settings", table_order="Cid\n1", free_day="half", swap_last_two="false", table_numbers="drawn"
    )
    assert page.errors == {}
    settings = event.state.settings
    assert settings.table_order == (event.player("Cid"), event.player("Ann"))
    assert (settings.free_day, settings.swap_last_two) == (FreeDay.HALF, False)
    assert settings.table_numbers is TableNumbers.DRAWN
    assert "Nobody" in arbiter.submit(f"{event.url}/settings", table_order="Nobody").errors["table_order"]
    event.do(PairRound())
    assert event.state.seats[""][:2] == settings.table_order
    page = arbiter.get(f"{event.url}/settings")
    assert page.all("select", name="free_day", disabled="")
    assert page.all("textarea", name="table_order", disabled="")


def test_a_new_round_robin_begins_with_what_c05_says(house: House) -> None:
    owner = house.visitor("owner")
    fields = rules(owner, "Club", "round-robin").form(owner.path).fields
    assert (fields["swap_last_two"], fields["free_day"], fields["annul_early"]) == ("true", "zero", "true")


def test_crosstable_standings_and_card_show_games_that_do_not_count(house: House) -> None:
    """C.05, article 6.6."""
    event = house.event("Ann", "Ben", "Cid", "Dan", format="round-robin")
    event.do(PairAllRounds())
    event.do(PublishRound(3))
    event.record(1, Result.WHITE_WINS, Result.WHITE_WINS)
    event.do(WithdrawPlayer(event.player("Dan")))
    public = house.visitor()
    crosstable = public.get(f"{event.url}/crosstable").text
    assert "(1)" in crosstable
    assert "Results in brackets do not count: Dan completed less than half of the games" in crosstable
    assert "withdrew before half of the games; 1 game not counted" in public.get(f"{event.url}/standings").text
    assert "win, not counted" in public.get(f"{event.url}/players/{event.player('Ann')}").text
    assert "withdrew before half" in public.get(f"{event.url}/players/{event.player('Dan')}").text
