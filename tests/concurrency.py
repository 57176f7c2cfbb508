"""Helpers for concurrent database access: together, in between, or while someone holds a lock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, connections, transaction

from apps.matches.models import Match


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Run all at once, each in a thread with its own connection, and return results and exceptions."""
    ready = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(n: int, act: Callable[[], Any]) -> None:
        ready.wait(timeout=10)
        try:
            results[n] = act()
        except Exception as error:  # noqa: BLE001 -- whatever it is, the test is told
            results[n] = error
        finally:
            connections.close_all()

    connection.close()  # The pool is small, and this thread needs no connection now.
    threads = [threading.Thread(target=run, args=(n, act)) for n, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive(), "a thread hangs"
    return results


@contextmanager
def meanwhile(before: str, act: Callable[[], Any]) -> Iterator[list[Any]]:
    """Run the act once, just before this thread sends the first statement that contains these words."""
    done: list[Any] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if before in sql and not done:
            done.append(None)
            thread = threading.Thread(target=run)
            thread.start()
            thread.join(timeout=30)
        return execute(sql, params, many, context)

    def run() -> None:
        try:
            done[0] = act()
        except Exception as error:  # noqa: BLE001 -- whatever it is, the test is told
            done[0] = error
        finally:
            connections.close_all()

    with connection.execute_wrapper(watch):
        yield done
    assert done, f"no statement contained {before!r}"


@contextmanager
def locked(code: str) -> Iterator[None]:
    """Hold a lock on this match (on SQLite: write elsewhere), for which this thread doesn't wait long."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                list(Match.objects.select_for_update().filter(code=code))
                held.set()
                done.wait(timeout=30)
        finally:
            connections.close_all()

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(timeout=10)
    with connection.cursor() as cursor:
        cursor.execute(
            "SET lock_timeout = '200ms'" if connection.vendor == "postgresql" else "PRAGMA busy_timeout = 200"
        )
    try:
        yield
    finally:
        done.set()
        thread.join(timeout=10)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")
        connection.close()


def eventually(true: Callable[[], Any], what: str, within: float = 30) -> None:
    """Wait until another process or thread makes this true."""
    until = time.monotonic() + within
    while not true():
        assert time.monotonic() < until, f"not within {within} s: {what}"
        time.sleep(0.1)
