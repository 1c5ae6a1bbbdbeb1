"""The pages of doubles, by a browser without scripts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from podium.app.accounts.credentials import LANGUAGE_COOKIE
from podium.doubles import PassedOver, Sets
from podium.flow.commands import ClickSets, CloseRound, PairRound, PublishRound, RecordSets, WithdrawPlayer
from podium.flow.state import Match, Side, Stage
from podium.web.formats.doubles_pages.tables import doubles_round
from tests.kit.finished import pair, play
from tests.web.conftest import Event, House
from tests.web.guide import create
from tests.web.test_access import faults
from tests.web.visitor import Visitor

NAMES = [f"Player {number:02}" for number in range(1, 11)]


def matches(event: Event, round: int = 1) -> list[Match]:
    return [each for each in event.state.rounds[round - 1].in_order if isinstance(each, Match)]


@pytest.fixture
def event(house: House) -> Event:
    """Ten players in the first round of five."""
    event = house.event(*NAMES, format="doubles", rounds=5)
    event.do(PairRound())
    event.do(PublishRound(1))
    return event


def test_a_click_counts_and_the_page_comes_back(house: House, event: Event) -> None:
    visitor = house.visitor("scorer")
    page = visitor.get(f"{event.url}/rounds/1")
    match = matches(event)[0]
    click = f"{event.url}/games/{match.id}/sets/click"
    assert [each.text for each in page.all("button", class_="sets")] == ["?"] * 4
    for shown in ("0", "1", "2", "3", "0"):
        page = visitor.submit(click, side="home")
        assert visitor.path == f"{event.url}/rounds/1"
        assert next(each.text for each in page.all("button", id="sets-1-home")) == shown
    assert next(each.text for each in page.all("button", id="sets-1-away")) == "?"


def test_a_click_on_a_stale_page_is_applied_to_what_is_there(house: House, event: Event) -> None:
    phone, other = house.visitor("scorer"), house.visitor("arbiter")
    match = matches(event)[0]
    click = f"{event.url}/games/{match.id}/sets/click"
    phone.get(f"{event.url}/rounds/1")
    other.get(f"{event.url}/rounds/1")
    other.submit(click, side="home")
    other.submit(click, side="home")
    phone.submit(click, side="home")
    phone.get(f"{event.url}/rounds/1")
    phone.submit(click, side="away")
    assert matches(event)[0].sets == Sets(2, 0)


def test_every_open_match_says_what_is_wrong(house: House, event: Event) -> None:
    one, two = matches(event)
    event.do(RecordSets(one.id, {Side.HOME: 3, Side.AWAY: 3}))
    event.do(ClickSets(two.id, Side.HOME))
    visitor = house.visitor("arbiter")
    page = visitor.get(f"{event.url}/rounds/1")
    assert "This match is a tie" in page.text
    assert "This match is a partial entry" in page.text
    page = visitor.submit(f"{event.url}/rounds/1/close")
    assert visitor.status == 409
    assert "table 1 is a tie" in page.problem
    assert "table 2 is a partial entry" in page.problem


def test_a_refused_close_marks_the_tables_on_the_round_itself(house: House, event: Event) -> None:
    """The description of doubles, match results 4: no round is closed while a match has no valid result."""
    one, two = matches(event)
    event.do(RecordSets(one.id, {Side.HOME: 3, Side.AWAY: 0}))
    visitor = house.visitor("arbiter")
    assert "This match has no result" not in visitor.get(f"{event.url}/rounds/1").text
    page = visitor.submit(f"{event.url}/rounds/1/close")
    assert visitor.status == 409
    assert page.problem == "Round 1 cannot be closed: 1 game without a result."
    marked = [each.attributes["id"] for each in page.all("section") if "marked" in each.attributes.get("class", "")]
    assert marked == ["table-2"]
    assert "This match has no result." in page.text
    page = visitor.submit(f"{event.url}/games/{two.id}/sets/score", score="1:3")
    assert (visitor.status, page.problem) == (200, "")
    visitor.submit(f"{event.url}/rounds/1/close")
    assert event.state.rounds[0].stage is Stage.CLOSED


def test_what_keeps_a_round_open_is_said_until_nothing_does(house: House, event: Event) -> None:
    one, _two = matches(event)
    visitor = house.visitor("arbiter")
    visitor.get(f"{event.url}/rounds/1")
    visitor.submit(f"{event.url}/rounds/1/close")
    page = visitor.submit(f"{event.url}/games/{one.id}/sets/score", score="3:2")
    assert page.problem == "Round 1 cannot be closed: 1 game without a result."
    assert house.visitor("scorer").get(f"{event.url}/rounds/1?closing=yes").problem == ""


def test_the_usual_scores_are_entered_by_one_tap(house: House, event: Event) -> None:
    """The description of doubles, match results 1: one team has the sets to win, the other has not."""
    match = matches(event)[0]
    visitor = house.visitor("scorer")
    page = visitor.get(f"{event.url}/rounds/1")
    offered = [each.text for each in page.all("button", name="score") if each.attributes["id"].startswith("score-1-")]
    assert offered == ["3:0", "3:1", "3:2", "2:3", "1:3", "0:3"]
    page = visitor.submit(f"{event.url}/games/{match.id}/sets/score", score="3:2")
    assert matches(event)[0].sets == Sets(3, 2)
    assert page.all("button", id="score-1-3-2")[0].attributes["aria-pressed"] == "true"
    for malformed in ("3", "3:", "a:b", "4:0"):
        visitor.get(f"{event.url}/rounds/1")
        visitor.submit(f"{event.url}/games/{match.id}/sets/score", score=malformed)
        assert visitor.status == 400, malformed
    assert matches(event)[0].sets == Sets(3, 2)


def test_a_player_enters_the_own_match_on_the_card(house: House, event: Event) -> None:
    match = matches(event)[0]
    own, other = match.home[0], matches(event)[1].home[0]
    phone = house.by_link(event, event.state.players[own].name)
    page = phone.get(f"{event.url}/players/{own}")
    assert "Your match" in page.text
    phone.submit(f"{event.url}/games/{match.id}/sets/score", score="0:3")
    assert phone.path == f"{event.url}/players/{own}"
    assert matches(event)[0].sets == Sets(0, 3)
    assert "Your match" not in phone.get(f"{event.url}/players/{other}").text


def test_who_was_passed_over_and_why_is_said(house: House, event: Event) -> None:
    """What the page says; when it happens is tested with the engine."""
    seen = house.podium.desk.see(event.owner, event.id)
    here = seen.state.rounds[0]
    assert here.draw is not None
    low, instead = event.player("Player 10"), event.player("Player 08")
    drawn = replace(here.draw, passed_over=(PassedOver(low, (instead,), 5),))
    told = doubles_round(seen.state, replace(here, draw=drawn), seen, event.url)
    assert told.passed_over == (
        "Player 10 was passed over for Player 08: otherwise no way was found to play every round up to round 5.",
    )


def test_clear_brings_the_question_marks_back(house: House, event: Event) -> None:
    match = matches(event)[0]
    event.do(RecordSets(match.id, {Side.HOME: 3, Side.AWAY: 0}))
    visitor = house.visitor("scorer")
    visitor.get(f"{event.url}/rounds/1")
    visitor.submit(f"{event.url}/games/{match.id}/sets")
    assert matches(event)[0].sets == Sets()


def test_a_whole_round_from_draw_to_draw(house: House, event: Event) -> None:
    for match in matches(event):
        event.do(RecordSets(match.id, {Side.HOME: 3, Side.AWAY: 1}))
    visitor = house.visitor("arbiter")
    page = visitor.get(f"{event.url}/rounds/1")
    assert "2 of 2 matches are decided" in page.text
    visitor.submit(f"{event.url}/rounds/1/close")
    page = visitor.get(f"{event.url}/rounds/1")
    assert "Reopen round" in page.text
    page = visitor.submit(f"{event.url}/rounds")
    assert visitor.path == f"{event.url}/rounds/2"
    assert "Free games" in page.text
    assert "0 free games before, rank" in page.text
    assert "rounds are guaranteed" in page.text
    player = matches(event)[0].away[0]
    card = visitor.get(f"{event.url}/players/{player}").text
    assert "1 + 1 − 0 = 2" in card
    assert "Player" in visitor.get(f"{event.url}/standings").text
    for path in ("/crosstable", "/history", "/rounds/1/print", "/rounds/1/print?by=name", "/history/3", ""):
        visitor.get(f"{event.url}{path}")
        assert visitor.status == 200, path


@pytest.mark.parametrize("path", ["/rounds/1/print", "/rounds/1/print?by=name", "/history/{version}"])
def test_on_paper_and_in_the_past_nobody_has_a_colour_or_sits_at_a_board(house: House, event: Event, path: str) -> None:
    page = house.visitor("arbiter").get(event.url + path.format(version=event.version))
    headings = [each.text for each in page.all("th", scope="col")]
    assert "Table" in headings
    assert not {"Board", "White", "Black", "Colour"} & set(headings)


def test_the_standings_say_what_buchholz_is_in_doubles(house: House, event: Event) -> None:
    for url in (f"{event.url}/standings", f"{event.url}/history/{event.version}"):
        assert "minus those of the partners" in house.visitor("arbiter").get(url).text


def test_a_reader_sees_cards_without_buttons_and_a_player_those_of_the_own_match(house: House, event: Event) -> None:
    page = house.visitor("public").get(f"{event.url}/rounds/1")
    assert page.posts == []
    own = event.state.players[matches(event)[0].home[0]].name
    page = house.by_link(event, own).get(f"{event.url}/rounds/1")
    assert [each.attributes["id"] for each in page.all("button", class_="sets")] == ["sets-1-home", "sets-1-away"]


def test_both_numbers_are_shown_anew_when_somebody_leaves(house: House, event: Event) -> None:
    visitor = house.visitor("owner")
    assert "5 rounds are guaranteed, 11 possible" in visitor.get(event.url).text
    event.do(WithdrawPlayer(event.player(NAMES[0])))
    assert "5 rounds are guaranteed, 11 possible" not in visitor.get(event.url).text
    assert "guaranteed" in visitor.page.text


def test_a_round_has_one_name_in_german_and_what_is_over_promises_none(house: House) -> None:
    event = house.event(*NAMES, format="doubles", rounds=1, setsToWin=2)
    pair(event, 1)
    visitor = house.visitor("owner").bring(LANGUAGE_COOKIE, "de")
    for url in (f"{event.url}/rounds/1", event.url):
        assert ("Runde 1" in visitor.get(url).text, "1. Runde" in visitor.page.text) == (True, False), url
    assert "Runden sind sicher" in visitor.page.text
    play(event, 1)
    assert "Runden sind sicher" not in visitor.get(event.url).text


def test_the_form_makes_doubles_and_fixes_the_options(house: House) -> None:
    visitor = house.visitor("owner")
    create(visitor, "Evening", "doubles", rounds="3", setsToWin="2", freeGames="random")
    url = visitor.path
    page = visitor.get(f"{url}/settings")
    assert page.form(f"{url}/settings").fields["setsToWin"] == "2"
    assert page.form(f"{url}/settings").fields["freeGames"] == "random"
    page = visitor.submit(f"{url}/settings", setsToWin="0")
    assert visitor.status == 400
    assert "setsToWin" in page.errors
    assert "at least four players" in visitor.get(f"{url}/rounds").text


def test_names_can_be_pasted(house: House) -> None:
    event = house.event(format="doubles", rounds=3)
    visitor = house.visitor("owner")
    visitor.get(f"{event.url}/players")
    page = visitor.submit(f"{event.url}/players/paste", text="\n".join(NAMES))
    assert "Import 10 players" in page.text
    visitor.send(f"{event.url}/players/import/confirm", page.form(f"{event.url}/players/import").fields)
    assert len(event.state.players) == 10


def test_the_screen_shows_tables_and_free_games(house: House, event: Event) -> None:
    visitor = house.visitor("public")
    page = visitor.get(f"{event.url}/screen")
    assert "Round 1" in page.text
    assert all(name in page.text for name in NAMES)
    assert "free game" in page.text
    assert "Tables" in [each.text for each in page.all("p")]
    by_name = visitor.get(f"{event.url}/screen?show=names").text
    assert all(f"{name} " in by_name for name in NAMES)
    assert by_name.count(" with ") == 8


def test_nonsense_sent_by_hand_is_refused(house: House, event: Event) -> None:
    visitor = house.visitor("scorer")
    visitor.get(f"{event.url}/rounds/1")
    match = matches(event)[0]
    for fields, address in (({"side": "left"}, "/sets/click"), ({"home": "x"}, "/sets"), ({"home": "4"}, "/sets")):
        csrf = visitor.get(f"{event.url}/rounds/1").form(f"{event.url}/games/{match.id}/sets/click").fields["csrf"]
        visitor.send(f"{event.url}/games/{match.id}{address}", {"csrf": csrf, **fields})
        assert visitor.status == 400
    assert matches(event)[0].sets == Sets()


def test_an_empty_evening_needs_four(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", format="doubles", rounds=3)
    page = house.visitor("owner").get(event.url)
    assert "Add the players" in page.text
    assert "Doubles need at least four players." in page.text
    with pytest.raises(Exception, match="too-few-players"):
        event.do(PairRound())
    with pytest.raises(Exception, match="unknown-round"):
        event.do(CloseRound(1))


def by_hand(house: House, event: Event, *tables: str, who: str = "arbiter") -> Visitor:
    """Somebody who has sent the sheet with these tables, four names or numbers each."""
    visitor = house.visitor(who)
    visitor.get(f"{event.url}/rounds/teams")
    written = {
        f"{side}{place}-{row}": name
        for row, four in enumerate(tables, start=1)
        for (side, place), name in zip(
            (("home", 1), ("home", 2), ("away", 1), ("away", 2)), four.split(","), strict=True
        )
    }
    visitor.submit(f"{event.url}/rounds/teams", **written)
    return visitor


def teams(event: Event, round: int = 1) -> list[list[str]]:
    return [[event.state.players[id].name for id in match.players] for match in matches(event, round)]


@pytest.fixture
def evening(house: House) -> Event:
    """Nine players before the first round."""
    return house.event(*["Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida"], format="doubles")


def test_a_round_is_made_by_hand_from_the_page_of_the_rounds(house: House, evening: Event) -> None:
    arbiter = house.visitor("arbiter")
    page = arbiter.get(f"{evening.url}/rounds")
    assert f"{evening.url}/rounds/teams" in [each.attributes.get("href") for each in page.all("a")]
    page = arbiter.get(f"{evening.url}/rounds/teams")
    assert faults(page) == []
    assert "1 of them will have a free game" in page.text
    arbiter = by_hand(house, evening, "Ann,3,2 Ben,dan", "eve,Fay,Gil,9 ida")
    assert arbiter.path == f"{evening.url}/rounds/1"
    assert teams(evening) == [["Ann", "Cid", "Ben", "Dan"], ["Eve", "Fay", "Gil", "Ida"]]
    assert "Hal 0 free games before, chosen by the director" in arbiter.page.text
    arbiter.submit(f"{evening.url}/history/{evening.version}/undo")
    assert evening.state.rounds == ()
    assert "Nobody sits out again" not in arbiter.page.text


def test_a_table_left_empty_gives_free_games(house: House, evening: Event) -> None:
    by_hand(house, evening, ",,,", "Ann,Ben,Cid,Dan")
    assert teams(evening) == [["Ann", "Ben", "Cid", "Dan"]]
    assert evening.state.rounds[0].draw is not None
    assert len(evening.state.rounds[0].draw.free) == 5


def test_what_is_wrong_on_the_sheet_of_tables_is_said_where_it_is(house: House, evening: Event) -> None:
    arbiter = by_hand(house, evening, "Ann,Zoe,Cid,", "Ben,Ann,Dan,Eve")
    page = arbiter.page
    assert arbiter.status == 400
    assert "“Zoe”" in page.errors["home2-1"]
    assert "two teams of two" in page.errors["away2-1"]
    assert "already on line 1" in page.errors["home2-2"]
    assert page.form(f"{evening.url}/rounds/teams").fields["home2-1"] == "Zoe"
    assert faults(page) == []
    assert evening.state.rounds == ()


def test_partners_of_before_and_an_empty_sheet_are_refused_with_a_sentence(house: House, evening: Event) -> None:
    by_hand(house, evening, "Ann,Ben,Cid,Dan")
    match = matches(evening)[0]
    evening.do(RecordSets(match.id, {Side.HOME: 3, Side.AWAY: 1}))
    evening.do(CloseRound(1))
    arbiter = by_hand(house, evening, "Eve,Fay,Ben,Ann")
    assert arbiter.status == 409
    assert "Ann" in arbiter.page.text
    assert arbiter.page.form(f"{evening.url}/rounds/teams").fields["away1-1"] == "Ben"
    arbiter = by_hand(house, evening, ",,,")
    assert arbiter.status in (400, 409)
    assert len(evening.state.rounds) == 1


def test_the_sheet_of_tables_is_the_directors_and_of_doubles_alone(house: House, evening: Event) -> None:
    for who in ("scorer", "stranger", "public"):
        visitor = house.visitor(who)
        visitor.get(f"{evening.url}/rounds/teams")
        assert visitor.status == 403
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{evening.url}/rounds/pair")
    assert arbiter.path == f"{evening.url}/rounds/teams"
    others = house.event("Ann", "Ben", format="manual")
    page = arbiter.get(f"{others.url}/rounds/teams")
    assert arbiter.status == 409
    assert "Only doubles have teams" in page.problem
    few = house.event("Ann", "Ben", format="doubles")
    assert "at least four players" in arbiter.get(f"{few.url}/rounds/teams").text


def test_who_may_not_enter_sets_is_told_nothing_of_them(house: House, event: Event) -> None:
    match = matches(event)[0]
    event.do(RecordSets(match.id, {Side.HOME: 3, Side.AWAY: 1}))
    stranger = house.visitor("stranger")
    token = stranger.get(f"{event.url}/rounds/1").form("/logout").fields["csrf"]
    for sent in ({"home": "0", "away": "0"}, {"home": "3", "away": "1"}):
        page = stranger.send(f"{event.url}/games/{match.id}/sets", {"csrf": token, "was": "2:2", **sent})
        assert stranger.status == 403
        assert "You may not" in page.text


def test_a_further_round_is_asked_about_while_one_has_no_result(house: House, evening: Event) -> None:
    evening.do(PairRound(1))
    arbiter = house.visitor("arbiter")
    form = next(each for each in arbiter.get(f"{evening.url}/rounds/1").forms if "csrf" in each.fields)
    arbiter.send(f"{evening.url}/rounds", {**form.fields, "round": "2"})
    assert arbiter.status == 409
    assert "Round 1 has no result yet" in arbiter.page.text
    arbiter.submit(f"{evening.url}/rounds")
    assert len(evening.state.rounds) == 2


def test_a_match_is_called_on_the_page_the_wall_and_the_phones_of_its_players(house: House) -> None:
    event = house.event(*(f"P{number:02}" for number in range(16)), format="doubles", tables=2)
    event.do(PairRound())
    event.do(PublishRound(1))
    first, _second, third, fourth = event.state.rounds[0].matches
    names = {id: player.name for id, player in event.state.players.items()}
    visitor = house.visitor()
    waits = visitor.get(f"{event.url}/me/line?player={third.home[0]}").text
    assert "waiting: next, with" in waits
    event.do(RecordSets(first.id, {Side.HOME: 3, Side.AWAY: 1}))
    sides = " against ".join(" & ".join(names[id] for id in side) for side in third.sides)
    for who in ("arbiter", "public"):
        assert f"Table 1 is free: {sides}" in house.visitor(who).get(f"{event.url}/rounds/1").text
    assert "table 1, with" in visitor.get(f"{event.url}/me/line?player={third.home[0]}").text
    assert "waiting: next, with" in visitor.get(f"{event.url}/me/line?player={fourth.away[1]}").text
    wall = visitor.get(f"{event.url}/screen").text
    assert wall.index("Table 1 is free") < wall.index("Now at the tables") < wall.index("Waiting") < wall.index("3:1")
