"""How somebody is told, to take along: without the secrets that open feeds, browsers and webhooks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.notices.models import PushSubscription, Webhook, Wishes


def wishes(*, player: int) -> Iterator[dict[str, Any]]:
    """What they chose to be told."""
    for row in Wishes.objects.filter(player=player):
        yield {"chosen": row.chosen}


def ways(*, player: int) -> Iterator[dict[str, Any]]:
    """Their browsers and webhooks."""
    for browser in PushSubscription.objects.filter(player=player).order_by("pk"):
        yield {"way": "push", "name": browser.name, "since": browser.created_at.isoformat()}
    for hook in Webhook.objects.filter(player=player).order_by("pk"):
        yield {"way": "webhook", "url": hook.url, "kinds": hook.kinds, "since": hook.created_at.isoformat()}
