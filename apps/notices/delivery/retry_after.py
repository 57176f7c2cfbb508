"""How long a server asks us to wait before we try again (`Retry-After`, RFC 9110)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.http import parse_http_date_safe


def parse_retry_after(header: str, *, now: datetime, longest: timedelta) -> timedelta:
    """Return the time in the header, given in seconds or as a date, up to `longest`.

    It's zero if the header is empty or can't be read.
    """
    text = header.strip()
    if text.isascii() and text.isdigit():
        seconds = float(text[:12])
    else:
        at = parse_http_date_safe(text)
        seconds = 0.0 if at is None else at - now.timestamp()
    return timedelta(seconds=min(max(seconds, 0.0), longest.total_seconds()))
