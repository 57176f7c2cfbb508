"""The known time zones, and those of browsers and this machine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import groupby
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import tzlocal

TIME_ZONE_COOKIE: Final = "time_zone"
"""The cookie with the browser's own zone, written by `accounts/zone.js`."""

REGIONS: Final = frozenset(
    {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)


@cache
def _list_zone_names() -> frozenset[str]:
    return frozenset(available_timezones()) | {"UTC"}


def is_known_zone(name: str) -> bool:
    return name in _list_zone_names()


def get_zone(name: str) -> ZoneInfo:
    """Return the zone of that name, or UTC if this machine doesn't (or no longer) know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def has_browser_zone(cookies: Mapping[str, str]) -> bool:
    """Check whether the browser reports a zone that exists."""
    return is_known_zone(cookies.get(TIME_ZONE_COOKIE, ""))


def get_browser_zone(cookies: Mapping[str, str]) -> str:
    """Return the browser's zone, or UTC if it reports none that exists."""
    return cookies[TIME_ZONE_COOKIE] if has_browser_zone(cookies) else "UTC"


def get_machine_zone() -> str:
    """Return this machine's zone, or UTC if people don't live in it."""
    name = tzlocal.get_localzone_name() or ""
    return name if is_known_zone(name) and name.partition("/")[0] in REGIONS else "UTC"


@cache
def list_zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the zones to choose from, as (region, [(zone, its place)])."""
    places = sorted(name for name in _list_zone_names() if name.partition("/")[0] in REGIONS)
    by_region = groupby(places, key=lambda name: name.partition("/")[0])
    return [
        ("UTC", [("UTC", "UTC")]),
        *((region, [(name, _format_zone_place(name)) for name in names]) for region, names in by_region),
    ]


def _format_zone_place(name: str) -> str:
    return name.partition("/")[2].replace("_", " ").replace("/", ", ")
