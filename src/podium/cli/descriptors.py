"""The descriptors of this process: as many as the system allows, and some of them kept for ourselves."""

from __future__ import annotations

import sys
from dataclasses import replace

from podium.config import Limits

OUR_OWN = 256  # for the database, files and pipes
MOST = 65_536  # more than any limit below asks for
WATCHING = 0.8  # of the connections, so that the others are free for requests


def within_descriptors(limits: Limits) -> Limits:
    """`limits` that this process can keep, which may open as many descriptors as the system allows from now on."""
    connections = max(16, min(limits.connections, _descriptors() - OUR_OWN))
    return replace(limits, connections=connections, watchers=min(limits.watchers, int(connections * WATCHING)))


def _descriptors() -> int:
    if sys.platform == "win32":
        return MOST  # sockets are no descriptors there
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):
            return soft  # the system allows no more after all
        return wanted
    return MOST if soft == resource.RLIM_INFINITY else soft
