"""Who changed the fields of a form, and when, as the history of the event has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from podium.app.ports import Commit
from podium.app.views.history import author
from podium.web.frame.visit import Visit

LONGEST_SEARCH = 2000  # commits back


@dataclass(frozen=True, slots=True)
class ChangeAuthor:
    """Who changed something, in words, and when, as the journal writes it."""

    who: str
    at: str


def change_authors(
    visit: Visit, now: int | None, names: Sequence[str], values_at: Callable[[int], Mapping[str, object]]
) -> dict[str, ChangeAuthor]:
    """Who gave each of these fields what it holds at version `now`; without those that no commit changed.

    `values_at` says what the fields held at a version. It is asked for few: between one where a field held something
    else and one where it holds what it does now there is a commit that changed it.
    """
    since = visit.version
    if now is None or since is None or not 0 < since < now <= since + LONGEST_SEARCH:
        return {}
    with visit.desk.journal.past(visit.tournament) as past:
        commits = {commit.version: commit for commit in past.commits(since)}
    kept: dict[int, Mapping[str, object]] = {}

    def value(name: str, version: int) -> object:
        if version not in kept:
            kept[version] = values_at(version)
        return kept[version].get(name)

    found = {name: _change(commits, since, now, partial(value, name)) for name in names}
    return {name: ChangeAuthor(author(each.actor), each.at) for name, each in found.items() if each is not None}


def _change(commits: Mapping[int, Commit], since: int, now: int, value: Callable[[int], object]) -> Commit | None:
    """A commit after which the value is what it is now, and before which it was not."""
    wanted = value(now)
    if value(since) == wanted:
        return None
    before, after = since, now
    while after - before > 1:
        middle = (before + after) // 2
        before, after = (before, middle) if value(middle) == wanted else (middle, after)
    return commits.get(after)
