"""Tests that only a few deliveries run at once, and none to a host that keeps us waiting."""

from __future__ import annotations

import smtplib
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from math import inf
from pathlib import Path
from typing import Any

import pytest

from apps.notices.delivery import backoff, throttle
from apps.notices.delivery.throttle import Try, run_tries
from apps.notices.models import Delivery, Notice
from apps.notices.selectors.preferences import Wish
from apps.notices.services import delivery, preferences, webhooks
from tests.factories.matches import NOW, new_match
from tests.mail_settings import mail_by, mail_into
from tests.notices.conftest import mails, tell
from tests.notices.listener import listening

pytestmark = pytest.mark.once

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
DAILY = {"turn": 86400, "matchman": 43200}


# -- order of deliveries -------------------------------------------------------------------


class Crowd:
    """A counter of concurrent deliveries. None ends before all threads were busy for the first time."""

    def __init__(self) -> None:
        self.lock, self.now, self.most = threading.Lock(), Counter[Any](), Counter[Any]()
        self.full = threading.Event()

    def visit(self, *marks: Any) -> Callable[[], None]:
        def act() -> None:
            with self.lock:
                self.now.update(marks)
                for mark in marks:
                    self.most[mark] = max(self.most[mark], self.now[mark])
                if self.now["all"] == throttle.MAX_THREADS:
                    self.full.set()
            self.full.wait(10)
            time.sleep(0.01)
            with self.lock:
                self.now.subtract(marks)

        return act


def test_few_tries_at_once_for_a_person_at_a_host_and_at_hosts_of_peoples_own() -> None:
    crowd, tries = Crowd(), []
    for n in range(120):
        player, host, guest = n % 6, f"host {n % 5}", n % 2 == 0
        act = crowd.visit("all", ("player", player), host, ("guest", guest))
        tries.append(Try(n, player, host, guest, act))
    done = list(run_tries(tries, closed=(), until=inf))
    assert sorted(each.of for each in done) == list(range(120))
    assert not any(each.error or each.put_off for each in done)
    assert crowd.most["all"] == throttle.MAX_THREADS
    assert all(crowd.most["player", player] <= throttle.MAX_TRIES_PER_PLAYER for player in range(6))
    assert all(crowd.most[f"host {n}"] <= throttle.MAX_TRIES_PER_HOST for n in range(5))
    assert crowd.most["guest", True] <= throttle.MAX_CHOSEN_HOST_TRIES


def test_a_host_that_keeps_us_waiting_is_tried_no_more_and_others_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "SLOW_SECONDS", 1)

    def hang() -> None:
        time.sleep(1.2)
        raise TimeoutError

    def refuse() -> None:
        raise ConnectionRefusedError

    tries = [Try(("hangs", n), n, "hangs", False, hang) for n in range(50)]
    tries += [Try(("refuses", n), n, "refuses", False, refuse) for n in range(50)]
    tries += [Try(("well", n), n, "well", False, lambda: None) for n in range(50)]
    began = time.monotonic()
    done = list(run_tries(tries, closed=(), until=inf))
    assert time.monotonic() - began < 10, "fifty that hang, four at once, take fifteen"
    found = Counter((each.host, type(each.error).__name__, each.put_off) for each in done)
    assert found["well", "NoneType", False] == found["refuses", "ConnectionRefusedError", False] == 50
    assert found["hangs", "TimeoutError", False] == throttle.MAX_TRIES_PER_HOST
    assert found["hangs", "NoneType", True] == 50 - throttle.MAX_TRIES_PER_HOST
    assert {each.host for each in done if each.slow} == {"hangs"}


def test_a_mail_that_is_refused_slowly_holds_no_other_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check slow refusals. Some servers check an address before they refuse it."""
    monkeypatch.setattr(throttle, "SLOW_SECONDS", 0.1)

    def refuse() -> None:
        time.sleep(0.2)
        raise smtplib.SMTPRecipientsRefused({"nobody@example.org": (450, b"try later")})

    tries = [Try(0, 0, "mail", False, refuse), *(Try(n, n, "mail", False, lambda: None) for n in range(1, 30))]
    done = list(run_tries(tries, closed=(), until=inf))
    assert not any(each.slow or each.put_off for each in done)


def test_what_is_not_begun_in_time_is_put_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that two start at once, and a third one only if it is considered before the second is slow."""
    taken: list[None] = []
    monkeypatch.setattr(throttle, "monotonic", lambda: float(len(taken)))
    tries = [Try(n, 0, "host", False, lambda: taken.append(None)) for n in range(20)]
    done = list(run_tries(tries, closed=(), until=1.5))
    assert len(done) == 20
    assert 2 <= sum(not each.put_off for each in done) <= 3


def test_a_host_is_left_alone_longer_each_time_and_tried_again() -> None:
    now = NOW
    for seconds in (30, 60, 120, 240, 480, 600, 600):
        backoff.record_slow_host("host", now=now)
        backoff.record_slow_host("host", now=now + SECOND)
        assert backoff.find_paused_hosts(["host", "other"], now=now) == {"host": now + seconds * SECOND}
        now += seconds * SECOND
        assert not backoff.find_paused_hosts(["host"], now=now)
    backoff.clear_slow_host("host")
    backoff.record_slow_host("host", now=now)
    assert backoff.find_paused_hosts(["host"], now=now) == {"host": now + 30 * SECOND}


# -- delayed deliveries ----------------------------------------------------------------------


@contextmanager
def silent() -> Iterator[int]:
    """Yield a port that accepts connections and never sends anything."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as server:
        yield int(server.getsockname()[1])


@pytest.mark.slow
@pytest.mark.django_db
def test_mails_for_a_server_that_hangs_wait_without_being_tried_and_webhooks_go_out(
    ada: Any, ben: Any, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "SLOW_SECONDS", 0.2)
    for n in range(20):
        new_match(ada, ben, seed=n, pace=DAILY)
    preferences.save_wish(player=ada.pk, wish=Wish())
    tell(NOW + MINUTE)
    told = list(Notice.objects.filter(player=ada, kind="turn").values_list("pk", flat=True))
    sent = len(mails(ada))
    Delivery.objects.all().delete()
    settings.NOTICES_REACHABLE = ["127.0.0.1/32"]
    now = NOW + 2 * MINUTE
    with silent() as port, listening() as ear:
        mail_by(settings, f"smtp://127.0.0.1:{port}", patience=0.5)
        hook = webhooks.add_webhook(player=ada, url=f"{ear.url}/hook", kinds=["turn"], now=NOW)
        usual = {"player": ada, "notices": told, "next_at": now, "created_at": now}
        Delivery.objects.bulk_create([Delivery(**usual, channel=1) for _ in range(60)])
        Delivery.objects.create(**usual, channel=4, target=hook.pk)
        began = time.monotonic()
        delivery.deliver_due_messages(now=now)
        delivery.deliver_due_messages(now=now + SECOND)
        assert time.monotonic() - began < 10, "sixty tries one after the other take thirty"
        assert len(ear.heard) == 1
    waiting = Delivery.objects.filter(channel=1, state="waiting")
    assert waiting.count() == 60
    assert waiting.filter(tries=1).count() == throttle.MAX_TRIES_PER_PLAYER
    assert waiting.filter(tries=0, next_at=now + 30 * SECOND).count() == 58
    mail_into(settings, tmp_path / "mail")
    for _ in range(2):
        delivery.deliver_due_messages(now=now + 2 * MINUTE)
    assert len(mails(ada)) == sent + 60
