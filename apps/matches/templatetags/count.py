"""Filters for the table of a match's result: the order of its rows, and the templates of its columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django import template

from apps.matches.selectors.match_view import Person

register = template.Library()


@register.filter
def by_place(people: Iterable[Person], places: Sequence[int]) -> list[Person]:
    """Return the people from the first place to the last: `{{ sight.people|by_place:places }}`."""
    return sorted(people, key=lambda person: places[person.seat])


@register.filter
def own_or_shared(game: str, name: str) -> tuple[str, str]:
    """Return a game's own template and the one it shares with others, of which `include` takes the first there is."""
    return f"{game}/{name}", f"matches/{name}"
