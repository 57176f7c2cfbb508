"""Prometheus metrics. If they're turned off, every function here does nothing.

The library is loaded, and files are created, when something is first counted, so a process that only migrates has none.
An error here is logged once, and never costs anyone a turn or a page.
"""

from __future__ import annotations

import logging
import os
import struct
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple, ParamSpec

from apps.common.process_slots import ProcessSlot, forget_the_dead

if TYPE_CHECKING:
    from prometheus_client import Counter, Gauge, Histogram, Metric

P = ParamSpec("P")
logger = logging.getLogger(__name__)

REQUEST_SECONDS_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
LATENESS_SECONDS_BUCKETS: Final = (0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 3600)
SWEEP_SECONDS_BUCKETS: Final = (0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30)
THOUGHT_SECONDS_BUCKETS: Final = (0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 5)
COUNTED_METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
"""The methods counted by name, while others count as one, because anyone can send any word as a method."""


class Instruments(NamedTuple):
    """All metrics, and the number of the process. Labels have few values, so never a name, code or path."""

    requests: Counter
    request_seconds: Histogram
    turns: Counter
    lateness: Histogram
    sweeps: Histogram
    thoughts: Histogram
    streams: Gauge
    slot: ProcessSlot


_folders: list[Path] = []
"""The folder this process counts into, if any."""
_failed: list[bool] = []
"""Not empty if this process can no longer count, though it still reports what others have counted."""
_made: list[Instruments] = []
_making = Lock()


def start_counting(folder: Path) -> None:
    """Count into this folder, which all processes share, in this process and those forked from it."""
    stop_counting()
    _folders.append(folder)


def stop_counting() -> None:
    """Stop counting."""
    _folders.clear()
    _failed.clear()
    while _made:
        _made.pop().slot.give_back()


def is_counting() -> bool:
    return bool(_folders) and not _failed


def collect_metrics() -> Iterable[Metric]:
    """Return the metrics of all processes, added up."""
    folder = next((each for each in _folders if each.is_dir()), None)
    if folder is None:
        return []
    from prometheus_client import CollectorRegistry  # noqa: PLC0415 -- loaded where something is counted
    from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415

    forget_the_dead(folder)
    try:
        return list(MultiProcessCollector(CollectorRegistry(), path=str(folder)).collect())
    except (OSError, RuntimeError, ValueError, struct.error):  # A machine that lost power leaves half a file.
        logger.exception("Could not read the metrics: empty %s while Slow Fuse is stopped", folder)
        return []


def _stop_counting_on_failure(count: Callable[P, None]) -> Callable[P, None]:
    """Stop only the counting in this process when it fails."""

    @wraps(count)
    def quietly(*args: P.args, **kwargs: P.kwargs) -> None:
        if not is_counting():
            return
        try:
            count(*args, **kwargs)
        except Exception:  # A full disk or a folder without write access is no reason to refuse a turn.
            _failed.append(True)
            logger.exception("This process stopped counting metrics")

    return quietly


@_stop_counting_on_failure
def count_request(*, view: str, method: str, status: int, seconds: float) -> None:
    """Count an answered request."""
    method, instruments = method if method in COUNTED_METHODS else "other", _get_instruments()
    instruments.requests.labels(view, method, str(status)).inc()
    instruments.request_seconds.labels(view, method).observe(seconds)


@_stop_counting_on_failure
def count_turn(*, game: str, cause: str) -> None:
    """Count an answered question of a match, by game and cause."""
    _get_instruments().turns.labels(game, cause).inc()


@_stop_counting_on_failure
def count_lapse(*, cause: str, seconds: float) -> None:
    """Count an expired deadline that was settled, and how late."""
    _get_instruments().lateness.labels(cause).observe(seconds)


@_stop_counting_on_failure
def count_sweep(*, seconds: float) -> None:
    """Count one check of the sweep for due matches."""
    _get_instruments().sweeps.observe(seconds)


@_stop_counting_on_failure
def count_thought(*, of: str, seconds: float) -> None:
    """Count a computation of Flint's."""
    _get_instruments().thoughts.labels(of).observe(seconds)


@contextmanager
def open_stream() -> Iterator[None]:
    """Count a news stream as open within this block."""
    _update_open_streams(1)
    try:
        yield
    finally:
        _update_open_streams(-1)


@_stop_counting_on_failure
def _update_open_streams(more: int) -> None:
    _get_instruments().streams.inc(more)


def _get_instruments() -> Instruments:
    if not _made:
        with _making:
            if not _made:
                _made.append(_create_instruments(*_folders))
    return _made[0]


def _create_instruments(folder: Path) -> Instruments:
    from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, values  # noqa: PLC0415

    # The library reads its settings from the environment, before anything is created.
    slot = ProcessSlot(folder)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    values.ValueClass = values.MultiProcessValue(slot.number)  # type: ignore[assignment,unused-ignore]
    registry: Any = CollectorRegistry()
    return Instruments(
        requests=Counter("slowfuse_requests", "Requests answered.", ["view", "method", "status"], registry=registry),
        request_seconds=Histogram(
            "slowfuse_request_seconds",
            "Response time.",
            ["view", "method"],
            buckets=REQUEST_SECONDS_BUCKETS,
            registry=registry,
        ),
        turns=Counter("slowfuse_turns", "Questions answered.", ["game", "cause"], registry=registry),
        lateness=Histogram(
            "slowfuse_deadline_lateness_seconds",
            "Time from a deadline until it was settled.",
            ["cause"],
            buckets=LATENESS_SECONDS_BUCKETS,
            registry=registry,
        ),
        sweeps=Histogram(
            "slowfuse_sweep_seconds", "Duration of a sweep.", buckets=SWEEP_SECONDS_BUCKETS, registry=registry
        ),
        thoughts=Histogram(
            "slowfuse_thought_seconds",
            "Flint's thinking time.",
            ["of"],
            buckets=THOUGHT_SECONDS_BUCKETS,
            registry=registry,
        ),
        streams=Gauge("slowfuse_streams", "Open news streams.", multiprocess_mode="livesum", registry=registry),
        slot=slot,
    )
