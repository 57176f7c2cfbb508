"""`{% summary sight as told %}`: how the result of a finished match came about."""

from __future__ import annotations

from django import template

from apps.matches.selectors import summary as summaries
from apps.matches.selectors.match_view import MatchView

register = template.Library()


@register.simple_tag
def summary(sight: MatchView) -> summaries.Summary | None:
    """Asked for where it is drawn: four views may be the first to show that a match is over."""
    return summaries.at_end(sight.code, [person.name for person in sight.people], me=sight.seat)
