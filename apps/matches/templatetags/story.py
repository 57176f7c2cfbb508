"""`{% story sight.story %}`: the sentences of a story, each put into words once per language and reader."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django import template
from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from apps.matches.sight import Sentence

register = template.Library()


MOST: Final = 8192
"""How many different sentences are remembered."""

_told: Final[dict[tuple[Any, ...], str]] = {}


@register.simple_tag
def story(sentences: Iterable[Sentence]) -> SafeString:
    """List items, in the order given. A page is mostly the same sentences as the one before it."""
    language = get_language()
    items = (f'<li data-fact="{each.heard} {each.template}">{_tell(language, each)}</li>' for each in sentences)
    return mark_safe("".join(items))  # noqa: S308 -- numbers and rendered templates only


def _tell(language: str | None, sentence: Sentence) -> str:
    """Its words: the same for every sentence that differs in nothing but its number."""
    said = sentence.words.values()
    key = (language, sentence.template, sentence.who, sentence.mine, sentence.names, sentence.cause, *said)
    told = _told.get(key)
    if told is None:
        if len(_told) >= MOST:
            _told.clear()  # Simpler than knowing which of them are old, and rare.
        page: Any = get_template(sentence.template)
        told = _told[key] = page.render({"sentence": sentence}) + _why(sentence.cause)
    return told


def _why(cause: str) -> str:
    """What made the move, where that is worth saying."""
    if cause == "clock":
        return format_html(" <small>{}</small>", _("time was up"))
    if cause == "order":
        return format_html(" <small>{}</small>", _("standing order"))
    return ""
