"""Tests that a worker and beat report that they work, and that their containers' health check notices."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings

from apps.config import alive
from tests.processes import broker, environment

COMPOSE: Final = (Path(settings.ROOT) / "deploy" / "compose.yaml").read_text()
SERVICES: Final = dict(re.findall(r"^  (\w+):.*\n((?:    .*\n)+)", COMPOSE.partition("\nservices:\n")[2], re.MULTILINE))


def healthy(file: Path) -> bool:
    """Return the result of compose.yaml's check of this file."""
    (command,) = re.findall(r'"CMD-SHELL", "(find [^"]*)"', COMPOSE)
    assert "/tmp/alive" in command
    done = subprocess.run(command.replace("/tmp/alive", str(file)), shell=True, capture_output=True, check=False)
    return done.returncode == 0


@pytest.mark.once
def test_the_check_takes_a_file_of_just_now_and_no_older_one(tmp_path: Path) -> None:
    file = tmp_path / "alive"
    assert not healthy(file)
    file.touch()
    assert healthy(file)
    os.utime(file, (time.time() - 70, time.time() - 70))
    assert not healthy(file)


@pytest.mark.once
def test_every_container_of_the_house_says_how_it_is() -> None:
    for name, body in SERVICES.items():
        if name in ("migrate", "proxy"):  # One ends, the other isn't ours and meets visitors first.
            continue
        works = "*alive" in body if "celery" in body else "healthcheck:" in body
        assert works, name
    assert "SLOWFUSE_ALIVE: /tmp/alive" in COMPOSE


@pytest.mark.parametrize(
    "words",
    [
        ("worker", "--pool=solo", "--queues=thinking", "--without-gossip", "--without-mingle"),
        ("beat", "--pidfile="),
    ],
    ids=["worker", "beat"],
)
def test_who_works_shows_it(tmp_path: Path, words: tuple[str, ...]) -> None:
    file = tmp_path / "alive"
    env = environment(tmp_path, broker=broker()) | {"SLOWFUSE_ALIVE": str(file)}
    command = [sys.executable, "-m", "celery", "--quiet", "-A", "apps.config", *words, "--loglevel=WARNING"]
    process = subprocess.Popen(command, env=env, cwd=settings.ROOT)
    try:
        until = time.monotonic() + 40
        while not file.exists():
            assert process.poll() is None, "it ended"
            assert time.monotonic() < until, "it does not show that it works"
            time.sleep(0.1)
        first = file.stat().st_mtime_ns
        while file.stat().st_mtime_ns == first:
            assert time.monotonic() < until, "it showed it once"
            time.sleep(0.1)
        assert healthy(file)
    finally:
        process.kill()
        process.wait(timeout=10)


def test_who_cannot_show_it_works_all_the_same(tmp_path: Path, settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    settings.SLOWFUSE_ALIVE = str(tmp_path / "nowhere" / "alive")
    alive.touch_alive_file()
    assert "Could not touch the file for the health check" in caplog.text
