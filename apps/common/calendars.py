"""Calendars (iCalendar, RFC 5545) for subscribers who fetch them repeatedly."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import ceil

from icalendar import Calendar, Event, Timezone, TimezoneStandard


def new_calendar(*, title: str, kind: str, refresh: timedelta) -> Calendar:
    """Return an empty calendar that subscribers should fetch again after `refresh`."""
    made = Calendar()
    made.add("prodid", f"-//Slow Fuse//{kind}//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", title)
    made.add("refresh-interval", refresh, parameters={"VALUE": "DURATION"})
    made.add("x-published-ttl", f"PT{ceil(refresh.total_seconds() / 60)}M" if refresh < timedelta(hours=1) else "PT1H")
    return made


def new_event(
    *, uid: str, summary: str, url: str, begins: datetime, ends: datetime, changed_at: datetime, sequence: int
) -> Event:
    """Return an event that doesn't mark its owner as busy.

    Without METHOD, DTSTAMP says when the event last changed. SEQUENCE grows whenever its time moves, because some
    calendars otherwise keep their copy.
    """
    made = Event()
    made.add("uid", uid)
    made.add("dtstamp", truncate_to_seconds(changed_at))
    made.add("last-modified", truncate_to_seconds(changed_at))
    made.add("sequence", sequence)
    made.add("dtstart", truncate_to_seconds(begins))
    made.add("dtend", truncate_to_seconds(ends))
    made.add("summary", summary)
    made.add("url", url)
    made.add("transp", "TRANSPARENT")
    return made


def encode_calendar(calendar: Calendar) -> bytes:
    """Return the calendar as a file. It must hold a component, so an empty one gets the time zone it would use."""
    if not calendar.subcomponents:
        calendar.add_component(_build_utc_zone())
    return calendar.to_ical()


def truncate_to_seconds(at: datetime) -> datetime:
    """Cut a time down to seconds, in UTC."""
    return at.astimezone(UTC).replace(microsecond=0)


def _build_utc_zone() -> Timezone:
    zone, standard = Timezone(), TimezoneStandard()
    zone.add("tzid", "Etc/UTC")
    standard.add("dtstart", datetime(1970, 1, 1))  # noqa: DTZ001 -- Local time, as the standard wants it here.
    standard.add("tzoffsetfrom", timedelta())
    standard.add("tzoffsetto", timedelta())
    zone.add_component(standard)
    return zone
