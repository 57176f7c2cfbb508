"""`{% summary sight as told %}`: the summary of a finished match."""

from __future__ import annotations

from django import template

from apps.matches.selectors import summary as summaries
from apps.matches.selectors.match_view import MatchView

register = template.Library()


@register.simple_tag
def summary(sight: MatchView) -> summaries.Summary | None:
    """Return the summary. A tag loads it, because four views can be the first to show that a match is over."""
    return summaries.at_end(sight.code, [person.name for person in sight.people], me=sight.seat)
