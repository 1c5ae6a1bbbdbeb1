"""Two people with the same form open: what merges is merged, what differs is shown in place, nothing is overwritten."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from podium.app.access import Role
from podium.app.hall.screens import Content, Screen, ScreenItem
from podium.core.result import Result
from podium.flow.commands import ChangeSettings, EditPlayer, PairRound, PublishRound, Revert, SetPrizes
from podium.tiebreaks.catalogue import TYPED
from tests.web.conftest import Event, House
from tests.web.guide import rules
from tests.web.visitor import Form, Visitor

CLIENTS = 10


def edited(house: House, event: Event, who: str = "arbiter") -> tuple[Visitor, Form]:
    """Somebody with the form of Ann open."""
    visitor = house.visitor(who)
    address = f"{event.url}/players/{event.player('Ann')}/edit"
    return visitor, visitor.get(address).form(address)


def ann(event: Event) -> tuple[int | None, str | None]:
    fields = event.state.players[event.player("Ann")].fields
    return fields.rating, fields.club


class TestPlayers:
    def test_a_field_that_both_changed_is_shown_and_not_overwritten(self, house: House) -> None:
        event = house.event("Ann", "Ben")
        visitor, form = edited(house, event)
        event.do(EditPlayer(event.player("Ann"), {"rating": 2111}))
        page = visitor.send(form.action, {**form.fields, "rating": "2222", "club": "Kings"})
        assert visitor.status == 409
        assert ann(event) == (2111, None)
        assert all(words in page.text for words in ("Rating You entered 2222 It is now 2111", "by Owner,"))
        again = page.form(form.action).fields
        assert (again["rating"], again["club"]) == ("2222", "Kings")

    def test_mine_is_saved_by_one_button(self, house: House) -> None:
        event = house.event("Ann", "Ben")
        visitor, form = edited(house, event)
        event.do(EditPlayer(event.player("Ann"), {"rating": 2111}))
        page = visitor.send(form.action, {**form.fields, "rating": "2222", "club": "Kings"})
        visitor.send(form.action, {**page.form(form.action).fields, "resolve": "mine"})
        assert ann(event) == (2222, "Kings")

    def test_theirs_stays_by_the_other_and_the_rest_is_saved(self, house: House) -> None:
        event = house.event("Ann", "Ben")
        visitor, form = edited(house, event)
        event.do(EditPlayer(event.player("Ann"), {"rating": 2111}))
        page = visitor.send(form.action, {**form.fields, "rating": "2222", "club": "Kings"})
        visitor.send(form.action, {**page.form(form.action).fields, "resolve": "theirs"})
        assert ann(event) == (2111, "Kings")

    def test_who_decides_is_asked_again_if_it_changes_once_more(self, house: House) -> None:
        event = house.event("Ann", "Ben")
        visitor, form = edited(house, event)
        event.do(EditPlayer(event.player("Ann"), {"rating": 2111}))
        page = visitor.send(form.action, {**form.fields, "rating": "2222"})
        event.do(EditPlayer(event.player("Ann"), {"rating": 2112}))
        page = visitor.send(form.action, {**page.form(form.action).fields, "resolve": "mine"})
        assert visitor.status == 409
        assert "It is now 2112" in page.text

    def test_what_others_changed_elsewhere_in_the_form_is_kept(self, house: House) -> None:
        event = house.event("Ann", "Ben")
        visitor, form = edited(house, event)
        event.do(EditPlayer(event.player("Ann"), {"rating": 2111}))
        visitor.send(form.action, {**form.fields, "club": "Kings"})
        assert ann(event) == (2111, "Kings")

    def test_a_result_meanwhile_is_no_conflict(self, house: House) -> None:
        event = house.event("Ann", "Ben")
        event.do(PairRound())
        event.do(PublishRound(1))
        visitor, form = edited(house, event)
        event.record(1, Result.WHITE_WINS)
        visitor.send(form.action, {**form.fields, "rating": "2222"})
        assert ann(event) == (2222, None)

    def test_a_form_that_was_wrong_before_is_still_compared_with_what_it_showed_at_first(self, house: House) -> None:
        event = house.event("Ann", "Ben")
        visitor, form = edited(house, event)
        page = visitor.send(form.action, {**form.fields, "rating": "many"})
        assert visitor.status == 400
        event.do(EditPlayer(event.player("Ann"), {"rating": 2111}))
        visitor.send(form.action, {**page.form(form.action).fields, "rating": "2222"})
        assert visitor.status == 409
        assert ann(event) == (2111, None)

    def test_requested_byes_are_compared_too(self, house: House) -> None:
        event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=4)
        one, other = house.visitor("arbiter"), house.visitor("owner")
        address = f"{event.url}/players/{event.player('Ann')}"
        forms = [each.get(f"{address}/edit").form(f"{address}/byes") for each in (one, other)]
        one.send(forms[0].action, {**forms[0].fields, "round-2": "half"})
        other.send(forms[1].action, {**forms[1].fields, "round-2": "zero", "round-3": "half"})
        assert other.status == 409
        assert "Round 2" in other.page.text
        byes = event.state.players[event.player("Ann")].byes
        assert {number: kind.value for number, kind in byes.items()} == {2: "half"}

    def test_of_ten_at_once_none_is_lost(self, either: House) -> None:
        """Two write each field: one is stored, and the other is shown the difference."""
        event = either.event("Ann", "Ben")
        names = ("club", "city", "state", "federation", "birth") * 2
        values = {"club": "Kings", "city": "Bath", "state": "Kent", "federation": "ENG", "birth": "1990"}
        open_forms = [edited(either, event) for _ in range(CLIENTS)]

        def send(at: int) -> int:
            visitor, form = open_forms[at]
            value = (
                values[names[at]] if at < 5 else {"federation": "SCO", "birth": "1991"}.get(names[at], f"Other {at}")
            )
            visitor.send(form.action, {**form.fields, names[at]: value})
            return visitor.status

        with ThreadPoolExecutor(CLIENTS) as pool:
            statuses = list(pool.map(send, range(CLIENTS), timeout=120))
        for first in range(5):
            assert sorted((statuses[first], statuses[first + 5])) == [200, 409], names[first]


class TestSettings:
    def form(self, house: House, event: Event) -> tuple[Visitor, Form]:
        visitor = house.visitor("arbiter")
        return visitor, visitor.get(f"{event.url}/settings").form(f"{event.url}/settings")

    def test_they_merge_and_show_what_differs(self, house: House) -> None:
        event = house.event("Ann", "Ben")
        visitor, form = self.form(house, event)
        event.do(ChangeSettings({"place": "Bath", "description": "One.\n\nTwo."}))
        visitor.send(form.action, {**form.fields, "name": "Autumn Open"})
        settings = event.state.settings
        assert (settings.name, settings.place, settings.description) == ("Autumn Open", "Bath", "One.\n\nTwo.")
        page = visitor.send(form.action, {**form.fields, "name": "Winter Open", "place": "York"})
        assert visitor.status == 409
        assert "You entered York It is now Bath" in page.text
        assert event.state.settings.place == "Bath"

    def test_a_change_that_was_undone_meanwhile_is_no_conflict(self, house: House) -> None:
        event = house.event("Ann", "Ben")
        visitor, form = self.form(house, event)
        event.do(ChangeSettings({"place": "Bath"}))
        event.do(Revert())
        visitor.send(form.action, {**form.fields, "place": "York"})
        assert event.state.settings.place == "York"


def test_prizes_of_a_category_are_taken_whole(house: House) -> None:
    event = house.event("Ann", "Ben")
    prizes = [{"id": "one", "place": 1, "cash": 50}, {"id": "two", "place": 2, "cash": 20}]
    event.do(SetPrizes(({"id": "open", "name": "Open", "prizes": prizes},)))
    visitor = house.visitor("arbiter")
    form = visitor.get(f"{event.url}/prizes/category?id=open").form(f"{event.url}/prizes/category")
    event.do(SetPrizes(({"id": "open", "name": "Open", "prizes": [prizes[1]]},)))
    visitor.send(form.action, {**form.fields, "name": "All"})  # the rows are untouched, so theirs are kept
    plan = event.state.prizes.plan
    assert ([each.name for each in plan.categories], [each.id for each in plan.prizes_in("open")]) == (["All"], ["two"])
    page = visitor.send(form.action, {**form.fields, "cash-0": "60"})
    assert visitor.status == 409
    assert "Cash, row 1 You entered 60" in page.text
    visitor.send(form.action, {**page.form(form.action).fields, "resolve": "theirs"})
    assert [each.id for each in event.state.prizes.plan.prizes_in("open")] == ["two"]


def test_a_screen_is_compared_and_no_button_acts_on_another_item(house: House) -> None:
    event = house.event("Ann", "Ben")
    screens = house.podium.screens
    items = (ScreenItem(Content.STANDINGS), ScreenItem(Content.PAIRINGS))
    screens.change_screens(event.id, lambda _: (Screen("hall", "Hall", items=items),))
    visitor = house.visitor("arbiter")
    action = f"{event.url}/screens/hall"
    form = visitor.get(f"{event.url}/screens").form(action)
    screens.change_screens(event.id, lambda all_: (replace(all_[0], items=items[::-1]),))
    lists = {"content": [each.content.value for each in items], "seconds": [str(each.seconds) for each in items]}
    visitor.send(action, {**form.fields, **lists, "act": "remove 0"})
    assert visitor.status == 409
    assert screens.screens(event.id)[0].items == items[::-1]


class TestRoles:
    def test_a_role_that_was_changed_meanwhile_is_not_overwritten(self, house: House) -> None:
        event = house.event("Ann", "Ben")
        visitor = house.visitor("owner")
        form = [each for each in visitor.get(f"{event.url}/people").forms if each.action.endswith("/people/roles")][-1]
        house.podium.registry.change_role(event.id, "Scorer", Role.ARBITER, Role.SCORER)
        page = visitor.send(form.action, {**form.fields, "name": "Scorer", "role": "owner"})
        assert visitor.status == 409
        assert '"Scorer" is arbiter by now, not scorer' in page.text
        assert house.podium.registry.roles(event.id)["Scorer"] is Role.ARBITER

    def test_ten_who_give_roles_at_once_all_do(self, either: House) -> None:
        event = either.event("Ann", "Ben")
        registry = either.podium.registry
        for at in range(CLIENTS):
            registry.add_user(f"user {at}", "correct horse")
        visitors = [either.visitor("owner") for _ in range(CLIENTS)]
        pages = [each.get(f"{event.url}/people") for each in visitors]

        def give(at: int) -> int:
            form = [each for each in pages[at].forms if each.action.endswith("/people/roles")][-1]
            visitors[at].send(form.action, {**form.fields, "name": f"user {at}", "role": "scorer"})
            return visitors[at].status

        with ThreadPoolExecutor(CLIENTS) as pool:
            assert set(pool.map(give, range(CLIENTS), timeout=120)) == {200}
        given = registry.roles(event.id)
        assert all(given[f"user {at}"] is Role.SCORER for at in range(CLIENTS))


class TestImports:
    LIST = "Cid 1500\nDan 1400\nCid 1300\n"

    def preview(self, house: House, event: Event, who: str) -> tuple[Visitor, Form]:
        visitor = house.visitor(who)
        form = visitor.get(f"{event.url}/players").form(f"{event.url}/players/paste")
        page = visitor.send(form.action, {**form.fields, "text": self.LIST})
        return visitor, page.form(f"{event.url}/players/import")

    def test_a_list_that_somebody_else_imported_is_not_imported_again(self, house: House) -> None:
        event = house.event("Ann", "Ben")
        (one, first), (other, second) = (self.preview(house, event, who) for who in ("arbiter", "owner"))
        one.send(f"{first.action}/confirm", first.fields)
        names = sorted(player.name for player in event.state.players.values())
        page = other.send(f"{second.action}/confirm", second.fields)
        assert "imported already, by Arbiter on" in " ".join(page.status_lines)
        assert sorted(player.name for player in event.state.players.values()) == names

    def test_after_it_was_undone_it_can_be_imported_again(self, house: House) -> None:
        event = house.event("Ann", "Ben")
        (one, first), (other, second) = (self.preview(house, event, who) for who in ("arbiter", "owner"))
        one.send(f"{first.action}/confirm", first.fields)
        event.do(Revert())
        other.send(f"{second.action}/confirm", second.fields)
        assert "Dan" in {player.name for player in event.state.players.values()}

    def test_ten_who_confirm_at_once_import_it_once(self, either: House) -> None:
        event = either.event("Ann", "Ben")
        previews = [self.preview(either, event, "arbiter") for _ in range(CLIENTS)]

        def confirm(at: int) -> int:
            visitor, form = previews[at]
            visitor.send(f"{form.action}/confirm", form.fields)
            return visitor.status

        with ThreadPoolExecutor(CLIENTS) as pool:
            assert set(pool.map(confirm, range(CLIENTS), timeout=120)) == {200}
        assert len([player for player in event.state.players.values() if player.name == "Dan"]) == 1


@pytest.mark.parametrize("version", ["", "many", "-1", "0", "4000"])
def test_a_form_that_says_nothing_readable_of_what_it_was_made_from_is_carried_out(house: House, version: str) -> None:
    event = house.event("Ann", "Ben")
    visitor, form = edited(house, event)
    visitor.send(form.action, {**form.fields, "rating": "2222", "version": version})
    assert ann(event) == (2222, None)


@pytest.mark.parametrize("rendered", ["", "{", "[]", "null", "3"])
def test_a_screen_that_says_nothing_readable_of_what_it_held_is_carried_out(house: House, rendered: str) -> None:
    event = house.event("Ann", "Ben")
    screens = house.podium.screens
    screens.change_screens(event.id, lambda _: (Screen("hall", "Hall", items=(ScreenItem(Content.STANDINGS),)),))
    visitor = house.visitor("arbiter")
    form = visitor.get(f"{event.url}/screens").form(f"{event.url}/screens/hall")
    visitor.send(form.action, {**form.fields, "name": "Entrance", "rendered": rendered})
    assert screens.screens(event.id)[0].name == "Entrance"


def test_two_who_order_a_shared_place_see_each_other(house: House) -> None:
    event = house.event("Ann", "Ben", format="swiss")
    event.do(ChangeSettings({"rounds": 1, "tiebreaks": ["WIN"]}))
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.DRAW)
    one, other = house.visitor("arbiter"), house.visitor("owner")
    forms = [each.get(f"{event.url}/ties").form(f"{event.url}/ties") for each in (one, other)]
    first, second = (f"place-{id}" for id in event.state.players)
    one.send(forms[0].action, {**forms[0].fields, first: "2", second: "1", "by": "hand"})
    order = event.state.tie_orders[0].players
    page = other.send(forms[1].action, {**forms[1].fields, first: "2", second: "2", "by": "hand"})
    assert other.status == 409
    assert "You entered 2 It is now 1" in page.text
    assert page.form(forms[1].action).fields[first] == "2"
    other.send(forms[1].action, {**page.form(forms[1].action).fields, "by": "hand", "resolve": "theirs"})
    assert event.state.tie_orders[0].players == order


def test_typed_tiebreaks_and_later_ratings_are_compared(house: House) -> None:
    event = house.event("Ann", "Ben", format="swiss", rounds=4, long_event=True)
    event.do(ChangeSettings({"tiebreaks": [TYPED]}))
    ann, ben = event.player("Ann"), event.player("Ben")
    pages = {"typed-tiebreaks": "typed-tiebreaks", f"players/{ann}/ratings": f"players/{ann}/edit"}
    changes = [(f"value-{ann}", f"value-{ben}"), ("rating-2", "rating-3")]
    for (action, page), (both, mine) in zip(pages.items(), changes, strict=True):
        one, other = house.visitor("arbiter"), house.visitor("owner")
        forms = [each.get(f"{event.url}/{page}").form(f"{event.url}/{action}") for each in (one, other)]
        one.send(forms[0].action, {**forms[0].fields, both: "5"})
        shown = other.send(forms[1].action, {**forms[1].fields, both: "6", mine: "7"})
        assert other.status == 409
        assert "You entered 6 It is now 5" in shown.text
        assert shown.form(forms[1].action).fields[mine] == "7"


class TestDrafts:
    def test_each_step_in_two_tabs_is_compared(self, house: House) -> None:
        one, other = house.visitor("owner"), house.visitor("owner")
        rules(one, "Open", "swiss", "Ann 1500\nBen 1400")
        draft = one.path.rpartition("/")[0]
        steps = {
            "format": ("name", "Autumn", "Winter"),
            "players": ("text", "Cid", "Dan"),
            "rules": ("start", "2026-05-01", "2026-05-02"),
        }
        for step, (name, first, second) in steps.items():
            forms = [each.get(f"{draft}/{step}").form(f"{draft}/{step}") for each in (one, other)]
            go = {"rules": "players"}.get(step, "look")  # no step is the last here
            one.send(forms[0].action, {**forms[0].fields, name: first, "go": go})
            page = other.send(forms[1].action, {**forms[1].fields, name: second, "go": go})
            assert other.status == 409, step
            assert f"You entered {second} It is now {first}" in page.text
            again = page.form(forms[1].action).fields
            assert again[name].strip() == second
            other.send(forms[1].action, {**again, "go": go, "resolve": "theirs"})
            assert other.get(f"{draft}/{step}").form(f"{draft}/{step}").fields[name] == first

    def test_what_was_wrong_and_is_put_right_is_no_difference_to_oneself(self, house: House) -> None:
        owner = house.visitor("owner")
        page = rules(owner, "Open", "swiss", "Ann 1500\nBen 1400")
        page = owner.send(owner.path, {**page.form(owner.path).fields, "rounds": "many", "go": "create"})
        assert owner.status == 400
        owner.send(owner.path, {**page.form(owner.path).fields, "rounds": "3", "go": "create"})
        assert owner.status == 200
        assert owner.path.startswith("/t/")
