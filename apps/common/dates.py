"""Date and time in words, so that no two moments read the same."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.formats import date_format, get_format
from django.utils.timezone import get_current_timezone, localtime

_HOURS = frozenset("GHPfgh")
"""What formats an hour."""
_ZONES = frozenset("OTUZcer")
"""What already formats a zone or an instant."""


def written(at: datetime, format_: str) -> str:
    """Format a moment in the current time zone and language.

    In the hour that comes twice when clocks go back, the zone's abbreviation says which of the two is meant.
    """
    local = localtime(at, get_current_timezone())
    text = date_format(local, format_)
    letters = frozenset(str(get_format(format_)))
    return f"{text} ({local.tzname()})" if comes_twice(local) and letters & _HOURS and not letters & _ZONES else text


def zoned(at: datetime, format_: str) -> str:
    """Format a moment in the current time zone and language, with the zone's abbreviation behind it."""
    local = localtime(at, get_current_timezone())
    return f"{date_format(local, format_)} {local.tzname()}"


def comes_twice(local: datetime) -> bool:
    """Say whether clocks show this time twice, an hour or so apart."""
    first, second = (local.replace(fold=fold).utcoffset() for fold in (0, 1))
    return first is not None and second is not None and first > second


def exists(local: datetime) -> bool:
    """Say whether clocks show this time at all: they skip an hour when they go forward."""
    return local.astimezone(UTC).astimezone(local.tzinfo).replace(tzinfo=None) == local.replace(tzinfo=None)
