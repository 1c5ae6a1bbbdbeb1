"""A message that only one browser can read (RFC 8291, 8188), and the key that says who sends it (RFC 8292)."""

from __future__ import annotations

import base64
import binascii
import json
import secrets
import struct
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from podium.core.errors import Invalid


def encoded(content: bytes) -> str:
    """The bytes as text.

    >>> encoded(b"podium!")
    'cG9kaXVtIQ'
    """
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of a text; raises ValueError.

    >>> decoded("cG9kaXVtIQ")
    b'podium!'
    """
    padded = text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4)
    try:
        return base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError):
        raise ValueError from None


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
    def of(cls, text: str, contact: str) -> ServerKey:
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
