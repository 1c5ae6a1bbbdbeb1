"""Screens on the wall, and the page on which a director composes them, keeps the clock and writes messages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from podium.app.hall.event_clock import ClockAction, ClockKind, ClockOrder
from podium.app.hall.screens import Content, Screen, ScreenItem, Theme
from podium.core.result import ByeType, Result
from podium.flow.commands import ChangeSettings, CloseRound, PairRound, PublishRound, RecordResult, RequestByes
from podium.web.formats.registry import FORMAT_PAGES
from tests.kit.finished import SETTINGS, play_out
from tests.web.conftest import Event, House
from tests.web.visitor import Page, Visitor

FIVE = ("Ann Arden", "Ben Bell", "Cid Cole", "Dan Dale", "Eve Eden")


@pytest.fixture
def event(house: House) -> Event:
    """Five players in the first round of a Swiss."""
    event = house.event(*FIVE, format="swiss", rounds=3)
    event.do(PairRound())
    event.do(PublishRound(1))
    return event


def lines(page: Page) -> list[str]:
    """The lists of a wall, with names as they are written in full."""
    initials = [each.text for each in page.all("span", class_="wall-short")]
    found = [" ".join(each.text.split()) for each in page.all("li")]
    for short in initials:
        found = [line.replace(short, "", 1) if short in line else line for line in found]
    return found


def titles(page: Page) -> list[str]:
    return [each.text for each in page.all("h2")]


def show(house: House, event: Event, *contents: Content) -> Page:
    """What the public sees of a screen with these."""
    items = tuple(map(ScreenItem, contents))
    house.podium.screens.change_screens(event.id, lambda _: (Screen("wall", "Wall", Theme.DARK, items),))
    visitor = house.visitor()
    page = visitor.get(f"{event.url}/screen/wall")
    assert visitor.status == 200
    return page


class TestTheWall:
    def test_it_has_neither_header_nor_forms_nor_links(self, house: House, event: Event) -> None:
        page = house.visitor("owner").get(f"{event.url}/screen")
        assert (page.forms, page.all("nav"), page.all("a")) == ([], [], [])
        assert titles(page) == ["Round 1", "Standings"]

    def test_boards_with_results_and_byes(self, house: House, event: Event) -> None:
        event.record(1, Result.DRAW)
        page = show(house, event, Content.PAIRINGS)
        boards = [" ".join(line.split()) for line in lines(page)]
        assert [line.split()[0] for line in boards[:2]] == ["1", "2"]
        assert "½-½" in boards[0]
        assert boards[2].endswith("bye")
        assert "1 of 2 results" in page.text

    def test_names_in_alphabetical_order_with_board_and_colour(self, house: House, event: Event) -> None:
        page = show(house, event, Content.NAMES)
        found = lines(page)
        assert [line.split()[0] for line in found] == ["Ann", "Ben", "Cid", "Dan", "Eve"]
        white = event.games(1)[0].white
        name = event.state.players[white].name
        assert any(line.startswith(name) and line.endswith("1 White") for line in found)

    def test_the_latest_result_comes_first(self, house: House, event: Event) -> None:
        assert "slide-welcome" in show(house, event, Content.RESULTS).html
        first, second = event.games(1)
        event.do(RecordResult(second.id, Result.WHITE_WINS))
        event.do(RecordResult(first.id, Result.DRAW))
        found = lines(show(house, event, Content.RESULTS))
        assert [line.split()[0] for line in found] == ["1", "2"]
        event.do(RecordResult(second.id, Result.BLACK_WINS))
        found = lines(show(house, event, Content.RESULTS))
        assert [line.split()[0] for line in found] == ["2", "1"]
        event.do(RecordResult(second.id, None))
        assert [line.split()[0] for line in lines(show(house, event, Content.RESULTS))] == ["1"]

    def test_sections_stand_under_their_names(self, house: House) -> None:
        event = house.event(sections=["A", "B"], format="round-robin")
        event.add("Ann", "Ben", section="A")
        event.add("Cid", "Dan", section="B")
        event.do(PairRound())
        event.do(PublishRound(1))
        page = show(house, event, Content.PAIRINGS, Content.STANDINGS)
        assert [each.text for each in page.all("li", class_="wall-heading")] == ["A", "B", "A", "B"]

    def test_messages_and_the_clock_are_words_without_scripts(self, house: House, event: Event) -> None:
        house.podium.screens.add_message(event.id, "Lunch <is> served.", None)
        house.podium.screens.change_clock(event.id, ClockOrder(ClockAction.START, 60))
        page = show(house, event, Content.CLOCK, Content.MESSAGES)
        assert page.text.count("Lunch <is> served.") == 2  # alone, and below every slide
        [whole] = page.all("b", class_="whole")
        assert whole.text.startswith("until ")
        strip = house.visitor().get(f"{event.url}/standings")
        assert "Lunch <is> served." in strip.text
        assert [each.text[:6] for each in strip.all("b", class_="eventclock")] == ["until "]

    @pytest.mark.parametrize("who", ["owner", "scorer", "public"])
    def test_a_draft_is_on_no_wall_whoever_opened_it(self, house: House, who: str) -> None:
        event = house.event(*FIVE, format="swiss", rounds=3)
        event.do(PairRound())
        page = house.visitor(who).get(f"{event.url}/screen")
        assert "No round is paired yet." in page.text
        assert "Ann" not in page.text

    def test_one_kind_alone_and_another_theme_by_the_address(self, house: House, event: Event) -> None:
        page = house.visitor().get(f"{event.url}/screen?show=standings&theme=contrast")
        assert titles(page) == ["Standings"]
        assert page.all("body")[0].attributes["data-wall"] == "contrast"
        assert titles(house.visitor().get(f"{event.url}/screen?show=weather")) == ["Round 1", "Standings"]

    def test_what_another_format_cannot_show_is_left_out(self, house: House, event: Event) -> None:
        assert titles(show(house, event, Content.BRACKET, Content.STANDINGS, Content.BOARDS)) == ["Standings"]

    def test_a_screen_nobody_made_is_not_there(self, house: House, event: Event) -> None:
        visitor = house.visitor()
        visitor.get(f"{event.url}/screen/nowhere")
        assert visitor.status == 404

    def test_players_of_a_bye_and_a_knockout_have_their_own_words(self, house: House) -> None:
        cup = house.event(*FIVE[:4], format="knockout", tieBreakPolicy="RAPID")
        cup.do(PairRound(1))
        assert titles(house.visitor().get(f"{cup.url}/screen")) == ["Semi-finals"]
        cup.record(1, Result.WHITE_WINS)
        found = lines(show(house, cup, Content.RESULTS))
        assert len(found) == 1
        page = show(house, cup, Content.PAIRINGS, Content.STANDINGS)
        assert titles(page) == ["Semi-finals", "Ranking"]
        assert page.all("span", class_="won") != []

    @pytest.mark.parametrize("pages", FORMAT_PAGES, ids=lambda pages: pages.name)
    def test_every_format_has_a_usual_screen(self, pages: object) -> None:
        parts = pages.traits.on_wall  # type: ignore[attr-defined]  # a value of FormatPages
        assert any(part.usual for part in parts)
        assert len({part.content for part in parts}) == len(parts)


def director(house: House, event: Event) -> Visitor:
    visitor = house.visitor("arbiter")
    visitor.get(f"{event.url}/screens")
    return visitor


class TestComposing:
    def test_a_screen_is_made_changed_and_removed(self, house: House, event: Event) -> None:
        visitor, screens = director(house, event), house.podium.screens
        assert "Pairings by board, Standings" in visitor.page.text  # there without any work
        visitor.submit(f"{event.url}/screens", name="Große Halle")
        [screen] = screens.screens(event.id)
        assert [item.content for item in screen.items] == [Content.PAIRINGS, Content.STANDINGS]
        address = f"{event.url}/screens/{screen.key}"
        page = visitor.page
        assert f"{event.url}/screen/{screen.key}" in page.html
        assert len(page.all("div", role="img")) == 2  # a QR code of each address
        sent = {"csrf": page.form(address).fields["csrf"], "name": "Hall", "theme": "contrast"}
        rows = {"content": ["pairings", "standings"], "seconds": ["30", "10"]}
        visitor.send(address, {**sent, **rows, "act": "up 1"})
        [screen] = screens.screens(event.id)
        assert (screen.name, screen.theme) == ("Hall", Theme.CONTRAST)
        assert screen.items == (ScreenItem(Content.STANDINGS, 10), ScreenItem(Content.PAIRINGS, 30))
        visitor.send(address, {**sent, **rows, "act": "add", "more": "clock"})
        visitor.send(address, {**sent, "content": ["pairings", "clock"], "seconds": ["30", "15"], "act": "remove 0"})
        assert screens.screens(event.id)[0].items == (ScreenItem(Content.CLOCK, 15),)
        visitor.get(f"{event.url}/screens")
        visitor.submit(f"{address}/remove")
        assert screens.screens(event.id) == ()

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"seconds": "3"}, "use 5 to 600"),
            ({"seconds": "many"}, "use 5 to 600"),
            ({"content": "weather"}, "A screen cannot show"),
            ({"name": " "}, "A name is needed"),
            ({"act": "remove 0"}, "use 1 to 12"),
        ],
    )
    def test_what_cannot_be_shown_is_said_and_changes_nothing(
        self, house: House, event: Event, fields: dict[str, str], sentence: str
    ) -> None:
        screen = Screen("hall", "Hall", items=(ScreenItem(Content.NAMES),))
        house.podium.screens.change_screens(event.id, lambda _: (screen,))
        visitor = director(house, event)
        form = visitor.page.form(f"{event.url}/screens/hall").fields
        visitor.send(f"{event.url}/screens/hall", {**form, **fields})
        assert visitor.status == 400
        assert sentence in visitor.page.text
        assert house.podium.screens.screens(event.id) == (screen,)

    def test_a_screen_without_a_name_is_refused_where_it_is_asked_for(self, house: House, event: Event) -> None:
        visitor = director(house, event)
        visitor.submit(f"{event.url}/screens", name=" ")
        assert (visitor.status, "name" in visitor.page.errors) == (400, True)


class TestTheClock:
    def test_it_is_started_paused_and_hidden_by_buttons(self, house: House, event: Event) -> None:
        visitor, screens = director(house, event), house.podium.screens
        visitor.send(f"{event.url}/clock", order(visitor, action="start", minutes="45"))
        assert screens.display(event.id).clock.length == 45 * 60_000
        visitor.send(f"{event.url}/clock", order(visitor, action="add", minutes="-5"))
        visitor.send(f"{event.url}/clock", order(visitor, action="pause"))
        left = screens.display(event.id).clock.left
        assert 39 * 60_000 < left <= 40 * 60_000
        visitor.send(f"{event.url}/clock", order(visitor, action="hide"))
        assert screens.display(event.id).clock.kind is ClockKind.NONE

    def test_until_is_meant_where_the_director_is(self, house: House, event: Event) -> None:
        visitor = director(house, event)
        now = datetime.now(UTC)
        there = now + timedelta(hours=2, minutes=90)  # two hours ahead of UTC, in an hour and a half
        visitor.send(f"{event.url}/clock", order(visitor, action="start", until=f"{there:%H:%M}", zone="-120"))
        left = house.podium.screens.display(event.id).clock.length
        assert 88 * 60_000 < left <= 90 * 60_000

    @pytest.mark.parametrize(
        ("fields", "status"),
        [
            ({"action": "start", "minutes": "soon"}, 400),
            ({"action": "start", "until": "25:99"}, 400),
            ({"action": "start", "until": "12:00", "zone": "99999"}, 400),
            ({"action": "explode"}, 400),
            ({"action": "resume"}, 409),
        ],
    )
    def test_what_it_cannot_do_is_said(self, house: House, event: Event, fields: dict[str, str], status: int) -> None:
        visitor = director(house, event)
        visitor.send(f"{event.url}/clock", order(visitor, **fields))
        assert visitor.status == status
        assert visitor.page.errors
        assert house.podium.screens.display(event.id).clock.kind is ClockKind.NONE


def order(visitor: Visitor, **fields: str) -> dict[str, str]:
    return {"csrf": visitor.page.form("/logout").fields["csrf"], **fields}


def test_a_message_is_on_every_page_until_it_is_taken_down(house: House, event: Event) -> None:
    visitor = director(house, event)
    visitor.submit(f"{event.url}/messages", text="Phones off!", lasts="15")
    assert "Phones off!" in house.visitor().get(event.url).text
    [message] = house.podium.screens.display(event.id).messages
    assert message.expires_at is not None
    visitor.get(f"{event.url}/screens")
    visitor.submit(f"{event.url}/messages/{message.id}/drop")
    assert "Phones off!" not in house.visitor().get(event.url).text
    visitor.get(f"{event.url}/screens")
    visitor.submit(f"{event.url}/messages", text="")
    assert (visitor.status, "text" in visitor.page.errors) == (400, True)


def test_a_player_who_sits_out_finds_that_by_the_name(house: House) -> None:
    event = house.event(*FIVE, format="swiss", rounds=3)
    event.do(RequestByes(event.player("Dan Dale"), {1: ByeType.HALF}))
    event.do(PairRound())
    event.do(PublishRound(1))
    found = [line for line in lines(show(house, event, Content.NAMES)) if line.startswith("Dan")]
    assert found == ["Dan Dale half-point bye"]


@pytest.mark.parametrize("format", ["swiss", "doubles", "knockout"])
def test_an_event_that_is_over_shows_how_everybody_came_out_and_no_round_any_more(house: House, format: str) -> None:
    event = house.event(*FIVE[:4], format=format, **SETTINGS[format])
    play_out(event)
    usual = house.visitor().get(f"{event.url}/screen")
    assert not [title for title in titles(usual) if title.startswith(("Round", "Final"))]
    assert "Ann Arden" in usual.text
    assert titles(show(house, event, Content.PAIRINGS, Content.RESULTS))[-1] in ("Standings", "Ranking")


def test_a_wall_always_has_the_event_the_round_and_the_code_for_phones(house: House, event: Event) -> None:
    page = house.visitor().get(f"{event.url}/screen")
    heads = [" ".join(each.text.split()) for each in page.all("p", class_="wall-event")]
    assert heads == [event.state.settings.name, f"{event.state.settings.name} · Round 1"]
    assert 'id="wall-code"' in page.html


class TestThePrizeGiving:
    @pytest.fixture
    def over(self, house: House) -> Event:
        """Four players, one of whom has won everything and one nothing."""
        event = house.event("Ann", "Ben", "Cid", "Dan", format="round-robin", rounds=3)
        event.do(ChangeSettings({"name": event.id}))
        for number in (1, 2, 3):
            event.do(PairRound())
            event.do(PublishRound(number))
            for game in event.games(number):
                best = min(game.players, key=lambda id: event.state.players[id].name)
                event.do(RecordResult(game.id, Result.WHITE_WINS if best == game.white else Result.BLACK_WINS))
            event.do(CloseRound(number))
        return event

    def at_home(self, house: House, event: Event) -> str:
        """The card of the event among all tournaments."""
        return next(each.text for each in house.visitor().get("/").all("li") if event.id in each.text)

    def seen(self, house: House, event: Event) -> tuple[str, ...]:
        """Who is named on the wall and on the overview."""
        visitor = house.visitor()
        wall = visitor.get(f"{event.url}/screen").text
        overview = "".join(each.text for each in visitor.get(event.url).all("section", class_="podium"))
        assert ("Ann" in wall) == ("Ann" in overview)
        return tuple(name for name in ("Ann", "Ben", "Cid") if name in wall and name in overview)

    def test_holds_nothing_back_unless_the_director_says_so(self, house: House, over: Event) -> None:
        assert self.seen(house, over) == ("Ann", "Ben", "Cid")
        assert "Won by Ann" in self.at_home(house, over)
        page = house.visitor().get(f"{over.url}/screen")
        assert {"podium", "story", "standings"} <= {each.attributes["data-content"] for each in page.all("section")}

    def test_reveals_one_place_after_the_other(self, house: House, over: Event) -> None:
        owner, found = house.visitor("owner"), []
        before = house.podium.screens.display(over.id).version
        for place in ("4", "3", "2", "1", ""):
            page = owner.get(f"{over.url}/screens")
            shown = [each.fields.get("place", "") for each in page.forms if each.action == f"{over.url}/podium"]
            assert place in shown
            owner.submit(f"{over.url}/podium", place=place)
            found.append(self.seen(house, over))
            visitor = house.visitor()
            assert ("Won by Ann" in self.at_home(house, over)) == (place in ("1", ""))
            visitor.get(f"{over.url}/share.png")
            assert visitor.status == 200
        assert found == [(), ("Cid",), ("Ben", "Cid"), ("Ann", "Ben", "Cid"), ("Ann", "Ben", "Cid")]
        assert house.podium.screens.display(over.id).version == before + 5  # each of which every stream tells at once

    def test_a_place_that_no_podium_has_is_refused(self, house: House, over: Event) -> None:
        owner = house.visitor("owner")
        owner.get(f"{over.url}/screens")
        owner.submit(f"{over.url}/podium", place="9")
        assert house.podium.screens.display(over.id).revealed is None
        assert house.visitor().get(over.url).all("section", class_="podium")

    def test_a_place_that_is_out_can_be_hidden_again(self, house: House, over: Event) -> None:
        owner = house.visitor("owner")
        for place, again in (("4", ""), ("3", "4"), ("2", "3"), ("1", "2")):
            owner.get(f"{over.url}/screens")
            page = owner.submit(f"{over.url}/podium", place=place)
            offered = [form.fields.get("place", "") for form in page.forms if form.action == f"{over.url}/podium"]
            assert again in offered
            assert (f"Hide place {place} again" in page.text) == bool(again)
        owner.submit(f"{over.url}/podium", place="2")
        assert self.seen(house, over) == ("Ben", "Cid")

    def test_can_be_chosen_before_the_last_round(self, house: House, event: Event) -> None:
        owner = house.visitor("owner")
        owner.get(f"{event.url}/screens")
        page = owner.submit(f"{event.url}/podium", place="4")
        assert "As soon as the last round is over" in page.text
        assert "told at the prize-giving" in house.visitor().get(f"{event.url}/rounds/1").text
