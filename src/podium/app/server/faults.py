"""Faults of Podium itself: the id by which what somebody was told is found in the log."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from typing import Any

from podium.app.server.log_lines import with_request
from podium.app.server.observation import OBSERVATION, UNROUTED

LENGTH = 8

log = logging.getLogger(__name__)


def report_fault(scope: Mapping[str, Any], error: Exception) -> str:
    """The id of what broke while a request was answered, which goes into the log under it.

    The log has the template of the address: the address itself may hold a secret.
    """
    fault = new_fault_id()
    facts = {
        "kind": "fault",
        "fault": fault,
        "method": scope.get("method"),
        "route": scope.get("path_template") or UNROUTED,
    }
    log.error("Fault %s", fault, extra=with_request(facts), exc_info=error)
    return fault


def new_fault_id() -> str:
    """An id to be said and logged; it is the beginning of the request's, and says nothing of what went wrong."""
    observation = OBSERVATION.get()
    if observation is None:
        return f"F-{secrets.token_hex(LENGTH // 2)}"
    observation.fault = f"F-{observation.request[:LENGTH]}"
    return observation.fault
