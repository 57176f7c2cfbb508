"""Tests that deadlines have a queue and a process of their own wherever processes are listed."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from django.conf import settings
from kombu.exceptions import OperationalError
from kombu.utils.imports import symbol_by_name

from apps.config.celery import app
from tests.ports import free_port

DEPLOY = Path(settings.ROOT) / "deploy"
QUEUES = {queue.name for queue in settings.CELERY_TASK_QUEUES}


def queue(task: str) -> str:
    return str(settings.CELERY_TASK_ROUTES.get(task, {}).get("queue", "default"))


def test_the_clock_has_only_what_waits_for_nobody_but_the_database() -> None:
    tasks = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert {task for task in tasks if queue(task) == "clock"} == {
        "apps.matches.tasks.settle_matches",
        "apps.tournaments.tasks.look_after_tournaments",
    }
    assert {task for task in tasks if queue(task) == "outbound"} == {
        "apps.notices.tasks.tell",
        "apps.lobby.tasks.send_invitations",
    }


def test_every_route_leads_from_a_task_to_a_queue() -> None:
    app.loader.import_default_modules()
    assert set(settings.CELERY_TASK_ROUTES) <= set(app.tasks)
    assert {queue(task) for task in settings.CELERY_TASK_ROUTES} <= QUEUES


def test_a_message_for_one_queue_is_for_no_other() -> None:
    """Check that queues name an exchange. Without one, Celery sends every message to all of them."""
    ways = {(each.exchange.name, each.routing_key) for each in settings.CELERY_TASK_QUEUES}
    assert ways == {(name, name) for name in QUEUES}


def test_a_worker_asks_for_its_broker_as_often_at_last_as_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check two pauses of a second. Celery's own are two and four seconds and grow to half a minute."""
    monkeypatch.setitem(app.conf, "broker_connection_max_retries", 2)
    consumer = symbol_by_name(app.conf.worker_consumer)
    worker = consumer.__new__(consumer)
    worker.app, worker.first_connection_attempt, worker.broker_connection_retry_attempt = app, True, 0
    began = time.monotonic()
    with app.connection_for_read(f"redis://127.0.0.1:{free_port()}/0") as broker, pytest.raises(OperationalError):
        worker.ensure_connected(broker)
    assert 2 <= time.monotonic() - began < 5


def test_every_queue_has_one_unit_and_one_container() -> None:
    units = [file.read_text() for file in (DEPLOY / "systemd").glob("*.service")]
    found = re.findall(r"--queues (\S+) .*--hostname (\S+)@%%h", "\n".join(units))
    assert sorted(name for name, _host in found) == sorted(QUEUES)
    assert len({host for _name, host in found}) == len(QUEUES)
    assert sorted(re.findall(r"--queues=(\w+)", (DEPLOY / "compose.yaml").read_text())) == sorted(QUEUES)


def test_the_house_as_a_whole_is_all_of_its_services() -> None:
    now_and_then = {"slowfuse-backup.service", "slowfuse-failed@.service"}
    services = {file.name for file in (DEPLOY / "systemd").glob("*.service")} - now_and_then
    assert set(re.findall(r"slowfuse-\w+\.service", (DEPLOY / "systemd" / "slowfuse.target").read_text())) == services
    names = {name.removeprefix("slowfuse-").removesuffix(".service") for name in services}
    docs = "\n".join(path.read_text() for path in sorted(DEPLOY.glob("*.md")))
    assert names <= set(re.findall(r"^\| \*\*(\w+)\*\*", docs, re.MULTILINE))
    lists = re.findall(r"^systemctl (?:enable --now slowfuse.target|stop) slowfuse-\{([\w,]+)\}", docs, re.MULTILINE)
    assert [set(each.split(",")) for each in lists] == [names, names]
