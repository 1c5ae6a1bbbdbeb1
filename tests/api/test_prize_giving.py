"""Where the director reveals the places, nobody else learns them before: not at any address, nor by the stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

import pytest

from podium.app.access import OPERATOR, Role
from podium.core.ids import TournamentId
from podium.core.result import Result
from podium.flow.commands import (
    AddPlayers,
    Command,
    PairRound,
    PublishTournament,
    RecordResult,
    Revert,
    StartStage,
)
from podium.flow.formats.registry import FORMAT_NAMES
from podium.flow.state import Round, Tournament
from tests.api.test_game_streams import Message, messages
from tests.api.test_live import served
from tests.api.test_public_delay import addresses, differing, readings
from tests.kit.finished import NAMES, SETTINGS, pair, people, play, play_bracket, play_groups
from tests.kit.http import Caller, Event, House

SAYS_SO = ("", "/screen", "/screen?show=results", "/screen?show=boards", "/screen?show=forecast", "/screen/x")
"""The pages below an event that say that the places are about to be revealed."""


@dataclass
class Played:
    """An event that is run past its doors; its last round waits for results."""

    hall: House
    event: Event

    @property
    def id(self) -> TournamentId:
        return TournamentId(self.event.id)

    @property
    def url(self) -> str:
        return f"/t/{self.id}"

    @property
    def state(self) -> Tournament:
        state = self.hall.podium.journal.head(self.id).state
        assert state is not None
        return state

    def do(self, command: Command) -> object:
        return self.hall.podium.desk.perform(OPERATOR, self.id, command)

    def begin(self) -> Played:
        """The event in its last round, of which nothing is known yet."""
        self.do(PublishTournament())
        self.do(AddPlayers(people(NAMES)))
        rounds = self.state.settings.rounds
        for number in range(1, rounds or 1):
            pair(self, number)
            play(self, number)
        if rounds is not None:
            pair(self, rounds)
            play(self, rounds, but=len(NAMES))
            return self
        if self.state.settings.stages:
            play_groups(self)
            self.do(StartStage(2))
        else:
            self.do(PairRound())
        while waiting := [game for here in self._before_the_last for game in here.boards if not game.entered]:
            white, black = (self.state.players[each].number for each in waiting[0].players)
            self.do(RecordResult(waiting[0].id, Result.WHITE_WINS if white < black else Result.BLACK_WINS))
        return self

    @property
    def _before_the_last(self) -> list[Round]:
        bracket = self.state.knockout
        assert bracket is not None
        return [here for here in self.state.rounds if here.number < bracket.before + bracket.last_round]

    def finish(self) -> None:
        """The results of the last round."""
        if self.state.settings.rounds is None:
            play_bracket(self)
        else:
            play(self, self.state.settings.rounds)

    def reveal(self, place: int | None) -> None:
        self.hall.podium.screens.reveal(self.id, place)

    def addresses(self) -> list[str]:
        last = self.state.rounds[-1]
        return addresses(self.id, last.in_order[0].id, next(iter(self.state.players)), last.number)

    def named(self, who: Caller, path: str) -> tuple[str, ...]:
        """Who stands on the podium of a page, on the wall, or in the strip that every page has."""
        page = unescape(who.get(f"{self.url}{path}").decode())
        start, end = ('id="wall"', "</main>") if path == "/screen" else ('<aside id="strip"', "</aside>")
        start, end = ('class="podium"', "</section>") if path == "" else (start, end)
        part = page[page.index(start) : page.index(end, page.index(start))] if start in page else ""
        return tuple(name for name in NAMES if name in part)


@pytest.fixture(params=FORMAT_NAMES)
def played(request: pytest.FixtureRequest, hall: House, chief: Caller) -> Played:
    event = chief.event("Open", request.param, **SETTINGS[request.param])
    return Played(hall, event).begin()


def test_no_address_tells_of_the_last_round_before_it_is_revealed(played: Played) -> None:
    hall, says_so = played.hall, {"/", *(f"{played.url}{each}" for each in SAYS_SO)}
    played.reveal(4)
    before = readings(hall.anyone, played.addresses())
    told = played.event.by.get(f"{played.event.url}/standings")
    played.finish()
    assert played.event.by.get(f"{played.event.url}/standings") != told  # staff see all
    after = readings(hall.anyone, before)
    assert differing(before, after) <= says_so
    assert "Prize-giving" in after["/"][1].decode()
    played.reveal(1)
    shown = differing(before, readings(hall.anyone, before))
    assert {f"{played.url}{each}" for each in ("", "/standings", "/screen")} <= shown
    assert {f"{played.event.url}{each}" for each in ("/standings", "/rounds", "/state")} <= shown
    assert "/api/pairings/" in " ".join(shown)


def test_the_places_come_one_by_one_everywhere_and_can_be_taken_back(played: Played) -> None:
    anyone = played.hall.anyone
    played.reveal(4)
    played.finish()
    before = readings(anyone, [f"{played.event.url}{each}" for each in ("/standings", "/crosstable", "/rounds")])
    counts = dict[int, int]()
    for place in (4, 3, 2, 3, 2, 1):
        played.reveal(place)
        named = played.named(anyone, "/standings")
        assert counts.setdefault(place, len(named)) == len(named)
        for path in ("", "/screen"):  # where it is said besides whom they beat
            assert set(named) <= set(played.named(anyone, path))
            assert named or not played.named(anyone, path)
        assert bool(differing(before, readings(anyone, before))) == (place == 1)
    assert counts[4] == 0 <= counts[3] <= counts[2] < counts[1]
    played.reveal(None)
    assert played.named(anyone, "/standings") == ()
    assert played.named(anyone, "")


def test_who_plays_is_held_up_by_nothing_until_all_is_played(hall: House, chief: Caller) -> None:
    played = Played(hall, chief.event("Open", "swiss", **SETTINGS["swiss"])).begin()
    player = hall.by_link(played.event, Role.PLAYER)
    played.reveal(4)
    first, *others = (each.id for each in played.state.rounds[-1].boards)
    address = f"/api/pairings/{first}"
    played.do(RecordResult(first, Result.WHITE_WINS))
    assert [who.get(address)["result"] for who in (player, hall.anyone)] == ["1-0", None]
    for each in others:
        played.do(RecordResult(each, Result.WHITE_WINS))
    assert [who.get(address)["result"] for who in (player, hall.anyone)] == [None, None]


def test_a_result_that_is_taken_back_and_given_again_stays_held(hall: House, chief: Caller) -> None:
    played = Played(hall, chief.event("Open", "swiss", **SETTINGS["swiss"])).begin()
    played.reveal(4)
    before = hall.anyone.get(played.event.url)["version"]
    board = played.state.rounds[-1].boards[0].id
    for command in (
        RecordResult(board, Result.WHITE_WINS),
        Revert(before + 1),
        RecordResult(board, Result.BLACK_WINS),
    ):
        played.do(command)
        assert hall.anyone.get(f"/api/pairings/{board}")["result"] is None
    played.reveal(None)
    assert hall.anyone.get(f"/api/pairings/{board}")["result"] == "0-1"


def test_nothing_is_held_before_the_last_round(hall: House, chief: Caller) -> None:
    played = Played(hall, chief.event("Open", "round-robin", rounds=3))
    played.do(PublishTournament())
    played.do(AddPlayers(people(NAMES[:4])))
    played.reveal(4)
    pair(played, 1)
    play(played, 1)
    assert hall.anyone.get(f"{played.event.url}/rounds")["version"] == played.event.version
    assert "told at the prize-giving" in hall.anyone.get(played.url).decode()


def test_no_round_is_the_last_before_the_last_stage(hall: House, chief: Caller) -> None:
    played = Played(hall, chief.event("Open", "stages", **SETTINGS["stages"]))
    played.do(PublishTournament())
    played.do(AddPlayers(people(NAMES)))
    played.reveal(4)
    for number in range(1, 4):
        pair(played, number)
        play(played, number)
        shown = hall.anyone.get(f"{played.event.url}/rounds")["rounds"]
        assert [game["result"] is None for game in shown[-1]["pairings"]] == [False] * 4
        assert hall.anyone.get(f"{played.event.url}/standings")["version"] == played.event.version
    played.event.by("POST", f"{played.event.url}/prizes/allocate", {}).refused(409, "tournament-not-over")
    played.do(StartStage(2))
    play_bracket(played)
    finals = hall.anyone.get(f"{played.event.url}/rounds")["rounds"][3:]
    assert [[game["result"] is None for game in here["pairings"]] for here in finals] == [[False] * 2, [True]]


def test_all_phones_hear_of_each_place_at_once(hall: House, chief: Caller) -> None:
    """Whatever page they show: all of it may be different, and the place itself comes with the news."""
    played = Played(hall, chief.event("Open", "swiss", **SETTINGS["swiss"])).begin()
    played.reveal(4)
    played.finish()
    with served(hall) as (url, _), messages(url, f"{played.event.url}/events") as told:
        news = _until_display(told)
        assert news[-1].data["announced"] == ["The results of the last round are told at the prize-giving."]
        for place, word in ((3, "Third"), (2, "Second"), (1, "First")):
            played.reveal(place)
            news = _until_display(told)
            assert [each for each in news if "standings" in each.data.get("parts", ())]
            assert news[-1].data["announced"][-1].startswith(word)


def _until_display(told: Iterator[Message]) -> list[Message]:
    """What comes up to the next message about clock and messages."""
    found = [next(told)]
    while found[-1].kind != "display":
        found.append(next(told))
    return found
