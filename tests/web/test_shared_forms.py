"""Forms as values: two editors merged field by field, refusals at their fields, and nobody overwritten unseen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest
from litestar import Response

from podium.app.access import ANYONE, Role
from podium.app.ports import Commit
from podium.core.errors import Invalid, Refused, Stale, Unknown
from podium.flow.event.setting_values import Settings
from podium.web.frame.forms import Errors, Field, Fields, Form, as_sent
from podium.web.frame.shared_forms import SharedForm, kept, kept_fields, merge
from podium.web.frame.visit import Visit


def sent(**texts: str | tuple[str, ...]) -> Form:
    return Form({name: (each,) if isinstance(each, str) else each for name, each in texts.items()})


def player(rating: str = "", club: str = "") -> Fields:
    return Field("rating", "Rating", value=rating), Field("club", "Club", value=club)


def rows(*cash: str) -> Fields:
    count = Field("rows", "", value=str(len(cash)), group="rows")
    return (count, *(Field(f"cash-{at}", f"Cash {at}", value=each, group="rows") for at, each in enumerate(cash)))


def boxed(*, ticked: bool) -> Fields:
    return (Field("live", "Live", control="tick", value="yes" if ticked else "", box="box-live"),)


class TestMerging:
    def test_what_only_i_changed_is_mine(self) -> None:
        merged, differing = merge(sent(rating="2222", club=""), player(), player())
        assert (merged.text("rating"), differing) == ("2222", ())

    def test_what_only_others_changed_is_theirs(self) -> None:
        merged, differing = merge(sent(rating="", club="Kings"), player(), player("2111"))
        assert (merged.text("rating"), merged.text("club"), differing) == ("2111", "Kings", ())

    def test_what_both_changed_differs_and_stays_as_it_was_sent(self) -> None:
        merged, differing = merge(sent(rating="2222", club=""), player(), player("2111", "Kings"))
        assert (merged.text("rating"), merged.text("club")) == ("2222", "Kings")
        assert [each.name for each in differing] == ["rating"]

    def test_what_both_changed_alike_differs_in_nothing(self) -> None:
        assert merge(sent(rating="2222", club=""), player(), player("2222"))[1] == ()

    def test_theirs_give_way_even_where_nothing_changed_since(self) -> None:
        """The form with the differences was made from the newest version, and holds what its sender typed."""
        form = sent(rating="2222", club="Kings", differing="rating", resolve="theirs")
        merged, differing = merge(form, player("2111"), player("2111"))
        assert (merged.text("rating"), merged.text("club"), differing) == ("2111", "Kings", ())

    def test_a_field_that_the_form_does_not_show_is_neither_emptied_nor_filled_in(self) -> None:
        merged, differing = merge(sent(club="Kings"), player("2000"), player("2111"))
        assert (dict(merged.texts), differing) == ({"club": ("Kings",)}, ())

    def test_line_ends_of_browsers_and_space_around_are_no_change(self) -> None:
        merged, differing = merge(sent(rating="", club=" a\r\nb "), player(club="a\nb"), player(club="c"))
        assert (merged.text("club"), differing) == ("c", ())

    @pytest.mark.parametrize("ticked", [True, False])
    def test_a_box_that_is_not_ticked_is_sent_by_the_field_beside_it(self, ticked: bool) -> None:
        texts = {"box-live": "yes", **({"live": "yes"} if ticked else {})}
        merged, differing = merge(sent(**texts), boxed(ticked=ticked), boxed(ticked=not ticked))
        assert (merged.text("live"), differing) == ("" if ticked else "yes", ())

    def test_a_box_without_that_field_is_not_shown(self) -> None:
        assert merge(sent(club="Kings"), boxed(ticked=True), boxed(ticked=False)) == (sent(club="Kings"), ())


class TestGroups:
    def test_one_that_only_others_changed_is_taken_whole(self) -> None:
        form = Form({"rows": ("2",), "cash-0": ("50",), "cash-1": ("20",)})
        merged, differing = merge(form, rows("50", "20"), rows("20"))
        assert (dict(merged.texts), differing) == ({"rows": ("1",), "cash-0": ("20",)}, ())

    def test_my_change_to_a_row_that_is_gone_is_not_lost(self) -> None:
        form = Form({"rows": ("2",), "cash-0": ("50",), "cash-1": ("60",)})
        merged, differing = merge(form, rows("50", "20"), rows("50"))
        assert [each.name for each in differing] == ["cash-1"]
        again = Form({**merged.texts, "differing": ("rows",), "resolve": ("theirs",)})
        assert merge(again, rows("50"), rows("50"))[0].text("rows") == "1"

    def test_a_button_that_changes_one_is_a_change(self) -> None:
        then = (Field("content", "Shows", value=("a", "b"), group="items"), Field("act", "", value=(), group="items"))
        now = (Field("content", "Shows", value=("b", "a"), group="items"), *then[1:])
        assert [each.name for each in merge(sent(content=("a", "b"), act="remove 0"), then, now)[1]] == ["content"]
        assert merge(sent(content=("b", "a"), act="remove 0"), then, now)[1] == ()


class TestWithoutAJournal:
    def test_the_page_keeps_what_the_fields_held(self) -> None:
        form = sent(rendered=kept((*player("2000"), *boxed(ticked=False), Field("long", "Long", value="x" * 9000))))
        then = kept_fields(form)
        assert then is not None
        assert [(each.name, each.texts) for each in then][:3] == [("rating", ("2000",)), ("club", ()), ("live", ())]
        assert len(form.text("rendered")) < 200

    @pytest.mark.parametrize("rendered", ["", "{", "[]", "null", "3", '{"a": 3}', "[" * 10_000])
    def test_what_cannot_be_read_says_nothing(self, rendered: str) -> None:
        assert kept_fields(sent(rendered=rendered)) is None


def test_a_form_is_shown_again_as_it_was_sent_with_what_is_wrong() -> None:
    shown = as_sent(
        (*player("2000", "Kings"), *boxed(ticked=True)), sent(rating="many", **{"box-live": "yes"}), {"rating": "!"}
    )
    assert [(each.value, each.error) for each in shown] == [("many", "!"), ("Kings", None), ("", None)]


@dataclass
class Event:
    """An event with one field, as a desk knows it, and a form for it."""

    ratings: list[str] = field(default_factory=lambda: ["2000"])
    shown: list[tuple[Visit, Errors, int]] = field(default_factory=list)
    meanwhile: list[str] = field(default_factory=list)
    """What others make of it just before the act would."""

    def see_at(self, _actor: object, _event: object, version: int) -> Any:
        if not 0 < version <= len(self.ratings):
            raise Unknown("commit", version)
        state = SimpleNamespace(settings=Settings("Open", "swiss"), rating=self.ratings[version - 1])
        return SimpleNamespace(role=Role.OWNER, version=version, state=state)

    def see(self, actor: object, event: object) -> Any:
        return self.see_at(actor, event, len(self.ratings))

    @property
    def journal(self) -> Event:
        return self

    @contextmanager
    def past(self, _event: object) -> Iterator[Event]:
        yield self

    def commits(self, _after: int) -> list[Commit]:
        return []

    def fields(self, visit: Visit) -> Fields:
        return (Field("rating", "Rating", value=cast("Any", visit.see().state).rating),)

    def save(self, visit: Visit) -> Response[str]:
        if self.meanwhile:
            self.ratings.append(self.meanwhile.pop())
        if visit.seen is not None and visit.seen.version != len(self.ratings):
            raise Stale(visit.seen.version, len(self.ratings))
        if not visit.form.text("rating").isdigit():
            raise Invalid("rating-out-of-range", field="rating", value=visit.form.text("rating"))
        self.ratings.append(visit.form.text("rating"))
        return Response("saved")

    def show(self, visit: Visit, errors: Errors, status: int) -> Response[str]:
        self.shown.append((visit, errors, status))
        return Response("shown", status_code=status)

    def send(self, **texts: str) -> Response[str]:
        shared: Any = SimpleNamespace(services=SimpleNamespace(desk=self))
        form = sent(**texts)
        visit = Visit(shared, "POST", "/x", {"id": "x"}, {}, form, ANYONE, "", False, "", "", asked_language="en")
        return SharedForm(self.fields, self.save, self.show)(visit)


class TestActing:
    def test_a_form_made_from_the_newest_version_is_performed_on_it_or_compared_anew(self) -> None:
        """Whoever is a moment faster is not overwritten, though the version was the newest when the form came."""
        event = Event(meanwhile=["2111"])
        assert event.send(rating="2222", version="1").status_code == 409
        assert event.ratings == ["2000", "2111"]
        [(visit, errors, _status)] = event.shown
        assert [(each.mine, each.theirs) for each in visit.differences] == [("2222", "2111")]
        assert errors == {}

    def test_without_others_it_is_carried_out(self) -> None:
        event = Event()
        event.send(rating="2222", version="1")
        assert event.ratings == ["2000", "2222"]

    def test_a_refusal_is_shown_at_its_field_with_what_was_typed_and_the_version_that_was_compared(self) -> None:
        event = Event()
        assert event.send(rating="many", version="1").status_code == 400
        [(visit, errors, _status)] = event.shown
        event.ratings.append("2111")  # by somebody else, before the page is made
        assert visit.see().version == 1
        assert visit.form.text("rating") == "many"
        assert list(errors) == ["rating"]

    def test_a_refusal_of_nothing_in_particular_stands_at_the_first_field(self) -> None:
        event = Event()

        def refuse(_visit: Visit) -> Response[str]:
            raise Refused("archived")

        object.__setattr__(event, "save", refuse)
        event.send(rating="2222", version="1")
        assert list(event.shown[0][1]) == ["rating"]

    @pytest.mark.parametrize("version", ["", "0", "9", "many"])
    def test_a_form_that_says_nothing_of_what_it_was_made_from_is_carried_out(self, version: str) -> None:
        event = Event()
        event.send(rating="2222", version=version)
        assert event.ratings == ["2000", "2222"]
