"""What Prometheus is told: what all processes have counted, and the figures of the house as they are now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Metric, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.registry import Collector

from apps.common import metrics
from apps.monitoring import figures
from apps.monitoring.figures import Figure
from apps.monitoring.selectors.house import house

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
NAMES: Final = {
    figures.DATABASE.name: ("slowfuse_database_up", "Whether the database answers."),
    figures.MIGRATIONS.name: ("slowfuse_migrations_missing", "Migrations that are not applied."),
    figures.CLOCK.name: ("slowfuse_clock_off_seconds", "Between the clocks of this machine and of the database."),
    figures.SWEEP.name: ("slowfuse_sweep_age_seconds", "Since the sweep last looked for deadlines."),
    figures.PULSE.name: ("slowfuse_pulse_age_seconds", "Since a web process last said that people can answer."),
    figures.DUE.name: ("slowfuse_matches_due", "Matches of which a deadline has passed."),
    figures.OVERDUE.name: ("slowfuse_matches_overdue", "Of these, matches that nobody settled in good time."),
    figures.OVERDUE_AGE.name: ("slowfuse_overdue_age_seconds", "Since the earliest deadline that is not settled."),
    figures.OUTBOX.name: ("slowfuse_outbox_age_seconds", "Since what is to be told could first have been taken up."),
    figures.OUTBOX_LENGTH.name: ("slowfuse_outbox_length", "Notices and messages that wait."),
    figures.UNSENT.name: ("slowfuse_unsent_age_seconds", "Since the oldest message was written that is not sent."),
    figures.QUEUE.name: ("slowfuse_queue_length", "Messages in a queue of Celery."),
    figures.DISK.name: ("slowfuse_disk_free_bytes", "Room below SLOWFUSE_VAR."),
    figures.BACKUP.name: ("slowfuse_backup_age_seconds", "Since the latest backup was finished."),
}
"""What each figure is called there. What is not known is left out, and an alert asks for what is absent."""


def page() -> bytes:
    """All of it, as Prometheus reads it."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Counted())
    registry.register(_House())
    return generate_latest(registry)


class _Counted(Collector):
    def collect(self) -> Iterable[Metric]:
        return metrics.collected()


class _House(Collector):
    def collect(self) -> Iterator[Metric]:
        for kind, (name, help_text) in NAMES.items():
            found = [figure for figure in house() if figure.kind.name == kind and figure.value is not None]
            if found:
                yield _gauge(name, help_text, found)


def _gauge(name: str, help_text: str, found: list[Figure]) -> Metric:
    labelled = any(figure.of for figure in found)
    gauge = GaugeMetricFamily(name, help_text, labels=["queue"] if labelled else [])
    for figure in found:
        gauge.add_metric([figure.of] if labelled else [], figure.value or 0.0)
    return gauge
