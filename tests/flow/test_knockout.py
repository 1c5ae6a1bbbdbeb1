"""A knockout inside a tournament: one bracket, results with all that follows, undo across rounds."""

from __future__ import annotations

import pytest

from podium.app.access import Role
from podium.app.queries import standings
from podium.core.errors import Forbidden, Invalid
from podium.core.ids import PairingId
from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    AddPlayers,
    AnotherRound,
    ChangeSettings,
    CloseRound,
    EditRound,
    PairByHand,
    PairRound,
    RearrangePairing,
    RecordBye,
    RecordResult,
    RecordSets,
    Redo,
    RemovePairing,
    RemovePlayer,
    RequestByes,
    Revert,
    UnpairRound,
)
from podium.flow.formats.knockout import bracket_of, match_of, match_report
from podium.flow.formats.registry import rounds_planned
from podium.knockout import Outcome, Reason, Status
from tests.kit.cups import bracket, cup, match
from tests.kit.events import Director, director, refused
from tests.kit.loops import every


def report(event: Director, round: int, board: int, outcome: Outcome, confirm: bool = False) -> None:
    event.do(match_report(match(event, round, board).id, outcome, confirm=confirm))


def names(event: Director, ids: tuple[object, ...]) -> list[str]:
    return [event.state.players[id].name for id in ids]  # type: ignore[index]  # ids of players


def test_the_bracket_is_built_once_by_rating() -> None:
    event = cup()
    assert names(event, match(event, 1, 1).players) == ["Ann", "Dan"]
    assert names(event, match(event, 1, 2).players) in (["Ben", "Cid"], ["Cid", "Ben"])
    assert match(event, 2).players == ()
    with refused("round-exists"):
        event.do(PairRound())
    with refused("round-exists"):
        event.do(PairRound(2))
    with refused("knockout-rounds"):
        event.do(PairRound(3))  # there will never be one
    assert event.version == 6


def test_a_draw_leads_to_a_tie_break_and_that_to_the_next_round_in_one_step_each() -> None:
    event = cup()
    report(event, 1, 1, Outcome.DRAW)
    parent = match(event, 1, 1)
    [game] = bracket(event).games_of(parent)
    assert (parent.status, parent.result, game.status) == (Status.FINISHED, Outcome.DRAW, Status.PENDING)
    event.do(match_report(game.id, Outcome.BLACK_WIN))
    assert (match(event, 1, 1).result, match(event, 1, 1).reason) == (Outcome.BLACK_WIN, Reason.TIE_BREAK_RAPID)
    assert names(event, match(event, 2).players) == ["Dan"]
    assert event.version == 8


def test_the_same_report_again_changes_nothing() -> None:
    event = cup()
    report(event, 1, 1, Outcome.DRAW)
    before = event.version
    report(event, 1, 1, Outcome.DRAW)
    assert event.version == before


def test_another_result_with_consequences_names_them_and_waits_to_be_confirmed() -> None:
    event = cup()
    report(event, 1, 1, Outcome.WHITE_WIN)
    report(event, 1, 2, Outcome.WHITE_WIN)
    final = match(event, 2).id
    report(event, 2, 1, Outcome.WHITE_WIN)
    with refused("result-has-consequences") as caught:
        report(event, 1, 1, Outcome.BLACK_WIN)
    assert caught.value.facts["matches"] == [final]
    assert names(event, tuple(caught.value.facts["champions"])) == ["Ann"]  # type: ignore[arg-type]  # a list of ids
    report(event, 1, 1, Outcome.BLACK_WIN, confirm=True)
    assert match(event, 2).result is None
    assert bracket(event).champions == ()


def test_undo_and_redo_go_across_rounds_exactly() -> None:
    event = cup()
    seen = [event.state]
    for round, board in ((1, 1), (1, 2), (2, 1)):
        report(event, round, board, Outcome.WHITE_WIN)
        seen.append(event.state)
    for state in reversed(seen[:-1]):
        event.do(Revert())
        assert event.state == state
    event.do(Revert())
    assert event.state.knockout is None
    event.do(Redo())
    assert event.state == seen[0]
    for state in seen[1:]:
        event.do(Redo())
        assert event.state == state


def test_what_others_rely_on_is_not_undone_under_them() -> None:
    event = cup()
    built = event.version
    report(event, 1, 1, Outcome.WHITE_WIN)
    first = event.version
    report(event, 1, 2, Outcome.WHITE_WIN)
    with refused("change-depended-on"):
        event.do(Revert(first))
    with refused("change-depended-on"):
        event.do(Revert(built))


def test_a_result_can_be_cleared() -> None:
    event = cup()
    before = event.state
    report(event, 1, 1, Outcome.WHITE_WIN)
    event.do(match_report(match(event, 1, 1).id, None))
    assert event.state == before


def test_the_result_of_a_pairing_is_the_result_of_its_match() -> None:
    event = cup()
    id = match(event, 1, 1).id
    event.do(RecordResult(id, Result.WHITE_WINS_BY_FORFEIT))
    assert (match(event, 1, 1).result, match(event, 1, 1).reason) == (Outcome.WHITE_WIN, Reason.NO_SHOW)
    with refused("result-differs"):
        event.do(RecordResult(id, Result.DRAW, was=None, replaces=True))
    event.do(RecordResult(id, None, was=Result.WHITE_WINS_BY_FORFEIT, replaces=True))
    assert match(event, 1, 1).result is None


def test_a_forfeit_has_no_other_reason_than_the_one_who_did_not_come() -> None:
    event = cup()
    with refused("reason-misfit") as caught:
        event.do(RecordResult(match(event, 1, 1).id, Result.WHITE_WINS_BY_FORFEIT, reason=Reason.CHECKMATE))
    assert caught.value.facts["value"] == "CHECKMATE"
    assert match(event, 1, 1).result is None


def test_a_pairing_too_undoes_what_followed_only_once_that_is_confirmed() -> None:
    event = cup()
    for round, board in ((1, 1), (1, 2), (2, 1)):
        report(event, round, board, Outcome.WHITE_WIN)
    first, final, before = match(event, 1, 1).id, match(event, 2).id, event.state
    with refused("result-has-consequences"):
        event.do(RecordResult(first, Result.BLACK_WINS))
    assert event.state == before
    event.do(RecordResult(first, Result.BLACK_WINS, confirm=True))
    assert (match(event, 2).id == final, match(event, 2).played, bracket(event).champions) == (False, None, ())


def test_joint_champions_may_be_sent_into_another_round() -> None:
    event = cup(2, policy="NONE")
    report(event, 1, 1, Outcome.DRAW)
    assert names(event, bracket(event).champions) == ["Ann", "Ben"]
    event.do(AnotherRound())
    assert (len(bracket(event).rounds), bracket(event).champions) == (2, ())
    event.do(Revert())
    assert len(bracket(event).champions) == 2


def test_before_there_is_a_bracket_there_is_nothing_in_it() -> None:
    event = director("knockout")
    with refused("unknown-pairing"):
        event.do(match_report("t1-x", Outcome.DRAW))  # type: ignore[arg-type]  # ids are text
    with refused("unknown-pairing"):
        event.do(RecordResult("t1-x", None))  # type: ignore[arg-type]  # ids are text
    with refused("unknown-round"):
        event.do(UnpairRound(1))
    with refused("unknown-match"):
        match_of(event.state, PairingId("t1-x"))
    with refused("unknown-bracket"):
        bracket_of(event.state)
    with refused("no-joint-champions"):
        event.do(AnotherRound())
    with refused("no-joint-champions"):
        director().do(AnotherRound())
    with refused("round-not-next"):
        event.do(PairRound(2))


@every("command", [PairByHand(()), CloseRound(1), EditRound(1, open=True)])
def test_rounds_are_neither_written_nor_closed_by_hand(command: PairByHand | CloseRound | EditRound) -> None:
    with refused("knockout-rounds"):
        cup().do(command)


def test_a_built_bracket_has_no_place_for_more_and_keeps_whom_it_has() -> None:
    event = cup()
    with refused("bracket-has-no-room"):
        event.do(AddPlayers((PlayerFields("Zoe"),)))
    with refused("player-has-games"):
        event.do(RemovePlayer(event.id("Ann")))
    with refused("knockout-byes"):
        event.do(RequestByes(event.id("Ann"), {1: ByeType.HALF}))
    with refused("bracket-built"):
        event.do(ChangeSettings({"tieBreakPolicy": "BLITZ"}))
    with refused("rounds-exist"):
        event.do(ChangeSettings({"format": "manual"}))
    event.do(ChangeSettings({"timeControl": "15+10", "drawRuleMode": "NO_DRAW"}))
    assert bracket(event).rules.time_control == "15+10"


def test_a_bracket_can_be_taken_back_with_all_results_and_brought_again() -> None:
    event = cup()
    report(event, 1, 1, Outcome.DRAW)
    before = event.state
    event.do(UnpairRound(1))
    assert event.state.knockout is None
    event.do(Revert())
    assert event.state == before
    event.do(UnpairRound(1))
    event.do(ChangeSettings({"tieBreakPolicy": "BLITZ"}))
    with refused("change-depended-on"):
        event.do(Revert(event.version - 1))


def test_impossible_rules_are_refused_when_created_and_after_merging() -> None:
    with pytest.raises(Invalid) as caught:
        director("knockout", requiresDecisiveResult=True)
    assert caught.value.code == "decisive-without-tie-break"
    event = director("knockout", tieBreakPolicy="RAPID", requiresDecisiveResult=True)
    before = event.state
    with refused("decisive-without-tie-break"):
        event.do(ChangeSettings({"tieBreakPolicy": "NONE"}))
    assert event.state == before
    plain = director("knockout")
    with refused("no-draw-without-tie-break"):
        plain.do(ChangeSettings({"drawRuleMode": "NO_DRAW"}))


def test_rules_of_a_knockout_are_for_knockouts_and_sections_are_not() -> None:
    with refused("setting-of-knockout"):
        director("manual", tieBreakPolicy="RAPID")
    with refused("knockout-in-sections"):
        director("knockout", sections=["A", "B"])


def test_players_report_their_own_match_and_no_other() -> None:
    event = cup()
    mine, other = match(event, 1, 1).id, match(event, 1, 2).id
    ann = {"role": Role.PLAYER, "player": "Ann"}
    for command in (
        match_report(other, Outcome.WHITE_WIN),
        match_report(mine, Outcome.WHITE_WIN, Reason.NO_SHOW),
        match_report(mine, Outcome.DOUBLE_FORFEIT),
        match_report(mine, None),
        RecordResult(other, Result.DRAW),
    ):
        with pytest.raises(Forbidden):
            event.do(command, **ann)  # type: ignore[arg-type]  # a role and a name
    event.do(match_report(mine, Outcome.DRAW), **ann)  # type: ignore[arg-type]  # a role and a name
    event.do(match_report(mine, Outcome.DRAW), role=Role.PLAYER, player="Dan")
    with pytest.raises(Forbidden):
        event.do(match_report(mine, Outcome.WHITE_WIN), **ann)  # type: ignore[arg-type]  # a role and a name


def test_matches_that_cannot_be_played_take_no_result() -> None:
    event = cup(3)
    with refused("match-is-bye"):
        report(event, 1, 1, Outcome.WHITE_WIN)
    with refused("match-open"):
        report(event, 2, 1, Outcome.WHITE_WIN)
    with refused("unknown-pairing"):
        event.do(match_report("t1-nothing", Outcome.DRAW))  # type: ignore[arg-type]  # ids are text
    assert event.version == 5


def test_the_standings_are_the_ranking_and_losers_share() -> None:
    event = cup(4)
    for round, board in ((1, 1), (1, 2), (2, 1)):
        report(event, round, board, Outcome.WHITE_WIN)
    rows = standings(event.state)
    assert [row.rank for row in rows] == [1, 2, 3, 3]
    assert rows[0].player.name == "Ann"
    assert [row.details for row in rows] == ["champion", "out in the final", *["out in the semi-finals"] * 2]
    assert [str(row.points) for row in rows] == ["2.0", "1.0", "0.0", "0.0"]


def test_it_has_no_tie_breaks_on_points() -> None:
    with pytest.raises(Invalid, match="not-in-knockout"):
        director("knockout", tiebreaks=["BH"])
    event = cup()
    with pytest.raises(Invalid, match="not-in-knockout"):
        event.do(ChangeSettings({"tiebreaks": ["BH"]}))
    swiss = director("swiss", tiebreaks=["BH"])
    with pytest.raises(Invalid, match="not-in-knockout"):
        swiss.do(ChangeSettings({"format": "knockout"}))
    swiss.do(ChangeSettings({"format": "knockout", "tiebreaks": []}))
    with refused("tiebreak-not-in-knockout"):
        standings(event.state, codes=("BH",))


def test_its_rounds_follow_from_its_players() -> None:
    event = director("knockout", rounds=7, tieBreakPolicy="RAPID")
    assert (event.state.settings.rounds, rounds_planned(event.state)) == (None, None)
    with pytest.raises(Invalid, match="rounds-of-knockout"):
        event.do(ChangeSettings({"rounds": 7}))
    swiss = director("swiss", rounds=7, acceleration="baku")
    with pytest.raises(Invalid, match="rounds-of-knockout"):
        swiss.do(ChangeSettings({"format": "knockout", "rounds": 7}))
    swiss.do(ChangeSettings({"format": "knockout"}))
    assert swiss.state.settings.rounds is None
    assert rounds_planned(cup(5).state) == 3
    assert rounds_planned(cup(5, policy="NONE").state) is None


def test_what_is_no_match_of_two_says_so() -> None:
    event = cup(3)
    bye, open_slot, full = match(event, 1, 1).id, match(event, 2).id, match(event, 1, 2).id
    for id, code in ((bye, "match-is-bye"), (open_slot, "match-open"), (full, "pairing-has-two-players")):
        with refused(code):
            event.do(RecordBye(id, ByeType.BYE))
    with refused("game-without-sets"):
        event.do(RecordSets(full, {}))
    for command in (RearrangePairing(full, turn=True), RemovePairing(full)):
        with refused("knockout-rounds"):
            event.do(command)
    for id_less in (RecordBye(PairingId("t1-x"), ByeType.BYE), RemovePairing(PairingId("t1-x"))):
        with refused("unknown-pairing"):
            event.do(id_less)


def test_who_saw_either_result_of_a_match_saw_the_one_that_stands() -> None:
    event = cup(2)
    id = match(event, 1).id
    event.do(RecordResult(id, Result.DRAW, was=None, replaces=True))
    [game] = bracket(event).games_of(match(event, 1))
    event.do(match_report(game.id, Outcome.WHITE_WIN))
    before = event.version
    event.do(RecordResult(id, Result.WHITE_WINS, was=Result.WHITE_WINS, replaces=True))
    event.do(RecordResult(id, Result.DRAW, was=Result.DRAW, replaces=True))
    assert event.version == before
    with refused("result-differs") as caught:
        event.do(RecordResult(id, Result.BLACK_WINS, was=None, replaces=True))
    assert caught.value.facts["stored"] == "1-0"
    with refused("result-has-consequences"):
        event.do(RecordResult(id, Result.BLACK_WINS, was=Result.WHITE_WINS, replaces=True))


@every("result", ["0-0", "1/2-0", "1-0U", "adjourned"])
def test_a_match_of_a_bracket_ends_in_its_own_ways(result: str) -> None:
    event = director("knockout", "k1")
    event.players(*"ABCD")
    event.pair()
    with refused("result-not-in-format") as caught:
        event.result("A", result)
    assert caught.value.facts["value"] == result
    assert caught.value.facts["allowed"] == ["1-0", "0-1", "1/2-1/2", "1-0F", "0-1F", "0-0F"]
