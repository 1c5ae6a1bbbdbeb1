"""Each thing that can be wrong with a contest has its own message, and the message has the value."""

import json
from collections.abc import Callable
from copy import deepcopy
from decimal import Decimal
from typing import Any

import pytest

from podium.app.prizes.words import SENTENCES
from podium.app.words.errors import sentence
from podium.core.errors import Invalid
from podium.prizes import Contest, Mode, Order, Rules, Sharing, allocate
from podium.prizes.document import read
from tests.kit.loops import every
from tests.prizes.builders import open_contest, players

DOCUMENT: dict[str, Any] = {
    "tournament": {"id": "T1", "start_date": "2026-07-01"},
    "players": [
        {"id": "a", "name": "Ann", "rank": 1, "rating": 1800, "date_of_birth": "2010-05-31"},
        {"id": "b", "name": "Bob", "rank": 2, "rating": None},
    ],
    "categories": [
        {"id": "open", "name": "Open", "brochure_order": 1, "prizes": [{"id": "o1", "place": 1, "cash": 100}]},
        {"id": "u18", "name": "Under 18", "brochure_order": 2, "max_age": 18, "prizes": [{"id": "u1", "place": 1}]},
    ],
    "overrides": [],
    "rules": {},
}

Edit = Callable[[dict[str, Any]], object]


@every(
    ("edit", "said"),
    [
        (lambda d: d["categories"][1].update(id="open"), 'Two categories have the id "open": give each its own.'),
        (lambda d: d["categories"][1]["prizes"][0].update(id="o1"), 'Two prizes have the id "o1": give each its own.'),
        (lambda d: d["players"][1].update(id="a"), 'Two players have the id "a": give each its own.'),
        (
            lambda d: d.update(prizes=[{"id": "x", "place": 1, "category_id": "gone"}]),
            'The prize "x" is in no category of this contest: its category_id is "gone".',
        ),
        (
            lambda d: d.update(prizes=[{"id": "x", "place": 1}]),
            'The prize "x" is in no category of this contest: its category_id is nothing.',
        ),
        (
            lambda d: d["categories"][0]["prizes"][0].update(category_id="u18"),
            'The prize "o1" is in no category of this contest: its category_id is "u18".',
        ),
        (
            lambda d: d["categories"][0]["prizes"][0].update(cash=Decimal("-0.5")),
            "A prize cannot be worth -0.5: use 0 or more.",
        ),
        (
            lambda d: d["categories"][0]["prizes"][0].update(place=0),
            'The prize "o1" cannot be for place 0: places begin at 1.',
        ),
        (
            lambda d: d["categories"][0]["prizes"][0].update(cash="much"),
            '"much" is not an amount of money: use whole units or two decimals, for example 99.50.',
        ),
        (
            lambda d: d["categories"][0]["prizes"][0].update(cash=Decimal("1.005")),
            "1.005 is not an amount of money: use whole units or two decimals, for example 99.50.",
        ),
        (
            lambda d: d["overrides"].append({"prize_id": "zz", "player_id": "a"}),
            'Invalid override: there is no prize "zz".',
        ),
        (
            lambda d: d["overrides"].append({"prize_id": "o1", "player_id": "zz"}),
            'Invalid override: there is no player "zz".',
        ),
        (
            lambda d: d["overrides"].extend(
                [{"prize_id": "o1", "player_id": "a"}, {"prize_id": "o1", "player_id": "b"}]
            ),
            'Invalid override: the prize "o1" is given to "a" and "b". One player can win it.',
        ),
        (
            lambda d: d["overrides"].extend(
                [{"prize_id": "o1", "player_id": "a"}, {"prize_id": "u1", "player_id": "a"}]
            ),
            'Invalid override: "a" is given "o1" and "u1". A player wins one prize, unless the mode is allow-multiple.',
        ),
        (lambda d: d["overrides"].append({"prize_id": "o1"}), "Bad request: player_id is missing in overrides[0]."),
        (lambda d: d["players"][1].pop("rank"), 'The player "b" has no rank.'),
        (lambda d: d["players"][1].update(rank=None), 'The player "b" has no rank.'),
        (lambda d: d["players"][1].update(rank=0), 'The player "b" cannot have rank 0: ranks begin at 1.'),
        (lambda d: d["players"][1].update(rank=-3), 'The player "b" cannot have rank -3: ranks begin at 1.'),
        (lambda d: d["players"][1].update(rank=1.5), "Bad request: players[1].rank must be a whole number, not 1.5."),
        (lambda d: d["players"][1].update(rank=True), "Bad request: players[1].rank must be a whole number, not true."),
        (
            lambda d: d["players"][0].update(date_of_birth="2026-07-02"),
            'The player "a" is born on 2026-07-02, after the tournament began.',
        ),
        (
            lambda d: d["players"][0].update(date_of_birth="31.5.2010"),
            '"31.5.2010" is not a date of birth: write 1990 or 1990-05-31.',
        ),
        (
            lambda d: d["tournament"].pop("start_date"),
            'The category "Under 18" has an age limit: the tournament needs a start_date to count ages on.',
        ),
        (
            lambda d: d["tournament"].update(start_date="soon"),
            '"soon" is not a date of the years 1900 to 2200: write it as 2026-08-31.',
        ),
        (
            lambda d: (d["rules"].update(sharing="equal"), d["players"][0].update(points=5)),
            'The player "b" has no points, and others have: money is shared by points or by ranks.',
        ),
        (lambda d: d.pop("players"), "Bad request: players is missing in the document."),
        (lambda d: d.pop("tournament"), "Bad request: tournament is missing in the document."),
        (lambda d: d.update(categories=None), "Bad request: categories is missing in the document."),
        (lambda d: d.update(categories="all"), 'Bad request: categories must be a list, not "all".'),
        (lambda d: d.update(players=["a"]), 'Bad request: players[0] must be an object, not "a".'),
        (lambda d: d["players"][0].pop("name"), "Bad request: name is missing in players[0]."),
        (lambda d: d["players"][0].update(name=" "), "Bad request: name is missing in players[0]."),
        (lambda d: d["players"][0].update(id=" a\n"), 'Bad request: players[0].id must be an id, not " a\n".'),
        (lambda d: d["players"][0].update(city=["x"]), 'Bad request: players[0].city must be text, not "a list".'),
        (lambda d: d["categories"][0].pop("id"), "Bad request: id is missing in categories[0]."),
        (
            lambda d: d["categories"][0]["prizes"][0].pop("place"),
            "Bad request: place is missing in categories[0].prizes[0].",
        ),
        (
            lambda d: d["categories"][0].update(active="yes"),
            'Bad request: categories[0].active must be true or false, not "yes".',
        ),
        (
            lambda d: d["rules"].update(mode="first-win"),
            'There is no rule "mode": use "allowUnratedInRatingCategory", "multipleEligibilityMode", '
            '"useHighestValuePrize", "useCategoryRank", "order" or "sharing".',
        ),
        (
            lambda d: d["rules"].update(multipleEligibilityMode="some"),
            'The rule multipleEligibilityMode cannot be "some": use "first-win" or "allow-multiple".',
        ),
        (
            lambda d: d["rules"].update(order="optimal", multipleEligibilityMode="allow-multiple"),
            'The order "optimal" gives each player one prize, so it cannot go with the mode "allow-multiple".',
        ),
        (
            lambda d: d["rules"].update(sharing="us-chess-32b", multipleEligibilityMode="allow-multiple"),
            'The sharing "us-chess-32b" gives each player one prize, so it cannot go with the mode "allow-multiple".',
        ),
    ],
)
def test_each_mistake_has_its_own_message_with_the_value(edit: Edit, said: str) -> None:
    document = deepcopy(DOCUMENT)
    edit(document)
    with pytest.raises(Invalid) as caught:
        allocate(read(document))
    assert sentence(caught.value) == said


def test_repeated_ranks_are_no_mistake() -> None:
    document = deepcopy(DOCUMENT)
    document["players"][1]["rank"] = 1
    assert [award.player_id for award in allocate(read(document)).winners] == ["a"]


@every("whole", [None, [], "text", 7])
def test_a_document_is_an_object(whole: object) -> None:
    with pytest.raises(Invalid, match="part-malformed"):
        read(whole)


def test_the_library_refuses_what_the_reader_would() -> None:
    contest = open_contest(players(1), 100)
    with pytest.raises(Invalid, match=r"amount-negative \(value='-0.01'"):
        allocate(Contest(contest.players, contest.categories, (type(contest.prizes[0])("x", "open", 1, -1),)))


def test_every_message_is_another_one() -> None:
    assert len(set(SENTENCES.values())) == len(SENTENCES)


def test_a_document_says_all_that_a_contest_holds() -> None:
    document = deepcopy(DOCUMENT)
    document["players"][0] |= {
        "gender": "F", "fide_id": 123, "disability": "deaf", "city": "Leeds", "state": "Yorkshire", "club": "Rook",
        "points": Decimal("4.5"),
    }  # fmt: skip
    document["players"][1]["date_of_birth"] = "1990"
    document["categories"][0]["prizes"][0] |= {"cash": Decimal("99.50"), "trophy": True, "main_category": True}
    document["rules"] = {
        "allowUnratedInRatingCategory": True,
        "multipleEligibilityMode": "allow-multiple",
        "useHighestValuePrize": True,
    }
    contest = read(document)
    ann, bob = contest.players
    assert (ann.gender, ann.fide_id, ann.disability, ann.city, ann.state, ann.club) == (
        "f",
        "123",
        "deaf",
        "Leeds",
        "Yorkshire",
        "Rook",
    )
    assert str(ann.points) == "4.5"
    assert str(bob.date_of_birth) == "1990-01-01"
    assert (contest.prizes[0].cash, contest.prizes[0].tier) == (9950, 5)
    assert contest.rules == Rules(True, Mode.ALLOW_MULTIPLE, Order.VALUE_FIRST, Sharing.NONE)
    assert (contest.tournament_id, str(contest.start_date)) == ("T1", "2026-07-01")


@every("name", ["rules", "ruleConfig", "rule_config"])
def test_rules_have_three_names(name: str) -> None:
    document = deepcopy(DOCUMENT)
    del document["rules"]
    document[name] = {"order": "optimal"}
    assert read(document).rules.order is Order.OPTIMAL


def test_amounts_that_came_as_floats_keep_their_cents() -> None:
    document = deepcopy(DOCUMENT)
    document["categories"][0]["prizes"][0]["cash"] = json.loads("1000.10")
    assert read(document).prizes[0].cash == 100010


def test_categories_without_a_brochure_order_keep_their_place_in_the_document() -> None:
    document = deepcopy(DOCUMENT)
    for category in document["categories"]:
        del category["brochure_order"]
    assert [category.brochure_order for category in read(document).categories] == [1, 2]
