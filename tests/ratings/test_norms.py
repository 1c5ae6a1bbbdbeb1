"""Title norms: every requirement at its limit, and which games may be chosen."""

from dataclasses import replace
from datetime import date

from podium.core.points import Points
from podium.ratings import (
    FieldPlayer,
    Norm,
    NormCandidate,
    NormEvent,
    NormGame,
    RequirementKind,
    is_exempt_field,
    norm,
    norm_rules,
    norms,
    score_needed,
)
from podium.ratings.norms import Choice, average_rating
from tests.kit.loops import every

RULES = norm_rules(date(2026, 1, 1))
GM, IM = RULES.level("GM"), RULES.level("IM")
SWISS = NormEvent(rounds=9)
Kind = RequirementKind
# Nine opponents of 2460 on average, four of them grandmasters, from four federations.
TITLES = ("GM", "GM", "GM", "GM", "IM", "FM", None, None, None)
FEDERATIONS = ("GER", "FRA", "POL", "ENG", "GER", "FRA", "POL", "ENG", "GER")


def met(score: float, ratings: tuple[int, ...] = (2460,) * 9) -> tuple[NormGame, ...]:
    """Games against them: won from the first on, then a half, then lost."""
    left = round(score * 2)
    found = []
    for at, rating in enumerate(ratings):
        halves = min(2, left)
        left -= halves
        points = Points(50 * halves)
        found.append(NormGame(at + 1, rating, TITLES[at % 9], FEDERATIONS[at % 9], points))
    return tuple(found)


def player(games: tuple[NormGame, ...], title: str | None = "IM", unplayed: int = 0) -> NormCandidate:
    return NormCandidate(title, "SUI", False, games, unplayed)


def checked(games: tuple[NormGame, ...], event: NormEvent = SWISS) -> Norm:
    return norm(RULES, event, player(games), GM)


def missing(found: Norm) -> list[Kind]:
    return [each.kind for each in found.missing]


@every(
    ("average", "score"),
    [
        (2379, None), (2380, "7"), (2433, "7"), (2434, "6.5"), (2474, "6.5"), (2475, "6"), (2519, "6"), (2520, "5.5"),
        (2556, "5.5"), (2557, "5"), (2599, "5"), (2600, "4.5"), (2642, "4.5"), (2643, "4"), (2679, "4"), (2680, "3.5"),
        (2900, "3.5"),
    ],
)  # fmt: skip
def test_the_score_for_a_grandmaster_norm_in_nine_games(average: int, score: str | None) -> None:
    """The ranges of averages that the annex of B.01 has for nine games."""
    assert score_needed(RULES, GM, average, 9) == (Points.of(score) if score else None)


@every(("average", "score"), [(2460, "6.5"), (2680, "3.5"), (2600, "4.5")])
def test_the_scores_of_a_published_explanation(average: int, score: str) -> None:
    """chessgoals.com, How to Get a Grandmaster Norm."""
    assert score_needed(RULES, GM, average, 9) == Points.of(score)


@every(("title", "average"), [("GM", 2380), ("IM", 2230), ("WGM", 2180), ("WIM", 2030)])
def test_at_the_lowest_average_seven_of_nine_are_enough_for_every_title(title: str, average: int) -> None:
    assert score_needed(RULES, RULES.level(title), average, 9) == Points.of(7)
    assert score_needed(RULES, RULES.level(title), average - 1, 9) is None


def test_a_norm_with_everything_it_asks() -> None:
    found = checked(met(6.5))
    assert found.achieved
    assert (found.average, found.performance, found.enough) == (2460, 2626, Points.of("6.5"))
    assert found.worth == 9


def test_a_whole_point_more_counts_as_another_game() -> None:
    assert checked(met(7.5)).worth == 10
    assert checked(met(7)).worth == 9


def test_half_a_point_less_misses_only_the_performance() -> None:
    found = checked(met(6))
    assert missing(found) == [Kind.PERFORMANCE]
    assert (found.performance, found.enough) == (2585, Points.of("6.5"))


def test_the_minimum_score_is_35_per_cent() -> None:
    found = checked(met(3, (2800,) * 9))
    assert missing(found) == [Kind.SCORE]
    assert found.enough == Points.of("3.5")


def test_eight_games_are_too_few() -> None:
    assert missing(checked(met(6.5)[:8])) == [Kind.GAMES]


def test_eight_of_nine_rounds_are_enough_where_the_other_was_won_by_forfeit_or_a_bye_by_the_pairing() -> None:
    found = norm(RULES, SWISS, player(met(5.5)[:8], unplayed=1), GM)
    assert found.achieved
    assert found.worth == 9
    ten_rounds = norm(RULES, NormEvent(rounds=10), player(met(5.5)[:8], unplayed=1), GM)
    assert missing(ten_rounds) == [Kind.GAMES]


def test_half_of_the_opponents_have_a_title_and_candidate_masters_do_not_count() -> None:
    games = met(7)
    assert checked(games).achieved
    one_less = (*games[:5], replace(games[5], title="CM"), *games[6:])
    assert checked(one_less).achieved  # five of nine still do
    two_less = (*games[:4], replace(games[4], title="WCM"), *one_less[5:])
    assert missing(checked(two_less)) == [Kind.TITLED]


def test_a_third_of_the_opponents_have_the_title_itself() -> None:
    games = tuple(replace(game, title="IM") if game.round <= 2 else game for game in met(7))
    assert missing(checked(games)) == [Kind.HOLDERS]
    assert norm(RULES, SWISS, player(games, title=None), IM).achieved  # international masters and grandmasters do here


def test_two_federations_other_than_ones_own() -> None:
    games = tuple(replace(game, federation="SUI" if game.round > 4 else "GER") for game in met(7))
    found = checked(games)
    assert missing(found) == [Kind.FEDERATIONS]  # five of nine are of one's own, which is allowed
    assert checked((*games[:3], replace(games[3], federation="FRA"), *games[4:])).achieved


def test_at_most_three_fifths_of_ones_own_federation() -> None:
    games = tuple(replace(game, federation="SUI" if game.round > 3 else game.federation) for game in met(7))
    assert missing(checked(games)) == [Kind.OWN_FEDERATION]


def test_at_most_two_thirds_of_one_federation() -> None:
    def from_germany(count: int) -> Norm:
        return checked(
            tuple(replace(game, federation="GER" if game.round <= count else game.federation) for game in met(7))
        )

    assert from_germany(4).achieved  # with the last one five
    assert missing(from_germany(7)) == [Kind.ONE_FEDERATION]


def test_players_without_a_federation_are_neither_foreign_nor_of_one_federation() -> None:
    games = tuple(replace(game, federation="FID" if game.round > 2 else game.federation) for game in met(7))
    assert checked(games).achieved
    none_foreign = tuple(replace(game, federation="FID") for game in games)
    assert missing(checked(none_foreign)) == [Kind.FEDERATIONS]


def test_where_the_players_federation_is_not_known_nothing_is_concluded() -> None:
    unknown = replace(player(met(7)), federation=None)
    found = norm(RULES, SWISS, unknown, GM)
    assert missing(found) == [Kind.FEDERATIONS]
    assert found.missing[0].reached is None


def test_an_exempt_event_asks_nothing_of_federations() -> None:
    games = tuple(replace(game, federation="SUI") for game in met(7))
    assert len(missing(checked(games))) == 3
    assert checked(games, NormEvent(rounds=9, exempt=True)).achieved


def test_only_the_lowest_opponent_is_raised_to_the_floor() -> None:
    ratings = (1900, 2100, 2500, 2500, 2500, 2500, 2500, 2500, 2500)
    games = met(7, ratings)
    assert average_rating(RULES, GM, games) == round((2200 + 2100 + 7 * 2500) / 9)
    unrated = (replace(games[0], rating=None), replace(games[1], rating=None), *games[2:])
    assert average_rating(RULES, GM, unrated) == round((2200 + 1400 + 7 * 2500) / 9)


def test_an_average_of_a_half_is_rounded_up() -> None:
    games = tuple(replace(game, rating=2380 if game.round % 2 else 2379) for game in met(8, (2380,) * 10))
    assert average_rating(RULES, GM, games) == 2380  # 2379.5


def test_later_games_may_be_left_out_of_a_swiss() -> None:
    games = (*met(7), NormGame(10, 2460, None, "GER", Points(0)), NormGame(11, 2460, None, "GER", Points(0)))
    found = norm(RULES, NormEvent(rounds=11), player(games), GM)
    assert found.achieved
    assert (found.choice, found.left_out) == (Choice.FIRST_ROUNDS, (11,))  # 7 of 10 are 70 per cent, enough at 2460
    table = norm(RULES, NormEvent(rounds=11, predetermined=True), player(games), GM)
    assert not table.achieved


def test_a_beaten_opponent_may_be_left_out() -> None:
    strong = tuple(replace(game, rating=2380) for game in met(7))
    lower = (*strong, NormGame(10, 2100, None, "ENG", Points.of(1)), NormGame(11, 2100, None, "FRA", Points.of(1)))
    left = norm(RULES, NormEvent(rounds=11, predetermined=True), player(lower), GM)
    assert left.achieved
    assert (left.choice, left.left_out) == (Choice.WITHOUT_WINS, (10, 11))


def test_an_opponent_who_does_not_come_in_the_last_round_counts_where_a_loss_would_do() -> None:
    games = met(7)[:8]
    forfeit = NormGame(9, 2460, None, "GER", Points(0))
    needed = NormCandidate("IM", "SUI", False, games, unplayed=0, forfeit=forfeit)
    found = norm(RULES, SWISS, needed, GM)
    assert found.achieved
    assert found.choice is Choice.FORFEIT_AS_LOSS
    short = replace(needed, games=met(6)[:8])
    assert not norm(RULES, SWISS, short, GM).achieved


def test_in_a_round_robin_unrated_players_without_a_point_do_not_count() -> None:
    games = (*met(7), NormGame(10, None, None, "GER", Points.of(1), scoreless=True))
    table = NormEvent(rounds=10, predetermined=True)
    assert norm(RULES, table, player(games), GM).rounds == tuple(range(1, 10))
    assert len(norm(RULES, NormEvent(rounds=10), player(games), GM).rounds) >= 9


@every(
    ("title", "woman", "titles"),
    [
        (None, False, ["GM", "IM"]),
        ("FM", True, ["GM", "IM", "WGM", "WIM"]),
        ("IM", True, ["GM"]),
        ("WGM", True, ["GM", "IM"]),
        ("GM", False, []),
    ],
)
def test_the_titles_above_ones_own(title: str | None, woman: bool, titles: list[str]) -> None:
    candidate = NormCandidate(title, "SUI", woman, met(5))
    assert [each.title for each in norms(RULES, SWISS, candidate)] == titles


def test_without_a_game_nothing_is_reached() -> None:
    found = checked(())
    assert (found.average, found.performance, found.enough) == (None, None, None)
    assert not found.achieved


def test_a_swiss_with_twenty_guests_from_three_federations_ten_of_them_titled_is_exempt() -> None:
    guests = [FieldPlayer(2400, "IM" if at < 10 else None, ("GER", "FRA", "ITA")[at % 3]) for at in range(20)]
    hosts = [FieldPlayer(2300, None, "SUI") for _ in range(30)]
    assert is_exempt_field("SUI", [*guests, *hosts])
    assert not is_exempt_field(None, guests)
    assert not is_exempt_field("GER", guests)
    assert not is_exempt_field("SUI", [replace(guests[0], title="FM"), *guests[1:]])
    assert not is_exempt_field("SUI", [replace(guests[0], missed=2), *guests[1:]])
    assert not is_exempt_field("SUI", [replace(guests[0], rating=None), *guests[1:]])
    assert not is_exempt_field("SUI", [replace(each, federation="FID") for each in guests])
