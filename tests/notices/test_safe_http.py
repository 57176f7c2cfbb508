"""Tests that our requests reach only public machines, and that none hangs for long."""

from __future__ import annotations

import ipaddress
import socket
import threading
import time
from datetime import UTC, datetime
from typing import Any

import pytest

from apps.notices.errors import ReceiverRefused
from apps.notices.models import Webhook
from apps.notices.net import public_addresses, safe_http, time_limit
from apps.notices.net.safe_http import Failed, Forbidden
from apps.notices.services import webhooks
from tests.notices.listener import listening

pytestmark = pytest.mark.once

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
PRIVATE = [
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "fe80::1",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "fec0::1",
    "2001:db8::1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "2002:7f00:1::1",
    "2002:c0a8:101::1",
    "2001:0:4136:e378:8000:63bf:80ff:fffe",
    "100::1",
    "192.0.0.8",
    "192.0.0.9",
    "192.0.0.170",
    "192.31.196.1",
    "192.52.193.1",
    "192.88.99.1",
    "192.175.48.1",
    "::ffff:192.0.0.8",
    "64:ff9b::192.0.0.8",
    "100:0:0:1::1",
    "2001:1::1",
    "2001:2::1",
    "2001:3::1",
    "2001:4:112::1",
    "2001:20::1",
    "2001:30::1",
    "2002:808:808::1",
    "2620:4f:8000::1",
    "3fff::1",
    "5f00::1",
    "4000::1",
]
PUBLIC = [
    "::ffff:1.1.1.1",
    "64:ff9b::808:808",
    "2001:200::1",
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "172.32.0.1",
    "2606:4700::1111",
    "2a00:1450:4001:81b::200e",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_no_address_of_a_house_or_a_machine_itself(address: str) -> None:
    assert not public_addresses.is_public_address(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_the_open_internet(address: str) -> None:
    assert public_addresses.is_public_address(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", PRIVATE)
def test_nor_where_the_interpreter_knows_of_nothing_special(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (ipaddress.IPv4Address, ipaddress.IPv6Address):
        monkeypatch.setattr(kind, "is_global", True)
    assert not public_addresses.is_public_address(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "host",
    [
        "192.0.0.8", "127.1", "127.0.1", "127.1.", "127.0.0.1.", "2130706433", "0x7f.1", "0X7F000001", "0177.1", "0",
        "1", "10.1", "0xa9fea9fe", "1.2.3.4.5", "256.1", "0x", "999999999999", "[::1]", "[fe80::1%25lo]",
        "[::ffff:a00:1]", "[3fff::1]", "localhost", "LOCALHOST.", "a.localhost", "printer", "printer.local",
        "nas.home.arpa", "a.internal.",
    ],
)  # fmt: skip
def test_an_address_that_leads_inward_is_refused_when_it_is_written(host: str, ada: Any) -> None:
    with pytest.raises(ReceiverRefused):
        webhooks.add_webhook(player=ada, url=f"https://{host}/in", kinds=["turn"], now=NOW)
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("host", ["example.org", "1.1.1.1", "[2606:4700::1111]", "0x7f.example.org", "1.example.org."])
def test_what_may_be_outside_is_kept(host: str, ada: Any) -> None:
    assert webhooks.add_webhook(player=ada, url=f"https://{host}/in", kinds=["turn"], now=NOW).pk


@pytest.mark.parametrize(
    "host",
    ["localhost", "127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "[::1]", "[::ffff:7f00:1]", "0"],
)
def test_however_it_is_written_nobody_is_asked(host: str, settings: Any) -> None:
    settings.HOSTED = False
    with listening() as listener:
        port = listener.url.rpartition(":")[2]
        with pytest.raises(Failed):
            safe_http.send_post_request(f"http://{host}:{port}/", body=b"", headers={})
        assert not listener.heard


def answers(monkeypatch: pytest.MonkeyPatch, *rounds: tuple[str, ...]) -> list[str]:
    """Make the name service give these answers in turn, and return the requested names."""
    asked: list[str] = []

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        found = rounds[min(len(asked), len(rounds) - 1)]
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return asked


def test_one_private_address_among_public_ones_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, ("93.184.216.34", "10.0.0.1"))
    with pytest.raises(Forbidden):
        safe_http.resolve_public_address("example.org", 443)


def test_a_name_that_changes_its_mind_is_asked_only_once(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Check a name with a valid address first, then a forbidden one. We connect to the one we checked."""
    settings.HOSTED, settings.NOTICES_REACHABLE = False, ["127.0.0.1/32"]
    connected: list[Any] = []
    with listening() as listener:
        real = socket.create_connection
        asked = answers(monkeypatch, ("127.0.0.1",), ("10.0.0.1",))

        def connect(address: tuple[str, int], *args: Any, **kwargs: Any) -> socket.socket:
            connected.append(address[0])
            made = socket.socket()
            made.connect(address)
            return made

        monkeypatch.setattr("urllib3.util.connection.create_connection", connect)
        assert real is not None
        port = listener.url.rpartition(":")[2]
        assert (
            safe_http.send_post_request(f"http://rebind.example.org:{port}/in?x=1", body=b"{}", headers={}).status
            == 200
        )
    assert asked == ["rebind.example.org"]
    assert connected == ["127.0.0.1"]
    assert listener.heard[0].headers["Host"] == f"rebind.example.org:{port}"
    assert listener.heard[0].path == "/in?x=1"


def test_nobody_is_followed_elsewhere(settings: Any) -> None:
    settings.HOSTED, settings.NOTICES_REACHABLE = False, ["127.0.0.1/32"]
    with listening() as here, listening() as there:
        here.status, here.location = 302, there.url
        assert safe_http.send_post_request(here.url, body=b"", headers={}).status == 302
        assert not there.heard


def test_why_it_did_not_work_is_a_sentence(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HOSTED, settings.NOTICES_REACHABLE = False, ["127.0.0.1/32"]
    monkeypatch.setattr(safe_http, "CONNECT_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent, listening() as plain:
        port = silent.getsockname()[1]
        for url, why in (
            ("ftp://127.0.0.1/", safe_http.URL_REFUSED),
            ("http://10.0.0.1/", safe_http.HOST_NOT_PUBLIC),
            ("http://127.0.0.1:1/", safe_http.CONNECTION_LOST),
            (f"http://127.0.0.1:{port}/", safe_http.NO_ANSWER_IN_TIME),
            (plain.url.replace("http:", "https:"), safe_http.INSECURE),
        ):
            with pytest.raises(Failed) as raised:
                safe_http.send_post_request(url, body=b"", headers={})
            assert str(raised.value) == why, url


def test_an_answer_that_drips_is_cut_off(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HOSTED, settings.NOTICES_REACHABLE = False, ["127.0.0.1/32"]
    monkeypatch.setattr(time_limit, "MAX_CONNECTION_SECONDS", 0.6)
    server = socket.create_server(("127.0.0.1", 0))

    def drip() -> None:
        caller, _where = server.accept()
        try:
            caller.sendall(b"HTTP/1.1 200 OK\r\n")
            for n in range(100):
                caller.sendall(f"X-{n}: drip\r\n".encode())
                time.sleep(0.1)
        except OSError:
            pass
        finally:
            caller.close()

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    began = time.monotonic()
    with pytest.raises(Failed, match=safe_http.NO_ANSWER_IN_TIME):
        safe_http.send_post_request(f"http://127.0.0.1:{server.getsockname()[1]}/", body=b"", headers={})
    assert time.monotonic() - began < 3
    server.close()
    thread.join(timeout=5)


@pytest.mark.parametrize(
    "url", ["http://example.org/", "https://u:p@example.org/", "https://exa mple.org", "https:///x"]
)
def test_a_hosted_house_sends_only_to_https(url: str, settings: Any) -> None:
    settings.HOSTED = True
    assert not safe_http.is_valid_url(url)
    assert safe_http.is_valid_url("https://example.org:8443/hook?x=1")
