"""Thousands are woken some at a time, after those who write, and no call is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, cast

from podium.api.front.queue import ActsInProgress
from podium.api.watchers import PATIENT, TOGETHER, Waiter, WakeUps
from tests.kit.waiting import PATIENCE, in_a_thread

MANY = 20 * TOGETHER


class Numbered:
    """Somebody who notes that they were woken."""

    def __init__(self, number: int, woken: list[int]) -> None:
        self._number, self._woken = number, woken

    def wake(self) -> None:
        self._woken.append(self._number)


def run(act: Coroutine[Any, Any, None]) -> None:
    in_a_thread(lambda: asyncio.run(asyncio.wait_for(act, PATIENCE)))


def test_others_are_heard_between_those_who_are_woken() -> None:
    async def act() -> None:
        wake_ups, woken, between = WakeUps(ActsInProgress()), list[int](), list[int]()
        wake_ups.wake([Numbered(number, woken) for number in range(MANY)])
        assert woken == []
        while len(woken) < MANY:
            await asyncio.sleep(0)
            between.append(len(woken))
        assert woken == list(range(MANY))
        steps = [after - before for before, after in zip([0, *between], between, strict=False)]
        assert max(steps) <= TOGETHER

    run(act())


def test_who_is_to_be_woken_twice_before_their_turn_is_woken_once() -> None:
    async def act() -> None:
        wake_ups, woken = WakeUps(ActsInProgress()), list[int]()
        sleepers = [Numbered(number, woken) for number in range(MANY)]
        wake_ups.wake(sleepers)
        wake_ups.wake(sleepers[TOGETHER:])
        while len(woken) < MANY:
            await asyncio.sleep(0)
        for _ in range(3):
            await asyncio.sleep(0.01)
        assert woken == list(range(MANY))

    run(act())


def test_another_loop_goes_on_where_one_has_ended() -> None:
    wake_ups, woken = WakeUps(ActsInProgress()), list[int]()
    sleepers = [Numbered(number, woken) for number in range(2 * TOGETHER)]

    async def one() -> None:
        wake_ups.wake(sleepers)
        await asyncio.sleep(0)

    async def other() -> None:
        wake_ups.wake([])
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


def test_whoever_writes_goes_first_but_keeps_nobody_waiting_for_long() -> None:
    async def act() -> None:
        acts, woken = ActsInProgress(), list[int]()
        wake_ups, end = WakeUps(acts), acts.begin()
        wake_ups.wake([Numbered(0, woken)])
        for _ in range(5):
            await asyncio.sleep(0)
        assert woken == []
        end()
        while not woken:
            await asyncio.sleep(0)
        acts.begin()  # and does not end
        wake_ups.wake([Numbered(number, woken) for number in range(1, 2 * TOGETHER)])
        pauses = 0
        loop = asyncio.get_running_loop()
        later = loop.call_later

        def counted(delay: float, *call: Any) -> asyncio.TimerHandle:
            nonlocal pauses
            pauses += 1
            return later(delay, *call)

        cast("Any", loop).call_later = counted
        try:
            while len(woken) < 2 * TOGETHER:
                await asyncio.sleep(0)
        finally:
            cast("Any", loop).call_later = later
        assert pauses == 2 * PATIENT + 1

    run(act())
