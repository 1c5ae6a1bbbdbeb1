"""What has expired is dropped and what is old in the audit cut short, a little every minute, by a thread of its own."""

from __future__ import annotations

import threading

from podium.core.errors import Unavailable
from podium.storage.accounts.registry import SqlRegistry

EVERY = 60.0  # seconds
AUDIT_EVERY = 60  # turns after which the audit is looked at too
TURNS = 20  # batches at most that are dropped in one turn, so that others who write are not kept waiting
ENDS_WITHIN = 10.0  # seconds that closing waits for the thread


class CleanUp:
    """A thread that cleans up, from `start` until `close`; the entries of the audit are kept for so many days."""

    def __init__(self, registry: SqlRegistry, audit_days: int) -> None:
        self._registry = registry
        self._audit_days = audit_days
        self._turn = 0
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="podium-clean-up", daemon=True)

    def start(self) -> None:
        """Clean up from now on."""
        self._thread.start()

    def close(self) -> None:
        """Clean up no more; when tokens were used is written."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join(ENDS_WITHIN)
        try:
            self._registry.write_uses()
        except Unavailable:
            pass  # it was a hint

    def clean(self) -> None:
        """One turn: some of what is due."""
        self._registry.write_uses()
        for _ in range(TURNS):
            if not self._registry.drop_expired():
                break
        if self._turn % AUDIT_EVERY == 0:
            for _ in range(TURNS):
                if not self._registry.tidy_audit(self._audit_days):
                    break
        self._turn += 1

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self.clean()
            except Unavailable:
                pass  # the next turn is in a minute
            self._closed.wait(EVERY)
