"""Template tags for lessons.

`{% bubble sight %}` returns the text of the bubble, and `{{ hint|as_fields }}` its suggestion, for scripts.

`{% next_lesson player game as following %}` returns the game to learn next.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django import template
from django.utils.safestring import SafeString, mark_safe

from apps.games import load_games
from apps.kernel.game import Meta
from apps.kernel.lesson import Hint
from apps.matches.selectors import lessons
from apps.matches.selectors.match_view import MatchView
from apps.matches.templatetags.story import render_named_block

register = template.Library()


@register.simple_tag
def bubble(sight: MatchView) -> SafeString:
    """Render the step's block in the game's `lesson.html`, with the words of the step and all players' `names`."""
    hint: Any = sight.hint
    text = render_named_block(f"{sight.game}/lesson.html", hint.name, {**hint.words, "names": sight.names})
    return mark_safe(text)  # noqa: S308 -- a rendered template


@register.filter
def as_fields(hint: Hint) -> str:
    """Return the form fields of the suggested answer as JSON, empty if any answer will do."""
    if hint.action is None:
        return ""
    fields: dict[str, object] = msgspec.to_builtins(hint.action)
    return msgspec.json.encode({name: str(value) for name, value in fields.items() if value is not None}).decode()


@register.simple_tag
def next_lesson(player: int | None, game: str) -> Meta | None:
    """Return another game with a lesson that the player has never played, or None if there is none."""
    others = (each for slug, each in load_games().items() if slug != game and each.lesson is not None)
    for each in others:
        if player is None or not lessons.has_played(player=player, game=each.meta.slug):
            return each.meta
    return None
