"""An event of stages on the pages, by a browser without scripts."""

from __future__ import annotations

import pytest

from podium.app.documents.document import Wish
from podium.app.documents.pairings import pairings
from podium.app.documents.rankings import crosstable_list
from podium.app.hall.check_in import expected_players
from podium.core.result import Result
from podium.flow.commands import (
    CloseRound,
    CorrectResult,
    PairRound,
    PublishRound,
    RecordResult,
    RecordSets,
    StartStage,
    WithdrawPlayer,
)
from podium.flow.state import Side
from tests.kit.loops import every
from tests.web.conftest import Event, House
from tests.web.guide import enter

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
GROUP_NAMES = ["Group A", "Group B"]
PLAN = ["round-robin groups=2", "knockout perGroup=2 tieBreakPolicy=RAPID"]


def play(event: Event, rounds: int, *, drawn: bool = False, close: bool = True) -> None:
    """Rounds in which the first of the list wins, or nobody does."""
    for _ in range(rounds):
        event.do(PairRound())
        here = event.state.rounds[-1]
        event.do(PublishRound(here.number))
        for game in here.boards:
            wins = event.state.players[game.white].number < event.state.players[game.black].number
            result = Result.DRAW if drawn else Result.WHITE_WINS if wins else Result.BLACK_WINS
            event.do(RecordResult(game.id, result))
        if close:
            event.do(CloseRound(here.number))


@pytest.fixture
def event(house: House) -> Event:
    """Eight players in two groups: A of Ann, Dan, Eve, Hal, and B of the others."""
    return house.event(*NAMES, format="stages", profile="club", stages=PLAN)


GROUPS = "round-robin groups={} draw=rating / knockout groups=1 perGroup=2 carry=none tieBreakPolicy=RAPID"
PAIRS = "doubles groups=1 draw=rating / knockout groups=1 best=8 carry=none teams=crosswise tieBreakPolicy=RAPID"


@every(
    "profile, players, plan",
    [
        ("club", 17, GROUPS.format(4)),
        ("school", 9, GROUPS.format(2)),
        ("cup", 30, GROUPS.format(8)),
        ("online", 8, GROUPS.format(2)),
        ("doubles", 17, PAIRS),
    ],
)
def test_a_new_event_has_as_many_groups_as_suit_its_field(house: House, profile: str, players: int, plan: str) -> None:
    visitor = house.visitor("owner")
    visitor.get("/new")
    visitor.submit("/new", name="Cup", profile=profile)
    enter(visitor, "\n".join(f"Player {number}" for number in range(players)))
    fields = visitor.page.form(visitor.path).fields
    assert len([name for name in fields if name not in ("csrf", "rendered", "shown")]) <= 12
    visitor.submit(visitor.path, format="stages", go="create")
    page = visitor.get(f"{visitor.path.rstrip('/')}/settings")
    stored = page.form(visitor.path).fields["stages"]
    assert sorted(" / ".join(stored.split("\n")).split()) == sorted(plan.split())


def test_the_plan_can_be_changed_until_it_begins(house: House, event: Event) -> None:
    visitor = house.visitor("owner")
    visitor.get(f"{event.url}/settings")
    visitor.submit(f"{event.url}/settings", firstStage="swiss", groups="1", qualify="4", lastStage="double-elimination")
    assert [plan.settings.format for plan in event.state.settings.stages] == ["swiss", "double-elimination"]
    visitor.get(f"{event.url}/settings")
    visitor.submit(f"{event.url}/settings", qualify="none")
    assert visitor.status == 400
    assert "none" in visitor.page.text


def test_groups_are_drawn_divided_and_made_by_hand(house: House, event: Event) -> None:
    visitor, address = house.visitor("arbiter"), f"{event.url}/stages/groups"
    page = visitor.get(address)
    assert "in a serpentine" in page.text
    visitor.submit(address, go="lot")
    kept = event.state.groups
    assert kept is not None
    assert kept.seed is not None
    assert kept.seed in visitor.page.text
    visitor.submit(address, go="hand", **{f"g-{event.player('Ann')}": "B", f"g-{event.player('Ben')}": "A"})
    by_hand = event.state.groups
    assert by_hand is not None
    assert event.player("Ben") in by_hand.players[0]
    visitor.submit(address, go="rating")
    serpentine = event.state.groups
    assert serpentine is not None
    assert [len(group) for group in serpentine.players] == [4, 4]


def test_the_way_from_groups_to_champion_is_one_page(house: House, event: Event) -> None:
    visitor = house.visitor("owner")
    assert "2. Knockout: the first 2 of each group to come" in visitor.get(f"{event.url}/stages").text
    play(event, 3)
    page = visitor.get(f"{event.url}/stages")
    assert "Start the knockout: these 4 go on" in page.text
    assert page.text.count("goes on") == 4 + 1  # and the question above them
    assert page.text.count("Ann, Dan, Ben and Cid go on.") == 1
    visitor.get(f"{event.url}/stages/2")
    assert all(name in visitor.page.text for name in ("A1 Ann", "A2 Dan", "B1 Ben", "B2 Cid"))
    visitor.submit(f"{event.url}/stages/2")
    assert event.state.knockout is not None
    assert "Semi-final" in visitor.page.text
    assert "The matches are being played" in visitor.get(event.url).text
    assert "Semi-finals , 0 of 2 results" in visitor.page.text  # which is no round "of 5"
    assert "Semi-final" in visitor.get(f"{event.url}/rounds/4").text  # the page of the bracket
    for number in (4, 5):
        for game in event.state.rounds[number - 1].boards:
            event.do(RecordResult(game.id, Result.WHITE_WINS))
    assert "Ann" in visitor.get(f"{event.url}/stages").text
    assert "The tournament is over" in visitor.get(event.url).text


def test_groups_are_there_before_anything_is_played(house: House, event: Event) -> None:
    page = house.visitor().get(f"{event.url}/stages")
    assert [each.text for each in page.all("h3")] == GROUP_NAMES
    links = [each.text for each in page.all("a") if each.text in NAMES]
    assert links == ["Ann", "Dan", "Eve", "Hal", "Ben", "Cid", "Fay", "Gus"]


def test_what_parted_players_at_the_cut_is_said_beside_them(house: House, event: Event) -> None:
    play(event, 3)
    assert "decided by" not in house.visitor().get(f"{event.url}/stages").text
    eve, dan, hal = (event.player(name) for name in ("Eve", "Dan", "Hal"))
    for number in (1, 2, 3):
        for game in event.games(number):
            if {game.white, game.black} in ({dan, eve}, {dan, hal}):
                # Dan has 1½ of 3 by three draws, Eve by a win and a draw: level on points, parted by wins
                event.do(CorrectResult(RecordResult(game.id, Result.DRAW)))
            if {game.white, game.black} == {event.player("Ann"), dan}:
                event.do(CorrectResult(RecordResult(game.id, Result.DRAW)))
    [row] = [each for each in house.visitor().get(f"{event.url}/stages").all("tr") if "decided by" in each.text]
    assert "Dan" in row.text
    assert "decided by Number of wins" in row.text


def test_the_rules_say_of_each_stage_who_plays_in_it_and_what_counts(house: House, event: Event) -> None:
    rules = house.visitor().get(event.url).text
    assert "Stage 1: 2 groups. Round robin: everybody meets everybody." in rules
    assert "Stage 2: for the first 2 of each group. Knockout: the winner of a match goes on" in rules
    assert "players of one group meet as late as possible" in rules
    assert "seeded by rating" not in rules
    assert "Whoever has no opponent" not in rules  # as a Swiss would have it
    play(event, 3)
    event.do(StartStage(2))
    assert "Late entry" not in house.visitor().get(event.url).text


def test_tables_of_who_met_whom_say_of_which_stage_and_which_round(house: House, event: Event) -> None:
    play(event, 3)
    event.do(StartStage(2))
    for game in event.state.rounds[3].boards:
        event.do(RecordResult(game.id, Result.WHITE_WINS))
    page = house.visitor().get(f"{event.url}/crosstable")
    assert [each.text for each in page.all("h2")] == ["Stage 1", "Stage 2"]
    assert [each.text for each in page.all("h3")] == GROUP_NAMES
    last = page.all("table")[-1]
    assert ("R4" in last.text, "R5" in last.text, "R1" in last.text) == (True, True, False)
    assert "4w1" in last.text
    titles = [table.title for table in crosstable_list(event.state, Wish()).parts["tables"]]  # type: ignore[attr-defined]
    assert titles == ["Stage 1, Group A", "Stage 1, Group B", "Stage 2"]


def test_who_leaves_after_the_cut_is_replaced_once_the_director_says_so(house: House, event: Event) -> None:
    play(event, 3)
    event.do(StartStage(2))
    event.do(WithdrawPlayer(event.player("Dan")))
    visitor, address = house.visitor("owner"), f"{event.url}/stages/2"
    for path in ("", "/stages"):
        assert "Dan left after the cut: who goes on instead?" in visitor.get(f"{event.url}{path}").text
    page = visitor.get(address)
    assert "Moved up, since others have left: Eve." in page.text
    visitor.submit(address)
    assert {event.state.players[id].name for id in event.state.stages[1].begun.players} == {"Ann", "Eve", "Ben", "Cid"}
    assert "who goes on instead" not in visitor.get(event.url).text
    event.do(RecordResult(event.state.rounds[3].in_order[0].id, Result.WHITE_WINS))
    event.do(WithdrawPlayer(event.player("Eve")))
    assert "who goes on instead" not in visitor.get(event.url).text  # once it is played it is a no-show


def test_who_is_level_at_the_cut_is_named_and_decided(house: House, event: Event) -> None:
    play(event, 3, drawn=True, close=False)
    visitor, address = house.visitor("owner"), f"{event.url}/stages/2"
    assert "level at the cut" in visitor.get(f"{event.url}/stages").text
    page = visitor.get(address)
    assert "Level at the cut of group A: 2 places" in page.text
    assert "Equal in:" in page.text
    visitor.submit(address, tied="named")
    assert visitor.status == 409
    assert event.state.knockout is None
    visitor.get(address)
    visitor.submit(address, tied="lot")
    assert len(event.state.stages[1].begun.qualified) == 4
    assert event.state.stages[1].begun.lot


def test_all_who_are_level_can_go_on(house: House, event: Event) -> None:
    play(event, 3, drawn=True)
    visitor = house.visitor("owner")
    visitor.get(f"{event.url}/stages/2")
    visitor.submit(f"{event.url}/stages/2", tied="all")
    assert len(event.state.stages[1].begun.qualified) == 8


def test_a_correction_after_the_cut_says_who_would_go_on_instead(house: House, event: Event) -> None:
    play(event, 3)
    event.do(StartStage(2))
    dan, eve = event.player("Dan"), event.player("Eve")
    games = [each for number in (1, 2, 3) for each in event.games(number)]
    game = next(each for each in games if {each.white, each.black} == {dan, eve})
    other = "0-1" if game.white == dan else "1-0"
    visitor = house.visitor("owner")
    page = visitor.get(f"{event.url}/what-if?pairing={game.id}&result={other}")
    assert "Would go on: Eve." in page.text
    assert "Would not go on: Dan." in page.text
    visitor.submit(f"{event.url}/what-if", result=other)
    assert len(event.state.stages) == 1


def test_groups_are_called_so_on_pages_on_paper_and_on_the_wall(house: House, event: Event) -> None:
    play(event, 1)
    reader = house.visitor()
    for who in (reader, house.visitor("owner")):
        assert [each.text for each in who.get(f"{event.url}/rounds/1").all("h2") if "Group" in each.text] == GROUP_NAMES
    assert [each.text for each in reader.get(f"{event.url}/standings?stage=1").all("h2")][:2] == GROUP_NAMES
    assert [table.title for table in pairings(event.state, Wish(round=1)).parts["tables"]] == GROUP_NAMES  # type: ignore[attr-defined]
    assert all(name in reader.get(f"{event.url}/screen").text for name in GROUP_NAMES)


def test_the_event_is_shown_as_it_was_at_every_version(house: House, event: Event) -> None:
    play(event, 3)
    event.do(StartStage(2))
    for number in (4, 5):
        for game in event.state.rounds[number - 1].boards:
            event.do(RecordResult(game.id, Result.WHITE_WINS))
    visitor = house.visitor("arbiter")
    for path in ("", *(f"/{version}" for version in range(1, event.version + 1))):
        visitor.get(f"{event.url}/history{path}")
        assert visitor.status == 200, path


def test_standings_have_a_table_for_each_group(house: House, event: Event) -> None:
    play(event, 3)
    event.do(StartStage(2))
    visitor = house.visitor()
    groups = visitor.get(f"{event.url}/standings?stage=1").text
    assert "3W (3) = 3" in groups
    assert "stage 1: 1W (1)" in visitor.get(f"{event.url}/standings").text
    visitor.get(f"{event.url}/standings?stage=3")
    assert visitor.status == 404


def test_phones_show_one_group_at_a_time_that_of_the_reader_first(house: House, event: Event) -> None:
    play(event, 1)
    reader = house.by_link(event, "Ben")
    groups = [each.text for each in reader.get(f"{event.url}/stages").all("h3")]
    assert groups == ["Group B", "Group A"]
    assert [each.text for each in reader.get(f"{event.url}/stages?group=A").all("h3")] == ["Group B", "Group A"]


def test_only_directors_begin_a_stage(house: House, event: Event) -> None:
    play(event, 3)
    for who in ("scorer", "public"):
        visitor = house.visitor(who)
        visitor.get(f"{event.url}/stages/2")
        assert visitor.status in (401, 403, 404)
        assert "Start the knockout" not in visitor.get(f"{event.url}/stages").text


def test_an_evening_of_doubles_ends_with_a_final_of_fixed_pairs(house: House) -> None:
    plan = ["doubles rounds=2", "knockout best=8 teams=crosswise tieBreakPolicy=RAPID"]
    event = house.event(*(f"Player {n:02}" for n in range(17)), format="stages", profile="doubles", stages=plan)
    visitor = house.visitor("owner")
    for number in (1, 2):
        event.do(PairRound())
        event.do(PublishRound(number))
        page = visitor.get(f"{event.url}/rounds/{number}")
        assert "Table 4" in page.text
        assert "Start the knockout" not in page.text  # while matches of the round are open
        for match in event.state.rounds[number - 1].matches:
            event.do(RecordSets(match.id, {Side.HOME: 3, Side.AWAY: 0}))
        event.do(CloseRound(number))
    reader, one = house.by_link(event, "Player 01"), f"{event.url}/players/{event.player('Player 01')}"
    assert "minus the partners" in reader.get(one).text  # as on the card of any evening of doubles
    form = visitor.get(f"{event.url}/stages/2").form(f"{event.url}/stages/2")
    visitor.send(f"{event.url}/stages/2", {**form.fields, "tied": "lot"})
    team = event.state.stages[1].begun.qualified[0].player
    assert " & " in event.state.players[team].name
    for path in ("/stages", "/bracket", "/standings", "", "/screen", "/story", "/players", "/rounds/2", "/print"):
        visitor.get(f"{event.url}{path}")
        assert visitor.status == 200, path
    story = visitor.get(f"{event.url}/story").text
    assert "White won" not in story
    assert "colour of the pieces" not in story
    card = visitor.get(f"{event.url}/players/{event.state.stages[1].begun.players[0]}").text
    assert all(said in card for said in ("Round 3", "with Player ", ", against Player ", "3:0"))
    assert "white" not in card
    pair = visitor.get(f"{event.url}/players/{team}").text
    assert "No place in the standings" not in pair
    assert "Rank 1" in pair
    bracket = visitor.get(f"{event.url}/bracket")
    assert event.state.players[team].name in bracket.text
    assert f"{event.state.players[team].name} did not come" in bracket.text
    assert "White" not in bracket.text
    assert "Black" not in bracket.text
    assert all("½" not in group.text for group in bracket.all("span") if group.attributes.get("role") == "group")
    assert "17 players" in visitor.get(f"{event.url}/players").text
    assert "Players 17" in visitor.get(event.url).text
    match = event.state.rounds[1].matches[0]
    for fields in ({"home": "0", "away": "3", "was": "3:0"}, {"score": "0:3", "was": "3:0"}, {"side": "home"}):
        way = "/score" if "score" in fields else "/click" if "side" in fields else ""
        page = visitor.get(f"{event.url}/rounds/2")
        action = f"{event.url}/games/{match.id}/sets{way}"
        asked = visitor.send(action, {**page.form(action).fields, **fields})
        assert visitor.status == 409
        assert "stage 2" in asked.text.casefold()
        assert event.state.pairing(match.id) == match
        assert asked.form(action).fields["confirm"] == "yes"
    visitor.get(f"{event.url}/rounds/2")
    action = f"{event.url}/games/{match.id}/sets/score"
    asked = visitor.send(action, {**visitor.page.form(action).fields, "score": "0:3"})
    visitor.send(action, asked.form(action).fields)
    corrected = event.state.rounds[1].matches[0]
    assert (corrected.sets_of(Side.HOME), corrected.sets_of(Side.AWAY)) == (0, 3)
    assert len(event.state.stages) == 1
    assert " & " not in visitor.get(f"{event.url}/players").text
    assert " & " not in " ".join(each.name for each in expected_players(event.state, 4))
