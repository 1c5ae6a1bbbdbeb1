"""Faults of Podium itself: the id by which what somebody was told is found in the log."""

from __future__ import annotations

import secrets

from podium.app.observation import OBSERVATION

LENGTH = 8


def new_fault_id() -> str:
    """An id to be said and logged; it is the beginning of the request's, and says nothing of what went wrong."""
    observation = OBSERVATION.get()
    if observation is None:
        return f"F-{secrets.token_hex(LENGTH // 2)}"
    observation.fault = f"F-{observation.request[:LENGTH]}"
    return observation.fault


def route_of_fault() -> str:
    """The template of the address whose answer failed, which holds no secret; `-` where none is known."""
    observation = OBSERVATION.get()
    return observation.route or "-" if observation is not None else "-"
