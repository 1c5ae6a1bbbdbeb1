"""What stays in memory: the values used lately, by any key or by the identity of what they were computed from."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Event, Lock
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from podium.app.words.language import language

MOST_ROWS = 32_000  # of all values of a memory together: a large event whose results come in fills none with its past

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Parts = tuple[object, ...]
Key = tuple[object, ...]


class Recent(Generic[K, V]):
    """Up to `most` values by their keys; the one not asked for longest is forgotten first. For every thread.

    All values whose `rows` can be told have no more than `most_rows` together. What may be `personal` is forgotten
    when a person is.
    """

    def __init__(
        self, most: int, rows: Callable[[V], int] | None = None, most_rows: int = MOST_ROWS, *, personal: bool = True
    ) -> None:
        self._most = most
        self._most_rows = most_rows
        self._rows_in = rows or (lambda value: 0)
        self._rows = 0
        self._held: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()
        self.generation = 0
        """How often all was forgotten."""
        if personal:
            _PERSONAL.add(self)

    def get(self, key: K) -> V | None:
        """The value kept under `key`, or None."""
        with self._lock:
            if key not in self._held:
                return None
            self._held.move_to_end(key)
            return self._held[key]

    def put(self, key: K, value: V, generation: int | None = None) -> None:
        """Keep a value, unless all was forgotten since `generation` was read."""
        with self._lock:
            if generation not in (None, self.generation):
                return
            if key in self._held:
                self._rows -= self._rows_in(self._held.pop(key))
            self._held[key] = value
            self._rows += self._rows_in(value)
            while len(self._held) > self._most or (self._rows > self._most_rows and len(self._held) > 1):
                self._rows -= self._rows_in(self._held.popitem(last=False)[1])

    def clear(self) -> None:
        """Forget everything, and what is being computed as soon as it is known."""
        with self._lock:
            self._held.clear()
            self._rows = 0
            self.generation += 1

    def __len__(self) -> int:
        return len(self._held)


class Memory(Generic[V]):
    """Values by the identity of the parts they were computed from.

    What was computed may hold sentences, so each language has its own. Each entry holds its parts, so that while it
    lives no other object can come to have their identity.
    """

    def __init__(self, most: int, rows: Callable[[V], int] | None = None, most_rows: int = MOST_ROWS) -> None:
        rows_in = None if rows is None else lambda entry: rows(entry[1])
        self._held: Recent[Key, tuple[Parts, V]] = Recent(most, rows_in, most_rows)
        self._being_computed: dict[Key, Event] = {}
        self._lock = Lock()
        self.clear = self._held.clear

    def remember(self, parts: Parts, compute: Callable[[], V]) -> V:
        """The value for exactly these parts; computed once, however many threads ask for it at the same moment."""
        key = _key(parts)
        if (held := self._held.get(key)) is not None:  # mostly, and without a look at who computes it
            return held[1]
        while True:
            generation = self._held.generation
            with self._lock:
                if (held := self._held.get(key)) is not None:
                    return held[1]
                other = self._being_computed.get(key)
                if other is None:
                    self._being_computed[key] = Event()
                    break
            other.wait()  # and look again: it may have failed
        try:
            value = compute()
            self._held.put(key, (parts, value), generation)
            return value
        finally:
            with self._lock:
                self._being_computed.pop(key).set()

    def recall(self, parts: Parts) -> V | None:
        """The value kept for exactly these parts, or None."""
        held = self._held.get(_key(parts))
        return None if held is None else held[1]

    def keep(self, parts: Parts, value: V) -> V:
        """`value`, remembered for these parts."""
        self._held.put(_key(parts), (parts, value))
        return value

    def __len__(self) -> int:
        return len(self._held)


def _key(parts: Parts) -> Key:
    return language(), *map(id, parts)


_PERSONAL: WeakSet[Recent[Any, Any]] = WeakSet()


def clear_all() -> None:
    """Empty what may name people: somebody is to be forgotten, who may be in any of them."""
    for memory in list(_PERSONAL):
        memory.clear()
