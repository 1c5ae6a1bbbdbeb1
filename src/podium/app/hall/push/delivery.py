"""A message on its way to a push service, and to nothing but a public one.

Whoever follows says where messages go, so an address could be one inside the hall's own network. Names are looked up
here, every address they stand for must be a public one, and it is that address which is connected to.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from urllib.parse import SplitResult, urlsplit

from podium.core.errors import Invalid

LONGEST_ENDPOINT = 1000
PATIENCE = 10.0
"""Seconds."""
HTTPS = 443


class Unreachable(Exception):
    """The push service could not be talked to, or is none."""


def checked_endpoint(endpoint: str, *, anywhere: bool = False) -> SplitResult:
    """The address of a push service; raises Invalid for one that cannot be one. `anywhere` is for tests."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise _refused(endpoint) from None
    if not parts.hostname or parts.username is not None or len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii():
        raise _refused(endpoint)
    if any(sign.isspace() or not sign.isprintable() for sign in endpoint):
        raise _refused(endpoint)
    if anywhere:
        return parts
    if parts.scheme != "https" or port not in (None, HTTPS) or "." not in parts.hostname:
        raise _refused(endpoint)
    try:
        literal = ipaddress.ip_address(parts.hostname)
    except ValueError:
        return parts
    if not literal.is_global:
        raise _refused(endpoint)
    return parts


def deliver(endpoint: str, body: bytes, headers: Mapping[str, str], *, anywhere: bool = False) -> int:
    """The status with which the push service answers; raises Unreachable."""
    try:
        parts = checked_endpoint(endpoint, anywhere=anywhere)
    except Invalid:
        raise Unreachable from None
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (HTTPS if secure else 80)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        address = _public_address(host, port, anywhere=anywhere)
        connection = _Pinned(host, port, address, secure=secure)
        try:
            connection.request("POST", path, body, dict(headers))
            with connection.getresponse() as answer:
                return answer.status  # redirects are answers like any other: nobody follows them
        finally:
            connection.close()
    except (OSError, http.client.HTTPException, UnicodeError):
        raise Unreachable from None


def _public_address(host: str, port: int, *, anywhere: bool) -> str:
    """An address that the name stands for, if all of them are public."""
    found = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not anywhere and not all(is_public(each) for each in found):
        raise Unreachable
    return found[0]


def is_public(address: str) -> bool:
    """Whether an address is one of the internet, by all that stands in it.

    >>> is_public("93.184.216.34"), is_public("10.0.0.1"), is_public("::ffff:127.0.0.1"), is_public("fe80::1%eth0")
    (True, False, False, False)
    """
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        inside = parsed.ipv4_mapped or parsed.sixtofour or (parsed.teredo[1] if parsed.teredo else None)
        if inside is not None:
            return inside.is_global and not inside.is_multicast
        if parsed in _NAT64:
            return is_public(str(ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)))
    return parsed.is_global and not parsed.is_multicast


_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class _Pinned(http.client.HTTPConnection):
    """A connection to one address, whatever its name stands for by then."""

    def __init__(self, host: str, port: int, address: str, *, secure: bool) -> None:
        super().__init__(host, port, timeout=PATIENCE)
        self._address = address
        self._context = ssl.create_default_context() if secure else None

    def connect(self) -> None:
        connected = socket.create_connection((self._address, self.port), self.timeout)
        self.sock = self._context.wrap_socket(connected, server_hostname=self.host) if self._context else connected


def _refused(endpoint: str) -> Invalid:
    return Invalid("push-endpoint-malformed", field="endpoint", value=endpoint[:80])
