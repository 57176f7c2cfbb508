"""When people sleep, in their own time zone."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from apps.matches.models import Rest


def sleeping(player_id: int, at: datetime) -> datetime | None:
    """The instant at which the sleep that somebody is in ends; none if they are awake."""
    rest = Rest.objects.select_related("player").filter(pk=player_id).first()
    if rest is None:
        return None
    changed = rest.changes_at is not None and rest.changes_at <= at
    begins, ends = (rest.next_begins, rest.next_ends) if changed else (rest.begins, rest.ends)
    if begins is None or ends is None or begins == ends:
        return None
    zone: ZoneInfo = rest.player.zone
    today = at.astimezone(zone).date()
    for day in (today - timedelta(days=1), today):
        midnight = datetime.combine(day, time(), tzinfo=zone)
        since = midnight + timedelta(minutes=begins)  # Wall clock: an hour that is put forward is slept, too.
        until = midnight + timedelta(minutes=ends, days=begins > ends)
        if since.timestamp() <= at.timestamp() < until.timestamp():
            return until.astimezone(at.tzinfo)
    return None
