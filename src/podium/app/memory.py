"""A bounded memory of what was computed, by the identity of the parts it was computed from."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Generic, Protocol, TypeVar
from weakref import WeakSet

from podium.app.words.language import language

V = TypeVar("V")
Parts = tuple[object, ...]


class Memory(Generic[V]):
    """Values by the identity of their parts; the one not asked for longest is forgotten first.

    What was computed may hold sentences, so each language has its own. Each entry holds its parts, so that while it
    lives no other object can come to have their identity.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[tuple[object, ...], tuple[Parts, V]] = OrderedDict()
        self._lock = Lock()
        register_memory(self)

    def recall(self, parts: Parts) -> V | None:
        """The value kept for exactly these parts, or None."""
        key = _key(parts)
        with self._lock:
            if key not in self._held:
                return None
            self._held.move_to_end(key)
            return self._held[key][1]

    def keep(self, parts: Parts, value: V) -> V:
        """`value`, remembered for these parts."""
        with self._lock:
            self._held[_key(parts)] = (parts, value)
            if len(self._held) > self._most:
                self._held.popitem(last=False)
        return value

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._held.clear()

    def __len__(self) -> int:
        return len(self._held)


def _key(parts: Parts) -> tuple[object, ...]:
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
