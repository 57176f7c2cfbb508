"""Sending of messages in three steps: claim, hand over, mark.

A process killed in between leads to the same message being sent again with the same ID. Each webhook gets its messages
in order: only the first one that waits is tried.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from math import inf
from time import monotonic
from typing import Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone, translation

from apps.notices.channels.webhook import OUR_FAULT, STATUS_FORMAT
from apps.notices.delivery import backoff, retry_after, throttle
from apps.notices.delivery.throttle import Tried, Try
from apps.notices.net import safe_http
from apps.notices.net.safe_http import Failed
from apps.notices.services.delivery import LEASE, LONGEST_PAUSE, MAX_TRIES, compute_retry_pause
from apps.webhooks import payloads, selectors, services
from apps.webhooks.models import Event, HookMessage, Shape

logger = logging.getLogger(__name__)

BATCH_SIZE: Final = 50
MAX_REFUSED_TRIES: Final = 3
"""Number of tries after which a message that the server understood and refused is given up, so that others follow."""
_TRANSIENT_STATUSES: Final = frozenset({408, 409, 425, 429})
_GONE_STATUS: Final = 410

State = HookMessage.State


@dataclass
class Attempt:
    """A message and how its try went."""

    message: HookMessage
    status: int | None = None
    milliseconds: int = 0


def send_due_messages(*, now: datetime, until: float = inf) -> int:
    """Send the first due message of each webhook, and return how many were claimed.

    None is started after `until` on the steady clock.
    """
    claimed = claim_due_messages(now=now)
    ready = [each for message in claimed if (each := _prepare_try(message, now)) is not None]
    closed = backoff.find_paused_hosts({each.host for each in ready}, now=now)
    for tried in throttle.run_tries(ready, closed=closed, until=until):
        if tried.slow:
            backoff.record_slow_host(tried.host, now=now)
        if tried.put_off:
            _put_off(tried, now)
        else:
            _conclude_try(tried.of, tried.error, now)
            if tried.error is None:
                backoff.clear_slow_host(tried.host)
    return len(claimed)


def claim_due_messages(*, now: datetime) -> list[HookMessage]:
    """Claim the first waiting message of each webhook if it's due, so that no one else tries it meanwhile.

    A test goes ahead of the others.
    """
    waiting = HookMessage.objects.filter(state=State.WAITING)
    if not waiting.filter(next_at__lte=now).exists():
        return []  # The usual case.
    skip = connection.features.has_select_for_update_skip_locked
    earlier = waiting.filter(hook=OuterRef("hook"), pk__lt=OuterRef("pk")).exclude(event=Event.TEST)
    with transaction.atomic():
        due = waiting.filter(Q(event=Event.TEST) | ~Exists(earlier), next_at__lte=now)
        locked = due.select_for_update(no_key=True, skip_locked=skip, of=("self",))
        claimed = list(
            locked.select_related("hook__owner", "hook__club", "hook__tournament", "tournament").order_by(
                "next_at", "pk"
            )[:BATCH_SIZE]
        )
        ids = [each.pk for each in claimed]
        HookMessage.objects.filter(pk__in=ids).update(tries=F("tries") + 1, next_at=now + LEASE)
    for each in claimed:
        each.tries += 1
    return claimed


def _prepare_try(message: HookMessage, now: datetime) -> Try[Attempt] | None:
    """Return how to send this message, or None if there's nothing to send."""
    hook, of, attempt = message.hook, message.hook.club or message.hook.tournament, Attempt(message)
    if of is None or not selectors.can_manage_hooks(hook.owner, of):
        services.switch_off(hook=hook, why=services.NO_RIGHT, now=now)
        return None
    try:
        act = _build_act(attempt, now)
    except Exception as error:  # One message that can't be written must not stop the others.
        logger.exception("Webhook message %s: could not write it", message.ticket)
        _conclude_try(attempt, error, now)
        return None
    if act is None or hook.off_at is not None:
        HookMessage.objects.filter(pk=message.pk).update(state=State.VOID)
        return None
    return Try(attempt, hook.owner_id, urlsplit(hook.url).netloc, True, act)


def _build_act(attempt: Attempt, now: datetime) -> Callable[[], None] | None:
    """Return the function that sends the message, or None if there's nothing left to say."""
    message, hook = attempt.message, attempt.message.hook
    zone = hook.owner.zone if hook.shape != Shape.JSON else ZoneInfo("UTC")
    with translation.override(hook.language), timezone.override(zone):
        built = selectors.build_message(message)
        if built is None:
            return None
        body = payloads.encode_body(*built, Shape(hook.shape))
    at = int(now.timestamp())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "SlowFuse",
        "webhook-id": message.ticket,
        "webhook-timestamp": str(at),
        "webhook-signature": payloads.sign_body(hook.secret, ticket=message.ticket, at=at, body=body),
    }
    return partial(_send_request, attempt, hook.url, body, headers)


def _send_request(attempt: Attempt, url: str, body: bytes, headers: dict[str, str]) -> None:
    """Send the request, and note how it went.

    :raises Failed: if it wasn't accepted
    """
    begun = monotonic()
    try:
        attempt.status, asked = safe_http.send_post_request(url, body=body, headers=headers)
    finally:
        attempt.milliseconds = round(1000 * (monotonic() - begun))
    if not 200 <= attempt.status < 300:
        raise Failed(STATUS_FORMAT % attempt.status, retry_after=asked)


def _put_off(tried: Tried[Attempt], now: datetime) -> None:
    """Schedule a message that wasn't tried again, without counting a try."""
    again = backoff.find_paused_hosts([tried.host], now=now).get(tried.host, now)
    waiting = HookMessage.objects.filter(pk=tried.of.message.pk, state=State.WAITING)
    waiting.update(tries=F("tries") - 1, next_at=again)
    _hold_back(tried.of.message, again)


def _hold_back(message: HookMessage, until: datetime) -> None:
    """Let the messages behind this one wait as long, because they can't be sent earlier."""
    if message.event != Event.TEST:
        behind = HookMessage.objects.filter(hook=message.hook_id, state=State.WAITING, pk__gt=message.pk)
        behind.filter(next_at__lt=until).exclude(event=Event.TEST).update(next_at=until)


def _conclude_try(attempt: Attempt, error: BaseException | None, now: datetime) -> None:
    """Mark the message as sent, schedule another try, or give it up."""
    message = attempt.message
    row = HookMessage.objects.filter(pk=message.pk)
    told = {"tried_at": now, "status": attempt.status, "milliseconds": attempt.milliseconds}
    if error is None:
        row.update(state=State.SENT, error="", **told)
        services.record_success(hook=message.hook_id)
        return
    if not isinstance(error, Failed):
        logger.error("Webhook message %s: could not deliver it", message.ticket, exc_info=error)
    why = str(error)[:200] if isinstance(error, Failed) else OUR_FAULT
    if _is_given_up(attempt):
        row.update(state=State.FAILED, error=why, **told)
    else:
        asked = error.retry_after if isinstance(error, Failed) else ""
        wait = retry_after.parse_retry_after(asked, now=now, longest=LONGEST_PAUSE)
        again = now + max(compute_retry_pause(message.tries), wait)
        row.filter(state=State.WAITING).update(next_at=again, error=why, **told)
        _hold_back(message, again)
    if message.event != Event.TEST or attempt.status == _GONE_STATUS:
        gone = attempt.status == _GONE_STATUS
        services.record_failure(hook=message.hook_id, why=services.GONE if gone else why, gone=gone, now=now)


def _is_given_up(attempt: Attempt) -> bool:
    """Check whether this was the last try."""
    status, tries = attempt.status or 0, attempt.message.tries
    refused = 400 <= status < 500 and status not in _TRANSIENT_STATUSES
    most = 1 if attempt.message.event == Event.TEST else MAX_REFUSED_TRIES if refused else MAX_TRIES
    return tries >= most or status == _GONE_STATUS
