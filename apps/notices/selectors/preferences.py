"""How somebody wishes to be told: which kinds over which channels, how often, and whether once a day."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from apps.notices.models import Channel, Kind, Wishes

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
