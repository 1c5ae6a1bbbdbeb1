"""A push service on this machine, and a browser that reads what comes through it (RFC 8188, 8291, 8292)."""

from __future__ import annotations

import base64
import json
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.kit.waiting import PATIENCE, until_ended


def to_bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def to_text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


@dataclass
class FakeBrowser:
    """A browser that follows: its keys, and where its messages go."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = b"0123456789abcdef"

    @property
    def public(self) -> bytes:
        return self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> dict[str, Any]:
        return {"endpoint": self.endpoint, "keys": {"p256dh": to_text(self.public), "auth": to_text(self.secret)}}

    def read(self, body: bytes) -> Any:
        """What a message says, which must be for this browser."""
        salt, (size, length) = body[:16], struct.unpack_from(">IB", body, 16)
        sender, text = body[21 : 21 + length], body[21 + length :]
        assert len(text) <= size
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        keying = self._derived(shared, self.secret, b"WebPush: info\0" + self.public + sender, 32)
        key = self._derived(keying, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = self._derived(keying, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, text, None)
        assert plain.rstrip(b"\0")[-1:] == b"\x02"
        return json.loads(plain.rstrip(b"\0")[:-1])

    @staticmethod
    def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def claims_of(authorization: str) -> tuple[Any, str]:
    """What a sender signed, once the signature is found to be right, and the sender's public key."""
    token, _, key = authorization.removeprefix("vapid t=").partition(", k=")
    header, claims, signature = token.split(".")
    assert json.loads(to_bytes(header)) == {"typ": "JWT", "alg": "ES256"}
    raw = to_bytes(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to_bytes(key))
    public.verify(der, f"{header}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(to_bytes(claims)), key


@dataclass
class Sent:
    """A message that arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """What arrives at 127.0.0.1; `status` is what it answers, by path."""

    url: str = ""
    sent: list[Sent] = field(default_factory=list)
    status: dict[str, int] = field(default_factory=dict)
    arrived: threading.Condition = field(default_factory=threading.Condition)

    def browser(self, name: str) -> FakeBrowser:
        return FakeBrowser(f"{self.url}/{name}")

    def wait(self, count: int, seconds: float = PATIENCE) -> list[Sent]:
        """The messages, once there are so many."""
        with self.arrived:
            assert self.arrived.wait_for(lambda: len(self.sent) >= count, seconds), self.sent
            return list(self.sent)


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            with service.arrived:
                service.sent.append(Sent(self.path, headers, body))
                service.arrived.notify_all()
            self.send_response(service.status.get(self.path, 201))
            self.send_header("Location", f"{service.url}/elsewhere")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield service
    server.shutdown()
    server.server_close()
    until_ended(thread)
