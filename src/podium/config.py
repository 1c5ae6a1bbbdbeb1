"""Settings of a running Podium: from the command line, else from the environment, else what suits a club."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum, StrEnum
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

VARIABLES = {
    "database": "PODIUM_DB",
    "host": "PODIUM_HOST",
    "port": "PODIUM_PORT",
    "public_url": "PODIUM_URL",
    "secure_cookies": "PODIUM_HTTPS",
    "trusted_proxies": "PODIUM_PROXIES",
    "setup_code": "PODIUM_SETUP_CODE",
    "audit_days": "PODIUM_AUDIT_DAYS",
    "push_key": "PODIUM_PUSH_KEY",
    "push_contact": "PODIUM_PUSH_CONTACT",
    "log": "PODIUM_LOG",
    "log_level": "PODIUM_LOG_LEVEL",
    "log_requests": "PODIUM_LOG_REQUESTS",
    "metrics_token": "PODIUM_METRICS_TOKEN",
    "fide_list": "PODIUM_FIDE_LIST",
    "memory": "PODIUM_MEMORY",
    "embedders": "PODIUM_EMBED",
    "cluster": "PODIUM_CLUSTER",
}
"""The variable of the environment that sets each setting."""
SECRETS = ("setup_code", "push_key", "metrics_token")
"""The settings that are shown to nobody."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = "0.0.0.0"  # noqa: S104  # for those who say so


class NotANumber(ValueError):
    """What the environment says where a number is wanted."""

    def __init__(self, variable: str, value: str) -> None:
        super().__init__(f"{variable} is not a number: {value}")
        self.variable, self.value = variable, value


class NotAChoice(ValueError):
    """What the environment says where one of a few words is wanted."""

    def __init__(self, variable: str, value: str, choices: Sequence[str]) -> None:
        super().__init__(f"{variable} is one of {', '.join(choices)}: {value}")
        self.variable, self.value, self.choices = variable, value, tuple(choices)


class LogForm(StrEnum):
    """How the lines of the log are written."""

    TEXT = "text"
    JSON = "json"
    OFF = "off"


LOG_LEVELS = ("info", "warning", "error")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much people may ask of one process; `PODIUM_LIMIT_` and the name in capitals sets one.

    People who are signed in, or hold the link of a scorer, are not counted with the strangers.
    """

    sign_ins_per_name: int = 10
    """Wrong passwords a minute for one account."""
    sign_ins_per_address: int = 30
    """Wrong passwords a minute from one address."""
    sign_ins_waiting: int = 12
    """Passwords of one address that wait to be looked at."""
    stranger_bytes: int = 65_536
    """The longest body of a request from a stranger."""
    head_bytes: int = 32_768
    """The longest address and headers of a request."""
    head_seconds: int = 10
    """The time in which address and headers must have come."""
    body_seconds: int = 30
    """The time in which a body must have come; a large one has a second more for each 50,000 bytes that came."""
    connections: int = 10_000
    """Connections at once; never more than the system has descriptors for."""
    watchers: int = 6_000
    """Live streams of strangers at once."""
    watchers_per_event: int = 5_000
    watchers_per_address: int = 3_000
    questions_waiting: int = 24
    """Strangers who wait for what takes long to work out: why a board is what it is, pictures, reports."""
    events_per_account: int = 1_000
    """Events that an account owns, archived ones too; an administrator's are not counted, nor their tokens."""
    tokens_per_account: int = 100
    links_per_event: int = 5_000
    page_seconds: int = 20
    """The processor time that a page may take before it is ended."""


@dataclass(frozen=True, slots=True)
class Config:
    """Where the data is, and where the server listens."""

    database: str = field(default="podium.db", repr=False)  # may have a password in it
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    """The address by which everybody reaches the server, where that is known; printed in codes for phones."""
    secure_cookies: bool = False
    trusted_proxies: str = "127.0.0.1"
    setup_code: str | None = field(default=None, repr=False)
    """What proves, to a Podium without accounts, that somebody far away can read the server's console."""
    audit_days: int = 730
    """For how many days the audit is kept."""
    push_key: str = field(default="", repr=False)
    push_contact: str = ""
    push_anywhere: bool = False
    """Whether push messages may go to machines that are not public: for tests."""
    limits: Limits = Limits()
    log: LogForm = LogForm.TEXT
    log_level: str = "info"
    """The least that is logged; one of `LOG_LEVELS`."""
    log_requests: bool = False
    """Whether the log has every request, and not only what was refused or failed."""
    launch_key: str = field(default="", repr=False)
    """What `podium start` and its server share, so that the browser it opens is signed in; empty for any other."""
    metrics_token: str = field(default="", repr=False)
    """What a program sends to read the metrics; without one they are for the machine itself."""
    fide_list: str = "https://ratings.fide.com/download/players_list.zip"
    """Where FIDE's list, with all three ratings, is fetched from when somebody asks for that."""
    memory: int = 4000
    """Megabytes that each process of a server may take, where the system has such limits; 0: as many as there are."""
    embedders: str = ""
    """The sites whose pages may have a board of a game in a frame, with blanks between; `*` is every site."""
    cluster: str = ""
    """The address of the Dask scheduler whose workers count forecasts; without one they are counted on this machine."""


def from_environment(environment: Mapping[str, str] | None = None) -> Config:
    """The settings that the variables of the environment give (`VARIABLES`).

    `PODIUM_LIMIT_...` are those of `Limits`. `PODIUM_SETUP_CODE` is how a server tells its further processes what it
    printed.
    """
    variables = os.environ if environment is None else environment
    given = {name: variables[variable] for name, variable in VARIABLES.items() if variable in variables}
    base = Config()
    return Config(
        database=given.get("database", base.database),
        host=given.get("host", base.host),
        port=_number(variables, VARIABLES["port"], base.port),
        public_url=given.get("public_url", base.public_url).rstrip("/"),
        secure_cookies=given.get("secure_cookies", "") not in ("", "0"),
        trusted_proxies=given.get("trusted_proxies", base.trusted_proxies),
        setup_code=given.get("setup_code") or None,
        audit_days=max(1, _number(variables, VARIABLES["audit_days"], base.audit_days)),
        push_key=given.get("push_key", base.push_key),
        push_contact=given.get("push_contact", base.push_contact),
        limits=_limits(variables),
        log=LogForm(_choice(variables, VARIABLES["log"], tuple(LogForm))),
        log_level=_choice(variables, VARIABLES["log_level"], LOG_LEVELS),
        log_requests=given.get("log_requests", "") not in ("", "0"),
        metrics_token=given.get("metrics_token", base.metrics_token),
        fide_list=given.get("fide_list") or base.fide_list,
        memory=_number(variables, VARIABLES["memory"], base.memory),
        embedders=" ".join(given.get("embedders", base.embedders).split()),
        cluster=given.get("cluster", base.cluster).strip(),
    )


def _limits(given: Mapping[str, str]) -> Limits:
    names = [each.name for each in fields(Limits)]
    base = Limits()
    return Limits(**{name: max(1, _number(given, _limit_variable(name), getattr(base, name))) for name in names})


def _limit_variable(name: str) -> str:
    return f"PODIUM_LIMIT_{name.upper()}"


def _number(given: Mapping[str, str], variable: str, default: int) -> int:
    value = given.get(variable) or str(default)
    if not value.isdecimal():
        raise NotANumber(variable, value)
    return int(value)


def _choice(given: Mapping[str, str], variable: str, choices: Sequence[str]) -> str:
    """What the environment says, or the first of the choices where it says nothing."""
    value = given.get(variable) or choices[0]
    if value not in choices:
        raise NotAChoice(variable, value, choices)
    return value


def phone_address(config: Config, opened: str) -> str | None:
    """The address by which phones reach a server that a browser opened as `opened`: the public one, that itself, or the
    one that this machine has in its network; None where no other machine can reach it."""
    site = urlsplit(opened)
    if config.public_url or site.hostname not in LOOPBACK:
        return config.public_url or opened
    if config.host in LOOPBACK:
        return None
    host = _network_address() if config.host in (EVERYWHERE, "::") else config.host
    port = f":{site.port}" if site.port else ""
    return f"{site.scheme}://{f'[{host}]' if ':' in host else host}{port}" if host else None


def _network_address() -> str | None:
    """The address of this machine in its network; None where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: the system only says which way it would go
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return None if ip_address(found).is_loopback else found


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
    base = Config()

    def setting(name: str, variable: str, value: object, default: object) -> Setting:
        # What is there and empty is as good as not there, unless it is taken at its word.
        in_environment = variable in given and (given[variable] != "" or value != default)
        source = Source.ENVIRONMENT if in_environment else Source.DEFAULT
        return Setting(name, value, Source.FLAG if name in flags else source, variable)

    plain = [
        setting(name, variable, getattr(config, name), getattr(base, name)) for name, variable in VARIABLES.items()
    ]
    limits = [
        setting(f"limits.{name}", _limit_variable(name), getattr(config.limits, name), getattr(base.limits, name))
        for name in (each.name for each in fields(Limits))
    ]
    return [*plain, *limits]


def data_folder() -> Path:
    """Where the data of `podium start` are: a folder of the user's own, as each system has it."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Podium"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Podium"
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (given if given.is_absolute() else Path.home() / ".local" / "share") / "podium"


@cache
def manual_folder() -> Path:
    """Where the manual's files are: inside the package, or beside it in a clone."""
    here = Path(__file__).parent
    shipped = here / "web" / "help" / "docs"
    return shipped if shipped.is_dir() else here.parents[1] / "docs"
