"""What an event is worth to ratings and titles: which games count, for whom, and by which regulations."""

import csv
import doctest
import io
from datetime import date
from fractions import Fraction

from podium.app.access import Role, visible_tournament
from podium.app.exports.exports import exported_file
from podium.app.queries import has_ratings, player_rating, ratings
from podium.app.ratings import report_words as words
from podium.app.ratings.rating_report import PlayerRating, RatingQuestion, RatingReport, first_day
from podium.core.player import PlayerFields, player_fields
from podium.core.ratings.rating_kind import RatingKind
from podium.core.result import Result
from podium.flow.commands import AddPlayers, RecordResult
from podium.flow.event.rating_method import kind_for
from podium.ratings import Basis
from tests.kit.events import Director, director, refused
from tests.kit.loops import every
from tests.ratings.published_calculations import US_CHAMPIONSHIP_2025, US_DIFFERENCES, US_RATINGS

RESULTS = {"+": Result.WHITE_WINS, "=": Result.DRAW, "-": Result.BLACK_WINS}


def report(event: Director, **asked: object) -> RatingReport:
    return ratings(event.state, RatingQuestion(**asked))  # type: ignore[arg-type]  # each test asks its own way


def row(event: Director, name: str, **asked: object) -> PlayerRating:
    return next(each for each in report(event, **asked).players if each.player.name == name)


def rated(event: Director, **by_name: int | None) -> None:
    event.do(AddPlayers(tuple(PlayerFields(name, rating=rating) for name, rating in by_name.items())))


def plays(event: Director, *rounds: str) -> None:
    """Rounds written as in `published_calculations`: `Ann+Ben Cid=Dot`."""
    for number, text in enumerate(rounds, start=1):
        games = []
        for game in text.split():
            mark = next(each for each in RESULTS if each in game)
            white, black = game.split(mark)
            games.append((white, black, RESULTS[mark]))
        event.pairs(number, [(white, black) for white, black, _ in games])
        for white, _black, result in games:
            event.do(RecordResult(event.pairing_id(white, number), result))
        event.close(number)


def test_the_examples_in_the_documentation_run() -> None:
    outcome = doctest.testmod(words)
    assert (outcome.failed, outcome.attempted > 0) == (0, True)


def test_a_whole_round_robin_is_what_fide_published() -> None:
    """The US Championship 2025 (event 432532): score minus expectation of all twelve, K 10."""
    event = director("manual", start="2025-10-12")
    rated(event, **{str(number): rating for number, rating in enumerate(US_RATINGS, start=1)})
    plays(event, *US_CHAMPIONSHIP_2025.splitlines())
    found = {each.player.name: each.change for each in report(event).players}
    assert [found[str(number)].difference for number in range(1, 13)] == list(US_DIFFERENCES)  # type: ignore[union-attr]
    assert {each.coefficient.k for each in found.values() if each} == {10}
    assert next(each.exact for each in found.values() if each) == Fraction("8.3")


def test_what_is_not_played_or_not_rated_does_not_count() -> None:
    event = director("manual", start="2026-05-01")
    rated(event, Ann=2000, Ben=2000, Cid=None, Dot=1900)
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dot")])
    event.result("Ann", "1-0F")
    event.result("Cid", "1/2-1/2")
    event.pairs(2, [("Ann", "Cid"), ("Ben", "Dot")])
    event.result("Ann", "1-0")
    event.result("Ben", "1-0U")
    event.pairs(3, [("Ann", "Dot"), ("Ben", "Cid")])
    event.result("Ann", "adjourned")
    event.result("Ben", "1/2-0")
    ann, ben, dot = row(event, "Ann"), row(event, "Ben"), row(event, "Dot")
    assert ann.change is not None
    assert ben.change is not None
    assert dot.change is not None
    assert (ann.change.games, [each.round for each in ann.change.left_out]) == ((), [2])
    assert (ann.performance, ann.average) == (None, None)
    assert ben.change.games == ()
    assert dot.change.games == ()
    cid = row(event, "Cid")
    assert cid.change is None
    assert cid.initial is not None
    assert (cid.initial.games, str(cid.initial.score)) == (3, "0.5")


def test_a_result_that_takes_half_a_point_is_rated_for_both_as_it_stands() -> None:
    event = director("manual")
    rated(event, Ann=2000, Ben=2000)
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", "1/2-0")
    ann, ben = row(event, "Ann").change, row(event, "Ben").change
    assert ann is not None
    assert ben is not None
    assert (ann.difference, ben.difference) == (0, -50)


def test_where_fides_rating_is_known_it_is_the_one_that_changes() -> None:
    event = director("manual", start="2026-05-01", starting_rank="NRO")
    national = {"name": "Ann", "standard": 2000, "rapid": 1900, "national": 2200}
    event.do(AddPlayers((player_fields(national), player_fields({"name": "Ben", "rating": 2000}))))
    ann = row(event, "Ann")
    assert event.state.players[ann.player.id].fields.rating == 2200
    assert ann.player.fields.rating == 2000
    assert row(event, "Ann", kind=RatingKind.RAPID).player.fields.rating == 1900
    assert row(event, "Ben").player.fields.rating == 2000


def test_k_is_concluded_from_what_the_event_knows_and_can_be_stated() -> None:
    event = director("manual", start="2026-05-01")
    rated(event, Ann=2000, Ben=2450, Cid=2250, Dot=1500)
    event.edit("Ann", birth="2008")
    event.edit("Cid", title="IM")
    found = {each.player.name: each.change.coefficient for each in report(event).players if each.change}
    assert [(found[name].k, found[name].basis) for name in ("Ann", "Ben", "Cid", "Dot")] == [
        (40, Basis.AGE),
        (10, Basis.RATING),
        (10, Basis.TITLE),
        (20, Basis.USUAL),
    ]
    stated = row(event, "Dot", coefficients={event.id("Dot"): 40}).change
    assert stated is not None
    assert (stated.coefficient.k, stated.coefficient.basis) == (40, Basis.STATED)
    with refused("coefficient-out-of-range"):
        report(event, coefficients={event.id("Dot"): 0})


def test_the_public_sees_nothing_that_is_concluded_from_the_age() -> None:
    event = director("manual", start="2026-05-01")
    rated(event, Ann=2000, Ben=2000)
    event.edit("Ann", birth="2012")
    event.publish_event()
    public = visible_tournament(event.state, Role.PUBLIC)
    known = {each.player.name: each.change for each in ratings(public, RatingQuestion()).players}
    assert known["Ann"] is not None
    assert known["Ann"].coefficient.basis is Basis.USUAL


def test_without_a_first_day_nobody_is_taken_for_a_junior_and_the_newest_regulations_hold() -> None:
    event = director("manual")
    rated(event, Ann=2000)
    event.edit("Ann", birth="2012")
    found = report(event)
    assert found.day is None
    assert found.rating_rules.since == date(2025, 10, 1)
    assert found.players[0].change is not None
    assert found.players[0].change.coefficient.k == 20


@every(
    ("settings", "kind"),
    [
        ({}, RatingKind.STANDARD),
        ({"rate_of_play": "90 min + 30 s"}, RatingKind.STANDARD),
        ({"rate_of_play": "40 moves in 90 min, then 30 min"}, RatingKind.STANDARD),
        ({"rate_of_play": "15+10"}, RatingKind.RAPID),
        ({"rate_of_play": "3 min + 2 s"}, RatingKind.BLITZ),
        ({"rate_of_play": "Rapid"}, RatingKind.RAPID),
        ({"live": True, "timeControl": "10+0"}, RatingKind.BLITZ),
        ({"live": True, "timeControl": "10+5"}, RatingKind.RAPID),
    ],
)
def test_the_rating_is_told_by_the_rate_of_play(settings: dict[str, object], kind: RatingKind) -> None:
    assert kind_for(director("swiss", "t1", **settings).state.settings) is kind


def test_the_first_day_is_that_of_the_event_or_of_its_first_round() -> None:
    assert first_day(director("swiss", start="2025-09-30").state.settings) == date(2025, 9, 30)
    dated = director("swiss", rounds=2, round_dates=["2025-10-02", "2025-10-03"])
    assert first_day(dated.state.settings) == date(2025, 10, 2)


def test_rapid_games_make_no_norms() -> None:
    event = _norm_event()
    assert row(event, "Hero").norms
    assert row(event, "Hero", kind=RatingKind.RAPID).norms == ()


def test_a_norm_is_made_against_nine_opponents() -> None:
    event = _norm_event()
    hero = row(event, "Hero")
    assert [each.title for each in hero.achieved] == ["GM"]
    assert words.norm_text(report(event).norm_rules, hero.norms[0]) == (
        "GM norm: 7 of 9, performance 2680, worth 9 games."
    )
    assert row(event, "P1").achieved == ()


def test_after_an_earlier_round_the_check_says_what_is_missing_and_what_would_be_enough() -> None:
    event = _norm_event()
    found = row(event, "Hero", after=5).norms[0]
    assert not found.achieved
    assert words.norm_text(report(event).norm_rules, found) == "No GM norm. Missing: Games over the board."
    weaker = _norm_event(wins=5)
    text = words.norm_text(report(weaker).norm_rules, row(weaker, "Hero").norms[0])
    assert text == "No GM norm. Missing: Performance rating. Against these opponents 6½ of 9 would be enough."


def test_a_bye_by_the_pairing_leaves_eight_games_that_are_enough_in_nine_rounds() -> None:
    event = _norm_event(bye=True)
    hero = row(event, "Hero")
    assert len(hero.norms[0].rounds) == 8
    assert hero.norms[0].achieved


def test_an_opponent_who_does_not_come_to_the_last_round_is_known_to_the_check() -> None:
    games = row(_norm_event(forfeit=True), "Hero").games
    assert games.last_forfeit is not None
    assert (games.last_forfeit.round, games.unplayed, len(games.played)) == (9, 1, 8)
    earlier = row(_norm_event(forfeit=True), "Hero", after=8).games
    assert earlier.last_forfeit is None


def test_formats_whose_games_are_not_rated_have_no_report() -> None:
    for format in ("doubles", "knockout"):
        event = director(format)
        rated(event, Ann=2000, Ben=1900)
        assert not has_ratings(event.state)
        with refused("format-not-rated"):
            ratings(event.state, RatingQuestion())


def test_an_event_without_a_rating_has_nothing_to_show() -> None:
    event = director("swiss")
    event.players("Ann", "Ben")
    assert not has_ratings(event.state)
    rated(event, Cid=1800)
    assert has_ratings(event.state)


def test_who_is_not_there_is_unknown() -> None:
    event = director("swiss")
    with refused("unknown-player"):
        player_rating(event.state, "nobody", RatingQuestion())  # type: ignore[arg-type]  # what an address may hold


def test_the_file_has_a_line_for_each_player() -> None:
    event = director("manual", start="2026-05-01")
    rated(event, Ann=2000, Ben=2100, Cid=None)
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", "1-0")
    file = exported_file(event.state, "ratings")
    lines = list(csv.DictReader(io.StringIO(file.content.decode("utf-8-sig"))))
    found = {line["name"]: line for line in lines}
    assert found["Ann"]["change"] == "12.8"
    assert (found["Ann"]["k"], found["Ann"]["points"], found["Ann"]["new_rating"]) == ("20", "13", "2013")
    assert (found["Cid"]["change"], found["Cid"]["games"]) == ("", "0")


def _norm_event(wins: int = 7, rounds: int = 9, *, bye: bool = False, forfeit: bool = False) -> Director:
    """Somebody of SUI meets opponents of 2460 from three federations, four of them grandmasters, one after another."""
    event = director("manual", rounds=rounds, start="2026-05-01", rate_of_play="90 min + 30 s")
    names = [f"P{number}" for number in range(1, rounds + 1)]
    titles = ("GM", "GM", "GM", "GM", "IM", "FM", None, None, None, None)
    federations = ("GER", "FRA", "POL")
    fields = [PlayerFields("Hero", rating=2500, title="IM", federation="SUI")]
    fields += [
        PlayerFields(name, rating=2460, title=titles[at], federation=federations[at % 3])
        for at, name in enumerate(names)
    ]
    event.do(AddPlayers(tuple(fields)))
    for number, name in enumerate(names, start=1):
        if bye and number == rounds:
            event.pairs(number, [("Hero",)])
        else:
            event.pairs(number, [("Hero", name)])
            last = forfeit and number == rounds
            event.result("Hero", "1-0F" if last else "1-0" if number <= wins else "0-1", number)
        event.close(number)
    return event
