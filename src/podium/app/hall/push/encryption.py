"""A message that only one browser can read (RFC 8291, over the content coding of RFC 8188)."""

from __future__ import annotations

import secrets
import struct

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

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
