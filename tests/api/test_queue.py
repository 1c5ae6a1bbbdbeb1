"""A queue: so many at once, so many who wait, and nobody for ever."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from podium.api.front.queue import FEW, Limit, Queue
from podium.app.server.overload import Busy, TooManyRequests
from tests.kit.waiting import PATIENCE, in_a_thread


@asynccontextmanager
async def turn(queue: Queue, address: str) -> AsyncIterator[None]:
    """One's turn while the block lasts."""
    end = await queue.begin(address)
    try:
        yield
    finally:
        end()


def run(*askers: str, queue: Queue) -> tuple[Counter[str], int]:
    """What became of those who ask together, and how many had their turn at the same time at most."""
    came: Counter[str] = Counter()
    at_once = most = 0

    async def ask(address: str) -> None:
        nonlocal at_once, most
        try:
            async with turn(queue, address):
                at_once += 1
                most = max(most, at_once)
                await asyncio.sleep(0.001)
                at_once -= 1
                came["answered"] += 1
        except (Busy, TooManyRequests) as refusal:
            came[type(refusal).__name__] += 1

    async def all_of_them() -> None:
        await asyncio.wait_for(asyncio.gather(*map(ask, askers)), PATIENCE)

    in_a_thread(lambda: asyncio.run(all_of_them()))
    return came, most


def test_no_more_at_once_than_there_are_turns() -> None:
    came, most = run(*(f"10.0.0.{number}" for number in range(20)), queue=Queue(Limit(2, 100, 100)))
    assert (came, most) == ({"answered": 20}, 2)


def test_one_address_has_only_its_share_of_the_places() -> None:
    queue = Queue(Limit(1, 100, 3))
    came, _ = run(*["10.0.0.1"] * 10, "10.0.0.2", queue=queue)
    assert came == {"answered": 5, "TooManyRequests": 6}
    assert run("10.0.0.1", "10.0.0.1", queue=queue)[0] == {"answered": 2}  # the places are free again


def test_where_too_many_wait_the_others_are_told_to_come_back() -> None:
    came, _ = run(*(f"10.0.0.{number}" for number in range(10)), queue=Queue(Limit(1, 4, 4)))
    assert came == {"answered": 5, "Busy": 5}


def test_nobody_waits_for_ever() -> None:
    queue = Queue(Limit(1, 4, 4, patience=0.01))

    async def asked() -> None:
        async with turn(queue, "10.0.0.1"):
            with pytest.raises(Busy):
                async with turn(queue, "10.0.0.2"):
                    pytest.fail("two had their turn")
        async with turn(queue, "10.0.0.2"):
            pass

    in_a_thread(lambda: asyncio.run(asyncio.wait_for(asked(), PATIENCE)))


def test_one_who_waits_while_the_server_stops_is_told_to_come_back_and_keeps_no_place() -> None:
    queue = Queue(Limit(1, 1, 1))

    async def asked() -> None:
        async def wait() -> None:
            async with turn(queue, "10.0.0.2"):
                pass

        async with turn(queue, "10.0.0.1"):
            waiting = asyncio.ensure_future(wait())
            await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(Busy):  # 503: who gave up is not there to read it
                await waiting
        await wait()

    in_a_thread(lambda: asyncio.run(asyncio.wait_for(asked(), PATIENCE)))


def test_whoever_comes_after_a_crowd_does_not_wait_for_all_of_it() -> None:
    queue, served = Queue(Limit(1, 1000, 1000)), list[int]()

    async def ask(number: int) -> None:
        async with turn(queue, "10.0.0.1"):
            served.append(number)
            await asyncio.sleep(0)

    async def crowd() -> None:
        await asyncio.wait_for(asyncio.gather(*map(ask, range(10 * FEW))), PATIENCE)

    in_a_thread(lambda: asyncio.run(crowd()))
    assert sorted(served) == list(range(10 * FEW))
    assert served[:5] == [0, 10 * FEW - 1, 1, 10 * FEW - 2, 2]  # the last and the first in turn
    assert served[-FEW:] == sorted(served[-FEW:])
