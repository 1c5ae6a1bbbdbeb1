"""Rating change and norms on the card, and the report of all players."""

from __future__ import annotations

from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import AddPlayers, HandPairing, PairByHand, PairRound, PublishRound
from tests.web.conftest import Event, House

FEDERATIONS = ("GER", "FRA", "POL")


def masters(house: House) -> Event:
    """An international master of SUI beats or loses to nine others, seven to two; all but the last are strong."""
    event = house.event(format="manual", profile="rated", rounds=9, start="2026-05-01")
    others = [
        PlayerFields(f"Guest {at}", rating=2460, title="GM" if at < 5 else "IM", federation=FEDERATIONS[at % 3])
        for at in range(1, 10)
    ]
    hero = PlayerFields("Hero", rating=2480, title="IM", federation="SUI")
    event.do(AddPlayers((hero, *others)))
    for number in range(1, 10):
        pairing = HandPairing(event.player("Hero"), event.player(f"Guest {number}"))
        event.do(PairByHand((pairing,), number))
        event.do(PublishRound(number))
        event.record(number, Result.WHITE_WINS if number <= 7 else Result.BLACK_WINS)
    return event


def test_a_card_says_what_the_games_are_worth_and_that_a_norm_was_made(house: House) -> None:
    event = masters(house)
    text = house.visitor().get(f"{event.url}/players/{event.player('Hero')}").text
    assert "Rating change and norms" in text
    assert "GM norm: 7 of 9, performance 2680, worth 9 games." in text
    assert "Opponents who are GM" in text
    assert "K 10: the rating is 2400 or more." in text
    assert "Rating report of all players" in text


def test_the_report_lists_everybody_and_is_found_from_the_standings(house: House) -> None:
    event = masters(house)
    public = house.visitor()
    assert f"{event.url}/rating-report" in public.get(f"{event.url}/standings").html
    page = public.get(f"{event.url}/rating-report")
    assert "By FIDE’s regulations on ratings (B.02) as of 1 Oct 2025" in page.text
    assert page.html.count("data-player=") == 10
    assert f"/api/tournaments/{event.id}/export/ratings" in page.html
    turned = public.get(f"{event.url}/rating-report?sort=-change").text
    assert turned.index("Guest 1") < turned.index("Hero")
    rapid = public.get(f"{event.url}/rating-report?kind=rapid&q=hero").text
    assert "rapid and blitz ratings as of 1 Dec 2024" in rapid
    assert "Guest 1" not in rapid


def test_an_event_without_ratings_says_nothing_of_them(house: House) -> None:
    event = house.event(format="swiss")
    event.do(AddPlayers((PlayerFields("Ann"), PlayerFields("Ben"))))
    event.do(PairRound())
    public = house.visitor()
    assert "rating-report" not in public.get(f"{event.url}/standings").html
    assert "Rating change" not in public.get(f"{event.url}/players/{event.player('Ann')}").text


def test_doubles_have_no_report(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="doubles")
    public = house.visitor()
    assert "rating-report" not in public.get(f"{event.url}/standings").html
    page = public.get(f"{event.url}/rating-report")
    assert public.status == 409
    assert "There is no rating report of this event" in page.text
