"""Why a round came out as it did: the reasons are true, and every one can be said."""

from dataclasses import replace

import pytest

from podium.app.formats.swiss_words import BINDING, CRITERIA, FLOATS, colour_sentence, numbers, reason, sentences
from podium.core.errors import Refused
from podium.simulation.swiss import play
from podium.swiss import BoardStory, Field, RoundStory, explain, pair
from podium.swiss.colour import ColourRule
from podium.swiss.reasons import Rejected
from tests.kit.loops import seeds
from tests.kit.swiss import field, field_before, pairs_of
from tests.kit.variants import variant
from tests.kit.wild import wild_field


def board(story: RoundStory, number: int) -> BoardStory:
    return next(one for part in story.brackets for one in part.boards if number in (one.white, one.black))


def told(state: Field) -> str:
    return "\n".join(sentences(explain(state)))


def test_a_rematch_is_named_with_its_round() -> None:
    story = explain(field("3w=\n4w=\n1b=\n2b="))
    rejected = board(story, 1).rejected
    assert rejected[0] == Rejected(3, "C1", 1)
    assert reason(rejected[0]) == "they met in round 1 [C1]"


def test_a_colour_that_would_be_refused_rejects_an_opponent() -> None:
    # 1 and 3 are both due Black, 2 and 4 White: 1 takes 4.
    story = explain(field("5w=\n6b=\n7w=\n8b=\n1b= away\n2w= away\n3b= away\n4w= away"))
    assert [(one.player, one.reason, one.better, one.worse) for one in board(story, 1).rejected] == [(3, "C12", 0, 2)]
    text = told(field("5w=\n6b=\n7w=\n8b=\n1b= away\n2w= away\n3b= away\n4w= away"))
    assert "Not 3 for 1: more players would be refused the colour they are due [C12]." in text
    assert "1 is strongly due Black (had W)" in text


def test_a_forbidden_pair_is_called_so() -> None:
    assert "the two may not be paired with each other" in told(field(".\n.\n.\n.", forbidden=[(1, 3)]))


def test_the_first_choice_needs_no_excuse() -> None:
    text = told(field(".\n.\n.\n."))
    assert "3 is the first opponent in the order for 1." in text
    assert "neither has played; 1 gets White by the initial colour" in text


def test_an_exchange_is_told_with_its_reason() -> None:
    story = explain(field("3w= 4b=\n4w= 3b=\n1b= 2w=\n2b= 1w=", rounds=4))
    exchange = story.brackets[0].exchange
    assert exchange is not None
    assert (exchange.from_s1, exchange.from_s2, exchange.reason) == ((2,), (3,), "C4")


def test_the_bye_names_those_who_could_not_have_it() -> None:
    story = explain(field("3w1\nZ\n1b0\nU\nF"))
    assert story.bye is not None
    assert story.bye.number == 3
    text = told(field("U\n3w1\n2b0"))
    assert "has the bye, with 0 points the lowest score" in text


def test_a_float_says_why_and_why_nobody_else() -> None:
    story = explain(field("4w1\n5b1\n6w1\n1b0\n2w0\n3b0"))
    floats = [one for part in story.brackets for one in part.floats]
    assert [one.reason for one in floats] == ["odd"]
    assert "the number of players in the bracket is odd" in told(field("4w1\n5b1\n6w1\n1b0\n2w0\n3b0"))


def test_asked_about_one_player_only_that_board_is_weighed() -> None:
    state = field("3w=\n4b=\n1b=\n2w=")
    story = explain(state, about=2)
    assert board(story, 1).rejected == () or 2 in (board(story, 1).white, board(story, 1).black)
    assert board(story, 2).rejected == board(explain(state), 2).rejected


@seeds(range(10), long=range(40))
def test_every_round_can_be_told(seed: int) -> None:
    played = play(*variant(seed))
    for number in range(1, played.played + 1):
        state = field_before(played, number)
        story = explain(state)
        assert story.round == pair(state)
        check_story(story)


@seeds(range(40), long=range(150))
def test_even_strange_rounds_can_be_told(seed: int) -> None:
    state = wild_field(seed, 16)
    try:
        story = explain(state)
    except Refused:
        return
    check_story(story)


def check_story(story: RoundStory) -> None:
    """Everything is told once; whoever was rejected came earlier and was really worse."""
    made = {(one.white, one.black) for part in story.brackets for one in part.boards}
    assert made == pairs_of(story.round) - {(story.round.bye, 0)}
    assert all(line.strip() for line in sentences(story))
    for part in story.brackets:
        rejected = [one.rejected for one in part.boards] + [one.rejected for one in part.floats]
        for other in (one for several in rejected for one in several):
            assert other.reason in CRITERIA or other.reason in ("C1", "C2", "C3", "forbidden", "order")
            assert reason(other)
            if isinstance(other.better, int) and isinstance(other.worse, int):
                assert other.better <= other.worse
        for meeting in part.boards:
            assert "order" not in [other.reason for other in meeting.rejected], "as good, earlier, and passed over"


def test_every_criterion_has_its_words() -> None:
    assert {f"C{number}" for number in range(4, 22)} <= CRITERIA.keys()
    assert {f"C{number}" for number in (6, 7, *range(9, 22))} == BINDING.keys()
    assert FLOATS.keys() == {"odd", "bye", "limbo", "unpairable", "completion"}


@pytest.mark.parametrize("rule", list(ColourRule))
def test_every_colour_rule_has_its_sentence(rule: ColourRule) -> None:
    one = board(explain(field("3w=\n4b=\n1b=\n2w=")), 1)
    turned = replace(one, rule=rule)
    assert rule.value in colour_sentence(turned)


def test_long_lists_are_cut() -> None:
    assert numbers(range(1, 30)).endswith("24 and 5 more")


def test_in_a_large_bracket_counting_colours_tells_as_much_as_weighing(monkeypatch: pytest.MonkeyPatch) -> None:
    told_by_counting = 0
    for seed in range(30):
        played = play(*variant(seed))
        for number in range(2, played.played + 1):
            weighed = explain(field_before(played, number))
            with monkeypatch.context() as patched:
                patched.setattr("podium.swiss.reasons.LARGEST_WEIGHED", 0)
                counted = explain(field_before(played, number))
            for exact, rough in zip(weighed.brackets, counted.brackets, strict=True):
                for one, other in zip(exact.boards, rough.boards, strict=True):
                    for sure, guess in zip(one.rejected, other.rejected, strict=True):
                        assert sure.player == guess.player
                        if guess.reason in ("C12", "C13"):
                            told_by_counting += 1
                            assert int(sure.reason[1:]) <= int(guess.reason[1:])  # a higher one may come first
    assert told_by_counting > 50
