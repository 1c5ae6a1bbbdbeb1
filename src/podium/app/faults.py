"""Faults of Podium itself: the id by which what somebody was told is found in the log."""

from __future__ import annotations

import secrets


def new_fault_id() -> str:
    """An id to be said and logged; it says nothing of what went wrong."""
    return f"F-{secrets.token_hex(4)}"
