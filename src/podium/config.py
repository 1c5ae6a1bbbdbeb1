"""Settings of a running Podium: from the command line, else from the environment, else what suits a club."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum

VARIABLES = {
    "database": "PODIUM_DB",
    "host": "PODIUM_HOST",
    "port": "PODIUM_PORT",
    "secure_cookies": "PODIUM_HTTPS",
    "trusted_proxies": "PODIUM_PROXIES",
    "setup_code": "PODIUM_SETUP_CODE",
    "audit_days": "PODIUM_AUDIT_DAYS",
    "push_key": "PODIUM_PUSH_KEY",
    "push_contact": "PODIUM_PUSH_CONTACT",
}
"""The variable of the environment that sets each setting."""
SECRETS = ("setup_code", "push_key")
"""The settings that are shown to nobody."""
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
    """The settings that the variables of the environment give (`VARIABLES`).

    `PODIUM_SETUP_CODE` is how a server tells its further processes what it printed.
    """
    variables = os.environ if environment is None else environment
    given = {name: variables[variable] for name, variable in VARIABLES.items() if variable in variables}
    base = Config()
    return Config(
        database=given.get("database", base.database),
        host=given.get("host", base.host),
        port=int(given.get("port", base.port)),
        secure_cookies=given.get("secure_cookies", "") not in ("", "0"),
        trusted_proxies=given.get("trusted_proxies", base.trusted_proxies),
        setup_code=given.get("setup_code") or None,
        audit_days=max(1, int(given.get("audit_days", base.audit_days))),
        push_key=given.get("push_key", base.push_key),
        push_contact=given.get("push_contact", base.push_contact),
    )


class Source(Enum):
    """Where a setting comes from."""

    DEFAULT = "default"
    ENVIRONMENT = "environment"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting as it is, where it comes from, and the variable that sets it."""

    name: str
    value: object
    source: Source
    variable: str


def settings(config: Config, flags: Collection[str], environment: Mapping[str, str] | None = None) -> list[Setting]:
    """Every setting of `config`, of which those named in `flags` come from the command line."""
    given = os.environ if environment is None else environment

    def source(name: str, variable: str) -> Source:
        if name in flags:
            return Source.FLAG
        return Source.ENVIRONMENT if variable in given else Source.DEFAULT

    return [
        Setting(name, getattr(config, name), source(name, variable), variable) for name, variable in VARIABLES.items()
    ]
