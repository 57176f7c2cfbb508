"""How somebody wishes to be told: which kinds over which channels, how often, and whether once a day."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec
from django.db import transaction

from apps.notices.models import Channel, Kind, Wishes, new_token

CHOICES: Final = (Kind.TURN, Kind.CALL, Kind.NUDGE, Kind.INVITATION, Kind.OVER, Kind.TOURNAMENT, Kind.HOUSE)
"""The kinds somebody chooses among; the digest is a way to be told them."""

PAUSES: Final = (10, 30, 60, 180, 720)
"""Minutes somebody may ask to be left in peace after a message."""


class Wish(msgspec.Struct, frozen=True):
    """What somebody chose, or what holds for whoever chose nothing."""

    mail: tuple[str, ...] = (Kind.TURN, Kind.CALL, Kind.NUDGE, Kind.INVITATION, Kind.TOURNAMENT, Kind.HOUSE)
    push: tuple[str, ...] = CHOICES
    digest: int | None = None
    """The hour of the day, in their own time zone, of the one mail a day; none: as things happen."""
    pause: int = PAUSES[0]
    """Minutes between two messages of a channel that only say whose turn it is."""

    def wants(self, kind: str, channel: int) -> bool:
        if channel == Channel.MAIL:
            return kind in self.mail or (kind == Kind.DIGEST and self.digest is not None)
        return channel == Channel.PUSH and kind in self.push

    def digest_after(self, at: datetime, zone: ZoneInfo) -> datetime:
        """The first digest after an instant; the instant itself for whoever wants none."""
        if self.digest is None:
            return at
        today = at.astimezone(zone).date()
        hours = (datetime.combine(today + timedelta(days=n), time(self.digest), tzinfo=zone) for n in range(3))
        return next(hour.astimezone(at.tzinfo) for hour in hours if hour.timestamp() > at.timestamp())


def read(row: Wishes | None) -> Wish:
    """What stands in the row; what cannot be understood (any more) is as usual."""
    try:
        return msgspec.convert(row.chosen if row else {}, Wish)
    except msgspec.ValidationError:
        return Wish()


def of(player: int) -> Wishes:
    """Somebody's row, made when it is first needed."""
    Wishes.objects.bulk_create([Wishes(player_id=player)], ignore_conflicts=True)
    return Wishes.objects.get(pk=player)


def choose(*, player: int, wish: Wish) -> None:
    """From now on it is done like this; mail that the house had switched off is tried again."""
    of(player)
    chosen: Any = msgspec.to_builtins(wish)
    Wishes.objects.filter(pk=player).update(chosen=chosen, failures=0, trouble="")


def no_mail(*, player: int, kinds: Collection[str] = CHOICES) -> None:
    """No mail about these kinds any more, nor a digest when nothing is left of it."""
    with transaction.atomic():
        of(player)
        row = Wishes.objects.select_for_update(no_key=True).get(pk=player)
        wish = read(row)
        left = tuple(kind for kind in wish.mail if kind not in kinds)
        row.chosen = msgspec.to_builtins(msgspec.structs.replace(wish, mail=left, digest=wish.digest if left else None))
        row.save(update_fields=["chosen"])


def renew_feed(*, player: int) -> None:
    """A new secret in the feeds' addresses: the old ones lead nowhere."""
    of(player)
    Wishes.objects.filter(pk=player).update(feed=new_token())
