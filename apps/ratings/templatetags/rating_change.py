"""`{% rating_changes code as changes %}` and `{{ changes|of_player:person }}`: how a match changed ratings."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from apps.matches.selectors.match_view import Person
from apps.ratings.selectors.player import Step, find_match_changes

register = template.Library()


@register.simple_tag
def rating_changes(match: str) -> dict[str, Step]:
    """Return the changes by the names of players, or none until the result is recorded."""
    return find_match_changes(match)


@register.filter
def of_player(changes: Mapping[str, Step], person: Person | None) -> Step | None:
    """Return the change of this person at the table, or None for a bot and for a substitute."""
    return (changes or {}).get(person.name) if person and not person.bot else None  # A match that isn't rated has "".
