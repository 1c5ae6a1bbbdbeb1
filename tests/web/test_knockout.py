"""The pages of a knockout: the bracket, a match with its tie-break games, the rules."""

from __future__ import annotations

from typing import Any

import pytest
from litestar import Response

from podium.core.ids import PairingId
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, PairRound
from podium.flow.formats.knockout import match_report
from podium.knockout import DrawConfig, Outcome, Reason
from podium.web.formats.knockout_pages import matches
from podium.web.frame.responses import perform_and_go
from tests.kit.cups import bracket, match
from tests.web.conftest import Event, House
from tests.web.guide import create, rules

EVERYBODY = ("owner", "arbiter", "scorer", "stranger", "public")


@pytest.fixture
def cup(house: House) -> Event:
    """Four players in a bracket with a best of three for every draw."""
    event = house.event("Ann", "Ben", "Cid", "Dan", format="knockout", tieBreakPolicy="BEST_OF_3")
    event.do(PairRound())
    return event


def test_a_wall_says_from_the_first_match_on_who_is_at_which_table(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="knockout", tieBreakPolicy="RAPID", tables=1)
    event.do(PairRound())
    wall = house.visitor().get(f"{event.url}/screen").text
    assert wall.index("Now at the tables") < wall.index("Ann") < wall.index("Waiting") < wall.index("Ben")
    report(event, event.games(1)[0].id, Outcome.WHITE_WIN)
    assert "Table 1 is free" in house.visitor().get(f"{event.url}/screen").text


def test_a_bye_is_no_result_that_is_in(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", format="knockout")
    event.do(PairRound())
    assert ", 0 of 1 result" in house.visitor().get(event.url).text


def report(event: Event, id: PairingId, outcome: Outcome) -> None:
    event.do(match_report(id, outcome))


def test_a_bracket_is_neither_edited_nor_paired_by_hand(house: House, cup: Event) -> None:
    owner = house.visitor("owner")
    owner.get(f"{cup.url}/rounds/1/edit")
    assert owner.status == 404
    owner.get(f"{cup.url}/what-if?pairing={match(cup, 1).id}")
    assert owner.status == 404
    owner.get(f"{cup.url}/rounds/pair")
    assert owner.path == f"{cup.url}/bracket"


def test_a_director_builds_the_bracket(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", format="knockout")
    director = house.visitor("arbiter")
    assert "Build the bracket" in director.get(event.url).text
    director.get(f"{event.url}/rounds")
    assert director.path == f"{event.url}/bracket"
    assert "Later rounds come by themselves" in director.page.text
    director.submit(f"{event.url}/bracket")
    assert director.page.status_lines == ["Bracket of 3 built. Undo ×"]
    assert director.page.pictures


def test_before_that_others_wait_and_one_player_is_not_enough(house: House) -> None:
    event = house.event("Ann", format="knockout")
    assert "not built yet" in house.visitor().get(f"{event.url}/bracket").text
    assert "at least two players" in house.visitor("owner").get(f"{event.url}/bracket").text


@pytest.mark.parametrize("who", EVERYBODY)
def test_everybody_sees_the_bracket_and_its_matches(house: House, cup: Event, who: str) -> None:
    report(cup, match(cup, 1).id, Outcome.DRAW)
    visitor = house.visitor(who)
    page = visitor.get(f"{cup.url}/bracket")
    assert (visitor.status, page.pictures != []) == (200, True)
    assert page.text.count("Best of three") == 3
    acts = any("/matches/" in action for action in page.posts)
    assert acts is (who in ("owner", "arbiter", "scorer"))
    shown = visitor.get(f"{cup.url}/matches/{match(cup, 1).id}")
    assert "Ann" in shown.text
    assert any("/matches/" in action for action in shown.posts) is (who in ("owner", "arbiter", "scorer"))
    wall = visitor.get(f"{cup.url}/bracket?wall=yes")
    assert (wall.pictures != [], "Board 1" in wall.text) == (True, False)
    paper = visitor.get(f"{cup.url}/bracket/print")
    assert (visitor.status, len(paper.pictures), paper.posts) == (200, 1, [])


def test_a_hidden_event_and_other_formats_have_no_bracket_to_show(house: House) -> None:
    hidden = house.event("Ann", "Ben", format="knockout", published=False)
    visitor = house.visitor()
    visitor.get(f"{hidden.url}/bracket")
    assert visitor.status == 404
    other = house.event("Ann", "Ben")
    unbuilt = house.event("Ann", "Ben", format="knockout")
    for url in (f"{other.url}/bracket", *(f"{each.url}/bracket/print" for each in (hidden, other, unbuilt))):
        visitor.get(url)
        assert visitor.status == 404


def test_a_result_is_one_click(house: House, cup: Event) -> None:
    scorer = house.visitor("scorer")
    scorer.get(f"{cup.url}/bracket")
    scorer.submit(f"{cup.url}/matches/{match(cup, 1).id}/result", result="WHITE_WIN")
    assert scorer.path == f"{cup.url}/bracket"
    assert scorer.page.status_lines == ["Semi-finals, board 1: Ann 1-0 Dan. Undo ×"]
    assert match(cup, 1).result is Outcome.WHITE_WIN


def test_players_report_their_own_match_only(house: House, cup: Event) -> None:
    ann = house.by_link(cup, "Ann")
    page = ann.get(f"{cup.url}/bracket")
    mine, other = (f"{cup.url}/matches/{match(cup, 1, board).id}/result" for board in (1, 2))
    assert [action for action in page.posts if "/matches/" in action] == [mine]
    assert f"{cup.url}/games/{match(cup, 1).id}/report" in ann.get(f"{cup.url}/players/{cup.player('Ann')}").posts
    token = page.form("/logout").fields["csrf"]
    ann.send(other, {"csrf": token, "result": "WHITE_WIN"})
    assert ann.status == 403
    ann.get(f"{cup.url}/bracket")
    ann.submit(mine, result="DRAW")
    assert match(cup, 1).result is Outcome.DRAW


def test_a_correction_shows_what_it_would_undo_and_waits(house: House, cup: Event) -> None:
    for round, board in ((1, 1), (1, 2), (2, 1)):
        report(cup, match(cup, round, board).id, Outcome.WHITE_WIN)
    arbiter = house.visitor("arbiter")
    first = match(cup, 1).id
    arbiter.get(f"{cup.url}/matches/{first}")
    arbiter.submit(f"{cup.url}/matches/{first}/result", result="BLACK_WIN", reason="")
    assert arbiter.status == 409
    assert "the title of Ann" in arbiter.page.text
    assert match(cup, 1).result is Outcome.WHITE_WIN
    arbiter.submit(f"{cup.url}/matches/{first}/result")
    assert match(cup, 1).result is Outcome.BLACK_WIN
    assert bracket(cup).champions == ()


def test_results_are_reported_in_place_of_what_the_page_showed(house: House, cup: Event) -> None:
    scorer, first = house.visitor("scorer"), match(cup, 1).id
    scorer.get(f"{cup.url}/bracket")
    report(cup, first, Outcome.WHITE_WIN)
    scorer.submit(f"{cup.url}/matches/{first}/result", result="BLACK_WIN")
    assert scorer.status == 409
    assert "somebody changed it meanwhile" in scorer.page.text
    scorer.get(f"{cup.url}/bracket")
    scorer.submit(f"{cup.url}/matches/{first}/result", result="BLACK_WIN NO_SHOW")
    assert (match(cup, 1).result, match(cup, 1).reason) == (Outcome.BLACK_WIN, Reason.NO_SHOW)
    scorer.submit(f"{cup.url}/matches/{first}/result", result="clear")
    assert match(cup, 1).result is None


def test_a_report_elsewhere_at_the_same_moment_does_not_get_in_the_way(
    house: House, cup: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    scorer, first, other = house.visitor("scorer"), match(cup, 1, 1).id, match(cup, 1, 2).id
    scorer.get(f"{cup.url}/bracket")
    tries: list[int] = []

    def busy(*arguments: Any, **named: Any) -> Response[str]:
        tries.append(named["expected"])
        if len(tries) == 1:  # between looking at the event and writing to it
            report(cup, other, Outcome.WHITE_WIN)
        return perform_and_go(*arguments, **named)

    monkeypatch.setattr(matches, "perform_and_go", busy)
    scorer.submit(f"{cup.url}/matches/{first}/result", result="BLACK_WIN")
    assert scorer.page.status_lines == ["Semi-finals, board 1: Ann 0-1 Dan. Undo ×"]
    assert tries[1] == tries[0] + 1


def test_players_report_tie_break_games_on_their_card_once(house: House, cup: Event) -> None:
    report(cup, match(cup, 1).id, Outcome.DRAW)
    dan, card = house.by_link(cup, "Dan"), f"{cup.url}/players/{cup.player('Dan')}"
    games = [bracket(cup).match(id) for id in match(cup, 1).tie_breaks]
    first, second = (f"{cup.url}/games/{game.id}/report" for game in games[:2])
    assert dan.get(card).posts == [first]
    assert "You have Black against Ann" in dan.page.text
    dan.submit(first, result="0-1")
    assert dan.path == card
    assert dan.page.posts == [second, f"{first}/withdraw"]
    token = dan.page.form(second).fields["csrf"]
    dan.send(f"{cup.url}/matches/{games[0].id}/result", {"csrf": token, "result": "DRAW"})
    assert dan.status == 403  # once: what is reported is for the arbiter to change
    assert bracket(cup).match(games[0].id).played is Outcome.BLACK_WIN


def test_a_player_is_told_the_own_colour_and_what_a_draw_means_in_armageddon(house: House) -> None:
    event = house.event("Ann", "Ann", format="knockout", tieBreakPolicy="ARMAGEDDON")
    event.do(PairRound())
    report(event, match(event, 1).id, Outcome.DRAW)
    ann = house.by_link(event, "Ann")
    page = ann.get(f"{event.url}/players/{match(event, 1).white}")
    assert "You have Black against Ann" in page.text  # of two with one name, too
    assert "If it is drawn, Black, Ann, wins the match" in page.text
    assert "If it is drawn, Black, Ann, wins the match" in ann.get(f"{event.url}/bracket").text
    assert "Armageddon game, 10+0; Black wins a draw" in page.text
    report(event, match(event, 1).tie_breaks[0], Outcome.DRAW)
    assert "Black wins a draw" not in ann.get(f"{event.url}/bracket").text


def test_the_games_for_third_place_are_called_so(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="knockout", tieBreakPolicy="RAPID", thirdPlaceMatch=True)
    event.do(PairRound())
    for board in (1, 2):
        report(event, match(event, 1, board).id, Outcome.WHITE_WIN)
    dan = house.by_link(event, "Dan")
    card, bracket_page = f"{event.url}/players/{event.player('Dan')}", f"{event.url}/bracket"
    assert "Third place, board 2 You have" in dan.get(card).text
    assert "Your game: Third place, board 2 Dan" in dan.get(bracket_page).text.replace("Cid – Dan", "Dan")
    report(event, match(event, 2, 2).id, Outcome.DRAW)
    assert "Third place, board 2, Rapid game You have" in dan.get(card).text
    assert "Your game: Third place, board 2, Rapid game" in dan.get(bracket_page).text


def test_the_overview_says_what_follows_a_draw(house: House) -> None:
    event = house.event("Ann", "Ben", format="knockout", tieBreakPolicy="RAPID", thirdPlaceMatch=True)
    page = house.visitor().get(event.url)
    assert "After a draw One rapid game; if that is drawn too, Armageddon Third place is played for" in page.text


def test_a_correction_tells_the_verdicts_and_byes_it_takes_back(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="knockout", tieBreakPolicy="RAPID")
    event.do(PairRound())
    first, second = match(event, 1, 1), match(event, 1, 2)
    report(event, second.id, Outcome.DRAW)
    game = match(event, 1, 2).tie_breaks[0]
    report(event, game, Outcome.WHITE_WIN)
    report(event, first.id, Outcome.DOUBLE_FORFEIT)
    scorer = house.visitor("scorer")

    def asked(id: PairingId) -> str:
        scorer.get(f"{event.url}/bracket?round=1")
        scorer.submit(f"{event.url}/matches/{id}/result", result="BLACK_WIN")
        assert scorer.status == 409
        return scorer.page.text.partition("the result there is: ")[2].partition(" Leave it")[0]

    assert asked(game) == (
        "the title of Ben Semi-finals: Ben – Cid (Ben wins in the rapid tie-break) Final: the bye of Ben"
    )
    assert "Change Ben – Cid (Rapid game) to 0-1?" in scorer.page.text
    event.do(match_report(game, Outcome.DRAW, confirm=True))
    report(event, match(event, 1, 2).tie_breaks[1], Outcome.DOUBLE_FORFEIT)
    assert asked(first.id) == "Final: that nobody comes to it"


def test_a_large_bracket_is_shown_round_by_round(house: House) -> None:
    event = house.event(*(f"Player {seed:03}" for seed in range(1, 101)), format="knockout", tieBreakPolicy="RAPID")
    event.do(PairRound())
    reader = house.visitor()
    page = reader.get(f"{event.url}/bracket")
    assert len(page.all("li", id="board-32")) == 1
    assert page.all("li", id="board-33") == []
    assert len(reader.get(f"{event.url}/bracket?round=1&from=33").all("li", id="board-33")) == 1
    assert [each.text for each in reader.get(f"{event.url}/bracket?q=player+100").all("text", class_="sought")] == [
        "Player 100"
    ]
    assert "Nobody in the bracket is called that" in reader.get(f"{event.url}/bracket?q=nobody").text
    assert len(reader.get(f"{event.url}/bracket?round=9").all("li", id="board-32")) == 1  # as if it were undone
    reader.get(f"{event.url}/bracket?round=final")
    assert reader.status == 404
    wall = reader.get(f"{event.url}/screen")
    assert "36 of 36 matches to be decided, 28 players without a game in this round" in wall.text
    assert (len(wall.all("b", class_="wall-at")), wall.all("text")) == (36, [])  # a picture of all could not be read


def test_a_large_bracket_is_printed_in_sections(house: House) -> None:
    event = house.event(*(f"Player {seed:03}" for seed in range(1, 101)), format="knockout", tieBreakPolicy="RAPID")
    event.do(PairRound())
    for each in list(bracket(event).rounds[0].parents):
        if each.full:
            report(event, each.id, Outcome.BLACK_WIN)
    reader = house.visitor()
    reader.get(f"{event.url}/bracket?round=1")
    assert f"{event.url}/bracket/print?round=1" in [each.attributes.get("href") for each in reader.page.all("a")]
    paper = reader.get(f"{event.url}/bracket/print?round=1")
    assert f"{event.url}/rounds/1/print" in [each.attributes.get("href") for each in paper.all("a")]
    heads = [each.text for each in paper.all("h2") if each.attributes.get("id", "").startswith("sheet-")]
    goes_on = "Round 1 to Round of 16; the winner goes on to board {} of the Quarter-finals"
    assert heads[:2] == [f"Section {number} of 8 {goes_on.format(1)}" for number in (1, 2)]
    assert heads[7:] == [f"Section 8 of 8 {goes_on.format(4)}", "Round of 16 to Final"]
    drawn = paper.pictures
    assert len(drawn) == 9
    assert all(any(f"Player {seed:03}" in each.text for each in drawn[:8]) for seed in range(1, 101))
    assert "64 matches" not in paper.text
    assert "Round 2: 32 matches still to be decided" in paper.text
    for query in ("?round=2", "?round=99", "?round=final", ""):  # what does not exist is the round being played
        links = [each.attributes.get("href") for each in reader.get(f"{event.url}/bracket/print{query}").all("a")]
        assert f"{event.url}/rounds/2/print" in links


def test_sections_of_later_rounds_are_told_from_those_of_the_first(house: House) -> None:
    event = house.event(format="knockout", tieBreakPolicy="RAPID")
    event.do(AddPlayers(tuple(PlayerFields(f"Player {seed:03}") for seed in range(1, 258))))
    event.do(PairRound())
    paper = house.visitor().get(f"{event.url}/bracket/print")
    heads = [each.text for each in paper.all("h2") if "sheet-" in each.attributes.get("id", "")]
    assert [head.split(" Round")[0] for head in heads[:32]] == [f"Section {number} of 32" for number in range(1, 33)]
    assert heads[32].startswith("Round 5, section 1 of 2 Round 5 to Semi-finals; the winner goes on to board 1")
    assert heads[34:] == ["Semi-finals to Final"]
    assert "Winner of section 32" in paper.pictures[33].text


def test_large_rounds_after_which_both_may_go_on_are_printed_as_lists(house: House) -> None:
    event = house.event(*(f"Player {seed:03}" for seed in range(1, 21)), format="knockout")
    event.do(PairRound())
    for each in list(bracket(event).rounds[0].parents):
        if each.full:
            report(event, each.id, Outcome.WHITE_WIN)
    paper = house.visitor().get(f"{event.url}/bracket/print")
    assert [each.text.strip() for each in paper.all("h2") if "sheet-" in each.attributes.get("id", "")] == [
        "Round 1",
        "Round 2",
    ]
    [listed] = paper.all("ol", class_="papermatches")
    assert all(f"Player {seed:03}" in listed.text for seed in range(1, 21))
    assert listed.text.count("bye") == 12
    [drawn] = paper.pictures  # eight boards can be followed
    assert "Player 016" in drawn.text
    assert "Player 020" not in drawn.text


def test_where_both_go_on_the_picture_waits_for_a_round_that_fits(house: House) -> None:
    event = house.event(*(f"Player {seed:03}" for seed in range(1, 81)), format="knockout")
    event.do(PairRound())
    reader = house.visitor()
    page = reader.get(f"{event.url}/bracket")
    assert (page.pictures, "The picture begins as soon as a round fits into it" in page.text) == ([], True)
    for each in list(bracket(event).rounds[0].parents):
        if each.full:
            report(event, each.id, Outcome.WHITE_WIN)
    page = reader.get(f"{event.url}/bracket")
    assert len([each for each in page.all("text") if each.attributes.get("class") == "round"]) == 1  # round 2 on
    assert "Player 001" in page.pictures[0].text


def test_the_addresses_of_rounds_and_screens_lead_to_the_bracket(house: House, cup: Event) -> None:
    reader = house.visitor()
    reader.get(f"{cup.url}/rounds/1")
    assert reader.path == f"{cup.url}/bracket"
    reader.get(f"{cup.url}/bracket?wall=yes")
    assert reader.path == f"{cup.url}/screen"
    assert "Semi-finals" in reader.get(f"{cup.url}/rounds/1/print").text
    assert "Ann 1 White Dan" in reader.get(f"{cup.url}/rounds/1/print?by=name").text


def test_the_ranking_after_each_round_and_the_reasons_for_a_match_are_a_click_away(house: House, cup: Event) -> None:
    for board in (1, 2):
        report(cup, match(cup, 1, board).id, Outcome.WHITE_WIN)
    reader = house.visitor()
    links = [each.attributes.get("href", "") for each in reader.get(f"{cup.url}/standings").all("a")]
    assert f"{cup.url}/standings?after=1" in links
    assert f"{cup.url}/crosstable" in links
    assert "After the semi-finals" in reader.get(f"{cup.url}/standings?after=1").text
    assert "then won the tie-break" in reader.get(f"{cup.url}/crosstable?after=1").text
    assert len(reader.get(f"{cup.url}/players/{cup.player('Ann')}?after=1").all("li", class_="done")) == 1
    why = f"{cup.url}/games/{match(cup, 2).id}/why"
    page = reader.get(f"{cup.url}/matches/{match(cup, 2).id}")
    assert why in [each.attributes.get("href") for each in page.all("a")]
    assert "Ann" in reader.get(why).text
    assert f"{cup.url}/bracket?round=2#board-1" in [each.attributes.get("href") for each in reader.page.all("a")]


def test_a_drawn_armageddon_game_says_that_black_wins(house: House) -> None:
    event = house.event("Ann", "Ben", format="knockout", tieBreakPolicy="ARMAGEDDON")
    event.do(PairRound())
    report(event, match(event, 1).id, Outcome.DRAW)
    [game] = bracket(event).games_of(match(event, 1))
    report(event, game.id, Outcome.DRAW)
    page = house.visitor().get(f"{event.url}/matches/{match(event, 1).id}")
    assert "½-½, so Black wins" in page.text
    on = [each.text.split() for each in page.all("div", class_="on")]
    assert [words[2] for words in on] == ["Ann", "Ann"]  # the match, and the game in which Ann had Black
    listed = house.visitor().get(f"{event.url}/bracket").all("p", class_="pair")
    assert [each.text.split() for each in listed] == [["Ben", "½-½", "Ann"]]


def test_joint_champions_and_the_round_a_director_orders(house: House) -> None:
    event = house.event("Ann", "Ben", format="knockout")
    event.do(PairRound())
    report(event, match(event, 1).id, Outcome.DRAW)
    owner = house.visitor("owner")
    assert "Joint champions Ann · Ben" in owner.get(f"{event.url}/bracket").text
    owner.submit(f"{event.url}/bracket/more")
    assert len(bracket(event).rounds) == 2


def test_the_bracket_is_taken_back(house: House, cup: Event) -> None:
    owner = house.visitor("owner")
    owner.get(f"{cup.url}/bracket")
    owner.submit(f"{cup.url}/rounds/1/unpair")
    assert cup.state.knockout is None


def test_standings_overview_card_and_history_tell_of_it(house: House, cup: Event) -> None:
    owner = house.visitor("owner")
    for round, board in ((1, 1), (1, 2), (2, 1)):
        for page in ("/standings", ""):  # nobody has won what is still played
            assert not owner.get(f"{cup.url}{page}").all("tr", class_="gold")
        report(cup, match(cup, round, board).id, Outcome.WHITE_WIN)
    assert len(owner.get(f"{cup.url}/standings").all("tr", class_="gold")) == 1
    assert "The final ranking" in owner.get(f"{cup.url}/standings").text
    assert "The tournament is over" in owner.get(cup.url).text
    assert "Bracket of 4 built" in owner.get(f"{cup.url}/history").text
    for page in ("/crosstable", f"/players/{cup.player('Ann')}", f"/players/{cup.player('Ann')}/edit", "/history/5"):
        owner.get(f"{cup.url}{page}")
        assert owner.status == 200, page


def test_rules_are_saved_and_a_combination_that_cannot_work_is_told(house: House) -> None:
    event = house.event(format="knockout")
    owner = house.visitor("owner")
    owner.get(f"{event.url}/settings")
    owner.submit(f"{event.url}/settings", drawRuleMode="NO_DRAW", timeControl="5+x", minMove="many")
    assert owner.status == 400
    assert owner.page.errors.keys() == {"timeControl", "minMove"}
    owner.get(f"{event.url}/settings")
    owner.submit(f"{event.url}/settings", drawRuleMode="NO_DRAW")
    assert "drawRuleMode=NO_DRAW is incompatible" in owner.page.errors["drawRuleMode"]
    filled = owner.page.form(f"{event.url}/settings").fields
    ticked = {"tieBreakPolicy": "RAPID", "minMove": "30", "thirdPlaceMatch": "yes"}
    owner.send(f"{event.url}/settings", {**filled, **ticked})
    rules = event.state.settings.knockout
    assert rules is not None
    assert (rules.draw_rule_mode.value, rules.tie_break_policy.value) == ("NO_DRAW", "RAPID")
    assert (rules.third_place_match, rules.draw_config and rules.draw_config.min_move) == (True, 30)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("requiresDecisiveResult", "yes", "requiresDecisiveResult=true is incompatible with tieBreakPolicy=NONE"),
        ("drawRuleMode", "NO_DRAW", "drawRuleMode=NO_DRAW is incompatible with tieBreakPolicy=NONE"),
    ],
)
@pytest.mark.parametrize("where", ["new", "stored"])
def test_what_cannot_work_is_told_beside_its_field_and_nothing_entered_is_lost(
    house: House, where: str, field: str, value: str, sentence: str
) -> None:
    owner = house.visitor("owner")
    if where == "new":
        rules(owner, "Cup", "knockout")
    else:
        owner.get(f"{house.event(format='knockout', thirdPlaceMatch=True).url}/settings")
    address = owner.path
    filled = owner.page.form(address).fields
    filled.pop("thirdPlaceMatch", None)  # the box is emptied in the same form
    owner.send(address, {**filled, "tieBreakPolicy": "NONE", "timeControl": "15+10", "go": "create", field: value})
    assert owner.status == 400
    assert sentence in owner.page.errors[field]
    again = owner.page.form(address).fields
    assert (again["timeControl"], again[field]) == ("15+10", value)
    assert "thirdPlaceMatch" not in again


@pytest.mark.parametrize(
    ("field", "value"), [("tieBreakPolicy", "RAPID"), ("seeding", "drawn"), ("thirdPlaceMatch", "yes")]
)
def test_a_form_from_before_the_bracket_cannot_change_what_it_is_built_on(house: House, field: str, value: str) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="knockout", tieBreakPolicy="BEST_OF_3")
    owner = house.visitor("owner")
    before = owner.get(f"{event.url}/settings").form(f"{event.url}/settings").fields
    event.do(PairRound())
    owner.send(f"{event.url}/settings", {**before, field: value, "place": "Hall"})
    assert owner.status == 409
    assert "the first round stands already" in owner.page.errors[field]
    assert event.state.settings.place is None
    fixed = {each.attributes.get("name") for each in owner.page.elements if "disabled" in each.attributes}
    assert {"tieBreakPolicy", "seeding", "thirdPlaceMatch"} <= fixed
    [shown] = [each for each in owner.page.all("option", value="BEST_OF_3") if "selected" in each.attributes]
    assert "Best of three" in shown.text
    assert "take the bracket back first" in owner.page.text


def test_once_built_nobody_is_added_and_the_page_says_why(house: House, cup: Event) -> None:
    page = house.visitor("owner").get(f"{cup.url}/players")
    assert f"{cup.url}/players" not in page.posts
    assert "Nobody can be added" in page.text


def test_once_built_the_settings_keep_what_is_fixed(house: House, cup: Event) -> None:
    owner = house.visitor("owner")
    owner.get(f"{cup.url}/settings")
    owner.submit(f"{cup.url}/settings", place="Hall", timeControl="15+10")
    assert owner.status == 200
    rules = cup.state.settings.knockout
    assert rules is not None
    assert (rules.tie_break_policy.value, rules.time_control) == ("BEST_OF_3", "15+10")


def test_a_knockout_is_created_in_the_form(house: House) -> None:
    owner = house.visitor("owner")
    create(owner, "Cup", "knockout", tieBreakPolicy="BLITZ")
    assert "Format" in owner.page.text
    assert "Knockout" in owner.page.text


def test_a_knockout_does_not_ask_for_the_number_of_its_rounds(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="knockout")
    owner = house.visitor("owner")
    address = f"{event.url}/settings"
    page = owner.get(address)
    only_for = "swiss round-robin manual doubles keizer"
    [part] = [each for each in page.all("div") if each.attributes.get("data-only-for") == only_for]
    assert "hidden" in part.attributes  # there, for whoever chooses another format, and not shown
    event.do(PairRound())
    assert "rounds" not in owner.get(address).form(address).fields


def test_a_form_that_turns_a_swiss_into_a_knockout_and_back_minds_the_rounds(house: House) -> None:
    event = house.event(format="swiss", rounds=7)
    owner = house.visitor("owner")
    address = f"{event.url}/settings"
    filled = owner.get(address).form(address).fields
    assert filled["rounds"] == "7"
    owner.send(address, {**filled, "format": "knockout", "preset": "none"})  # a hidden field sends what it had
    assert (owner.status, event.state.settings.format, event.state.settings.rounds) == (200, "knockout", None)
    filled = owner.get(address).form(address).fields
    owner.send(address, {**filled, "format": "swiss", "acceleration": "baku", "rounds": "9"})
    assert owner.page.errors == {}
    assert (event.state.settings.format, event.state.settings.rounds) == ("swiss", 9)


def test_where_draws_cannot_be_agreed_the_button_asks_for_the_rule(house: House) -> None:
    """The description of the knockout, 2.2: under NO_DRAW_OFFER only automatic draws are accepted."""
    event = house.event("Ann", "Ben", format="knockout", drawRuleMode="NO_DRAW_OFFER", tieBreakPolicy="RAPID")
    event.do(PairRound())
    owner, final = house.visitor("owner"), match(event, 1)
    owner.get(f"{event.url}/bracket")
    owner.submit(f"{event.url}/matches/{final.id}/result", result="DRAW")
    assert owner.status == 409
    assert "How was Ann – Ben drawn?" in owner.page.text
    assert match(event, 1).played is None
    owner.submit(f"{event.url}/matches/{final.id}/result", reason="STALEMATE")
    assert match(event, 1).played_reason is Reason.STALEMATE
    owner.get(f"{event.url}/matches/{final.id}")
    assert "by agreement" not in owner.page.text


def test_further_draw_rules_are_written_as_json(house: House) -> None:
    event = house.event(format="knockout")
    owner = house.visitor("owner")
    owner.get(f"{event.url}/settings")
    owner.submit(f"{event.url}/settings", furtherDrawRules="[1]", minMove="30")
    assert owner.page.errors.keys() == {"furtherDrawRules"}
    owner.submit(f"{event.url}/settings", furtherDrawRules='{"repetition": "fivefold"}')
    rules = event.state.settings.knockout
    assert rules is not None
    assert rules.draw_config == DrawConfig(30, None, {"repetition": "fivefold"})
    owner.get(f"{event.url}/settings")
    assert owner.page.form(f"{event.url}/settings").fields["furtherDrawRules"] == '{"repetition": "fivefold"}'
    assert "Podium runs none for games whose results are reported" in owner.page.text
