"""Several browsers with the same form open press *Save* in the same moment, at several processes on PostgreSQL.

    PYTHONPATH=src python -m tests.trust.form_races [--turns 5] [--clients 12] [--sqlite]

Whoever is told that it is saved finds it saved; everybody else is shown what differs; nobody gets a fault.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx

from podium.app.access import Role
from podium.bootstrap import opened
from podium.config import Config
from tests.trust import databases
from tests.trust.anonymous_attacks import PASSWORD, Figures, event_of
from tests.trust.served import served
from tests.trust.time_limit import NO_LIMIT, TimeLimit
from tests.web.visitor import Form, Page

PATIENCE = 60.0
SAVED = (200, 303)
REFUSED = 409
Browser = httpx.Client
Choose = Callable[[Page], Form]


def form_races(url: str, turns: int = 5, clients: int = 12, workers: int = 3, limit: TimeLimit = NO_LIMIT) -> Figures:
    """What came of players, settings and roles that so many changed at once, again and again while time allows."""
    names = [f"Helper {number}" for number in range(clients)]
    with opened(Config(database=url)) as podium:
        user = podium.registry.add_user("Director", PASSWORD)
        for name in names:
            podium.registry.add_user(name, PASSWORD)
        event, _ = event_of(podium.desk.perform, user.actor, 8)
        podium.registry.set_roles(event, {"Director": Role.OWNER})
        player = next(iter(podium.desk.see(user.actor, event).state.players))
    statuses: Counter[int] = Counter()
    broken: list[str] = []
    with served(url, workers=workers) as server, ExitStack() as stack:
        browsers = [stack.enter_context(Browser(base_url=server.url, timeout=PATIENCE)) for _ in range(clients)]
        for browser in browsers:
            _sign_in(browser)
        for turn in range(turns):
            if limit.over:
                turns = turn
                break
            for what, address, field in (
                ("player", f"/t/{event}/players/{player}/edit", "club"),
                ("settings", f"/t/{event}/settings", "place"),
            ):
                values = [f"{turn}-{number}" for number in range(clients)]
                answers = _at_once(browsers, address, _posting_to(address), [{field: each} for each in values])
                statuses.update(answers)
                stored = _form(browsers[0], address, _posting_to(address)).fields[field]
                broken += _overwritten(f"{what}, turn {turn}", values, answers, stored)
            people = f"/t/{event}/people"
            role = ("scorer", "arbiter")[turn % 2]
            wanted = [{"name": name, "role": role, "was": ""} for name in names]
            answers = _at_once(browsers, people, _giving_roles, wanted)
            statuses.update(answers)
            with opened(Config(database=url)) as podium:
                given = podium.registry.roles(event)
                broken += [
                    f"turn {turn}: {name} was made {role}, and is {given.get(name)}"
                    for name, status in zip(names, answers, strict=True)
                    if status in SAVED and given.get(name) is not Role[role.upper()]
                ]
                podium.registry.set_roles(event, {"Director": Role.OWNER})
    faults = sum(count for status, count in statuses.items() if status >= 500)
    return {"turns": turns, "clients": clients, "answers": dict(statuses), "faults": faults, "broken": broken}


def _overwritten(what: str, values: Sequence[str], answers: Sequence[int], stored: str) -> list[str]:
    """What is wrong where several wrote the same field: one is told that it is saved, the others what it is now."""
    saved = [value for value, status in zip(values, answers, strict=True) if status in SAVED]
    if saved == [stored] and set(answers) <= {*SAVED, REFUSED}:
        return []
    return [f"{what}: {saved} were told it is saved, {stored} is; {sorted(set(answers))}"]


def _at_once(browsers: Sequence[Browser], address: str, choose: Choose, changes: Sequence[dict[str, str]]) -> list[int]:
    """What each was answered who had the form open before anybody had sent it."""
    forms = [_form(browser, address, choose) for browser in browsers]
    start = threading.Barrier(len(browsers), timeout=PATIENCE)

    def send(at: int) -> int:
        start.wait()
        answer = browsers[at].post(forms[at].action, data={**forms[at].fields, **changes[at]})
        return answer.status_code

    with ThreadPoolExecutor(len(browsers)) as pool:
        return list(pool.map(send, range(len(browsers)), timeout=4 * PATIENCE))


def _form(browser: Browser, address: str, choose: Choose) -> Form:
    return choose(Page(browser.get(address).raise_for_status().text))


def _posting_to(address: str) -> Choose:
    return lambda page: page.form(address)


def _giving_roles(page: Page) -> Form:
    return [each for each in page.forms if each.action.endswith("/people/roles")][-1]


def _sign_in(browser: Browser) -> None:
    form = Page(browser.get("/login").raise_for_status().text).form("/login")
    answer = browser.post("/login", data={**form.fields, "name": "Director", "password": PASSWORD})
    assert answer.status_code in SAVED, answer.status_code


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--clients", type=int, default=12)
    parser.add_argument("--sqlite", action="store_true")
    wanted = parser.parse_args()
    with databases.sqlite() if wanted.sqlite else databases.postgresql() as url:
        came = form_races(url, wanted.turns, wanted.clients, 1 if wanted.sqlite else 3)
        sys.stdout.write(json.dumps(came) + "\n")


if __name__ == "__main__":
    main()
