"""`{% story sight.story %}`: the sentences of a story, each put into words once per language and reader.

A game tells all its facts in one template with a block for each kind of fact. A block sees the words of its sentence
and whose they are, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from django import template
from django.template.base import NodeList, Template
from django.template.context import Context
from django.template.loader import get_template
from django.template.loader_tags import BlockNode
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from apps.matches.selectors.match_view import Sentence

register = template.Library()


MOST: Final = 8192
"""How many different sentences are remembered."""

_texts: Final[dict[tuple[Any, ...], str]] = {}


@register.simple_tag
def story(sentences: Iterable[Sentence]) -> SafeString:
    """List items, in the order given. A page is mostly the same sentences as the one before it."""
    language = get_language()
    items = (f'<li data-fact="{each.heard} {each.fact}">{_tell(language, each)}</li>' for each in sentences)
    return mark_safe("".join(items))  # noqa: S308 -- numbers, tags of facts and rendered templates only


def _tell(language: str | None, sentence: Sentence) -> str:
    """Its words: the same for every sentence that differs in nothing but its number."""
    words = words_of(sentence)
    key = (language, sentence.template, sentence.fact, sentence.cause, *words.values())
    text = _texts.get(key)
    if text is None:
        if len(_texts) >= MOST:
            _texts.clear()  # Simpler than knowing which of them are old, and rare.
        text = _texts[key] = worded(sentence.template, sentence.fact, words) + _why(sentence.cause)
    return text


def words_of(sentence: Sentence) -> dict[str, Any]:
    """All that its block sees."""
    return {"who": sentence.who, "mine": sentence.mine, "names": sentence.names, **sentence.words}


def worded(name: str, fact: str, words: Mapping[str, Any]) -> str:
    """The block of this kind of fact, which sees these words.

    :raises KeyError: if the template has none
    """
    page, blocks = _blocks(name)
    context = Context(words)
    with context.render_context.push_state(page), context.bind_template(page):
        return blocks[fact].render(context)


@cache
def _blocks(name: str) -> tuple[Template, dict[str, NodeList]]:
    """A template and its blocks by name: a story is one of them after the other, never the whole page."""
    found: Any = get_template(name)
    page: Template = found.template
    blocks = (node for node in page.nodelist.get_nodes_by_type(BlockNode) if isinstance(node, BlockNode))
    return page, {block.name: block.nodelist for block in blocks}


def _why(cause: str) -> str:
    """What made the move, where that is worth saying."""
    if cause == "clock":
        return format_html(" <small>{}</small>", _("time was up"))
    if cause == "order":
        return format_html(" <small>{}</small>", _("standing order"))
    return ""
