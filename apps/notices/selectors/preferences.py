"""Notification settings: which kinds on which channels, how often, and whether once a day."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from apps.notices.models import Channel, Kind, Wishes

CHOOSABLE_KINDS: Final = (Kind.TURN, Kind.CALL, Kind.NUDGE, Kind.INVITATION, Kind.OVER, Kind.TOURNAMENT, Kind.HOUSE)
"""The kinds a player can choose, without the digest, which is a way to get them."""

PAUSE_MINUTES: Final = (10, 30, 60, 180, 720)
"""Choices for the minutes of peace after a message."""


class Wish(msgspec.Struct, frozen=True):
    """A player's settings, or the defaults."""

    mail: tuple[str, ...] = (Kind.TURN, Kind.CALL, Kind.NUDGE, Kind.INVITATION, Kind.TOURNAMENT, Kind.HOUSE)
    push: tuple[str, ...] = CHOOSABLE_KINDS
    digest: int | None = None
    """The hour of the daily mail in the player's time zone, None to get mails as things happen."""
    pause: int = PAUSE_MINUTES[0]
    """Minimum minutes between two messages of a channel that contain only turn notices."""

    def wants(self, kind: str, channel: int) -> bool:
        if channel == Channel.MAIL:
            return kind in self.mail or (kind == Kind.DIGEST and self.digest is not None)
        return channel == Channel.PUSH and kind in self.push

    def digest_after(self, at: datetime, zone: ZoneInfo) -> datetime:
        """Return the time of the first digest after this time, or this time itself without a digest."""
        if self.digest is None:
            return at
        today = at.astimezone(zone).date()
        hours = (datetime.combine(today + timedelta(days=n), time(self.digest), tzinfo=zone) for n in range(3))
        return next(hour.astimezone(at.tzinfo) for hour in hours if hour.timestamp() > at.timestamp())


def decode_wish(row: Wishes | None) -> Wish:
    """Return the settings in the row, or the defaults if they are not, or no longer, valid."""
    try:
        return msgspec.convert(row.chosen if row else {}, Wish)
    except msgspec.ValidationError:
        return Wish()
