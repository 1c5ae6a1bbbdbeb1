"""Rounds without scripts: pair, publish, enter, close; by hand, and edited by hand."""

from __future__ import annotations

import pytest

from podium.core.result import ByeType, Result
from podium.flow.commands import (
    CloseRound,
    HandPairing,
    PairAllRounds,
    PairByHand,
    PairRound,
    PublishRound,
    RecordResult,
    ReopenRound,
    RequestByes,
)
from podium.flow.state import Bye, Stage
from tests.web.conftest import Event, House
from tests.web.visitor import Visitor

FIVE = ("Ann", "Ben", "Cid", "Dan", "Eve")


def pairs(event: Event, round: int) -> list[tuple[str, ...]]:
    """Who meets whom, by board; a bye has one name."""
    here = event.state.rounds[round - 1]
    return [tuple(event.state.players[each].name for each in pairing.players) for pairing in here.in_order]


def at(house: House, event: Event, path: str = "", who: str = "arbiter") -> Visitor:
    visitor = house.visitor(who)
    visitor.get(event.url + path)
    return visitor


def by_hand(event: Event, *names: tuple[str, str]) -> None:
    event.do(PairByHand(tuple(HandPairing(event.player(one), event.player(other)) for one, other in names)))


def test_a_whole_round_by_following_the_next_step(house: House) -> None:
    event = house.event(*FIVE[:4], published=False)
    arbiter = at(house, event)
    assert "Publish the tournament" in arbiter.page.text
    page = arbiter.submit(f"{event.url}/publish")
    assert "Pair round 1" in page.text
    page = arbiter.submit(f"{event.url}/rounds")
    assert arbiter.path == f"{event.url}/rounds/1"
    assert "draft" in page.text
    page = arbiter.submit(f"{event.url}/rounds/1/publish")
    for game, result in zip(event.games(1), ("1-0", "1/2-1/2"), strict=True):
        page = arbiter.submit(f"{event.url}/games/{game.id}/result", result=result)
    assert "2 of 2 results" in page.text
    page = arbiter.submit(f"{event.url}/rounds/1/close")
    assert event.state.rounds[0].stage is Stage.CLOSED
    page = arbiter.submit(f"{event.url}/rounds")
    assert arbiter.path == f"{event.url}/rounds/2"
    assert len(event.state.rounds) == 2


def test_the_last_round_leads_to_the_final_standings(house: House) -> None:
    event = house.event("Ann", "Ben")
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.WHITE_WINS)
    event.do(CloseRound(1))
    page = at(house, event).page
    assert "The tournament is over The round is closed." in page.text
    assert f"{event.url}/prizes" in [each.attributes["href"] for each in page.all("a", role="button")]
    assert "Final standings after 1 round" in at(house, event, "/standings").page.text
    assert f"{event.url}/rounds" not in at(house, event, "/rounds/1").page.posts


def test_a_double_click_pairs_once(house: House) -> None:
    event = house.event(*FIVE)
    arbiter = at(house, event, "/rounds")
    fields = arbiter.page.form(f"{event.url}/rounds").fields
    arbiter.send(f"{event.url}/rounds", fields)
    assert arbiter.status == 200
    arbiter.send(f"{event.url}/rounds", fields)
    assert arbiter.status == 409
    assert len(event.state.rounds) == 1


def test_a_page_from_before_cannot_pair(house: House) -> None:
    event = house.event(*FIVE)
    arbiter = at(house, event, "/rounds")
    event.add("Fay")
    page = arbiter.submit(f"{event.url}/rounds")
    assert arbiter.status == 409
    assert "has moved on" in page.problem
    assert event.state.rounds == ()


def test_an_odd_number_has_a_bye_whose_type_can_be_changed(house: House) -> None:
    event = house.event(*FIVE)
    event.do(PairRound())
    bye = next(each for each in event.state.rounds[0].games.values() if isinstance(each, Bye))
    arbiter = at(house, event, "/rounds/1")
    kinds = [each.text for each in arbiter.page.all("option")]
    assert kinds == ["bye, ½", "unpaired, 1", "half-point bye, ½", "zero-point bye, 0", "absent, 0"]
    page = arbiter.submit(f"{event.url}/games/{bye.id}/bye", kind="unpaired")
    assert "Unpaired recorded: 1 points" in page.status_lines[0]
    assert "unpaired, 1" in [each.text for each in page.all("span", class_="byeword")]
    arbiter.submit(f"{event.url}/history/{event.version}/undo")
    assert event.state.pairing(bye.id) == bye


@pytest.mark.parametrize("kind", ["", "double", "unspecified"])
def test_a_bye_of_no_known_type_is_refused(house: House, kind: str) -> None:
    event = house.event(*FIVE)
    event.do(PairRound())
    bye = next(each for each in event.state.rounds[0].games.values() if isinstance(each, Bye))
    arbiter = at(house, event, "/rounds/1")
    page = arbiter.submit(f"{event.url}/games/{bye.id}/bye", kind=kind)
    assert arbiter.status == 400
    assert f'"{kind}"' in page.problem
    game = event.games(1)[0]
    token = arbiter.page.form("/logout").fields["csrf"]
    arbiter.send(f"{event.url}/games/{game.id}/bye", {"csrf": token, "kind": "bye"})
    assert arbiter.status == 409


def test_players_left_out_are_paired_or_given_byes(house: House) -> None:
    event = house.event(*FIVE, format="manual")
    by_hand(event, ("Ann", "Ben"))
    arbiter = at(house, event, "/rounds/1")
    assert "Not paired" in arbiter.page.text
    arbiter.submit(f"{event.url}/rounds/1/games", white=event.player("Dan"), black=event.player("Cid"))
    assert pairs(event, 1) == [("Ann", "Ben"), ("Dan", "Cid")]
    page = arbiter.submit(f"{event.url}/rounds/1/byes", player=event.player("Eve"), kind="unpaired")
    assert "Not paired" not in page.text
    bye = event.state.rounds[0].in_order[-1]
    assert isinstance(bye, Bye)
    assert bye.kind is ByeType.UNPAIRED


def test_a_player_cannot_meet_himself(house: House) -> None:
    event = house.event(*FIVE, format="manual")
    by_hand(event, ("Ann", "Ben"))
    arbiter = at(house, event, "/rounds/1")
    cid = event.player("Cid")
    page = arbiter.submit(f"{event.url}/rounds/1/games", white=cid, black=cid)
    assert arbiter.status == 400
    assert "Cid cannot play against themselves" in page.problem


def test_colours_are_turned_players_swapped_boards_moved_and_removed(house: House) -> None:
    event = house.event(*FIVE[:4], format="manual")
    by_hand(event, ("Ann", "Ben"), ("Cid", "Dan"))
    first, second = (game.id for game in event.games(1))
    arbiter = at(house, event, "/rounds/1?edit=yes")
    arbiter.submit(f"{event.url}/games/{first}/turn")
    assert pairs(event, 1)[0] == ("Ben", "Ann")
    assert "Done editing" in arbiter.page.text
    arbiter.get(f"{event.url}/rounds/1?edit={first}")
    arbiter.submit(f"{event.url}/games/{first}/seats", black=event.player("Dan"))
    assert pairs(event, 1) == [("Ben", "Dan"), ("Cid", "Ann")]
    arbiter.get(f"{event.url}/rounds/1?edit={second}")
    arbiter.submit(f"{event.url}/games/{second}/seats", board="1")
    assert pairs(event, 1) == [("Cid", "Ann"), ("Ben", "Dan")]
    arbiter.submit(f"{event.url}/games/{second}/remove")
    assert pairs(event, 1) == [("Ben", "Dan")]


def test_two_who_turn_the_same_colours_turn_them_once(house: House) -> None:
    event = house.event(*FIVE[:4], format="manual")
    by_hand(event, ("Ann", "Ben"))
    game = event.games(1)[0].id
    one, other = at(house, event, "/rounds/1?edit=yes"), at(house, event, "/rounds/1?edit=yes", "owner")
    one.submit(f"{event.url}/games/{game}/turn")
    other.submit(f"{event.url}/games/{game}/turn")
    assert other.status == 409
    assert pairs(event, 1)[0] == ("Ben", "Ann")


@pytest.mark.parametrize("board", ["0", "x", "100000"])
def test_a_board_that_does_not_exist_is_refused(house: House, board: str) -> None:
    event = house.event(*FIVE[:4], format="manual")
    by_hand(event, ("Ann", "Ben"))
    game = event.games(1)[0].id
    arbiter = at(house, event, f"/rounds/1?edit={game}")
    page = arbiter.submit(f"{event.url}/games/{game}/seats", board=board)
    assert arbiter.status == 400
    assert board in page.problem


def test_a_round_with_results_is_unpaired_after_it_says_what_goes(house: House) -> None:
    event = house.event(*FIVE[:4])
    event.do(PairRound())
    event.record(1, Result.WHITE_WINS)
    arbiter = at(house, event, "/rounds/1")
    assert "2 pairings go, with 1 result." in arbiter.page.text
    page = arbiter.submit(f"{event.url}/rounds/1/unpair")
    assert event.state.rounds == ()
    assert "Round 1 unpaired." in page.status_lines[0]
    arbiter.submit(f"{event.url}/history/{event.version}/undo")
    assert event.games(1)[0].result is Result.WHITE_WINS


def test_a_round_with_open_games_is_not_closed(house: House) -> None:
    event = house.event(*FIVE[:4])
    event.do(PairRound())
    event.do(PublishRound(1))
    arbiter = at(house, event, "/rounds/1")
    assert f"{event.url}/rounds/1/close" not in arbiter.page.posts
    token = arbiter.page.form("/logout").fields["csrf"]
    page = arbiter.send(f"{event.url}/rounds/1/close", {"csrf": token})
    assert arbiter.status == 409
    assert "2 games without a result" in page.problem


def test_a_closed_round_is_reopened(house: House) -> None:
    event = house.event(*FIVE[:4])
    event.do(PairRound())
    event.record(1, Result.WHITE_WINS, Result.DRAW)
    event.do(CloseRound(1))
    arbiter = at(house, event, "/rounds/1")
    assert not [action for action in arbiter.page.posts if action.endswith("/result")]
    arbiter.submit(f"{event.url}/rounds/1/reopen")
    assert event.state.rounds[0].stage is Stage.PUBLISHED


def test_a_round_is_written_on_a_sheet(house: House) -> None:
    event = house.event(*FIVE, format="manual")
    arbiter = at(house, event, "/rounds/pair")
    arbiter.submit(f"{event.url}/rounds/pair", **{"w-0-1": "2", "b-0-1": "ann", "w-0-2": "4 Dan", "b-0-2": "3 cid"})
    assert arbiter.path == f"{event.url}/rounds/1"
    assert pairs(event, 1) == [("Ben", "Ann"), ("Dan", "Cid"), ("Eve",)]


def test_the_sheet_can_fill_itself_in_list_order(house: House) -> None:
    event = house.event(*FIVE, format="manual")
    event.do(RequestByes(event.player("Ann"), {1: ByeType.ZERO}))
    arbiter = at(house, event, "/rounds/pair")
    assert "Ann: zero-point bye" in arbiter.page.text
    arbiter.submit(f"{event.url}/rounds/pair", **{"w-0-2": "Cid", "b-0-2": "Ben", "fill": "yes"})
    assert event.state.rounds == ()
    arbiter.submit(f"{event.url}/rounds/pair")
    assert pairs(event, 1) == [("Dan", "Eve"), ("Cid", "Ben"), ("Ann",)]


def test_a_bye_can_be_written_on_the_sheet(house: House) -> None:
    event = house.event(*FIVE, format="manual")
    arbiter = at(house, event, "/rounds/pair")
    arbiter.submit(
        f"{event.url}/rounds/pair",
        **{"w-0-1": "Ann", "b-0-1": "bye", "w-0-2": "2", "b-0-2": "3", "w-0-3": "4", "b-0-3": "5"},
    )
    assert pairs(event, 1) == [("Ben", "Cid"), ("Dan", "Eve"), ("Ann",)]


def test_what_is_wrong_on_the_sheet_is_said_where_it_is_wrong(house: House) -> None:
    event = house.event(*FIVE, format="manual")
    arbiter = at(house, event, "/rounds/pair")
    page = arbiter.submit(
        f"{event.url}/rounds/pair",
        **{"w-0-1": "Ann", "b-0-1": "", "w-0-2": "Zoe", "b-0-2": "Ben", "w-0-3": "2", "b-0-3": "Cid"},
    )
    assert arbiter.status == 400
    assert "Nobody is written here" in page.errors["b-0-1"]
    assert "“Zoe”" in page.errors["w-0-2"]
    assert "already on line 2" in page.errors["w-0-3"]
    assert page.form(f"{event.url}/rounds/pair").fields["w-0-2"] == "Zoe"
    assert event.state.rounds == ()


def test_sections_are_written_each_on_its_own_sheet(house: House) -> None:
    event = house.event(format="manual", sections=["A", "B"])
    event.add("Ann", "Ben", section="A")
    event.add("Cid", "Dan", section="B")
    arbiter = at(house, event, "/rounds/pair")
    page = arbiter.submit(f"{event.url}/rounds/pair", **{"w-0-1": "Ann", "b-0-1": "Cid"})
    assert "“Cid”" in page.errors["b-0-1"]
    arbiter.submit(f"{event.url}/rounds/pair", **{"b-0-1": "Ben", "w-1-1": "Dan", "b-1-1": "Cid"})
    assert pairs(event, 1) == [("Ann", "Ben"), ("Dan", "Cid")]
    page = arbiter.get(f"{event.url}/rounds/1")
    assert [each.text for each in page.all("h2")][:2] == ["A", "B"]


def test_a_round_of_a_swiss_may_be_written_too(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=3)
    page = at(house, event, "/rounds").page
    [way] = [each for each in page.all("a") if each.attributes.get("href") == f"{event.url}/rounds/pair"]
    assert way.text.strip() == "Write round 1 by hand"
    arbiter = at(house, event, "/rounds/pair")
    arbiter.submit(f"{event.url}/rounds/pair", **{"w-0-1": "Dan", "b-0-1": "Ann", "w-0-2": "Ben", "b-0-2": "Cid"})
    assert pairs(event, 1) == [("Dan", "Ann"), ("Ben", "Cid")]


def test_a_round_robin_begun_by_hand_goes_on_by_hand(house: House) -> None:
    event = house.event("Ann", "Ben", format="round-robin", cycles=2)
    by_hand(event, ("Ann", "Ben"))
    event.do(PublishRound(1))
    event.record(1, Result.DRAW)
    event.do(CloseRound(1))
    arbiter = at(house, event, "/rounds/1")
    assert f"{event.url}/rounds" not in arbiter.page.posts
    assert arbiter.page.all("a", href=f"{event.url}/rounds/pair")


def test_the_print_shows_boards_or_names(house: House) -> None:
    event = house.event("Zoe", "Ann", "Mia")
    event.do(PairRound())
    arbiter = at(house, event, "/rounds/1/print")
    assert len(arbiter.page.all("tr")) == 3
    names = [each.text for each in arbiter.get(f"{event.url}/rounds/1/print?by=name").all("td", class_="lead")]
    assert names == ["Ann", "Mia", "Zoe"]


def test_the_print_by_name_follows_the_alphabet_of_the_event(house: House) -> None:
    event = house.event("Busch", "Ørsted", "Böhm", "Otto", language="da")
    event.do(PairRound())
    names = [each.text for each in at(house, event, "/rounds/1/print?by=name").page.all("td", class_="lead")]
    assert names == ["Busch", "Böhm", "Otto", "Ørsted"]


@pytest.mark.parametrize("path", ["/rounds/9", "/rounds/0", "/rounds/99999999999999999999", "/rounds/x"])
def test_a_round_that_does_not_exist_is_a_404(house: House, path: str) -> None:
    event = house.event(*FIVE)
    visitor = house.visitor("owner")
    visitor.get(event.url + path)
    assert visitor.status == 404


def reopened(house: House) -> Event:
    """Two rounds played and closed, the first one open again after a correction."""
    event = house.event(*FIVE[:4])
    for number in (1, 2):
        event.do(PairRound())
        event.record(number, Result.WHITE_WINS, Result.DRAW)
        event.do(CloseRound(number))
    event.do(ReopenRound(1))
    return event


def test_a_round_that_is_open_again_is_named_where_one_looks_and_closed_from_there(house: House) -> None:
    event = reopened(house)
    arbiter = at(house, event)
    assert "Next step Round 1 is still open" in arbiter.page.text
    assert f"{event.url}/rounds" in arbiter.page.posts  # going on is possible all the same
    arbiter.submit(f"{event.url}/rounds/1/close")
    assert arbiter.path == event.url
    assert event.state.rounds[0].stage is Stage.CLOSED
    assert "Next step Pair round 3" in arbiter.page.text
    assert "still open" not in arbiter.page.text


def test_the_page_of_another_round_names_it_too_and_stays(house: House) -> None:
    event = reopened(house)
    arbiter = at(house, event, "/rounds")
    assert "Round 1 is still open" in arbiter.page.text
    arbiter.submit(f"{event.url}/rounds/1/close")
    assert arbiter.path == f"{event.url}/rounds/2"
    assert "still open" not in arbiter.page.text
    for who in ("scorer", "public"):
        event.do(ReopenRound(1))
        assert f"{event.url}/rounds/1/close" not in at(house, event, "/rounds/2", who).page.posts
        event.do(CloseRound(1))


def test_the_standings_are_not_final_while_a_round_is_open(house: House) -> None:
    event = house.event("Ann", "Ben", cycles=2)
    for number in (1, 2):
        event.do(PairRound())
        event.record(number, Result.WHITE_WINS)
        event.do(CloseRound(number))
    event.do(ReopenRound(1))
    assert "Final" not in at(house, event, "/standings").page.text
    page = at(house, event).page
    assert "Next step Round 1 is still open" in page.text
    event.do(RecordResult(event.games(1)[0].id, None))
    page = at(house, event, who="scorer").page
    assert "1 game is without a result in round 1" in page.text


def test_a_game_put_off_is_named_beside_the_next_step(house: House) -> None:
    event = house.event(*FIVE[:4])
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.WHITE_WINS)
    event.do(PairRound())
    page = at(house, event).page
    assert "Next step Round 1 is being played 1 game is without a result in round 1." in page.text
    assert "Check round 2" in page.text
    event.record(2, Result.WHITE_WINS)
    page = at(house, event).page
    assert "Next step Round 2 is paired" in page.text
    assert "Round 1 : 1 result missing, still open." in page.text
    assert "Round 1 : 1 result missing, still open." not in at(house, event, who="public").page.text


def test_all_rounds_of_a_round_robin_are_paired_played_and_undone(house: House) -> None:
    event = house.event(*FIVE[:4])
    arbiter = at(house, event, "/rounds")
    assert "Pair round 1 Pair all 3 rounds" in arbiter.page.text
    page = arbiter.submit(f"{event.url}/rounds/all")
    assert arbiter.path == f"{event.url}/rounds/1"
    assert "Rounds 1 to 3 paired: 6 games" in page.status_lines[0]
    arbiter.submit(f"{event.url}/history/{event.version}/undo")
    assert event.state.rounds == ()
    arbiter.get(f"{event.url}/rounds")
    arbiter.submit(f"{event.url}/rounds/all")
    arbiter.get(f"{event.url}/rounds/3")
    arbiter.submit(f"{event.url}/rounds/3/publish")  # the whole plan, for all to see
    for number in (1, 2, 3):
        page = arbiter.get(f"{event.url}/rounds")
        assert arbiter.path == f"{event.url}/rounds/{number}"
        for game in event.games(number):
            page = arbiter.submit(f"{event.url}/games/{game.id}/result", result="1-0")
        page = arbiter.submit(f"{event.url}/games/{event.board(number, 1)}/result", result="1/2-1/2")
        assert event.games(number)[0].result is Result.DRAW  # nobody was paired upon it: no need to look into it
        page = arbiter.submit(f"{event.url}/rounds/{number}/close")
        if number < 3:
            assert [each.attributes["href"] for each in page.all("a", class_="primary")] == [
                f"{event.url}/rounds/{number + 1}"
            ]
    assert "Final standings" in page.text


def test_the_rounds_left_are_offered_where_there_are_several(house: House) -> None:
    event = house.event(*FIVE)
    event.do(PairRound())
    arbiter = at(house, event, "/rounds/1")
    assert "Pair the other 4 rounds" in arbiter.page.text
    arbiter.submit(f"{event.url}/rounds/all")
    assert arbiter.path == f"{event.url}/rounds/2"
    assert len(event.state.rounds) == 5
    for other in ("manual", "swiss", "doubles"):
        others = house.event(*FIVE, format=other, rounds=3)
        assert "rounds/all" not in at(house, others).page.html


def test_more_games_than_one_step_takes_are_not_offered_in_one(house: House) -> None:
    event = house.event(*(f"Player {number:03}" for number in range(100)))
    assert "Pair all 99 rounds" in at(house, event, "/rounds").page.text
    event.add("Fay", "Gus")
    assert "Pair round 1" in at(house, event, "/rounds").page.text
    assert "rounds/all" not in at(house, event, "/rounds").page.html


def test_a_page_from_before_cannot_pair_all(house: House) -> None:
    event = house.event(*FIVE)
    arbiter = at(house, event, "/rounds")
    event.add("Fay")
    page = arbiter.submit(f"{event.url}/rounds/all")
    assert arbiter.status == 409
    assert "has moved on" in page.problem
    assert event.state.rounds == ()


def test_a_player_reports_the_game_of_the_round_being_played(house: House) -> None:
    event = house.event(*FIVE[:4])
    event.do(PairAllRounds())
    event.do(PublishRound(3))
    ann = house.by_link(event, "Ann")
    own = event.state.rounds[0].pairing_of(event.player("Ann"))
    assert own is not None
    ann.get(f"{event.url}/players/{event.player('Ann')}")
    assert f"{event.url}/games/{own.id}/report" in ann.page.posts
