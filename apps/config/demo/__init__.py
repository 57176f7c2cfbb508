"""The demo of an embedded installation, a club with weeks of play, created through the ordinary services."""

from __future__ import annotations

import json
import os
from pathlib import Path

from django.conf import settings

from apps.common import clocks
from apps.config.demo import club, hosts


def prepare_demo() -> dict[str, str]:
    """Create the demo where parts of it are missing, and return the passwords of its players by name.

    Each finished step is stored in `demo.json`, so an interrupted start continues there. An installation from before
    the club existed stays without one, because its matches are the owner's own.
    """
    path, now = settings.VAR / "demo.json", clocks.now()
    kept = json.loads(path.read_text()) if path.exists() else {"club": {}}
    people: dict[str, str] = hosts.create_hosts(kept.get("people", {}))
    kept["people"] = people
    _save_progress(path, kept)
    kept["matches"] = hosts.create_host_matches(kept.get("matches", {}), now=now)
    _save_progress(path, kept)
    for made in club.create_missing_parts(kept["club"], now=now) if "club" in kept else ():
        kept["club"] |= made
        _save_progress(path, kept)
    return people


def _save_progress(path: Path, what: dict[str, object]) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(what, file)
