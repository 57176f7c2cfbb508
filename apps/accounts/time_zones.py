"""Time zones: which there are, and which one somebody lives in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import groupby
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import tzlocal

COOKIE: Final = "time_zone"
"""The browser's own zone; written by `accounts/zone.js`."""

REGIONS: Final = frozenset(
    {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)


@cache
def _names() -> frozenset[str]:
    return frozenset(available_timezones()) | {"UTC"}


def known(name: str) -> bool:
    return name in _names()


def zone(name: str) -> ZoneInfo:
    """The zone of that name; UTC where this machine has no such zone (any more)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def said(cookies: Mapping[str, str]) -> bool:
    """Whether the browser says that it is in a zone that exists."""
    return known(cookies.get(COOKIE, ""))


def of_browser(cookies: Mapping[str, str]) -> str:
    """The zone the browser says it is in; UTC if it says none that exists."""
    return cookies[COOKIE] if said(cookies) else "UTC"


def of_machine() -> str:
    """The zone this machine is set to; UTC if that is none people live in."""
    name = tzlocal.get_localzone_name() or ""
    return name if known(name) and name.partition("/")[0] in REGIONS else "UTC"


@cache
def choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """For a list to choose from: (region, [(zone, its place)])."""
    places = sorted(name for name in _names() if name.partition("/")[0] in REGIONS)
    by_region = groupby(places, key=lambda name: name.partition("/")[0])
    return [
        ("UTC", [("UTC", "UTC")]),
        *((region, [(name, _place(name)) for name in names]) for region, names in by_region),
    ]


def _place(name: str) -> str:
    return name.partition("/")[2].replace("_", " ").replace("/", ", ")
