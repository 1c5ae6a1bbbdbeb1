"""Check-in on the pages: the list at the desk, the code on the wall, the players' own links, and the absent."""

from __future__ import annotations

import pytest

from podium.app.accounts.logins import SESSION_COOKIE
from podium.app.hall.check_in import open_check_in
from podium.core.result import ByeType
from podium.flow.commands import PairRound
from podium.flow.state import Stage
from tests.web.conftest import Event, House
from tests.web.visitor import Page, Visitor

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve")


@pytest.fixture
def event(house: House) -> Event:
    return house.event(*NAMES, format="swiss", rounds=5)


def opened(house: House, event: Event, minutes: str = "30") -> str:
    """The address that hangs on the wall."""
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/checkin")
    page = arbiter.submit(f"{event.url}/checkin/open", minutes=minutes)
    (field,) = page.all("input", id="checkin-address")
    return field.attributes["value"].partition("/t/")[2]


def come(house: House, address: str, event: Event, name: str) -> str:
    visitor = house.visitor()
    visitor.get(f"/t/{address}")
    return visitor.submit(f"/t/{address}", player=event.player(name)).text


def test_players_come_by_the_code_on_the_wall_without_an_account(house: House, event: Event) -> None:
    address = opened(house, event)
    assert "You are checked in, Bo." in come(house, address, event, "Bo")
    assert "1 of 5 are here" in house.visitor("scorer").get(f"{event.url}/checkin").text


def test_a_wrong_code_lets_nobody_in(house: House, event: Event) -> None:
    opened(house, event)
    visitor = house.visitor()
    visitor.get(f"{event.url}/checkin/guess")
    assert visitor.status == 404
    assert "0 of 5 are here" in house.visitor("scorer").get(f"{event.url}/checkin").text


def test_the_code_without_its_form_is_refused(house: House, event: Event) -> None:
    address = opened(house, event)
    stranger = house.visitor()
    stranger.send(f"/t/{address}", {"player": event.player("Ann"), "csrf": ""})
    assert stranger.status == 403


def test_after_the_deadline_players_come_to_the_desk(
    house: House, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = opened(house, event, "1")
    early = house.visitor()
    early.get(f"/t/{address}")
    monkeypatch.setattr(house.podium.check_ins, "now", lambda: "2999-01-01T00:00:00.000+00:00")
    early.submit(f"/t/{address}", player=event.player("Ann"))
    assert early.status == 409
    assert "The check-in is over" in house.visitor().get(f"/t/{address}").text
    desk = house.visitor("scorer")
    desk.get(f"{event.url}/checkin")
    fields = {"player": event.player("Ann"), "present": "yes", **csrf(desk.page)}
    page = desk.send(f"{event.url}/checkin/player", fields)
    assert "1 of 5 are here" in page.text


def csrf(page: Page) -> dict[str, str]:
    """The token of the forms on a page."""
    return {"csrf": page.all("input", name="csrf")[0].attributes["value"]}


def test_a_player_comes_by_the_own_link(house: House, event: Event) -> None:
    opened(house, event)
    player = house.by_link(event, "Cy")
    assert "Are you here?" in player.get(f"{event.url}/players/{event.player('Cy')}").text
    page = player.submit(f"{event.url}/checkin/me")
    assert "Are you here?" not in page.text
    other = house.by_link(event, "Di").get(f"{event.url}/players/{event.player('Cy')}")
    assert "Are you here?" not in other.text


@pytest.mark.parametrize(
    ("absent", "bye", "withdrawn"),
    [("left-out", ByeType.ZERO, False), ("half-point-bye", ByeType.HALF, False), ("withdrawn", None, True)],
)
def test_the_absent_are_settled_in_one_step_that_can_be_undone(
    house: House, event: Event, absent: str, bye: ByeType | None, withdrawn: bool
) -> None:
    address = opened(house, event)
    for name in NAMES[:3]:
        come(house, address, event, name)
    before, arbiter = event.version, house.visitor("arbiter")
    assert "2 players are missing" in arbiter.get(f"{event.url}/checkin").text
    arbiter.submit(f"{event.url}/checkin/start", only="end", absent=absent)
    assert event.version == before + 1
    missing = [event.state.players[event.player(name)] for name in NAMES[3:]]
    assert [(each.byes.get(1), each.withdrawn) for each in missing] == [(bye, withdrawn)] * 2
    assert not any(each.withdrawn or each.byes for each in event.state.players.values() if each not in missing)
    event.do(PairRound(1))
    assert len(event.games(1)) == 1
    arbiter.get(f"{event.url}/checkin")
    assert "Check-in for round 2" in arbiter.page.text


def test_ended_without_a_word_about_the_absent_nothing_becomes_of_them(house: House, event: Event) -> None:
    opened(house, event)
    before, arbiter = event.version, house.visitor("arbiter")
    arbiter.get(f"{event.url}/checkin")
    arbiter.submit(f"{event.url}/checkin/start", only="end", absent="")
    assert event.version == before
    assert "Open the check-in" in arbiter.get(f"{event.url}/checkin").text


def test_a_cup_offers_what_its_rules_allow(house: House) -> None:
    event = house.event(*NAMES[:4], format="knockout")
    opened(house, event)
    page = house.visitor("arbiter").get(f"{event.url}/checkin")
    assert [each.attributes["value"] for each in page.all("input", name="absent")] == ["withdrawn", ""]


def test_who_asked_for_a_bye_is_not_expected(house: House, event: Event) -> None:
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/checkin")
    arbiter.submit(f"{event.url}/checkin/bye", player=event.player("Eve"), round="1", bye="half")
    assert event.state.players[event.player("Eve")].byes == {1: ByeType.HALF}
    opened(house, event)
    assert "0 of 4 are here" in arbiter.get(f"{event.url}/checkin").text


def test_who_enters_at_the_desk_is_there(house: House, event: Event) -> None:
    opened(house, event)
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/checkin")
    page = arbiter.submit(f"{event.url}/checkin/late", name="Late Lou", rating="1500")
    assert "1 of 6 are here" in page.text


def test_who_withdraws_at_the_desk_is_gone(house: House, event: Event) -> None:
    opened(house, event)
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/checkin")
    assert "0 of 4 are here" in arbiter.submit(f"{event.url}/checkin/withdraw", player=event.player("Bo")).text


@pytest.mark.parametrize("minutes", ["0", "999999"])
def test_a_deadline_that_cannot_be_is_named(house: House, event: Event, minutes: str) -> None:
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/checkin")
    page = arbiter.submit(f"{event.url}/checkin/open", minutes=minutes)
    assert (arbiter.status, minutes in page.errors["minutes"]) == (400, True)


def test_a_search_finds_names_and_clubs(house: House, event: Event) -> None:
    opened(house, event)
    page = house.visitor("scorer").get(f"{event.url}/checkin?q=ev")
    assert [each for each in page.all("li") if "Eve" in each.text] != []
    assert [each for each in page.all("li") if "Ann" in each.text] == []


def test_nobody_leaves_or_sits_out_before_a_player_is_chosen(house: House, event: Event) -> None:
    desk = house.visitor("arbiter")
    page = desk.get(f"{event.url}/checkin")
    for act in ("withdraw", "bye"):
        assert page.form(f"{event.url}/checkin/{act}").fields["player"] == ""
    assert [each.attributes["id"] for each in page.all("select", name="player") if "required" in each.attributes] == [
        "w-player",
        "b-player",
    ]
    desk.submit(f"{event.url}/checkin/withdraw")
    assert desk.status == 404
    assert not any(each.withdrawn for each in event.state.players.values())


def test_nobody_checks_in_for_a_round_after_the_last(house: House) -> None:
    event = house.event(*NAMES[:4], format="swiss", rounds=1)
    desk = house.visitor("arbiter")
    assert f"{event.url}/checkin" in desk.get(f"{event.url}/players").html
    desk.get(f"{event.url}/checkin")
    form = desk.page.form(f"{event.url}/checkin/open").fields
    event.do(PairRound())
    page = desk.get(f"{event.url}/checkin")
    assert "All rounds are paired: there is none to check in for." in page.text
    assert not [action for action in page.posts if "/checkin" in action]
    assert f"{event.url}/checkin" not in desk.get(f"{event.url}/players").html
    assert "Check-in list" not in desk.get(f"{event.url}/print").text
    desk.send(f"{event.url}/checkin/open", form)
    assert desk.status == 409
    assert "there is none to check in for" in desk.page.text


def test_a_code_that_phones_cannot_open_says_so(house: House, event: Event) -> None:
    opened(house, event)
    assert "Phones cannot open this" in house.visitor("arbiter").get(f"{event.url}/checkin").text
    session = house.podium.registry.open_session(house.users["arbiter"])
    elsewhere = Visitor(house.app, site="http://club.example").bring(SESSION_COOKIE, session)
    assert "Phones cannot open this" not in elsewhere.get(f"{event.url}/checkin").text


@pytest.mark.parametrize(("typed", "found"), [("eve", ["Eve"]), ("3", ["Cy"]), ("nobody", []), ("", list(NAMES))])
def test_a_search_without_scripts_shows_who_fits(house: House, event: Event, typed: str, found: list[str]) -> None:
    opened(house, event)
    page = house.visitor("scorer").get(f"{event.url}/checkin?q={typed}")
    names = [name for name in NAMES if f'id="arrival-{event.player(name)}"' in page.html]
    assert names == found


def test_start_makes_the_round_of_those_who_are_here_and_shows_it(house: House) -> None:
    event = house.event(*NAMES, format="swiss", rounds=5, published=False)
    address = opened(house, event)
    assert event.state.published, "phones must find it"
    for name in NAMES[:4]:
        come(house, address, event, name)
    arbiter = house.visitor("arbiter")
    page = arbiter.get(f"{event.url}/checkin")
    assert "4 players: 2 boards" in page.text
    again = page.form(f"{event.url}/checkin/start").fields
    arbiter.submit(f"{event.url}/checkin/start", absent="left-out")
    here = event.state.rounds[0]
    assert (len(event.games(1)), here.stage, here.byes[0].player) == (2, Stage.PUBLISHED, event.player("Eve"))
    arbiter.send(f"{event.url}/checkin/start", again)
    assert len(event.state.rounds) == 1, "a second click starts nothing more"


def test_start_can_stop_at_a_draft_to_look_at(house: House, event: Event) -> None:
    arbiter = house.visitor("arbiter")
    assert "5 players: 2 boards, 1 player without a game" in arbiter.get(f"{event.url}/checkin").text
    arbiter.submit(f"{event.url}/checkin/start", only="pair")
    assert event.state.rounds[0].stage is Stage.DRAFT


def test_start_of_live_games_is_theirs(house: House) -> None:
    for format, boards in (("swiss", "5 players: 2 boards"), ("knockout", "5 players: 1 match")):
        event = house.event(*NAMES, format=format, live=True, timeControl="5+3")
        arbiter = house.visitor("arbiter")
        assert boards in arbiter.get(f"{event.url}/checkin").text
        assert event.state.start_of(1) is None
        arbiter.submit(f"{event.url}/checkin/start")
        assert event.state.start_of(1) is not None, format


def test_start_leads_to_the_sheet_where_pairings_are_written(house: House) -> None:
    event = house.event(*NAMES, format="manual")
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/checkin")
    arbiter.submit(f"{event.url}/checkin/start")
    assert f"{event.url}/rounds/pair" in arbiter.page.posts
    assert not event.state.rounds


def test_start_with_too_few_changes_nothing(house: House, event: Event) -> None:
    address = opened(house, event)
    come(house, address, event, "Ann")
    before, arbiter = event.version, house.visitor("arbiter")
    arbiter.get(f"{event.url}/checkin")
    arbiter.submit(f"{event.url}/checkin/start", absent="withdrawn")
    assert (arbiter.status, event.version) == (409, before)
    assert "Too few players" in arbiter.page.text


def test_doors_are_the_next_step_before_round_1_and_not_after(house: House, event: Event) -> None:
    arbiter = house.visitor("arbiter")
    assert "Open the doors, then start" in arbiter.get(event.url).text
    event.do(PairRound())
    assert "Open the doors, then start" not in arbiter.get(event.url).text


def test_the_code_gives_links_only_where_it_is_asked_to(house: House, event: Event) -> None:
    plain = opened(house, event)
    come(house, plain, event, "Bo")
    assert not house.podium.registry.links(event.id)
    arbiter = house.visitor("arbiter")
    open_check_in(house.podium.check_ins, house.podium.desk.see(event.owner, event.id), None, links=True)
    page = arbiter.get(f"{event.url}/checkin")
    address = page.all("input", id="checkin-address")[0].attributes["value"].partition("/t/")[2]
    assert address != plain, "a code that hangs already gives no more than it did"
    phone, other = house.visitor(), house.visitor()
    for visitor in (phone, other):
        visitor.get(f"/t/{address}")
        visitor.submit(f"/t/{address}", player=event.player("Cy"))
    assert "This phone is yours now" in phone.page.text
    assert "This phone is yours now" not in other.page.text
    assert [link.grant.player for link in house.podium.registry.links(event.id)] == [event.player("Cy")]
    phone.get(f"/t/{address}")
    phone.submit(f"/t/{address}", player=event.player("Di"))
    assert "This phone is yours now" not in phone.page.text, "it is of one player"
