"""Delivery of messages to their channels in three steps: claim, hand over, mark.

A process killed in between leads to the same message being sent again. A claim postpones `next_at`, which is both the
sender's lease and the pause before the next try.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from math import inf
from typing import Final
from urllib.parse import urlsplit

from django.db import connection, transaction
from django.db.models import F
from django.utils.translation import gettext_noop

from apps.accounts.models import Player
from apps.notices import wording
from apps.notices.channels import mail, web_push, webhook
from apps.notices.delivery import backoff, retry_after, throttle
from apps.notices.delivery.throttle import Tried, Try
from apps.notices.models import Channel, Delivery, Webhook, Wishes
from apps.notices.net.safe_http import Failed, Lost
from apps.notices.selectors import addresses, message
from apps.notices.selectors import browsers as selected_browsers
from apps.notices.services import browsers, webhooks

logger = logging.getLogger(__name__)

LEASE: Final = timedelta(minutes=5)
"""Longer than any try can take."""
FIRST_PAUSE: Final = timedelta(seconds=30)
LONGEST_PAUSE: Final = timedelta(hours=6)
TRIES: Final = 8
"""Maximum tries, over about a day, before the message is given up."""
GIVE_UP: Final = 5
"""Number of mails in a row given up after which we stop mailing an address."""
BATCH: Final = 50
POST: Final = "the mail server"
"""The host of all mails, a name that no webhook's host has."""


def deliver(*, now: datetime, limit: int = BATCH, until: float = inf) -> int:
    """Send up to `limit` due messages of each channel, and return how many were claimed.

    None is started after `until` on the steady clock.
    """
    if not Delivery.objects.filter(state=Delivery.State.WAITING, next_at__lte=now).exists():
        return 0  # The usual case. Checking costs less than locking nothing on every channel.
    claimed = [each for channel in Channel for each in claim(channel, now=now, limit=limit)]
    ready = [each for delivery in claimed if (each := _prepared(delivery, now)) is not None]
    closed = backoff.closed({each.host for each in ready}, now=now)
    for tried in throttle.take(ready, closed=closed, until=until):
        if tried.slow:
            backoff.slow(tried.host, now=now)
        if tried.put_off:
            _put_off(tried, now)
        else:
            _conclude(tried.of, tried.error, now)
            if tried.error is None:
                backoff.well(tried.host)
    return len(claimed)


def claim(channel: Channel, *, now: datetime, limit: int) -> list[Delivery]:
    """Claim messages, so that no one else tries them until their `next_at`.

    It's done by channel, so that many webhooks don't precede all mails.
    """
    skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        due = Delivery.objects.filter(state=Delivery.State.WAITING, channel=channel, next_at__lte=now)
        claimed = list(due.order_by("next_at").select_for_update(no_key=True, skip_locked=skip)[:limit])
        if claimed:
            ids = [each.pk for each in claimed]
            Delivery.objects.filter(pk__in=ids).update(tries=F("tries") + 1, next_at=now + LEASE)
    for each in claimed:
        each.tries += 1
    return claimed


def _put_off(tried: Tried[Delivery], now: datetime) -> None:
    """Schedule a message that wasn't tried again, without counting a try."""
    again = backoff.closed([tried.host], now=now).get(tried.host, now)
    waiting = Delivery.objects.filter(pk=tried.of.pk, state=Delivery.State.WAITING)
    waiting.update(tries=F("tries") - 1, next_at=again)


def pause(tries: int, chance: random.Random | None = None) -> timedelta:
    """Return the pause before the next try, four times as long each time and never the same for two messages."""
    longest = min(FIRST_PAUSE * 4 ** (tries - 1), LONGEST_PAUSE)
    return longest * (chance or random).uniform(0.75, 1.25)


def _prepared(delivery: Delivery, now: datetime) -> Try[Delivery] | None:
    """Return how to send this message, or None if nothing is left to say or it can't be written."""
    try:
        found = _hand_over(delivery, now)
    except Exception as error:  # One message that can't be written must not stop the others.
        logger.exception("Message %s: could not write it", delivery.ticket)
        _conclude(delivery, error, now)
        return None
    if found is None:
        _mark(delivery, Delivery.State.VOID, now)
        return None
    host, act = found
    return Try(delivery, delivery.player_id, host, delivery.channel == Channel.HOOK, act)


def _hand_over(delivery: Delivery, now: datetime) -> tuple[str, Callable[[], None]] | None:
    """Return the host and the sending function, or None if the channel is gone or everything in it is settled."""
    player = Player.objects.filter(pk=delivery.player_id, is_active=True).first()
    if player is None:
        return None
    with wording.at_home(player):
        lines = message.lines(delivery)
        if not lines:
            return None
        match delivery.channel:
            case Channel.MAIL:
                address = addresses.mail(player)
                return (POST, partial(_send, mail.write(delivery, player, lines, address))) if address else None
            case Channel.PUSH:
                ringing = {each.pk: each for each in selected_browsers.ringing(player=player, now=now)}
                browser = ringing.get(delivery.target)
                if browser is None:
                    return None
                ring = web_push.write(delivery, browser, lines, now=now)
                return urlsplit(browser.endpoint).netloc, partial(web_push.send, ring)
            case _:
                hook = Webhook.objects.filter(pk=delivery.target, player=player, off_at=None).first()
                return (
                    (urlsplit(hook.url).netloc, partial(webhook.send, webhook.write(delivery, hook, lines, now=now)))
                    if hook
                    else None
                )


def _send(letter: mail.EmailMultiAlternatives) -> None:
    letter.send()


def _conclude(delivery: Delivery, error: BaseException | None, now: datetime) -> None:
    """Mark the message as sent, schedule another try, or give it up."""
    if error is None:
        _mark(delivery, Delivery.State.SENT, now)
        _well(delivery)
        return
    if not isinstance(error, OSError | Failed | Lost):
        logger.error("Message %s: could not deliver it", delivery.ticket, exc_info=error)
    cause = f" ({type(error.__cause__).__name__})" if error.__cause__ else ""
    why = f"{type(error).__name__}: {error}{cause}"[:200]
    if isinstance(error, Lost) or delivery.tries >= TRIES:
        _mark(delivery, Delivery.State.FAILED, now, why)
    else:
        asked = error.retry_after if isinstance(error, Failed) else ""
        again = now + max(pause(delivery.tries), retry_after.wait(asked, now=now, longest=LONGEST_PAUSE))
        Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.WAITING).update(next_at=again, error=why)
    _unwell(delivery, error, now)


def _mark(delivery: Delivery, state: str, now: datetime, error: str = "") -> None:
    sent_at = now if state == Delivery.State.SENT else None
    Delivery.objects.filter(pk=delivery.pk).update(state=state, sent_at=sent_at, error=error)


def _well(delivery: Delivery) -> None:
    """Reset the channel's failures."""
    match delivery.channel:
        case Channel.MAIL:
            Wishes.objects.filter(pk=delivery.player_id, failures__gt=0).update(failures=0)
        case Channel.PUSH:
            browsers.well(browser=delivery.target)
        case Channel.HOOK:
            Webhook.objects.filter(pk=delivery.target, failures__gt=0).update(failures=0, trouble="")


def _unwell(delivery: Delivery, error: BaseException, now: datetime) -> None:
    """Count the channel's failure. A dead channel is switched off, and its owner's page says so."""
    given_up = isinstance(error, Lost) or delivery.tries >= TRIES
    why = str(error) if isinstance(error, Failed | Lost) else webhook.OURS
    match delivery.channel:
        case Channel.PUSH:
            browsers.failed(browser=delivery.target, why=why, lost=isinstance(error, Lost), now=now)
        case Channel.HOOK:
            webhooks.failed(hook=delivery.target, why=why, now=now)
        case Channel.MAIL if given_up:
            Wishes.objects.filter(pk=delivery.player_id).update(failures=F("failures") + 1)
            dead = Wishes.objects.filter(pk=delivery.player_id, failures__gte=GIVE_UP, trouble="")
            dead.update(trouble=gettext_noop("Your mail server rejected our e-mails."))
