"""Tests with real processes that no deadline is late, however slow other machines are."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from statistics import quantiles
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from apps.matches.models import Match, Move, Question
from apps.notices.channels import webhook
from apps.notices.models import Channel, Delivery, Kind, Notice
from apps.notices.services import webhooks
from tests.concurrency import eventually
from tests.factories.matches import new_match
from tests.processes import broker, embedded_worker, environment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
A_SECOND, SECONDS = 25, 6
LATER = timedelta(days=1)
LAZY = {"turn": 86400, "matchman": 86400}


class Unkind:
    """A machine that never answers, or sends one byte at a time to everyone."""

    def __init__(self, *, drips: bool) -> None:
        self.server, self.callers, self.drips = socket.create_server(("", 0), backlog=200), 0, drips
        self.port = int(self.server.getsockname()[1])
        threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        with suppress(OSError):
            while True:
                caller, _where = self.server.accept()
                self.callers += 1
                threading.Thread(target=self._keep, args=[caller], daemon=True).start()

    def _keep(self, caller: socket.socket) -> None:
        with suppress(OSError), caller:
            if self.drips:
                caller.sendall(b"HTTP/1.1 200 OK\r\nX-Patience: ")
            for _ in range(300):
                time.sleep(0.2)
                if self.drips:
                    caller.sendall(b".")


@contextmanager
def unkind(*, drips: bool) -> Iterator[Unkind]:
    made = Unkind(drips=drips)
    try:
        yield made
    finally:
        made.server.close()


def test_neither_a_silent_mail_server_nor_dripping_webhooks_make_a_deadline_late(
    player: Callable[[str], Any], tmp_path: Path
) -> None:
    people = [player(f"p{n}") for n in range(16)]
    keys = _due_one_after_the_other(people[:2])
    with ExitStack() as stack:
        post, hook = (stack.enter_context(unkind(drips=drips)) for drips in (False, True))
        _owe(people, hook.port)
        env = environment(tmp_path, broker=broker()) | {
            "DJANGO_SETTINGS_MODULE": "tests.notices.nearby",
            "SLOWFUSE_MAIL_URL": f"smtp://127.0.0.1:{post.port}",
            "SLOWFUSE_SITE": "https://fuse.example.org",
            "SLOWFUSE_NOTICE_SECONDS": "1",
        }
        worker = stack.enter_context(embedded_worker(env))
        stack.callback(worker.kill)  # Otherwise it would wait for all of them.
        first = keys.pop(0)
        _bring_forward([first], timezone.now())
        eventually(lambda: Move.objects.filter(match=first, cause="clock").exists(), "the worker is at work")
        eventually(lambda: post.callers and hook.callers, "mails and webhooks are under way")
        due = _bring_forward(keys, timezone.now() + timedelta(seconds=1))
        time.sleep(1 + SECONDS)
        eventually(lambda: Move.objects.filter(match__in=due, cause="clock").count() == len(due), "all are settled")
    moves = Move.objects.filter(match__in=due, cause="clock").values_list("match", "at")
    late = [(at - due[match]).total_seconds() for match, at in moves]
    assert quantiles(late, n=100)[98] < 3
    assert Delivery.objects.filter(state="waiting").count() == 140, "nobody took any"
    assert hook.callers + post.callers < 20, "nor was each of them tried"


def _due_one_after_the_other(people: list[Any]) -> list[int]:
    """Create a number of matches per second that expire tomorrow."""
    codes = [new_match(*people, seed=n, pace=LAZY, now=timezone.now()).code for n in range(1 + A_SECOND * SECONDS)]
    keys = list(Match.objects.filter(code__in=codes).order_by("pk").values_list("pk", flat=True))
    for n, key in enumerate(keys):
        at = timezone.now() + LATER + timedelta(seconds=n / A_SECOND)
        Match.objects.filter(pk=key).update(wake_at=at)
        Question.objects.filter(match=key).update(due_at=at, lapses_at=at)
    return keys


def _bring_forward(keys: list[int], start: datetime) -> dict[int, datetime]:
    """Move the deadlines so that the first one is at `start`, and return them."""
    found = Match.objects.filter(pk__in=keys)
    first = found.order_by("wake_at").values_list("wake_at", flat=True)[0]
    assert first is not None
    by = first - start
    Question.objects.filter(match__in=keys).update(due_at=F("due_at") - by, lapses_at=F("lapses_at") - by)
    found.update(wake_at=F("wake_at") - by)
    return {key: at for key, at in Match.objects.filter(pk__in=keys).values_list("pk", "wake_at") if at}


def _owe(people: list[Any], port: int) -> None:
    """Create sixty e-mails, and a message for each player's five webhooks, each on a host of its own."""
    now, deliveries = timezone.now(), []
    for n, one in enumerate(people):
        said = {"title": "Something from the house", "path": "/mine/"}
        notice = Notice.objects.create(
            player=one, kind=Kind.HOUSE, key="late", words=said, created_at=now, due_at=now, owed=0
        )
        usual = {"player": one, "notices": [notice.pk], "next_at": now, "created_at": now}
        deliveries += [Delivery(**usual, channel=Channel.MAIL) for _ in range(4 if n < 12 else 3)]
        for m in range(webhooks.MAX_WEBHOOKS):
            url = f"http://127.0.{n}.{1 + m}:{port}/"
            hook = webhook.Webhook.objects.create(player=one, url=url, kinds=["house"], created_at=now)
            deliveries.append(Delivery(**usual, channel=Channel.HOOK, target=hook.pk))
    Delivery.objects.bulk_create(deliveries)
