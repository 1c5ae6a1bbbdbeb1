"""The histories that were asked for lately: only what is new in them is read and put into words."""

from __future__ import annotations

from podium.app.handle import forgets
from podium.app.history.history import History, Transcript, extended, history_of
from podium.app.memory import Recent
from podium.app.ports import Journal, Past
from podium.app.words.language import language
from podium.core.ids import TournamentId

KEPT = 16  # histories that stay in memory; one of 5,500 results takes about 6 MB


class Histories:
    """The history of each tournament, kept in memory and continued from there."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._kept: Recent[tuple[str, TournamentId], tuple[Transcript, History]] = Recent(KEPT)
        self.clear = self._kept.clear

    def of(self, stream: TournamentId) -> History:
        """All that ever happened in a tournament, newest first."""
        generation, kept = self._kept.generation, self._kept.get((language(), stream))
        with self._journal.past(stream) as past:
            transcript = _up_to_now(kept[0] if kept else Transcript(), past)
        if kept is not None and transcript is kept[0]:
            return kept[1]
        history = history_of(transcript)
        self._kept.put((language(), stream), (transcript, history), generation)
        return history

    def __len__(self) -> int:
        return len(self._kept)


def _up_to_now(kept: Transcript, past: Past) -> Transcript:
    """The transcript of all commits, from the one that was `kept` if the history still begins so."""
    last = kept.newest
    newer = past.commits(last.version - 1) if last else ()
    if last is None or tuple(newer[:1]) != (last,) or any(forgets(commit) for commit in newer[1:]):
        kept, newer = Transcript(), past.commits()
    elif len(newer) == 1:
        return kept
    else:
        newer = newer[1:]
    # Commits first: of a commit that was seen, all events are there.
    events = past.events_by_version(newer[0].version - 1 if newer else 0)
    return extended(kept, [(commit, events.get(commit.version, ())) for commit in newer], past.state)
