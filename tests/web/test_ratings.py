"""Rating lists on pages: loaded by administrators, looked in where players are entered, compared with others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from podium.core.player import PlayerFields
from podium.core.ratings.official_ratings import OfficialKind, OfficialRating, OfficialRatings, RatingOrigin
from podium.flow.commands import AddPlayers, ImportPlayers, PairRound
from tests.kit.list_source import ListSource, list_source
from tests.kit.rating_lists import MAGNUS, combined_list, to_load, zipped
from tests.kit.waiting import until
from tests.web.conftest import Event, House, opened
from tests.web.visitor import Visitor


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house in which FIDE's list is loaded."""
    folder = tmp_path_factory.mktemp("library")
    with opened(f"sqlite:///{folder / 'podium.db'}") as house:
        house.podium.rating_lists.load(to_load(folder))
        yield house


@pytest.fixture
def event(library: House) -> Event:
    event = library.event(format="swiss", rounds=3)
    fields = (
        PlayerFields("Carlsen, M", 2800, fide_id=MAGNUS.id),
        PlayerFields("Hans Müller", 1800),
        PlayerFields("Nobody, Known"),
    )
    event.do(AddPlayers(fields))
    return event


@pytest.fixture
def owner(library: House) -> Visitor:
    return library.visitor("owner")


class TestThePageOfLists:
    def test_takes_a_file_and_says_how_far_it_is(self, either: House) -> None:
        owner = either.visitor("owner")
        assert "No rating list is loaded yet" in owner.get("/ratings").text
        page = owner.upload("/ratings", zipped(combined_list()))
        assert owner.path == "/ratings"
        assert page.status_lines[0].startswith("The list is being loaded.")
        until(lambda: "in use" in owner.get("/ratings").text)
        assert "FIDE" in owner.page.text
        assert "6 players" in owner.page.text
        assert not owner.page.all("progress", max="100", **{"aria-label": "Loading FIDE"})
        owner.submit("/ratings/fide/drop")
        assert "No rating list is loaded yet" in owner.page.text

    def test_says_what_is_wrong_with_a_file(self, library: House, owner: Visitor) -> None:
        owner.get("/ratings")
        assert owner.upload("/ratings", b"").errors["file"] == "Choose the file of the list."
        assert owner.status == 400
        owner.get("/ratings")
        owner.upload("/ratings", b"<html><body></body></html>")
        until(lambda: "failed" in owner.get("/ratings").text)
        assert "This is no rating list" in owner.page.text
        assert library.podium.rating_lists.find("carlsen").players

    @pytest.mark.parametrize("who", ["arbiter", "stranger", "public"])
    def test_is_for_administrators(self, library: House, who: str) -> None:
        visitor = library.visitor(who)
        visitor.get("/ratings")
        assert visitor.path == "/login" if who == "public" else visitor.status == 403
        visitor.send("/ratings", {"list": "fide"})
        assert visitor.status == 403
        visitor.send("/ratings/fide/drop", {"csrf": "none"})
        assert visitor.status == 403
        assert library.podium.rating_lists.ready()


class TestLookingUpWithoutScripts:
    @pytest.mark.parametrize("place", ["players", "checkin"])
    def test_finds_players_and_fills_the_form(self, event: Event, owner: Visitor, place: str) -> None:
        page = owner.get(f"{event.url}/{place}?look=muller+h&kind=rapid")
        found = [each for each in page.all("a") if "listed=" in each.attributes.get("href", "")]
        assert [each.text for each in found] == ["WFM Müller, Hanna", "Mueller, Hans"] or len(found) == 2
        action = f"{event.url}/players" if place == "players" else f"{event.url}/checkin/late"
        form = owner.get(found[1].attributes["href"]).form(action)
        assert {name: form.fields[name] for name in ("name", "rating", "fide_id", "federation", "birth", "gender")} == {
            "name": "Mueller, Hans", "rating": "1850", "fide_id": "4600001", "federation": "GER", "birth": "1980",
            "gender": "m",
        }  # fmt: skip
        owner.submit(action)
        assert "Mueller, Hans" in [player.name for player in event.state.players.values()]

    def test_says_where_nobody_is_found(self, event: Event, owner: Visitor) -> None:
        assert "Nobody in the list" in owner.get(f"{event.url}/players?look=xyz").text

    def test_is_not_offered_to_those_who_enter_nobody(self, library: House, event: Event) -> None:
        assert "rating list" not in library.visitor("scorer").get(f"{event.url}/players?look=muller").text

    def test_is_not_offered_without_a_list(self, house: House) -> None:
        other = house.event("Ann")
        assert "rating list" not in house.visitor("owner").get(f"{other.url}/players?look=muller").text


class TestComparing:
    def test_shows_what_differs_and_takes_over_those_who_are_ticked(self, event: Event, owner: Visitor) -> None:
        page = owner.get(f"{event.url}/players/compare")
        assert "Rating: 2800 → 2839" in page.text
        assert "Mueller, Hans · GER · 1900 · 1980 · 4600001" in page.text
        assert "nobody of that name" in page.text
        assert "Rounds are paired already" not in page.text
        hans = f"{event.player('Hans Müller')}:4600001"
        magnus = f"{event.player('Carlsen, M')}:{MAGNUS.id}"
        form = page.form(f"{event.url}/players/compare")
        fields: dict[str, str | list[str]] = {**form.fields, "take": [magnus, hans], "field": ["rating", "fide_id"]}
        page = owner.send(f"{event.url}/players/compare", fields)
        ratings = {each.name: each.fields.rating for each in event.state.players.values()}
        assert ratings == {"Carlsen, M": 2839, "Hans Müller": 1900, "Nobody, Known": None}
        assert event.state.players[event.player("Hans Müller")].fields.fide_id == "4600001"
        assert "2 players changed" in page.status_lines[0]
        undo = next(each for each in page.posts if each.endswith("/undo"))
        owner.submit(undo)
        assert event.state.players[event.player("Hans Müller")].fields.rating == 1800

    def test_takes_over_one_by_the_button_of_its_row(self, event: Event, owner: Visitor) -> None:
        owner.get(f"{event.url}/players/compare")
        owner.submit(f"{event.url}/players/compare", only=f"{event.player('Carlsen, M')}:{MAGNUS.id}", field="title")
        magnus = event.state.players[event.player("Carlsen, M")]
        assert (magnus.fields.title, magnus.fields.rating) == ("GM", 2800)

    def test_says_what_it_means_once_rounds_are_paired(self, event: Event, owner: Visitor) -> None:
        event.do(PairRound())
        assert "numbers change only if you renumber" in owner.get(f"{event.url}/players/compare").text

    def test_of_what_has_changed_meanwhile_is_refused(self, event: Event, owner: Visitor) -> None:
        form = owner.get(f"{event.url}/players/compare").form(f"{event.url}/players/compare")
        event.add("Late")
        owner.send(form.action, {**form.fields, "only": f"{event.player('Carlsen, M')}:{MAGNUS.id}"})
        assert owner.status == 409
        assert event.player("Carlsen, M")

    def test_without_a_list_says_who_loads_one(self, house: House) -> None:
        event = house.event("Ann")
        assert "No rating list is loaded yet" in house.visitor("arbiter").get(f"{event.url}/players/compare").text


def test_an_import_is_completed_from_the_list(event: Event, owner: Visitor) -> None:
    owner.get(f"{event.url}/players/import")
    owner.upload(f"{event.url}/players/import", b"Name,Rating\nGabriela Garcia,1650\nMuller,1000\n")
    form = owner.page.form(f"{event.url}/players/import")
    owner.send(f"{event.url}/players/import", {**form.fields, "complete": "yes"})
    assert "2200002" in owner.page.text
    assert "4600" not in owner.page.text  # three players are called so: nobody is guessed
    form = owner.page.form(f"{event.url}/players/import")
    owner.send(f"{event.url}/players/import/confirm", {**form.fields, "complete": "yes"})
    added = event.state.players[event.player("Gabriela Garcia")].fields
    assert (added.rating, added.fide_id, added.birth, added.federation) == (1650, "2200002", "2001", "ESP")
    assert event.state.players[event.player("Muller")].fields.fide_id is None


class TestTheRatingsOfAnEvent:
    @pytest.fixture
    def rated(self, library: House) -> Event:
        """An event that takes FIDE's ratings, with somebody whom the list knows and somebody it does not."""
        event = library.event(format="swiss", rounds=3, starting_rank="FIDE")
        event.do(AddPlayers((PlayerFields("Carlsen, M", 2800, fide_id=MAGNUS.id), PlayerFields("Nobody, Known"))))
        return event

    def test_are_filled_in_from_the_list_when_somebody_is_entered(self, rated: Event, owner: Visitor) -> None:
        owner.get(f"{rated.url}/players")
        owner.submit(f"{rated.url}/players", name="Mueller, Hans", fide_id="4600001")
        hans = rated.state.players[rated.player("Mueller, Hans")].fields
        assert hans.rating == 1900
        page = owner.get(f"{rated.url}/players/{rated.player('Mueller, Hans')}")
        assert "standard · FIDE" in page.text
        assert "rapid 1850 (FIDE" in page.text
        page = owner.get(f"{rated.url}/players/{rated.player('Carlsen, M')}/edit")
        assert "2800 typed by hand" in page.text

    def test_are_picked_from_another_list(self, rated: Event, owner: Visitor) -> None:
        id = rated.player("Carlsen, M")
        page = owner.get(f"{rated.url}/players/{id}/edit")
        assert "Use FIDE, rapid: 2824" in page.text
        owner.send(
            f"{rated.url}/players/{id}/edit", {**page.form(f"{rated.url}/players/{id}/edit").fields, "rating": "2824"}
        )
        assert "rapid · FIDE" in owner.get(f"{rated.url}/players/{id}").text

    def test_are_checked_and_those_ticked_are_taken_over(self, rated: Event, owner: Visitor) -> None:
        url = f"{rated.url}/players/ratings"
        page = owner.get(f"{url}?check=yes&anyway=yes")  # a list without a month is not known to be current
        assert "rating: 2800 → 2839" in page.text
        assert "typed by hand" in page.text
        assert "Nobody, Known" in page.text
        form = page.form(url)
        assert "take" not in form.fields  # what was typed is not ticked
        owner.send(url, {**form.fields})
        assert owner.page.status_lines[0].startswith("Nobody is chosen")
        owner.send(url, {**owner.page.form(url).fields, "take": rated.player("Carlsen, M")})
        assert rated.state.players[rated.player("Carlsen, M")].fields.rating == 2839

    def test_are_asked_for_only_once_the_lists_are_current(self, library: House, owner: Visitor) -> None:
        event = library.event(format="swiss", rounds=3, rating_lists=["fide/standard", "dwz/standard"])
        event.do(AddPlayers((PlayerFields("Carlsen, M", 2800, fide_id=MAGNUS.id),)))
        page = owner.get(f"{event.url}/players/ratings?check=yes")
        assert 'is not loaded: "dwz"' in page.text
        assert "2839" not in page.text
        assert "2839" in owner.get(f"{event.url}/players/ratings?check=yes&anyway=yes").text

    def test_are_looked_for_where_the_director_says(self, rated: Event, owner: Visitor) -> None:
        url = f"{rated.url}/players/ratings/sequence"
        owner.get(f"{rated.url}/players/ratings")
        fields = owner.page.form(url).fields
        owner.send(url, {**fields, "act": "up", "entry": "fide/rapid"})
        assert rated.state.settings.rating_lists == ("fide/rapid", "fide/standard", "fide/blitz")
        fields = owner.page.form(url).fields
        owner.send(url, {**fields, "act": "drop", "entry": "fide/blitz"})
        fields = owner.page.form(url).fields
        owner.send(url, {**fields, "act": "add", "entry": "fide/effective-blitz"})
        assert rated.state.settings.rating_lists == ("fide/rapid", "fide/standard", "fide/effective-blitz")
        fields = owner.page.form(url).fields
        owner.send(url, {**fields, "act": "proposed", "entry": ""})
        assert not rated.state.settings.rating_lists

    def test_that_are_outdated_are_said_among_the_players_unless_it_is_switched_off(
        self, library: House, owner: Visitor
    ) -> None:
        event = library.event(format="swiss", rounds=3)
        event.do(AddPlayers((PlayerFields("Carlsen, M", fide_id=MAGNUS.id),)))
        assert "has another rating" not in owner.get(f"{event.url}/players").text
        [(id, player)] = event.state.players.items()
        official = player.fields.official
        assert official is not None
        origin = RatingOrigin(OfficialKind.STANDARD, "fide", "2026-10")
        old = OfficialRatings(OfficialRating(2830, "fide", "2026-10"), origin=origin)
        event.do(ImportPlayers(updated={id: replace(player.fields, rating=2830, official=old)}))
        assert "has another rating of 1 player" in owner.get(f"{event.url}/players").text
        assert "has another rating" not in library.visitor("public").get(f"{event.url}/players").text
        owner.get(f"{event.url}/players/ratings")
        owner.submit(f"{event.url}/players/ratings/switch")
        assert "has another rating" not in owner.get(f"{event.url}/players").text


class TestUpdates:
    @pytest.fixture
    def updated(self, tmp_path: Path) -> Iterator[tuple[House, ListSource]]:
        """A house whose lists come from a site on this machine."""
        with list_source(zipped(combined_list())) as source:
            database = f"sqlite:///{tmp_path / 'podium.db'}"
            with opened(database, fide_list=source.url) as house:
                yield house, source

    def test_are_asked_for_by_administrators(self, updated: tuple[House, ListSource]) -> None:
        house, source = updated
        owner = house.visitor("owner")
        assert source.url in owner.get("/ratings").text
        assert owner.submit("/ratings/update").status_lines[0].startswith("The lists are being updated.")
        until(lambda: "in use" in owner.get("/ratings").text)
        until(lambda: "Looked for newer lists" in owner.get("/ratings").text)
        assert "FIDE, Nov 2026" in owner.page.text
        source.status, source.modified = 503, "Tue, 01 Dec 2026 08:00:00 GMT"
        owner.submit("/ratings/update")
        until(lambda: "could not be fetched" in owner.get("/ratings").text)
        assert "in use" in owner.page.text

    def test_are_daily_once_somebody_switches_that_on(self, updated: tuple[House, ListSource]) -> None:
        house, _source = updated
        owner = house.visitor("owner")
        assert "from then on lists are fetched once a day" in owner.get("/ratings").text
        assert "updated daily" in owner.submit("/ratings/daily").status_lines[0]
        assert house.podium.list_updates.state().daily
        assert "may be older than a day" not in owner.get("/ratings").text
        owner.submit("/ratings/daily")
        assert not house.podium.list_updates.state().daily

    @pytest.mark.parametrize("who", ["arbiter", "stranger", "public"])
    def test_are_for_nobody_else(self, library: House, who: str) -> None:
        visitor = library.visitor(who)
        visitor.get("/")
        for address in ("/ratings/update", "/ratings/daily"):
            visitor.send(address, {"csrf": "none", "daily": "yes"})
            assert visitor.status == 403
        assert not library.podium.list_updates.state().daily
