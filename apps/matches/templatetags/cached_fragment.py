"""`{% kept prize=board.prize over=sight.outcome %}…{% endkept %}`: a part of a page, drawn once for equal values.

The part sees only the values given, so parts with equal values look the same and can be cached. Without values, it is
drawn once per language. The values must be frozen. The part can't contain times, which depend on the reader's time
zone, or forms, whose token differs by reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import template
from django.template.base import FilterExpression, Node, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.template.exceptions import TemplateSyntaxError
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MAX_CACHED_RENDERINGS: Final = 2048
"""The number of renderings cached per part."""


@register.tag
def kept(parser: Parser, tag: Token) -> Node:
    name, *words = tag.split_contents()
    given = token_kwargs(words, parser)
    if words:
        raise TemplateSyntaxError(f"“{name}” only takes named values, not “{words[0]}”.")
    inside = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(inside, given)


class Kept(Node):
    """A part of a template and its cached renderings."""

    def __init__(self, nodelist: NodeList, given: Mapping[str, FilterExpression]) -> None:
        self.nodelist = nodelist
        self.names = tuple(given)
        self.values = tuple(given.values())
        self.looks: dict[tuple[Any, ...], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        values = [value.resolve(context) for value in self.values]
        key = (_get_page_language(context), *values, *map(type, values))  # 1 equals True, but doesn't look like it.
        look = self.looks.get(key)
        if look is None:
            if len(self.looks) >= MAX_CACHED_RENDERINGS:
                self.looks.clear()  # This is rare, and simpler than knowing which of them are old.
            look = self.nodelist.render(context.new(dict(zip(self.names, values, strict=True))))
            self.looks[key] = look
        return look


def _get_page_language(context: Context) -> str | None:
    """Return the reader's language, read once per page because that costs more than a cache hit."""
    page: dict[Any, Any] = context.render_context.dicts[0]
    if Kept not in page:
        page[Kept] = get_language()
    language: str | None = page[Kept]
    return language
