"""The demo of the embedded house: a club that has played for weeks, made by the doors everybody uses."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from django.conf import settings

from apps.common import clocks
from apps.config.demo import club, hosts


def prepare() -> dict[str, str]:
    """The demo's hosts with their passwords; made, with the club around them, where they are not there yet.

    What was made stands in `demo.json`, step by step: an interrupted start goes on there. A house that was opened
    before there was a club stays without one: its records are its own by now.
    """
    path, now = settings.VAR / "demo.json", clocks.now()
    kept = json.loads(path.read_text()) if path.exists() else {"club": {}}
    people: dict[str, str] = hosts.people(kept.get("people", {}))
    kept["people"] = people
    _keep(path, kept)
    kept["matches"] = hosts.matches(kept.get("matches", {}), now=now)
    _keep(path, kept)
    for made in club.furnish(kept["club"], now=now) if "club" in kept else ():
        kept["club"] |= made
        _keep(path, kept)
    return people


def _keep(path: Path, what: dict[str, Any]) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(what, file)
