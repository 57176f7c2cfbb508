"""How matches changed ratings.

`{% rating_changes code as changes %}` and `{{ changes|of_player:person }}` are for everyone at one table,
`{% own_rating_changes player rows as changes %}` and `{{ changes|of_match:row.code }}` for one player in a list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import template

from apps.matches.selectors.match_view import Person
from apps.matches.selectors.player_matches import OwnMatch
from apps.ratings.selectors.player import Step, find_match_changes, find_rating_changes_by_code

register = template.Library()


@register.simple_tag
def rating_changes(match: str) -> dict[str, Step]:
    """Return the changes by the names of players, or none until the result is recorded."""
    return find_match_changes(match)


@register.filter
def of_player(changes: Mapping[str, Step], person: Person | None) -> Step | None:
    """Return the change of this person at the table, or None for a bot and for a substitute."""
    return (changes or {}).get(person.name) if person and not person.bot else None  # A match that isn't rated has "".


@register.simple_tag
def own_rating_changes(player: int, rows: Sequence[OwnMatch]) -> dict[str, int]:
    """Return the changes by the codes of these matches, without those that weren't rated for the player."""
    return find_rating_changes_by_code(player, [row.code for row in rows])


@register.filter
def of_match(changes: Mapping[str, int], code: str) -> int | None:
    """Return the change by this match, or None if it wasn't rated, or the list doesn't show changes."""
    return changes.get(code) if changes else None  # An unknown variable is "".
