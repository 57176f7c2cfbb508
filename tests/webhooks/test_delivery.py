"""Tests that webhooks are signed, tried again, kept in order and switched off, and that no receiver delays others."""

from __future__ import annotations

import base64
import hmac
import time
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches

from apps.accounts.models import Player
from apps.clubs.models import Club, Membership
from apps.notices.models import Notice
from apps.notices.net import safe_http
from apps.people.services import account_deletion
from apps.tournaments.models import Organiser, Tournament
from apps.webhooks import delivery, example_check, services
from apps.webhooks.errors import HookRefused
from apps.webhooks.models import Hook, HookMessage
from tests.factories.tournaments import NOON, decide_all, look
from tests.notices.listener import Listener, listening
from tests.webhooks.conftest import hook, types, work

pytestmark = pytest.mark.django_db
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def told(of: Hook) -> list[tuple[str, str, int | None]]:
    """Return event, state and status of a webhook's messages, in order."""
    return list(of.messages.order_by("pk").values_list("event", "state", "status"))


def test_the_signature_is_that_of_standard_webhooks(cup: Tournament, ada: Player, ear: Listener) -> None:
    made = hook(cup, ada, ear.url)
    look(cup)
    work(NOON + MINUTE)
    first = ear.heard[0]
    headers = {name.lower(): value for name, value in first.headers.items()}
    assert made.secret.startswith("whsec_")
    assert int(headers["webhook-timestamp"]) == int((NOON + MINUTE).timestamp())
    assert example_check.is_genuine(made.secret, headers, first.body)
    assert not example_check.is_genuine(made.secret, headers, first.body + b" ")
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + first.body
    proof = hmac.new(base64.b64decode(made.secret[6:]), signed, "sha256").digest()
    assert headers["webhook-signature"] == f"v1,{base64.b64encode(proof).decode()}"


def test_a_failed_message_is_tried_again_with_its_id_and_others_wait_for_it(
    cup: Tournament, ada: Player, ear: Listener
) -> None:
    made = hook(cup, ada, ear.url)
    ear.status = 500
    look(cup)
    work(NOON)
    assert types(ear) == ["round.published"]
    assert told(made) == [("round.published", "waiting", 500), ("match.started", "waiting", None)]
    work(NOON + timedelta(seconds=5))
    assert len(ear.heard) == 1
    ear.status = 200
    work(NOON + MINUTE)
    assert types(ear) == ["round.published", "round.published", "match.started"]
    assert ear.heard[0].headers["webhook-id"] == ear.heard[1].headers["webhook-id"]
    assert [state for _event, state, _status in told(made)] == ["sent", "sent"]
    made.refresh_from_db()
    assert (made.failing_days, made.trouble) == (0, "")


def test_a_redirect_is_not_followed_and_a_refused_message_gives_way(
    cup: Tournament, ada: Player, ear: Listener
) -> None:
    with listening() as other:
        made = hook(cup, ada, ear.url)
        ear.status, ear.location = 302, other.url
        look(cup)
        work(NOON)
        assert other.heard == []
    ear.status = 400
    for minutes in (1, 10):
        work(NOON + minutes * MINUTE)
    assert told(made)[0] == ("round.published", "failed", 400)
    assert types(ear)[-1] == "match.started"


def test_a_server_may_ask_us_to_wait(cup: Tournament, ada: Player, ear: Listener) -> None:
    hook(cup, ada, ear.url)
    ear.status, ear.retry_after = 429, "600"
    look(cup)
    work(NOON)
    ear.status = 200
    work(NOON + 9 * MINUTE)
    assert len(ear.heard) == 1
    work(NOON + 11 * MINUTE)
    assert types(ear) == ["round.published", "round.published", "match.started"]


def test_a_huge_answer_is_not_read(cup: Tournament, ada: Player, ear: Listener) -> None:
    made = hook(cup, ada, ear.url, events=["round.published"])
    ear.answer = b"x" * 50_000_000
    look(cup)
    began = time.monotonic()
    work(NOON)
    assert time.monotonic() - began < 5
    assert told(made) == [("round.published", "sent", 200)]


def test_a_server_that_hangs_delays_no_other(
    cup: Tournament, ada: Player, ear: Listener, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.NOTICES_REACHABLE = ["127.0.0.0/8"]
    monkeypatch.setattr("apps.notices.net.time_limit.MAX_CONNECTION_SECONDS", 0.5)
    monkeypatch.setattr("apps.notices.delivery.throttle.SLOW_SECONDS", 0.3)
    with listening() as slow:
        slow.wait = 3
        bad = hook(cup, ada, slow.url, events=["round.published"])
        good = hook(cup, ada, ear.url, events=["round.published"])
        look(cup)
        began = time.monotonic()
        work(NOON)
        assert time.monotonic() - began < 2.5
        assert told(good) == [("round.published", "sent", 200)]
        assert told(bad) == [("round.published", "waiting", None)]
        assert HookMessage.objects.get(hook=bad).error == safe_http.NO_ANSWER_IN_TIME
        work(NOON + timedelta(seconds=1))
        assert len(slow.heard) == 1


@pytest.mark.parametrize("url", ["https://10.0.0.1/x", "https://localhost/x", "https://[::1]/x", "https://127.1/x"])
def test_private_addresses_are_refused(cup: Tournament, ada: Player, url: str) -> None:
    with pytest.raises(HookRefused):
        hook(cup, ada, url)


def test_a_name_that_leads_inside_is_refused_when_sending(
    cup: Tournament, ada: Player, ear: Listener, settings: Any
) -> None:
    made = hook(cup, ada, ear.url)
    settings.NOTICES_REACHABLE = []
    look(cup)
    work(NOON)
    assert ear.heard == []
    assert HookMessage.objects.filter(hook=made).earliest("pk").error == safe_http.HOST_NOT_PUBLIC


def test_a_gone_address_is_switched_off_and_its_owner_told(cup: Tournament, ada: Player, ear: Listener) -> None:
    made = hook(cup, ada, ear.url)
    ear.status = 410
    look(cup)
    work(NOON)
    made.refresh_from_db()
    assert made.off_at == NOON
    assert [state for _event, state, _status in told(made)] == ["failed", "void"]
    assert Notice.objects.get(player=ada, key__startswith="webhook:").words["text"] == services.GONE_AT
    decide_all(cup, now=NOON)
    work(NOON + MINUTE)
    assert len(ear.heard) == 1
    ear.status = 200
    services.revive_hook(player=ada, of=cup, hook=made.pk, now=NOON + 2 * MINUTE)
    look(cup, now=NOON + 3 * MINUTE)
    work(NOON + 3 * MINUTE)
    assert types(ear) == ["round.published", "round.published", "match.started"]


def test_failing_for_days_switches_it_off(cup: Tournament, ada: Player, ear: Listener) -> None:
    made = hook(cup, ada, ear.url)
    ear.status = 503
    look(cup)
    for hours in range(0, 100, 5):
        caches["shared"].clear()
        work(NOON + timedelta(hours=hours))
    made.refresh_from_db()
    assert made.off_at is not None
    assert made.off_at.date() == (NOON + (services.MAX_FAILING_DAYS - 1) * DAY).date()
    assert Notice.objects.filter(player=ada, key__startswith="webhook:").count() == 1
    assert not HookMessage.objects.filter(state="waiting").exists()


def test_an_owner_who_lost_the_right_sends_no_more(cup: Tournament, ada: Player, ear: Listener) -> None:
    made = hook(cup, ada, ear.url)
    look(cup)
    Organiser.objects.filter(tournament=cup).delete()
    work(NOON)
    made.refresh_from_db()
    assert ear.heard == []
    assert made.trouble == services.NO_RIGHT
    assert {state for _event, state, _status in told(made)} == {"void"}


def test_an_officer_who_left_the_club_sends_no_more(owls: Club, ada: Player, ear: Listener, cup: Tournament) -> None:
    made = hook(owls, ada, ear.url)
    Tournament.objects.filter(pk=cup.pk).update(circle=owls.code)
    look(cup)
    Membership.objects.filter(club=owls, player=ada).delete()
    work(NOON)
    made.refresh_from_db()
    assert ear.heard == []
    assert made.off_at == NOON


def test_a_test_goes_ahead_and_is_tried_once(cup: Tournament, ada: Player, ear: Listener) -> None:
    made = hook(cup, ada, ear.url)
    ear.status = 500
    look(cup)
    work(NOON)
    services.send_test(player=ada, of=cup, hook=made.pk, now=NOON)
    work(NOON)
    assert types(ear) == ["round.published", "test"]
    assert ("test", "failed", 500) in told(made)
    assert HookMessage.objects.get(event="test").milliseconds is not None


def test_two_workers_send_each_message_once(cup: Tournament, ada: Player, ear: Listener) -> None:
    hook(cup, ada, ear.url)
    look(cup)
    services.post_new_messages(now=NOON)
    services.post_new_messages(now=NOON, all_of_it=True)
    assert HookMessage.objects.count() == 2
    first, second = delivery.claim_due_messages(now=NOON), delivery.claim_due_messages(now=NOON)
    assert ([each.event for each in first], second) == (["round.published"], [])


def test_old_messages_and_webhooks_go(cup: Tournament, ada: Player, ear: Listener) -> None:
    made = hook(cup, ada, ear.url)
    rows = [
        HookMessage(hook=made, event="test", subject=str(n), at=NOON, next_at=NOON, state="sent") for n in range(60)
    ]
    HookMessage.objects.bulk_create(rows)
    services.delete_old_messages(now=NOON + 20 * DAY)
    assert made.messages.count() == 60
    services.delete_old_messages(now=NOON + 40 * DAY)
    assert made.messages.count() == services.KEPT_MESSAGES
    Tournament.objects.filter(pk=cup.pk).update(over_at=NOON)
    services.delete_old_messages(now=NOON + 40 * DAY)
    assert not Hook.objects.exists()


def test_a_deleted_account_takes_its_webhooks_along(owls: Club, ben: Player, ada: Player, ear: Listener) -> None:
    hook(owls, ada, ear.url)
    account_deletion.delete_account(player=ada, now=NOON)
    assert not Hook.objects.exists()
    assert Club.objects.filter(pk=owls.pk).exists()


def test_receivers_are_served_where_no_deadline_waits(settings: Any) -> None:
    routes = settings.CELERY_TASK_ROUTES
    assert routes["apps.webhooks.tasks.send_messages"]["queue"] == routes["apps.notices.tasks.tell"]["queue"]
