"""The organisers' announcements, as the tournament's page and dashboard show them."""

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

MAX_ANNOUNCEMENTS: Final = 50
"""The maximum number shown: rendering takes time, and a tournament of months can have hundreds."""


@dataclass(frozen=True)
class AnnouncementLine:
    """An announcement as its reader sees it."""

    key: int
    at: datetime
    by: str
    """The writer's name; empty if reader and writer are kept apart."""
    html: SafeString


def build_announcement_lines(
    tournament: Tournament, *, apart: Collection[int] = frozenset(), limit: int = MAX_ANNOUNCEMENTS
) -> tuple[AnnouncementLine, ...]:
    """Return the announcements, the latest first, for a reader who is kept apart from these players."""
    found = tournament.announcements.annotate(name=F("by__username")).order_by("-pk")[:limit]
    return tuple(
        AnnouncementLine(
            key=row.pk,
            at=row.at,
            by="" if row.by_id in apart else row.name or _("someone who left"),
            html=markdown.render_markdown(row.text),
        )
        for row in found
    )
