"""What is left in a file of SQLite where nothing is stored any more.

Deleted content is overwritten (`secure_delete`), but rows that were moved to another page leave a copy in the unused
part of the page they came from. Here that part of a page, and free pages, are searched as SQLite's file format has them
(sqlite.org/fileformat2.html), while others go on reading and writing.

A process that closes a file gives up every lock that it has on it, those of its connections too (POSIX). Another
process would then take itself for the last one, and remove the journal that ours still writes to. So the search is made
by a process of its own.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from podium.app.server.worker_pool import WorkerPool, WorkLimits

SEARCH = WorkLimits(seconds=120.0)
HEADER = 100  # bytes at the beginning of the first page
INTERIOR = (2, 5)  # pages of a tree that point to others
TREE = (*INTERIOR, 10, 13)


def has_leftovers(file: Path, texts: set[str]) -> bool:
    """Whether one of `texts` is in a part of `file` that holds nothing; looked for by another process."""
    with closing(WorkerPool("leftovers", 1)) as pool:
        return pool.run(SEARCH, is_left_in, file.absolute(), texts)


def is_left_in(file: Path, texts: Iterable[str]) -> bool:
    """Whether one of `texts` is in a part of `file` that holds nothing; the process must have no connection to it."""
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as content:
        size = _number(content, 16, 2)
        pages = Pages(content, 65536 if size == 1 else size)
        return any(pages.is_unused(at, len(text)) for text in map(str.encode, texts) for at in _found(content, text))


class Pages:
    """The pages of a file, and which parts of them are unused."""

    def __init__(self, content: mmap.mmap, size: int) -> None:
        self._content = content
        self._size = size
        self._free = frozenset(self._free_pages())

    def is_unused(self, at: int, length: int) -> bool:
        """Whether any byte from `at` on is in a free page, or in a part of a page where no row is."""
        page, place = divmod(at, self._size)
        if page + 1 in self._free:
            return True
        start = page * self._size
        header = start + (HEADER if page == 0 else 0)
        if self._content[header] not in TREE:
            return False  # the rest of a long row
        pointers = header + (12 if self._content[header] in INTERIOR else 8) + 2 * _number(self._content, header + 3, 2)
        first = _number(self._content, header + 5, 2) or 65536
        gaps = [(pointers - start, first), *self._blocks(start, header)]
        return any(begin < place + length and place < end for begin, end in gaps)

    def _blocks(self, start: int, header: int) -> Iterator[tuple[int, int]]:
        """The free blocks between the rows of a page."""
        block = _number(self._content, header + 1, 2)
        while 0 < block <= self._size - 4:
            following, length = (_number(self._content, start + block + offset, 2) for offset in (0, 2))
            yield block, block + length
            block = following if following > block else 0

    def _free_pages(self) -> Iterator[int]:
        trunk, most = _number(self._content, 32, 4), _number(self._content, 36, 4)
        seen = 0
        while trunk and seen <= most and trunk * self._size <= len(self._content):
            start = (trunk - 1) * self._size
            count = min(_number(self._content, start + 4, 4), self._size // 4 - 2)
            yield trunk
            yield from (_number(self._content, start + 8 + 4 * each, 4) for each in range(count))
            seen += count + 1
            trunk = _number(self._content, start, 4)


def _number(content: mmap.mmap, at: int, length: int) -> int:
    return int.from_bytes(content[at : at + length], "big")


def _found(content: mmap.mmap, text: bytes) -> Iterator[int]:
    at = content.find(text)
    while at >= 0:
        yield at
        at = content.find(text, at + 1)
