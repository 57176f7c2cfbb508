"""Dates and times in words, so that no two times read the same."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils import dateformat
from django.utils.formats import date_format, get_format
from django.utils.timezone import get_current_timezone, localtime

_HOUR_LETTERS = frozenset("GHPfgh")
"""Format letters that show an hour."""
_ZONE_LETTERS = frozenset("OTUZcer")
"""Format letters that already show a zone or an exact time."""


def format_time(at: datetime, format_: str) -> str:
    """Format a time in the current time zone and language.

    In the hour that comes twice when clocks go back, the zone's abbreviation says which of the two is meant.
    """
    local = localtime(at, get_current_timezone())
    written = str(get_format(format_))
    text = dateformat.format(local, written)
    letters = frozenset(written)
    # Most formats show no hour, and asking a zone twice takes longer than reading one.
    doubtful = letters & _HOUR_LETTERS and not letters & _ZONE_LETTERS and comes_twice(local)
    return f"{text} ({local.tzname()})" if doubtful else text


def format_time_with_zone(at: datetime, format_: str) -> str:
    """Format a time in the current time zone and language, followed by the zone's abbreviation."""
    local = localtime(at, get_current_timezone())
    return f"{date_format(local, format_)} {local.tzname()}"


def comes_twice(local: datetime) -> bool:
    """Check whether clocks show this time twice, an hour or so apart."""
    first, second = (local.replace(fold=fold).utcoffset() for fold in (0, 1))
    return first is not None and second is not None and first > second


def is_existing_time(local: datetime) -> bool:
    """Check whether clocks show this time at all. They skip an hour when they go forward."""
    return local.astimezone(UTC).astimezone(local.tzinfo).replace(tzinfo=None) == local.replace(tzinfo=None)
