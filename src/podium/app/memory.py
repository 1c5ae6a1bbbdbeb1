"""A bounded memory of what was computed, by the identity of the parts it was computed from."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Event, Lock
from typing import Generic, Protocol, TypeVar
from weakref import WeakSet

from podium.app.words.language import language

MOST_ROWS = 32_000  # of all values of a memory together: a large event whose results come in fills none with its past

V = TypeVar("V")
Parts = tuple[object, ...]
Key = tuple[object, ...]


class Memory(Generic[V]):
    """Values by the identity of their parts; the one not asked for longest is forgotten first.

    At most so many are held, and of those whose `rows` can be told no more than `most_rows` have together.
    What was computed may hold sentences, so each language has its own. Each entry holds its parts, so that while it
    lives no other object can come to have their identity.
    """

    def __init__(self, most: int, rows: Callable[[V], int] | None = None, most_rows: int = MOST_ROWS) -> None:
        self._most = most
        self._most_rows = most_rows
        self._rows_of = rows
        self._rows = 0
        self._held: OrderedDict[Key, tuple[Parts, V]] = OrderedDict()
        self._being_computed: dict[Key, Event] = {}
        self._cleared = 0  # how often
        self._lock = Lock()
        register_memory(self)

    def remember(self, parts: Parts, compute: Callable[[], V]) -> V:
        """The value for exactly these parts; computed once, however many threads ask for it at the same moment."""
        key = _key(parts)
        while True:
            with self._lock:
                if key in self._held:
                    return self._look_up(key)
                cleared = self._cleared
                other = self._being_computed.get(key)
                if other is None:
                    self._being_computed[key] = Event()
                    break
            other.wait()  # and look again: it may have failed
        try:
            value = compute()
            with self._lock:
                if cleared == self._cleared:
                    self._put(key, parts, value)
            return value
        finally:
            with self._lock:
                self._being_computed.pop(key).set()

    def recall(self, parts: Parts) -> V | None:
        """The value kept for exactly these parts, or None."""
        key = _key(parts)
        with self._lock:
            return self._look_up(key) if key in self._held else None

    def keep(self, parts: Parts, value: V) -> V:
        """`value`, remembered for these parts."""
        with self._lock:
            self._put(_key(parts), parts, value)
        return value

    def clear(self) -> None:
        """Forget everything, and what is being computed as soon as it is known."""
        with self._lock:
            self._held.clear()
            self._rows = 0
            self._cleared += 1

    def __len__(self) -> int:
        return len(self._held)

    def _look_up(self, key: Key) -> V:
        self._held.move_to_end(key)
        return self._held[key][1]

    def _put(self, key: Key, parts: Parts, value: V) -> None:
        if key in self._held:
            self._rows -= self._rows_in(self._held.pop(key)[1])
        self._held[key] = (parts, value)
        self._rows += self._rows_in(value)
        while len(self._held) > self._most or (self._rows > self._most_rows and len(self._held) > 1):
            _, (_, forgotten) = self._held.popitem(last=False)
            self._rows -= self._rows_in(forgotten)

    def _rows_in(self, value: V) -> int:
        return 0 if self._rows_of is None else self._rows_of(value)


def _key(parts: Parts) -> Key:
    return language(), *map(id, parts)


class Clearable(Protocol):
    """Something that remembers what was computed, and can forget it."""

    def clear(self) -> None:
        """Forget everything."""


_MEMORIES: WeakSet[Clearable] = WeakSet()


def register_memory(memory: Clearable) -> None:
    """Have `memory` emptied whenever every memory is, for as long as it lives."""
    _MEMORIES.add(memory)


def clear_all() -> None:
    """Empty every memory of this process: a person is to be forgotten, who may be in any of them."""
    for memory in list(_MEMORIES):
        memory.clear()
