"""Tests of a real gunicorn without a proxy, in which slow or odd clients block no one else."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

from apps.config import buffered_worker
from apps.config.buffered_worker import RequestRefused, whole
from apps.config.settings import ROOT
from tests.ports import free_port

GET: Final = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST: Final = b"POST /nowhere/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
PATIENCE: Final = 3


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Yield the port of one process with two threads, which waits three seconds for a request."""
    folder = tmp_path_factory.mktemp("gunicorn")
    free = free_port()
    config = folder / "gunicorn.conf.py"
    config.write_text(
        f"exec(open({str(ROOT / 'deploy' / 'gunicorn.conf.py')!r}).read())\n"
        "from apps.config import buffered_worker\n"
        f"buffered_worker.PATIENCE = {PATIENCE}\n"
    )
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SLOWFUSE_", "DJANGO_"))}
    named = {"SLOWFUSE_VAR": str(folder), "SLOWFUSE_BIND": f"127.0.0.1:{free}", "SLOWFUSE_WORKERS": "1"}
    with (folder / "log").open("w") as log:
        command = [sys.executable, "-m", "gunicorn", "-c", str(config), "apps.config.wsgi"]
        server = subprocess.Popen(
            command, cwd=ROOT, env={**kept, **named, "SLOWFUSE_DATABASE_POOL": "2"}, stdout=log, stderr=log
        )
    try:
        until = time.monotonic() + 30
        while not answers(free):
            assert server.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < until, (folder / "log").read_text()
            time.sleep(0.1)
        yield free
    finally:
        server.terminate()
        server.wait(timeout=30)


def answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def client(port: int, *sent: bytes) -> socket.socket:
    connected = socket.create_connection(("127.0.0.1", port), timeout=10)
    for piece in sent:
        connected.sendall(piece)
        time.sleep(0.05 if piece is not sent[-1] else 0)
    return connected


def all_said(connected: socket.socket) -> bytes:
    said = b""
    with connected:
        while piece := connected.recv(65536):
            said += piece
    return said


@pytest.mark.slow
@pytest.mark.parametrize(
    "begun",
    [
        b"",
        GET,
        b"\r\n\r\n",
        POST + b"Content-Length: 5000\r\n\r\na=",
        POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n",
        POST + b"Content-Length: 5000000\r\n\r\na=",
        GET + b"Connection: close\r\n\r\n",
    ],
    ids=["nothing", "head", "blank", "body", "chunks", "too much", "never hangs up"],
)
def test_sixteen_slow_clients_stop_no_page(port: int, begun: bytes) -> None:
    with ExitStack() as stack:
        for _slow in range(16):
            stack.enter_context(client(port, begun))
        time.sleep(0.2)
        began = time.monotonic()
        assert [answers(port) for _page in range(5)] == [True] * 5
        assert time.monotonic() - began < PATIENCE


def test_who_does_not_come_to_an_end_is_told_so(port: int) -> None:
    began = time.monotonic()
    assert all_said(client(port, POST + b"Content-Length: 9\r\n\r\na=")).startswith(b"HTTP/1.1 408 ")
    assert time.monotonic() - began >= PATIENCE


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (POST + b"Content-Length: 70000\r\n\r\na=", 413),
        (POST + b"Content-Length: 99999999999999999999999999\r\n\r\na=", 413),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n", 411),
        (GET + b"X: " + b"a" * 40_000, 431),
        (b"\r\n" * 200_000, 431),
        (POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        (POST + b"Content-Length: +1\r\n\r\n", 400),
        (GET + b"Content-Length : 5000\r\n\r\n", 400),
        (b"nonsense\r\n\r\n", 400),
    ],
)
def test_what_cannot_be_awaited_is_refused_at_once(port: int, sent: bytes, status: int) -> None:
    began = time.monotonic()
    assert all_said(client(port, sent)).startswith(b"HTTP/1.1 %d " % status)
    assert time.monotonic() - began < PATIENCE


@pytest.mark.parametrize(
    "pieces",
    [
        (b"GET /healthz HT", b"TP/1.1\r\nHost: local", b"host\r\nConnection: close\r\n", b"\r\n"),
        (b"\r\n" + GET + b"Connection: close\r\n\r\n",),
        (GET + b"Content-Length: 4\r\nConnection: close\r\n\r\na=", b"bb"),
    ],
)
def test_a_request_may_come_in_pieces(port: int, pieces: tuple[bytes, ...]) -> None:
    said = all_said(client(port, *pieces))
    assert (said[:12], said[-3:]) == (b"HTTP/1.1 200", b"OK\n")


def test_a_connection_is_kept_for_the_next_request_and_for_those_sent_along(port: int) -> None:
    with client(port, GET + b"\r\n") as connected:
        answer = b""
        while not answer.endswith(b"OK\n"):  # head and body can arrive separately
            piece = connected.recv(65536)
            assert piece, answer
            answer += piece
        connected.sendall(GET + b"\r\n" + GET + b"Content-Length: 1\r\n\r\na" + GET + b"Connection: close\r\n\r\n")
        assert all_said(connected).count(b"OK\n") == 3


def test_it_waits_for_as_much_as_is_read() -> None:
    assert buffered_worker.BODY == settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    head = POST + b"Content-Length: %d\r\n\r\n"
    assert whole(head % buffered_worker.BODY + b"a" * buffered_worker.BODY)
    assert not whole(head % 2 + b"a")
    with pytest.raises(RequestRefused, match="413"):
        whole(head % (buffered_worker.BODY + 1))


def test_the_house_is_run_with_it() -> None:
    config = (ROOT / "deploy" / "gunicorn.conf.py").read_text()
    assert f'"{buffered_worker.BufferedThreadWorker.__module__}.BufferedThreadWorker"' in config
    assert Path(buffered_worker.__file__).is_relative_to(ROOT)
