"""The list of tournaments, a new one, and its settings."""

from __future__ import annotations

from uuid import uuid4

import pytest
from sqlalchemy import update

from podium.app.access import Role
from podium.core.ids import TournamentId
from podium.core.points import Points
from podium.flow.commands import ArchiveTournament, PairRound, PublishRound
from podium.storage import read_model
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from podium.tiebreaks import PRESETS
from tests.web.conftest import House, opened
from tests.web.guide import create, rules
from tests.web.visitor import Page, Visitor


def test_a_tournament_that_cannot_be_read_keeps_no_other_from_the_list(ready_sqlite_url: str) -> None:
    """However its row came to be: nobody could have entered such a date, or such a format."""
    with opened(ready_sqlite_url) as house:
        wrong, other, _sound = (house.event("Ann", name=name) for name in ("Wrong", "Other", "Sound"))
        with house.podium.database.write(EVERY_TOURNAMENT) as connection:
            rows = read_model.tournaments
            connection.execute(update(rows).where(rows.c.id == wrong.id).values(start="9999-99-99", end="tomorrow"))
            connection.exec_driver_sql("PRAGMA ignore_check_constraints = 1")
            connection.execute(update(rows).where(rows.c.id == other.id).values(format="nonsense"))
        for who in ("public", "owner"):
            visitor = house.visitor(who)
            shown = visitor.get("/").text
            assert visitor.status == 200
            for text in ("Wrong", "9999-99-99 – tomorrow", other.id, "cannot be read", "Sound"):
                assert text in shown


def test_a_name_and_a_format_make_a_tournament(house: House) -> None:
    owner = house.visitor("owner")
    page = create(owner, "Winter Cup")
    assert owner.path.startswith("/t/")
    assert page.status_lines[0].startswith("Winter Cup is created")
    assert "Add the players" in page.text
    assert "draft" in page.text


@pytest.mark.parametrize(
    ("chosen", "tiebreaks"),
    [
        ({}, PRESETS["fide-swiss"]),
        ({"format": "round-robin"}, PRESETS["fide-round-robin"]),
        ({"format": "manual"}, ()),
        ({"preset": "none"}, ()),
        ({"tiebreaks": "SB"}, ("SB",)),
    ],
)
def test_a_new_tournament_has_the_tie_breaks_of_its_format(
    house: House, chosen: dict[str, str], tiebreaks: tuple[str, ...]
) -> None:
    owner = house.visitor("owner")
    create(owner, "Winter Cup", **chosen)
    id = TournamentId(owner.path.removeprefix("/t/"))
    settings = house.podium.desk.see(house.users["owner"].actor, id).state.settings
    assert (settings.format, settings.tiebreaks) == (chosen.get("format", "swiss"), tiebreaks)


def test_everything_can_be_said_at_once(house: House) -> None:
    owner = house.visitor("owner")
    create(
        owner,
        "Winter Cup",
        "manual",
        rounds="7",
        place="Łódź",
        start="2026-12-01",
        end="2026-12-05",
        sections="A\n\n B ",
        scoring="custom",
        points_win="3",
        points_draw="1",
        points_bye="1.5",
        tiebreaks="BH, SB",
    )
    id = TournamentId(owner.path.removeprefix("/t/"))
    settings = house.podium.desk.see(house.users["owner"].actor, id).state.settings
    assert (settings.name, settings.format, settings.rounds, settings.place) == ("Winter Cup", "manual", 7, "Łódź")
    assert (settings.start, settings.end, settings.sections) == ("2026-12-01", "2026-12-05", ("A", "B"))
    assert settings.tiebreaks == ("BH", "SB")
    assert (settings.scoring.win, settings.scoring.bye) == (Points.of(3), Points.of("1.5"))
    assert (settings.scoring.forfeit_win, settings.scoring.half_bye) == (Points.of(3), Points.of(1))


def test_a_form_that_is_sent_twice_makes_one_tournament(house: House) -> None:
    owner = house.visitor("owner")
    name = f"Twice {uuid4()}"
    rules(owner, name)
    address, form = owner.path, owner.page.form(owner.path)
    for _ in range(2):
        owner.send(address, {**form.fields, "go": "create"})
        assert owner.path.startswith("/t/")
    assert owner.get(f"/?q={name}").text.count(name) == 1


def test_all_that_is_wrong_is_said_under_its_field(house: House) -> None:
    owner = house.visitor("owner")
    page = create(
        owner,
        "Winter Cup",
        rounds="many",
        start="2026-02-30",
        sections="A\nA",
        scoring="custom",
        points_win="lots",
    )
    assert owner.status == 400
    assert '"many"' in page.errors["rounds"]
    assert '"2026-02-30"' in page.errors["start"]
    assert '"A" is named twice' in page.errors["sections"]
    assert '"lots"' in page.errors["points_win"]
    assert page.form(owner.path).fields["rounds"] == "many"
    assert "Nothing was changed" in page.text


def test_the_end_comes_after_the_beginning(house: House) -> None:
    owner = house.visitor("owner")
    page = create(owner, "X", start="2026-02-05", end="2026-02-01")
    assert owner.status == 400
    assert "before the start" in page.errors["end"]


def test_what_cannot_go_together_is_said_beside_what_cannot_be_read(house: House) -> None:
    owner = house.visitor("owner")
    page = create(owner, "X", rounds="many", acceleration="baku", start="2026-02-05", end="2026-02-01")
    assert owner.status == 400
    assert page.errors.keys() == {"rounds", "end"}
    assert '"many"' in page.errors["rounds"]
    assert "before the start" in page.errors["end"]


def test_the_list_shows_what_is_published_and_what_is_mine(house: House) -> None:
    tag = uuid4().hex
    house.event(name=f"Public {tag}")
    house.event(name=f"Hidden {tag}", published=False)
    seen = {who: house.visitor(who).get(f"/?q={tag}").text for who in ("owner", "scorer", "stranger", "public")}
    assert all(f"Public {tag}" in text for text in seen.values())
    assert [who for who, text in seen.items() if f"Hidden {tag}" in text] == ["owner", "scorer"]


def test_the_archive_is_a_list_of_its_own(house: House) -> None:
    tag = uuid4().hex
    event = house.event(name=tag)
    event.do(ArchiveTournament())
    owner = house.visitor("owner")
    assert "Nothing matches" in owner.get(f"/?q={tag}").text
    assert f'href="{event.url}"' in owner.get(f"/?archived=yes&q={tag}").html


def test_searching_for_nothing_that_exists_says_so(house: House) -> None:
    assert "Nothing matches “<zebra>”" in house.visitor().get("/?q=<zebra>").text


def test_settings_are_saved_and_can_be_taken_back(house: House) -> None:
    event = house.event("Ann", "Ben")
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/settings")
    page = arbiter.submit(f"{event.url}/settings", name="Summer Open", place="Oslo")
    assert "name Summer Open (was Spring Open)" in page.status_lines[0]
    assert event.state.settings.place == "Oslo"
    _undo(arbiter.page, arbiter)
    assert event.state.settings.name == "Spring Open"


def _undo(page: Page, visitor: Visitor) -> None:
    action = next(form.action for form in page.forms if form.action.endswith("/undo"))
    visitor.submit(action)


def test_what_is_fixed_stays_fixed_once_a_round_is_paired(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan")
    event.do(PairRound())
    owner = house.visitor("owner")
    owner.get(f"{event.url}/settings")
    owner.submit(f"{event.url}/settings", name="Renamed")
    assert event.state.settings.name == "Renamed"
    page = owner.submit(f"{event.url}/settings", sections="A\nB")
    assert owner.status == 409
    assert "Ann is in it" in page.errors["sections"]


@pytest.mark.parametrize("who", ["owner", "arbiter"])
def test_publish_hide_archive_and_restore(house: House, who: str) -> None:
    event = house.event("Ann", "Ben", published=False)
    visitor = house.visitor(who)
    visitor.get(f"{event.url}/settings")
    visitor.submit(f"{event.url}/publish")
    assert (event.state.published, visitor.path) == (True, f"{event.url}/settings")
    visitor.submit(f"{event.url}/hide")
    assert not event.state.published
    visitor.submit(f"{event.url}/archive")
    assert event.state.archived
    page = visitor.get(f"{event.url}/players")
    assert page.posts == []
    visitor.get(f"{event.url}/settings")
    visitor.submit(f"{event.url}/restore")
    assert not event.state.archived


@pytest.mark.parametrize(
    ("format", "page"), [("swiss", "/rounds/1"), ("knockout", "/bracket"), ("swiss", ""), ("knockout", "")]
)
def test_a_tournament_that_was_paired_first_is_published_where_its_round_is(
    house: House, format: str, page: str
) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format=format, published=False)
    event.do(PairRound())
    if format == "swiss":
        event.do(PublishRound(1))
    director = house.visitor("arbiter")
    director.get(event.url + page)
    director.submit(f"{event.url}/publish")
    assert event.state.published
    assert director.path.partition("?")[0] == event.url + page
    assert f"{event.url}/publish" not in director.page.posts


def test_an_archived_tournament_cannot_be_changed(house: House) -> None:
    event = house.event("Ann", "Ben")
    owner = house.visitor("owner")
    token = owner.get(f"{event.url}/players").form(f"{event.url}/players").fields["csrf"]
    event.do(ArchiveTournament())
    page = owner.send(f"{event.url}/publish", {"csrf": token})
    assert owner.status == 409
    assert "is archived" in page.problem


def test_only_the_owner_deletes(house: House) -> None:
    event = house.event("Ann", "Ben")
    arbiter = house.visitor("arbiter")
    token = arbiter.get(f"{event.url}/settings").form(f"{event.url}/archive").fields["csrf"]
    arbiter.send(f"{event.url}/delete", {"csrf": token})
    assert arbiter.status == 403
    owner = house.visitor("owner")
    page = owner.get(f"{event.url}/settings")
    assert "2 players" in page.text
    page = owner.submit(f"{event.url}/delete")
    assert "is deleted" in page.status_lines[0]
    owner.get(event.url)
    assert owner.status == 404


def test_roles_are_given_and_taken(house: House) -> None:
    event = house.event()
    owner = house.visitor("owner")
    owner.get(f"{event.url}/people")
    owner.submit(f"{event.url}/people/roles", name="", role="scorer")
    assert owner.status == 404
    owner.get(f"{event.url}/people")
    _give(owner, event.url, "Stranger", "arbiter")
    assert house.podium.registry.roles(event.id)["Stranger"] is Role.ARBITER
    house.visitor("stranger").get(f"{event.url}/settings")
    _give(owner, event.url, "Stranger", "none")
    assert "Stranger" not in house.podium.registry.roles(event.id)
    _give(owner, event.url, "Owner", "none")
    assert owner.status == 409
    assert "needs an owner" in owner.page.errors["name"]
    _give(owner, event.url, "Stranger", "king")
    assert owner.status == 400


def _give(owner: Visitor, url: str, name: str, role: str) -> None:
    token = owner.get(f"{url}/people").form("/logout").fields["csrf"]
    owner.send(f"{url}/people/roles", {"csrf": token, "name": name, "role": role})


def test_an_arbiter_gives_links_and_no_roles(house: House) -> None:
    event = house.event("Ann", "Ben")
    arbiter = house.visitor("arbiter")
    page = arbiter.get(f"{event.url}/people")
    assert f"{event.url}/people/roles" not in page.posts
    assert "Accounts" not in page.text
    assert "Stranger" not in page.text
    before = house.podium.registry.roles(event.id)
    _give(arbiter, event.url, "Arbiter", "owner")
    assert arbiter.status == 403
    assert house.podium.registry.roles(event.id) == before
    arbiter.get(f"{event.url}/people")
    arbiter.submit(f"{event.url}/people/links", player="")
    [link] = house.podium.registry.links(event.id)
    assert link.grant.role is Role.SCORER
    arbiter.get(f"{event.url}/people")
    arbiter.submit(f"{event.url}/people/links/{link.id}/drop")
    assert house.podium.registry.links(event.id) == []


@pytest.mark.parametrize("who", ["scorer", "stranger"])
def test_nobody_else_gives_links(house: House, who: str) -> None:
    event = house.event("Ann", "Ben")
    visitor = house.visitor(who)
    token = visitor.get(event.url).form("/logout").fields["csrf"]
    visitor.send(f"{event.url}/people/links", {"csrf": token, "player": "", "expires": ""})
    assert visitor.status == 403
    assert house.podium.registry.links(event.id) == []


@pytest.mark.parametrize("who", ["owner", "arbiter"])
def test_a_link_is_shown_once_works_and_ends(house: House, who: str) -> None:
    event = house.event("Ann", "Ben")
    owner = house.visitor(who)
    owner.get(f"{event.url}/people")
    page = owner.submit(f"{event.url}/people/links", player=event.player("Ann"), expires="2099-01-01")
    address = next(each.attributes["value"] for each in page.all("input", id="link"))
    assert address not in owner.get(f"{event.url}/people").html
    ann = house.visitor()
    ann.get(address)
    assert ann.path == f"{event.url}/players/{event.player('Ann')}"
    assert "player" in ann.page.text
    [link] = house.podium.registry.links(event.id)
    owner.submit(f"{event.url}/people/links/{link.id}/drop")
    ann.get(address)
    assert ann.status == 404


@pytest.mark.parametrize("expires", ["soon", "2026-13-01", "2020-01-01"])
def test_a_link_with_a_strange_end_is_refused(house: House, expires: str) -> None:
    event = house.event()
    owner = house.visitor("owner")
    owner.get(f"{event.url}/people")
    page = owner.submit(f"{event.url}/people/links", expires=expires)
    assert owner.status == 400
    assert expires in page.errors["expires"]


@pytest.mark.parametrize(
    ("format", "own"),
    [
        ("swiss", {"acceleration", "scoring"}),
        ("round-robin", {"cycles", "scoring"}),
        ("knockout", {"seeding"}),
        ("doubles", {"setsToWin"}),
    ],
)
def test_once_the_format_is_fixed_the_form_asks_nothing_of_other_formats(
    house: House, format: str, own: set[str]
) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format=format)
    owner = house.visitor("owner")
    telling = {"acceleration", "scoring", "cycles", "seeding", "setsToWin"}

    def asked() -> set[str]:
        page = owner.get(f"{event.url}/settings")
        return telling & {each.attributes.get("name") for each in page.elements}

    assert asked() == telling  # as long as another can be chosen
    event.do(PairRound())
    assert asked() == own
    owner.submit(f"{event.url}/settings", place="Village hall")
    assert event.state.settings.place == "Village hall"
