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
from apps.matches.engine import availability
from apps.matches.store.availability import load_availability
from apps.notices import wording
from apps.notices.channels import mail, web_push, webhook
from apps.notices.delivery import backoff, retry_after, throttle
from apps.notices.delivery.throttle import Tried, Try
from apps.notices.models import Channel, Delivery, Webhook, Wishes
from apps.notices.net.safe_http import Failed, Lost
from apps.notices.selectors import addresses, message
from apps.notices.selectors.browsers import find_notified_browsers
from apps.notices.services import browsers, webhooks

logger = logging.getLogger(__name__)

LEASE: Final = timedelta(minutes=5)
"""Longer than any try can take."""
FIRST_PAUSE: Final = timedelta(seconds=30)
LONGEST_PAUSE: Final = timedelta(hours=6)
MAX_TRIES: Final = 8
"""Maximum tries, over about a day, before the message is given up."""
MAX_UNDELIVERED_MAILS: Final = 5
"""Number of mails in a row given up after which we stop mailing an address."""
BATCH_SIZE: Final = 50
MAIL_HOST: Final = "the mail server"
"""The host of all mails, a name that no webhook's host has."""


def deliver_due_messages(*, now: datetime, limit: int = BATCH_SIZE, until: float = inf) -> int:
    """Send up to `limit` due messages of each channel, and return how many were claimed.

    None is started after `until` on the steady clock.
    """
    if not Delivery.objects.filter(state=Delivery.State.WAITING, next_at__lte=now).exists():
        return 0  # The usual case. Checking costs less than locking nothing on every channel.
    claimed = [each for channel in Channel for each in claim_due_messages(channel, now=now, limit=limit)]
    ready = [each for delivery in claimed if (each := _prepare_try(delivery, now)) is not None]
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


def claim_due_messages(channel: Channel, *, now: datetime, limit: int) -> list[Delivery]:
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
    again = backoff.find_paused_hosts([tried.host], now=now).get(tried.host, now)
    waiting = Delivery.objects.filter(pk=tried.of.pk, state=Delivery.State.WAITING)
    waiting.update(tries=F("tries") - 1, next_at=_skip_night(tried.of.player_id, again))


def compute_retry_pause(tries: int, chance: random.Random | None = None) -> timedelta:
    """Return the pause before the next try, four times as long each time and never the same for two messages."""
    longest = min(FIRST_PAUSE * 4 ** (tries - 1), LONGEST_PAUSE)
    return longest * (chance or random).uniform(0.75, 1.25)


def _prepare_try(delivery: Delivery, now: datetime) -> Try[Delivery] | None:
    """Return how to send this message, or None if nothing is left to say or it can't be written."""
    try:
        found = _hand_over(delivery, now)
    except Exception as error:  # One message that can't be written must not stop the others.
        logger.exception("Message %s: could not write it", delivery.ticket)
        _conclude_try(delivery, error, now)
        return None
    if found is None:
        _save_delivery_state(delivery, Delivery.State.VOID, now)
        return None
    host, act = found
    return Try(delivery, delivery.player_id, host, delivery.channel == Channel.HOOK, act)


def _hand_over(delivery: Delivery, now: datetime) -> tuple[str, Callable[[], None]] | None:
    """Return the host and the sending function, or None if the channel is gone or everything in it is settled."""
    player = Player.objects.filter(pk=delivery.player_id, is_active=True).first()
    if player is None:
        return None
    with wording.use_locale_of(player):
        lines = message.load_message_lines(delivery)
        if not lines:
            return None
        match delivery.channel:
            case Channel.MAIL:
                address = addresses.find_mail_address(player)
                return (
                    (MAIL_HOST, partial(_send_mail, mail.build_notice_mail(delivery, player, lines, address)))
                    if address
                    else None
                )
            case Channel.PUSH:
                ringing = {each.pk: each for each in find_notified_browsers(player=player, now=now)}
                browser = ringing.get(delivery.target)
                if browser is None:
                    return None
                ring = web_push.build_push_message(delivery, browser, lines, now=now)
                return urlsplit(browser.endpoint).netloc, partial(web_push.send_push_message, ring)
            case _:
                hook = Webhook.objects.filter(pk=delivery.target, player=player, off_at=None).first()
                return (
                    (
                        urlsplit(hook.url).netloc,
                        partial(
                            webhook.send_webhook_request, webhook.build_webhook_request(delivery, hook, lines, now=now)
                        ),
                    )
                    if hook
                    else None
                )


def _send_mail(letter: mail.EmailMultiAlternatives) -> None:
    letter.send()


def _conclude_try(delivery: Delivery, error: BaseException | None, now: datetime) -> None:
    """Mark the message as sent, schedule another try, or give it up."""
    if error is None:
        _save_delivery_state(delivery, Delivery.State.SENT, now)
        _reset_channel_failures(delivery)
        return
    if not isinstance(error, OSError | Failed | Lost):
        logger.error("Message %s: could not deliver it", delivery.ticket, exc_info=error)
    cause = f" ({type(error.__cause__).__name__})" if error.__cause__ else ""
    why = f"{type(error).__name__}: {error}{cause}"[:200]
    if isinstance(error, Lost) or delivery.tries >= MAX_TRIES:
        _save_delivery_state(delivery, Delivery.State.FAILED, now, why)
    else:
        asked = error.retry_after if isinstance(error, Failed) else ""
        again = now + max(
            compute_retry_pause(delivery.tries), retry_after.parse_retry_after(asked, now=now, longest=LONGEST_PAUSE)
        )
        waiting = Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.WAITING)
        waiting.update(next_at=_skip_night(delivery.player_id, again), error=why)
    _record_channel_failure(delivery, error, now)


def _skip_night(player: int, at: datetime) -> datetime:
    """Return when to try again: as planned, or at the end of the quiet hours that this falls into."""
    return availability.find_wake_up(load_availability(player).quiet, at) or at


def _save_delivery_state(delivery: Delivery, state: str, now: datetime, error: str = "") -> None:
    sent_at = now if state == Delivery.State.SENT else None
    Delivery.objects.filter(pk=delivery.pk).update(state=state, sent_at=sent_at, error=error)


def _reset_channel_failures(delivery: Delivery) -> None:
    """Reset the channel's failures."""
    match delivery.channel:
        case Channel.MAIL:
            Wishes.objects.filter(pk=delivery.player_id, failures__gt=0).update(failures=0)
        case Channel.PUSH:
            browsers.reset_browser_failures(browser=delivery.target)
        case Channel.HOOK:
            Webhook.objects.filter(pk=delivery.target, failures__gt=0).update(failures=0, trouble="")


def _record_channel_failure(delivery: Delivery, error: BaseException, now: datetime) -> None:
    """Count the channel's failure. A dead channel is switched off, and its owner's page says so."""
    given_up = isinstance(error, Lost) or delivery.tries >= MAX_TRIES
    why = str(error) if isinstance(error, Failed | Lost) else webhook.OUR_FAULT
    match delivery.channel:
        case Channel.PUSH:
            browsers.record_browser_failure(browser=delivery.target, why=why, lost=isinstance(error, Lost), now=now)
        case Channel.HOOK:
            webhooks.record_webhook_failure(hook=delivery.target, why=why, now=now)
        case Channel.MAIL if given_up:
            Wishes.objects.filter(pk=delivery.player_id).update(failures=F("failures") + 1)
            dead = Wishes.objects.filter(pk=delivery.player_id, failures__gte=MAX_UNDELIVERED_MAILS, trouble="")
            dead.update(trouble=gettext_noop("Your mail server rejected our e-mails."))
