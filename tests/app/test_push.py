"""Push messages: encrypted, signed, and sent to public push services only."""

from __future__ import annotations

import socket
import threading
from unittest.mock import Mock

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from podium.app.hall import push_sender as sender_module
from podium.app.hall.followers import decoded, encoded
from podium.app.hall.push_messages import (
    CURVE,
    ServerKey,
    Unreachable,
    checked_endpoint,
    deliver,
    encrypt,
    is_public,
    new_key,
)
from podium.app.hall.push_sender import Sender
from podium.app.ports import Head, Listener, Receipt
from podium.core.errors import Invalid, Unavailable
from podium.core.ids import TournamentId
from tests.kit.loops import every
from tests.kit.push import FakeBrowser, claims_of, push_service, to_bytes
from tests.kit.waiting import PATIENCE, until, until_ended


def test_the_example_of_rfc_8291_is_met() -> None:
    private = int.from_bytes(to_bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        to_bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        to_bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        salt=to_bytes("DGv6ra1nlYgDCS1FRnbzlw"),
        private_key=ec.derive_private_key(private, CURVE),
    )
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_each_message_is_encrypted_anew_and_only_its_browser_reads_it() -> None:
    ann, ben = FakeBrowser("a"), FakeBrowser("b")
    first, second = (encrypt(b'{"round":5}', ann.public, ann.secret) for _ in range(2))
    assert first != second
    assert ann.read(first) == ann.read(second) == {"round": 5}
    with pytest.raises(InvalidTag):
        ben.read(first)


def test_the_server_signs_for_the_push_service_alone() -> None:
    key = ServerKey.parse(new_key(), "mailto:chess@example.org")
    claims, public = claims_of(key.authorization("https://push.example.org/abc?x=1", 1_000_000))
    assert claims == {"aud": "https://push.example.org", "exp": 1_043_200, "sub": "mailto:chess@example.org"}
    assert public == key.public
    anonymous, _ = claims_of(ServerKey.parse(new_key(), "").authorization("https://push.example.org/abc", 0))
    assert "sub" not in anonymous


@every("text", ["", "short", "!" * 43, encoded(bytes(32)), encoded(b"\xff" * 32)])
def test_what_is_no_key_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(Invalid) as refused:
        ServerKey.parse(text, "")
    assert refused.value.code == "push-key-malformed"
    assert text == "" or text not in str(refused.value.facts)


@every("text", ["ä", "a b", "a$", "A"])
def test_what_is_no_base64_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^$"):
        decoded(text)


@every(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://10.0.0.8/a",
        "https://169.254.169.254/latest/meta-data",
        "https://localhost/a",
        "https://printer/a",
        "https://push.example.org:8443/a",
        "https://user@push.example.org/a",
        "https://push.example.org/a b",
        "https://push.example.org/\r\nHost: x",
        "https://[::1/a",
        "ftp://push.example.org/a",
        "javascript:alert(1)",
        "https://push.example.org/" + "a" * 1000,
        "",
    ],
)
def test_an_address_that_can_be_no_push_service_is_refused(endpoint: str) -> None:
    with pytest.raises(Invalid):
        checked_endpoint(endpoint)
    with pytest.raises(Unreachable):
        deliver(endpoint, b"", {})


def test_push_services_are_taken() -> None:
    for endpoint in ("https://fcm.googleapis.com/fcm/send/abc", "https://web.push.apple.com:443/x?y=1"):
        assert checked_endpoint(endpoint).hostname


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.1.1", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "::1", "fe80::1%eth0", "fd00::1", "::ffff:192.168.1.1", "2002:c0a8:0101::1", "64:ff9b::7f00:1", "ff02::1",
    ],
)  # fmt: skip
def test_a_name_that_stands_for_a_private_address_is_not_talked_to(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not is_public(address)
    connected: list[object] = []
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))]
    found.append((socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: found)
    monkeypatch.setattr(socket, "create_connection", lambda *args, **more: connected.append(args))
    with pytest.raises(Unreachable):
        deliver("https://push.example.org/a", b"", {})
    assert connected == []


def test_the_address_that_was_looked_up_is_the_one_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    connected: list[object] = []

    def connect(address: object, timeout: object = None) -> socket.socket:
        connected.append(address)
        raise OSError

    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: found)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(Unreachable):
        deliver("https://push.example.org/a", b"", {})
    assert connected == [("93.184.216.34", 443)]


def test_redirects_are_not_followed() -> None:
    with push_service() as service:
        service.status["/moved"] = 307
        assert deliver(f"{service.url}/moved", b"x", {"TTL": "1"}, anywhere=True) == 307
        assert [each.path for each in service.sent] == ["/moved"]


class StuckJournal:
    """A journal that answers when it is let go."""

    def __init__(self) -> None:
        self.asked: list[TournamentId] = []
        self.begun, self.go = threading.Event(), threading.Event()
        self.listener: Listener = lambda receipts: None

    def on_commit(self, listener: Listener) -> None:
        self.listener = listener

    def head(self, stream: TournamentId) -> Head:
        self.asked.append(stream)
        self.begun.set()
        assert self.go.wait(PATIENCE)
        raise Unavailable


def test_a_sender_that_is_closed_tells_of_nothing_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nothing more can wait: the end of a server must not."""
    monkeypatch.setattr(sender_module, "MOST_WAITING", 2)
    journal = StuckJournal()
    sender = Sender(journal, Mock(followed=Mock(return_value=())), ServerKey.parse(new_key(), ""), lambda head: head)
    sender.start()
    journal.listener([Mock(spec=Receipt, stream=TournamentId("a"), written=True)])
    assert journal.begun.wait(PATIENCE)
    journal.listener([Mock(spec=Receipt, stream=TournamentId(each), written=True) for each in "bc"])
    closing = threading.Thread(target=sender.close, daemon=True)
    closing.start()
    until(lambda: sender._closed)
    journal.go.set()
    until_ended(closing)
    assert journal.asked == ["a"]
