"""Players report on their own card, the opponent answers, and the arbiter sees and decides what is disputed."""

from __future__ import annotations

from typing import Any

from podium.core.ids import PairingId
from podium.core.result import Result
from podium.flow.commands import PairRound, PublishRound, RecordResult
from podium.flow.state import Game, Match
from tests.web.conftest import Event, House
from tests.web.visitor import Page, Visitor


def round_robin(house: House, **settings: Any) -> tuple[Event, Game]:
    """A published round of two, and its game."""
    event = house.event("Ann", "Ben", "Cid", "Dan", **settings)
    event.do(PairRound())
    event.do(PublishRound(1))
    return event, event.games(1)[0]


def name(event: Event, id: str) -> str:
    return next(player.name for player in event.state.players.values() if player.id == id)


def both(house: House, event: Event, game: Game) -> tuple[Visitor, Visitor]:
    """White and Black at their phones."""
    return house.by_link(event, name(event, game.white)), house.by_link(event, name(event, game.black))


def card(visitor: Visitor, event: Event, player: str) -> Page:
    return visitor.get(f"{event.url}/players/{player}")


def status(event: Event, game: Game) -> str | None:
    report = event.state.reports.get(game.id)
    return report.status.value if report else None


def stored(event: Event, id: PairingId) -> Result | None:
    game = event.state.pairing(id)
    assert isinstance(game, Game)
    return game.result


def test_one_reports_with_one_tap_and_the_other_confirms(house: House) -> None:
    event, game = round_robin(house)
    white, black = both(house, event, game)
    way = f"{event.url}/games/{game.id}/report"
    page = card(white, event, game.white)
    assert [button["value"] for button in page.form(way).buttons] == ["1-0", "1/2-1/2", "0-1"]
    assert "You have White against" in page.text
    assert "I won 1-0" in page.text
    page = white.submit(way, result="1-0")
    assert "It counts; the other side can confirm it or object." in page.text
    page = card(black, event, game.black)
    assert "reports: I lost, 1-0" in page.text
    assert [button["value"] for button in page.form(f"{way}/object").buttons] == ["0-1", "1/2-1/2"]
    page = black.submit(f"{way}/confirm", result="1-0")
    assert (status(event, game), stored(event, game.id)) == ("confirmed", Result.WHITE_WINS)
    assert "Both sides say the same." in page.text


def test_the_own_win_comes_first_for_black_too(house: House) -> None:
    event, game = round_robin(house)
    _, black = both(house, event, game)
    page = card(black, event, game.black)
    values = [button["value"] for button in page.form(f"{event.url}/games/{game.id}/report").buttons]
    assert values == ["0-1", "1/2-1/2", "1-0"]


def test_what_was_just_said_is_taken_back(house: House) -> None:
    event, game = round_robin(house)
    white, _ = both(house, event, game)
    way = f"{event.url}/games/{game.id}/report"
    card(white, event, game.white)
    white.submit(way, result="1-0")
    page = white.submit(f"{way}/withdraw")
    assert (status(event, game), stored(event, game.id)) == (None, None)
    assert way in page.posts


def disputed(house: House, **settings: Any) -> tuple[Event, Game]:
    event, game = round_robin(house, **settings)
    white, black = both(house, event, game)
    way = f"{event.url}/games/{game.id}/report"
    card(white, event, game.white)
    white.submit(way, result="1-0")
    card(black, event, game.black)
    page = black.submit(f"{way}/object", result="0-1")
    assert "The arbiter decides." in page.text
    assert status(event, game) == "disputed"
    return event, game


def test_a_dispute_is_on_the_round_and_the_overview_and_one_tap_decides_it(house: House) -> None:
    event, game = disputed(house)
    arbiter = house.visitor("arbiter")
    page = arbiter.get(event.url)
    assert "1 result is disputed" in page.text
    assert f"{event.url}/rounds/1" in [each.attributes["href"] for each in page.all("a") if "decide" in each.text]
    page = arbiter.get(f"{event.url}/rounds/1")
    [chip] = page.all("span", class_="disputed")
    assert chip.text.startswith("disputed: 1-0 by ")
    way = f"{event.url}/games/{game.id}/result"
    claims = [form for form in page.forms if form.action == way and "result" in form.fields]
    assert [form.fields["result"] for form in claims] == ["1-0", "0-1"]
    arbiter.send(way, claims[1].fields)
    assert (status(event, game), stored(event, game.id)) == ("decided", Result.BLACK_WINS)
    page = arbiter.get(f"{event.url}/rounds/1")
    assert page.all("span", class_="disputed") == []
    history = arbiter.get(f"{event.url}/history").text
    assert "objects, it was 0-1" in history
    assert "decided, players said 1-0 by" in history


def test_the_word_that_counts_can_be_decided_too(house: House) -> None:
    event, game = disputed(house)
    arbiter = house.visitor("arbiter")
    page = arbiter.get(f"{event.url}/rounds/1")
    way = f"{event.url}/games/{game.id}/result"
    [first, _] = [form for form in page.forms if form.action == way and "result" in form.fields]
    arbiter.send(way, first.fields)
    assert (status(event, game), stored(event, game.id)) == ("decided", Result.WHITE_WINS)


def test_a_round_with_a_dispute_asks_before_it_closes(house: House) -> None:
    event, _ = disputed(house)
    event.do(RecordResult(event.games(1)[1].id, Result.DRAW))
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/rounds/1")
    close = f"{event.url}/rounds/1/close"
    page = arbiter.submit(close)
    assert arbiter.status == 409
    assert "The players do not agree on a result in round 1 (board 1)" in page.text
    assert event.state.rounds[0].stage.value == "published"
    arbiter.submit(close)
    assert event.state.rounds[0].stage.value == "closed"


def test_players_who_must_agree_record_nothing_alone(house: House) -> None:
    event, game = disputed(house, playerReports="agreed")
    assert stored(event, game.id) is None


def test_players_report_nothing_where_that_is_off(house: House) -> None:
    event, game = round_robin(house, playerReports="off")
    white, _ = both(house, event, game)
    assert card(white, event, game.white).posts == []
    assert white.get(f"{event.url}/rounds/1").posts == []


def test_others_see_no_reports(house: House) -> None:
    event, _ = disputed(house)
    page = house.visitor().get(f"{event.url}/rounds/1")
    assert "disputed" not in page.text
    assert "1 result is disputed" not in house.visitor().get(event.url).text


def test_a_refused_report_says_why(house: House) -> None:
    event, game = round_robin(house)
    white, _ = both(house, event, game)
    card(white, event, game.white)
    event.do(RecordResult(game.id, Result.DRAW))
    white.submit(f"{event.url}/games/{game.id}/report", result="1-0")
    assert white.status == 409
    assert "The result is recorded as ½-½: tell the arbiter if it was 1-0." in white.page.text


def test_doubles_are_reported_by_the_score_and_answered_by_the_other_team(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="doubles", setsToWin=2)
    event.do(PairRound())
    event.do(PublishRound(1))
    [match] = event.state.rounds[0].games.values()
    assert isinstance(match, Match)
    home, away = (house.by_link(event, name(event, team[0])) for team in (match.home, match.away))
    way = f"{event.url}/games/{match.id}/report"
    page = card(home, event, match.home[0])
    assert [button["value"] for button in page.form(way).buttons] == ["2:0", "2:1", "1:2", "0:2"]
    assert f"{event.url}/games/{match.id}/sets/click" in page.posts  # beside the buttons that count
    home.submit(way, result="2:1")
    page = card(away, event, match.away[0])
    assert "We lost, 1:2" in page.text
    assert f"{event.url}/games/{match.id}/sets/click" not in page.posts
    away.submit(f"{way}/object", result="0:2")
    arbiter = house.visitor("arbiter")
    page = arbiter.get(f"{event.url}/rounds/1")
    decide = f"{event.url}/games/{match.id}/sets/score"
    forms = [form.fields["score"] for form in page.forms if form.action == decide and "score" in form.fields]
    assert forms == ["2:1", "0:2"]
    arbiter.send(decide, next(form.fields for form in page.forms if form.fields.get("score") == "0:2"))
    assert event.state.reports[match.id].status.value == "decided"


def test_a_dispute_in_a_knockout_is_decided_where_its_results_are_entered(house: House) -> None:
    event = house.event("Ann", "Ben", format="knockout", tieBreakPolicy="RAPID")
    event.do(PairRound())
    [game] = event.games(1)
    white, black = both(house, event, game)
    way = f"{event.url}/games/{game.id}/report"
    card(white, event, game.white)
    white.submit(way, result="1-0")
    card(black, event, game.black)
    black.submit(f"{way}/object", result="0-1")
    arbiter = house.visitor("arbiter")
    assert f"{event.url}/bracket?round=1" in [each.attributes["href"] for each in arbiter.get(event.url).all("a")]
    page = arbiter.get(f"{event.url}/bracket?round=1")
    assert "1 result is disputed" in page.text
    decide = f"{event.url}/matches/{game.id}/result"
    claims = [form.fields for form in page.forms if form.action == decide and "result" in form.fields]
    arbiter.send(decide, claims[1])
    assert arbiter.status == 409  # the title of White goes: it asks first
    arbiter.submit(decide)
    assert (status(event, game), stored(event, game.id)) == ("decided", Result.BLACK_WINS)
