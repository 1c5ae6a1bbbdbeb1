"""FIDE mode: what an act has to be warned of, what is recorded of it, and the way out that has no way back."""

from __future__ import annotations

import pytest

from podium.core.errors import Cautioned
from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    AddPlayers,
    ChangeSettings,
    CloseRound,
    Command,
    ContinueAs,
    CorrectForRating,
    CorrectResult,
    EditPlayer,
    EditRound,
    ExchangeNumbers,
    GiveBye,
    LeaveFideMode,
    PairRound,
    RearrangePairing,
    RecordResult,
    RenumberPlayers,
    ReopenRound,
    Revert,
    Rewind,
    UnpairRound,
)
from podium.flow.fide.cautions import LEVELS, Level
from podium.flow.state import Game
from podium.swiss import Concern
from tests.kit.events import Director, breach_comments, director, refused
from tests.kit.loops import every

ELO = {"Ann": 2000, "Ben": 1900, "Cid": 1800, "Dan": 1700, "Eva": 1600, "Fay": 1500, "Gil": 1400, "Hal": 1300}


def swiss(*, rules: str = "fide", rounds: int = 6, players: int = 8) -> Director:
    event = director("swiss", rules=rules, rounds=rounds)
    event.do(AddPlayers(tuple(PlayerFields(name, rating) for name, rating in list(ELO.items())[:players])))
    return event


def games(event: Director, number: int) -> list[Game]:
    return [each for each in event.round(number).in_order if isinstance(each, Game)]


def play(event: Director, rounds: int, *, open_last: bool = False) -> Director:
    """So many rounds, won by White; the last one may be left under way."""
    for _round in range(rounds):
        event.do(PairRound(), acknowledged=1)
        number = len(event.state.rounds)
        if open_last and number == rounds:
            return event
        for game in games(event, number):
            event.do(RecordResult(game.id, Result.WHITE_WINS))
        event.do(CloseRound(number))
    return event


def comments(event: Director) -> list[str]:
    return breach_comments(event.state)


def cautioned(event: Director, command: Command, code: str, *, acknowledged: int = 0) -> Cautioned:
    """What FIDE mode asks before it does `command`; nothing has changed."""
    before = event.state
    with pytest.raises(Cautioned) as caught:
        event.do(command, acknowledged=acknowledged)
    assert event.state is before
    assert code in [each["code"] for each in caught.value.facts["cautions"]]  # type: ignore[attr-defined]  # a list
    return caught.value


def test_every_level_asks_as_often_as_it_should() -> None:
    assert [level.steps for level in Level] == [0, 1, 1, 2, 1]
    assert {code for code, level in LEVELS.items() if level is Level.L4} == {"leaving-fide-mode"}
    of_hand = {each.value for each in Concern} - {"paired-twice", "absent", "left-out"}
    assert of_hand <= LEVELS.keys()


def test_an_event_by_fides_rules_is_in_fide_mode_and_a_club_event_never_is() -> None:
    assert swiss().state.in_fide_mode
    assert not swiss(rules="club").state.in_fide_mode


class TestLeaving:
    def test_it_asks_twice_and_then_is_recorded_with_its_round(self) -> None:
        event = play(swiss(), 2)
        assert cautioned(event, LeaveFideMode(), "leaving-fide-mode").facts["step"] == 1
        assert cautioned(event, LeaveFideMode(), "leaving-fide-mode", acknowledged=1).facts["step"] == 2
        event.do(LeaveFideMode(), acknowledged=2)
        assert event.state.fide_mode_exit == 2
        assert not event.state.in_fide_mode

    def test_what_was_fixed_can_change_afterwards(self) -> None:
        event = play(swiss(), 1)
        event.do(LeaveFideMode(), acknowledged=2)
        event.do(ChangeSettings({"rounds": 7}, confirm=True))
        assert event.state.settings.rounds == 7

    def test_undo_does_not_bring_it_back(self) -> None:
        event = play(swiss(), 1)
        event.do(LeaveFideMode(), acknowledged=2)
        event.do(Revert(event.version))
        assert event.state.fide_mode_exit == 1

    def test_going_back_does_not_bring_it_back(self) -> None:
        event = play(swiss(), 1)
        version = event.version
        event.do(LeaveFideMode(), acknowledged=2)
        play(event, 1)
        event.do(Rewind(version))
        assert len(event.state.rounds) == 1
        assert event.state.fide_mode_exit == 1
        event.redo()
        assert event.state.fide_mode_exit == 1

    def test_other_rules_are_a_way_out_that_asks_too_and_there_is_no_way_back_in(self) -> None:
        event = swiss()
        cautioned(event, ChangeSettings({"rules": "club"}), "leaving-fide-mode")
        event.do(ChangeSettings({"rules": "club"}), acknowledged=2)
        assert event.state.fide_mode_exit == 0
        with refused("fide-mode-left"):
            event.do(ChangeSettings({"rules": "fide"}))
        event.do(Revert())
        assert not event.state.in_fide_mode

    def test_a_club_event_has_nothing_to_leave(self) -> None:
        with refused("not-in-fide-mode"):
            swiss(rules="club").do(LeaveFideMode(), acknowledged=2)

    def test_another_format_without_such_rules_is_refused_while_the_event_is_in_it(self) -> None:
        event = play(swiss(), 1)
        with pytest.raises(Exception, match=r"rounds-exist|rules-not-of-format"):
            event.do(ContinueAs({"format": "manual"}), acknowledged=2)


class TestRoundWindow:
    @every(("number", "code"), [(4, None), (3, "result-corrected"), (2, "result-corrected")])
    def test_the_round_under_way_the_last_played_and_the_one_before_can_change(
        self, number: int, code: str | None
    ) -> None:
        event = play(swiss(), 4, open_last=True)
        game = games(event, number)[0]
        if code is None:
            event.do(RecordResult(game.id, Result.DRAW))
            command: Command = RecordResult(game.id, Result.BLACK_WINS)
        else:
            command = CorrectResult(RecordResult(game.id, Result.BLACK_WINS))
            cautioned(event, command, code)
        event.do(command, acknowledged=1)
        corrected = event.state.pairing(game.id)
        assert isinstance(corrected, Game)
        assert corrected.result is Result.BLACK_WINS

    @every("make", [lambda id: ReopenRound(1), lambda id: CorrectResult(RecordResult(id, None))])
    def test_older_rounds_cannot_by_whatever_way(self, make: object) -> None:
        event = play(swiss(), 4, open_last=True)
        command = make(games(event, 1)[0].id)  # type: ignore[operator]  # one of the two above
        with refused("fide-mode-forbids") as caught:
            event.do(command, acknowledged=2)
        assert caught.value.facts["level"] == "L5"

    def test_undo_and_going_back_obey(self) -> None:
        event = swiss()
        before_round_1 = event.version
        event.do(PairRound())
        event.do(RecordResult(games(event, 1)[0].id, Result.WHITE_WINS))
        recorded = event.version
        for game in games(event, 1)[1:]:
            event.do(RecordResult(game.id, Result.WHITE_WINS))
        play(event, 3)  # round 1 was never closed, so that nothing else stands in the way of undoing
        for command in (Revert(recorded), Rewind(recorded), Rewind(before_round_1)):
            with refused("fide-mode-forbids"):
                event.do(command, acknowledged=2)

    def test_going_back_inside_the_window_asks_first(self) -> None:
        event = play(swiss(), 2)
        version = event.version
        event.do(PairRound())
        cautioned(event, Rewind(version), "event-rewound")
        event.do(Rewind(version), acknowledged=1)
        assert len(event.state.rounds) == 2

    def test_a_club_event_knows_no_window(self) -> None:
        event = play(swiss(rules="club"), 4)
        event.do(CorrectResult(RecordResult(games(event, 1)[0].id, Result.DRAW)))
        assert event.state.breaches == ()

    def test_a_first_result_can_come_at_any_time(self) -> None:
        event = director("round-robin", rules="fide")
        event.players("Ann", "Ben", "Cid", "Dan", "Eva", "Fay")
        for _round in range(5):
            event.do(PairRound())
        late = games(event, 1)[0]
        for number in range(1, 6):
            for game in games(event, number):
                if game.id != late.id:
                    event.do(RecordResult(game.id, Result.DRAW))
        event.do(RecordResult(late.id, Result.WHITE_WINS))
        assert not event.round(1).pending

    def test_later_findings_are_kept_for_the_rating_report_alone(self) -> None:
        event = play(swiss(), 4)
        game = games(event, 1)[0]
        points = event.points
        event.do(CorrectForRating(game.id, Result.BLACK_WINS))
        assert event.points == points
        assert event.state.rating_results == {game.id: Result.BLACK_WINS}
        assert comments(event) == ["### Rating correction @ Round 1: 1-5: 1-0 => 0-1"]
        event.do(CorrectForRating(game.id, Result.DRAW))
        assert comments(event) == ["### Rating correction @ Round 1: 1-5: 1-0 => 1/2-1/2"]
        event.do(CorrectForRating(game.id, Result.WHITE_WINS))
        assert comments(event) == []
        event.undo()
        assert comments(event) == ["### Rating correction @ Round 1: 1-5: 1-0 => 1/2-1/2"]

    def test_that_is_refused_where_the_result_itself_can_change(self) -> None:
        event = play(swiss(), 2)
        with refused("round-can-be-corrected"):
            event.do(CorrectForRating(games(event, 1)[0].id, Result.DRAW))
        club = play(swiss(rules="club"), 4)
        with refused("round-can-be-corrected"):
            club.do(CorrectForRating(games(club, 1)[0].id, None))

    def test_nor_has_a_game_one_that_is_not_over(self) -> None:
        event = play(swiss(), 1)
        game = games(event, 1)[0]
        event.do(CorrectResult(RecordResult(game.id, Result.ADJOURNED)))
        event.do(CloseRound(1))
        play(event, 3)
        with refused("game-not-over"):
            event.do(CorrectForRating(game.id, Result.DRAW))
        event.do(RecordResult(game.id, Result.DRAW))
        event.do(CorrectForRating(game.id, Result.WHITE_WINS))


class TestWhatIsRecorded:
    def test_a_correction_is_named_and_its_undoing_forgets_it(self) -> None:
        event = play(swiss(), 3, open_last=True)
        game = games(event, 2)[0]
        event.do(CorrectResult(RecordResult(game.id, Result.DRAW)), acknowledged=1)
        numbers = event.state.rounds[1].numbers[""]
        pair = f"{numbers[game.white]}-{numbers[game.black]}"
        assert comments(event) == [f"### Correction @ Round 2: {pair}: 1-0 => 1/2-1/2"]
        event.do(Revert())
        assert comments(event) == []

    def test_a_result_of_the_last_round_is_no_correction(self) -> None:
        event = play(swiss(), 2)
        game = games(event, 2)[0]
        event.do(CorrectResult(RecordResult(game.id, Result.DRAW)))
        assert comments(event) == []

    def test_a_session_of_pairing_by_hand_that_differs_is_named(self) -> None:
        event = play(swiss(), 1)
        event.do(PairRound())
        first, second = games(event, 2)[:2]
        event.do(EditRound(2, open=True))
        event.do(RearrangePairing(first.id, black=second.black), acknowledged=1)
        with refused("differences-not-acknowledged"):
            event.do(EditRound(2, open=False))
        event.do(EditRound(2, open=False, acknowledge=True))
        [comment] = comments(event)
        assert comment.startswith("### MPA @ Round 2: ")
        assert len(comment.split(" => ")[0].split(": ")[1].split()) == 2
        event.do(EditRound(2, open=True))
        assert comments(event) == []  # it will be looked at anew

    def test_a_round_that_is_unpaired_takes_its_own_with_it_and_asks_once_it_was_seen(self) -> None:
        event = play(swiss(), 1)
        event.do(PairRound())
        event.publish(2)
        cautioned(event, UnpairRound(2), "round-unpaired")
        event.do(UnpairRound(2), acknowledged=1)
        assert len(event.state.rounds) == 1

    def test_an_adjourned_game_that_is_not_drawn_is_asked_and_named(self) -> None:
        event = swiss()
        event.do(PairRound())
        first, *others = games(event, 1)
        event.do(RecordResult(first.id, Result.ADJOURNED))
        for game in others:
            event.do(RecordResult(game.id, Result.WHITE_WINS))
        event.do(CloseRound(1))
        play(event, 3)
        cautioned(event, RecordResult(first.id, Result.BLACK_WINS), "adjourned-game-not-drawn")
        event.do(RecordResult(first.id, Result.BLACK_WINS), acknowledged=1)
        assert comments(event) == ["### Adjournment @ Round 1: 1-5 0-1"]

    def test_one_that_ends_as_a_draw_is_neither(self) -> None:
        event = swiss()
        event.do(PairRound())
        first = games(event, 1)[0]
        event.do(RecordResult(first.id, Result.ADJOURNED))
        event.do(RecordResult(first.id, Result.DRAW))
        assert comments(event) == []

    def test_pairing_on_with_an_older_game_adjourned_is_noticed(self) -> None:
        event = swiss()
        event.do(PairRound())
        first, *others = games(event, 1)
        event.do(RecordResult(first.id, Result.ADJOURNED))
        for game in others:
            event.do(RecordResult(game.id, Result.WHITE_WINS))
        event.do(CloseRound(1))
        play(event, 1)
        assert cautioned(event, PairRound(), "older-game-adjourned").facts["level"] == "L2"

    def test_a_full_point_bye_is_noticed_and_named_until_the_round_is_unpaired(self) -> None:
        event = swiss(players=7)
        event.do(PairRound())
        event.do(AddPlayers((PlayerFields("Ida", 1200),)))
        command = GiveBye(1, event.id("Ida"), ByeType.UNPAIRED)
        assert cautioned(event, command, "full-point-bye").facts["level"] == "L2"
        event.do(command, acknowledged=1)
        assert comments(event) == ["### FPB @ Round 1: 8=FPB"]
        event.do(UnpairRound(1))
        assert comments(event) == []

    def test_numbers_that_are_given_anew_are_asked_and_named(self) -> None:
        event = play(swiss(), 1)
        event.do(EditPlayer(event.id("Hal"), {"rating": 2100}))
        cautioned(event, RenumberPlayers(), "numbers-regenerated")
        event.do(RenumberPlayers(), acknowledged=1)
        assert comments(event) == ["### Regeneration @ Round 1: 1 2 3 4 5 6 7 8 => 2 3 4 5 6 7 8 1"]


class TestExchange:
    def test_equally_rated_players_exchange_their_numbers(self) -> None:
        event = director("swiss", rules="fide", rounds=4)
        event.do(AddPlayers(tuple(PlayerFields(name, 1800) for name in ("Ann", "Ben", "Cid", "Dan"))))
        exchange = ExchangeNumbers(event.id("Ann"), event.id("Ben"))
        assert cautioned(event, exchange, "numbers-exchanged-before-round-1").facts["level"] == "L3"
        event.do(exchange, acknowledged=1)
        assert comments(event) == []  # no round was paired by other numbers
        event.do(PairRound())
        numbers = event.state.rounds[0].numbers[""]
        assert [numbers[event.id(name)] for name in ("Ann", "Ben", "Cid", "Dan")] == [2, 1, 3, 4]
        for game in games(event, 1):
            event.do(RecordResult(game.id, Result.DRAW))
        cautioned(event, ExchangeNumbers(event.id("Cid"), event.id("Dan")), "numbers-exchanged")
        event.do(ExchangeNumbers(event.id("Cid"), event.id("Dan")), acknowledged=1)
        assert comments(event) == ["### Exchange @ Round 1: 3 4 => 4 3"]

    def test_others_are_refused(self) -> None:
        event = swiss()
        with refused("ratings-differ"):
            event.do(ExchangeNumbers(event.id("Ann"), event.id("Ben")))


class TestPairingByHand:
    def session(self) -> Director:
        event = play(swiss(), 1)
        event.do(PairRound())
        event.do(EditRound(2, open=True))
        return event

    def test_a_rematch_is_asked(self) -> None:
        event = self.session()
        met = games(event, 1)[0]
        here = next(game for game in games(event, 2) if met.white in game.players)
        turned = here.black == met.white
        command = RearrangePairing(here.id, white=met.black) if turned else RearrangePairing(here.id, black=met.black)
        assert cautioned(event, command, "rematch").facts["level"] == "L3"
        event.do(command, acknowledged=1)
        assert event.round(2).editing

    def test_colours_that_are_wrong_for_both_are_only_noticed(self) -> None:
        event = swiss()
        event.do(PairRound())
        for game, result in zip(games(event, 1), (Result.WHITE_WINS, Result.BLACK_WINS) * 2, strict=True):
            event.do(RecordResult(game.id, result))
        event.do(PairRound())
        event.do(EditRound(2, open=True))
        command = RearrangePairing(games(event, 2)[0].id, turn=True)
        assert cautioned(event, command, Concern.BOTH_COLOURS.value).facts["level"] == "L2"

    def test_a_club_event_is_not_asked(self) -> None:
        event = play(swiss(rules="club"), 1)
        event.do(PairRound())
        met = games(event, 1)[0]
        here = next(game for game in games(event, 2) if met.white in game.players)
        turned = here.black == met.white
        event.do(RearrangePairing(here.id, white=met.black) if turned else RearrangePairing(here.id, black=met.black))
        assert event.round(2).editing
