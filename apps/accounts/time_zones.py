"""The known time zones, and those of browsers and this machine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import groupby
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import tzlocal

COOKIE: Final = "time_zone"
"""The cookie with the browser's own zone, written by `accounts/zone.js`."""

REGIONS: Final = frozenset(
    {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)


@cache
def _names() -> frozenset[str]:
    return frozenset(available_timezones()) | {"UTC"}


def known(name: str) -> bool:
    return name in _names()


def zone(name: str) -> ZoneInfo:
    """Return the zone of that name, or UTC if this machine doesn't (or no longer) know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def said(cookies: Mapping[str, str]) -> bool:
    """Check whether the browser reports a zone that exists."""
    return known(cookies.get(COOKIE, ""))


def of_browser(cookies: Mapping[str, str]) -> str:
    """Return the browser's zone, or UTC if it reports none that exists."""
    return cookies[COOKIE] if said(cookies) else "UTC"


def of_machine() -> str:
    """Return this machine's zone, or UTC if people don't live in it."""
    name = tzlocal.get_localzone_name() or ""
    return name if known(name) and name.partition("/")[0] in REGIONS else "UTC"


@cache
def choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the zones to choose from, as (region, [(zone, its place)])."""
    places = sorted(name for name in _names() if name.partition("/")[0] in REGIONS)
    by_region = groupby(places, key=lambda name: name.partition("/")[0])
    return [
        ("UTC", [("UTC", "UTC")]),
        *((region, [(name, _place(name)) for name in names]) for region, names in by_region),
    ]


def _place(name: str) -> str:
    return name.partition("/")[2].replace("_", " ").replace("/", ", ")
