"""The page of a live game, without scripts: who sees it, what is on it, and what its forms do."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from podium.bootstrap import application
from podium.chess import position_number
from podium.core.ids import PairingId
from podium.core.result import Result
from podium.flow.commands import HandPairing, PairByHand, PairRound, PublishRound, SetStartPosition, StartRound
from podium.flow.formats.knockout import match_report
from podium.knockout import Outcome
from tests.web.conftest import Event, House
from tests.web.test_access import WHO, come, faults
from tests.web.visitor import Page, Visitor

MATE = ("f3", "e5", "g4", "Qh4")


@pytest.fixture
def event(house: House) -> Event:
    """Ann has White against Ben, and Cid against Dan, live."""
    event = house.event("Ann", "Ben", "Cid", "Dan", format="manual", live=True, timeControl="10+5")
    pairs = (("Ann", "Ben"), ("Cid", "Dan"))
    event.do(PairByHand(tuple(HandPairing(event.player(white), event.player(black)) for white, black in pairs)))
    event.do(PublishRound(1))
    return event


def address(event: Event, board: int = 1) -> str:
    return f"{event.url}/games/{event.board(1, board)}/play"


def shown(page: Page, id: str) -> str:
    [element] = [each for each in page.elements if each.attributes.get("id") == id]
    return element.text.strip()


def buttons(page: Page) -> set[str]:
    """The ends of the addresses of what can be pressed now."""
    hidden = {
        each.attributes["data-act"]
        for each in page.elements
        if "data-act" in each.attributes and "hidden" in each.attributes
    }
    return {form.action.partition("/play/")[2] for form in page.forms if "/play/" in form.action} - hidden


def in_play(house: House, event: Event) -> tuple[Visitor, Visitor]:
    """Ann and Ben, who have said that they are there."""
    players = house.by_link(event, "Ann"), house.by_link(event, "Ben")
    for each in players:
        each.get(address(event))
        each.submit(f"{address(event)}/ready")
    players[0].get(address(event))
    return players


def play(event: Event, player: Visitor, move: str) -> Page:
    player.get(address(event))
    return player.submit(f"{address(event)}/moves", move=move)


@pytest.mark.parametrize("who", WHO)
def test_everybody_sees_the_game_and_only_its_players_can_play(house: House, event: Event, who: str) -> None:
    visitor = come(house, event, who)
    page = visitor.get(address(event))
    assert visitor.status == 200
    assert faults(page) == []
    assert shown(page, "state") == (
        "The clock starts when both players are ready." if who == "player link" else "Waiting for the players"
    )
    assert ("ready" in buttons(page)) is (who == "player link")
    assert ("pause" in {form.action.rpartition("/")[2] for form in page.forms}) is (who in ("owner", "arbiter"))


def test_before_the_announced_time_the_clock_starts_at_it_and_not_with_the_players(house: House, event: Event) -> None:
    event.do(StartRound(1, "2126-12-01T18:30:00+00:00"))
    ann = house.by_link(event, "Ann")
    assert shown(ann.get(address(event)), "state") == "The clock starts at the announced time."


def test_a_player_sees_the_game_of_others_as_anybody_does(house: House, event: Event) -> None:
    page = house.by_link(event, "Ann").get(address(event, board=2))
    assert buttons(page) == set()


@pytest.mark.parametrize("who", ["arbiter", "public"])
def test_a_pairing_without_a_live_game_has_no_such_page(house: House, who: str) -> None:
    event = house.event("Ann", "Ben", format="manual")
    event.do(PairByHand((HandPairing(event.player("Ann"), event.player("Ben")),)))
    event.do(PublishRound(1))
    visitor = house.visitor(who)
    visitor.get(address(event))
    assert visitor.status == 404
    visitor.get(f"{event.url}/games/nowhere/play")
    assert visitor.status == 404


def test_a_result_in_a_draft_leads_to_no_game(house: House) -> None:
    event = house.event("Ann", "Ben", format="swiss", live=True, timeControl="10+5")
    event.do(PairRound())
    event.record(1, Result.WHITE_WINS)
    page = house.visitor("owner").get(f"{event.url}/rounds/1")
    assert f'{address(event)}"' not in page.html


def test_a_game_of_a_hidden_event_does_not_exist_for_strangers(house: House) -> None:
    event = house.event("Ann", "Ben", format="manual", live=True, timeControl="10+5", published=False)
    event.do(PairByHand((HandPairing(event.player("Ann"), event.player("Ben")),)))
    event.do(PublishRound(1))
    visitor = house.visitor()
    visitor.get(address(event))
    assert visitor.status == 404


def test_the_scripts_get_the_game_that_the_api_gives(house: House, event: Event) -> None:
    ann, _ = in_play(house, event)
    [root] = [each for each in ann.page.elements if each.attributes.get("id") == "game"]
    given = json.loads(root.attributes["data-game"])
    answer = ann.client.get(f"{root.attributes['data-api']}/game").json()
    moving = ("now", "clocks")
    assert {key: value for key, value in given.items() if key not in moving} == {
        key: value for key, value in answer.items() if key not in moving
    }
    assert len(given["legal"]) == 20


def test_a_game_is_played_by_forms_alone(house: House, event: Event) -> None:
    players = in_play(house, event)
    for ply, move in enumerate(MATE):
        page = play(event, players[ply % 2], move)
        assert players[ply % 2].status == 200
        assert page.problem == ""
    page = players[0].get(address(event))
    assert shown(page, "state") == "Black wins: checkmate."
    assert buttons(page) == {"call"}
    assert [each.text for each in page.all("title")][-1].startswith("Position after 2…Qh4#")
    stored = event.games(1)[0].result
    assert stored is not None
    assert stored.value == "0-1"


@pytest.mark.parametrize(
    ("move", "status", "problem"),
    [
        ("", 400, "A move is needed"),
        ("e2e5", 400, '"e2e5" is not a legal move here'),
        ("nonsense", 400, '"nonsense" cannot be read as a move'),
        ("x" * 10_000, 400, "cannot be read as a move"),
        ("♘f3", 400, "cannot be read as a move"),
    ],
    ids=["nothing", "illegal", "nonsense", "ten thousand letters", "not ASCII"],
)
def test_what_is_no_move_is_said_on_the_page(house: House, event: Event, move: str, status: int, problem: str) -> None:
    ann, _ = in_play(house, event)
    page = play(event, ann, move)
    assert ann.status == status
    assert problem in page.problem
    assert shown(page, "state") == "Your move"
    assert faults(page) == []


def test_a_form_that_was_made_before_a_move_plays_nothing(house: House, event: Event) -> None:
    ann, ben = in_play(house, event)
    play(event, ann, "e4")
    old = ben.get(address(event)).form(f"{address(event)}/moves").fields
    play(event, ben, "e5")
    play(event, ann, "d4")
    page = ben.send(f"{address(event)}/moves", {**old, "move": "d5"})
    assert ben.status == 409
    assert "look at the board again" in page.problem
    for ply in ("", "-1", "x", "999999999"):
        ben.send(f"{address(event)}/moves", {**old, "move": "d5", "ply": ply})
        assert ben.status in (400, 409)


def test_the_same_form_twice_plays_one_move(house: House, event: Event) -> None:
    ann, ben = in_play(house, event)
    form = {**ann.page.form(f"{address(event)}/moves").fields, "move": "e4"}
    for _ in range(2):
        ann.send(f"{address(event)}/moves", form)
        assert ann.status == 200
    assert shown(ann.page, "moves") == "1.e4"
    assert shown(ben.get(address(event)), "state") == "Your move"


def test_a_draw_is_offered_and_accepted_by_forms(house: House, event: Event) -> None:
    ann, ben = in_play(house, event)
    play(event, ann, "e4")
    play(event, ben, "e5")
    ann.get(address(event))
    page = ann.submit(f"{address(event)}/draw/offer")
    assert shown(page, "offer-text") == "You have offered a draw."
    assert {"draw/withdraw"} < buttons(page)
    page = ben.get(address(event))
    assert shown(page, "offer-text") == "White offers a draw."
    assert {"draw/accept", "draw/decline"} < buttons(page)
    page = ben.submit(f"{address(event)}/draw/accept")
    assert shown(page, "state") == "Draw: by agreement."


def test_a_draw_that_the_rules_refuse_says_which(house: House, event: Event) -> None:
    ann, _ = in_play(house, event)
    page = ann.submit(f"{address(event)}/draw/offer")
    assert ann.status == 409
    assert "after both players have moved" in page.problem


def test_without_scripts_the_page_looks_for_news_unless_one_may_be_typing(house: House, event: Event) -> None:
    def looks(page: Page) -> bool:
        return any(each.attributes.get("http-equiv") == "refresh" for each in page.all("meta"))

    ann, ben = in_play(house, event)
    assert not looks(ann.get(address(event)))
    assert looks(ben.get(address(event)))
    assert looks(house.visitor().get(address(event)))
    page = ben.submit(f"{address(event)}/resign")
    assert not looks(page)


def test_resigning_ends_the_game(house: House, event: Event) -> None:
    ann, ben = in_play(house, event)
    page = ann.submit(f"{address(event)}/resign")
    assert shown(page, "state") == "Black wins: resignation."
    assert any(each.text == "Back to the tournament" for each in page.all("a"))
    assert shown(ben.get(address(event)), "state") == "Black wins: resignation."


def test_an_arbiter_pauses_and_resumes(house: House, event: Event) -> None:
    ann, _ = in_play(house, event)
    arbiter = house.visitor("arbiter")
    arbiter.get(address(event))
    page = arbiter.submit(f"{address(event)}/pause")
    assert shown(page, "state") == "The arbiter has paused the game: both clocks stand."
    play(event, ann, "e4")
    assert ann.status == 409
    arbiter.submit(f"{address(event)}/resume")
    play(event, ann, "e4")
    assert ann.status == 200


def test_an_arbiter_gives_time_declares_annuls_and_has_it_played_anew(house: House, event: Event) -> None:
    ann, _ = in_play(house, event)
    arbiter = house.visitor("arbiter")
    arbiter.get(address(event))
    arbiter.submit(f"{address(event)}/time", white="60")
    assert ann.get(address(event)).all("b")[0].text  # a clock
    clocks = [each.text for each in ann.page.elements if each.attributes.get("role") == "timer"]
    assert clocks[1].endswith(("11:00", "10:59", "10:58"))
    page = arbiter.submit(f"{address(event)}/declare", result="DRAW", reason="STALEMATE")
    assert shown(page, "state") == "Draw: stalemate."
    page = arbiter.submit(f"{address(event)}/replay")
    assert shown(page, "state") == "Waiting for the players"
    assert event.games(1)[0].result is None
    page = arbiter.submit(f"{address(event)}/void")
    assert shown(page, "state") == "The game was annulled."


@pytest.mark.parametrize(
    ("act", "fields", "problem"),
    [
        ("time", {"white": "3601"}, "3601 seconds cannot be given"),
        ("time", {"white": "-5"}, "seconds cannot be given"),
        ("time", {}, "0 seconds cannot be given"),
        ("declare", {"result": ""}, "result"),
        ("declare", {"result": "WHITE_WIN", "reason": "STALEMATE"}, "STALEMATE"),
        ("declare", {"result": "DRAW", "reason": "nonsense"}, "nonsense"),
        ("count", {}, "still being played"),
        ("resume", {}, None),
    ],
    ids=["too much time", "less time", "no time", "no result", "wrong reason", "no reason", "not over", "not paused"],
)
def test_what_an_arbiter_cannot_do_is_said(
    house: House, event: Event, act: str, fields: dict[str, str], problem: str | None
) -> None:
    in_play(house, event)
    arbiter = house.visitor("arbiter")
    token = arbiter.get(address(event)).form("/logout").fields["csrf"]
    page = arbiter.send(f"{address(event)}/{act}", {"csrf": token, **fields})
    if problem is None:
        assert arbiter.status == 200
    else:
        assert arbiter.status in (400, 409)
        assert problem in page.problem
    assert shown(page, "state") == "White to move"


def test_the_public_is_told_of_its_delay(house: House) -> None:
    event = house.event("Ann", "Ben", format="manual", live=True, timeControl="10+5", publicDelay=5)
    event.do(PairByHand((HandPairing(event.player("Ann"), event.player("Ben")),)))
    event.do(PublishRound(1))
    ann, _ = in_play(house, event)
    play(event, ann, "e4")
    assert "shown 5 minutes later" in house.visitor().get(address(event)).text
    assert "e4" not in shown(house.visitor().get(address(event)), "moves")
    assert "e4" in shown(house.visitor("arbiter").get(address(event)), "moves")
    assert "minutes later" not in ann.get(address(event)).text


def test_players_find_their_game_on_their_card_and_others_watch_it(house: House, event: Event) -> None:
    card = f"{event.url}/players/{event.player('Ann')}"
    page = house.by_link(event, "Ann").get(card)
    assert "Your game: board 1, White against Ben" in page.text
    assert page.posts == [f"{address(event)}/ready"]  # the result comes from the board, not from a form
    page = house.visitor().get(card)
    assert [each.text for each in page.all("a") if each.attributes.get("href") == address(event)] == ["Watch the game"]
    page = house.visitor().get(f"{event.url}/rounds/1")
    assert {address(event, 1), address(event, 2)} <= {each.attributes.get("href") for each in page.all("a")}


def test_a_drawn_match_leads_to_its_tie_break_game(house: House) -> None:
    event = house.event(
        "Ann",
        "Ben",
        format="knockout",
        live=True,
        timeControl="10+5",
        tieBreakPolicy="ARMAGEDDON",
        drawRuleMode="ALLOW_ALL",
    )
    event.do(PairRound())
    ann, ben = in_play(house, event)
    first = {True: ann, False: ben}
    white_is_ann = event.games(1)[0].white == event.player("Ann")
    play(event, first[white_is_ann], "e4")
    play(event, first[not white_is_ann], "e5")
    ann.get(address(event))
    ann.submit(f"{address(event)}/draw/offer")
    ben.get(address(event))
    page = ben.submit(f"{address(event)}/draw/accept")
    [step] = [each for each in page.all("a") if each.text == "Go on: play Ann"]
    page = ben.get(step.attributes["href"])
    assert ben.status == 200
    assert "Armageddon game" in page.text
    assert "If it is drawn, Black, Ann, wins the match." in page.text
    assert "ready" in buttons(page)
    bracket = house.visitor().get(f"{event.url}/bracket")
    assert {address(event), step.attributes["href"]} <= {each.attributes.get("href") for each in bracket.all("a")}
    own = ben.get(f"{event.url}/bracket")
    assert own.posts == [f"{step.attributes['href']}/ready"]
    match = house.visitor().get(f"{event.url}/matches/{event.board(1, 1)}")
    assert {address(event), step.attributes["href"]} <= {each.attributes.get("href") for each in match.all("a")}
    armageddon = PairingId(step.attributes["href"].split("/")[-2])
    event.do(match_report(armageddon, Outcome.DRAW))
    for game in (address(event), step.attributes["href"]):
        page = ben.get(game)
        assert "Ann wins in the Armageddon game." in page.text
        assert "If it is drawn" not in page.text


def test_clocks_and_start_position_are_said_in_words(house: House) -> None:
    time = "40/90+30 : 30+30"
    event = house.event("Ann", "Ben", format="manual", live=True, chess960=True, timeControl=time)
    event.do(PairByHand((HandPairing(event.player("Ann"), event.player("Ben")),)))
    event.do(SetStartPosition(1, position_number("BBNNRKRQ")))
    event.do(PublishRound(1))
    visitor = house.visitor()
    page = visitor.get(address(event))
    assert "90 minutes for 40 moves, then 30 minutes, 30 seconds a move · Start position" in page.text
    assert ": BBNNRKRQ" in page.text
    german = visitor.client.get(address(event), headers={"Accept-Language": "de"}).text
    assert "90 Minuten für 40 Züge, dann 30 Minuten, 30 Sekunden je Zug" in german


def test_nobody_plays_the_game_of_others(house: House, event: Event) -> None:
    in_play(house, event)
    cid = house.by_link(event, "Cid")
    token = cid.get(event.url).form("/logout").fields["csrf"]
    for act in ("moves", "ready", "resign", "draw/offer", "draw/accept", "pause"):
        cid.send(f"{address(event)}/{act}", {"csrf": token, "move": "e4", "ply": "0"})
        assert cid.status == 403


def test_names_cannot_break_out_of_the_page(house: House) -> None:
    name = '"><script>alert(1)</script>'
    event = house.event(name, "Ben", format="manual", live=True, timeControl="10+5")
    event.do(PairByHand((HandPairing(event.player(name), event.player("Ben")),)))
    event.do(PublishRound(1))
    page = house.visitor().get(address(event))
    assert faults(page) == []
    assert "<script>alert" not in page.html


@pytest.mark.parametrize(("language", "moves"), [("fr", ["Cf3", "d5"]), ("de", ["Sf3", "d5"]), ("en", ["Nf3", "d5"])])
def test_moves_are_written_in_the_letters_of_the_language(
    house: House, event: Event, language: str, moves: list[str]
) -> None:
    ann, ben = in_play(house, event)
    play(event, ann, "Nf3")
    play(event, ben, "d5")
    ann.client.headers["accept-language"] = language
    written = ann.get(address(event)).text.split()
    assert [word for word in written if word in ("Cf3", "Sf3", "Nf3", "d5")] == moves


def test_every_position_is_shown_by_its_address_without_scripts(house: House, event: Event) -> None:
    players = in_play(house, event)
    for ply, move in enumerate(MATE):
        play(event, players[ply % 2], move)
    visitor = house.visitor()
    page = visitor.get(address(event))
    assert f"{address(event)}?ply=2" in {each.attributes.get("href") for each in page.all("a")}
    for query, title in (
        ("?ply=2", "Position after 1…e5, White to move"),
        ("?ply=2&line=d2d4,e5d4", "Position after 2…exd4, White to move"),
        ("?ply=4", "Position after 2…Qh4#; the game has ended"),
    ):
        titles = [each.text for each in visitor.get(address(event) + query).all("title")]
        assert any(each.startswith(title) for each in titles), (query, titles)
        picture = visitor.client.get(address(event).replace("/play", "/position.png") + query)
        assert (picture.status_code, picture.content[:4]) == (200, b"\x89PNG")
    for query in ("?ply=5", "?ply=x", "?line=e2e4", "?ply=0&line=e2e5", "?ply=0&line=" + "e2e4," * 300):
        for end in ("play", "embed", "position.png"):
            assert visitor.client.get(address(event).replace("play", end) + query).status_code == 400, (end, query)


def test_only_the_board_for_frames_is_framed_and_only_by_sites_that_are_named(house: House, event: Event) -> None:
    framed = address(event).replace("play", "embed")
    for sites in ("", "https://club.example https://*.chess.example"):
        podium = replace(house.podium, config=replace(house.podium.config, embedders=sites))
        site = House(podium, application(podium), house.users, house.portal)
        for path, by in ((framed, sites or "'none'"), (address(event), "'none'"), (f"{framed}?ply=9", "'none'")):
            headers = site.visitor().client.get(path).headers
            assert headers["content-security-policy"].endswith(f"frame-ancestors {by}"), (path, sites)
            assert "frame-ancestors" not in headers
        lines = [
            each.attributes["value"]
            for each in site.visitor().get(address(event)).all("input")
            if "value" in each.attributes
        ]
        assert [framed in line and 'title="Ann – Ben"' in line for line in lines if "<iframe" in line] == [True] * bool(
            sites
        )
    page = house.by_link(event, "Ann").get(framed)
    assert [form.action for form in page.forms] == []  # nothing can be done from there, whoever looks


def test_a_round_is_stepped_through_by_links_without_scripts(house: House, event: Event) -> None:
    players = in_play(house, event)
    for ply, move in enumerate(MATE):
        play(event, players[ply % 2], move)
    visitor, here = house.visitor(), f"{event.url}/rounds/1/replay"
    page = visitor.get(f"{here}?ply=2")
    assert {f"{here}?ply={ply}" for ply in (0, 1, 3, 4)} <= {each.attributes.get("href") for each in page.all("a")}
    assert [each.text.strip() for each in page.elements if "data-move" in each.attributes] == ["1…e5", ""]
    for query in ("?ply=5", "?ply=x", "?ply=-1"):
        visitor.get(here + query)
        assert visitor.status == 400
    visitor.get(f"{event.url}/rounds/9/replay")
    assert visitor.status == 404
