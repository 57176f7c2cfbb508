"""`{% strengths player as choice %}`, the strengths of bots and the player's latest."""

from __future__ import annotations

from typing import NamedTuple

from django import template

from apps.matches.engine.bot_strength import BotStrength
from apps.matches.selectors import bot_choices

register = template.Library()


class Choice(NamedTuple):
    """The bots to choose from, each as posted value, name and description."""

    bots: list[tuple[str, str, str]]
    last: str
    """The bot to mark, the latest one or, for anyone who never played against bots, the weakest."""


@register.simple_tag
def strengths(player: int | None) -> Choice:
    """Return the bots and the one to mark for this player."""
    return Choice(bot_choices.list_bot_strengths(), bot_choices.find_last_bots(player) or BotStrength.SPARK)
