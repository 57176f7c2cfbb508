"""Tests that slow clients block no one else: silent ones at gunicorn itself, dripping ones at the proxies."""

from __future__ import annotations

import http.client
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.conf import settings

from apps.config.settings import ROOT
from tests.ports import free_port


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Yield the port of one gunicorn process with two threads."""
    free = free_port()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SLOWFUSE_", "DJANGO_"))}
    named = {"SLOWFUSE_VAR": str(tmp_path), "SLOWFUSE_BIND": f"127.0.0.1:{free}", "SLOWFUSE_WORKERS": "1"}
    with (tmp_path / "log").open("w") as log:
        command = [sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", "apps.config.wsgi"]
        server = subprocess.Popen(
            command, cwd=ROOT, env={**kept, **named, "SLOWFUSE_DATABASE_POOL": "2"}, stdout=log, stderr=log
        )
    try:
        until = time.monotonic() + 30
        while not answers(free):
            assert server.poll() is None, (tmp_path / "log").read_text()
            assert time.monotonic() < until, (tmp_path / "log").read_text()
            time.sleep(0.1)
        yield free
    finally:
        server.terminate()
        server.wait(timeout=30)


def answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


@pytest.mark.slow
def test_silent_connections_hold_a_thread_for_seconds_only(port: int) -> None:
    with ExitStack() as stack:
        for _silent in range(4):
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
        time.sleep(0.2)
        assert answers(port)
        began = time.monotonic()
        assert answers(port)
        assert time.monotonic() - began < 2


def test_both_proxies_pass_on_whole_requests_no_larger_than_the_site_reads() -> None:
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert limit == 64 * 1024
    caddy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert re.search(r"reverse_proxy web:8000 \{[^}]*request_buffers 64KiB", caddy.replace("{http.request.uuid}", ""))
    assert "max_size 64KiB" in caddy
    nginx = (ROOT / "deploy" / "nginx.conf").read_text()
    assert "proxy_request_buffering on;" in nginx
    assert "client_max_body_size 64k;" in nginx
