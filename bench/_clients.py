"""Clients that never rest: each sends its next request as soon as it has the answer to the last."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

CLIENTS = 64


@dataclass(frozen=True, slots=True)
class Load:
    """Answers a second, the seconds each took, shortest first, and how many came in all, while warming up too."""

    rate: float
    took: list[float]
    answers: int

    def within(self, share: float) -> float:
        """The seconds within which that share of the answers came."""
        return self.took[min(len(self.took) - 1, int(share * len(self.took)))]


class Client(asyncio.Protocol):
    """One keep-alive connection that sends the next request as soon as an answer is complete."""

    def __init__(self, requests: Iterator[bytes]) -> None:
        self._requests = requests
        self._buffer = b""
        self._sent = 0.0
        self.took: list[float] = []
        self.bad = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._send()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        if len(rest) < length:
            return
        self._buffer = rest[length:]
        self.took.append(time.perf_counter() - self._sent)
        self.bad += not head.startswith(b"HTTP/1.1 200")
        self._send()

    def close(self) -> None:
        self._transport.abort()

    def _send(self) -> None:
        self._sent = time.perf_counter()
        self._transport.write(next(self._requests))


async def load(ports: Sequence[int], requests: Sequence[Iterator[bytes]], seconds: float) -> Load:
    """What clients that never rest get, dealt out evenly to the servers at these ports; ends at an answer not 200."""
    loop = asyncio.get_running_loop()
    clients = [
        (await loop.create_connection(partial(Client, each), "127.0.0.1", port))[1]
        for each, port in zip(requests, itertools.cycle(ports), strict=False)
    ]
    await asyncio.sleep(0.5)  # until everything is warm
    before, began = [len(client.took) for client in clients], time.perf_counter()
    await asyncio.sleep(seconds)
    lasted = time.perf_counter() - began
    took = sorted(each for client, warm in zip(clients, before, strict=True) for each in client.took[warm:])
    answers = sum(len(client.took) for client in clients)
    for client in clients:
        client.close()
    if bad := sum(client.bad for client in clients):
        raise SystemExit(f"{bad} answers were not 200")
    return Load(len(took) / lasted, took, answers)


def requests(pairings: list[str], secret: str) -> list[Iterator[bytes]]:
    """For each client requests without end: another result on one of its own boards each time."""

    def one(mine: list[str]) -> Iterator[bytes]:
        results = itertools.cycle(("1-0", "0-1", "1/2-1/2"))
        while True:
            result = next(results)
            for pairing in mine:
                yield request(pairing, secret, result)

    return [one(pairings[at::CLIENTS]) for at in range(CLIENTS)]


def request(pairing: str, secret: str, result: str) -> bytes:
    """A result, as it goes over the wire."""
    body = f'{{"result":"{result}"}}'
    return (
        f"PUT /api/pairings/{pairing}/result HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {secret}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    ).encode()
