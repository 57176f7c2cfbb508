"""All metrics of the installation, for `/healthz?deep`, `/metrics` and the page in the admin.

They cost a few indexed statements and a request to the broker, and are cached for a few seconds. Frequent requests
therefore cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final

from django.conf import settings
from django.db import DatabaseError, InterfaceError

from apps.common import clocks
from apps.matches.selectors.punctuality import measure_punctuality
from apps.monitoring import figures
from apps.monitoring.figures import Figure, Verdict, judge_figure
from apps.monitoring.selectors import migrations, queues, storage
from apps.notices.selectors import outbox
from apps.webhooks.selectors import load_queue_state

FIGURE_CACHE_SECONDS: Final = 3.0
"""Seconds for which metrics are cached."""

_kept: list[tuple[float, tuple[Figure, ...]]] = []
_asking = Lock()


def load_figures() -> tuple[Figure, ...]:
    """Return every metric, at most a few seconds old.

    Of several concurrent callers, one computes and the others wait.
    """
    with _asking:
        if not _kept or monotonic() - _kept[0][0] >= FIGURE_CACHE_SECONDS:
            found = (*_of_database(clocks.now()), *_of_queues(), *_of_disk(clocks.now()))
            _kept[:] = [(monotonic(), found)]
        return _kept[0][1]


def has_failing_figure(found: Iterable[Figure]) -> bool:
    """Check whether any metric is failing."""
    return any(figure.verdict == Verdict.FAILING for figure in found)


def forget_checks() -> None:
    """Clear the cache, as in a new process."""
    _kept.clear()
    migrations.forget_checks()


def _of_database(now: datetime) -> list[Figure]:
    """Return the metrics from the database, or only that it's unreachable."""
    try:
        off = judge_figure(figures.CLOCK, clocks.measure_clock_difference().seconds)
        return [
            judge_figure(figures.DATABASE, 1),
            judge_figure(figures.MIGRATIONS, migrations.count_missing_migrations()),
            off,
            *_of_work(now),
        ]
    except (DatabaseError, InterfaceError):
        return [judge_figure(figures.DATABASE, 0)]


def _of_work(now: datetime) -> Iterator[Figure]:
    """Yield the metrics of overdue work."""
    sweep, tell = settings.SLOWFUSE_SWEEP_SECONDS, settings.SLOWFUSE_NOTICE_SECONDS
    overdue = figures.OVERDUE_AGE.allowing(sweep)
    kept, out = measure_punctuality(now=now, grace=timedelta(seconds=overdue.late)), outbox.load_outbox_state(now=now)
    hooks = load_queue_state(now=now)
    yield judge_figure(figures.SWEEP.allowing(sweep), _compute_age(kept.swept_at, now))
    yield judge_figure(figures.PULSE, _compute_age(kept.pulse_at, now))
    yield judge_figure(figures.DUE, kept.due)
    yield judge_figure(figures.OVERDUE, kept.overdue)
    yield judge_figure(overdue, _compute_age(kept.due_since, now) or 0)
    yield judge_figure(figures.OUTBOX.allowing(tell), _compute_age(out.due_since, now) or 0)
    yield judge_figure(figures.OUTBOX_LENGTH, out.waiting)
    yield judge_figure(figures.HOOKS.allowing(tell), _compute_age(hooks.due_since, now) or 0)
    yield judge_figure(figures.HOOKS_LENGTH, hooks.waiting)
    yield judge_figure(figures.UNSENT, _compute_age(out.unsent_since, now) or 0)


def _of_queues() -> Iterator[Figure]:
    return (judge_figure(figures.QUEUE, length, of=name) for name, length in queues.get_queue_lengths().items())


def _of_disk(now: datetime) -> Iterator[Figure]:
    yield judge_figure(figures.DISK, storage.get_free_bytes(settings.VAR), unknown=Verdict.WARNING)
    if settings.SLOWFUSE_BACKUPS:
        yield judge_figure(figures.BACKUP, _compute_age(storage.latest_backup(Path(settings.SLOWFUSE_BACKUPS)), now))


def _compute_age(at: datetime | None, now: datetime) -> float | None:
    """Return the seconds since then. It's never negative, because clocks can differ a little."""
    return None if at is None else max(0.0, (now - at).total_seconds())
