"""`{% todays_puzzles as rows %}`: the puzzle of the day of each game, and whether the reader has answered it."""

from __future__ import annotations

from datetime import UTC
from typing import Any

from django import template

from apps.common import clocks
from apps.puzzles.selectors import published
from apps.puzzles.selectors.published import Row
from apps.puzzles.views.readers import reader

register = template.Library()


@register.simple_tag(takes_context=True)
def todays_puzzles(context: dict[str, Any]) -> list[Row]:
    today = clocks.now().astimezone(UTC).date()
    return published.of_today(reader(context["request"]), today=today)
