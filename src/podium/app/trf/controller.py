"""Which program makes the pairings, as a report file says it (record 182)."""

from __future__ import annotations

CONTROLLER = "182"
PODIUM = f"{CONTROLLER} Podium"
"""The record as Podium writes it."""
