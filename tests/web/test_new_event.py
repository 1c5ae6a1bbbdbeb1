"""A new event in three steps, from another one, and from a template."""

from __future__ import annotations

from uuid import uuid4

import pytest

from podium.app.profiles.registry import PROFILES
from podium.core.ids import TournamentId
from podium.core.result import Result
from podium.flow.commands import PairRound
from podium.flow.formats.registry import FORMAT_NAMES
from podium.knockout import TieBreakPolicy
from podium.web.frame.static_files import STATIC
from tests.kit.loops import every
from tests.web.conftest import Event, House
from tests.web.guide import begin, create, enter, rules
from tests.web.visitor import Visitor

LIST = "Ann Archer 1812\n1640 Ben Baker\nCleo;1500\nDan (1444)"


@pytest.fixture
def owner(house: House) -> Visitor:
    return house.visitor("owner")


def made(house: House, visitor: Visitor) -> Event:
    """The event that the visitor was led to."""
    assert visitor.path.startswith("/t/"), visitor.page.text
    return Event(house, TournamentId(visitor.path.removeprefix("/t/")), house.users["owner"].actor)


def ticked(visitor: Visitor) -> list[str]:
    return [each.attributes["value"] for each in visitor.page.all("input", name="pick") if "checked" in each.attributes]


def test_every_profile_is_offered_with_a_sentence_and_a_picture(owner: Visitor) -> None:
    page = owner.get("/new")
    assert [each.attributes["value"] for each in page.all("input", name="profile")] == [
        each.name.value for each in PROFILES
    ]
    pictures = (STATIC / "profiles.svg").read_text(encoding="utf-8")
    for each in PROFILES:
        assert each.summary in page.text
        assert f'<symbol id="{each.name.value}"' in pictures


def test_every_format_is_that_of_some_profile() -> None:
    assert {format.name for each in PROFILES for format in each.formats} == set(FORMAT_NAMES)


def test_the_steps_make_an_event_with_its_players_in_one_change(house: House, owner: Visitor) -> None:
    page = create(owner, "Club Open", players=LIST)
    assert "Publish the tournament" in page.text  # the next step
    event = made(house, owner)
    players = [(each.name, each.fields.rating) for each in event.state.players.values()]
    assert players == [("Ann Archer", 1812), ("Ben Baker", 1640), ("Cleo", 1500), ("Dan", 1444)]
    assert event.version == 1
    assert event.state.settings.rounds == 3  # as suggested for four players
    assert "Club Open created with 4 players" in owner.get(f"{event.url}/history").text


def test_nothing_is_created_before_the_last_step(house: House, owner: Visitor) -> None:
    name = f"Unfinished {uuid4()}"
    rules(owner, name, players=LIST)
    assert name not in owner.get("/").text
    assert name in owner.get("/new").text  # and can be gone on with
    address = next(each for each in owner.page.posts if each.endswith("/drop"))
    owner.submit(address)
    assert name not in owner.get("/new").text


@every(
    ("text", "plain"),
    [(LIST, True), ("Ann;1500;GER\nBen;1600;ENG", False), ("Ann\nAnn", False), ("Ann\n1500", False)],
)
def test_a_list_is_looked_at_before_one_goes_on_unless_it_is_plain(owner: Visitor, text: str, plain: bool) -> None:
    begin(owner, "Club Open")
    here = owner.path
    page = owner.submit(here, text=text, go="rules")
    assert (owner.path == here) == (not plain)
    if not plain:
        assert "will be entered." in page.text
        owner.submit(here, go="rules")
    assert owner.path.endswith("/rules")


def test_columns_are_recognised_and_can_be_chosen(house: House, owner: Visitor) -> None:
    begin(owner, "Club Open")
    here = owner.path
    owner.submit(here, text="Ann;1500;GER\nBen;1600;ENG", go="look")
    fields = owner.page.form(here).fields
    assert [fields[f"column-{at}"] for at in range(3)] == ["name", "rating", "federation"]
    owner.submit(here, **{"column-2": "club"}, go="rules")
    assert owner.path == here  # what changed is looked at again
    owner.submit(here, go="rules")
    owner.submit(owner.path, go="create")
    players = made(house, owner).state.players.values()
    assert [(each.fields.rating, each.fields.federation, each.fields.club) for each in players] == [
        (1500, None, "GER"),
        (1600, None, "ENG"),
    ]


def test_a_file_works_as_a_list_does_and_can_be_dropped(house: House, owner: Visitor) -> None:
    begin(owner, "Club Open")
    here = owner.path
    page = owner.upload(here, b"Name,Elo\nAnn,1500\nBen,1400\n")
    assert "2 players will be entered." in page.text
    assert "drop_file" in {each.attributes.get("name") for each in page.all("input")}
    form = page.form(here)
    page = owner.send(here, {**form.fields, "drop_file": "yes", "go": "look"})
    assert "will be entered" not in page.text


def test_a_list_that_cannot_be_read_says_so_and_keeps_its_step(owner: Visitor) -> None:
    begin(owner, "Club Open")
    page = owner.upload(owner.path, b"PK\x03\x04 this is no workbook")
    assert page.errors["text"]
    assert owner.submit(owner.path, go="rules").errors["text"]


def test_players_of_another_event_come_along_as_chosen(house: House, owner: Visitor) -> None:
    other = house.event("Ann", "Ben", "Cid")
    begin(owner, "Club Open")
    here = owner.path
    owner.submit(here, source=other.id, go="look")
    assert ticked(owner) == [other.player(name) for name in ("Ann", "Ben", "Cid")]
    fields = owner.page.form(here).fields
    picks = [other.player("Ann"), other.player("Cid")]
    owner.answer = owner.client.post(here, data={**fields, "text": "Dan 1500\nAnn", "pick": picks, "go": "look"})
    assert ticked(owner) == picks
    assert "3 players will be entered." in owner.page.text
    fields = owner.page.form(here).fields
    owner.answer = owner.client.post(here, data={**fields, "pick": picks, "go": "rules"})
    owner.submit(owner.path, go="create")
    players = [(each.name, each.fields.rating) for each in made(house, owner).state.players.values()]
    assert players == [("Ann", 2000), ("Cid", 1980), ("Dan", 1500)]  # Ann is there once


def test_players_of_an_event_that_one_does_not_direct_cannot_be_taken(house: House) -> None:
    other = house.event("Ann", "Ben")
    stranger = house.visitor("stranger")
    begin(stranger, "Club Open")
    form = stranger.page.form(stranger.path)
    stranger.send(stranger.path, {**form.fields, "source": other.id, "go": "look"})
    assert ticked(stranger) == []
    assert "Go on: rules" in stranger.page.text


def test_going_back_loses_nothing(owner: Visitor) -> None:
    rules(owner, "Club Open", "round-robin", LIST)
    owner.submit(owner.path, place="Town hall", cycles="2", go="players")
    assert owner.path.endswith("/players")
    assert "Ann Archer 1812" in owner.page.form(owner.path).fields["text"]
    owner.submit(owner.path, go="format")
    fields = owner.page.form(owner.path).fields
    assert (fields["name"], fields["profile"]) == ("Club Open", "club")
    owner.submit(owner.path)
    owner.submit(owner.path, go="rules")
    assert owner.page.form(owner.path).fields["format"] == "round-robin"
    owner.submit(owner.path, go="all")
    fields = owner.page.form(owner.path).fields
    assert (fields["place"], fields["cycles"]) == ("Town hall", "2")


def test_only_what_the_format_has_is_asked(owner: Visitor) -> None:
    fields = rules(owner, "Cup", "knockout").form(owner.path).fields
    assert "seeding" in fields
    assert {"rounds", "cycles", "setsToWin", "acceleration", "name", "grandFinal"}.isdisjoint(fields)


def test_the_rounds_follow_the_field_until_somebody_decides(owner: Visitor) -> None:
    def fields() -> dict[str, str]:
        return owner.page.form(owner.path).fields

    rules(owner, "Club Open", players="\n".join(f"Player {at}" for at in range(1, 31)))
    assert fields()["rounds"] == "6"
    owner.submit(owner.path, go="players")
    owner.submit(owner.path, text=LIST, go="look")
    owner.submit(owner.path, go="rules")
    assert fields()["rounds"] == "3"
    owner.submit(owner.path, rounds="9", go="players")
    owner.submit(owner.path, text="Ann\nBen", go="look")
    owner.submit(owner.path, go="rules")
    assert fields()["rounds"] == "9"


def test_sections_of_the_list_become_those_of_the_event(house: House, owner: Visitor) -> None:
    create(owner, "Club Open", players="Name;Rating;Section\nAnn;1500;A\nBen;1400;B\nCid;1300;A")
    state = made(house, owner).state
    assert state.settings.sections == ("A", "B")
    assert [each.section for each in state.players.values()] == ["A", "B", "A"]


def test_a_name_and_a_profile_are_asked_for(owner: Visitor) -> None:
    owner.get("/new")
    page = owner.send("/new", {**owner.page.form("/new").fields, "name": " ", "profile": "chess"})
    assert owner.status == 400
    assert page.errors["name"] == "A name is needed."
    assert page.all("a", href="#f-profile")


def test_somebody_elses_draft_is_not_there(house: House, owner: Visitor) -> None:
    begin(owner, "Club Open")
    other = house.visitor("arbiter")
    other.get(owner.path)
    assert other.path == "/new"
    assert "That draft is gone" in other.page.status_lines[0]


def test_a_new_knockout_decides_draws(house: House, owner: Visitor) -> None:
    create(owner, "Cup", "knockout")
    chosen = made(house, owner).state.settings.knockout
    assert chosen is not None
    assert chosen.tie_break_policy is TieBreakPolicy.RAPID


@pytest.mark.parametrize("format", FORMAT_NAMES)
def test_a_duplicate_goes_through_the_steps_with_everything_filled_in(
    house: House, owner: Visitor, format: str
) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format=format, place="Hall", start="2026-05-01")
    if format == "swiss":
        event.do(PairRound())
        event.record(1, Result.WHITE_WINS, Result.DRAW)
    owner.get(f"{event.url}/settings")
    owner.submit(f"{event.url}/duplicate")
    owner.submit(owner.path, name="Once more")
    assert len(ticked(owner)) == 4
    owner.answer = owner.client.post(
        owner.path, data={**owner.page.form(owner.path).fields, "pick": ticked(owner), "go": "rules"}
    )
    owner.submit(owner.path, go="create")
    again = made(house, owner).state
    before, after = event.state.settings, again.settings
    assert (after.name, after.format, after.place, after.start) == ("Once more", format, "Hall", None)
    assert (after.tiebreaks, after.scoring, after.knockout) == (before.tiebreaks, before.scoring, before.knockout)
    assert [each.fields for each in again.players.values()] == [each.fields for each in event.state.players.values()]
    assert again.rounds == ()


def test_a_template_is_kept_started_from_and_removed(house: House, owner: Visitor) -> None:
    event = house.event(format="swiss", rounds=7, place="Hall", tiebreaks=["SB", "BH"], rules="fide")
    name = f"Thursday {uuid4()}"
    owner.get(f"{event.url}/settings")
    assert "Kept" in owner.submit(f"{event.url}/template", template=name).status_lines[0]
    start = next(each for each in owner.get("/new").posts if each.endswith("/start"))
    owner.submit(start)
    assert owner.page.form(owner.path).fields["name"] == ""
    owner.submit(owner.path, name="Next Thursday")
    enter(owner)
    owner.submit(owner.path, go="create")
    settings = made(house, owner).state.settings
    assert (settings.rounds, settings.place, settings.tiebreaks) == (7, "Hall", ("SB", "BH"))
    assert settings.rules.value == "fide"
    owner.get("/new")
    owner.submit(start.replace("/start", "/drop"))
    assert name not in owner.get("/new").text


def test_only_those_who_direct_an_event_copy_it(house: House) -> None:
    event = house.event("Ann", "Ben")
    scorer = house.visitor("scorer")
    scorer.get("/account")
    token = scorer.page.form("/account/password").fields["csrf"]
    for path in ("duplicate", "template"):
        scorer.send(f"{event.url}/{path}", {"csrf": token, "template": "Mine"})
        assert scorer.status == 403


@pytest.mark.parametrize(("accepted", "proposed"), [("de", "de"), ("fr-CA", "fr"), ("en", "any"), ("", "any")])
def test_the_language_of_whoever_fills_it_in_is_proposed(owner: Visitor, accepted: str, proposed: str) -> None:
    owner.client.headers["Accept-Language"] = accepted
    page = rules(owner, f"In a language {accepted}", players=LIST)
    assert page.form(owner.path).fields["language"] == proposed
