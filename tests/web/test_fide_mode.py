"""FIDE mode on the pages: the badge, what is asked before a form is carried out, and the way out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from podium.app.trf.export import report_of
from podium.core.result import Result
from podium.files.trf import Cell, write
from podium.flow.commands import CloseRound, PairRound, PublishRound
from podium.flow.state import Bye
from tests.kit.events import breach_comments
from tests.web.conftest import Event, House

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay", "Gil", "Hal")


@pytest.fixture
def swiss(house: House) -> Event:
    return house.event(*NAMES, format="swiss", rules="fide", rounds=6)


def play(event: Event, rounds: int) -> None:
    for _round in range(rounds):
        event.do(PairRound())
        number = len(event.state.rounds)
        event.record(number, *[Result.WHITE_WINS] * 4)
        event.do(CloseRound(number))


@pytest.mark.parametrize("page", ["", "/players", "/rounds", "/standings", "/prizes", "/settings", "/history"])
def test_every_page_of_the_event_wears_the_badge(house: House, swiss: Event, page: str) -> None:
    badges = house.visitor("owner").get(f"{swiss.url}{page}").all("span", class_="mode")
    assert [each.text for each in badges] == ["FIDE mode"]


def test_a_club_event_wears_none(house: House) -> None:
    club = house.event(*NAMES, format="swiss", rounds=6)
    shown = house.visitor("owner").get(f"{club.url}/settings")
    assert shown.all("span", class_="mode") == []
    assert f"{club.url}/leave-fide-mode" not in shown.posts


def test_leaving_is_asked_twice_and_then_stands_on_every_page(house: House, swiss: Event) -> None:
    play(swiss, 1)
    director = house.visitor("arbiter")
    director.get(f"{swiss.url}/settings")
    leave = f"{swiss.url}/leave-fide-mode"
    asked = director.submit(leave)
    assert director.status == 409
    assert "Step 1 of 2" in asked.text
    asked = director.submit(leave)
    assert "Step 2 of 2" in asked.text
    assert "cannot be undone" in asked.text
    assert swiss.state.in_fide_mode
    after = director.submit(leave)
    assert swiss.state.fide_mode_exit == 1
    assert [each.text for each in after.all("span", class_="mode")] == ["Left FIDE mode in round 1"]


def test_a_correction_is_asked_with_what_the_form_sent(house: House, swiss: Event) -> None:
    play(swiss, 2)
    swiss.do(PairRound())
    scorer = house.visitor("arbiter")
    game = swiss.games(2)[0]
    scorer.get(f"{swiss.url}/what-if?pairing={game.id}&result=0-1")
    asked = scorer.submit(f"{swiss.url}/what-if")
    assert scorer.status == 409
    assert "later rounds were paired with the old one" in asked.text
    scorer.submit(f"{swiss.url}/what-if")
    assert swiss.games(2)[0].result is Result.BLACK_WINS
    assert [breach.kind.value for breach in swiss.state.breaches] == ["Correction"]


def test_a_bye_that_the_next_round_was_paired_with_is_asked_about(house: House) -> None:
    event = house.event(*NAMES[:5], format="swiss", rules="fide", rounds=5)
    event.do(PairRound())
    event.record(1, *[Result.WHITE_WINS] * 2)
    event.do(PairRound())
    event.do(PublishRound(2))
    [bye] = [each for each in event.state.rounds[0].games.values() if isinstance(each, Bye)]
    director, url = house.visitor("arbiter"), f"{event.url}/games/{bye.id}/bye"
    director.get(f"{event.url}/rounds/1")
    asked = director.submit(url, kind="zero")
    assert director.status == 409
    assert "The bye of Eva in round 1 changes" in asked.text
    director.submit(url)
    assert breach_comments(event.state) == ["### Correction @ Round 1: 5=PAB => 5=ZPB"]


def test_an_old_round_offers_the_rating_report_alone(house: House, swiss: Event) -> None:
    play(swiss, 4)
    director = house.visitor("arbiter")
    game = swiss.games(1)[0]
    shown = director.get(f"{swiss.url}/what-if?pairing={game.id}&result=0-1")
    assert "for the rating report alone" in shown.text
    director.submit(f"{swiss.url}/what-if")
    assert swiss.games(1)[0].result is Result.WHITE_WINS
    assert swiss.state.rating_results == {game.id: Result.BLACK_WINS}


def test_an_adjourned_game_of_an_old_round_ends_there_and_not_for_the_rating_report(house: House, swiss: Event) -> None:
    swiss.do(PairRound())
    swiss.record(1, Result.ADJOURNED, *[Result.WHITE_WINS] * 3)
    swiss.do(CloseRound(1))
    for number in (2, 3, 4):
        swiss.do(PairRound(), acknowledged=1)
        swiss.record(number, *[Result.WHITE_WINS] * 4)
        swiss.do(CloseRound(number))
    director = house.visitor("arbiter")
    game = swiss.games(1)[0]
    shown = director.get(f"{swiss.url}/what-if?pairing={game.id}&result=1/2-1/2")
    assert "for the rating report alone" not in shown.text
    director.submit(f"{swiss.url}/what-if")
    assert swiss.games(1)[0].result is Result.DRAW
    assert swiss.state.rating_results == {}


def test_what_is_asked_of_the_next_round_is_answered_once_the_last_is_closed(house: House, swiss: Event) -> None:
    swiss.do(PairRound())
    swiss.record(1, Result.ADJOURNED, *[Result.WHITE_WINS] * 3)
    swiss.do(CloseRound(1))
    swiss.do(PairRound())
    swiss.do(PublishRound(2))
    swiss.record(2, *[Result.WHITE_WINS] * 4)
    director = house.visitor("arbiter")
    director.get(f"{swiss.url}/rounds/2")
    finish = f"{swiss.url}/rounds/2/finish"
    asked = director.submit(finish)
    assert director.status == 409
    assert "still adjourned" in asked.text
    director.submit(finish)
    assert director.path == f"{swiss.url}/rounds/3"
    assert len(swiss.state.rounds) == 3


def test_equally_rated_players_exchange_their_numbers_on_the_form(house: House) -> None:
    event = house.event(format="swiss", rules="fide", rounds=3)
    for name in ("Ann", "Ben"):
        event.add(name)  # one at a time, both are rated 2000
    director = house.visitor("arbiter")
    director.get(f"{event.url}/players/{event.player('Ann')}/edit")
    director.submit(f"{event.url}/players/exchange-numbers", other=event.player("Ben"))
    assert director.status == 409
    director.submit(f"{event.url}/players/exchange-numbers")
    assert event.state.numbers[""] == {event.player("Ben"): 1, event.player("Ann"): 2}


def test_a_browser_that_does_not_say_where_it_came_from_is_asked_about_a_report_file_too(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=3)
    report = report_of(event.state, "")
    cells = (Cell(2, "w", "1"), Cell(1, "b", "0"), Cell(4, "w", "1"), Cell(3, "b", "0"))
    entries = tuple(replace(each, cells=(one,), points=None) for each, one in zip(report.entries, cells, strict=True))
    content = write(replace(report, entries=entries)).encode()
    owner = house.visitor("owner")
    fields = owner.get("/new").form("/new/report").fields
    owner.answer = owner.client.post("/new/report", data=fields, files={"file": ("report", content)})
    assert owner.status == 409
    assert "Round 1 of the file is not as the rules pair it" in owner.page.text
    [cancel] = [each for each in owner.page.all("a") if each.text == "Cancel"]
    assert cancel.attributes["href"] == "/new"
    assert "is created" not in owner.page.text
    owner.submit("/new/report")
    assert owner.status == 200
