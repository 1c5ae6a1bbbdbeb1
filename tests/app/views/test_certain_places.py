"""The place that somebody is sure of before the last games are over, against everything that can happen."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

from podium.app.queries import standings
from podium.app.standings.certain_places import OWN, Place, certain_text, worst_places
from podium.core.dice import Dice
from podium.core.points import Points
from podium.core.result import CLUB, Result, Scoring, Worth, scoring
from podium.flow.commands import RecordResult
from podium.flow.state import Game, Tournament
from tests.kit.events import Director, director
from tests.kit.loops import every

FINAL = [each for each in Result if each.final and each.score is each]
USUAL = [each for each in Result if each.usual]
ODD = scoring({"win": 3, "draw": 2, "loss": 1, "forfeit_win": 2, "forfeit_loss": 0})
"""With it a loss that was played is worth more than one by forfeit."""


def by_enumeration(
    player: int, points: dict[int, Points], games: list[tuple[int, int]], table: Scoring
) -> dict[Worth, Place]:
    """The worst places over every way in which all games can end."""
    found = dict[Worth, Place]()
    for results in product(FINAL, repeat=len(games)):
        after, own = dict(points), Worth.LOSS
        for (white, black), result in zip(games, results, strict=True):
            for id, worth in ((white, result.white), (black, result.black)):
                after[id] += table.points(worth)
                if id == player:
                    own = next(group for group, same in OWN.items() if worth in same)
        others = [each for id, each in after.items() if id != player]
        over = sum(each > after[player] for each in others) + 1
        level = sum(each >= after[player] for each in others) + 1
        old = found.get(own, Place(1, 1))
        found[own] = Place(max(old.shared, over), max(old.alone, level))
    return found


@every("seed", range(24))
def test_places_are_those_of_every_way_it_can_end(seed: int) -> None:
    dice = Dice(f"places {seed}")
    table = (CLUB, scoring("3-1-0"), ODD)[seed % 3]
    players = list(range(4 + seed % 5))
    points = {id: Points.of(dice.below(9)) + Points.of("0.5") * dice.below(2) for id in players}
    drawn = dice.shuffled(players)
    games = list(zip(drawn[0::2], drawn[1::2], strict=False))[: 1 + seed % 3]
    for player in players:
        found = worst_places(player, points, games, table)
        assert found == by_enumeration(player, points, games, table), (player, points, games)


def last_round(format: str = "swiss", players: int = 6, rounds: int = 3, **settings: Any) -> Director:
    """An event whose last round is out and has no result yet."""
    event = director(format, rounds=rounds, **settings)
    event.players(*(f"P{number}" for number in range(1, players + 1)))
    event.publish_event()
    for number in range(1, rounds):
        event.pair()
        event.publish(number)
        for at, game in enumerate(event.state.rounds[-1].meetings):
            assert isinstance(game, Game)
            name = event.state.players[game.white].name
            event.result(name, USUAL[(at + number) % 3].value, round=number)
        event.close(number)
    event.pair()
    event.publish(rounds)
    return event


def endings(state: Tournament) -> list[Tournament]:
    """The event after every way in which the games of its last round can end."""
    here = state.rounds[-1]
    games = [each for each in here.meetings if isinstance(each, Game) and each.result is None]
    found = []
    for results in product(FINAL, repeat=len(games)):
        ended = {each.id: replace(each, result=result) for each, result in zip(games, results, strict=True)}
        found.append(replace(state, rounds=(*state.rounds[:-1], replace(here, games={**here.games, **ended}))))
    return found


@every("format, players, rounds", [("swiss", 5, 3), ("swiss", 4, 3), ("round-robin", 4, 3), ("round-robin", 5, 5)])
def test_what_is_said_holds_however_the_tie_breaks_come_out(format: str, players: int, rounds: int) -> None:
    event = last_round(format, players, rounds)
    said = {id: certain_text(event.state, id) for id in event.state.players}
    assert any(said.values())
    for after in endings(event.state):
        here = after.rounds[-1]
        ranks = {row.player.id: row.rank for row in standings(after)}
        points = {row.player.id: row.points for row in standings(after)}
        for id, text in said.items():
            pairing = here.pairing_of(id)
            assert pairing is not None
            own = None
            if isinstance(pairing, Game) and pairing.result is not None:
                own = pairing.result.white if pairing.white == id else pairing.result.black
            for phrase in filter(None, text.split("; ")):
                if ("a draw" in phrase and own not in OWN[Worth.DRAW]) or (
                    "a win" in phrase and own not in OWN[Worth.WIN]
                ):
                    continue
                place = int("".join(filter(str.isdigit, phrase)) or 1)
                shared = 1 + sum(each > points[id] for each in points.values())
                assert (shared if "shared" in phrase else ranks[id]) <= place, (phrase, own)


def test_a_player_is_told_what_a_draw_and_a_win_are_worth() -> None:
    event = director("swiss", rounds=2)
    event.players("Ann", "Ben", "Cid", "Dan")
    event.publish_event()
    event.pairs(1, [("Ann", "Cid"), ("Dan", "Ben")])
    event.publish(1)
    event.result("Ann", "1-0")
    event.result("Dan", "1/2-1/2")
    event.close(1)
    event.pairs(2, [("Ben", "Ann"), ("Cid", "Dan")])
    assert certain_text(event.state, event.id("Ann")) == ""  # a draft says nothing
    event.publish(2)
    assert (
        certain_text(event.state, event.id("Ann"))
        == "place 3 is certain; a draw secures at least shared place 1; a win secures place 1"
    )
    event.result("Cid", "1-0")
    assert certain_text(event.state, event.id("Ann")) == "at least shared place 2 is certain; a draw secures place 1"
    assert certain_text(event.state, event.id("Dan")) == ""
    event.result("Ben", "0-1")
    assert certain_text(event.state, event.id("Ann")) == ""  # what is left to say, the standings say


def test_somebody_has_won_a_round_early_once_nobody_can_come_level() -> None:
    event = director("swiss", rounds=3)
    event.players("Ann", "Ben", "Cid", "Dan")
    event.publish_event()
    for number, lines in enumerate(([("Ann", "Cid"), ("Dan", "Ben")], [("Ben", "Ann"), ("Cid", "Dan")]), 1):
        event.pairs(number, lines)
        event.publish(number)
        event.result("Ann", "1-0" if number == 1 else "0-1")
        event.result("Dan", "0-0")
        event.close(number)
        assert certain_text(event.state, event.id("Ann")) == ("" if number == 1 else "has won already")
    assert certain_text(event.state, event.id("Ben")) == ""


def test_nothing_is_said_where_it_would_not_be_exact() -> None:
    def says(event: Director) -> bool:
        return any(certain_text(event.state, id) for id in event.state.players)

    assert says(last_round())
    assert not says(last_round(tiebreaks=["WIN", "PTS"]))  # points do not decide first
    unknown = last_round()
    unknown.settings(rounds=None)
    assert not says(unknown)
    put_off = last_round()
    put_off.reopen(1)
    put_off.result("P1", None, round=1)
    assert not says(put_off)
    adjourned = last_round()
    adjourned.result("P1", "adjourned")
    assert not says(adjourned)
    forfeiting = last_round("round-robin", 4, rules="fide")
    assert says(forfeiting)
    forfeiting.reopen(1)
    lost = forfeiting.pairing("P1", 1)
    assert isinstance(lost, Game)
    by_forfeit = Result.BLACK_WINS_BY_FORFEIT if lost.white == forfeiting.id("P1") else Result.WHITE_WINS_BY_FORFEIT
    forfeiting.do(RecordResult(lost.id, by_forfeit), acknowledged=2)
    assert not says(forfeiting)  # after another forfeit the games of P1 count for nobody
