"""Tests that every request has an id by which everything it starts can be found."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.config.logs.conftest import Lines
from tests.processes import broker, environment

GIVEN = "0123456789abcdef0123456789abcdef"


def test_an_answer_says_what_the_proxy_called_its_request(db: None, lines: Lines) -> None:
    answer = Client().get("/nowhere/", headers={"X-Request-ID": GIVEN})
    assert answer["X-Request-ID"] == GIVEN
    (line,) = [each for each in lines.parsed() if each["logger"] == "django.request"]
    assert line["request_id"] == GIVEN, "it is written when the last middleware is done"


@pytest.mark.parametrize("given", ["", "short", "two words", "a" * 65, 'quote"quote', "line\nbreak", "ümlaut-ümlaut"])
def test_what_nobody_would_call_a_request_is_replaced(db: None, lines: Lines, given: str) -> None:
    answer = Client().get("/nowhere/", headers={"X-Request-ID": given})
    assert len(answer["X-Request-ID"]) == 32
    assert answer["X-Request-ID"] != Client().get("/nowhere/")["X-Request-ID"]
    assert not given or given not in lines.text.getvalue()


def test_what_is_logged_between_requests_belongs_to_none(db: None, lines: Lines) -> None:
    Client().get("/")
    logging.getLogger("apps").warning("Nobody asked.")
    assert "request_id" not in lines.parsed()[-1]


BELL = """
from celery import shared_task

@shared_task(name="tests.bell")
def bell(ringer):
    import logging
    logging.getLogger("apps.bell").warning("The bell was rung.")
"""

RING = """
import sys
import django
django.setup()
from django.test import Client
from django.http import HttpResponse
from django.urls import path
from apps.config import urls
import bell

def ring(request):
    bell.bell.apply_async(["a page"], queue=sys.argv[1])
    return HttpResponse()

urls.urlpatterns.append(path("ring/", ring))
print(Client(headers={"host": "localhost"}).get("/ring/")["X-Request-ID"])
bell.bell.apply_async(["nobody"], queue=sys.argv[1])
"""


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_line_of_a_worker_says_which_request_rang(tmp_path: Path) -> None:
    """Check a worker's process that is rung by a page, and then by something that isn't a request."""
    (tmp_path / "bell.py").write_text(BELL)
    env = environment(tmp_path, broker=broker()) | {"SLOWFUSE_LOG": "json"}
    env["PYTHONPATH"] += f":{tmp_path}"
    queue = f"bell-{tmp_path.name}"
    words = ["-A", "apps.config", "worker", "--include", "bell", "--queues", queue, "--hostname", "ringing@%h"]
    few = ["--pool", "solo", "--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING"]
    log = tmp_path / "log"
    with log.open("w") as file:
        worker = subprocess.Popen(
            [str(Path(sys.executable).with_name("celery")), "--quiet", *words, *few],
            env=env, cwd=settings.ROOT, stderr=file, stdout=file,
        )  # fmt: skip
    try:
        done = subprocess.run(
            [sys.executable, "-c", RING, queue], env=env, cwd=settings.ROOT, capture_output=True, text=True, check=True
        )
        until = time.monotonic() + 25
        while len(rung := [each for each in _lines(log) if each["message"] == "The bell was rung."]) < 2:
            assert worker.poll() is None, log.read_text()
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.1)
        _lines(log)  # Each of them is JSON. Only when stopped does Celery write in its own format.
    finally:
        worker.terminate()
        worker.wait(timeout=15)
    by_request, by_nobody = rung
    assert by_request["request_id"] == done.stdout.strip()
    assert (by_request["service"], by_request["task"]) == ("ringing", "tests.bell")
    assert "request_id" not in by_nobody


def _lines(log: Path) -> list[dict[str, Any]]:
    """Return all lines that a process wrote, each of which must be JSON."""
    return [json.loads(line) for line in log.read_text().splitlines()]
