"""The overview in every moment, the line of the player one follows in the last round, and what is shared."""

from __future__ import annotations

from podium.core.result import Result
from podium.flow.commands import CloseRound, PairRound, PublishRound
from tests.web.conftest import Event, House


def play(event: Event, number: int, *results: Result) -> None:
    """A round that is out, with its first results."""
    event.do(PairRound())
    event.do(PublishRound(number))
    event.record(number, *results)


def test_before_the_first_round_a_visitor_sees_who_comes_and_how_to_follow(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=2)
    page = house.visitor().get(event.url)
    (entered,) = page.all("section", class_="entered")
    assert "4 players entered" in entered.text
    assert all(name in entered.text for name in ("Ann", "Ben", "Cid", "Dan"))
    assert page.all("div", class_="qr")
    assert not page.all("section", class_="to-do")
    assert "Nobody has entered yet" in house.visitor().get(house.event(format="swiss").url).text


def test_a_director_sees_what_is_left_to_do_until_the_first_round_is_out(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=2, published=False)
    owner = house.visitor("owner")
    page = owner.get(event.url)
    assert [each.text for each in page.all("li", class_="done")] == ["Enter the players done 4 players"]
    assert not page.all("div", class_="qr")  # nobody else could open it
    event.do(PairRound())
    assert owner.get(event.url).all("section", class_="to-do")
    event.do(PublishRound(1))
    assert not owner.get(event.url).all("section", class_="to-do")


def test_who_is_here_is_counted_for_all_and_named_to_those_at_the_desk(house: House) -> None:
    event = house.event("Ann", "Ben", format="swiss", rounds=2)
    check_ins = house.podium.check_ins
    check_ins.open(event.id, 1, None)
    check_ins.note(event.id, event.player("Ann"), present=True)
    for who, marked in (("public", []), ("scorer", ["Ann 2000 here"])):
        page = house.visitor(who).get(event.url)
        (entered,) = page.all("section", class_="entered")
        assert "1 of 2 are here" in entered.text
        assert "Doors are open" in entered.text
        assert [each.text for each in page.all("li", class_="done")] == marked


def test_pairings_stand_there_until_the_first_result(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", "Eve", format="swiss", rounds=2)
    event.do(PairRound())
    assert "entered" in house.visitor().get(event.url).text  # a draft is the director's
    event.do(PublishRound(1))
    (boards,) = house.visitor().get(event.url).all("ol", class_="first-boards")
    assert all(name in boards.text for name in ("Ann", "Ben", "Cid", "Dan", "Eve", "bye"))
    event.record(1, Result.WHITE_WINS)
    page = house.visitor().get(event.url)
    assert not page.all("ol", class_="first-boards")
    assert page.all("table", class_="leaders")


def test_a_cup_shows_who_plays_whom_and_how_it_ended_until_it_is_over(house: House) -> None:
    cup = house.event("Ann", "Ben", "Cid", "Dan", format="knockout")
    cup.do(PairRound())
    cup.record(1, Result.WHITE_WINS)
    page = house.visitor().get(cup.url)
    (boards,) = page.all("ol", class_="first-boards")
    assert "1-0" in boards.text
    assert not page.all("table", class_="leaders")  # all who are in it share the first place


def test_who_is_followed_is_told_what_the_last_game_takes(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=2)
    play(event, 1, Result.WHITE_WINS, Result.DRAW)
    event.do(CloseRound(1))
    first = event.games(1)[0].white
    play(event, 2)
    line = house.visitor().get(f"{event.url}/me/line?player={first}")
    assert "a win secures place 1" in line.text
    assert "a win secures place 1" in house.visitor().get(f"{event.url}/players/{first}").text
    assert "secures" not in house.visitor().get(f"{event.url}/players/{first}?after=1").text


def test_a_card_begins_with_the_rank_and_folds_the_tie_breaks(house: House) -> None:
    event = house.event("Ann", "Ben", format="round-robin")
    play(event, 1, Result.WHITE_WINS)
    page = house.visitor().get(f"{event.url}/players/{event.games(1)[0].white}")
    text = page.text
    assert text.index("Rank 1, 1 point") < text.index("Rounds of ") < text.index("Tie-breaks")
    assert not [each for each in page.all("details", class_="why") if "open" in each.attributes]


def test_an_event_that_everybody_sees_is_shared_by_one_tap(house: House) -> None:
    event = house.event("Ann", "Ben")
    for who in ("public", "owner"):
        (link,) = [each for each in house.visitor(who).get(event.url).all("a") if "data-shares" in each.attributes]
        assert link.attributes["data-shares"].endswith(event.url)
        assert link.attributes["href"] == f"{event.url}/share.png?v={event.version}"
    hidden = house.event("Ann", "Ben", published=False)
    page = house.visitor("owner").get(hidden.url)
    assert not [each for each in page.all("a") if "data-shares" in each.attributes]
