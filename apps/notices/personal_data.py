"""A player's notification data for export, without the secrets of feeds, browsers and webhooks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from apps.accounts.models import Player
from apps.notices import wording
from apps.notices.models import Channel, Delivery, Notice, PushSubscription, Webhook, Wishes
from apps.notices.selectors import message
from apps.notices.wording import Words

_CHANNEL_NAMES: Final = {Channel.MAIL: "mail", Channel.PUSH: "push", Channel.HOOK: "webhook"}


def export_notice_settings(*, player: int) -> Iterator[dict[str, object]]:
    """Yield their notification settings."""
    for row in Wishes.objects.filter(player=player):
        yield {"chosen": row.chosen}


def export_browsers_and_webhooks(*, player: int) -> Iterator[dict[str, object]]:
    """Yield their browsers and webhooks."""
    for browser in PushSubscription.objects.filter(player=player).order_by("pk"):
        yield {"way": "push", "name": browser.name, "since": browser.created_at.isoformat()}
    for hook in Webhook.objects.filter(player=player).order_by("pk"):
        yield {"way": "webhook", "url": hook.url, "kinds": hook.kinds, "since": hook.created_at.isoformat()}


def export_notices(*, player: int) -> Iterator[dict[str, object]]:
    """Yield their notices in their language, without those from players they never meet."""
    person, apart = Player.objects.get(pk=player), message.people_apart(player)
    for notice in Notice.objects.filter(player=player).order_by("pk").iterator():
        words = msgspec.convert(notice.words, Words)
        if message.is_from(apart, notice, words):
            continue
        with wording.use_locale_of(person):
            line = wording.build_notice_line(words)
        yield {
            "kind": notice.kind,
            "title": line.title,
            "text": line.text,
            "url": line.url,
            "match": notice.code,
            "at": notice.created_at.isoformat(),
            "read_at": notice.read_at.isoformat() if notice.read_at else None,
        }


def export_deliveries(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the latest messages to them, with channel and result."""
    for delivery in Delivery.objects.filter(player=player).order_by("pk").iterator():
        yield {
            "ticket": delivery.ticket,
            "way": _CHANNEL_NAMES[Channel(delivery.channel)],
            "at": delivery.created_at.isoformat(),
            "state": delivery.state,
            "tries": delivery.tries,
            "sent_at": delivery.sent_at.isoformat() if delivery.sent_at else None,
        }
