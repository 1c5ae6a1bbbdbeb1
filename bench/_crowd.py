"""A crowd that reads: what a public page costs when everybody asks for it, beside the same bytes as a static file.

The file is sent from memory by the same server, without a framework: the fastest peer there can be.
"""

from __future__ import annotations

import asyncio
import itertools
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

import httpx
import uvloop
from _clients import CLIENTS, load
from _server import PROCESSOR, server

PHONES = 2_000
TURNS = 3
SECONDS = 2.0
LEAST = 1 / 3  # of the rate of a static file


def crowd(port: int, pages: Sequence[str]) -> bool:
    """Prints what public pages of the server at that port cost; whether all keep the limit."""
    _at_once(port, pages[0])
    with tempfile.TemporaryDirectory() as folder:
        for number, page in enumerate(pages):
            (Path(folder) / f"page{number}.html").write_bytes(_packed(port, page))
        with server("static", folder) as peer:
            ratios = [_compared(port, page, peer, f"/page{number}.html") for number, page in enumerate(pages)]
    return min(ratios) >= LEAST


def _packed(port: int, page: str) -> bytes:
    """A page as it travels."""
    with httpx.stream("GET", f"http://127.0.0.1:{port}{page}", headers={"Accept-Encoding": "gzip"}) as answer:
        answer.raise_for_status()
        return b"".join(answer.iter_raw())


def _at_once(port: int, page: str) -> None:
    """Print what it costs the server when many phones ask for a page that nobody has asked for yet."""
    before = _spent(port)
    httpx.get(f"http://127.0.0.1:{port}{page}?once", timeout=60).raise_for_status()
    one = _spent(port) - before
    before = _spent(port)
    answers = uvloop.run(_phones(port, f"{page}?together"))
    together = _spent(port) - before
    print(
        f"  {page}: the first reader takes {1e3 * one:.0f} ms of the processor; {PHONES:,} phones at once "
        f"{1e3 * together:.0f} ms, {1e6 * (together - one) / PHONES:.0f} microseconds for each more "
        f"({answers:,} answers, all the same)",
        flush=True,
    )


async def _phones(port: int, page: str) -> int:
    request = f"GET {page} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n".encode()

    async def ask() -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        answer = await reader.read()
        writer.close()
        return answer.partition(b"\r\n\r\n")[2] if answer.startswith(b"HTTP/1.1 200") else b""

    answers = await asyncio.gather(*(ask() for _ in range(PHONES)))
    if len(set(answers)) != 1 or not answers[0]:
        raise SystemExit(f"{len(set(answers))} different answers to {PHONES} phones")
    return len(answers)


def _compared(port: int, page: str, peer: int, file: str) -> float:
    """The rate of a page against that of a file with the same bytes: the median of the turns, which are printed."""
    ratios = []
    for _ in range(TURNS):
        ours = asyncio.run(load([port], [itertools.repeat(_request(page))] * CLIENTS, SECONDS))
        theirs = asyncio.run(load([peer], [itertools.repeat(_request(file))] * CLIENTS, SECONDS))
        ratios.append(ours.rate / theirs.rate)
        print(
            f"  {page}: {ours.rate:,.0f} a second, 99 of 100 within {1e3 * ours.within(0.99):.0f} ms; "
            f"as a static file {theirs.rate:,.0f}: ratio {ratios[-1]:.2f}",
            flush=True,
        )
    return statistics.median(ratios)


def _request(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n".encode()


def _spent(port: int) -> float:
    return float(httpx.get(f"http://127.0.0.1:{port}{PROCESSOR}").text)
