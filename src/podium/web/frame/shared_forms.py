"""Forms that change what is stored, sent while somebody else changed it: what merges is merged, what differs is shown.

Each field of a form has three values when it comes back: what it held when the page was made, what was sent, and what
it holds now. What only one side changed is taken from that side; where both did, the sender sees both and decides.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

from litestar import Response

from podium.app.history.history import author
from podium.app.ports import Commit
from podium.app.problems import status_of
from podium.core.errors import PodiumError, Refused, Stale
from podium.web.frame.forms import Difference, Errors, Field, Fields, Form, under_field
from podium.web.frame.responses import PageHandler
from podium.web.frame.visit import TRIES, Visit

RENDERED = "rendered"
"""The hidden field that says what a form held when its page was made, where no journal knows it."""
LONGEST = 2000  # characters of a field that are kept so; of a longer one, its digest
LONGEST_SEARCH = 2000  # commits back

THEIRS = "theirs"
"""What the button says that keeps what others made of the fields."""


@dataclass(frozen=True, slots=True)
class SharedForm:
    """A form that two people may have open: its fields as they are stored, what it does, and its page as it was sent.

    Without a journal the page keeps what it showed in the form (`rendered`).
    """

    fields: Callable[[Visit], Fields]
    act: PageHandler
    show: Callable[[Visit, Errors, int], Response[str]]
    journalled: bool = True

    def __call__(self, visit: Visit) -> Response[str]:
        """What the form does; or its page, where it is refused or others changed what it would overwrite."""
        for left in reversed(range(TRIES)):
            looking = replace(visit, seen=visit.see()) if self.journalled else visit
            try:
                now = self.fields(looking)
                then = self._then(looking, now)
            except PodiumError:  # what it is about is not there, or not theirs: the act says so
                return self.act(visit)
            if then is None:
                texts = {name: each for name, each in visit.form.texts.items() if name != RENDERED}
                return self._carry_out(replace(visit, form=replace(visit.form, texts=texts)), now)
            merged, differing = merge(visit.form, then, now)
            if not self.journalled:
                merged = replace(merged, texts={**merged.texts, RENDERED: (kept(now),)})
            if differing:
                found = self._differences(looking, differing)
                return self.show(replace(looking, form=merged, differences=found), {}, 409)
            try:
                return self._carry_out(replace(looking, form=merged), now)
            except Stale:
                if not left:
                    raise
        raise AssertionError("a loop that returns or raises")

    def _then(self, visit: Visit, now: Fields) -> Fields | None:
        """The fields when the page was made; None where the form says nothing of them that can be read."""
        if not self.journalled:
            return kept_fields(visit.form)
        if visit.version is None or visit.seen is None:
            return None
        return now if visit.version == visit.seen.version else self._at(visit, visit.version)

    def _at(self, visit: Visit, version: int) -> Fields:
        seen = visit.desk.see_at(visit.actor, visit.tournament, version)
        return self.fields(replace(visit, seen=seen))

    def _carry_out(self, visit: Visit, fields: Fields) -> Response[str]:
        """What the form does; or its page with a refusal at the field that it is about, else at the first."""
        try:
            return self.act(visit)
        except Refused as error:
            if not fields:
                raise
            names = [each.name for each in fields]
            return self.show(visit, under_field(error, names, names[0]), status_of(error))

    def _differences(self, visit: Visit, differing: Fields) -> tuple[Difference, ...]:
        commits = self._commits(visit, [each.name for each in differing])
        return tuple(
            Difference(
                each.unit,
                each.label,
                each.in_words(visit.form.texts.get(each.name, ())),
                each.in_words(each.texts),
                *((author(commit.actor), commit.at) if (commit := commits.get(each.name)) else ()),
            )
            for each in differing
        )

    def _commits(self, visit: Visit, names: list[str]) -> dict[str, Commit]:
        """The commits that gave the fields what they hold now; without fields that no commit changed."""
        since, now = visit.version, visit.seen.version if visit.seen else 0
        if since is None or not 0 < since < now <= since + LONGEST_SEARCH:
            return {}
        with visit.desk.journal.past(visit.tournament) as past:
            commits = {commit.version: commit for commit in past.commits(since)}
        values: dict[int, dict[str, tuple[str, ...]]] = {}

        def value(name: str, version: int) -> tuple[str, ...]:
            if version not in values:
                values[version] = _comparable(self._at(visit, version))
            return values[version].get(name, ())

        changes = {name: _change(since, now, partial(value, name)) for name in names}
        return {name: commits[version] for name, version in changes.items() if version in commits}


def _change(since: int, now: int, value: Callable[[int], object]) -> int | None:
    """A version at which the value is what it is now, and before which it was not; few are asked for."""
    wanted = value(now)
    if value(since) == wanted:
        return None
    before, after = since, now
    while after - before > 1:
        middle = (before + after) // 2
        before, after = (before, middle) if value(middle) == wanted else (middle, after)
    return after


def merge(sent: Form, then: Fields, now: Fields) -> tuple[Form, Fields]:
    """What was sent, with what only others changed since `then`; and the fields that both sides changed.

    A field that the form did not have is left out of it. Those of which the sender saw the difference, and keeps what
    others made of them, give way.
    """
    texts = dict(sent.texts)
    names = {each.name for each in now}
    gone = (replace(each, value=()) for each in then if each.group and each.name not in names)
    units: dict[str, list[Field]] = {}
    for each in (*now, *gone):
        units.setdefault(each.unit, []).append(each)
    before = _comparable(then)
    given_up = sent.texts.get("differing", ()) if sent.text("resolve") == THEIRS else ()
    differing: list[Field] = []
    for unit, fields in units.items():
        held = {each.name: before.get(each.name, ()) for each in fields}
        mine = {name: _comparable_texts(texts.get(name, ())) for name in held}
        theirs = _comparable(fields)
        gives_way = unit in given_up
        if not any(each.is_in(sent) for each in fields) or mine == theirs or (held == theirs and not gives_way):
            continue
        if mine != held and not gives_way:
            differing += [each for each in fields if each.label and mine[each.name] != theirs[each.name]]
            continue
        for each in fields:
            texts.pop(each.name, None)
            if each.texts:
                texts[each.name] = each.texts
    return replace(sent, texts=texts), tuple(differing)


def _comparable(fields: Iterable[Field]) -> dict[str, tuple[str, ...]]:
    return {each.name: _comparable_texts(each.texts) for each in fields}


def _comparable_texts(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Texts without what browsers do to line ends; none that are empty, long ones as a digest."""
    bare = (each.replace("\r\n", "\n").strip() for each in texts)
    return tuple(
        each if len(each) <= LONGEST else hashlib.sha256(each.encode(errors="replace")).hexdigest()
        for each in bare
        if each
    )


def kept(fields: Fields) -> str:
    """What fields hold, as a page keeps it in a form (`rendered`)."""
    return json.dumps(_comparable(fields), separators=(",", ":"), ensure_ascii=False)


def kept_fields(form: Form) -> Fields | None:
    """The fields of a form when its page was made, as that kept them; None where it says nothing that can be read."""
    try:
        held = json.loads(form.secret(RENDERED))
        return tuple(Field(name, "", value=tuple(map(str, texts))) for name, texts in held.items())
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
