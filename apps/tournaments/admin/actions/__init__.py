"""Everything an organiser can do at the desk of a tournament, as a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from apps.tournaments.admin.actions import announcements, lifecycle, people, rounds, series
from apps.tournaments.admin.actions.action import Action

_IN_ORDER: Final = (
    *lifecycle.BEGINNING,
    *rounds.DEEDS,
    *people.DEEDS,
    *announcements.DEEDS,
    *series.DEEDS,
    *lifecycle.ENDING,
)
DEEDS: Final[Mapping[str, Action]] = {deed.name: deed for deed in _IN_ORDER}
"""By name, in the order of their buttons: what leads on first, what ends it last."""
