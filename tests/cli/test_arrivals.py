"""What comes on many connections in one moment is taken some at a time, in order, and no more comes meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from itertools import pairwise
from typing import Any

from podium.cli.arrivals import TOGETHER, WHILE_CONNECTING, Arrivals
from tests.kit.waiting import PATIENCE

MANY = 20 * TOGETHER


class Connection:
    """Notes what is read of it, and whether more may come."""

    def __init__(self, read: list[bytes]) -> None:
        self.read = read
        self.held = False

    def take(self, data: bytes) -> None:
        self.held = False
        self.read.append(data)

    def hold(self) -> None:
        self.held = True

    def has_key(self, data: bytes) -> bool:
        return b"key" in data


def run(act: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(act, PATIENCE))


def test_others_are_heard_between_those_who_came_at_once() -> None:
    async def act() -> None:
        arrivals, read = Arrivals(asyncio.get_running_loop()), list[bytes]()
        connections = [Connection(read) for _ in range(MANY)]
        for number, each in enumerate(connections):
            arrivals.add(each, b"%d" % number)
        assert len(read) == TOGETHER
        assert [each.held for each in connections] == [number >= TOGETHER for number in range(MANY)]
        counts = [len(read)]
        while len(read) < MANY:
            await asyncio.sleep(0)
            counts.append(len(read))
        assert max(after - before for before, after in pairwise(counts)) <= TOGETHER
        assert read == [b"%d" % number for number in range(MANY)]
        assert not any(each.held for each in connections)

    run(act())


def test_who_brings_a_key_is_read_before_those_who_came_earlier_without() -> None:
    async def act() -> None:
        arrivals, read = Arrivals(asyncio.get_running_loop()), list[bytes]()
        for number in range(3 * TOGETHER):
            arrivals.add(Connection(read), b"%d" % number)
        arrivals.add(Connection(read), b"key 1")
        arrivals.add(Connection(read), b"key 2")
        while len(read) < 3 * TOGETHER + 2:
            await asyncio.sleep(0)
        assert read[TOGETHER : TOGETHER + 3] == [b"key 1", b"key 2", b"%d" % TOGETHER]

    run(act())


def test_what_comes_one_after_the_other_is_read_at_once() -> None:
    async def act() -> None:
        arrivals, read = Arrivals(asyncio.get_running_loop()), list[bytes]()
        connection = Connection(read)
        for number in range(3 * TOGETHER):
            arrivals.add(connection, b"%d" % number)
            assert len(read) == number + 1
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    run(act())


def test_the_parts_of_a_connection_keep_their_order() -> None:
    async def act() -> None:
        arrivals, read = Arrivals(asyncio.get_running_loop()), list[bytes]()
        connection = Connection(read)
        for number in range(3 * TOGETHER):
            arrivals.add(connection, b"%d" % number)
        while len(read) < 3 * TOGETHER:
            await asyncio.sleep(0)
        assert read == [b"%d" % number for number in range(3 * TOGETHER)]

    run(act())


def test_little_is_read_while_others_connect() -> None:
    async def act() -> None:
        arrivals, read = Arrivals(asyncio.get_running_loop()), list[bytes]()
        for number in range(MANY):
            arrivals.note_connection()
            arrivals.add(Connection(read), b"%d" % number)
        assert len(read) == WHILE_CONNECTING
        counts = [len(read)]
        while len(read) < MANY:
            await asyncio.sleep(0)
            if len(read) < MANY // 2:
                arrivals.note_connection()
            counts.append(len(read))
        steps = [after - before for before, after in pairwise(counts)]
        assert max(steps[: counts.index(WHILE_CONNECTING * 10)]) == WHILE_CONNECTING
        assert max(steps) == TOGETHER
        assert read == [b"%d" % number for number in range(MANY)]

    run(act())
