"""The page for Prometheus, with the counts of all processes and the current metrics of the installation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Metric, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.registry import Collector

from apps.common import metrics
from apps.monitoring import figures
from apps.monitoring.figures import Figure
from apps.monitoring.selectors.house import load_figures

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
PROMETHEUS_NAMES: Final = {
    figures.DATABASE.name: ("slowfuse_database_up", "Whether the database responds."),
    figures.MIGRATIONS.name: ("slowfuse_migrations_missing", "Migrations that have not been applied."),
    figures.CLOCK.name: ("slowfuse_clock_off_seconds", "Difference between this machine's clock and the database's."),
    figures.SWEEP.name: ("slowfuse_sweep_age_seconds", "Time since the last sweep for expired deadlines."),
    figures.PULSE.name: ("slowfuse_pulse_age_seconds", "Time since the last heartbeat of a web process."),
    figures.DUE.name: ("slowfuse_matches_due", "Matches with an expired deadline."),
    figures.OVERDUE.name: ("slowfuse_matches_overdue", "Matches whose expired deadline was not settled in time."),
    figures.OVERDUE_AGE.name: ("slowfuse_overdue_age_seconds", "Time since the earliest deadline that is not settled."),
    figures.OUTBOX.name: ("slowfuse_outbox_age_seconds", "Waiting time of the oldest notice or message that is due."),
    figures.OUTBOX_LENGTH.name: ("slowfuse_outbox_length", "Notices and messages waiting."),
    figures.HOOKS.name: ("slowfuse_webhooks_age_seconds", "Waiting time of the oldest webhook message that is due."),
    figures.HOOKS_LENGTH.name: ("slowfuse_webhooks_length", "Messages of tournaments' and clubs' webhooks waiting."),
    figures.UNSENT.name: ("slowfuse_unsent_age_seconds", "Age of the oldest message that has not been sent."),
    figures.QUEUE.name: ("slowfuse_queue_length", "Messages in a Celery queue."),
    figures.DISK.name: ("slowfuse_disk_free_bytes", "Free disk space below SLOWFUSE_VAR."),
    figures.BACKUP.name: ("slowfuse_backup_age_seconds", "Age of the latest complete backup."),
}
"""The Prometheus name of each metric, where unknown values are left out and an alert checks for absent ones."""


def write_metrics_page() -> bytes:
    """Return everything in the format of Prometheus."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Counted())
    registry.register(_House())
    return generate_latest(registry)


class _Counted(Collector):
    def collect(self) -> Iterable[Metric]:
        return metrics.collect_metrics()


class _House(Collector):
    def collect(self) -> Iterator[Metric]:
        for kind, (name, help_text) in PROMETHEUS_NAMES.items():
            found = [figure for figure in load_figures() if figure.kind.name == kind and figure.value is not None]
            if found:
                yield _build_gauge(name, help_text, found)


def _build_gauge(name: str, help_text: str, found: list[Figure]) -> Metric:
    labelled = any(figure.of for figure in found)
    gauge = GaugeMetricFamily(name, help_text, labels=["queue"] if labelled else [])
    for figure in found:
        gauge.add_metric([figure.of] if labelled else [], figure.value or 0.0)
    return gauge
