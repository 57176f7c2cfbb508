"""A player's inbox: their latest notices, and which of them are new to them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.games import catalogue
from apps.matches.engine import tenures
from apps.matches.selectors import pending
from apps.notices import wording
from apps.notices.models import IN_INBOX, Notice
from apps.notices.selectors import message
from apps.notices.wording import Words

MOST: Final = 50
"""Notices in an inbox. Older ones aren't listed, and nothing deletes these because of their age."""

_NAMES: Final = ("by", "name", "people", "whose")
"""What a notice calls players by, when it does; several are separated by commas."""


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
    told = [(notice, _words(notice)) for notice in _told(_latest(player), player)]
    gone = _gone({name for _notice, words in told for part in _NAMES for name in _split(words, part)})
    return [_row(notice, _without(words, gone)) for notice, words in told]


def unread(player: int) -> list[Notice]:
    """Return the notices of the inbox that the player hasn't read."""
    return _told(_latest(player, read_at=None), player)


def unlisted() -> QuerySet[Notice]:
    """Return the notices that are too far down to be listed in their player's inbox."""
    from_top = [F("created_at").desc(), F("pk").desc()]
    place = Window(RowNumber(), partition_by="player", order_by=from_top)
    return Notice.objects.filter(kind__in=IN_INBOX).annotate(place=place).filter(place__gt=MOST)


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


def _split(words: Words, part: str) -> list[str]:
    return [name for name in str(words.names.get(part, "")).split(", ") if name]


def _gone(names: Collection[str]) -> frozenset[str]:
    """Return those of these names that no player has any longer. Bots have theirs for good, or a space in them."""
    ours = {name for name in names if name.lower() not in tenures.BOT_NAMES and " " not in name}
    found = Player.objects.filter(username__in=ours).values_list("username", flat=True) if ours else ()
    return frozenset(ours - set(found))


def _without(words: Words, gone: Collection[str]) -> Words:
    """Return the words without the names of players whose accounts were deleted."""
    if not gone:
        return words
    someone = _("someone who left")
    called = {
        part: ", ".join(someone if name in gone else name for name in _split(words, part))
        for part in _NAMES
        if part in words.names
    }
    return msgspec.structs.replace(words, names={**words.names, **called})


def _row(notice: Notice, words: Words) -> Row:
    line = wording.line(words)
    game = words.game if words.game in catalogue() else ""
    new = notice.read_at is None
    return Row(notice.pk, line.title, line.text, words.path, game, notice.created_at, new)


def _words(notice: Notice) -> Words:
    return msgspec.convert(notice.words, Words)
