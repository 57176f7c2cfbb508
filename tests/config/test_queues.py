"""Tests that deadlines have a queue and a process of their own wherever processes are listed."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

from apps.config.celery import app

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
        "apps.webhooks.tasks.send_messages",
    }


def test_every_route_leads_from_a_task_to_a_queue() -> None:
    app.loader.import_default_modules()
    assert set(settings.CELERY_TASK_ROUTES) <= set(app.tasks)
    assert {queue(task) for task in settings.CELERY_TASK_ROUTES} <= QUEUES


def test_a_message_for_one_queue_is_for_no_other() -> None:
    """Check that queues name an exchange. Without one, Celery sends every message to all of them."""
    ways = {(each.exchange.name, each.routing_key) for each in settings.CELERY_TASK_QUEUES}
    assert ways == {(name, name) for name in QUEUES}


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
