"""Marking notices as read, those listed in the inbox and those that lead to the reader's current page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from urllib.parse import urlsplit

from django.db.models import Q

from apps.common.transactions import passing_locks
from apps.matches.store import presence
from apps.notices.models import GUESSING_KEY_PREFIX, INBOX_KINDS, Kind, Notice
from apps.notices.selectors import inbox
from apps.notices.selectors.inbox import Row


def read_listed(*, player: int, rows: Sequence[Row], now: datetime) -> None:
    """Mark these rows and all older ones as read. Notices that came in the meantime stay new."""
    if not rows:
        return
    listed = Q(pk__in=[row.id for row in rows]) | Q(created_at__lt=min(row.at for row in rows))
    new = Notice.objects.filter(listed, player=player, kind__in=INBOX_KINDS, read_at=None)
    with passing_locks():  # A page that only shows something must not wait. Then it stays new.
        if new.exists():
            new.update(read_at=now)


def read_here(*, player: int, path: str, now: datetime) -> int:
    """Mark as read what leads to this page or what the player saw happen, and return how many rows are still new."""
    unread = inbox.find_unread_notices(player)
    ended = presence.saw_end(player=player, codes={each.code for each in unread if each.kind == Kind.OVER})
    read = {each.pk for each in unread if _leads_to(each, path) or (each.kind == Kind.OVER and each.code in ended)}
    if read:
        with passing_locks():
            Notice.objects.filter(pk__in=read).update(read_at=now)
    return inbox.count_folded_notices(each for each in unread if each.pk not in read)


def _leads_to(notice: Notice, path: str) -> bool:
    """Return whether this page is the one a notice is about. Failed logins are only shown in the inbox."""
    return bool(path) and not notice.key.startswith(GUESSING_KEY_PREFIX) and urlsplit(notice.words["path"]).path == path
