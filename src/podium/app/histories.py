"""The histories that were asked for lately: only what is new in them is read and put into words."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from podium.app.handle import forgets
from podium.app.memory import emptied_with_the_rest
from podium.app.ports import Journal, Past
from podium.app.views.history import History, Told, continued, lines_of
from podium.app.words.language import language
from podium.core.ids import TournamentId

KEPT = 16  # histories that stay in memory; one of 5,500 results takes about 6 MB


class Chronicles:
    """Tells histories, and remembers them."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._kept: OrderedDict[tuple[str, TournamentId], tuple[Told, History]] = OrderedDict()
        self._lock = Lock()
        emptied_with_the_rest(self)

    def of(self, stream: TournamentId) -> History:
        """All that ever happened in a tournament, newest first."""
        with self._lock:
            known = self._kept.get((language(), stream))
        with self._journal.past(stream) as past:
            told = _told(known[0] if known else Told(), past)
        if known is not None and told is known[0]:
            return known[1]
        shown = lines_of(told)
        with self._lock:
            self._kept[language(), stream] = told, shown
            self._kept.move_to_end((language(), stream))
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return shown

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()

    def __len__(self) -> int:
        return len(self._kept)


def _told(known: Told, past: Past) -> Told:
    """The history up to now, from what is `known` of it if it still begins so."""
    last = known.newest
    newer = past.commits(last.version - 1) if last else ()
    if last is None or tuple(newer[:1]) != (last,) or any(forgets(commit) for commit in newer[1:]):
        known, newer = Told(), past.commits()
    elif len(newer) == 1:
        return known
    else:
        newer = newer[1:]
    # Commits first: of a commit that was seen, all events are there.
    events = past.events_by_version(newer[0].version - 1 if newer else 0)
    return continued(known, [(commit, events.get(commit.version, ())) for commit in newer], past.state)
