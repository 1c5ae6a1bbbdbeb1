"""Tie-breaks on the pages: chosen in the settings, shown in the standings, explained on the player's page."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from podium.app.standings.tiebreak_words import MEANINGS, NAMES, PRESET_NAMES, full_name
from podium.core.result import ByeType, Result
from podium.flow.commands import ChangeSettings, EditPlayer, HandPairing, PairByHand, PublishRound, RequestByes
from podium.tiebreaks import CATALOGUE, PRESETS
from tests.kit.loops import every
from tests.web.conftest import Event, House
from tests.web.guide import create
from tests.web.visitor import Page

WHITE, DRAW = Result.WHITE_WINS, Result.DRAW


def pair(event: Event, number: int, lines: Sequence[tuple[str, str]], results: Sequence[Result]) -> None:
    """A round paired by hand, published, with its results."""
    event.do(PairByHand(tuple(HandPairing(event.player(one), event.player(other)) for one, other in lines), number))
    event.do(PublishRound(number))
    event.record(number, *results)


def played(house: House, **settings: object) -> Event:
    """Five players, two rounds: Ann beats Ben and draws Cid; Cid beats Dan; Ben beats Dan; Eve has two byes."""
    event = house.event("Ann", "Ben", "Cid", "Dan", "Eve", format="manual", scoring="fide")
    event.do(ChangeSettings(settings))
    event.do(RequestByes(event.player("Eve"), {2: ByeType.HALF}))
    for number, lines, results in (
        (1, [("Ann", "Ben"), ("Cid", "Dan")], (WHITE, WHITE)),
        (2, [("Cid", "Ann"), ("Ben", "Dan")], (DRAW, WHITE)),
    ):
        pair(event, number, lines, results)
    return event


class TestSettings:
    @pytest.mark.parametrize("name", sorted(PRESETS))
    def test_a_usual_list_is_chosen_by_its_name(self, house: House, name: str) -> None:
        event = house.event(format="manual")
        owner = house.visitor("owner")
        page = owner.get(f"{event.url}/settings")
        assert PRESET_NAMES[name] in page.text
        owner.submit(f"{event.url}/settings", preset=name)
        assert event.state.settings.tiebreaks == PRESETS[name]
        assert owner.get(f"{event.url}/settings").form(f"{event.url}/settings").fields["preset"] == name

    def test_codes_that_are_written_count(self, house: House) -> None:
        event = house.event(format="manual", tiebreaks="club")
        owner = house.visitor("owner")
        owner.get(f"{event.url}/settings")
        owner.submit(f"{event.url}/settings", tiebreaks="bh/c1, SB")
        assert event.state.settings.tiebreaks == ("BH/C1", "SB")
        form = owner.get(f"{event.url}/settings").form(f"{event.url}/settings")
        assert (form.fields["preset"], form.fields["tiebreaks"]) == ("own", "BH/C1, SB")

    def test_another_list_takes_the_place_of_codes_that_were_left_alone(self, house: House) -> None:
        event = house.event(format="manual", tiebreaks=["SB", "BH"])
        owner = house.visitor("owner")
        owner.get(f"{event.url}/settings")
        owner.submit(f"{event.url}/settings", preset="us-chess")
        assert event.state.settings.tiebreaks == PRESETS["us-chess"]
        owner.get(f"{event.url}/settings")
        owner.submit(f"{event.url}/settings", preset="none")
        assert event.state.settings.tiebreaks == ()

    def test_saving_something_else_leaves_them(self, house: House) -> None:
        event = house.event(format="manual", tiebreaks=["SB", "BH"], edition=2024, unrated=1300)
        owner = house.visitor("owner")
        owner.get(f"{event.url}/settings")
        owner.submit(f"{event.url}/settings", place="Turin")
        settings = event.state.settings
        assert (settings.place, settings.tiebreaks, settings.edition) == ("Turin", ("SB", "BH"), 2024)
        assert settings.unrated == 1300

    def test_edition_and_the_rating_of_the_unrated(self, house: House) -> None:
        owner = house.visitor("owner")
        create(owner, "Cup", "manual", preset="fide-swiss", edition="2024", unrated="1400")
        assert "BH/C1" in owner.page.text
        owner.get(f"{owner.path}/settings")
        fields = owner.page.form(owner.path).fields
        assert (fields["preset"], fields["edition"], fields["unrated"]) == ("fide-swiss", "2024", "1400")

    @pytest.mark.parametrize(
        ("field", "value", "said"),
        [
            ("tiebreaks", "BUCH", 'There is no tie-break "BUCH"'),
            ("tiebreaks", "SB/M1", "does not apply"),
            ("preset", "fide-swiss", '"BH/C1" must not be used in a round robin'),
            ("unrated", "9000", "The rating 9000 is not possible"),
            ("unrated", "many", '"many"'),
        ],
    )
    def test_what_is_wrong_is_said_under_the_field(self, house: House, field: str, value: str, said: str) -> None:
        event = house.event()
        owner = house.visitor("owner")
        owner.get(f"{event.url}/settings")
        page = owner.submit(f"{event.url}/settings", **{field: value})
        assert owner.status == 400
        assert said in page.errors["tiebreaks" if field == "preset" else field]

    def test_format_and_list_are_looked_at_together(self, house: House) -> None:
        event = house.event(format="round-robin", tiebreaks="fide-round-robin")
        owner = house.visitor("owner")
        owner.get(f"{event.url}/settings")
        owner.submit(f"{event.url}/settings", format="manual", preset="fide-swiss")
        assert event.state.settings.tiebreaks == PRESETS["fide-swiss"]


def headings(page: Page) -> list[str]:
    """The columns of tie-breaks, by name and code."""
    return [" ".join(each.text.split()) for each in page.all("th", class_="coded")]


class TestStandings:
    def test_columns_have_names_and_ranks_say_what_decided(self, house: House) -> None:
        event = played(house, tiebreaks=["BH/C1", "WIN"])
        page = house.visitor().get(f"{event.url}/standings")
        assert headings(page) == ["Buchholz Cut-1 BH/C1", "Number of wins WIN"]
        assert [each.text for each in page.all("span", class_="by")] == ["decided by Buchholz Cut-1"]
        assert "Buchholz Cut-1. The points of the opponents, added up" in page.text

    def test_points_have_one_column_that_leads_to_their_reason(self, house: House) -> None:
        event = played(house, tiebreaks=["PTS", "WIN"])
        page = house.visitor().get(f"{event.url}/standings")
        assert headings(page) == ["Number of wins WIN"]
        (points,) = page.all("a", href=f"{event.url}/players/{event.player('Ann')}#tiebreak-PTS")
        assert points.text == "1½"

    def test_one_that_cannot_be_used_is_said_with_names(self, house: House) -> None:
        event = played(house, tiebreaks=["ARO", "WIN"])
        assert "ARO" in house.visitor().get(f"{event.url}/standings").text
        event.do(EditPlayer(event.player("Eve"), {"rating": None}))
        page = house.visitor().get(f"{event.url}/standings")
        (remarks,) = page.all("ul", class_="remarks")
        assert '"ARO" needs a rating of everybody, and there is none for Eve.' in remarks.text
        assert headings(page) == ["Number of wins WIN"]

    def test_every_figure_leads_to_its_reason(self, house: House) -> None:
        event = played(house, tiebreaks=["BH/C1", "SB"])
        visitor = house.visitor()
        for query, expected in (("", "1½"), ("?after=1", "0")):
            page = visitor.get(f"{event.url}/standings{query}")
            start = f"{event.url}/players/{event.player('Ann')}{query}"
            link = next(each for each in page.all("a") if each.attributes["href"] == f"{start}#tiebreak-BH-C1")
            assert link.text == expected
            (section,) = visitor.get(link.attributes["href"]).all("details", id="tiebreak-BH-C1")
            assert f"Buchholz Cut-1 (BH/C1): {expected}" in section.text


class TestThePlayersPage:
    def test_a_parent_reads_what_each_round_adds(self, house: House) -> None:
        event = played(house, tiebreaks=["BH/C1", "SB"], profile="rated")
        page = house.visitor().get(f"{event.url}/players/{event.player('Eve')}")
        (section,) = page.all("details", id="tiebreak-BH-C1")
        said = " ".join(section.text.split())
        assert "Buchholz Cut-1 (BH/C1): 1" in said
        assert "FIDE C.07, article 8.1 (2026)" in said
        assert "counts as a game against somebody with the same points, at most those allowed (article 16.4.2)" in said
        assert "left out (article 16.5)" in said

    def test_an_adjusted_opponent_is_said_with_the_article(self, house: House) -> None:
        event = house.event("Ann", "Ben", "Cid", "Dan", format="manual", tiebreaks=["BH"], profile="rated")
        pair(event, 1, [("Ann", "Ben"), ("Cid", "Dan")], (WHITE, WHITE))
        event.do(RequestByes(event.player("Ben"), {2: ByeType.ZERO}))
        pair(event, 2, [("Ann", "Cid")], (DRAW,))
        page = house.visitor().get(f"{event.url}/players/{event.player('Ann')}")
        assert "the opponent's unplayed rounds are adjusted (article 16.3)" in page.text

    def test_sonneborn_berger_shows_what_opponents_count_with(self, house: House) -> None:
        event = played(house, tiebreaks=["BH", "SB"])
        page = house.visitor().get(f"{event.url}/players/{event.player('Ann')}")
        (buchholz,) = page.all("details", id="tiebreak-BH")
        (berger,) = page.all("details", id="tiebreak-SB")
        assert "Opponent’s points" in berger.text
        assert "Opponent’s points" not in buchholz.text

    def test_direct_encounter_names_who_is_level(self, house: House) -> None:
        event = played(house, tiebreaks=["DE"])
        page = house.visitor().get(f"{event.url}/players/{event.player('Ann')}")
        (section,) = page.all("details", id="tiebreak-DE")
        assert "Direct encounter (DE): no value" in section.text
        assert "Level with" in section.text
        assert "Cid" in section.text

    @pytest.mark.parametrize("preset", sorted(PRESETS))
    def test_every_list_is_explained_before_during_and_after(self, house: House, preset: str) -> None:
        event = played(house, tiebreaks=preset, unrated=1000)
        visitor = house.visitor()
        for query in ("", "?after=0", "?after=1"):
            for name in ("Ann", "Eve"):
                visitor.get(f"{event.url}/players/{event.player(name)}{query}")
                assert visitor.status == 200
        visitor.get(f"{event.url}/players/{event.player('Ann')}?after=9")
        assert visitor.status == 404

    def test_all_tie_breaks_have_a_page_that_works(self, house: House) -> None:
        event = played(house, tiebreaks=[row.code for row in CATALOGUE][:25])
        page = house.visitor().get(f"{event.url}/players/{event.player('Ann')}")
        assert len(page.all("details", class_="why")) == 25
        event.do(ChangeSettings({"tiebreaks": [row.code for row in CATALOGUE][25:]}))
        page = house.visitor().get(f"{event.url}/players/{event.player('Ann')}")
        assert len(page.all("details", class_="why")) == len(CATALOGUE) - 25


def test_every_tie_break_has_its_meaning_and_every_list_its_name() -> None:
    assert MEANINGS.keys() == NAMES.keys() == {row.code for row in CATALOGUE}
    assert PRESET_NAMES.keys() == PRESETS.keys()


@every(
    ("code", "name"),
    [
        ("BH", "Buchholz"),
        ("BH/C2", "Buchholz Cut-2"),
        ("BH/M1", "Buchholz Median-1"),
        ("BH/C1/P", "Buchholz Cut-1, forfeits as games"),
        ("AOB/F", "Average of opponents' Fore Buchholz"),
        ("KS/L-2", "Koya system, limit -2"),
        ("TPN/R", "Pairing number, reversed"),
    ],
)
def test_modifiers_are_part_of_the_name(code: str, name: str) -> None:
    assert full_name(code) == name
