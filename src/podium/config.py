"""Settings of a running Podium: from the command line, else from the environment, else what suits a club."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Config:
    """Where the data is, and where the server listens."""

    database: str = "podium.db"
    host: str = "127.0.0.1"
    port: int = 8000
    secure_cookies: bool = False
    trusted_proxies: str = "127.0.0.1"
    setup_code: str | None = None
    """What proves, to a Podium without accounts, that somebody far away can read the server's console."""
    audit_days: int = 730
    """For how many days the audit is kept."""
    push_key: str = ""
    push_contact: str = ""
    push_anywhere: bool = False
    """Whether push messages may go to machines that are not public: for tests."""

    @property
    def on_loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in LOOPBACK


def from_environment(environment: Mapping[str, str] | None = None) -> Config:
    """The settings that `PODIUM_DB`, `PODIUM_HOST`, `PODIUM_PORT`, `PODIUM_HTTPS`, `PODIUM_PROXIES`,
    `PODIUM_AUDIT_DAYS`, `PODIUM_PUSH_KEY` and `PODIUM_PUSH_CONTACT` give.

    `PODIUM_SETUP_CODE` is how a server tells its further processes what it printed.
    """
    given = os.environ if environment is None else environment
    base = Config()
    return Config(
        database=given.get("PODIUM_DB", base.database),
        host=given.get("PODIUM_HOST", base.host),
        port=int(given.get("PODIUM_PORT", base.port)),
        secure_cookies=given.get("PODIUM_HTTPS", "") not in ("", "0"),
        trusted_proxies=given.get("PODIUM_PROXIES", base.trusted_proxies),
        setup_code=given.get("PODIUM_SETUP_CODE") or None,
        audit_days=max(1, int(given.get("PODIUM_AUDIT_DAYS", base.audit_days))),
        push_key=given.get("PODIUM_PUSH_KEY", base.push_key),
        push_contact=given.get("PODIUM_PUSH_CONTACT", base.push_contact),
    )
