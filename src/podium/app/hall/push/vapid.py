"""Who sends a push message: the server's key, and what it signs for each push service (RFC 8292)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from podium.app.hall.push.encoding import decoded, encoded
from podium.app.hall.push.encryption import CURVE, point
from podium.core.errors import Invalid

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
