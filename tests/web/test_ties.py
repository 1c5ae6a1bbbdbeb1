"""Shared places decided on a page, values typed in, marks of who has left, and which tie-breaks are offered."""

from __future__ import annotations

import pytest

from podium.core.result import Result
from podium.flow.commands import ChangeSettings, PairRound, PublishRound, WithdrawPlayer
from podium.flow.event.setting_values import RuleSet, Settings
from podium.web.event.settings_fields import SettingsForm
from podium.web.event.settings_form import PRESET, settings_texts
from tests.web.conftest import Event, House
from tests.web.visitor import Page


@pytest.fixture
def level(house: House) -> Event:
    """Four players, one round of draws: nothing separates them."""
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss")
    event.do(ChangeSettings({"rounds": 1, "tiebreaks": ["WIN"]}))
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.DRAW, Result.DRAW)
    return event


def links(page: Page) -> set[str]:
    return {each.attributes["href"] for each in page.all("a") if "href" in each.attributes}


def places(event: Event, *names: str) -> dict[str, str]:
    return {f"place-{event.player(name)}": str(at) for at, name in enumerate(names, 1)}


def test_a_director_orders_a_tie_by_hand_and_all_see_it(house: House, level: Event) -> None:
    arbiter = house.visitor("arbiter")
    assert f"{level.url}/ties" in links(arbiter.get(f"{level.url}/standings"))
    arbiter.get(f"{level.url}/ties")
    arbiter.submit(f"{level.url}/ties", by="hand", **places(level, "Dan", "Cid", "Ben", "Ann"))
    reader = house.visitor().get(f"{level.url}/standings")
    assert "decided by hand" in reader.text
    assert f"{level.url}/ties" not in links(reader)
    order = [level.state.players[id].name for id in level.state.tie_orders[0].players]
    assert order == ["Dan", "Cid", "Ben", "Ann"]


def test_two_players_cannot_have_one_place(house: House, level: Event) -> None:
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{level.url}/ties")
    page = arbiter.submit(
        f"{level.url}/ties",
        by="hand",
        **(places(level, "Dan", "Cid", "Ben", "Ann") | {f"place-{level.player('Ann')}": "1"}),
    )
    assert arbiter.status == 400
    assert "two have the same" in page.text
    assert level.state.tie_orders == ()


def test_lots_are_drawn_on_the_page_and_can_be_given_up(house: House, level: Event) -> None:
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{level.url}/ties")
    arbiter.submit(f"{level.url}/ties", by="lot")
    [first] = level.state.tie_orders
    assert "decided by lot" in house.visitor().get(f"{level.url}/standings").text
    page = arbiter.get(f"{level.url}/ties")
    assert "drawn again, the lots are the same" in page.text
    arbiter.submit(f"{level.url}/ties", by="shared")
    assert not level.state.tie_orders
    arbiter.get(f"{level.url}/ties")
    arbiter.submit(f"{level.url}/ties", by="lot")
    assert list(level.state.tie_orders) == [first]


def test_before_the_end_nothing_is_decided(house: House, level: Event) -> None:
    level.do(ChangeSettings({"rounds": 2}))
    arbiter = house.visitor("arbiter")
    page = arbiter.get(f"{level.url}/ties")
    assert "1 of 2 rounds are paired" in page.text
    assert not page.all("select")
    assert f"{level.url}/ties" not in links(arbiter.get(f"{level.url}/standings"))


def test_values_are_typed_in_on_a_page(house: House, level: Event) -> None:
    arbiter = house.visitor("arbiter")
    assert "EXT is not among the tie-breaks" in arbiter.get(f"{level.url}/typed-tiebreaks").text
    level.do(ChangeSettings({"tiebreaks": ["EXT"]}))
    assert f"{level.url}/typed-tiebreaks" in links(arbiter.get(f"{level.url}/standings"))
    ann, ben = (f"value-{level.player(name)}" for name in ("Ann", "Ben"))
    arbiter.get(f"{level.url}/typed-tiebreaks")
    page = arbiter.submit(f"{level.url}/typed-tiebreaks", **{ann: "1.5", ben: "x"})
    assert "is not a number" in page.errors[ben]
    arbiter.submit(f"{level.url}/typed-tiebreaks", **{ann: "1.5", ben: "2"})
    assert {player.name: player.typed_tiebreak for player in level.state.players.values()} == {
        "Ann": "1.5", "Ben": "2", "Cid": None, "Dan": None
    }  # fmt: skip
    assert "Value computed elsewhere" in house.visitor().get(f"{level.url}/standings").text


def test_who_has_left_is_marked_and_who_was_expelled_has_no_place(house: House, level: Event) -> None:
    level.do(WithdrawPlayer(level.player("Ann")))
    level.do(WithdrawPlayer(level.player("Ben"), expelled=True))
    reader = house.visitor()
    standings = reader.get(f"{level.url}/standings").text
    assert "withdrawn" in standings
    assert "Ben" not in standings
    crosstable = reader.get(f"{level.url}/crosstable").text
    assert "withdrawn" in crosstable
    assert "expelled" in crosstable
    card = reader.get(f"{level.url}/players/{level.player('Ben')}").text
    assert "No place in the standings" in card
    assert "Rank" not in card


@pytest.mark.parametrize(
    ("format", "chosen", "offered"),
    [
        ("swiss", RuleSet.CLUB, {"none", "fide-swiss", "fide-round-robin", "us-chess", "club", "own"}),
        ("swiss", RuleSet.FIDE, {"none", "fide-swiss", "fide-round-robin", "club", "own"}),
        ("round-robin", RuleSet.CLUB, {"none", "fide-round-robin", "own"}),
        ("round-robin", RuleSet.FIDE, {"none", "fide-round-robin", "own"}),
    ],
)
def test_only_lists_that_can_be_had_are_offered(format: str, chosen: RuleSet, offered: set[str]) -> None:
    form = SettingsForm(settings_texts(Settings("Open", format, rules=chosen)))
    [lists] = [field for part in form.parts for line in part.lines for field in line if field.name == PRESET]
    assert {value for value, _label in lists.choices} == offered


def test_a_form_that_asks_for_a_code_outside_c07_is_told_so(house: House) -> None:
    event = house.event("Ann", "Ben", format="swiss")
    event.do(ChangeSettings({"rules": "fide"}))
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/settings")
    page = arbiter.submit(f"{event.url}/settings", preset="own", tiebreaks="SOLK")
    assert "not a tie-break of FIDE’s list" in page.errors["tiebreaks"]
