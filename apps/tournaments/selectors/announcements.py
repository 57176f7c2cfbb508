"""What organisers wrote to everybody, as it stands on the tournament's page and at its desk."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from apps.common import markdown
from apps.tournaments.models import Tournament

MOST: Final = 50
"""So many are shown: drawing one takes time, and a tournament of months may have hundreds."""


@dataclass(frozen=True)
class AnnouncementLine:
    """An announcement, as its reader finds it."""

    key: int
    at: datetime
    by: str
    """Who wrote it; empty if the reader and they keep apart."""
    html: SafeString


def lines(
    tournament: Tournament, *, apart: Collection[int] = frozenset(), limit: int = MOST
) -> tuple[AnnouncementLine, ...]:
    """The latest first, for somebody who keeps apart from these people."""
    found = tournament.announcements.annotate(name=F("by__username")).order_by("-pk")[:limit]
    return tuple(
        AnnouncementLine(
            key=row.pk,
            at=row.at,
            by="" if row.by_id in apart else row.name or _("someone who left"),
            html=markdown.html(row.text),
        )
        for row in found
    )
