"""What can be played now in an event whose games are live, and by which terms."""

from __future__ import annotations

from podium.core.timecontrol import TimeControls
from podium.flow.commands import ArchiveTournament, ChangeSettings, EditRound, PublishRound
from podium.flow.formats.knockout import match_report
from podium.flow.formats.protocol import Playable
from podium.flow.rounds.open_games import playable, playable_in
from podium.games.terms import GameTerms
from podium.knockout import DrawRuleMode, Outcome
from tests.kit.cups import bracket, cup, match
from tests.kit.events import Director, director, refused
from tests.kit.loops import every

TEN = TimeControls.parse("10+0")


def boards(event: Director) -> list[tuple[str, str]]:
    """Who can play whom now, White first."""
    found = playable(event.state)
    assert all(id == each.game.id for id, each in found.items())
    return [(event.name(each.game.white), event.name(each.game.black)) for each in found.values()]


def only(event: Director) -> Playable:
    [one] = playable(event.state).values()
    return one


def club(format: str = "manual", **settings: object) -> Director:
    event = director(format, "t1", live=True, **settings)
    event.players("Ann", "Ben", "Cid", "Dan")
    return event


@every("format", ["swiss", "round-robin"])
def test_the_games_of_a_published_round_can_be_played_until_they_have_a_result(format: str) -> None:
    event = club(format)
    event.pair()
    assert boards(event) == []  # a draft
    event.publish(1)
    assert len(boards(event)) == 2
    first = next(iter(playable(event.state).values()))
    assert (first.round, first.terms) == (1, GameTerms(TEN))
    event.result(event.name(first.game.white), "1-0")
    assert first.game.id not in playable(event.state)
    event.undo()
    assert first.game.id in playable(event.state)
    event.all_results("1/2-1/2")
    assert boards(event) == []


def test_nothing_can_be_played_while_pairings_are_changed_or_once_the_round_is_closed() -> None:
    event = club()
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dan")])
    event.publish(1)
    assert boards(event) == [("Ann", "Ben"), ("Cid", "Dan")]
    event.do(EditRound(1, open=True))
    assert boards(event) == []
    event.do(EditRound(1, open=False))
    event.all_results("1-0")
    event.close(1)
    assert boards(event) == []


def test_a_bye_is_not_played() -> None:
    event = club()
    event.pairs(1, [("Ann", "Ben"), ("Cid",)])
    event.publish(1)
    assert boards(event) == [("Ann", "Ben")]


def test_games_are_played_only_in_a_live_event_that_is_not_put_away() -> None:
    event = club()
    event.pairs(1, [("Ann", "Ben")])
    event.publish(1)
    event.do(ChangeSettings({"live": False}))
    assert boards(event) == []
    assert playable_in(event.state, event.round(1)) == []
    event.do(ChangeSettings({"live": True}))
    assert len(boards(event)) == 1
    event.do(ArchiveTournament())
    assert boards(event) == []


def test_doubles_are_not_played_live() -> None:
    with refused("live-not-in-format"):
        director("doubles", live=True)
    assert director("doubles", live=False).state.settings.live is False
    event = director("swiss", live=True)
    with refused("live-not-in-format"):
        event.do(ChangeSettings({"format": "doubles"}))


def test_the_terms_are_those_of_the_settings() -> None:
    event = club(
        timeControl={"white": "5+0", "black": "4+0"},
        drawRuleMode="NO_DRAW_OFFER",
        drawConfig={"minMove": 30, "maxOffers": 2, "claims": True},
        noShowWait=None,
    )
    event.pairs(1, [("Ann", "Ben")])
    event.publish(1)
    assert only(event).terms == GameTerms(
        TimeControls.parse("5+0/4+0"), DrawRuleMode.NO_DRAW_OFFER, min_move=30, max_offers=2, claims=True, wait=None
    )
    event.do(ChangeSettings({"timeControl": "3+2", "drawConfig": None, "noShowWait": 20}))
    assert only(event).terms == GameTerms(TimeControls.parse("3+2"), DrawRuleMode.NO_DRAW_OFFER, wait=20)


def test_games_start_when_the_round_says() -> None:
    event = club()
    event.pairs(1, [("Ann", "Ben")])
    event.do(PublishRound(1, "2026-08-31T16:00+02:00"))
    assert only(event).terms == GameTerms(TEN, starts_at="2026-08-31T14:00:00.000+00:00")


def test_matches_can_be_played_as_soon_as_their_players_are_known() -> None:
    event = cup(live=True, timeControl="15+10", drawRuleMode="NO_DRAW", noShowWait=30)
    assert boards(event) == [("Ann", "Dan"), ("Ben", "Cid")]
    terms = GameTerms(TimeControls.parse("15+10"), DrawRuleMode.NO_DRAW, wait=30)
    assert {each.terms for each in playable(event.state).values()} == {terms}
    event.do(match_report(match(event, 1, 1).id, Outcome.WHITE_WIN))
    assert boards(event) == [("Ben", "Cid")]  # the final waits for its second player
    event.do(match_report(match(event, 1, 2).id, Outcome.BLACK_WIN))
    assert boards(event) == [("Ann", "Cid")]
    assert only(event).round == 2
    event.do(match_report(match(event, 2).id, Outcome.BLACK_WIN))
    assert boards(event) == []


def test_nobody_plays_a_bye_of_a_bracket_and_the_next_round_may_begin_before_the_first_ends() -> None:
    event = cup(players=7, live=True)
    assert len(boards(event)) == 3
    event.do(match_report(match(event, 1, 2).id, Outcome.WHITE_WIN))
    assert sorted(each.round for each in playable(event.state).values()) == [1, 1, 2]


def test_a_drawn_match_leads_to_its_tie_break_games_one_after_the_other() -> None:
    """Issue: tie-break games start by themselves, with `timeControlOverride` really used."""
    event = cup(
        2,
        "BEST_OF_3",
        live=True,
        timeControl="10+5",
        tieBreakTimeControl="3+2",
        armageddonTimeControl={"white": "5+0", "black": "4+0"},
        tieBreakNoShowWait=15,
    )
    parent = match(event, 1)
    event.do(match_report(parent.id, Outcome.DRAW))
    seen = []
    blitz = GameTerms(TimeControls.parse("3+2"), wait=15, tie_break=True, pause=60)
    for index in (1, 2, 3):
        one = only(event)
        seen.append((event.name(one.game.white), event.name(one.game.black)))
        assert (bracket(event).match(one.game.id).index, one.terms) == (index, blitz)
        event.do(match_report(one.game.id, Outcome.DRAW))
    assert seen == [("Ann", "Ben"), ("Ben", "Ann"), ("Ann", "Ben")]
    last = only(event)
    assert last.terms == GameTerms(TimeControls.parse("5+0/4+0"), wait=15, tie_break=True, pause=60)
    assert event.name(last.game.white) == "Ben"
    event.do(match_report(last.game.id, Outcome.DRAW))
    assert boards(event) == []


def test_games_of_a_best_of_that_cannot_matter_are_not_played() -> None:
    event = cup(2, "BEST_OF_3", live=True)
    event.do(match_report(match(event, 1).id, Outcome.DRAW))
    for outcome in (Outcome.WHITE_WIN, Outcome.BLACK_WIN):  # Ann wins both
        event.do(match_report(only(event).game.id, outcome))
    assert boards(event) == []


def test_an_armageddon_game_has_the_clock_of_tie_break_games_where_it_has_none_of_its_own() -> None:
    event = cup(2, "ARMAGEDDON", live=True, tieBreakTimeControl="3+2", tieBreakNoShowWait=None)
    event.do(match_report(match(event, 1).id, Outcome.DRAW))
    assert only(event).terms == GameTerms(TimeControls.parse("3+2"), wait=None, tie_break=True, pause=60)
