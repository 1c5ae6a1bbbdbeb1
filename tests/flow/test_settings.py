"""The settings of an event: what they may be, how they merge, and when they are fixed."""

import pytest

from podium.core.points import Points
from podium.core.result import PRESETS
from podium.flow.commands import ChangeSettings, CreateTournament
from podium.flow.events import SettingsChanged
from podium.tiebreaks import PRESETS as TIEBREAK_LISTS
from tests.kit.events import director, refused
from tests.kit.loops import every

LONG = "x" * 201


def test_a_new_event_has_the_defaults() -> None:
    settings = director().state.settings
    assert (settings.name, settings.format, settings.rounds, settings.sections) == ("Open", "manual", None, ())
    assert settings.scoring.name == "club"
    assert settings.cycles == 1


def test_a_new_event_is_hidden_and_empty() -> None:
    state = director().state
    assert (state.published, state.archived, state.deleted) == (False, False, False)
    assert (state.players, state.rounds, state.where, state.seats) == ({}, (), {}, {})
    assert state.sections == ("",)


def test_every_setting_can_be_given() -> None:
    event = director(
        "round-robin",
        rounds=5,
        place="  Town   Hall ",
        start="2026-05-01",
        end="2026-05-05",
        sections=["A", "B"],
        scoring="3-1-0",
        tiebreaks=["ks/l+1", "SB"],
        edition=2024,
        unrated=1400,
        cycles=2,
    )
    settings = event.state.settings
    assert settings.place == "Town Hall"
    assert (settings.start, settings.end) == ("2026-05-01", "2026-05-05")
    assert settings.sections == ("A", "B")
    assert settings.scoring == PRESETS["3-1-0"]
    assert settings.tiebreaks == ("KS/L+1", "SB")
    assert (settings.edition, settings.unrated) == (2024, 1400)
    assert (settings.rounds, settings.cycles) == (5, 2)


@every(
    ("given", "code", "field"),
    [
        pytest.param({"name": None}, "name-missing", "name", id="no name"),
        pytest.param({"name": "  "}, "name-missing", "name", id="a name of spaces"),
        pytest.param({"name": 7}, "text-malformed", "name", id="a number for a name"),
        pytest.param({"name": LONG}, "text-too-long", "name", id="a name too long"),
        pytest.param({"format": None}, "format-missing", "format", id="no format"),
        pytest.param({"format": "chaos"}, "format-unknown", "format", id="an unknown format"),
        pytest.param({"format": ["manual"]}, "format-unknown", "format", id="a list for a format"),
        pytest.param({"rounds": 0}, "count-out-of-range", "rounds", id="no rounds"),
        pytest.param({"rounds": 1000}, "count-out-of-range", "rounds", id="a thousand rounds"),
        pytest.param({"rounds": "5"}, "count-out-of-range", "rounds", id="rounds as text"),
        pytest.param({"rounds": True}, "count-out-of-range", "rounds", id="rounds as a truth value"),
        pytest.param({"cycles": 3}, "count-out-of-range", "cycles", id="three cycles"),
        pytest.param({"cycles": None}, "count-out-of-range", "cycles", id="no cycles"),
        pytest.param({"start": "1 May"}, "date-malformed", "start", id="a date in words"),
        pytest.param({"end": "2026-02-30"}, "date-malformed", "end", id="a day that never is"),
        pytest.param(
            {"start": "2026-05-02", "end": "2026-05-01"}, "dates-reversed", "end", id="an end before the start"
        ),
        pytest.param({"sections": "A"}, "list-malformed", "sections", id="text for a list"),
        pytest.param({"sections": ["A", " A "]}, "name-twice", "sections", id="a section twice"),
        pytest.param({"sections": ["A", ""]}, "name-missing", "sections", id="a section without a name"),
        pytest.param({"sections": [str(n) for n in range(51)]}, "count-out-of-range", "sections", id="51 sections"),
        pytest.param({"sections": ["A"] * 10**6}, "count-out-of-range", "sections", id="a million sections"),
        pytest.param({"tiebreaks": ["BUCH"]}, "tiebreak-unknown", "tiebreaks", id="an unknown tie-break"),
        pytest.param({"tiebreaks": "lots"}, "tiebreak-preset-unknown", "tiebreaks", id="an unknown list of tie-breaks"),
        pytest.param({"tiebreaks": ["BH", "bh"]}, "name-twice", "tiebreaks", id="a tie-break twice"),
        pytest.param({"tiebreaks": ["WIN/C1"]}, "tiebreak-modifier-not-applicable", "tiebreaks", id="a modifier amiss"),
        pytest.param({"edition": 2017}, "edition-unknown", "edition", id="an edition there is not"),
        pytest.param({"edition": "2024"}, "edition-unknown", "edition", id="an edition in words"),
        pytest.param({"unrated": 4001}, "rating-out-of-range", "unrated", id="a rating nobody has"),
        pytest.param({"scoring": 3}, "scoring-unknown", "scoring", id="a number for a scoring"),
        pytest.param({"prize": 100}, "setting-unknown", "prize", id="an unknown setting"),
    ],
)
def test_a_setting_is_refused(given: dict[str, object], code: str, field: str) -> None:
    event = director()
    event.stream = type(event.stream)("t2")
    with refused(code) as caught:
        event.do(CreateTournament(event.stream, {"name": "Open", "format": "manual", **given}))
    assert caught.value.facts["field"] == field
    assert "value" in caught.value.facts


@every("missing", ["name", "format"])
def test_a_name_and_a_format_are_needed(missing: str) -> None:
    event = director()
    event.stream = type(event.stream)("t2")
    given = {"name": "Open", "format": "manual"}
    del given[missing]
    with refused(f"{missing}-missing"):
        event.do(CreateTournament(event.stream, given))


def test_an_event_is_created_once() -> None:
    event = director()
    with refused("tournament-exists"):
        event.do(CreateTournament(event.stream, {"name": "Open", "format": "manual"}))


def test_a_change_keeps_what_it_does_not_name() -> None:
    event = director(place="Hall", rounds=5)
    [changed] = event.settings(name="Closed").events
    assert isinstance(changed, SettingsChanged)
    settings = event.state.settings
    assert (settings.name, settings.place, settings.rounds) == ("Closed", "Hall", 5)


def test_a_setting_can_be_emptied() -> None:
    event = director(place="Hall", rounds=5)
    event.settings(place=None, rounds=None)
    assert (event.state.settings.place, event.state.settings.rounds) == (None, None)


def test_the_same_settings_again_change_nothing() -> None:
    event = director(place="Hall")
    assert event.settings(place=" Hall ").written is False
    assert event.settings().written is False


def test_dates_are_checked_against_those_stored() -> None:
    event = director(start="2026-05-02")
    with refused("dates-reversed"):
        event.settings(end="2026-05-01")


def test_a_value_of_the_scoring_is_changed_in_the_table_there_is() -> None:
    event = director(scoring="3-1-0")
    event.settings(scoring={"bye": 1})
    table = event.state.settings.scoring
    assert (table.win, table.bye, table.name) == (Points.of(3), Points.of(1), "custom")
    event.settings(scoring="club")
    assert event.state.settings.scoring == PRESETS["club"]


def test_a_new_scoring_counts_for_results_already_entered() -> None:
    event = director()
    event.players("Alice", "Bob", "Carol")
    event.pairs(1, [("Alice", "Bob")])
    event.result("Alice", "1-0")
    event.settings(scoring="3-1-0")
    assert event.points == {"Alice": "3.0", "Bob": "0.0", "Carol": "3.0"}
    event.undo()
    assert event.points == {"Alice": "1.0", "Bob": "0.0", "Carol": "0.5"}


@every("given", [{"format": "round-robin"}, {"cycles": 2}], ids=["format", "cycles"])
def test_what_the_rounds_rest_on_is_fixed_once_one_is_paired(given: dict[str, object]) -> None:
    event = director()
    event.players("Alice", "Bob")
    event.pairs(1, [("Alice", "Bob")])
    with refused("rounds-exist"):
        event.settings(**given)
    event.unpair(1)
    assert event.settings(**given).written


def test_the_plan_cannot_be_shorter_than_what_is_paired() -> None:
    event = director(rounds=5)
    event.players("Alice", "Bob")
    event.pairs(1, [("Alice", "Bob")])
    event.pairs(2, [("Bob", "Alice")])
    with refused("rounds-exist"):
        event.settings(rounds=1)
    event.settings(rounds=2)
    with refused("rounds-exhausted"):
        event.pair()
    event.settings(rounds=None)
    event.pair()


# --- sections ---------------------------------------------------------------------------------


def test_the_first_sections_take_the_players_there_are() -> None:
    event = director()
    event.players("Alice", "Bob")
    event.settings(sections=["A", "B"])
    assert [player.section for player in event.state.players.values()] == ["A", "A"]
    event.undo()
    assert [player.section for player in event.state.players.values()] == ["", ""]
    assert event.state.settings.sections == ()


def test_an_event_gives_up_its_sections_and_keeps_its_players() -> None:
    event = director(sections=["A", "B"])
    event.players("Alice", section="A")
    event.players("Bob", section="B")
    event.settings(sections=[])
    assert [player.section for player in event.state.players.values()] == ["", ""]
    event.undo()
    assert [player.section for player in event.state.players.values()] == ["A", "B"]


def test_a_section_with_players_cannot_go() -> None:
    event = director(sections=["A", "B"])
    event.players("Alice", section="B")
    with refused("section-in-use") as caught:
        event.settings(sections=["A", "C"])
    assert (caught.value.facts["value"], caught.value.facts["name"]) == ("B", "Alice")
    event.edit("Alice", section="A")
    event.settings(sections=["A", "C"])


@every(("before", "after"), [([], ["A"]), (["A"], [])], ids=["come", "go"])
def test_sections_neither_come_nor_go_once_a_round_is_paired(before: list[str], after: list[str]) -> None:
    event = director(sections=before)
    event.players("Alice", "Bob")
    event.pairs(1, [("Alice", "Bob")])
    with refused("section-in-use"):
        event.settings(sections=after)


def test_an_empty_section_can_be_added_at_any_time() -> None:
    event = director(sections=["A"])
    event.players("Alice", "Bob")
    event.pairs(1, [("Alice", "Bob")])
    event.settings(sections=["A", "B"])
    event.settings(sections=["B", "A"])
    assert event.state.sections == ("B", "A")


# --- published, archived, deleted -------------------------------------------------------------


def test_an_event_is_published_and_hidden() -> None:
    event = director()
    event.publish_event()
    assert event.state.published
    assert event.publish_event().written is False
    event.publish_event(False)
    assert not event.state.published


def test_an_archived_event_is_left_alone_until_it_is_taken_out() -> None:
    event = director()
    event.archive()
    assert event.archive().written is False
    with refused("tournament-archived"):
        event.players("Alice")
    with refused("tournament-archived"):
        event.publish_event()
    event.archive(False)
    event.players("Alice")


def test_a_deleted_event_is_unknown() -> None:
    event = director()
    event.archive()
    event.delete()
    assert event.state.deleted
    with refused("unknown-tournament"):
        event.delete()
    with refused("unknown-tournament"):
        event.archive(False)
    with refused("unknown-tournament"):
        event.undo()


def test_a_usual_list_of_tie_breaks_goes_by_its_name() -> None:
    event = director(tiebreaks="fide-swiss")
    assert event.state.settings.tiebreaks == ("PTS", "BH/C1", "BH", "DE", "WIN", "BWG")


def test_buchholz_is_refused_in_a_round_robin_also_after_merging() -> None:
    with refused("tiebreak-not-in-round-robin"):
        director("round-robin", tiebreaks=["SB", "BH/C1"])
    event = director("manual", tiebreaks=["BH"])
    with refused("tiebreak-not-in-round-robin"):
        event.settings(format="round-robin")


@every(
    ("format", "preset"),
    [("swiss", "fide-swiss"), ("round-robin", "fide-round-robin"), ("manual", None), ("doubles", None)],
)
def test_a_new_event_has_the_tie_breaks_of_its_format_unless_others_are_named(format: str, preset: str | None) -> None:
    assert director(format).state.settings.tiebreaks == (TIEBREAK_LISTS[preset] if preset else ())
    assert director(format, tiebreaks=[]).state.settings.tiebreaks == ()


def test_the_tie_breaks_of_a_format_go_with_it_and_those_that_were_chosen_stay() -> None:
    event = director("swiss")
    event.do(ChangeSettings({"format": "knockout"}))
    assert event.state.settings.tiebreaks == ()
    chosen = director("swiss", tiebreaks=["SB"])
    chosen.do(ChangeSettings({"format": "round-robin"}))
    assert chosen.state.settings.tiebreaks == ("SB",)
