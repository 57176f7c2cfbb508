"""A player's webhooks of tournaments and clubs for export, without their secrets."""

from __future__ import annotations

from collections.abc import Iterator

from apps.webhooks.models import Hook


def export_hooks(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the webhooks they added."""
    for hook in Hook.objects.filter(owner=player).select_related("club", "tournament").order_by("pk"):
        of = hook.club or hook.tournament
        yield {
            "address": of and of.get_absolute_url(),
            "url": hook.url,
            "shape": hook.shape,
            "events": hook.events,
            "language": hook.language,
            "since": hook.since,
        }
