"""Tests that the Prometheus alerts and the Grafana dashboard use existing metrics and fire when they should."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from apps.common import metrics
from apps.matches.services import sweep_runs, uptime

DEPLOY: Final = Path(settings.ROOT) / "deploy"
ALERTS: Final = DEPLOY / "prometheus" / "alerts.yaml"
DASHBOARD: Final = DEPLOY / "grafana" / "slowfuse.json"


def asked(expression: str) -> set[str]:
    """Return the metrics that a query names, without quoted text."""
    return set(re.findall(r"\bslowfuse_\w+", re.sub(r'"[^"]*"', "", expression)))


def alert_expressions() -> list[str]:
    """Return the expressions, each of one line or of the lines indented below.

    No YAML library is used, because nothing else needs one.
    """
    found = re.findall(r"^ +expr: (?:>-\n((?: {10}.*\n)+)|(.*\n))", ALERTS.read_text(), re.MULTILINE)
    return ["".join(parts) for parts in found]


@pytest.fixture
def offered(scraper: Client, settings: Any, tmp_path: Path) -> set[str]:
    """Return every metric name of a server on which everything has happened once."""
    settings.SLOWFUSE_BACKUPS = str(tmp_path)
    (tmp_path / "slowfuse-20260101T000000Z.dump").touch()
    now = timezone.now()
    uptime.record_pulse(now=now)
    sweep_runs.note_sweep_run(now=now)
    metrics.start_counting(tmp_path / "metrics")
    try:
        metrics.count_request(view="front", method="GET", status=200, seconds=0.1)
        metrics.count_turn(game="fuse", cause="person")
        metrics.count_lapse(cause="clock", seconds=1)
        metrics.count_sweep(seconds=0.1)
        metrics.count_thought(of="answer", seconds=1)
        with metrics.open_stream():
            page = scraper.get("/metrics").content.decode()
    finally:
        metrics.stop_counting()
    return {sample.name for family in text_string_to_metric_families(page) for sample in family.samples}


@pytest.mark.django_db
def test_every_metric_that_an_alert_or_the_dashboard_names_is_offered(offered: set[str]) -> None:
    alerts = alert_expressions()
    assert len(alerts) == ALERTS.read_text().count("- alert:")
    panels = [target["expr"] for panel in json.loads(DASHBOARD.read_text())["panels"] for target in panel["targets"]]
    for expression in (*alerts, *panels):
        assert asked(expression) <= offered, expression
    shown = set().union(*map(asked, panels))
    families = {re.sub(r"_(bucket|sum|count|total)$", "", name) for name in offered}
    assert families <= {re.sub(r"_(bucket|sum|count|total)$", "", name) for name in shown}, "the dashboard shows it all"


def test_a_bound_that_an_alert_asks_for_is_one_of_the_histogram() -> None:
    bounds = re.findall(r'slowfuse_deadline_lateness_seconds_bucket\{[^}]*le="([\d.]+)"', ALERTS.read_text())
    assert bounds
    assert {float(bound) for bound in bounds} <= set(metrics.LATENESS_SECONDS_BUCKETS)


# -- promtool's checks --------------------------------------------------------------------


@pytest.fixture
def promtool(tmp_path: Path) -> Any:
    """Return a function that runs promtool in the folder of the files."""
    program = os.environ.get("SLOWFUSE_PROMTOOL") or shutil.which("promtool")
    if not program:
        pytest.skip("no promtool: install Debian's package prometheus, or name the program in SLOWFUSE_PROMTOOL")
    for file in (ALERTS, ALERTS.with_name("prometheus.yml"), Path(__file__).with_name("alerts_test.yaml")):
        shutil.copy(file, tmp_path)

    def run(*words: str) -> None:
        done = subprocess.run([program, *words], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    return run


@pytest.mark.once
def test_prometheus_takes_the_rules_and_the_example(promtool: Any) -> None:
    promtool("check", "rules", "alerts.yaml")
    promtool("check", "config", "--syntax-only", "prometheus.yml")


@pytest.mark.once
def test_alerts_are_silent_while_all_is_well_and_speak_when_it_is_not(promtool: Any) -> None:
    promtool("test", "rules", "alerts_test.yaml")
