"""What the methods of HTTP are for."""

from __future__ import annotations

READS = ("GET", "HEAD")
SAFE = (*READS, "OPTIONS")  # that change nothing, so that anybody's page may send them
