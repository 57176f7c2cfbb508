"""`{% each "kobolds/plate.html" sight.people also=board.plates %}`: many small pictures, each drawn once per language.

A table mostly shows the same few cards and people again and again. The template sees `it` (one of the values), `also`
(its companion from a second series) and the named values given for all, and nothing else. So equal values have equal
pictures, which can be cached.
"""

# The language is part of the cache key, though only the template uses it.
# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from itertools import repeat
from typing import Any

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def each(
    name: str,
    values: Iterable[Hashable],
    *,
    also: Iterable[Hashable] | None = None,
    **given: Hashable,
) -> SafeString:
    """Draw template `name` for every value, one after the other. Values must be frozen."""
    language, along, kinds = get_language(), tuple(given.items()), tuple(map(type, given.values()))
    pairs = zip(values, repeat(None) if also is None else also, strict=False)
    return mark_safe("".join([_render_include(language, name, it, its, along, kinds) for it, its in pairs]))  # noqa: S308


@lru_cache(maxsize=8192, typed=True)  # 1 equals True, but doesn't look like it.
def _render_include(
    language: str | None,
    name: str,
    it: Hashable,
    also: Hashable,
    along: tuple[tuple[str, Hashable], ...],
    kinds: tuple[type, ...],
) -> SafeString:
    page: Any = get_template(name)
    return SafeString(page.render({"it": it, "also": also, **dict(along)}))
