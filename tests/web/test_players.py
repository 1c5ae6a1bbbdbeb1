"""Players: one by one, many at once, from files; edited, away, gone."""

from __future__ import annotations

import io

import openpyxl
import pytest

from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.flow.commands import AddPlayers, EditPlayer, PairRound, PublishRound
from tests.web.conftest import Event, House
from tests.web.visitor import Page, Visitor

CSV = "Name;Elo;Verein\nMüller, Hans;1850;SK Süd\nAnn;2000;Nord\n;1200;\n".encode()


def names(event: Event) -> list[str]:
    return [player.name for player in sorted(event.state.players.values(), key=lambda each: each.number)]


def at_players(house: House, event: Event) -> Visitor:
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/players")
    return arbiter


def fates(page: Page) -> list[str]:
    return [
        each.text for each in page.all("span", class_="chip") if each.text.split()[0] in ("added", "changed", "left")
    ]


def test_a_name_is_enough(house: House) -> None:
    event = house.event()
    arbiter = at_players(house, event)
    page = arbiter.submit(f"{event.url}/players", name="  Ödön   von Horváth ")
    assert names(event) == ["Ödön von Horváth"]
    assert page.status_lines[0].startswith("Ödön von Horváth added.")
    assert "Undo" in page.status_lines[0]


def test_all_fields_can_be_given(house: House) -> None:
    event = house.event(sections=["A", "B"])
    arbiter = at_players(house, event)
    arbiter.submit(
        f"{event.url}/players",
        name="Ann",
        rating="1850",
        title="WIM",
        club="North",
        section="B",
        federation="eng",
        fide_id="12345",
        gender="f",
        birth="1990",
        city="Leeds",
        state="Yorks",
        disability="none",
    )
    [player] = event.state.players.values()
    assert (player.fields.rating, player.fields.federation, player.section) == (1850, "ENG", "B")
    assert (player.fields.title, player.fields.birth, player.fields.city) == ("WIM", "1990", "Leeds")


def test_all_that_is_wrong_with_a_player_is_said_at_once(house: House) -> None:
    event = house.event()
    arbiter = at_players(house, event)
    page = arbiter.submit(
        f"{event.url}/players", name="", rating="strong", federation="England", birth="yesterday", fide_id="x1"
    )
    assert arbiter.status == 400
    assert set(page.errors) == {"name", "rating", "federation", "birth", "fide_id"}
    assert "“strong”" in page.errors["rating"]
    assert '"England"' in page.errors["federation"]
    assert page.form(f"{event.url}/players").fields["federation"] == "England"
    assert names(event) == []


@pytest.mark.parametrize("rating", ["4001", "-5", "18.5", "99999999999999999999"])
def test_a_rating_that_cannot_be_is_named(house: House, rating: str) -> None:
    event = house.event()
    arbiter = at_players(house, event)
    page = arbiter.submit(f"{event.url}/players", name="Ann", rating=rating)
    assert arbiter.status == 400
    assert rating in page.errors["rating"]


def test_a_player_who_is_sent_twice_is_added_once(house: House) -> None:
    event = house.event()
    arbiter = at_players(house, event)
    fields = {**arbiter.page.form(f"{event.url}/players").fields, "name": "Ann"}
    arbiter.send(f"{event.url}/players", fields)
    arbiter.send(f"{event.url}/players", fields)
    assert arbiter.status == 200
    assert names(event) == ["Ann"]


def test_the_list_can_be_searched_and_narrowed(house: House) -> None:
    event = house.event(sections=["A", "B"])
    event.add("Ann Smith", "Ben", section="A")
    event.add("Ann Brown", section="B")
    public = house.visitor()
    found = public.get(f"{event.url}/players?q=ann+sm").text
    assert "Ann Smith" in found
    assert "Ann Brown" not in found
    narrowed = public.get(f"{event.url}/players?section=B").text
    assert "Ann Brown" in narrowed
    assert "Ann Smith" not in narrowed
    assert "No player matches" in public.get(f"{event.url}/players?q=zebra").text


def test_a_pasted_list_is_looked_at_before_it_is_taken(house: House) -> None:
    event = house.event("Ann")
    arbiter = at_players(house, event)
    page = arbiter.submit(f"{event.url}/players/paste", text="1. Müller, Hans, 1850\nEva Grün\nAnn\n")
    assert names(event) == ["Ann"]
    assert fates(page) == ["added", "added", "left as it is"]
    arbiter.send(f"{event.url}/players/import/confirm", page.form(f"{event.url}/players/import").fields)
    assert names(event) == ["Ann", "Müller, Hans", "Eva Grün"]
    assert arbiter.path == f"{event.url}/players"


def test_a_csv_file_is_previewed_then_imported(house: House) -> None:
    event = house.event("Ann")
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/players/import")
    page = arbiter.upload(f"{event.url}/players/import", CSV)
    assert fates(page) == ["added", "changed", "left out"]
    assert "club: – → Nord" in page.text
    assert names(event) == ["Ann"]
    arbiter.send(f"{event.url}/players/import/confirm", page.form(f"{event.url}/players/import").fields)
    assert names(event) == ["Ann", "Müller, Hans"]
    clubs = {player.name: player.fields.club for player in event.state.players.values()}
    assert clubs == {"Ann": "Nord", "Müller, Hans": "SK Süd"}
    assert arbiter.page.status_lines[0].endswith("Undo ×")


def test_an_import_can_be_taken_back_whole(house: House) -> None:
    event = house.event("Ann")
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/players/import")
    page = arbiter.upload(f"{event.url}/players/import", CSV)
    arbiter.send(f"{event.url}/players/import/confirm", page.form(f"{event.url}/players/import").fields)
    arbiter.submit(f"{event.url}/history/{event.version}/undo")
    assert names(event) == ["Ann"]
    assert event.state.players[event.player("Ann")].fields.club is None


def test_a_workbook_is_read_and_its_sheet_can_be_chosen(house: House) -> None:
    book = openpyxl.Workbook()
    first = book.active
    assert first is not None
    first.title = "Info"
    first.append(["Name"])
    first.append(["Nobody"])
    second = book.create_sheet("Entries")
    second.append(["Name", "Rating"])
    second.append(["Eva", 1700])
    kept = io.BytesIO()
    book.save(kept)
    event = house.event()
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/players/import")
    action = f"{event.url}/players/import"
    page = arbiter.upload(action, kept.getvalue())
    assert "Nobody" in page.text
    page = arbiter.submit(action, sheet="Entries")
    assert "Eva" in page.text
    arbiter.send(f"{action}/confirm", page.form(action).fields)
    assert names(event) == ["Eva"]


def test_columns_can_be_chosen_anew_and_are_shown_again_first(house: House) -> None:
    event = house.event()
    arbiter = house.visitor("arbiter")
    action = f"{event.url}/players/import"
    arbiter.get(action)
    page = arbiter.upload(action, b"Name,Club\nAnn,North\n")
    fields = {**page.form(action).fields, "column-1": "city"}
    page = arbiter.send(f"{action}/confirm", fields)
    assert names(event) == []
    assert "Nothing is imported yet" in page.text
    arbiter.send(f"{action}/confirm", page.form(action).fields)
    [player] = event.state.players.values()
    assert (player.fields.city, player.fields.club) == ("North", None)


def test_one_field_for_two_columns_is_refused(house: House) -> None:
    event = house.event()
    arbiter = house.visitor("arbiter")
    action = f"{event.url}/players/import"
    arbiter.get(action)
    page = arbiter.upload(action, b"Name,Club\nAnn,North\n")
    arbiter.send(action, {**page.form(action).fields, "column-1": "name"})
    assert arbiter.status == 400


def test_a_column_of_sections_is_left_out_where_there_are_none(house: House) -> None:
    event = house.event()
    arbiter = house.visitor("arbiter")
    action = f"{event.url}/players/import"
    arbiter.get(action)
    page = arbiter.upload(action, b"Name,Group\nAnn,U12\n")
    assert "The column “Group” is not used: this tournament has no sections." in page.text
    arbiter.send(f"{action}/confirm", page.form(action).fields)
    assert names(event) == ["Ann"]


def test_the_list_has_an_order(house: House) -> None:
    event = house.event()
    event.do(AddPlayers((PlayerFields("Ben", 1500), PlayerFields("ann"), PlayerFields("Cid", 1800))))
    visitor = house.visitor()
    for by, order in (("", ["Ben", "ann", "Cid"]), ("rating", ["Cid", "Ben", "ann"]), ("name", ["ann", "Ben", "Cid"])):
        shown = visitor.get(f"{event.url}/players?sort={by}").text
        assert sorted(order, key=shown.index) == order


@pytest.mark.parametrize(("language", "order"), [("de", ["Åke", "Böhm", "Busch"]), ("sv", ["Busch", "Böhm", "Åke"])])
def test_names_are_in_the_order_of_the_alphabet_of_the_event(house: House, language: str, order: list[str]) -> None:
    event = house.event("Busch", "Åke", "Böhm", language=language)
    shown = house.visitor().get(f"{event.url}/players?sort=name").text
    assert sorted(order, key=shown.index) == order


def test_a_list_that_the_tournament_refuses_is_told_before(house: House) -> None:
    event = house.event(sections=["U10"])
    arbiter = house.visitor("arbiter")
    action = f"{event.url}/players/import"
    arbiter.get(action)
    page = arbiter.upload(action, b"Name,Section\nAnn,U12\n")
    assert 'There is no section "U12"' in page.text
    assert not [button for form in page.forms for button in form.buttons if "formaction" in button]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "There is nothing in the list"),
        (b"\x00\x01\x02\x03", "own file of another program"),
        (b'Name\n"Ann\n', "quotation mark"),
        (b"PK\x03\x04 no workbook", "not an XLSX workbook"),
    ],
    ids=["empty", "not text", "open quote", "broken workbook"],
)
def test_a_file_that_cannot_be_read_says_why(house: House, content: bytes, said: str) -> None:
    event = house.event()
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/players/import")
    page = arbiter.upload(f"{event.url}/players/import", content)
    assert arbiter.status == 400
    assert said in page.errors["file"]


def test_a_tampered_preview_is_refused(house: House) -> None:
    event = house.event()
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/players/import")
    token = arbiter.page.form("/logout").fields["csrf"]
    arbiter.send(f"{event.url}/players/import/confirm", {"csrf": token, "content": "!!!"})
    assert arbiter.status == 400


def test_a_player_is_edited(house: House) -> None:
    event = house.event("Ann", "Ben")
    url = f"{event.url}/players/{event.player('Ann')}"
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{url}/edit")
    page = arbiter.submit(f"{url}/edit", name="Anna", rating="")
    assert (arbiter.path, names(event)) == (url, ["Anna", "Ben"])
    assert "rating none (was 2000)" in page.status_lines[0]
    arbiter.get(f"{url}/edit")
    page = arbiter.submit(f"{url}/edit", birth="1850")
    assert arbiter.status == 400
    assert '"1850"' in page.errors["birth"]


def test_byes_are_asked_for_round_by_round(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan")
    event.do(PairRound())
    url = f"{event.url}/players/{event.player('Ann')}"
    arbiter = house.visitor("arbiter")
    page = arbiter.get(f"{url}/edit")
    assert "round-1" not in page.form(f"{url}/byes").fields  # paired already
    page = arbiter.submit(f"{url}/byes", **{"round-2": "half", "round-3": "zero"})
    assert event.state.players[event.player("Ann")].byes == {2: ByeType.HALF, 3: ByeType.ZERO}
    assert "half-point bye" in page.text
    arbiter.get(f"{url}/edit")
    arbiter.submit(f"{url}/byes", **{"round-2": ""})
    assert event.state.players[event.player("Ann")].byes == {3: ByeType.ZERO}


def test_withdraw_and_come_back(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid")
    url = f"{event.url}/players/{event.player('Ann')}"
    arbiter = house.visitor("arbiter")
    page = arbiter.get(f"{url}/edit")
    assert "lost by forfeit" in page.text  # what it means, before it is done
    page = arbiter.submit(f"{url}/withdraw", reason="Ill")
    assert event.state.players[event.player("Ann")].withdrawn
    assert "withdrawn" in page.text
    assert "Ill" in arbiter.get(f"{event.url}/history").text
    arbiter.get(f"{url}/edit")
    page = arbiter.submit(f"{url}/return")
    assert not event.state.players[event.player("Ann")].withdrawn


def test_who_was_expelled_comes_back_only_if_that_is_confirmed(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", format="swiss", rounds=3)
    url = f"{event.url}/players/{event.player('Ann')}"
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{url}/edit")
    page = arbiter.submit(f"{url}/expel", reason="Twice with a telephone")
    assert event.state.players[event.player("Ann")].expelled
    assert "expelled" in page.text
    assert "expelled" in arbiter.get(f"{event.url}/players").text
    arbiter.get(f"{url}/edit")
    page = arbiter.submit(f"{url}/return")
    assert arbiter.status == 409
    assert "was expelled" in page.problem
    fields = arbiter.get(f"{url}/edit").form(f"{url}/return").fields
    arbiter.send(f"{url}/return", {**fields, "confirm": "yes"})
    assert not event.state.players[event.player("Ann")].withdrawn


def test_half_point_byes_are_denied_on_the_form_of_the_player(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=3, rules="fide")
    url = f"{event.url}/players/{event.player('Ann')}"
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{url}/edit")
    arbiter.submit(f"{url}/byes", **{"round-2": "half"})
    arbiter.get(f"{url}/edit")
    page = arbiter.submit(f"{url}/edit", half_byes="no")
    assert arbiter.status == 409
    assert "in round 2" in page.errors["half_byes"]
    arbiter.get(f"{url}/edit")
    arbiter.submit(f"{url}/byes", **{"round-2": ""})
    arbiter.get(f"{url}/edit")
    arbiter.submit(f"{url}/edit", half_byes="no")
    assert not event.state.players[event.player("Ann")].half_byes
    arbiter.get(f"{url}/edit")
    page = arbiter.submit(f"{url}/byes", **{"round-3": "half"})
    assert arbiter.status == 409
    assert "not entitled to half-point byes" in page.problem


def test_a_late_entry_is_told_what_it_means(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=3)
    arbiter = house.visitor("arbiter")
    assert "late entry" not in arbiter.get(f"{event.url}/players").text
    event.do(PairRound())
    page = arbiter.get(f"{event.url}/players")
    assert "Paired from round 2 on" in page.text


def test_more_rounds_than_the_field_can_carry_are_warned_of(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=5)
    arbiter = house.visitor("arbiter")
    for path in ("", "/settings", "/rounds"):
        assert "4 players can play 3 rounds" in arbiter.get(event.url + path).text, path
    event.do(PairRound())
    assert "4 players can play" not in arbiter.get(f"{event.url}/settings").text


def test_who_has_played_cannot_be_removed(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan")
    arbiter = house.visitor("arbiter")
    url = f"{event.url}/players/{event.player('Dan')}"
    arbiter.get(f"{url}/edit")
    arbiter.submit(f"{url}/remove")
    assert names(event) == ["Ann", "Ben", "Cid"]
    event.do(PairRound())
    url = f"{event.url}/players/{event.player('Ann')}"
    arbiter.get(f"{url}/edit")
    page = arbiter.submit(f"{url}/remove")
    assert arbiter.status == 409
    assert "withdraw the player instead" in page.problem


def test_an_unknown_player_is_a_404(house: House) -> None:
    event = house.event("Ann")
    owner = house.visitor("owner")
    for page in ("nobody", "nobody/edit"):
        owner.get(f"{event.url}/players/{page}")
        assert owner.status == 404
    assert "Spring Open" in owner.page.text  # still inside the tournament


def test_an_owner_removes_the_personal_data_of_a_player(house: House) -> None:
    event = house.event("Ann", "Ben")
    event.do(EditPlayer(event.player("Ann"), {"club": "Wexbridge"}))
    address = f"{event.url}/players/{event.player('Ann')}"
    assert f"{address}/forget" not in house.visitor("arbiter").get(f"{address}/edit").posts
    owner = house.visitor("owner")
    assert "Remove the personal data of Ann?" in owner.get(f"{address}/edit").text
    page = owner.submit(f"{address}/forget")
    assert owner.path == address
    assert "The personal data of Player 1 were removed." in page.text
    assert not [action for action in page.posts if action.endswith("/undo")], "there is a way back in the status line"
    assert "Wexbridge" not in owner.get(f"{event.url}/history").text


def test_an_arbiter_does_not_remove_personal_data(house: House) -> None:
    event = house.event("Ann", "Ben")
    address = f"{event.url}/players/{event.player('Ann')}"
    arbiter = house.visitor("arbiter")
    token = arbiter.get(f"{address}/edit").form("/logout").fields["csrf"]
    arbiter.send(f"{address}/forget", {"csrf": token})
    assert arbiter.status == 403


def test_what_is_wrong_is_said_above_the_list_too(house: House) -> None:
    event = house.event("Ann", "Ben")
    arbiter = at_players(house, event)
    page = arbiter.submit(f"{event.url}/players", name="Cid", rating="abc")
    [above] = page.all("div", role="alert")
    assert "“abc” is not a rating" in above.text
    assert [each.attributes["href"] for each in page.all("a") if "abc" in each.text] == ["#f-rating"]
    assert page.form(f"{event.url}/players").fields["name"] == "Cid"


def test_a_pasted_list_that_cannot_be_read_stays_in_its_field(house: House) -> None:
    event = house.event()
    arbiter = house.visitor("arbiter")
    form = arbiter.get(f"{event.url}/players/import").form(f"{event.url}/players/import")
    page = arbiter.send(f"{event.url}/players/import", {**form.fields, "content": "broken", "text": "Ann, 1850"})
    assert arbiter.status == 400
    assert page.form(f"{event.url}/players/import").fields["text"] == "Ann, 1850"


def test_the_card_says_gender_in_a_word(house: House) -> None:
    event = house.event("Ann", "Ben")
    event.do(EditPlayer(event.player("Ann"), {"gender": "f"}))
    assert "Gender female" in house.visitor("arbiter").get(f"{event.url}/players/{event.player('Ann')}").text


def test_players_are_told_who_corrects_a_result_on_their_own_card_only(house: House) -> None:
    event = house.event("Ann", "Ben")
    event.do(PairRound())
    ann, said = house.by_link(event, "Ann"), "Tell the arbiter, who can correct it."
    event.do(PublishRound(1))
    assert said not in ann.get(f"{event.url}/players/{event.player('Ann')}").text  # nothing to be wrong yet
    event.record(1, Result.DRAW)
    assert said in ann.get(f"{event.url}/players/{event.player('Ann')}").text
    assert said not in ann.get(f"{event.url}/players/{event.player('Ben')}").text
