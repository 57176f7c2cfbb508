"""A player's inbox: their latest notices, and which of them are new to them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec
from django.db.models import Count

from apps.games import catalogue
from apps.matches.selectors import pending
from apps.notices import wording
from apps.notices.models import IN_INBOX, Notice
from apps.notices.selectors import message
from apps.notices.wording import Words

MOST: Final = 50
"""Notices in an inbox. Older ones aren't listed, and nothing deletes these because of their age."""


@dataclass(frozen=True)
class Row:
    """A notice in the inbox, in the reader's language."""

    id: int
    title: str
    text: str
    path: str
    game: str
    """Whose emblem stands beside it; empty if it is about none that is played here."""
    at: datetime
    new: bool


def rows(player: int) -> list[Row]:
    """Return the latest notices, the newest first, in the active language and without those an e-mail wouldn't tell."""
    return [_row(notice) for notice in _told(_latest(player), player)]


def unread(player: int) -> list[Notice]:
    """Return the notices of the inbox that the player hasn't read."""
    return _told(_latest(player, read_at=None), player)


def overfull() -> list[int]:
    """Return the players with more notices than their inbox lists."""
    people = Notice.objects.filter(kind__in=IN_INBOX).values("player").annotate(notices=Count("pk"))
    return list(people.filter(notices__gt=MOST).values_list("player", flat=True))


def listed(player: int) -> list[int]:
    """Return the ids of the notices in a player's inbox."""
    return [notice.pk for notice in _latest(player)]


def _latest(player: int, **only: None) -> Iterable[Notice]:
    found = Notice.objects.filter(player=player, kind__in=IN_INBOX, **only)
    return found.order_by("-created_at", "-pk")[:MOST]


def _told(found: Iterable[Notice], player: int) -> list[Notice]:
    """Leave out what no e-mail would say any longer: settled proposals, and what is from players they never meet."""
    notices = list(found)
    settled = pending.settled([notice.key for notice in notices], player)
    told = [notice for notice in notices if notice.key not in settled]
    if not any(notice.kind in message.FROM_PEOPLE for notice in told):
        return told
    apart = message.names_apart(player)
    return [notice for notice in told if not message.is_from(apart, notice, _words(notice))]


def _row(notice: Notice) -> Row:
    words = _words(notice)
    line = wording.line(words)
    game = words.game if words.game in catalogue() else ""
    new = notice.read_at is None
    return Row(notice.pk, line.title, line.text, words.path, game, notice.created_at, new)


def _words(notice: Notice) -> Words:
    return msgspec.convert(notice.words, Words)
