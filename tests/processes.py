"""Runs other processes on the same database: to be killed, to work, to lack a broker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection


def database_url() -> str:
    """Return the address of this test's database for another process."""
    at = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{at['NAME']}"
    return f"postgres://{at['USER']}:{at['PASSWORD']}@{at['HOST'] or 'localhost'}:{at['PORT'] or 5432}/{at['NAME']}"


def environment(var: Path, *, broker: str = "memory://") -> dict[str, str]:
    """Return the environment of a server process on this test's database, with its own files in `var`."""
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


def mailing(var: Path) -> dict[str, str]:
    """Return the environment of a process that puts its e-mails into a folder of `var`."""
    return environment(var) | {
        "SLOWFUSE_MAIL_URL": f"filemail://{var / 'mail'}",
        "SLOWFUSE_SITE": "https://fuse.example.org",
    }


def broker() -> str:
    """Return a broker that other processes can reach: this suite's, or a folder."""
    url = str(settings.CELERY_BROKER_URL)
    return os.environ.get("SLOWFUSE_TEST_BROKER_URL") or (url if url.startswith("redis") else "filesystem://")


def embedded_worker(env: dict[str, str]) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """Run the worker of the embedded server, whose threads have a database connection each."""
    return _python("-m", "apps.config.embedded", env=env | {"SLOWFUSE_DATABASE_POOL": "0"})


def embedded_pages(port: int, env: dict[str, str]) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """Run the pages of the embedded server, without its worker."""
    return _python("-c", f"from apps.config import embedded; embedded.serve_pages({port}, greeting='')", env=env)


def beat(env: dict[str, str]) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """Run beat as hosted servers do."""
    return _python("-m", "celery", "--quiet", "-A", "apps.config", "beat", "--pidfile=", "--loglevel=ERROR", env=env)


@contextmanager
def _python(*words: str, env: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run a Python process, which is asked to end and killed if necessary."""
    command = [sys.executable, *words]
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
    """Run a Python program in a process of its own, which is gone afterwards."""
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


def killed_midway(program: str, *words: str, env: dict[str, str]) -> None:
    """Run a Python program until it reports that it is in the middle of something, and kill it there."""
    with running(program, *words, env=env) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "in the middle\n"
        worker.send_signal(signal.SIGKILL)
        worker.wait(timeout=10)


STOPPING_MAILER = """
import sys, time
import django
django.setup()
from datetime import datetime
from django.conf import settings
from django.db import connection
from apps.notices.channels import file_backend

settings.HOSTED = False
step, now = sys.argv[1], datetime.fromisoformat(sys.argv[2])

def stop():
    print("in the middle", flush=True)
    time.sleep(60)

def watch(execute, sql, params, many, context):
    result = execute(sql, params, many, context)
    if step in sql:
        stop()
    return result

if step == "before the file":
    file_backend.write_mail_file = lambda message: stop()
if step == "after the file":
    keep = file_backend.write_mail_file
    file_backend.write_mail_file = lambda message: (keep(message), stop())
connection.execute_wrappers.append(watch)
"""
"""The start of a program that stops for `killed_midway` at a statement with these words, or while writing an e-mail."""
