"""`{% strengths player as choice %}`: how strong bots can be, and whom the player met last."""

from __future__ import annotations

from typing import NamedTuple

from django import template

from apps.matches.engine.opponents import Opponents
from apps.matches.selectors import opponents

register = template.Library()


class Choice(NamedTuple):
    """The bots to choose from, as posted, by name and in a word."""

    bots: list[tuple[str, str, str]]
    last: str
    """The one to mark: the latest, or the weakest for anyone who never played against bots."""


@register.simple_tag
def strengths(player: int | None) -> Choice:
    """Return the bots and the one to mark for this player."""
    return Choice(opponents.strengths(), opponents.last(player) or Opponents.SPARK)
