"""An answer in a few words, and the reason for one in a sentence, by their game's own block for each kind.

`{% called "fuse/answers.html" choice names %}`, `{% reasoned whisper %}`
"""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString, mark_safe

from apps.matches.selectors.analysis import Choice
from apps.matches.selectors.decisions import Why
from apps.matches.selectors.hints import Whisper
from apps.matches.templatetags.story import render_named_block

register = template.Library()


@register.simple_tag
def called(name: str, choice: Choice, names: Sequence[str], me: int | None = None) -> SafeString:
    """Render an answer. The block sees the values of `Game.calls`, the names of all seats, and the reader's seat."""
    text = render_named_block(name, choice.tag, {**choice.calls, "names": names, "me": me})
    return mark_safe(" ".join(text.split()))  # noqa: S308 -- a rendered template


@register.simple_tag
def reasoned(whisper: Whisper | Why) -> SafeString:
    """Render a reason. The block sees the values of `Game.because`, and the names of all seats."""
    text = render_named_block(whisper.because, whisper.kind, {**(whisper.says or {}), "names": whisper.names})
    return mark_safe(" ".join(text.split()))  # noqa: S308 -- a rendered template
