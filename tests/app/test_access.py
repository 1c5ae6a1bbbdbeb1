"""Who may do and see what: the whole table, role by command."""

from dataclasses import replace
from typing import get_args

import pytest

from podium.app.access import ANYONE, Actor, Role, may_revert, may_see, permit, visible_tournament
from podium.core.errors import Forbidden, Unknown
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    Act,
    AddPairing,
    AddPlayers,
    AdoptRecords,
    AllocatePrizes,
    AnotherRound,
    ArchiveTournament,
    ChangeSettings,
    ClickSets,
    CloseRound,
    Command,
    ConfirmReport,
    ContinueAs,
    CorrectForRating,
    CorrectResult,
    CountSets,
    CreateTournament,
    DeleteTournament,
    EditPlayer,
    EditRound,
    ExchangeNumbers,
    ForgetPlayer,
    GiveBye,
    HoldRound,
    ImportPlayers,
    LeaveFideMode,
    ObjectToReport,
    OfThePast,
    OrderTie,
    PairAllRounds,
    PairByHand,
    PairRound,
    PairTeams,
    PublishPrizes,
    PublishRound,
    PublishTournament,
    RearrangePairing,
    RecordBye,
    RecordResult,
    RecordSets,
    Redo,
    RemovePairing,
    RemovePlayer,
    RenumberPlayers,
    ReopenRound,
    ReportResult,
    RequestByes,
    Revert,
    Rewind,
    SetGroups,
    SetLaterRatings,
    SetPrizes,
    SetStartPosition,
    SettleAbsences,
    StartRound,
    StartStage,
    TypeTiebreaks,
    UnpairRound,
    WithdrawPlayer,
    WithdrawReport,
)
from podium.flow.formats.knockout import match_report
from podium.flow.prizes.prizes import Allocated, Plan
from podium.flow.rounds.kept_values import TieOrderedBy
from podium.flow.state import Side
from podium.knockout import Outcome
from podium.prizes import Metadata, Rules
from tests.kit.cups import cup, match
from tests.kit.events import Director, director
from tests.kit.loops import every

WHO = PlayerId("p")
WHAT = PairingId("t1-x")
T1 = TournamentId("t1")
NOTHING_WON = Allocated(Plan(), Rules(), (), (), (), (), Metadata(0, 0, 0, 0, ""), ())

# The least role that may give the command, in a published event.
ROLES: dict[Role, list[Command]] = {
    Role.PUBLIC: [CreateTournament(T1, {}), AdoptRecords(T1, {}, {}, ())],
    Role.SCORER: [
        RecordResult(WHAT, Result.DRAW),
        CorrectResult(RecordResult(WHAT, Result.DRAW)),
        RecordSets(WHAT, {Side.HOME: 3}),
        ClickSets(WHAT, Side.HOME),
        match_report(WHAT, Outcome.DRAW),
        Revert(),
        Redo(),
    ],
    Role.ARBITER: [
        ChangeSettings({}),
        ContinueAs({}),
        PublishTournament(),
        ArchiveTournament(),
        AddPlayers(()),
        EditPlayer(WHO, {}),
        ImportPlayers(),
        RemovePlayer(WHO),
        SettleAbsences((WHO,), 1),
        WithdrawPlayer(WHO),
        RequestByes(WHO, {}),
        SetLaterRatings(WHO, {}),
        SetStartPosition(1),
        RenumberPlayers(),
        OrderTie((WHO, WHO), TieOrderedBy.LOT),
        TypeTiebreaks({WHO: 1}),
        ExchangeNumbers(WHO, WHO),
        LeaveFideMode(),
        CorrectForRating(WHAT, None),
        PairRound(),
        PairAllRounds(),
        PairByHand(()),
        PairTeams(()),
        UnpairRound(1),
        PublishRound(1),
        StartRound(1),
        HoldRound(1),
        CloseRound(1),
        ReopenRound(1),
        EditRound(1, open=True),
        AddPairing(1, WHO, WHO),
        GiveBye(1, WHO, ByeType.BYE),
        RearrangePairing(WHAT),
        RemovePairing(WHAT),
        RecordBye(WHAT, ByeType.BYE),
        SetPrizes(()),
        AnotherRound(),
        SetGroups(1, None),
        StartStage(2),
        Rewind(1),
    ],
    Role.OWNER: [DeleteTournament(), AllocatePrizes(NOTHING_WON), PublishPrizes(), ForgetPlayer(WHO)],
}
PLAYER_KINDS: list[Command] = [
    ReportResult(WHAT, Result.DRAW),
    ConfirmReport(WHAT),
    ObjectToReport(WHAT, Result.DRAW),
    WithdrawReport(WHAT),
    CountSets(ClickSets(WHAT, Side.HOME)),
]
"""What nobody may but a player of the game: whoever runs the event records results."""
LEAST = {type(command): (role, command) for role, commands in ROLES.items() for command in commands}


def allowed(role: Role, command: Command, event: Director, player: str | None = None) -> bool:
    try:
        permit(role, event.id(player) if player else None, command, event.state)
    except Forbidden as refusal:
        return refusal.facts != {"action": type(command).__name__}
    return True


def test_the_table_names_every_command() -> None:
    assert LEAST.keys() | {type(command) for command in PLAYER_KINDS} == set(get_args(Act)) | set(get_args(OfThePast))


@every("role", list(Role), ids=lambda role: role.word)
@every("command", LEAST, ids=lambda command: command.__name__)
def test_a_role_may_give_a_command_from_some_role_up(role: Role, command: type) -> None:
    event = director()
    event.publish_event()
    least, given = LEAST[command]
    assert allowed(role, given, event) is (role >= least)


@every("role", list(Role), ids=lambda role: role.word)
@every("command", PLAYER_KINDS, ids=lambda command: type(command).__name__)
def test_only_who_plays_a_game_speaks_of_it_as_a_player(role: Role, command: Command) -> None:
    event = director()
    event.players("Alice", "Bob", "Carol", "Dave")
    event.pairs(1, [("Alice", "Bob"), ("Carol", "Dave")])
    event.publish_event()
    game = event.pairing_id("Alice")
    own = replace(command.change, pairing=game) if isinstance(command, CountSets) else None
    spoken = replace(command, **({"change": own} if own else {"pairing": game}))
    assert allowed(role, spoken, event, "Alice") is (role >= Role.PLAYER)
    assert not allowed(role, spoken, event, "Carol")
    assert not allowed(role, spoken, event)


def test_players_report_nothing_where_that_is_off(published: Director) -> None:
    published.settings(playerReports="off")
    assert not reports(published, "Alice", "Alice", Result.DRAW)
    assert allowed(Role.SCORER, RecordResult(published.pairing_id("Alice"), Result.DRAW), published)


def test_what_players_say_of_results_is_not_for_the_public(published: Director) -> None:
    published.do(ReportResult(published.pairing_id("Alice"), Result.DRAW), role=Role.PLAYER, player="Alice")
    shown = {role: len(visible_tournament(published.state, role).reports) for role in Role}
    assert shown == {role: int(role > Role.PUBLIC) for role in Role}


@every("role", list(Role), ids=lambda role: role.word)
def test_a_hidden_event_is_unknown_to_the_public_only(role: Role) -> None:
    event = director()
    assert may_see(role, event.state) is (role > Role.PUBLIC)
    if role is Role.PUBLIC:
        with pytest.raises(Unknown):
            permit(role, None, PairRound(), event.state)
    event.publish_event()
    assert may_see(role, event.state)


@every("role", list(Role), ids=lambda role: role.word)
def test_a_deleted_event_is_unknown_to_all(role: Role) -> None:
    event = director()
    event.publish_event()
    event.delete()
    with pytest.raises(Unknown):
        permit(role, None, PairRound(), event.state)
    with pytest.raises(Unknown):
        permit(role, None, PairRound(), None)


# --- players ----------------------------------------------------------------------------------


@pytest.fixture
def published() -> Director:
    event = director()
    event.players("Alice", "Bob", "Carol", "Dave", "Eve")
    event.pairs(1, [("Alice", "Bob"), ("Carol", "Dave")])
    event.publish_event()
    event.publish(1)
    return event


def reports(event: Director, player: str, game: str, result: Result | None) -> bool:
    return allowed(Role.PLAYER, RecordResult(event.pairing_id(game), result), event, player)


def test_a_player_reports_his_own_game(published: Director) -> None:
    assert reports(published, "Alice", "Alice", Result.DRAW)
    assert reports(published, "Bob", "Alice", Result.DRAW)
    assert not reports(published, "Carol", "Alice", Result.DRAW)
    assert not reports(published, "Eve", "Eve", Result.DRAW)
    assert not allowed(Role.PLAYER, RecordResult(PairingId("t1-x"), Result.DRAW), published, "Alice")


def test_a_live_game_is_not_reported_by_its_players(published: Director) -> None:
    """Players of live games cannot report by hand, nor take back; whoever runs the event can."""
    published.settings(live=True)
    for result in (Result.DRAW, Result.WHITE_WINS, None):
        assert not reports(published, "Alice", "Alice", result)
        assert allowed(Role.SCORER, RecordResult(published.pairing_id("Alice"), result), published)
    published.result("Alice", "1-0")
    assert not reports(published, "Alice", "Alice", Result.WHITE_WINS)
    assert not allowed(Role.PLAYER, Revert(), published, "Alice")
    assert not allowed(Role.PLAYER, Redo(), published, "Alice")


def test_a_match_played_live_is_not_reported_by_its_players() -> None:
    event = cup(2, live=True)
    assert not allowed(Role.PLAYER, match_report(match(event, 1).id, Outcome.WHITE_WIN), event, "Ann")
    event.settings(live=False)
    assert allowed(Role.PLAYER, match_report(match(event, 1).id, Outcome.WHITE_WIN), event, "Ann")


def test_a_player_reports_once_and_clears_nothing(published: Director) -> None:
    published.result("Alice", "1-0")
    assert reports(published, "Bob", "Alice", Result.WHITE_WINS)  # the second phone says the same
    assert not reports(published, "Bob", "Alice", Result.DRAW)
    assert not reports(published, "Bob", "Alice", None)


def test_a_player_reports_neither_drafts_nor_the_past(published: Director) -> None:
    published.all_results("1-0")
    published.close(1)
    published.pairs(2, [("Alice", "Carol")])
    assert not allowed(
        Role.PLAYER, RecordResult(published.pairing_id("Alice", 1), Result.WHITE_WINS), published, "Alice"
    )
    assert not reports(published, "Alice", "Alice", Result.DRAW)


@pytest.mark.parametrize("role", list(Role), ids=lambda role: role.word)
def test_a_correction_that_reopens_a_round_is_for_those_who_may_reopen_it(published: Director, role: Role) -> None:
    published.all_results("1-0")
    correct = CorrectResult(RecordResult(published.pairing_id("Alice"), Result.DRAW))
    assert allowed(role, correct, published, "Alice") is (role >= Role.SCORER)
    published.close(1)
    assert allowed(role, correct, published, "Alice") is (role >= Role.ARBITER)


def test_without_a_link_to_a_player_there_is_no_own_game(published: Director) -> None:
    command = RecordResult(published.pairing_id("Alice"), Result.DRAW)
    assert not allowed(Role.PLAYER, command, published)
    assert not allowed(Role.PUBLIC, command, published, "Alice")


# --- undo -------------------------------------------------------------------------------------


@every(
    ("role", "author", "may"),
    [
        (Role.SCORER, "user:1", True),
        (Role.SCORER, "user:2", False),
        (Role.ARBITER, "user:2", True),
        (Role.OWNER, "user:2", True),
    ],
)
def test_a_commit_is_its_authors_or_an_arbiters_to_take_back(role: Role, author: str, may: bool) -> None:
    assert may_revert(role, Actor("user:1", "Ann"), author) is may


# --- looking ----------------------------------------------------------------------------------


@pytest.mark.parametrize("role", list(Role), ids=lambda role: role.word)
def test_drafts_are_for_those_who_work_here(published: Director, role: Role) -> None:
    published.pairs(2, [("Alice", "Carol")])
    seen = visible_tournament(published.state, role)
    works_here = role >= Role.SCORER
    assert len(seen.rounds) == (2 if works_here else 1)
    assert set(seen.where.values()) == ({1, 2} if works_here else {1})
    assert seen.players == published.state.players


def test_what_has_no_drafts_is_shown_whole(published: Director) -> None:
    shown = visible_tournament(published.state, Role.PUBLIC)
    assert shown.rounds == published.state.rounds
    assert shown.where == published.state.where


@pytest.mark.parametrize("role", [Role.PUBLIC, Role.PLAYER])
def test_what_is_personal_is_shown_to_nobody_outside(published: Director, role: Role) -> None:
    published.do(EditPlayer(published.id("Alice"), {"birth": "1990-05-01", "disability": "blind", "rating": 2000}))
    shown = visible_tournament(published.state, role).players[published.id("Alice")]
    assert (shown.fields.birth, shown.fields.disability, shown.fields.rating) == (None, None, 2000)
    assert visible_tournament(published.state, role).players is visible_tournament(published.state, role).players


def test_those_who_run_the_event_see_what_is_personal(published: Director) -> None:
    assert visible_tournament(published.state, Role.SCORER) is published.state


def test_anyone_is_nobody_in_particular() -> None:
    assert (ANYONE.user, ANYONE.grant, ANYONE.operator) == (None, None, False)
