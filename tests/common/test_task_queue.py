"""Tests that a task that takes long occupies one thread of a worker, and misses no message."""

from __future__ import annotations

import threading

import pytest

from apps.common.task_queue import one_at_a_time


def test_a_task_called_while_it_runs_runs_once_more_at_its_end() -> None:
    runs: list[str] = []
    started, go_on = threading.Event(), threading.Event()

    @one_at_a_time
    def look(who: str) -> None:
        runs.append(who)
        started.set()
        assert go_on.wait(timeout=10)

    first = threading.Thread(target=look, args=["first"])
    first.start()
    assert started.wait(timeout=10)
    look("second")  # Returns at once.
    look("third")
    assert runs == ["first"]
    go_on.set()
    first.join(timeout=10)
    assert runs == ["first", "first"]
    look("fourth")
    assert runs == ["first", "first", "fourth"]


def test_a_task_that_failed_runs_again() -> None:
    runs: list[int] = []

    @one_at_a_time
    def fail() -> None:
        runs.append(1)
        raise ValueError("no luck")

    for _ in range(2):
        with pytest.raises(ValueError, match="no luck"):
            fail()
    assert len(runs) == 2
