"""The parts of `make trust`: each attacks one thing, so often, and returns what came of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from podium.flow.formats.registry import FORMAT_NAMES
from tests.trust import anonymous_attacks, databases
from tests.trust.disk_full import disk_full
from tests.trust.figures import ROOT, Attack
from tests.trust.forged_archives import MEMORY, attacked
from tests.trust.form_races import form_races
from tests.trust.fuzz_parsers import fuzz
from tests.trust.killed_servers import killed
from tests.trust.load import loaded
from tests.trust.locked_events import locked
from tests.trust.moved_file import moved
from tests.trust.old_databases import revisions
from tests.trust.role_matrix import walked
from tests.trust.stepped_clock import stepped
from tests.trust.time_limit import TimeLimit
from tests.trust.torn_files import torn
from tests.trust.upgrades import killed_at_each

TESTS, LEAVING = 600, 30  # seconds that tests may take, and to leave
TOGETHER = ("-n", str((os.cpu_count() or 2) * 3 // 2), "--dist", "worksteal")  # as `make test` runs them
RUN = "PYTHONPATH=src python -m tests.trust"
BOTH = (("SQLite", databases.sqlite, 1), ("PostgreSQL", databases.postgresql, 3))


def times(full: float, scale: float, least: int = 1) -> int:
    """How often something is done at a scale."""
    return max(least, round(full * scale))


def halves(limit: TimeLimit) -> tuple[Callable[[], TimeLimit], Callable[[], TimeLimit]]:
    """The limits of two attacks, each asked for when it begins: half of the time, and what is left of it."""
    return lambda: limit.share(0.5), lambda: limit


def kills(scale: float, seed: int, limit: TimeLimit) -> list[Attack]:
    return _ended("killed", 30, scale, seed, limit, signal.SIGKILL)


def restarts(scale: float, seed: int, limit: TimeLimit) -> list[Attack]:
    return _ended("told to end and started again", 8, scale, seed, limit, signal.SIGTERM)


def _ended(done: str, count: int, scale: float, seed: int, limit: TimeLimit, how: signal.Signals) -> list[Attack]:
    found = []
    for (name, database, servers), its in zip(BOTH, halves(limit), strict=True):
        with database() as url:
            came = killed(url, servers, times(count, scale, 2), 6, seed=seed, how=how, limit=its())
        restart = " --restart" if how is signal.SIGTERM else ""
        problems = [*came["problems"], *(f"{game} has another result" for game in came["wrong"])]
        problems += [f"{came['hung']} scorers never got an answer"] if came["hung"] else []
        problems += [] if came["kills"] else ["nothing was acknowledged before the first"]
        found.append(
            Attack(
                f"{_servers(servers)} on {name} {done} while six scorers enter results",
                f"{came['kills']} times",
                f"{RUN}.killed_servers URL --servers {servers} --kills {count} --seed {seed}{restart}",
                lost=came["lost"],
                doubled=came["doubled"],
                faults=len(came["problems"]),
                more=f"{came['acknowledged']:,} results acknowledged; "
                f"503 answered {came['unavailable']} times, and sent again",
                broken=tuple(problems),
            )
        )
    return found


def _servers(count: int) -> str:
    return "the server" if count == 1 else f"one of {count} servers"


def upgrades(scale: float, seed: int, limit: TimeLimit) -> list[Attack]:
    """The oldest, one in the middle and the newest but one, each killed at statements spread over the whole upgrade."""
    found = []
    for (name, database, _), its in zip(BOTH, halves(limit), strict=True):
        known = revisions()
        chosen = list(dict.fromkeys((known[0], known[len(known) // 2], known[-1])))
        kills_made = statements = 0
        broken = []
        with database() as url:
            its_limit = its()
            for number, revision in enumerate(chosen):
                here = its_limit.share(1 / (len(chosen) - number))
                every = max(1, round(25 / scale)) if revision == known[0] else max(1, round(12 / scale))
                try:
                    count, made = killed_at_each(url, revision, every, limit=here)
                except (SystemExit, AssertionError) as problem:
                    broken.append(f"from {revision}: {problem}")
                    continue
                statements, kills_made = statements + count, kills_made + made
        found.append(
            Attack(
                f"upgrades on {name} killed before a statement, then started again",
                f"{kills_made} times in {statements} statements, from {', '.join(chosen)}",
                f"{RUN}.upgrades URL --revision {chosen[0]}",
                lost=len(broken),
                more="each upgraded database holds what the old one held, and its tables are what its journal "
                "makes of them",
                broken=tuple(broken),
            )
        )
    return found


def races(scale: float, seed: int, limit: TimeLimit) -> list[Attack]:
    writers = "writers, phones, scorers and arbiters at the same moment, and their controls"
    held = [_tests(writers, ["tests/races"], limit=limit.share(0.6))]
    for each, its in zip(BOTH, halves(limit), strict=True):
        held.append(_forms(*each, times(10, scale), its()))
    return held


def _forms(name: str, database: Callable[[], Any], workers: int, turns: int, limit: TimeLimit) -> Attack:
    with database() as url:
        came = form_races(url, turns, workers=workers, limit=limit)
    sqlite = " --sqlite" if workers == 1 else ""
    return Attack(
        f"{came['clients']} browsers send the form of a player, of the settings and of roles in the same moment, "
        f"{workers} process{'es' if workers > 1 else ''} on {name}",
        f"{3 * came['turns']} times",
        f"{RUN}.form_races --turns {turns} --clients {came['clients']}{sqlite}",
        lost=len(came["broken"]),
        faults=came["faults"],
        more=f"answers {_counts(came['answers'])}: who is told that it is saved finds it so, others see what differs",
        broken=tuple(came["broken"]),
    )


def locks(scale: float, seed: int, limit: TimeLimit) -> list[Attack]:
    count, results = times(12, scale, 9), times(200, scale, 20)
    with databases.postgresql() as url:
        came = locked(url, count, results)
    return [
        Attack(
            f"a peer that hangs with {count} events of PostgreSQL locked, a result waiting in each",
            f"{results} results in another event",
            f"{RUN}.locked_events --count {count} --results {results}",
            lost=came["lost"],
            doubled=came["doubled"],
            faults=_faults(came["answers"]),
            stall=came["longest_wait"],
            more=f"answers {_counts(came['answers'])}",
            broken=(f"{came['hung']} never got an answer",) if came["hung"] else (),
        )
    ]


def roles(scale: float, seed: int, limit: TimeLimit) -> list[Attack]:
    share = min(1.0, 0.6 * scale)
    figures = walked(FORMAT_NAMES, share, seed, limit)
    came = figures.figures
    return [
        Attack(
            "every route as public, stranger, player, scorer (account, link), arbiter and owner, in every format, "
            "published and not",
            f"{came['cells']:,} cells of {came['routes']} routes, {came['share']:.0%} of all",
            f"{RUN}.role_matrix --share {came['share']:g} --seed {seed}",
            faults=len(came["faults"]),
            strangers=len(came["leaks"]),
            more=f"read by somebody: {came['routes_read']} routes; "
            f"changed something for somebody: {came['routes_written']}",
            broken=(*came["leaks"], *came["faults"]),
        )
    ]


def requests(scale: float, seed: int, limit: TimeLimit) -> list[Attack]:
    count = times(10_000, scale, 400)
    variables = {"PODIUM_ODD_REQUESTS": str(count), "PODIUM_ODD_SEED": str(seed)}
    file = "tests/api/test_odd_requests.py"
    tests = _tests("odd values in every field, parameter and header of the API", [file], variables, limit=limit)
    repeat = f"PODIUM_ODD_REQUESTS={count} PODIUM_ODD_SEED={seed} {tests.repeat}"
    faults = len(tests.broken)
    return [Attack(tests.tried, f"{count:,} requests", repeat, faults=faults, more=tests.more, broken=tests.broken)]


def parsers(scale: float, seed: int, limit: TimeLimit) -> list[Attack]:
    count = times(3_000, scale, 40)
    came = fuzz(count, str(seed), limit=limit)
    return [
        Attack(
            f"damaged files for {len(came.files)} readers",
            f"{came.files.total():,} files",
            f"{RUN}.fuzz_parsers --count {max(came.files.values())} --seed {seed}",
            faults=len(came.faults),
            more=f"{came.refused.total():,} refused in words, the others read; "
            f"the slowest took {max(came.slowest.values()):.1f} s",
            broken=tuple(came.faults),
        )
    ]


def disk(scale: float, seed: int, limit: TimeLimit) -> list[Attack]:
    count = times(10, scale, 2)
    with databases.folder() as folder:
        came = disk_full(folder, count, limit)
    broken = [f"{came['refused_and_there']} results were refused and are there"] if came["refused_and_there"] else []
    broken += [f"{came['ready_when_full']} times /ready was 200 without room"] if came["ready_when_full"] else []
    broken += [f"{came['not_well_again']} times not well again with room"] if came["not_well_again"] else []
    return [
        Attack(
            "a disk without room while results are entered, then with room",
            f"{came['times']} times",
            f"{RUN}.disk_full --count {count}",
            lost=came["lost"],
            doubled=came["doubled"],
            faults=_faults(came["answers"]) + _faults(came["reads"]),
            more=f"results {_counts(came['answers'])} ({', '.join(came['codes'])}), reads meanwhile "
            f"{_counts(came['reads'])}",
            broken=tuple(broken),
        )
    ]


def clock(scale: float, seed: int, limit: TimeLimit) -> list[Attack]:
    count = times(40, scale, 4)
    with databases.folder() as folder:
        came = stepped(folder, count, seed, limit)
    back = came["times_that_go_back"]
    return [
        Attack(
            "the system clock set back and forward by an hour, a day, a month, a year",
            f"{len(came['steps'])} times",
            f"{RUN}.stepped_clock --count {count} --seed {seed}",
            lost=came["lost"],
            doubled=came["doubled"],
            faults=came["faults"],
            strangers=came["revived"],
            more=f"{came['entered']} results entered; tokens, links and sessions that came back to life "
            f"{came['revived']}; limits on passwords that stuck {came['limits_that_stick']}; "
            f"commits dated before the last {back}",
            broken=(
                *([f"{back} commits are dated before the last"] if back else ()),
                *([f"{came['limits_that_stick']} limits on passwords stuck"] if came["limits_that_stick"] else ()),
            ),
        )
    ]


def files(scale: float, seed: int, limit: TimeLimit) -> list[Attack]:
    count = times(240, scale, 12)
    came = torn(count, seed, limit.share(0.7))
    wrong = tuple(f"another answer than before, and no check says so: {each}" for each in came.wrong)
    return [
        Attack(
            "files of SQLite cut, with bytes changed, with blank sectors, with pages in the wrong place",
            f"{came.files.total()} files",
            f"{RUN}.torn_files --count {count} --seed {seed}",
            faults=len(came.faults),
            more="; ".join(f"{what} {number}" for what, number in sorted(came.came.items())),
            broken=(*came.faults, *wrong),
        ),
        _moved(times(30, scale, 3), limit),
    ]


def archives(scale: float, seed: int, limit: TimeLimit) -> list[Attack]:
    count = times(400, scale, 20)
    came = attacked(count, seed, limit)
    return [
        Attack(
            f"archives changed and sealed again, brought to a server of {MEMORY:,} MB",
            f"{came.tried:,} archives",
            f"{RUN}.forged_archives --count {count} --seed {seed}",
            faults=sum(number for status, number in came.answers.items() if status >= 500),
            stall=came.stall,
            more=f"answers {_counts({str(status): number for status, number in came.answers.items()})}; "
            f"the server took {came.megabytes:,} MB",
            broken=tuple(came.wrong),
        )
    ]


def _moved(count: int, limit: TimeLimit) -> Attack:
    with databases.folder() as folder:
        came = moved(folder, count, limit)
    there = came["refused_and_there"]
    return Attack(
        "the file of SQLite renamed, removed or replaced under a server, and put back",
        f"{came['times']} times",
        f"{RUN}.moved_file --count {count}",
        lost=came["lost"],
        doubled=came["doubled"],
        faults=0,
        more=f"{came['acknowledged']} results entered; refused {_counts(came['codes'])}, and /ready says the same",
        broken=(*came["wrong"], *([f"{there} results were refused and are there"] if there else ())),
    )


def intruders(scale: float, seed: int, limit: TimeLimit) -> list[Attack]:
    counts = {
        "sign_ins": times(100, scale, 20),
        "large_form": times(29_000_000, scale, 1_000_000),
        "large_header": times(200_000_000, scale, 5_000_000),
        "slow_requests": times(60, scale, 6),
        "silent_connections": times(400, scale, 150),
        "watchers": times(100, scale, 60),
        "crowd": times(2_000, scale, 100),
        "costly_questions": times(20, scale, 3),
        "foreign_sign_in": times(10, scale),
    }
    return [_intruder(name, count, scale) for name, count in counts.items()]


def _intruder(name: str, count: int, scale: float) -> Attack:
    players = times(2_000, scale, 8) if name == "costly_questions" else 8
    came = anonymous_attacks.figures(name, count, players)
    attack, _ = anonymous_attacks.ATTACKS[name]
    statuses = {**came.get("answers", {}), **came.get("director", {})} if isinstance(came.get("director"), dict) else {}
    statuses |= came.get("answers", {}) | came.get("other_answers", {})
    shown = {key: value for key, value in came.items() if key != "longest_wait"}
    return Attack(
        (attack.__doc__ or name).partition("\n")[0].rstrip("."),
        f"{count:,}",
        f"{RUN}.anonymous_attacks {name} --count {count} --players {players}",
        faults=_faults(statuses),
        strangers=came.get("signed_in"),
        stall=came.get("longest_wait"),
        more="; ".join(f"{key.replace('_', ' ')} {_shown(value)}" for key, value in shown.items()),
        broken=(f"{came['held']} slow connections are still held",) if came.get("held") else (),
    )


def load(scale: float, seed: int, limit: TimeLimit) -> list[Attack]:
    seconds = 60.0 if scale >= 1 else max(5.0, 60.0 * scale)
    return [_load(*each, scale, seconds, seed, its()) for each, its in zip(BOTH, halves(limit), strict=True)]


def _load(
    name: str, database: Callable[[], Any], workers: int, scale: float, seconds: float, seed: int, limit: TimeLimit
) -> Attack:
    with database() as url:
        came = loaded(url, workers=workers, scale=scale, seconds=seconds, seed=seed, limit=limit)
    postgresql = "" if workers == 1 else f" --postgresql --workers {workers}"
    problems = [f"{count} without an answer ({what})" for what, count in came["no_answer"].items()]
    for what in ("streams_ended", "streams_refused", "deaf", "wrong"):
        problems += [f"{what.replace('_', ' ')}: {came[what]}"] if came[what] else []
    problems += [f"answers {_counts(came['answers'])}"] if set(came["answers"]) != {"200"} else []
    held = came["megabytes"]
    return Attack(
        f"{came['scorers']} scorers and {came['phones']:,} phones at an event of {came['players']:,}, "
        f"{workers} process{'es' if workers > 1 else ''} on {name}",
        f"{came['results']:,} results and {came['reads']:,} pages in {came['seconds']:.0f} s, "
        f"{came['watchers']:,} streams",
        f"{RUN}.load --scale {scale:g} --seconds {seconds:.0f} --seed {seed}{postgresql}",
        lost=came["lost"],
        doubled=came["doubled"],
        faults=sum(count for status, count in came["answers"].items() if int(status) >= 500),
        stall=came["busy_longest"],
        more=f"99 of 100 results within {1e3 * came['busy_p99']:.0f} ms, alone {1e3 * came['idle_p99']:.0f} ms: "
        f"**{came['multiple']} times** (the aim is 5); half within {1e3 * came['busy_p50']:.0f} ms, alone "
        f"{1e3 * came['idle_p50']:.0f} ms; pages within {1e3 * came['read_p99']:.0f} ms; "
        f"memory {' → '.join(map(str, held))} MB. "
        f"The server took {came['server_share']:.0%} of a core, the clients, on the same machine, "
        f"{came['crowd_share']:.0%}",
        broken=tuple(problems),
    )


def _tests(tried: str, which: list[str], variables: dict[str, str] | None = None, *, limit: TimeLimit) -> Attack:
    """Tests run in a process of their own, as many as the time allows."""
    passed = controls = 0
    broken: list[str] = []
    skipped: set[str] = set()
    with databases.folder() as folder:
        report = folder / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *TOGETHER]
        command += which
        whole = _run(command, {**os.environ, "PYTHONPATH": str(ROOT / "src"), **(variables or {})}, limit)
        for case in _cases(report):
            name = f"{case.get('classname')}.{case.get('name')}"
            if case.find("skipped") is not None:
                skipped.add(name)
            elif (problem := case.find("failure")) is not None or (problem := case.find("error")) is not None:
                broken.append(f"{name}: {problem.get('message')}")
            else:
                passed += 1
                controls += "control" in name
    rest = f"; {len(skipped)} skipped for want of a service" if skipped else ""
    rest += "" if whole else "; there was no time for the others"
    if not passed:
        broken.append("no test was run")
    return Attack(
        tried,
        f"{passed + len(broken)} tests",
        f"PYTHONPATH=src python -m pytest -q {' '.join(which)}",
        more=f"{passed} held, {controls} of them controls, in which the protection is off and the race is lost{rest}"
        if controls
        else f"{passed} tests held{rest}",
        broken=tuple(broken),
    )


def _run(command: list[str], environment: dict[str, str], limit: TimeLimit) -> bool:
    """Run tests; where their time is over they are interrupted, so that they end what they started and report what
    they did. Whether all were run."""
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            process.wait(min(TESTS, limit.left))
        except subprocess.TimeoutExpired:
            return False
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                try:
                    process.wait(LEAVING)
                except subprocess.TimeoutExpired:
                    process.kill()
    return True


def _cases(report: Path) -> list[ElementTree.Element]:
    return list(ElementTree.parse(report).iter("testcase")) if report.exists() else []


def _faults(answers: dict[int, int]) -> int:
    return sum(count for status, count in answers.items() if int(status) >= 500 and int(status) != 503)


def _counts(answers: dict[Any, int]) -> str:
    return ", ".join(f"{count:,} x {status}" for status, count in sorted(answers.items()))


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return _counts(value) or "none"
    return (
        ", ".join(map(str, value))
        if isinstance(value, list)
        else f"{value:,}"
        if isinstance(value, int)
        else str(value)
    )


@dataclass(frozen=True, slots=True)
class Part:
    """A part: what it is about, what it does, and the seconds after which it is ended. It begins nothing more well
    before that."""

    name: str
    about: str
    run: Callable[[float, int, TimeLimit], list[Attack]]
    seconds: int


PARTS = (
    Part(
        "kills",
        "Servers end without a word in the middle of whatever they do. What was acknowledged is there, once.",
        kills,
        190,
    ),
    Part(
        "restarts",
        "The same, but servers are told to end, as a new version does it.",
        restarts,
        80,
    ),
    Part(
        "upgrades",
        "Databases of earlier versions, upgraded by a process that is killed and then started again.",
        upgrades,
        190,
    ),
    Part(
        "races",
        "Many people at the same moment; beside each race the control that shows that it can be lost.",
        races,
        235,
    ),
    Part(
        "locks",
        "Another process hangs in the middle of its work.",
        locks,
        45,
    ),
    Part(
        "roles",
        "Everybody asks for everything. What they may is read from `app/access.py`, the routes from the application.",
        roles,
        250,
    ),
    Part(
        "requests",
        "Requests that no client should send.",
        requests,
        100,
    ),
    Part(
        "parsers",
        "Files that nobody should bring. Each is read, or refused in words, within five seconds of a processor.",
        parsers,
        120,
    ),
    Part(
        "disk",
        "No room on the disk.",
        disk,
        60,
    ),
    Part(
        "clock",
        "A machine whose clock is wrong.",
        clock,
        75,
    ),
    Part(
        "files",
        "A database that a disk has damaged. What is answered from it must be right, or refused in words.",
        files,
        90,
    ),
    Part(
        "archives",
        "Events that somebody made up, with digests that are right: refused in words, or events like any other.",
        archives,
        70,
    ),
    Part(
        "intruders",
        "Strangers from the street, with as much patience as a program has.",
        intruders,
        110,
    ),
    Part(
        "load",
        "The busiest minute of a large event: every scorer enters a result each 20 s, every phone reads "
        "a page each 20 s and watches.",
        load,
        185,
    ),
)
"""Every part; together they end within half an hour."""
