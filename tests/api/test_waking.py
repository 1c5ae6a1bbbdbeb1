"""Thousands are woken some at a time, and no call is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import Any

from podium.api.waking import TOGETHER, Waiter, Waking

PATIENCE = 30
MANY = 20 * TOGETHER


def run(act: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(act, PATIENCE))


def test_others_are_heard_between_those_who_are_woken() -> None:
    async def act() -> None:
        waking, woken, between = Waking(), list[int](), list[int]()
        waking.wake([partial(woken.append, number) for number in range(MANY)])
        assert len(woken) == TOGETHER
        while len(woken) < MANY:
            await asyncio.sleep(0)
            between.append(len(woken))
        assert woken == list(range(MANY))
        steps = [after - before for before, after in zip([TOGETHER, *between], between, strict=False)]
        assert max(steps) <= TOGETHER

    run(act())


def test_who_is_to_be_woken_twice_before_their_turn_is_woken_once() -> None:
    async def act() -> None:
        waking, woken = Waking(), list[int]()
        calls = [partial(woken.append, number) for number in range(MANY)]
        waking.wake(calls)
        waking.wake(calls[TOGETHER:])
        while len(woken) < MANY:
            await asyncio.sleep(0)
        for _ in range(3):
            await asyncio.sleep(0.01)
        assert woken == list(range(MANY))

    run(act())


def test_another_loop_goes_on_where_one_has_ended() -> None:
    waking, woken = Waking(), list[int]()
    calls = [partial(woken.append, number) for number in range(2 * TOGETHER)]

    async def one() -> None:
        waking.wake(calls)

    async def other() -> None:
        waking.wake([])
        while len(woken) < 2 * TOGETHER:
            await asyncio.sleep(0)

    run(one())
    run(other())
    assert woken == list(range(2 * TOGETHER))


def test_a_call_that_comes_before_anybody_waits_is_not_lost() -> None:
    async def act() -> None:
        waiter = Waiter()
        waiter.wake()
        assert await waiter.wait(PATIENCE)
        assert not await waiter.wait(0.001)
        asyncio.get_running_loop().call_soon(waiter.wake)
        assert await waiter.wait(PATIENCE)

    run(act())
