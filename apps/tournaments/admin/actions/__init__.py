"""All actions of an organiser on a tournament's dashboard, as a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from apps.tournaments.admin.actions import announcements, lifecycle, people, rounds, series
from apps.tournaments.admin.actions.action import Action

_DEEDS_IN_ORDER: Final = (
    *lifecycle.BEGINNING,
    *rounds.DEEDS,
    *people.DEEDS,
    *announcements.DEEDS,
    *series.DEEDS,
    *lifecycle.ENDING,
)
DEEDS: Final[Mapping[str, Action]] = {deed.name: deed for deed in _DEEDS_IN_ORDER}
"""Actions by name, in the order of their buttons: those that move the tournament on first, those that end it last."""
