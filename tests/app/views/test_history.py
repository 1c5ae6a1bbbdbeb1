"""The history: a sentence per commit, with the names of that moment, and what can be undone."""

from msgspec import to_builtins

from podium.app.access import SYSTEM
from podium.app.history.answers import commit_row
from podium.app.history.history import History, HistoryLine, history
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.core.result import ByeType
from podium.flow.commands import AdoptRecords, EditPlayer, ImportPlayers, PairAllRounds, RecordSets
from podium.flow.state import Bye, Game, Round, Side
from tests.kit.events import Director, director
from tests.kit.finished import entered, pair, play
from tests.kit.memory import MemoryJournal


def told(event: Director) -> History:
    past = event.past
    return history([(commit, past.events(commit.version)) for commit in past.commits()])


def newest(event: Director) -> str:
    return told(event).lines[0].summary


def line(event: Director, version: int) -> HistoryLine:
    return next(each for each in told(event).lines if each.commit.version == version)


def renames(event: Director, old: str, new: str) -> None:
    event.do(EditPlayer(event.id(old), {"name": new}))


def five() -> Director:
    event = director()
    event.players("Ann", "Ben", "Cid", "Dot", "Ivy")
    return event


def test_nothing_has_no_history() -> None:
    assert history([]) == History(0, ())


def test_lines_are_newest_first_and_have_the_shape_of_the_contract() -> None:
    event = five()
    lines = told(event).lines
    assert [each.commit.version for each in lines] == [2, 1]
    assert to_builtins(commit_row(lines[0])) == {
        "version": 2,
        "parent": 1,
        "type": "AddPlayers",
        "summary": "5 players added",
        "actor": "1",
        "at": event.past.commits()[-1].at,
        "reason": None,
        "undoable": True,
        "undone": False,
        "dropped": False,
    }


def test_the_tournament_tells_of_itself() -> None:
    event = director(rounds=5)
    assert newest(event) == "Open created"
    event.settings(rounds=7, place="Leeds", scoring="fide", sections=["A", "B"])
    assert (
        newest(event)
        == "Settings: rounds 7 (was 5), venue Leeds (was none), sections A, B (was none), scoring fide (was club)"
    )
    event.settings(format="round-robin")
    assert newest(event) == "Settings: format round-robin (was manual), tie-breaks PTS, DE, WIN, SB, KS, BWG (was none)"
    event.publish_event()
    assert newest(event) == "Tournament published"
    event.publish_event(False)
    assert newest(event) == "Tournament hidden from the public"
    event.archive()
    assert newest(event) == "Tournament archived"
    event.archive(False)
    assert newest(event) == "Tournament taken out of the archive"
    event.delete()
    assert newest(event) == "Tournament deleted"


def test_players_come_change_and_go() -> None:
    event = director()
    event.players("Ann")
    assert newest(event) == "Ann added"
    event.edit("Ann", rating=1850, fide_id="123")
    assert newest(event) == "Ann: rating 1850 (was none), FIDE id 123 (was none)"
    renames(event, "Ann", "Anna")
    assert newest(event) == "Ann: name Anna (was Ann)"
    event.withdraws("Anna")
    assert newest(event) == "Anna withdrawn"
    event.returns("Anna")
    assert newest(event) == "Anna is back"
    event.asks("Anna", {3: "half", 5: "zero"})
    assert newest(event) == "Anna asks for a half-point bye in round 3 and a zero-point bye in round 5"
    event.asks("Anna", {})
    assert newest(event) == "Anna asks for no bye"
    event.players("Ben", "Cid")
    updated = {event.id(name): PlayerFields(name, rating=1500) for name in ("Ben", "Cid")}
    event.do(ImportPlayers((PlayerFields("Dot"),), updated))
    assert newest(event) == "2 players changed; Dot added"
    event.removes("Dot")
    assert newest(event) == "Dot removed"


def test_rounds_are_paired_published_closed_reopened_and_unpaired() -> None:
    event = five()
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dot")])
    assert newest(event) == "Round 1 paired: 2 games, bye for Ivy"
    event.all_results("1-0")
    event.pairs(2, [("Ann", "", "unpaired"), ("Ben", "", "half"), ("Cid", "Dot")])
    assert newest(event) == "Round 2 paired: 1 game, Ann unpaired, half-point bye for Ben, bye for Ivy"
    event.publish(2)
    assert newest(event) == "Rounds 1 and 2 published"
    event.close(1)
    assert newest(event) == "Round 1 closed"
    event.reopen(1)
    assert newest(event) == "Round 1 reopened"
    event.unpair(2)
    assert newest(event) == "Round 2 unpaired"
    event.pairs(2, [(name,) for name in ("Ann", "Ben", "Cid", "Dot")])
    assert newest(event) == "Round 2 paired: 5 byes"
    event.publish(2)
    assert newest(event) == "Round 2 published"


def test_results_name_round_board_and_players() -> None:
    event = five()
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dot")])
    event.result("Cid", "1-0")
    assert newest(event) == "Round 1, board 2: Cid 1-0 Dot"
    event.result("Cid", "0-1F")
    assert newest(event) == "Round 1, board 2: Cid 0-1F Dot (was 1-0)"
    event.result("Cid", None)
    assert newest(event) == "Round 1, board 2: Cid – Dot, result cleared (was 0-1F)"


def test_boards_are_edited_by_hand() -> None:
    event = five()
    event.pairs(1, [("Ann", "Ben")])
    event.adds(1, "Cid", "Dot")
    assert newest(event) == "Round 1: board 2 Cid – Dot added"
    event.bye(1, "Ivy", "unpaired")
    assert newest(event) == "Round 1: Ivy unpaired"
    event.bye_result("Ivy", "bye")
    assert newest(event) == "Round 1: bye for Ivy (was unpaired)"
    event.turns("Cid")
    assert newest(event) == "Round 1, board 2: colours swapped, Dot – Cid"
    event.moves("Cid", 1)
    assert newest(event) == "Round 1: boards 1 and 2 exchanged"
    event.moves("Cid", 9)
    assert newest(event) == "Round 1: Dot – Cid moved from board 1 to board 9"
    event.seats("Cid", white="Ivy")
    assert newest(event) == "Round 1 rearranged: board 9 Ivy – Cid, bye for Dot"
    event.removes_pairing("Cid")
    assert newest(event) == "Round 1: board 9 Ivy – Cid removed"
    event.seats("Ann", white="Ivy")
    assert newest(event) == "Round 1, board 2: Ivy – Ben (was Ann – Ben)"


def test_names_are_those_of_the_moment() -> None:
    event = five()
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dot")])
    event.result("Ann", "1-0")
    version = event.version
    renames(event, "Ann", "Anna")
    assert line(event, version).summary == "Round 1, board 1: Ann 1-0 Ben"


def test_an_undo_and_its_redo_tell_what_they_are_about() -> None:
    event = five()
    event.withdraws("Ann")
    event.undo()
    assert newest(event) == "Undid: Ann withdrawn"
    event.redo()
    assert newest(event) == "Redid: Ann withdrawn"
    event.undo()
    assert newest(event) == "Undid: Ann withdrawn"


def test_each_line_says_whether_it_can_be_undone_and_whether_it_is() -> None:
    event = five()
    event.withdraws("Ann")
    assert (line(event, 3).undoable, line(event, 3).undone) == (True, False)
    assert (told(event).undo, told(event).redo) == (3, False)
    event.undo()
    assert (line(event, 3).undoable, line(event, 3).undone) == (False, True)
    assert (line(event, 4).undoable, line(event, 4).undone) == (False, False)
    assert (told(event).undo, told(event).redo) == (2, True)
    event.redo()
    assert (line(event, 3).undoable, line(event, 3).undone) == (False, False)
    assert (line(event, 5).undoable, line(event, 5).undone) == (True, False)
    assert (told(event).undo, told(event).redo) == (5, False)
    assert not line(event, 1).undoable


def test_what_the_lines_offer_can_be_done() -> None:
    for version in (2, 3, 4):
        event = director()
        event.players("Ann")
        event.players("Ben")
        event.publish_event()
        assert line(event, version).undoable
        event.undo(version)
        assert line(event, version).undone


def test_a_rewind_says_what_it_dropped_and_the_dropped_lines_say_so() -> None:
    event = five()
    event.withdraws("Ann")
    event.withdraws("Ben")
    event.rewind(2)
    assert newest(event) == "Went back to version 2 (dropped 3-4)"
    assert [each.commit.version for each in told(event).lines if each.dropped] == [4, 3]
    assert told(event).redo
    event.redo()
    assert newest(event) == "Went forward to version 4"
    assert [each.commit.version for each in told(event).lines if each.dropped] == [5]


def test_after_a_rewind_the_story_goes_on_from_there() -> None:
    event = five()
    renames(event, "Ann", "Anna")
    event.rewind(2)
    event.withdraws("Ann")
    assert newest(event) == "Ann withdrawn"
    event.rewind(3)
    assert newest(event) == "Went to version 3 (dropped 5)"
    event.withdraws("Anna")
    assert newest(event) == "Anna withdrawn"
    event.rewind(2)
    assert newest(event) == "Went back to version 2 (dropped 3, 6-7)"


def test_a_tournament_brought_over_is_told_in_one_sentence() -> None:
    ann, ben = PlayerId("1"), PlayerId("2")
    game = Game(PairingId("g"), 1, ann, ben)
    bye = Bye(PairingId("b"), 1, ann, ByeType.UNSPECIFIED)
    event = Director(MemoryJournal(), TournamentId("old"))
    event.do(
        AdoptRecords(
            event.stream,
            {"name": "Club 2019", "format": "manual"},
            {ann: PlayerFields("Ann"), ben: PlayerFields("Ben")},
            (Round(1, {game.id: game}), Round(2, {bye.id: bye})),
        ),
        by=SYSTEM,
    )
    assert newest(event) == "Club 2019 brought over: 2 players, 2 rounds"


def test_rounds_paired_at_once_are_one_sentence() -> None:
    event = director("round-robin")
    event.players("Ann", "Ben", "Cid", "Dan")
    event.do(PairAllRounds())
    assert newest(event) == "Rounds 1 to 3 paired: 6 games"
    event.undo()
    assert newest(event) == "Undid: Rounds 1 to 3 paired: 6 games"


def test_sets_that_were_corrected_say_what_they_were_and_others_do_not() -> None:
    event = entered("doubles")
    pair(event, 1)
    play(event, 1, but=1)
    assert "(was" not in newest(event)
    match = next(each for each in event.state.rounds[0].matches if not each.problem)
    event.do(RecordSets(match.id, {Side.HOME: 2 - (match.sets_of(Side.HOME) or 0)}))
    assert "(was" in newest(event)
