"""The door for whoever has something to tell: what is posted in a transaction is told if, and only if, it commits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import msgspec

from apps.matches.store import pubsub
from apps.notices.models import IN_INBOX, Kind, Notice
from apps.notices.wording import Words


@dataclass(frozen=True)
class Post:
    """One thing to tell one person."""

    player: int
    kind: Kind
    key: str
    """Its subject: a second one with the same player, kind and key is none."""
    words: Words
    code: str = ""
    due_at: datetime | None = None
    """Not to be told before; none: as soon as can be."""


def post(*, player: int, kind: Kind, key: str, words: Words, now: datetime, code: str = "") -> None:
    """Tell a person something, once; how and when they choose themselves. Joins the caller's transaction."""
    post_all([Post(player, kind, key, words, code)], now=now)


def take_back(*, kind: Kind, key: str, posted_at: datetime) -> None:
    """Remove a notice from all inboxes, and from messages that have not been sent."""
    Notice.objects.filter(kind=kind, key=key, created_at=posted_at).delete()


def post_all(posts: Iterable[Post], *, now: datetime) -> None:
    """The same for many, in one statement. Open pages learn of what their inbox lists."""
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
    pubsub.ring_notices({each.player for each in all_posts if each.kind in IN_INBOX})
