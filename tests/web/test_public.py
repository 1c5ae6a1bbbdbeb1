"""Pages for players and visitors without scripts: whom one follows, and lists that are found, sorted and paged."""

from __future__ import annotations

import re

import pytest

from podium.app.accounts.credentials import MY_PLAYER_COOKIE
from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    AddPlayers,
    PairRound,
    PublishRound,
    RecordSets,
    RequestByes,
    WithdrawPlayer,
)
from podium.flow.state import Side
from podium.web.frame.long_list import PAGE
from tests.web.conftest import Event, House
from tests.web.visitor import Page, Visitor

MANY = PAGE + 30


@pytest.fixture(scope="module")
def large(house: House) -> Event:
    """More players than a page has, in a round of more boards than a page has."""
    event = house.event(format="swiss", rounds=5, tiebreaks=["BH"])
    names = ["Müller, Zoë", *(f"Player {at:03}" for at in range(2, 2 * MANY))]
    event.do(AddPlayers(tuple(PlayerFields(name, 2600 - at, club=f"Club {at % 7}") for at, name in enumerate(names))))
    event.do(PairRound())
    event.do(PublishRound(1))
    return event


@pytest.fixture
def event(house: House) -> Event:
    event = house.event("Ann", "Ben", "Cid", "Dan", "Eve", format="swiss", rounds=3)
    event.do(PairRound())
    event.do(PublishRound(1))
    return event


def me(page: Page) -> str:
    """What the page says of the player one follows; empty where it follows nobody."""
    bar = next(each for each in page.all("aside", id="me"))
    return " ".join(bar.text.split())


def chosen(house: House, event: Event, name: str) -> Visitor:
    """Somebody without scripts who found that player."""
    visitor = house.visitor()
    visitor.get(f"{event.url}/me?q={name}")
    action = f"{event.url}/me"
    form = next(each for each in visitor.page.forms if each.fields.get("player") == event.player(name))
    visitor.send(action, form.fields)
    return visitor


def line(house: House, event: Event, name: str) -> str:
    return me(house.visitor().get(f"{event.url}/me/line?player={event.player(name)}"))


def rows(page: Page) -> set[str]:
    return {each.attributes["id"] for each in page.all("tr") if "id" in each.attributes}


def column(page: Page, place: str) -> list[str]:
    return [each.text.strip() for each in page.all("td", class_=place)]


class TestMyPlayer:
    def test_is_found_once_and_then_on_every_page_of_the_event(self, house: House, event: Event) -> None:
        other = house.event("Ann", "Ben")
        visitor = chosen(house, event, "Ann")
        for path in (
            "",
            "/players",
            "/rounds/1",
            "/standings",
            "/crosstable",
            "/prizes",
            f"/players/{event.player('Ben')}",
        ):
            assert me(visitor.get(event.url + path)).startswith("Ann Round 1: board 1, ")
        assert me(visitor.get(other.url)) == ""

    def test_can_be_forgotten(self, house: House, event: Event) -> None:
        visitor = chosen(house, event, "Ann")
        visitor.get(f"{event.url}/me")
        assert "Forget Ann" in visitor.page.text
        forget = next(each for each in visitor.page.forms if each.fields.get("player") == "")
        assert me(visitor.send(f"{event.url}/me", forget.fields)) == ""

    def test_of_somebody_who_came_by_a_link_is_known_and_stays(self, house: House, event: Event) -> None:
        visitor = house.by_link(event, "Ben")
        assert me(visitor.get(f"{event.url}/standings")).startswith("Ben Round 1: ")
        assert "Change" not in me(visitor.page)

    def test_is_no_business_of_those_who_enter_results(self, house: House, event: Event) -> None:
        for who in ("arbiter", "scorer"):
            page = house.visitor(who).bring(MY_PLAYER_COOKIE, event.player("Ann")).get(event.url)
            assert page.all("aside", id="me") == []
            assert "Find me" not in page.text

    def test_who_was_never_entered_is_nobody(self, house: House, event: Event) -> None:
        assert me(house.visitor().bring(MY_PLAYER_COOKIE, "nobody").get(event.url)) == ""
        visitor = house.visitor()
        visitor.get(f"{event.url}/me/line?player=nobody")
        assert visitor.status == 404
        visitor.get(f"{event.url}/me?q=zzz")
        assert "Nobody of that name is entered." in visitor.page.text

    def test_is_found_without_the_accents_and_among_few(self, house: House, large: Event) -> None:
        page = house.visitor().get(f"{large.url}/me?q=zoe%20muller")
        assert [each.text.split()[0] for each in page.all("li") if "Müller" in each.text] == ["Müller,"]
        assert "more: type more of the name" in house.visitor().get(f"{large.url}/me?q=player").text


class TestWhatMyPlayerDoes:
    def test_before_the_first_round_and_in_it(self, house: House) -> None:
        event = house.event("Ann", "Ben", format="swiss", rounds=1)
        assert line(house, event, "Ann") == "Ann No round is paired yet Change"
        event.do(PairRound())
        assert line(house, event, "Ann") == "Ann No round is paired yet Change"  # a draft is the director's
        event.do(PublishRound(1))
        game = event.games(1)[0]
        white, black = (event.state.players[id].name for id in (game.white, game.black))
        rating = event.state.players[game.black].fields.rating
        assert line(house, event, white).startswith(f"{white} Round 1: board 1, White against {black} ({rating})")
        assert f"Round 1: board 1, Black against {white} (" in line(house, event, black)

    def test_after_the_result(self, house: House, event: Event) -> None:
        event.record(1, Result.WHITE_WINS)
        game = event.games(1)[0]
        white, black = (event.state.players[id].name for id in (game.white, game.black))
        assert f"Round 1: win, 1-0 with White against {black}" in line(house, event, white)
        assert f"Round 1: loss, 1-0 with Black against {white}" in line(house, event, black)
        assert "rank 1, 1 point" in line(house, event, white)

    def test_with_a_bye_without_a_game_and_gone(self, house: House) -> None:
        event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=3)
        event.do(RequestByes(event.player("Cid"), {1: ByeType.HALF}))
        event.do(PairRound())
        event.do(PublishRound(1))
        event.add("Eve")
        event.do(WithdrawPlayer(event.player("Ben")))
        assert "Round 1: half-point bye, ½" in line(house, event, "Cid")
        assert "Round 1: not paired" in line(house, event, "Eve")
        assert "Ben withdrawn" in line(house, event, "Ben")

    def test_in_doubles(self, house: House) -> None:
        event = house.event("Ann", "Ben", "Cid", "Dan", format="doubles", rounds=2)
        event.do(PairRound())
        event.do(PublishRound(1))
        assert re.search(r"Round 1: table 1, with \w+ against \w+ and \w+", line(house, event, "Ann"))
        (match,) = event.state.rounds[0].games.values()
        event.do(RecordSets(match.id, {Side.HOME: 2, Side.AWAY: 0}))
        assert re.search(r"Round 1: (2:0|0:2) with \w+ against \w+ and \w+", line(house, event, "Ann"))

    def test_in_a_knockout(self, house: House) -> None:
        event = house.event("Ann", "Ben", "Cid", format="knockout")
        event.do(PairRound())
        assert "Ben Round 1: board 2, White against Cid (1980)" in line(house, event, "Ben")
        assert "Ann Round 1: bye rank 1" in line(house, event, "Ann")
        assert "points" not in line(house, event, "Ann")

    def test_every_round_is_a_line_of_a_row_that_opens(self, house: House, event: Event) -> None:
        page = house.visitor().get(f"{event.url}/players/{event.player('Ann')}/rounds")
        assert [each.text.split(":")[0] for each in page.all("li")] == ["Round 1"]


class TestLongLists:
    @pytest.mark.parametrize("path", ["/standings", "/players", "/rounds/1"])
    def test_show_a_page_the_next_ones_and_everything(self, house: House, large: Event, path: str) -> None:
        visitor, total = house.visitor(), MANY if path == "/rounds/1" else 2 * MANY - 1
        first = rows(visitor.get(large.url + path))
        assert len(first) == PAGE
        (following,) = (each.attributes["href"] for each in visitor.page.all("a", rel="next"))
        second = rows(visitor.get(following))
        assert second
        assert not first & second
        everything = rows(visitor.get(f"{large.url}{path}?all=yes"))
        assert len(everything) == total
        assert first | second <= everything
        assert visitor.page.all("nav", class_="pager") == []

    @pytest.mark.parametrize("path", ["/standings", "/players", "/rounds/1"])
    def test_are_searched_as_a_whole_without_accents(self, house: House, large: Event, path: str) -> None:
        page = house.visitor().get(f"{large.url}{path}?q=MULLER+zoe")
        assert len(rows(page)) == 1
        assert "Müller, Zoë" in page.text

    def test_open_at_the_row_of_a_player(self, house: House, large: Event) -> None:
        last = large.player(f"Player {2 * MANY - 1:03}")
        page = house.visitor().get(f"{large.url}/standings?find={last}")
        assert page.all("tr", data_player=last)
        row = re.search(
            r"standings\?find=\w+#(rank-\d+)", house.visitor().get(f"{large.url}/me/line?player={last}").html
        )
        assert row is not None
        assert page.all("tr", id=row[1])

    def test_go_on_from_where_a_browser_is(self, house: House, large: Event) -> None:
        page = house.visitor().get(f"{large.url}/players?page=1&rows={2 * PAGE}")
        assert len(rows(page)) == 2 * PAGE
        assert "Page 2 of 3" in page.text

    @pytest.mark.parametrize("query", ["page=0", "page=x", "page=999", "rows=-1", "sort=nonsense", "sort=--", "find=x"])
    def test_take_any_address(self, house: House, event: Event, query: str) -> None:
        for path in ("/standings", "/players", "/rounds/1"):
            visitor = house.visitor()
            assert rows(visitor.get(f"{event.url}{path}?{query}"))
            assert visitor.status == 200


class TestSorting:
    def test_headings_lead_to_the_list_by_them_and_back(self, house: House, event: Event) -> None:
        visitor = house.visitor()
        page = visitor.get(f"{event.url}/standings?sort=name")
        assert column(page, "lead") == ["Ann", "Ben", "Cid", "Dan", "Eve"]
        assert [each.text.strip() for each in page.all("th", aria_sort="ascending")] == ["Player"]
        (turned,) = (each.attributes["href"] for each in page.all("a", data_sort="name"))
        page = visitor.get(turned)
        assert column(page, "lead") == ["Eve", "Dan", "Cid", "Ben", "Ann"]
        assert [each.text.strip() for each in page.all("th", aria_sort="descending")] == ["Player"]

    def test_figures_begin_with_the_highest(self, house: House) -> None:
        event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=3, tiebreaks=["BH", "SB"])
        event.do(PairRound())
        event.do(PublishRound(1))
        event.record(1, Result.BLACK_WINS, Result.DRAW)
        page = house.visitor().get(f"{event.url}/standings?sort=SB")
        figures = [float(each.text) for each in page.all("td", data_label="SB")]
        assert figures == sorted(figures, reverse=True)
        assert len(set(figures)) > 1
        assert [each.text.strip() for each in page.all("th", aria_sort="descending")] == ["Sonneborn-Berger SB"]
        ratings = column(house.visitor().get(f"{event.url}/players?sort=-rating"), "lead")
        assert ratings == ["Dan", "Cid", "Ben", "Ann"]

    def test_boards_by_name(self, house: House, event: Event) -> None:
        whites = column(house.visitor().get(f"{event.url}/rounds/1?sort=-white"), "white")
        assert whites == sorted(whites, reverse=True)


class TestOverview:
    def test_says_where_when_and_how_far_it_is(self, house: House) -> None:
        event = house.event(
            "Ann", "Ben", "Cid", "Dan", format="swiss", rounds=7, place="Vienna", start="2026-08-01", end="2026-08-09"
        )
        page = house.visitor().get(event.url)
        assert "1 – 9 Aug 2026 · Vienna" in page.text
        assert page.all("progress") == []
        event.do(PairRound())
        event.do(PublishRound(1))
        event.record(1, Result.DRAW)
        page = house.visitor().get(event.url)
        assert "Round 1 of 7 , 1 of 2 results" in page.text
        assert [each.attributes["value"] for each in page.all("progress")] == ["1"]

    def test_of_a_knockout_says_how_far_its_round_is(self, house: House) -> None:
        event = house.event("Ann", "Ben", "Cid", "Dan", format="knockout")
        event.do(PairRound())
        assert "Round 1 , 0 of 2 results" in house.visitor().get(event.url).text

    def test_offers_to_find_oneself_once_there_are_players(self, house: House, event: Event) -> None:
        assert "Find me" not in house.visitor().get(house.event().url).text
        assert "Find me" in house.visitor().get(event.url).text
        assert "Find me" not in chosen(house, event, "Ann").get(event.url).text

    def test_has_the_files_in_a_menu(self, house: House, event: Event) -> None:
        page = house.visitor().get(event.url)
        files = [each.attributes["href"] for each in page.all("a") if "download" in each.attributes]
        assert [each.rsplit("/", 1)[1] for each in files] == ["pgn", "xlsx?table=standings", "xlsx", "csv"]  # no report


class TestARoundForReaders:
    def test_of_doubles_has_a_line_for_each_table_and_buttons_for_ones_own(self, house: House) -> None:
        event = house.event(*"ABCDEFGHI", format="doubles", rounds=3)
        event.do(PairRound())
        event.do(PublishRound(1))
        page = house.visitor().get(f"{event.url}/rounds/1")
        assert len([each for each in page.all("tr") if "data-board" in each.attributes]) == 3
        assert "Free games" in page.text
        assert page.posts == []
        match = next(iter(event.state.rounds[0].games.values()))
        name = event.state.players[match.players[0]].name
        own = house.by_link(event, name).get(f"{event.url}/rounds/1")
        assert own.posts
        assert {each.split("/")[4] for each in own.posts} == {match.id}
