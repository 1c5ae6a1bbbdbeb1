"""The rating that counts in an event is made of official ratings by its method, unless somebody types one."""

from __future__ import annotations

import pytest

from podium.core.errors import Invalid
from podium.core.player import PlayerFields, player_fields
from podium.core.ratings.official_ratings import OfficialKind, OfficialRating, OfficialRatings, RatingOrigin
from podium.flow.commands import AddPlayers, ChangeSettings, EditPlayer, ImportPlayers, PairRound
from podium.flow.event.rating_method import list_sequence
from podium.flow.event.setting_values import Settings
from tests.kit.events import Director, director
from tests.kit.loops import every

LISTED = OfficialRatings(
    OfficialRating(2000, "fide", "2026-11"),
    OfficialRating(2100, "fide", "2026-11"),
    national=OfficialRating(2050, "dwz"),
)
ONLY_NATIONAL = OfficialRatings(national=OfficialRating(1700, "dwz"))


def event(**settings: object) -> Director:
    return director("swiss", "t1", rounds=5, **settings)


def entered(event: Director, *players: PlayerFields) -> list[PlayerFields]:
    event.do(AddPlayers(players))
    return [player.fields for player in event.state.players.values()]


@every(
    ("method", "both", "national_alone"),
    [
        ("unstated", 2000, None),
        ("FIDE", 2000, None),
        ("NRO", 2050, 1700),
        ("FIDON", 2000, 1700),
        ("NIDOF", 2050, 1700),
        ("HBFN", 2050, 1700),
        ("LBFN", 2000, 1700),
        ("OTHER", None, None),
    ],
)
def test_the_method_says_which_official_rating_counts(method: str, both: int, national_alone: int | None) -> None:
    ann, ben = entered(
        event(starting_rank=method),
        PlayerFields("Ann", official=LISTED),
        PlayerFields("Ben", official=ONLY_NATIONAL),
    )
    assert (ann.rating, ben.rating) == (both, national_alone)


@every(
    ("rate", "rating", "kind"),
    [("90+30", 2000, "standard"), ("15+10", 2100, "rapid"), ("3+2", 2000, "standard")],
)
def test_a_rating_that_is_missing_for_fast_games_is_the_standard_one(rate: str, rating: int, kind: str) -> None:
    [ann] = entered(event(rate_of_play=rate), PlayerFields("Ann", official=LISTED))
    assert ann.rating == rating
    assert ann.official is not None
    assert ann.official.origin == RatingOrigin(OfficialKind(kind), "fide", "2026-11")


def test_a_rating_that_is_typed_stays_and_has_no_origin() -> None:
    here = event(starting_rank="FIDE")
    [ann] = entered(here, PlayerFields("Ann", 1950, official=LISTED))
    assert ann.rating == 1950
    assert ann.official is not None
    assert ann.official.origin is None
    [player] = here.state.players.values()
    here.do(EditPlayer(player.id, {"standard": 2020}))
    here.do(ChangeSettings({"starting_rank": "NRO"}))
    assert here.state.players[player.id].fields.rating == 1950


def test_a_computed_rating_follows_the_official_one_and_typing_marks_it() -> None:
    here = event(starting_rank="FIDE")
    entered(here, player_fields({"name": "Ann", "standard": 2000}))
    [id] = here.state.players
    here.do(EditPlayer(id, {"standard": 2020}))
    fields = here.state.players[id].fields
    assert fields.rating == 2020
    assert fields.official is not None
    assert fields.official.standard == OfficialRating(2020)  # typed: no list
    here.do(EditPlayer(id, {"rating": 1900}))
    here.do(EditPlayer(id, {"standard": 2040}))
    assert here.state.players[id].fields.rating == 1900
    here.do(EditPlayer(id, {"rating": 2040}))
    official = here.state.players[id].fields.official
    assert official is not None
    assert official.origin == RatingOrigin(OfficialKind.STANDARD)


def test_a_number_that_stays_keeps_the_list_it_was_found_in() -> None:
    here = event()
    entered(here, PlayerFields("Ann", official=LISTED))
    [id] = here.state.players
    here.do(EditPlayer(id, {"standard": 2000, "rapid": 2101}))
    official = here.state.players[id].fields.official
    assert official is not None
    assert official.standard == OfficialRating(2000, "fide", "2026-11")
    assert official.rapid == OfficialRating(2101)


def test_a_rating_of_another_list_can_be_picked() -> None:
    here = event(starting_rank="FIDE")
    [ann] = entered(here, PlayerFields("Ann", official=OfficialRatings(rapid=OfficialRating(1800, "fide", "2026-11"))))
    assert ann.rating is None  # not in the main list
    [id] = here.state.players
    here.do(EditPlayer(id, {"rating": 1800}))
    official = here.state.players[id].fields.official
    assert official is not None
    assert official.origin == RatingOrigin(OfficialKind.RAPID, "fide", "2026-11")


class TestAnotherMethod:
    def test_gives_the_players_other_ratings_before_round_1_in_one_step(self) -> None:
        here = event(starting_rank="FIDE")
        entered(here, PlayerFields("Ann", official=LISTED), PlayerFields("Ben", official=ONLY_NATIONAL))
        here.do(ChangeSettings({"starting_rank": "NRO"}))
        assert [each.fields.rating for each in here.state.players.values()] == [2050, 1700]

    def test_changes_nothing_once_round_1_is_paired(self) -> None:
        here = event(starting_rank="FIDE")
        entered(here, PlayerFields("Ann", official=LISTED), PlayerFields("Ben", 1500))
        here.do(PairRound())
        here.do(ChangeSettings({"starting_rank": "NRO"}))
        assert [each.fields.rating for each in here.state.players.values()] == [2000, 1500]

    def test_leaves_a_picked_rating_alone_as_long_as_it_is_about_something_else(self) -> None:
        here = event()
        entered(here, PlayerFields("Ann", 2100, official=LISTED))
        here.do(ChangeSettings({"name": "Another name"}))
        assert [each.fields.rating for each in here.state.players.values()] == [2100]


class TestTheSequence:
    @every(
        ("rate", "texts"),
        [
            ("90+30", ["fide/standard", "fide/rapid", "fide/blitz"]),
            ("15+10", ["fide/effective-rapid", "fide/blitz"]),
            ("3+2", ["fide/effective-blitz", "fide/rapid"]),
        ],
    )
    def test_is_proposed_for_the_rate_of_play(self, rate: str, texts: list[str]) -> None:
        assert [each.text for each in list_sequence(Settings("Open", "swiss", rate_of_play=rate))] == texts

    def test_can_be_another_whose_first_list_is_the_main_one(self) -> None:
        here = event(rating_lists=["fide/rapid", "dwz/standard"])
        [ann] = entered(here, PlayerFields("Ann", official=LISTED))
        assert ann.rating == 2100
        here.do(ChangeSettings({"rating_lists": ["DWZ/standard", "fide/rapid"]}))
        assert here.state.settings.rating_lists == ("dwz/standard", "fide/rapid")
        assert [each.fields.rating for each in here.state.players.values()] == [2050]

    @every("text", ["fide", "fide/fast", "/rapid", "Fide Liste/rapid"])
    def test_names_a_list_and_one_of_its_ratings(self, text: str) -> None:
        with pytest.raises(Invalid, match="rating-sequence-malformed"):
            event(rating_lists=[text])

    def test_names_nothing_twice(self) -> None:
        with pytest.raises(Invalid, match="name-twice"):
            event(rating_lists=["fide/rapid", "FIDE/rapid"])


def test_an_import_computes_as_well() -> None:
    here = event(starting_rank="NRO")
    here.do(ImportPlayers(added=(PlayerFields("Ann", official=LISTED),)))
    [(id, ann)] = here.state.players.items()
    assert ann.fields.rating == 2050
    newer = OfficialRatings(national=OfficialRating(2075, "dwz", "2026-12"))
    here.do(ImportPlayers(updated={id: PlayerFields("Ann", 2050, official=newer)}))
    assert here.state.players[id].fields.rating == 2075


@every("rating", [-1, 4001])
def test_an_official_rating_is_a_rating(rating: int) -> None:
    with pytest.raises(Invalid, match="rating-out-of-range"):
        entered(event(), player_fields({"name": "Ann", "blitz": rating}))
