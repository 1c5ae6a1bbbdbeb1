"""The story of an event: a podium at the end and not before, what decided it, figures, upsets, and the race."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest

from podium.app.access import Role, visible_tournament
from podium.app.formats.registry import FORMAT_VIEWS
from podium.app.formats.story import Chapter
from podium.app.standings import tally
from podium.app.story.story import is_over, podium, podiums, ranked_sections, story
from podium.app.story.story_pictures import pictures
from podium.core.errors import Unknown
from podium.core.ids import PairingId, PlayerId
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import AddPlayers, PairRound, PublishRound, RecordResult
from podium.flow.formats.registry import FORMAT_NAMES
from podium.flow.state import Pairing, Round
from tests.kit.cups import match
from tests.kit.events import Director, director
from tests.kit.finished import NAMES, entered, finished, pair, play, play_bracket
from tests.kit.loops import every


def places(event: Director, section: str = "") -> list[tuple[int, list[str]]]:
    """Who stands where."""
    return [(each.rank, [row.player.name for row in each.rows]) for each in podium(event.state, section)]


def record(event: Director, pairing: PairingId, result: Result) -> None:
    event.do(RecordResult(pairing, result))


def decided(event: Director) -> dict[int, str]:
    return {each.rank: each.decided for each in podium(event.state, "")}


@every("format", FORMAT_NAMES)
def test_every_format_ends_with_a_podium(format: str) -> None:
    event = finished(format)
    assert is_over(event.state)
    rank, names = places(event)[0]
    assert (rank, names[0]) == (1, "Ann")
    assert max(rank for rank, _ in places(event)) <= 3


@every("format", [name for name in FORMAT_NAMES if name not in ("knockout", "double-elimination", "stages")])
def test_there_is_no_podium_before_the_last_round_is_closed(format: str) -> None:
    event = entered(format)
    rounds = event.state.settings.rounds or 0
    for number in range(1, rounds + 1):
        assert podiums(event.state) == ()
        pair(event, number)
        play(event, number, but=1)
        assert podiums(event.state) == ()
        play(event, number)
    assert places(event)
    event.reopen(rounds)
    assert podiums(event.state) == ()


def test_there_is_no_podium_before_the_last_match_of_a_knockout() -> None:
    event = entered("knockout")
    event.do(PairRound())
    assert podiums(event.state) == ()
    for number, board in ((1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (3, 1)):
        assert podiums(event.state) == ()
        record(event, match(event, number, board).id, Result.WHITE_WINS)
    assert podiums(event.state) == ()  # the match for third place is still to come
    play_bracket(event)
    assert len(places(event)) == 3


@every("format", FORMAT_NAMES)
@every("names", [(), ("Ann",)], ids=["nobody", "one player"])
def test_an_event_without_games_has_a_story_of_nothing(format: str, names: tuple[str, ...]) -> None:
    told = story(entered(format, names).state)
    assert (told.over, told.podium, told.race.lines, told.upsets) == (False, (), (), ())
    assert told.facts.players == len(names)
    assert pictures(told) == ()


def test_an_event_played_elsewhere_has_a_podium_of_the_ranks_that_were_entered() -> None:
    event = director("swiss", rounds=5)
    event.do(AddPlayers((PlayerFields("Ann", rank=1), PlayerFields("Ben", rank=2), PlayerFields("Cid", rank=2))))
    event.publish_event()
    assert places(event) == [(1, ["Ann"]), (2, ["Ben", "Cid"])]
    assert decided(event) == {1: "", 2: ""}
    assert pictures(story(event.state)) == ()


def test_an_open_ended_event_is_over_in_the_archive() -> None:
    event = entered("swiss", rounds=None)
    event.pair()
    play(event, 1)
    assert not is_over(event.state)
    event.archive()
    assert is_over(event.state)


def test_an_event_that_is_put_away_in_the_middle_of_a_round_is_not_over() -> None:
    event = entered("swiss")
    event.pair()
    play(event, 1, but=1)
    event.archive()
    assert podiums(event.state) == ()


# --- what decided ---------------------------------------------------------------------------------


def test_points_that_are_ahead_are_said_of_the_first() -> None:
    event = finished("round-robin")
    assert places(event) == [(1, ["Ann"]), (2, ["Ben"]), (3, ["Cid"])]
    assert decided(event) == {1: "1 ahead on points", 2: "", 3: ""}


def test_the_tiebreak_that_decided_is_named_with_its_values() -> None:
    event = entered("manual", NAMES[:6], rounds=2, tiebreaks=["SB"])
    games = (("Ann", "Dan", "1-0"), ("Ben", "Eve", "1-0")), (("Ann", "Ben", "1/2-1/2"), ("Dan", "Eve", "1-0"))
    for number, lines in enumerate(games, start=1):
        event.pairs(number, [(white, black) for white, black, _result in lines])
        event.publish(number)
        for white, _black, result in lines:
            event.result(white, result)
        event.close(number)
    assert places(event)[:2] == [(1, ["Ann"]), (2, ["Ben"])]
    assert decided(event)[1] == "ahead by Sonneborn-Berger, 1.75 to 0.75"
    assert decided(event)[2] == "behind by Sonneborn-Berger, 0.75 to 1.75"


def test_shared_places_stay_shared_and_the_next_place_is_left_out() -> None:
    event = entered("manual", NAMES[:4], rounds=1)
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dan")])
    play(event, 1)
    assert places(event) == [(1, ["Ann", "Cid"]), (3, ["Ben", "Dan"])]
    assert decided(event) == {1: "level on points", 3: "level on points"}


def test_a_tie_that_tiebreaks_left_is_level_on_them_too() -> None:
    event = entered("manual", NAMES[:4], rounds=1, tiebreaks=["BH"])
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dan")])
    play(event, 1)
    assert decided(event)[1] == "level on points and tie-breaks"


def test_doubles_rank_players_one_by_one() -> None:
    event = finished("doubles")
    assert places(event)[0] == (1, ["Ann"])
    assert "Buchholz" in " ".join(decided(event).values())


def test_a_knockout_names_the_final_and_the_match_for_third_place() -> None:
    event = finished("knockout")
    assert places(event) == [(1, ["Ann"]), (2, ["Ben"]), (3, ["Cid"])]
    assert decided(event) == {
        1: "won the final against Ben",
        2: "lost the final to Ann",
        3: "won the match for third place against Dan",
    }


def test_without_a_match_for_third_place_two_are_third() -> None:
    event = finished("knockout", thirdPlaceMatch=False)
    assert places(event)[2] == (3, ["Cid", "Dan"])
    assert decided(event)[3] == "out in the semi-finals"


def test_a_final_decided_by_tiebreak_games_says_so() -> None:
    event = entered("knockout", NAMES[:2], thirdPlaceMatch=False)
    event.do(PairRound())
    final = match(event, 1)
    record(event, final.id, Result.DRAW)
    play_bracket(event)
    assert decided(event)[1].endswith("against Ben in the rapid tie-break")
    facts = story(event.state).facts
    assert (facts.games, facts.draws, facts.white_wins + facts.black_wins) == (2, 1, 1)


def test_joint_champions_share_the_first_place() -> None:
    event = entered("knockout", NAMES[:2], tieBreakPolicy="NONE", thirdPlaceMatch=False)
    event.do(PairRound())
    record(event, match(event, 1).id, Result.DRAW)
    assert places(event) == [(1, ["Ann", "Ben"])]


def test_a_final_that_nobody_came_to_leaves_the_first_place_empty() -> None:
    event = entered("knockout", NAMES[:4])
    event.do(PairRound())
    play_bracket(event, last=Result.BOTH_FORFEIT)
    assert places(event) == [(2, ["Ann", "Ben"])]


# --- who is in it ---------------------------------------------------------------------------------


def test_who_took_no_part_is_on_no_podium() -> None:
    event = entered("knockout", NAMES[:3], thirdPlaceMatch=False)
    event.withdraws("Cid")
    event.do(PairRound())
    play_bracket(event)
    assert places(event) == [(1, ["Ann"]), (2, ["Ben"])]


def test_who_withdrew_keeps_a_place_that_the_points_still_give() -> None:
    event = entered("round-robin", NAMES[:4], rounds=3)
    event.pair()
    play(event, 1)
    event.pair()
    play(event, 2)
    event.withdraws("Ann")
    event.pair()
    play(event, 3)
    assert "Ann" in [name for _rank, names in places(event) for name in names]


def test_whose_games_were_annulled_is_on_no_podium_and_in_no_race() -> None:
    event = entered("round-robin", NAMES[:4], rounds=3, annul_early=True)
    event.pair()
    play(event, 1)
    event.withdraws("Ann")
    for number in (2, 3):
        event.pair()
        play(event, number)
    told = story(event.state)
    assert "Ann" not in [name for _rank, names in places(event) for name in names]
    assert "Ann" not in [line.player.name for line in told.race.lines]


def test_each_section_has_a_story_of_its_own() -> None:
    event = director("swiss", rounds=1, sections=["A", "B"])
    event.players("Ann", "Ben", section="A")
    event.players("Cid", "Dan", "Eve", section="B")
    event.pair()
    event.publish(1)
    event.all_results("1-0")
    event.close(1)
    assert ranked_sections(event.state) == ("A", "B")
    assert [section for section, _ in podiums(event.state)] == ["A", "B"]
    told = story(event.state, "B")
    assert {line.player.section for line in told.race.lines} == {"B"}
    assert (told.facts.players, told.facts.games) == (3, 1)
    with pytest.raises(Unknown):
        story(event.state, "C")


def test_a_draft_is_in_no_story_of_the_public() -> None:
    event = entered("swiss")
    event.pair()
    play(event, 1)
    event.pair()
    seen = visible_tournament(event.state, Role.PUBLIC)
    assert story(seen).race.rounds == (1,)
    assert story(event.state).race.rounds == (1,)
    event.do(PublishRound(2))
    assert story(event.state).race.rounds == (1,)  # nobody has played in it


# --- race, figures, upsets ------------------------------------------------------------------------


def test_the_race_has_everybody_after_each_round() -> None:
    told = story(finished("round-robin").state)
    assert told.race.rounds == (1, 2, 3, 4, 5, 6, 7)
    assert len(told.race.lines) == 8
    ann = told.race.lines[0]
    assert [str(each) for each in ann.points] == ["1.0", "2.0", "3.0", "4.0", "5.0", "6.0", "7.0"]
    assert ann.places[-1] == 1
    assert sorted(line.places[-1] for line in told.race.lines) == list(range(1, 9))


def test_a_long_event_is_told_by_some_of_its_rounds_each_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    event = finished("round-robin")
    rounds = tuple(replace(event.state.rounds[at % 7], number=at + 1) for at in range(310))
    state = replace(event.state, rounds=rounds, settings=replace(event.state.settings, rounds=310))
    read = Counter[int]()

    def counted(here: Round) -> Mapping[PlayerId, tuple[Pairing, ...]]:
        read[here.number] += 1
        return pairings_of(here)

    pairings_of = tally._pairings_of
    monkeypatch.setattr(tally, "_pairings_of", counted)
    told = story(state)
    assert len(pictures(told)) > 3
    drawn = told.race.rounds
    assert (drawn[0], drawn[-1]) == (1, 310)
    assert 3 <= len(drawn) <= 80_000 // (8 * 310)
    assert max(read.values()) <= 3 * len(drawn)  # and not once for each player


def test_the_figures_count_what_was_played() -> None:
    facts = story(finished("round-robin").state).facts
    assert (facts.players, facts.rounds, facts.games, facts.unplayed) == (8, 7, 28, 0)
    assert facts.white_wins + facts.black_wins == 28
    assert facts.average_rating == 1825
    assert facts.unbeaten is not None
    assert (facts.unbeaten.length, [each.name for each in facts.unbeaten.players]) == (7, ["Ann"])
    assert facts.biggest_upset is None


def test_upsets_come_by_the_difference_of_ratings_and_draws_are_none() -> None:
    event = entered("manual", NAMES[:6], rounds=1)
    event.pairs(1, [("Ann", "Fay"), ("Ben", "Cid"), ("Dan", "Eve")])
    event.publish(1)
    for name, result in (("Ann", "0-1"), ("Ben", "0-1"), ("Dan", "1/2-1/2")):
        event.result(name, result)
    found = story(event.state).upsets
    assert [(each.winners[0].name, each.difference) for each in found] == [("Fay", 250), ("Cid", 50)]


def test_a_forfeit_is_no_upset_and_no_game() -> None:
    event = entered("manual", NAMES[:2], rounds=1)
    event.pairs(1, [("Ann", "Ben")])
    event.publish(1)
    event.result("Ann", "0-1F")
    event.close(1)
    told = story(event.state)
    assert (told.upsets, told.facts.games, told.facts.unplayed) == ((), 0, 1)


def test_a_bye_and_a_forfeit_do_not_end_a_run_without_a_loss() -> None:
    event = entered("manual", NAMES[:3], rounds=4)
    for number, (lines, name, result) in enumerate(
        (
            ([("Ann", "Ben"), ("Cid",)], "Ann", "1-0"),
            ([("Ben", "Cid"), ("Ann",)], "Ben", "1-0"),
            ([("Cid", "Ann"), ("Ben",)], "Cid", "1/2-1/2"),
        ),
        start=1,
    ):
        event.pairs(number, lines)
        event.publish(number)
        event.result(name, result, number)
        event.close(number)
    run = story(event.state).facts.unbeaten
    assert run is not None
    assert (run.length, [each.name for each in run.players]) == (2, ["Ann"])


def test_each_format_has_the_pictures_that_make_sense_in_it() -> None:
    shown = {name: [each.name for each in pictures(story(finished(name).state))] for name in FORMAT_NAMES}
    chapters = {views.name: views.traits.story.chapters for views in FORMAT_VIEWS}
    for name, found in shown.items():
        assert set(found) <= {chapter.value for chapter in chapters[name]}
    assert shown["swiss"] == ["race", "ranks", "crosstable", "colours", "performance"]  # the better ones won all
    assert shown["doubles"] == ["race", "ranks", "crosstable", "network"] + ["upsets"] * ("upsets" in shown["doubles"])
    assert shown["knockout"] == ["bracket"]
    assert Chapter.NETWORK not in chapters["swiss"]
