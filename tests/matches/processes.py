"""Other processes at the same database: to be killed, to work, to lack a broker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection


def database_url() -> str:
    """Where this test's database is, for another process."""
    at = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{at['NAME']}"
    return f"postgres://{at['USER']}:{at['PASSWORD']}@{at['HOST'] or 'localhost'}:{at['PORT'] or 5432}/{at['NAME']}"


def environment(var: Path, *, broker: str = "memory://") -> dict[str, str]:
    """Of a process of the house that works on this test's database; its own files lie in `var`."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("SLOWFUSE_")}
    return inherited | {
        "DJANGO_SETTINGS_MODULE": "apps.config.settings",
        "PYTHONPATH": str(settings.ROOT),
        "SLOWFUSE_DEBUG": "true",
        "SLOWFUSE_SECRET_KEY": "only for tests " * 5,
        "SLOWFUSE_DATABASE_URL": database_url(),
        "SLOWFUSE_BROKER_URL": broker,
        "SLOWFUSE_SWEEP_SECONDS": "0.2",
        "SLOWFUSE_VAR": str(var),
    }


def broker() -> str:
    """One that other processes can reach: what this suite runs over, or a folder."""
    url = str(settings.CELERY_BROKER_URL)
    return os.environ.get("SLOWFUSE_TEST_BROKER_URL") or (url if url.startswith("redis") else "filesystem://")


@contextmanager
def embedded(*words: str, env: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the embedded house, which is asked to end and, if need be, killed."""
    command = [sys.executable, "-m", "apps.config.embedded", *words]
    process = subprocess.Popen(command, env=env, cwd=settings.ROOT, stdin=subprocess.PIPE, start_new_session=True)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(timeout=5)
        assert process.stdin is not None
        process.stdin.close()


@contextmanager
def running(program: str, *words: str, env: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """A Python program in a process of its own, which is gone afterwards."""
    command = [sys.executable, "-c", program, *words]
    process = subprocess.Popen(
        command, env=env, cwd=settings.ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.communicate(timeout=10)
