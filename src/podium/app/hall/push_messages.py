"""Push messages: encrypted for one browser (RFC 8291, 8188), signed by the server (RFC 8292), and sent.

A follower's browser names the address of its push service, which could be one inside the hall's own network. So names
are looked up here, every address they stand for must be a public one, and it is that address which is connected to.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import secrets
import socket
import ssl
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from podium.app.hall.followers import decoded, encoded
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


CURVE = ec.SECP256R1()
SALT_BYTES = 16
RECORD = 4096
"""The size of a record; a message of ours is one, which is the last."""
LAST = b"\x02"


def encrypt(
    message: bytes,
    public_key: bytes,
    secret: bytes,
    *,
    salt: bytes | None = None,
    private_key: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The body of a push message for the browser with that key and authentication secret.

    Salt and key are drawn anew for each message; a test may say them. Raises ValueError for a key that is none.
    """
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public_key)
    own = private_key or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(SALT_BYTES)
    own_public = point(own.public_key())
    shared = own.exchange(ec.ECDH(), theirs)
    keying = _derived(shared, secret, b"WebPush: info\0" + public_key + own_public, 32)
    key = _derived(keying, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(keying, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack(">IB", RECORD, len(own_public)) + own_public
    return header + AESGCM(key).encrypt(nonce, message + LAST, None)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


KEY_BYTES = 32
VALID_FOR = 12 * 3600
"""Seconds: push services take no more than a day."""
HEADER = encoded(b'{"typ":"JWT","alg":"ES256"}')


def new_key() -> str:
    """A private key as the configuration has it."""
    drawn = ec.generate_private_key(CURVE).private_numbers().private_value
    return encoded(drawn.to_bytes(KEY_BYTES, "big"))


@dataclass(frozen=True, slots=True)
class ServerKey:
    """The key of this server, and whom a push service can write to; empty where nobody said so."""

    private: ec.EllipticCurvePrivateKey
    contact: str

    @classmethod
    def parse(cls, text: str, contact: str) -> ServerKey:
        """The key written as `text`; raises Invalid, which does not repeat it."""
        try:
            content = decoded(text.strip())
            if len(content) != KEY_BYTES:
                raise ValueError
            return cls(ec.derive_private_key(int.from_bytes(content, "big"), CURVE), contact)
        except ValueError:
            raise Invalid("push-key-malformed", field="PODIUM_PUSH_KEY", value=len(text)) from None

    @property
    def public(self) -> str:
        """What browsers are told, so that nobody else can send to them."""
        return encoded(point(self.private.public_key()))

    def authorization(self, endpoint: str, now: int) -> str:
        """The header that says who sends, for the push service of `endpoint`."""
        parts = urlsplit(endpoint)
        claims: dict[str, object] = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + VALID_FOR}
        if self.contact:
            claims["sub"] = self.contact
        signed = f"{HEADER}.{encoded(json.dumps(claims, separators=(',', ':')).encode())}"
        r, s = decode_dss_signature(self.private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = encoded(r.to_bytes(KEY_BYTES, "big") + s.to_bytes(KEY_BYTES, "big"))
        return f"vapid t={signed}.{signature}, k={self.public}"
