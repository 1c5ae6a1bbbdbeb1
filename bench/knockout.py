"""A knockout and a double elimination of 1,024: built, reported through to the champion, shown; and whether the last
result costs more.

    python bench/knockout.py

Processor time, so that other work on the machine does not count. A third of the games is drawn, tie-break games
included. Two ways:

*The engine alone*: `report` and `applied` together, the best of five, measured on the states the event went through.

*The whole way of a result*: HTTP, desk, journal and read model, in a server of its own, on a SQLite file and, where
there is one, on PostgreSQL (whose own processes are not counted). The final is a single match, and a first round has
hundreds, of other kinds of results. So that like is compared with like, the first match of an event that has just been
built and the final of one that has been played get the same reports in turns: a win, cleared, a draw, two tie-break
games that decide it, cleared. The figure is the median of the turns. What the rounds cost as they were played is
printed beside it. A view is asked for right after a result, so that nothing is remembered; the best of five.

Ends with 1 if a result of the last round costs more than 1.5 times one of the first, on either way.
"""

from __future__ import annotations

import gc
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import httpx
from _postgres import postgres
from _server import PROCESSOR, server
from msgspec import to_builtins

from podium.app.accounts.logins import SESSION_COOKIE
from podium.app.formats.knockout.answers import bracket_row
from podium.app.pictures.bracket import picture
from podium.bootstrap import opened
from podium.config import Config
from podium.core.dice import Dice
from podium.core.ids import PairingId, PlayerId
from podium.knockout import GrandFinal, Knockout, Outcome, Rules, TieBreakPolicy, applied, build, ranking, report

PLAYERS = 1024
DRAWS = 100 / 3
GROWTH = 1.5  # what a result of the last round may cost, in results of the first
SAMPLES = 600  # results timed in each of the two rounds

TURNS = 21  # in which the first and the last round are compared over HTTP
CYCLES = 3  # of the six reports, in a turn
SHOWN = 5  # times that each view is asked for

Step = tuple[Knockout, PairingId, Outcome]
Row = dict[str, Any]

VIEWS = (
    ("bracket", "/api/tournaments/{id}/bracket"),
    ("matches", "/api/tournaments/{id}/matches"),
    ("standings", "/api/tournaments/{id}/standings"),
    ("picture", "/api/tournaments/{id}/bracket.svg"),
    ("page of the bracket", "/t/{id}/bracket"),
    ("page of the standings", "/t/{id}/standings"),
)


# --- the engine alone ------------------------------------------------------------------------


def best(act: Callable[[], object], times: int = 5) -> float:
    """The processor time of an act, the best of several."""
    least = float("inf")
    for _ in range(times):
        begin = process_time()
        act()
        least = min(least, process_time() - begin)
    return least


def result(dice: Dice) -> Outcome:
    """The result of a game, by chance."""
    won = dice.pick((Outcome.WHITE_WIN, Outcome.BLACK_WIN))
    return Outcome.DRAW if dice.chance(DRAWS) else won


def mint_from(numbers: count[int]) -> PairingId:
    return PairingId(f"bench-{next(numbers)}")


def built(rules: Rules) -> Knockout:
    numbers = count(1)
    entrants = [PlayerId(f"player-{number}") for number in range(PLAYERS)]
    return build(rules, entrants, "2026-01-01T09:00:00Z", lambda: mint_from(numbers), Dice("bench"))


def steps(rules: Rules) -> tuple[list[Step], Knockout]:
    """Every report of an event with the state it met, and how it ended."""
    dice, numbers, state = Dice("results"), count(PLAYERS * 10), built(rules)
    taken: list[Step] = []
    while not state.over:
        for parent in state.rounds[state.begun - 1].parents:
            while not (match := state.match(parent.id)).resolved:
                game = next(each for each in (match, *state.games_of(match)) if each.played is None)
                outcome = result(dice)
                taken.append((state, game.id, outcome))
                state = applied(
                    state, report(state, game.id, outcome, None, "2026-01-01T10:00:00Z", lambda: mint_from(numbers))
                )
    return taken, state


def play(taken: list[Step]) -> None:
    """Takes each step from the state it met."""
    numbers = count(1)
    for state, id, outcome in taken:
        applied(state, report(state, id, outcome, None, "2026-01-01T10:00:00Z", lambda: mint_from(numbers)))


def in_round(taken: list[Step], number: int) -> list[Step]:
    """As many steps of a round as are timed, over and over if it has fewer."""
    here = [step for step in taken if step[0].match(step[1]).round == number]
    return (here * (SAMPLES // len(here) + 1))[:SAMPLES]


def growth(rules: Rules) -> float:
    """Prints the figures of some rules; how many times a result of the first round one of the last costs."""
    taken, end = steps(rules)
    gc.collect()
    gc.freeze()  # the collector need not look through the recorded states again and again
    last = len(end.rounds)
    early, late = in_round(taken, 1), in_round(taken, last)
    first_cost, last_cost = best(lambda: play(early)) / SAMPLES, best(lambda: play(late)) / SAMPLES
    names = {player: f"Name of {player}" for player in end.entrants}
    matches = sum(match.full and match.parent is None for match in end)
    kind = f"double elimination, {rules.tie_break_policy.value}" if rules.grand_final else rules.tie_break_policy.value
    print(f"{kind}: {PLAYERS} players, {matches} matches, {len(taken)} results, {last} rounds")
    print(f"  built in {1e3 * best(lambda: built(rules)):.1f} ms, reported in {1e3 * best(lambda: play(taken)):.0f} ms")
    as_json = best(lambda: json.dumps(to_builtins(bracket_row(end, "cup"))))
    as_picture = best(lambda: picture(end, names))
    print(f"  shown in {1e3 * as_json:.0f} ms as JSON, {1e3 * as_picture:.0f} ms as a picture")
    print(f"  ranked in {1e3 * best(lambda: ranking(end)):.1f} ms")
    print(f"  a result: {1e6 * first_cost:.0f} µs in the first round, {1e6 * last_cost:.0f} µs in the last")
    return last_cost / first_cost


# --- the whole way of a result ---------------------------------------------------------------


@dataclass(slots=True)
class Event:
    """A bracket behind HTTP, and how its owner's client talks to it."""

    client: httpx.Client
    id: str
    results: int = 0

    @classmethod
    def entered(cls, client: httpx.Client, name: str, format: str) -> Event:
        """A new event of that format with its players."""
        given = {"name": name, "format": format, "tieBreakPolicy": TieBreakPolicy.BEST_OF_3.value}
        event = cls(client, asked(client, "POST", "/api/tournaments", given)["id"])
        players = [{"name": f"Player {number}", "rating": 3000 - number} for number in range(PLAYERS)]
        asked(client, "POST", f"/api/tournaments/{event.id}/players", {"players": players})
        return event

    def build(self) -> None:
        asked(self.client, "POST", f"/api/tournaments/{self.id}/rounds", {})

    def report(self, match: str, outcome: Outcome | None) -> Row:
        """The match after that result of it, or after its result was cleared."""
        self.results += 1
        said = {"result": outcome.value if outcome else None, "confirm": True}
        row: Row = asked(self.client, "PUT", f"/api/matches/{match}/result", said)
        return row

    def report_all(self, matches: list[str], dice: Dice) -> None:
        for match in matches:
            self.report(match, result(dice))

    def matches(self, round: int) -> list[Row]:
        """The matches of a round, each followed by its tie-break games."""
        found: list[Row] = asked(self.client, "GET", f"/api/tournaments/{self.id}/matches?round={round}")["matches"]
        return found

    def waiting(self, round: int) -> list[str]:
        """What can be played in a round now: matches, and of each drawn one the next tie-break game."""
        pending = [row for row in self.matches(round) if row["status"] == "PENDING"]
        return list({row["parentMatchId"] or row["id"]: row["id"] for row in reversed(pending)}.values())

    def play(self, round: int, dice: Dice) -> tuple[float, int]:
        """What a round costs, which is played to its end, and how many results it took."""
        total, before = 0.0, self.results
        while waiting := self.waiting(round):
            total += cost(self.client, partial(self.report_all, waiting, dice))
        return total, self.results - before

    def report_in_cycles(self, match: str) -> None:
        """Six reports on a match, after which it is as it was before, over and over."""
        for _ in range(CYCLES):
            self.report(match, Outcome.WHITE_WIN)
            self.report(match, None)
            first, second, _ = self.report(match, Outcome.DRAW)["tieBreakMatches"]
            self.report(first, Outcome.WHITE_WIN)
            self.report(second, Outcome.BLACK_WIN)  # colours alternate: the same player again
            self.report(match, None)

    def turn(self, match: str) -> tuple[float, float]:
        """What a report on a match costs, in one turn, and how long it takes by the clock."""
        before, began = self.results, perf_counter()
        total = cost(self.client, partial(self.report_in_cycles, match))
        reports = self.results - before
        return total / reports, (perf_counter() - began) / reports

    def shown(self, path: str, final: str) -> float:
        """What a view costs right after a result."""
        costs = []
        for at in range(SHOWN):
            self.report(final, (Outcome.WHITE_WIN, Outcome.BLACK_WIN)[at % 2])
            costs.append(cost(self.client, lambda: self.client.get(path.format(id=self.id)).raise_for_status()))
        return min(costs)


def asked(client: httpx.Client, method: str, path: str, body: object = None) -> Any:
    """The answer to a request."""
    return client.request(method, path, json=body).raise_for_status().json()


def cost(client: httpx.Client, act: Callable[[], object]) -> float:
    """The seconds of the processor that the server spends on what is asked of it, without the question for them."""
    idle, before = spent(client), spent(client)
    act()
    return spent(client) - before - (before - idle)


def spent(client: httpx.Client) -> float:
    """The seconds of the processor that the server has used so far."""
    seconds: float = asked(client, "GET", PROCESSOR)
    return seconds


@contextmanager
def owner(database: str) -> Iterator[httpx.Client]:
    """A client of somebody who may create tournaments, of a server on that database."""
    with opened(Config(database=database)) as podium:
        user = podium.registry.add_user("chief", "correct horse")
        _, secret = podium.registry.add_token(user, "bench")
        session = podium.registry.open_session(user)
    proof = {"Authorization": f"Bearer {secret}", "Cookie": f"{SESSION_COOKIE}={session}"}
    with (
        server("podium", database) as port,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=proof, timeout=60) as client,
    ):
        yield client


def play_through(played: Event) -> str:
    """Prints what it costs to build an event, to play it and to show it; the id of its final, which has a result."""
    building = cost(played.client, played.build)
    dice, began = Dice("results"), perf_counter()
    last = len(asked(played.client, "GET", f"/api/tournaments/{played.id}/bracket")["rounds"])
    rounds = [played.play(number, dice) for number in range(1, last + 1)]
    took = perf_counter() - began
    final: str = played.matches(last)[0]["id"]  # its tie-break games come after it
    total, by_round = sum(costs for costs, _ in rounds), [costs / results for costs, results in rounds]
    print(f"  {PLAYERS} players, {played.results} results, {last} rounds")
    print(
        f"  built in {1e3 * building:.0f} ms, reported in {total:.1f} s, or {took:.1f} s by the clock with the client"
    )
    print(f"  a result as it was played, by round: {', '.join(f'{1e3 * each:.2f}' for each in by_round)} ms")
    shown = [f"{name} {1e3 * played.shown(path, final):.0f}" for name, path in VIEWS]
    print(f"  shown after the last result: {', '.join(shown)} ms")
    return final


def growth_over_http(kind: str, database: str, format: str = "knockout") -> float:
    """Prints the figures of one database; how many times a result of the first round one of the last costs."""
    print(f"{format} over HTTP, on {kind}:")
    with owner(database) as client:
        fresh, played = Event.entered(client, "Fresh", format), Event.entered(client, "Played", format)
        fresh.build()
        first, final = fresh.matches(1)[0]["id"], play_through(played)
        played.report(final, None)
        turns = [(fresh.turn(first), played.turn(final)) for _ in range(TURNS)]
    first_cost, last_cost = (statistics.median(turn[at][0] for turn in turns) for at in (0, 1))
    first_time, last_time = (statistics.median(turn[at][1] for turn in turns) for at in (0, 1))
    print(f"  the same reports: {1e3 * first_cost:.2f} ms in the first round, {1e3 * last_cost:.2f} ms in the last")
    print(f"  the same by the clock: {1e3 * first_time:.2f} ms and {1e3 * last_time:.2f} ms")
    return last_cost / first_cost


def main() -> int:
    """Prints the figures; 1 if the limit is missed."""
    policies = (TieBreakPolicy.BEST_OF_3, TieBreakPolicy.RAPID, TieBreakPolicy.NONE)
    growths = [growth(Rules(tie_break_policy=policy)) for policy in policies]
    growths.append(growth(Rules(tie_break_policy=TieBreakPolicy.RAPID, grand_final=GrandFinal.RESET)))
    with tempfile.TemporaryDirectory() as folder:
        formats = ("knockout", "double-elimination")
        growths += [growth_over_http("SQLite", str(Path(folder) / f"{format}.db"), format) for format in formats]
    with postgres() as url:
        if url is not None:
            growths.append(growth_over_http("PostgreSQL", url))
    worst = max(growths)
    print(f"the last round costs {', '.join(f'{each:.2f}' for each in growths)} times the first (at most {GROWTH})")
    return 0 if worst <= GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
