"""Posting of notices by other apps. A notice posted in a transaction is sent only if it commits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import msgspec

from apps.matches.store import pubsub
from apps.notices.models import INBOX_KINDS, Kind, Notice
from apps.notices.wording import Words


@dataclass(frozen=True)
class Post:
    """One thing to tell one player."""

    player: int
    kind: Kind
    key: str
    """The subject, by which a second post with the same player and kind is ignored."""
    words: Words
    code: str = ""
    due_at: datetime | None = None
    """The earliest time to send it, None for as soon as possible."""


def post_notice(*, player: int, kind: Kind, key: str, words: Words, now: datetime, code: str = "") -> None:
    """Notify a player once, as they chose. It joins the caller's transaction."""
    post_all([Post(player, kind, key, words, code)], now=now)


def withdraw_notices(*, kind: Kind, key: str, posted_at: datetime) -> None:
    """Remove a notice from all inboxes, and from messages that haven't been sent."""
    Notice.objects.filter(kind=kind, key=key, created_at=posted_at).delete()


def post_all(posts: Iterable[Post], *, now: datetime) -> None:
    """Post many notices in one statement, and update open pages if the inbox lists them."""
    all_posts = list(posts)
    Notice.objects.bulk_create(
        [
            Notice(
                player_id=each.player,
                kind=each.kind,
                key=each.key,
                code=each.code,
                words=msgspec.to_builtins(each.words),
                created_at=now,
                due_at=each.due_at or now,
            )
            for each in all_posts
        ],
        ignore_conflicts=True,
        batch_size=500,
    )
    pubsub.ring_notices({each.player for each in all_posts if each.kind in INBOX_KINDS})
