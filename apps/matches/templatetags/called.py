"""An answer in a few words, and the reason for one in a sentence, by their game's own block for each kind.

`{% called "fuse/answers.html" choice names %}`, `{% reasoned whisper %}`. `{% drawn "fuse/drawn.html" played %}` draws
the cards of an answer, if its game has that template and a block for it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Final

from django import template
from django.template.exceptions import TemplateDoesNotExist
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from apps.matches.selectors.analysis import Choice
from apps.matches.selectors.decisions import Why
from apps.matches.selectors.hints import Whisper
from apps.matches.selectors.replay import Played
from apps.matches.templatetags.story import render_named_block

register = template.Library()


MAX_CACHED_ANSWERS: Final = 4096
"""The number of answers cached."""


@register.simple_tag
def called(name: str, choice: Choice | Played, names: Sequence[str], me: int | None = None) -> SafeString:
    """Render an answer. The block sees the values of `Game.calls`, the names of all seats, and the reader's seat."""
    return _render_answer(get_language(), name, choice.tag, tuple(names), me, *choice.calls.items())


@lru_cache(MAX_CACHED_ANSWERS)
def _render_answer(
    language: str | None,  # noqa: ARG001 -- a part of the key
    name: str,
    tag: str,
    names: tuple[str, ...],
    me: int | None,
    *calls: tuple[str, Hashable],
) -> SafeString:
    text = render_named_block(name, tag, {**dict(calls), "names": names, "me": me})
    return mark_safe(" ".join(text.split()))  # noqa: S308 -- a rendered template


@register.simple_tag
def drawn(name: str, played: Played) -> SafeString:
    """Draw the cards of an answer; empty if its game draws none for this kind."""
    return _draw_answer(name, played.tag, *played.calls.items())


@lru_cache(MAX_CACHED_ANSWERS)
def _draw_answer(name: str, tag: str, *calls: tuple[str, Hashable]) -> SafeString:
    try:
        return mark_safe(render_named_block(name, tag, dict(calls)))  # noqa: S308 -- a rendered template
    except TemplateDoesNotExist:
        return SafeString()


@register.simple_tag
def reasoned(whisper: Whisper | Why) -> SafeString:
    """Render a reason. The block sees the values of `Game.because`, and the names of all seats."""
    text = render_named_block(whisper.because, whisper.kind, {**(whisper.says or {}), "names": whisper.names})
    return mark_safe(" ".join(text.split()))  # noqa: S308 -- a rendered template
